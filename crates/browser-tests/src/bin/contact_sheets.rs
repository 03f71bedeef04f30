//! Takes a picture of every screen in every size and both colours, in German, whose words are the longest, and puts those of a screen on
//! one sheet: `target/contact-sheets`. With arguments, only screens whose name contains one of them.

use std::{env, fs};

use browser_tests::poses::{Look, SIZES, Screen};
use browser_tests::{Scheme, output, with_page};

fn main() {
    let folder = output().join("contact-sheets");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let words: Vec<String> = env::args().skip(1).collect();
    let is_wanted = |screen: &Screen| words.is_empty() || words.iter().any(|word| screen.name().contains(word));
    let looks = Scheme::ALL.into_iter().flat_map(|scheme| SIZES.map(|size| Look { size, scheme, language: "de" }));
    for screen in Screen::ALL.into_iter().filter(is_wanted) {
        let mut pictures = String::new();
        with_page(async |page| {
            let take = async |look: Look| {
                let (width, height, _) = look.size;
                let name = format!("{}-{width}x{height}-{}.png", screen.name(), look.scheme.name());
                page.screenshot(&folder.join(&name)).await;
                pictures += &format!("<figure><img src=\"{name}\"><figcaption>{name}</figcaption></figure>\n");
            };
            screen.show(page, looks.clone(), take).await;
        });
        let screen = screen.name();
        let sheet = folder.join(format!("{screen}.html"));
        let style = "body{background:#777;font:14px sans-serif}figure{display:inline-block;margin:6px}img{height:420px;display:block}";
        let head = format!("<!doctype html><meta charset=\"utf-8\"><title>{screen}</title><style>{style}</style>");
        fs::write(&sheet, format!("{head}\n{pictures}")).expect("the sheet can be written");
        println!("{}", sheet.display());
    }
}
