//! The tiles as far as they have been shown: each comes down after the one before it.

use rules::game::{Action, Game, PartialFortress, Placement, Seat};

use crate::scene::flow::{Pace, Reel};
use crate::scene::playback::at_speed;
use crate::scene::player::Next;
use crate::scene::show::Path;
use crate::table::{Played, Story, tiles_laid};

/// The duration of a tile coming down, including the time to look at it.
const LANDING_MS: u32 = 900;

/// The pause before the game begins.
const LAST_LOOK_MS: u32 = 1200;

/// The tiles as far as they have been shown.
#[derive(Clone, Debug)]
pub struct TileReel {
    shown: usize,
    game: Game,
    tiles: PartialFortress,
    last: Option<(Seat, Placement)>,
    /// A tile that comes down, and the game after it.
    landing: Option<(Placement, Box<Game>)>,
}

impl TileReel {
    /// The first `shown` actions of a story.
    #[must_use]
    pub fn new(story: &Story, shown: usize) -> TileReel {
        let played = &story.played()[..shown.min(story.actions())];
        let last = played.iter().rev().find_map(|played| match played.action {
            Action::Place(placement) => Some((played.seat?, placement)),
            Action::Move { .. } | Action::Flip { .. } => None,
        });
        TileReel {
            shown: played.len(),
            game: played.last().map_or_else(|| story.beginning().0.clone(), |played| played.game.clone()),
            tiles: tiles_laid(played),
            last,
            landing: None,
        }
    }

    /// The game as far as it has been shown.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The tiles that lie.
    #[must_use]
    pub fn tiles(&self) -> PartialFortress {
        self.tiles
    }

    /// The tile that was laid last or is coming down, and who laid it.
    #[must_use]
    pub fn last(&self) -> Option<(Seat, Placement)> {
        self.last
    }

    /// The tile that comes down, and for how many milliseconds.
    #[must_use]
    pub fn landing(&self, pace: Pace) -> Option<(Placement, u32)> {
        self.landing.as_ref().map(|(placement, _)| (*placement, at_speed(LANDING_MS, pace.speed)))
    }
}

impl Reel for TileReel {
    fn shown(&self) -> usize {
        self.shown
    }

    fn next(&self, pace: Pace) -> Next {
        self.landing(pace).map_or(Next::Rest, |(_, ms)| Next::After(ms))
    }

    fn go_on(&mut self) {
        self.finish();
    }

    fn finish(&mut self) {
        if let Some((placement, game)) = self.landing.take() {
            self.game = *game;
            self.tiles.place(placement).expect("what has been played is legal");
            self.shown += 1;
        }
    }

    fn start(&mut self, played: &Played, path: Path) {
        self.finish();
        let Action::Place(placement) = played.action else { return };
        self.last = played.seat.map(|seat| (seat, placement));
        self.landing = Some((placement, Box::new(played.game.clone())));
        // Whoever laid it has seen it.
        match path {
            Path::Planned => self.finish(),
            Path::New => {}
        }
    }

    fn jump(&mut self, story: &Story, shown: usize) {
        *self = TileReel::new(story, shown);
    }

    fn is_run(&self) -> bool {
        false
    }

    fn is_announcing(&self) -> bool {
        false
    }

    fn ends_with(&self, game: &Game) -> bool {
        game.playing().is_some()
    }

    fn last_look_ms(&self, pace: Pace) -> u32 {
        at_speed(LAST_LOOK_MS, pace.speed)
    }
}
