//! Tables on the server, in every state that has a screen of its own.

use bots::Bot;
use protocol::{GameId, State};
use serde_json::{Value, json};

use super::LONG_NAME;
use super::scenery::Scenery;
use crate::{Page, Person, play_until};

/// Another name of the greatest length, with wide letters.
const WIDE_NAME: &str = "Wilhelmina Wagemühle";

/// How many actions a game has that is well under way.
const UNDER_WAY: u32 = 24;

fn open() -> Value {
    json!({"is": "open"})
}

fn bot(bot: Bot) -> Value {
    json!({"is": "bot", "bot": bot.to_string()})
}

impl Scenery {
    fn of_table(game: GameId, people: Vec<Person>) -> Scenery {
        Scenery::of(format!("#/table/{game}"), people)
    }
}

/// Two people sit at the page, one elsewhere and a bot; somebody is on the way, and somebody watches.
pub(super) async fn room(page: &Page) -> Scenery {
    let [mut here, mut guest] = [Person::with_browser(page), Person::elsewhere(page)];
    let seats = [open(), open(), open(), open(), bot(Bot::Fox), open()];
    let game = here.make_table(json!({"seats": seats, "monster": 17})).await;
    here.sit_down(game, LONG_NAME).await;
    here.sit_down(game, "Max").await;
    guest.sit_down(game, WIDE_NAME).await;
    guest.come(game).await;
    page.belong_to(&here).await;
    let [mut newcomer, mut watcher] = [Person::elsewhere(page), Person::elsewhere(page)];
    newcomer.arrive(game, 3, "Maximilian von Graus").await;
    watcher.watch(game, "Zoe").await;
    Scenery::of_table(game, vec![guest, newcomer, watcher])
}

/// A table of somebody elsewhere. With a name, somebody sits at the page.
pub(super) async fn room_of_others(page: &Page, name_here: Option<&str>) -> Scenery {
    let [mut host, mut guest, mut newcomer] =
        [Person::elsewhere(page), Person::elsewhere(page), Person::elsewhere(page)];
    let seats = [open(), open(), bot(Bot::Fiend), open(), open()];
    let game = host.make_table(json!({"seats": seats, "monster": 40, "fortress": {"named": "carousel"}})).await;
    host.sit_down(game, WIDE_NAME).await;
    host.come(game).await;
    match name_here {
        Some(name) => {
            let mut here = Person::with_browser(page);
            here.sit_down(game, name).await;
            page.belong_to(&here).await;
        }
        None => guest.sit_down(game, "Max").await,
    }
    newcomer.arrive(game, 3, "Dora").await;
    Scenery::of_table(game, vec![host, guest, newcomer])
}

/// A table of somebody elsewhere with six bots.
pub(super) async fn full_house(page: &Page) -> Scenery {
    let mut host = Person::elsewhere(page);
    let seats =
        [open(), bot(Bot::Fool), bot(Bot::Fledgling), bot(Bot::Fox), bot(Bot::Fiend), bot(Bot::Fox), bot(Bot::Fox)];
    let game = host.make_table(json!({"seats": seats, "monster": 5})).await;
    host.sit_down(game, WIDE_NAME).await;
    host.come(game).await;
    Scenery::of_table(game, vec![host])
}

/// A game of the page, of two people elsewhere and of this many bots. Of those elsewhere one has vanished and is to move.
pub(super) async fn in_play(page: &Page, bots: usize) -> Scenery {
    let [mut here, mut gone, mut guest] =
        [Person::with_browser(page), Person::elsewhere(page), Person::elsewhere(page)];
    let mut seats = vec![open(), open(), open()];
    seats.resize_with(3 + bots, || bot(Bot::Fool));
    let game = here.make_table(json!({"seats": seats, "monster": 17})).await;
    here.sit_down(game, LONG_NAME).await;
    gone.sit_down(game, WIDE_NAME).await;
    guest.sit_down(game, "Cleo").await;
    here.start(game).await;
    play_until(game, &mut [&mut here, &mut gone, &mut guest], |view| {
        view.seq >= UNDER_WAY && view.awaits.is_some_and(|awaits| awaits.seat.index() == 1)
    })
    .await;
    guest.come(game).await;
    page.belong_to(&here).await;
    let mut watcher = Person::elsewhere(page);
    watcher.watch(game, "Zoe").await;
    Scenery::of_table(game, vec![guest, watcher])
}

/// A game that bots have played to its end.
pub(super) async fn finished(page: &Page) -> Scenery {
    let mut here = Person::with_browser(page);
    let game = here.make_table(json!({"seats": [open(), open(), bot(Bot::Fool), bot(Bot::Fool)], "monster": 17})).await;
    here.sit_down(game, LONG_NAME).await;
    here.sit_down(game, WIDE_NAME).await;
    here.start(game).await;
    here.call_bot(game, 0, Bot::Fledgling).await;
    here.call_bot(game, 1, Bot::Fool).await;
    while here.view(game).await.state != State::Over {}
    page.belong_to(&here).await;
    Scenery::at(&format!("#/table/{game}/end"))
}

/// Three tables of the page: one waits, at one it is to move, at one somebody else.
pub(super) async fn several(page: &Page) -> Scenery {
    let [mut here, mut guest] = [Person::with_browser(page), Person::elsewhere(page)];
    let seats = [open(), open(), open(), bot(Bot::Fox)];
    let waiting = here.make_table(json!({ "seats": seats })).await;
    here.sit_down(waiting, LONG_NAME).await;
    for first in 0..2 {
        let game = here.make_table(json!({"seats": [open(), open()], "first": {"seat": first}})).await;
        here.sit_down(game, LONG_NAME).await;
        guest.sit_down(game, WIDE_NAME).await;
        here.start(game).await;
    }
    page.belong_to(&here).await;
    Scenery::kept(page, "#/").await
}
