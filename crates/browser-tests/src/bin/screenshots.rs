//! Takes the pictures of the documentation: `docs/pictures`.

use std::path::Path;

use browser_tests::fixtures::{finished_game, humans_move_after};
use browser_tests::poses::{plan, second_step};
use browser_tests::{Scheme, with_page};

struct Shot {
    name: &'static str,
    address: &'static str,
    size: (u32, u32, bool),
    scheme: Scheme,
}

const SHOTS: [Shot; 6] = [
    Shot { name: "home", address: "#/", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "new-table", address: "#/new", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "monster", address: "#/game/0c", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "end", address: "#/game/0b/end", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "table", address: "#/game/0a", size: (1440, 900, false), scheme: Scheme::Dark },
    Shot { name: "table-phone", address: "#/game/0a", size: (390, 844, true), scheme: Scheme::Light },
];

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for Shot { name, address, size: (width, height, touch), scheme } in SHOTS {
        with_page(async |page| {
            page.theme(scheme).await;
            page.size(width, height, touch).await;
            page.open("").await;
            if address.contains("/game/") {
                page.keep_game("0a", &humans_move_after(40, 1)).await;
                page.keep_game("0b", &finished_game(2)).await;
                page.keep_run("0c", 1).await;
            }
            page.open(address).await;
            match name {
                "monster" => second_step(page).await,
                "table" | "table-phone" => plan(page).await,
                _ => {}
            }
            let file = folder.join(format!("{name}.webp"));
            page.screenshot(&file).await;
            println!("docs/pictures/{name}.webp");
        });
    }
}
