//! The pages: everything they refer to exists, and all languages say the same things in the same places.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use roxmltree::{Document, Node, ParsingOptions};
use rules::Position;
use rules::game::{Playing, Situation};
use rules_pages::{ART_MARK, RulesPage, pages};
use web::puzzle::words::Language;
use web::route::Route;
use web::rule::{self, Rule};

/// Runs a check on each page.
fn on_every_page(mut check: impl FnMut(Language, &Document<'_>)) {
    for RulesPage { language, html } in pages().unwrap() {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document =
            Document::parse_with_options(&html, options).unwrap_or_else(|error| panic!("{language:?}: {error}"));
        check(language, &document);
    }
}

fn ids<'a>(document: &'a Document<'_>) -> Vec<&'a str> {
    document.descendants().filter_map(|node| node.attribute("id")).collect()
}

fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|node| node.text()).collect()
}

#[test]
fn no_two_elements_share_an_id() {
    on_every_page(|language, document| {
        let ids = ids(document);
        let different: BTreeSet<_> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "{language:?}");
    });
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let files: Vec<&str> = Language::ALL.into_iter().map(rule::page).collect();
    on_every_page(|language, document| {
        let ids: BTreeSet<&str> = ids(document).into_iter().collect();
        let mut positions = 0;
        for link in document.descendants().filter(|node| node.has_tag_name("a")) {
            let address = link.attribute("href").unwrap();
            if let Some(id) = address.strip_prefix('#') {
                assert!(ids.contains(id), "{language:?}: {address}");
            } else if let Some(route) = address.strip_prefix("./#") {
                let Route::Position(board) = Route::parse(route) else { panic!("{language:?}: {address}") };
                let situation: Situation = board.parse().unwrap_or_else(|error| panic!("{board}: {error}"));
                assert!(Position::from_setup(&situation.setup).is_ok(), "{board}");
                // What says more than a position is a whole game, or the board would complain.
                if board.contains("-N") || board.contains("-L") {
                    assert!(Playing::from_situation(&situation).is_ok(), "{board}");
                }
                positions += 1;
            } else {
                let file = address.strip_prefix("./").unwrap();
                assert!(file.is_empty() || files.contains(&file), "{language:?}: {address}");
            }
        }
        assert!(positions >= 12 + 19, "{language:?}: {positions}");
    });
}

#[test]
fn every_rule_that_the_game_refers_to_is_written_in_every_language() {
    on_every_page(|language, document| {
        for rule in Rule::ALL {
            let address = rule.address(language);
            let (file, id) = address.split_once('#').unwrap();
            assert_eq!(file, rule::page(language));
            let section = document.descendants().find(|node| node.attribute("id") == Some(id));
            assert!(section.is_some_and(|section| !text(section).is_empty()), "{language:?}: {address}");
        }
    });
}

#[test]
fn there_are_nineteen_rulings_each_with_its_reason_and_a_position() {
    on_every_page(|language, document| {
        let rulings: Vec<Node<'_, '_>> = document.descendants().filter(|node| node.has_tag_name("article")).collect();
        let ids: Vec<&str> = rulings.iter().map(|ruling| ruling.attribute("id").unwrap()).collect();
        assert_eq!(ids, (1..=19).map(|number| format!("r{number}")).collect::<Vec<_>>(), "{language:?}");
        for ruling in rulings {
            let has = |class: &str| ruling.descendants().any(|node| node.attribute("class") == Some(class));
            assert!(has("why") && has("open") && has("mb"), "{language:?}: {:?}", ruling.attribute("id"));
        }
    });
}

#[test]
fn the_set_up_names_the_space_of_every_stone_and_pool() {
    let basic = rules::game::basic_setup();
    let stones = basic.stones().map(|(_, cell)| cell.to_string());
    // The square pool, and the ends of the long one.
    let pools = ["i3", "j3", "i4", "j4", "e9", "h9"].map(str::to_owned);
    assert!(pools.iter().all(|cell| basic.blood().has(cell.parse().unwrap())));
    let wanted: BTreeSet<String> = stones.chain(pools).collect();
    on_every_page(|language, document| {
        let codes = |item: Node<'_, '_>| -> BTreeSet<String> {
            let codes = item.descendants().filter(|node| node.has_tag_name("code"));
            codes.filter_map(|code| code.text()).map(str::to_owned).collect()
        };
        let mut items = document.descendants().filter(|node| node.has_tag_name("li"));
        assert!(items.any(|item| codes(item) == wanted), "{language:?}");
    });
}

/// What a page consists of, without its words: chapters, sections, examples, links and marks of emphasis are the same in
/// every language.
fn skeleton(document: &Document<'_>) -> Vec<String> {
    let is_part = |node: &Node<'_, '_>| ["h2", "h3", "li", "tr", "td", "figure", "p"].contains(&node.tag_name().name());
    let part = |node: Node<'_, '_>| {
        let id = node.attribute("id").unwrap_or_default();
        let links = node.descendants().filter_map(|node| node.attribute("href")).filter(|href| href.starts_with('#'));
        let links: BTreeSet<&str> = links.collect();
        format!("{} {id} {links:?}", node.tag_name().name())
    };
    document.descendants().filter(is_part).map(part).collect()
}

#[test]
fn all_languages_have_the_same_parts() {
    let mut first = None;
    on_every_page(|language, document| {
        let parts = skeleton(document);
        let first = first.get_or_insert_with(|| parts.clone());
        let different = first.iter().zip(&parts).position(|(one, other)| one != other);
        if let Some(at) = different {
            panic!(
                "{language:?}: {:?} instead of {:?}, after {:?}",
                parts[at],
                first[at],
                &parts[at.saturating_sub(4)..at]
            );
        }
        assert_eq!(parts.len(), first.len(), "{language:?}");
    });
}

#[test]
fn search_engines_learn_what_the_page_is_and_in_which_languages() {
    on_every_page(|language, document| {
        let html = document.root_element();
        let find = |name: &str, key: &str, value: &str| {
            let is_it = |node: &Node<'_, '_>| node.has_tag_name(name) && node.attribute(key) == Some(value);
            document.descendants().find(is_it)
        };
        let code = html.attribute("lang").unwrap();
        assert_eq!(Language::from_code(code), language);
        assert!(find("meta", "name", "description").unwrap().attribute("content").unwrap().len() > 80);
        assert_eq!(
            find("link", "rel", "canonical").unwrap().attribute("href"),
            Some(&*format!("./{}", rule::page(language)))
        );
        for (code, other) in [("en", Language::English), ("de", Language::German), ("fr", Language::French)] {
            let link = document
                .descendants()
                .find(|node| node.attribute("rel") == Some("alternate") && node.attribute("hreflang") == Some(code));
            assert_eq!(link.unwrap().attribute("href"), Some(&*format!("./{}", rule::page(other))));
        }
        assert_eq!(document.descendants().filter(|node| node.has_tag_name("h1")).count(), 1);
    });
}

#[test]
fn every_picture_has_words() {
    on_every_page(|language, document| {
        for picture in document.descendants().filter(|node| node.attribute("role") == Some("img")) {
            assert!(picture.attribute("aria-label").is_some_and(|words| words.len() > 10), "{language:?}");
        }
    });
}

#[test]
fn the_languages_are_written_and_not_copied() {
    let pages = pages().unwrap();
    for pair in [(0, 1), (0, 2), (1, 2)] {
        let lines = |index: usize| -> BTreeSet<String> {
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            let document = Document::parse_with_options(&pages[index].html, options).unwrap();
            let is_text = |node: &Node<'_, '_>| ["p", "h2", "h3", "li"].contains(&node.tag_name().name());
            document.descendants().filter(is_text).map(text).filter(|text| text.len() > 12).collect()
        };
        let same: Vec<String> = lines(pair.0).intersection(&lines(pair.1)).cloned().collect();
        assert!(same.is_empty(), "{same:?}");
    }
}

#[test]
fn every_example_is_on_every_page() {
    let examples = rules_pages::examples().unwrap();
    on_every_page(|language, document| {
        let ids: BTreeSet<&str> = ids(document).into_iter().collect();
        for example in &examples {
            let is_there = ids.contains(&*example.name) || ids.contains(&*format!("x-{}", example.name));
            assert!(is_there, "{language:?}: {}", example.name);
        }
    });
}

#[test]
fn the_art_has_a_place_on_every_page() {
    for page in pages().unwrap() {
        assert_eq!(page.html.matches(ART_MARK).count(), 1);
    }
}
