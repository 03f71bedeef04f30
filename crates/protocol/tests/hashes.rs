//! The hash of a game, computed from the words of `docs/api.md`: the first 16 hexadecimal digits of the SHA-256 of a
//! text. The texts stand here as literals, and so do their hashes, which `printf %s TEXT | sha256sum` gives.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use protocol::state_hash;
use rules::Tombstone;
use rules::game::{Action, Awaited, Band, FortressChoice, Game, Length, Options, Players, Seat, Situation};
use sha2::{Digest, Sha256};

#[track_caller]
fn check(seq: u32, game: &Game, text: &str, hash: &str) {
    let digest = Sha256::digest(text);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digits[..16], *hash, "{text}");
    assert_eq!(state_hash(seq, game).to_string(), hash, "{text}");
}

fn game(fortress: FortressChoice, first: usize) -> Game {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    let options = Options { players, fortress, length: Length::Normal };
    Game::new(options, Seat::new(first).unwrap(), &mut ())
}

fn lay(game: &mut Game, text: &str) {
    let action = Action::Place(text.parse().unwrap());
    game.act(game.acting(), &action, &mut ()).unwrap();
}

fn walk(game: &mut Game, figure: &str, path: &[&str]) {
    let path = path.iter().map(|step| step.parse().unwrap()).collect();
    let action = Action::Move { figure: figure.parse().unwrap(), path };
    game.act(game.acting(), &action, &mut ()).unwrap();
}

#[test]
fn while_tiles_are_laid_the_text_has_the_placements_in_the_order_laid() {
    let mut game = game(FortressChoice::ByHand, 0);
    check(0, &game, "0 ", "7daed43814b63395");
    lay(&mut game, "teleporter 1 h6 north");
    lay(&mut game, "crystal c3");
    lay(&mut game, "long_pool e9 row");
    check(3, &game, "3 teleporter 1 h6 north,crystal c3,long_pool e9 row", "0fb3643869a0984c");
}

#[test]
fn when_a_move_is_awaited_the_text_has_the_situation() {
    let mut game = game(FortressChoice::Basic, 1);
    check(0, &game, "0 Ma1e-Sc3m4h5i6n6g7e8m8o9f10i10-Bi3j3i4j4e9f9g9h9-WG1G3G4G5R1R3R4R5-AR", "20f86064668d9e5b");
    walk(&mut game, "R3", &["enter", "north", "west"]);
    check(
        1,
        &game,
        "1 Ma1e-Sc3m4h5i6n6g7e8m8o9f10i10-Bi3j3i4j4e9f9g9h9-FR3o10-WG1G3G4G5R1R4R5-AR-VR3",
        "8f23d6d3f3e12b74",
    );
}

#[test]
fn while_a_tombstone_is_due_and_when_it_is_over_the_text_has_the_position_and_the_result() {
    let situation: Situation = "Mh6e-FG4a1R4h2-XG1R1R3R5-EG3G5-N23-AR-VR4-D10s2h".parse().unwrap();
    let mut stays = Game::from_situation(&situation).unwrap();
    let mut leaves = stays.clone();
    walk(&mut stays, "G4", &[]);
    assert_eq!(stays.awaited(), Awaited::Flip);
    check(41, &stays, "41 Mh6e-FG4a1R4h2-EG3G5-XG1R1R3R5 unfinished", "4b230c85c16021f4");
    stays.act(None, &Action::Flip { tombstone: Tombstone::steps(7) }, &mut ()).unwrap();
    check(42, &stays, "42 Mf1w-FG4a1-EG3G5-XG1R1R3R4R5-N24-D7s10s2h", "6718ea3bc582bb7f");
    walk(&mut leaves, "G4", &["leave"]);
    assert_eq!(leaves.awaited(), Awaited::Nothing);
    check(41, &leaves, "41 Mh6e-FR4h2-EG3G4G5-XG1R1R3R5 seat 1 wins: all figures but one are out", "1f69aa6ea5dfbd74");
}
