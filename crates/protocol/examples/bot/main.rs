//! A bot in Rust: it takes a seat at a table of `fearsome serve` and plays one game to its end.
//!
//! ```console
//! $ cargo run --package protocol --example bot -- http://localhost:8717 GAME NAME
//! ```
//!
//! If GAME is `new`, the bot makes a table for itself and two Foxes. `player` is the bot.

mod player;

use anyhow::{Result, bail};
use player::Bot;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [server, game, name] = arguments.as_slice() else {
        bail!("expected the address of a server, the id of a game or `new`, and a name");
    };
    let game = if game == "new" { player::make_table(server, 1, 2).await? } else { game.parse()? };
    let mut bot = Bot::sit_down(server, game, name).await?;
    println!("{name} sits down at {server}/t/{game}");
    println!("{}", serde_json::to_string(&bot.play().await?)?);
    Ok(())
}
