//! What is wrong with an imported record, in words. The exact reason is shown beside it, in English.

use rules::notation::bits::WordError;
use rules::notation::{CodeError, RecordError, RecordTextProblem};
use rules::record::RecordProblem;

use super::i18n::*;
use super::words::Language;
use crate::puzzle::progress::{MOST_SENT, ProgressProblem};
use crate::scene::archive::BroughtProblem;
use crate::table::BundleProblem;

/// Why a link does not contain a record.
#[must_use]
pub fn code(i18n: Language, error: &CodeError) -> String {
    match error {
        CodeError::Word(WordError::Empty) => t_string!(i18n, replay.problem.nothing).to_owned(),
        CodeError::Word(WordError::TooLong { .. }) => t_string!(i18n, replay.problem.too_much).to_owned(),
        CodeError::Word(WordError::Version { .. }) => t_string!(i18n, replay.problem.code_newer).to_owned(),
        CodeError::Word(WordError::Character { at, .. }) => {
            t_string!(i18n, replay.problem.code_character, at = *at).to_string()
        }
        CodeError::Word(WordError::Damaged) => t_string!(i18n, replay.problem.code_damaged).to_owned(),
        CodeError::Record(RecordProblem::Illegal { action, .. }) => {
            t_string!(i18n, replay.problem.code_against_rules, action = *action + 1).to_string()
        }
        // These do not happen by accident: such a code was made by hand.
        CodeError::Word(WordError::BreaksOff(_) | WordError::Expected { .. })
        | CodeError::Players(_)
        | CodeError::Tile { .. }
        | CodeError::Terms(_)
        | CodeError::Record(RecordProblem::Secret | RecordProblem::Branched { .. })
        | CodeError::Roundabout => t_string!(i18n, replay.problem.code_unreadable).to_owned(),
    }
}

/// Why a text is not a record.
fn text(i18n: Language, error: &RecordError) -> String {
    let what = match &error.problem {
        RecordTextProblem::NotARecord => t_string!(i18n, replay.problem.not_a_record),
        RecordTextProblem::UnknownVersion(_) => t_string!(i18n, replay.problem.newer),
        RecordTextProblem::Missing(_) | RecordTextProblem::SecretMissing(_) => {
            t_string!(i18n, replay.problem.missing)
        }
        RecordTextProblem::Players(_)
        | RecordTextProblem::Placing(_)
        | RecordTextProblem::Terms(_)
        | RecordTextProblem::TilesMissing(_)
        | RecordTextProblem::Record(_)
        | RecordTextProblem::OtherWay { .. }
        | RecordTextProblem::NoStep { .. } => t_string!(i18n, replay.problem.against_rules),
        RecordTextProblem::OtherResult(_) => t_string!(i18n, replay.problem.other_result),
        RecordTextProblem::BreaksOff => t_string!(i18n, replay.problem.breaks_off),
        RecordTextProblem::Unfair(_) => t_string!(i18n, replay.problem.unfair),
        RecordTextProblem::Expected { .. }
        | RecordTextProblem::Name(_)
        | RecordTextProblem::Twice(_)
        | RecordTextProblem::TileNotPrepared
        | RecordTextProblem::NoSuchSeat(_)
        | RecordTextProblem::AfterEnd(_)
        | RecordTextProblem::Situation(_)
        | RecordTextProblem::BotName(_)
        | RecordTextProblem::InSituation(_)
        | RecordTextProblem::OtherSeats => t_string!(i18n, replay.problem.unreadable),
    };
    t_string!(i18n, replay.problem.line, line = error.line, what = what).to_string()
}

/// Why an import cannot be opened.
#[must_use]
pub fn brought(i18n: Language, problem: &BroughtProblem) -> String {
    match problem {
        BroughtProblem::Nothing => t_string!(i18n, replay.problem.nothing).to_owned(),
        BroughtProblem::TooLong(_) => t_string!(i18n, replay.problem.too_much).to_owned(),
        BroughtProblem::Text(error) => text(i18n, error),
        BroughtProblem::Code(error) => code(i18n, error),
        BroughtProblem::OtherLink => t_string!(i18n, replay.problem.other_link).to_owned(),
        BroughtProblem::File(BundleProblem::Json { line, .. }) => {
            t_string!(i18n, replay.problem.file_line, line = *line).to_string()
        }
        BroughtProblem::Progress(problem) => progress(i18n, problem),
        BroughtProblem::File(BundleProblem::Version(_)) => t_string!(i18n, replay.problem.file_newer).to_owned(),
        BroughtProblem::Game { number, .. } => t_string!(i18n, replay.problem.file_game, number = *number).to_string(),
    }
}

/// Why the progress in the puzzle game that is in a file cannot be loaded.
#[must_use]
pub fn progress(i18n: Language, problem: &ProgressProblem) -> String {
    match problem {
        ProgressProblem::Unreadable(_) | ProgressProblem::TooLong(_) => {
            t_string!(i18n, replay.problem.file_progress).to_owned()
        }
        ProgressProblem::Version(_) => t_string!(i18n, replay.problem.file_newer).to_owned(),
        ProgressProblem::TooManySent(count) => {
            t_string!(i18n, replay.problem.too_many_sent, count = *count, most = MOST_SENT).to_string()
        }
    }
}

/// The exact reason, if there is more to say.
#[must_use]
pub fn reason(problem: &BroughtProblem) -> Option<String> {
    match problem {
        BroughtProblem::Nothing | BroughtProblem::OtherLink | BroughtProblem::File(BundleProblem::Version(_)) => None,
        BroughtProblem::TooLong(_)
        | BroughtProblem::Text(_)
        | BroughtProblem::Code(_)
        | BroughtProblem::File(BundleProblem::Json { .. })
        | BroughtProblem::Progress(_)
        | BroughtProblem::Game { .. } => Some(problem.to_string()),
    }
}
