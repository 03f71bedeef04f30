//! Takes a picture of every screen in every size and both colours, in German, whose words are the longest, and puts those of a screen on
//! one sheet: `target/contact-sheets`.

use std::fs;

use browser_tests::poses::{Look, SIZES, Screen, keep_games};
use browser_tests::{Scheme, output, with_page};

fn main() {
    let folder = output().join("contact-sheets");
    fs::create_dir_all(&folder).expect("the folder can be made");
    for screen in Screen::ALL {
        let mut pictures = String::new();
        with_page(async |page| {
            keep_games(page).await;
            for scheme in Scheme::ALL {
                for size in SIZES {
                    Look { size, scheme, language: "de" }.put_on(page).await;
                    screen.show(page).await;
                    let (width, height, _) = size;
                    let name = format!("{}-{width}x{height}-{}.png", screen.name(), scheme.name());
                    page.screenshot(&folder.join(&name)).await;
                    pictures += &format!("<figure><img src=\"{name}\"><figcaption>{name}</figcaption></figure>\n");
                }
            }
        });
        let screen = screen.name();
        let sheet = folder.join(format!("{screen}.html"));
        let style = "body{background:#777;font:14px sans-serif}figure{display:inline-block;margin:6px}img{height:420px;display:block}";
        let head = format!("<!doctype html><meta charset=\"utf-8\"><title>{screen}</title><style>{style}</style>");
        fs::write(&sheet, format!("{head}\n{pictures}")).expect("the sheet can be written");
        println!("{}", sheet.display());
    }
}
