//! The pages of the rules: examples played through, and every way between the game, a rule and a position.

use std::collections::BTreeMap;

use browser_tests::{Page, Scheme, with_page};
use rules_pages::{Example, PieceName, Place, Reel, examples};
use web::puzzle::words::Language;
use web::rule::{self, Rule};

const CODES: [(&str, Language); 3] = [("en", Language::English), ("de", Language::German), ("fr", Language::French)];

/// Steps through every example of the page: where each piece is at each moment, with how far it is turned, and whether it
/// is gone. Reads what the page has set, not what the browser computed from it: that would lay out fifty boards anew for
/// every moment.
const PLAY_ALL: &str = "Object.fromEntries([...document.querySelectorAll('figure')].filter((figure) => figure.querySelector('.try')).map((figure) => {
    const matrix = (group) => group?.style.transform ? new DOMMatrix(group.style.transform) : group?.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
    const piece = (group) => {
        const { e, f } = matrix(group);
        const { a, b } = matrix(group.querySelector('.turner'));
        const turn = Math.round(Math.atan2(b, a) * 180 / Math.PI);
        return [group.dataset.piece, [Math.round(e), Math.round(f), (turn + 360) % 360, Number(group.classList.contains('gone'))]];
    };
    const moments = [];
    for (const last = figure.querySelectorAll('.steps li').length; ;) {
        moments.push(Object.fromEntries([...figure.querySelectorAll('[data-piece]')].map(piece)));
        if (Number(figure.dataset.moment) === last) break;
        figure.querySelector('.try').click();
    }
    return [(figure.id || figure.closest('article').id).replace('x-', ''), moments];
}))";

type Moment = BTreeMap<String, [i32; 4]>;

/// The same as the engine plays it.
fn played(example: &Example) -> Vec<Moment> {
    let reel = Reel::of(example).expect("the engine plays it");
    let moment = |stand: &BTreeMap<PieceName, Place>| -> Moment {
        let piece = |(name, place): (&PieceName, &Place)| {
            let (x, y) = place.at;
            let turn = place.turn.rem_euclid(360);
            (name.to_string(), [x.round() as i32, y.round() as i32, turn, i32::from(place.is_gone)])
        };
        stand.iter().map(piece).collect()
    };
    std::iter::once(&reel.start).chain(reel.frames.iter().map(|frame| &frame.stand)).map(moment).collect()
}

#[test]
fn every_example_played_through_is_what_the_engine_does() {
    let examples = examples().expect("the examples can be read");
    let wanted: BTreeMap<String, Vec<Moment>> = examples
        .iter()
        .filter(|example| !example.deeds.is_empty())
        .map(|example| (example.name.clone(), played(example)))
        .collect();
    assert!(wanted.len() >= 12);
    with_page(async |page| {
        for (_, language) in CODES {
            page.open(rule::page(language)).await;
            let found: BTreeMap<String, Vec<Moment>> = page.eval(PLAY_ALL).await;
            for (name, moments) in &wanted {
                assert_eq!(found.get(name), Some(moments), "{language:?}: {name}");
            }
            assert_eq!(found.len(), wanted.len(), "{language:?}");
        }
    });
}

#[test]
fn an_example_goes_forth_and_back_and_begins_again() {
    with_page(async |page| {
        page.open("rules.html#x-chomp").await;
        let words = async || page.text("#x-chomp .try").await.to_lowercase();
        assert_eq!(words().await, "try it");
        let steps = page.count("#x-chomp .steps li").await;
        for step in 1..=steps {
            page.click("#x-chomp .try").await;
            page.wait_for(&format!("document.querySelector('#x-chomp').dataset.moment === '{step}'")).await;
            assert_eq!(words().await, if step == steps { "again" } else { "step" });
        }
        assert!(page.eval::<bool>("document.querySelector('#x-chomp [data-piece=Y1]').matches('.gone')").await);
        page.click("#x-chomp .back").await;
        page.wait_for(&format!("document.querySelector('#x-chomp').dataset.moment === '{}'", steps - 1)).await;
        page.click("#x-chomp .try").await;
        page.click("#x-chomp .try").await;
        page.wait_for("document.querySelector('#x-chomp').dataset.moment === '0'").await;
        assert_eq!(words().await, "try it");
        assert!(page.eval::<bool>("document.querySelector('#x-chomp .back').hidden").await);
        // The same by the keyboard.
        page.key("Enter").await;
        page.wait_for("document.querySelector('#x-chomp').dataset.moment === '1'").await;
    });
}

/// Whether the page at an address of the site has an element with its fragment.
async fn leads_somewhere(page: &Page, address: &str) -> bool {
    page.eval(&format!(
        "(async () => {{ const url = new URL('{address}', location.href); const answer = await fetch(url.pathname); return answer.ok && Boolean(new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(url.hash.slice(1))); }})()"
    ))
    .await
}

#[test]
fn every_rule_that_the_game_names_is_there_in_every_language() {
    with_page(async |page| {
        page.open("").await;
        for (_, language) in CODES {
            for rule in Rule::ALL {
                let address = rule.address(language);
                assert!(leads_somewhere(page, &address).await, "{address}");
            }
        }
    });
}

#[test]
fn an_answer_to_why_leads_to_its_rule_and_the_rule_to_a_position() {
    for (code, language) in CODES {
        with_page(async |page| {
            page.language(code).await;
            page.open("").await;
            page.keep_run("0c", 1).await;
            page.hold_clock().await;
            page.open("#/game/0c").await;
            page.click("[data-do=skip]").await;
            page.wait_for("document.querySelector('.log [data-do=why]') && !document.querySelector('.act.walk')").await;
            let asked = page.count(".log [data-do=why]").await;
            let mut rules = vec![];
            for nth in 0..asked {
                page.eval::<()>(&format!("document.querySelectorAll('.log [data-do=why]')[{nth}].click(); undefined"))
                    .await;
                page.wait_for("document.querySelector('.why-rulings .why-rule')").await;
                let links: Vec<String> = page
                    .eval("[...document.querySelectorAll('.why-rule')].map((link) => link.getAttribute('href'))")
                    .await;
                assert_eq!(links.len(), 1 + page.count(".why-rulings li").await, "every sentence has its rule");
                rules.extend(links);
                page.click("[data-do=close-why]").await;
                page.wait_for("!document.querySelector('.why')").await;
            }
            rules.sort();
            rules.dedup();
            assert!(rules.len() >= 2, "{rules:?}");
            for address in &rules {
                assert!(address.starts_with(rule::page(language)), "{address}");
                page.open(address).await;
                page.wait_for("document.querySelector(':target')?.checkVisibility()").await;
                let position = "document.querySelector(':target').closest('.ch').querySelector('a.open')";
                assert!(page.eval::<bool>(&format!("{position}.hash.startsWith('#/position/')")).await, "{address}");
            }
            // From the last of them on to the board.
            page.eval::<()>(
                "document.querySelector(':target').closest('.ch').querySelector('a.open').click(); undefined",
            )
            .await;
            page.wait_for("document.querySelector('main.analysis .board')").await;
        });
    }
}

#[test]
fn every_position_of_the_rules_opens_on_the_board() {
    with_page(async |page| {
        page.open("rules.html").await;
        let links: Vec<String> = page
            .eval("[...new Set([...document.querySelectorAll('a.open')].map((link) => link.getAttribute('href').slice(2)))]")
            .await;
        assert!(links.len() >= 31, "{}", links.len());
        for link in links {
            page.open(&link).await;
            page.wait_for("document.querySelector('main.analysis .board')").await;
            assert_eq!(page.count("main.analysis [role=alert]").await, 0, "{link}");
        }
    });
}

#[test]
fn the_game_leads_to_the_rules_in_the_language_of_the_reader() {
    for (code, language) in CODES {
        with_page(async |page| {
            page.language(code).await;
            for address in ["", "#/about"] {
                page.open(address).await;
                page.wait_for("document.querySelector('[data-do=all-rules]')").await;
                page.click("[data-do=all-rules]").await;
                page.wait_for(&format!(
                    "location.pathname.endsWith('/{}') && document.documentElement.lang === '{code}' && document.readyState === 'complete'",
                    rule::page(language)
                ))
                .await;
            }
            // And back.
            page.eval::<()>("document.querySelector('.toc a[href=\"./\"]').click(); undefined").await;
            page.wait_for("document.querySelector('main.home')").await;
        });
    }
}

#[test]
fn the_rules_have_the_colours_of_the_game() {
    with_page(async |page| {
        page.theme(Scheme::Light).await;
        page.open("regeln.html").await;
        assert_eq!(page.eval::<String>("document.documentElement.dataset.theme").await, "light");
        page.click("[data-do=theme]").await;
        page.wait_for("document.documentElement.dataset.theme === 'dark'").await;
        page.open("").await;
        page.wait_for("document.documentElement.dataset.theme === 'dark'").await;
    });
}
