//! The panels of the players: whose turn it is, and how each figure fares.

use rules::game::{Face, Players, Seat, Stage};
use rules::{FigureId, Whereabouts};

use super::foresight::{Danger, Foresight};
use super::moving::Moving;
use super::playback::Playback;

/// A player's panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Whose.
    pub seat: Seat,
    /// Whether it is their move.
    pub is_acting: bool,
    /// Whether they have the start marker.
    pub has_marker: bool,
    /// How many of their figures are out, and how many win.
    pub out: (usize, usize),
    /// Their figures.
    pub figures: Vec<FigureLine>,
}

/// A figure in its player's panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureLine {
    /// Who.
    pub figure: FigureId,
    /// The side that lies up.
    pub face: Face,
    /// How it fares.
    pub state: FigureState,
    /// Whether it can be chosen now.
    pub is_choosable: bool,
    /// How likely it is eaten, as the table is and with the move that is thought about; where the table tells it.
    pub danger: Option<Danger>,
}

/// How a figure fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureState {
    /// On the board, still to move.
    ToMove,
    /// On the board, has moved.
    Moved,
    /// Is being moved now.
    Moving,
    /// Outside the entrance, still to move.
    Outside,
    /// Outside the entrance, has had its move.
    OutsideMoved,
    /// Out by the exit.
    Escaped,
    /// Eaten.
    Eaten,
}

/// The panels in the order of the seats.
#[must_use]
pub fn cast(playback: &Playback, moving: Option<&Moving>, foresight: Option<&Foresight>) -> Vec<Panel> {
    let game = playback.game();
    let players: &Players = game.players();
    // While something is shown nobody's hand is over the board.
    let moving = moving.filter(|_| playback.beat().is_none());
    let foresight = foresight.filter(|_| playback.beat().is_none());
    let panel = |seat: Seat| {
        let figures: Vec<FigureLine> =
            players.figures(seat).iter().map(|figure| line(playback, moving, foresight, figure)).collect();
        let out = figures.iter().filter(|line| line.state == FigureState::Escaped).count();
        Panel {
            seat,
            is_acting: game.acting() == Some(seat) && !playback.is_run(),
            has_marker: game.course().start() == seat,
            out: (out, players.figures_each() - 1),
            figures,
        }
    };
    players.seats().map(panel).collect()
}

fn line(playback: &Playback, moving: Option<&Moving>, foresight: Option<&Foresight>, figure: FigureId) -> FigureLine {
    let tableau = playback.tableau();
    let has_moved = tableau.moved.has(figure);
    let state = match tableau.position.whereabouts(figure) {
        Some(Whereabouts::Escaped) => FigureState::Escaped,
        // In stage one it is back outside at the end of the run.
        Some(Whereabouts::Eaten) | None => FigureState::Eaten,
        _ if moving.is_some_and(|moving| moving.figure() == Some(figure)) => FigureState::Moving,
        Some(Whereabouts::Waiting) if has_moved => FigureState::OutsideMoved,
        Some(Whereabouts::Waiting) => FigureState::Outside,
        Some(Whereabouts::On(_)) if has_moved => FigureState::Moved,
        Some(Whereabouts::On(_)) => FigureState::ToMove,
    };
    let is_choosable = moving.is_some_and(|moving| moving.choosable().has(figure));
    let is_inside = matches!(tableau.position.whereabouts(figure), Some(Whereabouts::On(_)));
    let is_moving = moving.is_some_and(|moving| moving.figure() == Some(figure));
    let danger = foresight.filter(|_| is_inside || is_moving).and_then(|foresight| foresight.danger(figure));
    FigureLine { figure, face: tableau.face(figure), state, is_choosable, danger }
}

/// Stage and turn as the heading tells them.
#[must_use]
pub fn stage_and_turn(playback: &Playback) -> (Stage, u8) {
    let course = playback.game().course();
    (course.stage(), course.turn())
}
