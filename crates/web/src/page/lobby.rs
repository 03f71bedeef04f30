//! Tables on the server: makes one, finds one by its code, lists those of this browser.

use std::cell::RefCell;

use protocol::{Created, ErrorCode, GameId, State, TakeSeat};

use super::online::api::{self, Failure};
use super::online::pledge;
use super::parts::Found;
use crate::scene::home::TableLine;
use crate::scene::newtable::{Seating, TableRequests};

/// Makes a table and seats everybody who is here. If somebody cannot be seated, the table is there all the same, and the
/// rest can be done in its waiting room.
///
/// # Errors
///
/// If the table cannot be made.
pub async fn open(table: &TableRequests) -> Result<GameId, Failure> {
    let Created { game, commitment, .. } = api::new_table(&table.new).await?;
    pledge::remember(game, commitment);
    for request in &table.seating {
        match request {
            Seating::Dress(seat, patch) => drop(api::change_seat(game, *seat, patch).await),
            Seating::Take(wish) => {
                wish.nonce.inspect(|nonce| pledge::sent(game, *nonce));
                let seated = api::take_seat(game, wish).await;
                // A bot has the band if it could not be given another one.
                if seated.is_err_and(|failure| failure.code() == Some(ErrorCode::BandTaken)) {
                    drop(api::take_seat(game, &TakeSeat { band: None, ..wish.clone() }).await);
                }
            }
        }
    }
    Ok(game)
}

/// The table with a code.
pub async fn find(code: String) -> Found {
    match api::find(&code).await {
        Ok(answer) => Found::Table(answer.game),
        Err(failure) => match failure.code() {
            Some(ErrorCode::NoSuchCode | ErrorCode::NoSuchGame | ErrorCode::Gone | ErrorCode::BadRequest) => {
                Found::Nothing
            }
            Some(_) | None => Found::Unreachable,
        },
    }
}

/// How long the cover shows a game that is over.
const DAY_MS: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

/// Of how many games the end is looked up. The cover has room for no more.
const ENDS: usize = 4;

thread_local! {
    /// When games ended, in milliseconds since 1970.
    static ENDED: RefCell<Vec<(GameId, f64)>> = const { RefCell::new(vec![]) };
}

/// The tables of this browser as lines of the cover, without those that were over a day ago; `None` if the server does
/// not answer.
pub async fn mine() -> Option<Vec<TableLine>> {
    let (mut lines, mut ends) = (vec![], 0);
    for view in api::mine().await.ok()?.games {
        let Some(line) = TableLine::of(&view) else { continue };
        if view.state == State::Over {
            ends += 1;
            if ends > ENDS || !is_recent(view.game, view.seq).await {
                continue;
            }
        }
        lines.push(line);
    }
    Some(lines)
}

async fn is_recent(game: GameId, seq: u32) -> bool {
    let known = ENDED.with_borrow(|ended| ended.iter().find(|(one, _)| *one == game).map(|(_, when)| *when));
    let ended = match known {
        Some(ended) => ended,
        None => {
            let Some(ended) = api::when(game, seq).await else { return false };
            ENDED.with_borrow_mut(|all| all.push((game, ended)));
            ended
        }
    };
    js_sys::Date::now() - ended < DAY_MS
}
