//! Takes the pictures of the documentation: `docs/pictures`.

use std::path::Path;

use browser_tests::fixtures::{finished_game, half_laid, humans_move_after};
use browser_tests::poses::{Look, Screen, plan, refused_tile, second_step, why};
use browser_tests::{Scheme, with_page};

struct Shot {
    name: &'static str,
    address: &'static str,
    size: (u32, u32, bool),
    scheme: Scheme,
}

const SHOTS: [Shot; 11] = [
    Shot { name: "home", address: "#/", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "new-table", address: "#/new", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "monster", address: "#/game/0c", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "end", address: "#/game/0b/end", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "table", address: "#/game/0a", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "why", address: "#/game/0c", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "set-up", address: "#/game/0f", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "replay", address: "#/replay/game-0b/60", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot {
        name: "analysis",
        address: "#/position/Mk5n-Se7m4i6-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-WY5-N21",
        size: (1440, 900, false),
        scheme: Scheme::Dark,
    },
    Shot { name: "rules", address: "rules.html#look", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "table-phone", address: "#/game/0a", size: (390, 844, true), scheme: Scheme::Light },
];

/// Screens of play over a link: the name of the picture, the screen, and the size.
const OVER_A_LINK: [(&str, Screen, (u32, u32, bool)); 2] =
    [("room", Screen::Room, (1440, 900, false)), ("arrival-phone", Screen::Arrival, (390, 844, true))];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for Shot { name, address, size: (width, height, touch), scheme } in SHOTS {
        with_page(async |page| {
            page.theme(scheme).await;
            page.size(width, height, touch).await;
            page.open("").await;
            if address.contains("game") {
                page.keep_game("0a", &humans_move_after(40, 1)).await;
                page.keep_game("0b", &finished_game(2)).await;
                page.keep_game("0f", &half_laid(4, 0)).await;
                page.keep_run("0c", 1).await;
            }
            page.hold_clock().await;
            page.open(address).await;
            match name {
                "monster" => second_step(page).await,
                "why" => {
                    second_step(page).await;
                    why(page).await;
                }
                "set-up" => refused_tile(page).await,
                "table" | "table-phone" => plan(page).await,
                "analysis" => page.run_until("document.querySelector('[data-advice]')").await,
                _ => {}
            }
            let file = folder.join(format!("{name}.webp"));
            page.screenshot(&file).await;
            println!("docs/pictures/{name}.webp");
        });
    }
    for (name, screen, size) in OVER_A_LINK {
        with_page(async |page| {
            let look = Look { size, scheme: Scheme::Dark, language: "en" };
            screen.show(page, [look], async |_| page.screenshot(&folder.join(format!("{name}.webp"))).await).await;
            println!("docs/pictures/{name}.webp");
        });
    }
}
