//! What `docs/api.md` says about types, codes and hashes. The commands of its first game are tested with the server.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use protocol::{ErrorAnswer, ErrorCode, GameView, NewGame};
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("../../../docs/api.md");

#[test]
fn the_page_lists_every_error_code_with_its_status() {
    for code in ErrorCode::ALL {
        let row = format!("\n| {} | `{code}` | {} |\n", code.status(), code.meaning());
        assert!(PAGE.contains(&row), "{row}");
    }
    let (_, table) = PAGE.split_once("| status | code | meaning |\n| --- | --- | --- |\n").unwrap();
    assert_eq!(table.lines().take_while(|line| line.starts_with('|')).count(), ErrorCode::ALL.len());
}

#[test]
fn the_objects_of_the_page_can_be_parsed() {
    let blocks: Vec<&str> =
        PAGE.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap().trim()).collect();
    let [new_game, game, error] = blocks.as_slice() else { panic!("{blocks:?}") };
    serde_json::from_str::<NewGame>(new_game).unwrap();
    serde_json::from_str::<GameView>(game).unwrap();
    serde_json::from_str::<ErrorAnswer>(error).unwrap();
}

#[test]
fn the_hash_of_the_page_is_that_of_its_text() {
    let (_, rest) = PAGE.split_once("$ printf %s '").unwrap();
    let (text, rest) = rest.split_once('\'').unwrap();
    let digits: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(rest.lines().nth(1), Some(&digits[..16]));
}
