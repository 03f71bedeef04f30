//! New games: what is stored of them.

use protocol::{ErrorCode, Problem, StartRule};
use rules::chance::Secret;

use super::story::Story;
use crate::lots;
use crate::store::{NewRow, Phase, Quota, Row};
use crate::table::{Door, Table};

/// How often lots are drawn again if another table has the same code.
pub(crate) const DRAWS: usize = 8;

/// A game that has just started.
pub(super) struct Begun {
    pub(super) row: Row,
    pub(super) story: Story,
}

impl Begun {
    /// Starts the game of a table. Open seats get bots of the kind `fill` or fall away.
    pub(super) fn new(mut table: Table, fill: Option<bots::Bot>, secret: &Secret, now: i64) -> Result<Begun, Problem> {
        table.gather(fill)?;
        let refused = |problem: String| Problem::new(ErrorCode::AgainstRules, problem);
        let story = Story::begin(table.agreement(secret)?, *secret).map_err(|problem| refused(problem.to_string()))?;
        let first = story.game().acting().and_then(|seat| table.doors().get(seat.index()));
        let is_bot_due = matches!(first, Some(Door::Bot(_)));
        let terms = Some(story.terms());
        let row = Row { phase: Phase::Playing, active_at: now, code: None, table, terms, is_bot_due };
        Ok(Begun { row, story })
    }
}

/// A new game with lots of its own, and the code of its table if it waits.
pub(crate) fn new_game(table: Table, quota: Option<Quota>, now: i64) -> Result<(NewRow, Option<String>), Problem> {
    let secret = lots::secret();
    // People of a rematch are asked again: only seats that are taken can start a game.
    let starts = table.settings.start == StartRule::WhenFull && table.is_full() && !table.is_rematch();
    let row = if starts {
        Begun::new(table, None, &secret, now)?.row
    } else {
        let code = Some(lots::table_code());
        Row { phase: Phase::Waiting, active_at: now, code, table, terms: None, is_bot_due: false }
    };
    let code = row.code.clone();
    Ok((NewRow { game: lots::game_id(), secret, created_at: now, row, quota }, code))
}
