//! Takes a picture of every screen in every size and both colours, in German, whose words are the longest, and puts those of a screen on
//! one sheet: `target/contact-sheets`.

use std::fs;

use browser_tests::poses::{SIZES, keep_games, plan, refused_tile, second_step, why};
use browser_tests::{Page, Scheme, output, with_page};

const SCREENS: [(&str, &str); 13] = [
    ("home", "#/"),
    ("new-table", "#/new"),
    ("table", "#/game/0a"),
    ("seven", "#/game/07"),
    ("monster", "#/game/0c"),
    ("end", "#/game/0b/end"),
    ("analysis", "#/position/Mk5n-Se7m4i6-Bg3h3g4h4-Tc4en6n-FG1l4R5f4B3d8Y3c5-WY5-N21"),
    ("why", "#/game/0c"),
    ("set-up", "#/game/0f"),
    ("fortress", "#/fortress"),
    ("replay", "#/replay/game-0b/60"),
    ("archive", "#/archive"),
    ("about", "#/about"),
];

fn main() {
    let folder = output().join("contact-sheets");
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (screen, address) in SCREENS {
        let mut pictures = String::new();
        with_page(async |page| {
            keep_games(page).await;
            for scheme in [Scheme::Dark, Scheme::Light] {
                page.theme(scheme).await;
                for (width, height, touch) in SIZES {
                    page.size(width, height, touch).await;
                    page.open(address).await;
                    pose(page, screen).await;
                    let name = format!("{screen}-{width}x{height}-{}.png", scheme.name());
                    page.screenshot(&folder.join(&name)).await;
                    pictures += &format!("<figure><img src=\"{name}\"><figcaption>{name}</figcaption></figure>\n");
                }
            }
        });
        let sheet = folder.join(format!("{screen}.html"));
        let style = "body{background:#777;font:14px sans-serif}figure{display:inline-block;margin:6px}img{height:420px;display:block}";
        let head = format!("<!doctype html><meta charset=\"utf-8\"><title>{screen}</title><style>{style}</style>");
        fs::write(&sheet, format!("{head}\n{pictures}")).expect("the sheet can be written");
        println!("{}", sheet.display());
    }
}

/// What makes a picture of a screen worth looking at.
async fn pose(page: &Page, screen: &str) {
    match screen {
        "table" => plan(page).await,
        "monster" => second_step(page).await,
        "why" => {
            second_step(page).await;
            why(page).await;
        }
        "set-up" => refused_tile(page).await,
        _ => {}
    }
}
