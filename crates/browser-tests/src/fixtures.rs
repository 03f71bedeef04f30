//! Games to begin with, played by bots with fixed seeds, as the browser would have kept them.

use bots::{Bot, Budget, Stopwatch, Thinking};
use rules::chance::{Secret, Seed};
use rules::game::{Colour, Fortress, Length, Options, Players, View};
use web::table::{Due, LocalTable, NewTable, SeatPlan, Speed, Who};

/// Whose game it is.
fn table(colours: &[Colour], whos: &[Who]) -> NewTable {
    let players = Players::new(colours).expect("colours that can play together");
    let options = Options { players, fortress: Fortress::Basic, length: Length::Normal };
    let name = |who: &Who| match who {
        Who::Human => "Ada".to_owned(),
        Who::Bot(bot) => bot.name().to_owned(),
    };
    let seats = whos.iter().map(|who| SeatPlan { who: *who, name: name(who) }).collect();
    NewTable { options, seats, kit: 0, speed: Speed::default() }
}

/// A game of one human against three bots in which bots have played every seat for this many actions.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn game_after(actions: usize, seed: u8) -> LocalTable {
    let colours = [Colour::Green, Colour::Red, Colour::Blue, Colour::Yellow];
    let whos = [Who::Human, Who::Bot(Bot::Fledgling), Who::Bot(Bot::Fox), Who::Bot(Bot::Fox)];
    let mut table = LocalTable::begin(table(&colours, &whos), Secret::chosen(Seed([seed; 32]))).expect("a game");
    while table.played().len() < actions && table.due() != Due::Nobody {
        let seat = table.game().acting().expect("somebody is to act");
        let thinking = Thinking { budget: Budget::Nodes(1), seed: seed.into(), threads: 1, watch: &Stopwatch::start() };
        let decision = Bot::Fox.decide(View { seat, game: table.game() }, &thinking).expect("a bot decides");
        table.act(seat, decision.action).expect("a bot keeps to the rules");
    }
    table
}

/// The same, and on until the human is to act.
#[must_use]
pub fn humans_move_after(actions: usize, seed: u8) -> LocalTable {
    let whose = |table: &LocalTable| matches!(table.due(), Due::Human(_));
    let candidates = (actions..).map(|actions| game_after(actions, seed));
    candidates.take(40).find(whose).unwrap_or_else(|| game_after(actions, seed))
}

/// A game that is over.
#[must_use]
pub fn finished_game(seed: u8) -> LocalTable {
    game_after(usize::MAX, seed)
}
