//! The panels of the players: whose turn it is, and the state of each figure.

use rules::game::{Face, Players, Seat, Stage};
use rules::{FigureId, Whereabouts};

use super::foresight::{Danger, Foresight};
use super::moving::Moving;
use super::playback::Playback;

/// A player's panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The seat of the player.
    pub seat: Seat,
    /// Whether it is their turn.
    pub is_acting: bool,
    /// Whether they have the start marker.
    pub has_marker: bool,
    /// How many of their figures have escaped, and how many it takes to win.
    pub out: (usize, usize),
    /// Their figures.
    pub figures: Vec<FigureLine>,
}

/// A figure in its player's panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureLine {
    /// The figure.
    pub figure: FigureId,
    /// The side that faces up.
    pub face: Face,
    /// Its state.
    pub state: FigureState,
    /// Whether it can be chosen.
    pub is_choosable: bool,
    /// Its danger now and after the planned move, if the table reveals it.
    pub danger: Option<Danger>,
}

/// The state of a figure during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureState {
    /// On the board, still to move.
    ToMove,
    /// On the board, has moved.
    Moved,
    /// Being moved.
    Moving,
    /// Outside the entrance, still to move.
    Outside,
    /// Outside the entrance, has moved.
    OutsideMoved,
    /// Escaped.
    Escaped,
    /// Eaten.
    Eaten,
}

/// The panels in seat order.
#[must_use]
pub fn cast(playback: &Playback, moving: Option<&Moving>, foresight: Option<&Foresight>) -> Vec<Panel> {
    let game = playback.game();
    let players: &Players = game.players();
    let moving = playback.hand(moving);
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
        // In stage one it returns to the entrance at the end of the run.
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

/// Stage and turn for the header.
#[must_use]
pub fn stage_and_turn(playback: &Playback) -> (Stage, u8) {
    let course = playback.game().course();
    (course.stage(), course.turn())
}
