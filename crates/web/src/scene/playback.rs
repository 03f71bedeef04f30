//! How far the screen has followed the log: the current beat, and what comes next. It keeps no time; its owner has a
//! clock and calls it.

use std::ops::Range;
use std::sync::Arc;

use rules::game::{Action, Game, Playing};

use super::board::FloorPlan;
use super::caption::{Caption, Cause, Entry, Moment};
use super::flow::{Pace, Reel};
use super::show::{Beat, Path, Show};
use super::tableau::Tableau;
use crate::table::{Played, Speed, Story, tiles_laid};

/// The pause before the winning screen.
const LAST_LOOK_MS: u32 = 1400;

/// The position of the screen in the log.
#[derive(Clone, Debug)]
pub struct Playback {
    /// The number of actions shown.
    shown: usize,
    /// The game after them.
    game: Playing,
    /// What lies on the floor, as it was laid: a position does not store which pair of teleporters is the first.
    floor: FloorPlan,
    /// The board after them.
    tableau: Tableau,
    /// The log so far.
    log: Vec<Entry>,
    on: On,
    /// The moment that a question is about: shown instead of the current beat, which waits.
    asked: Option<Moment>,
    /// The last run of the monster, which can be watched again.
    last_run: Option<Arc<Show>>,
    gait: Gait,
}

#[derive(Clone, Debug)]
enum On {
    /// The board at rest.
    Rest,
    /// An action, and how many of its beats are in the log: all that have been shown, also before it was watched again.
    Action { show: Arc<Show>, at: usize, told: usize, after: Box<Playing> },
    /// A run that was shown before.
    Again { show: Arc<Show>, at: usize },
}

/// Whether the monster pauses after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// It does not pause.
    Running,
    /// It will pause after this step.
    Stepping,
    /// It pauses.
    Waiting,
}

/// What follows the current beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next beat, after this many milliseconds.
    After(u32),
    /// The next beat, when the player asks for it.
    Wait,
    /// Nothing: everything has been shown.
    Rest,
}

impl Playback {
    /// A screen that has shown the first `shown` actions of a story; `None` while tiles are laid. It begins after the
    /// last tile.
    #[must_use]
    pub fn new(story: &Story, shown: usize) -> Option<Playback> {
        let (beginning, played) = (story.beginning(), story.played());
        let games = std::iter::once(&beginning.0).chain(played.iter().map(|played| &played.game));
        let (laid, game) = games.enumerate().find_map(|(laid, game)| Some((laid, game.playing()?)))?;
        let mut playback = Playback {
            shown: laid,
            floor: match laid {
                0 => FloorPlan::of(game.position()),
                _ => FloorPlan::of_tiles(&tiles_laid(played)),
            },
            tableau: Tableau::of(game),
            game: game.clone(),
            log: vec![],
            on: On::Rest,
            asked: None,
            last_run: None,
            gait: Gait::Running,
        };
        let caption = Caption::Turn { turn: game.course().turn(), start: game.course().start() };
        playback.log.push(Entry { caption, dark: playback.tableau.dark, cause: None });
        for action in played.iter().take(shown).skip(laid) {
            playback.start(action, Path::New);
            playback.finish();
        }
        Some(playback)
    }

    /// Begins to show the next action.
    ///
    /// # Panics
    ///
    /// If the action is a tile: a playback begins after the last one.
    pub fn start(&mut self, played: &Played, path: Path) {
        self.finish();
        let after = played.game.playing().expect("a laid fortress stays laid").clone();
        let show = Arc::new(Show::of(&self.tableau, self.game.course().stage(), played, path));
        if show.tombstone.is_some() {
            self.last_run = Some(show.clone());
        }
        let asked = match &played.action {
            Action::Move { figure, path } => {
                Some(Cause::Move { game: Arc::new(self.game.clone()), figure: *figure, path: path.clone() })
            }
            Action::Place(_) | Action::Flip { .. } => None,
        };
        self.log.extend(entries(&show, 0..1, asked));
        self.on = On::Action { show, at: 0, told: 1, after: Box::new(after) };
        self.gait = Gait::Running;
    }

    /// What follows the current beat at this pace.
    #[must_use]
    pub fn next(&self, pace: Pace) -> Next {
        match self.beat() {
            None => Next::Rest,
            Some(_) if self.is_asked() => Next::Wait,
            Some(beat) if beat.ends_step && self.gait == Gait::Waiting => Next::Wait,
            Some(beat) => Next::After(pace.beat_ms(beat.ms, beat.word.is_some())),
        }
    }

    /// Advances to the next beat.
    pub fn go_on(&mut self) {
        if self.is_asked() {
            return;
        }
        match &mut self.on {
            On::Rest => {}
            On::Action { show, at, told, .. } if *at + 1 < show.beats.len() => {
                *at += 1;
                self.log.extend(entries(show, *told..(*at + 1).max(*told), None));
                *told = (*told).max(*at + 1);
            }
            On::Again { show, at } if *at + 1 < show.beats.len() => *at += 1,
            On::Action { .. } | On::Again { .. } => self.finish(),
        }
        if self.gait == Gait::Stepping && self.beat().is_some_and(|beat| beat.ends_step) {
            self.gait = Gait::Waiting;
        }
    }

    /// Jumps to the end of the current show.
    pub fn finish(&mut self) {
        self.asked = None;
        match std::mem::replace(&mut self.on, On::Rest) {
            On::Rest | On::Again { .. } => {}
            On::Action { show, told, after, .. } => {
                self.log.extend(entries(&show, told..show.beats.len(), None));
                self.tableau = show.beats.last().map_or_else(|| show.before.clone(), |beat| beat.tableau.clone());
                self.game = *after;
                self.shown += 1;
            }
        }
    }

    /// Shows the last run again, or the current run from its beginning.
    pub fn watch_again(&mut self) {
        self.asked = None;
        match (&mut self.on, &self.last_run) {
            (On::Action { show, at, .. } | On::Again { show, at }, _) if show.tombstone.is_some() => *at = 0,
            (On::Rest, Some(run)) => self.on = On::Again { show: run.clone(), at: 0 },
            (On::Action { .. } | On::Again { .. } | On::Rest, _) => {}
        }
        self.gait = Gait::Running;
    }

    /// Shows an earlier moment because of a question about it. The current beat waits.
    pub fn ask(&mut self, moment: &Moment) {
        self.asked = Some(moment.clone());
    }

    /// Returns to the current beat.
    pub fn answered(&mut self) {
        self.asked = None;
    }

    /// Whether a question about a moment is open.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// The look of the current step, for a question about it; at rest, that of the last step of the last run.
    #[must_use]
    pub fn last_look(&self) -> Option<Moment> {
        let (show, at) = match (&self.on, &self.last_run) {
            (On::Action { show, at, .. } | On::Again { show, at }, _) => (show, *at),
            (On::Rest, Some(run)) => (run, run.beats.len().checked_sub(1)?),
            (On::Rest, None) => return None,
        };
        let at = (0..=at).rev().find(|at| show.beats[*at].look.is_some())?;
        Some(Moment { show: show.clone(), at })
    }

    /// Lets the monster make one step and pause.
    pub fn step(&mut self) {
        let waited = self.gait == Gait::Waiting;
        self.gait = Gait::Stepping;
        if waited {
            self.go_on();
        }
    }

    /// Lets the monster run on.
    pub fn run(&mut self) {
        self.gait = Gait::Running;
    }

    /// Whether the monster pauses.
    #[must_use]
    pub fn gait(&self) -> Gait {
        self.gait
    }

    /// The current beat.
    #[must_use]
    pub fn beat(&self) -> Option<&Beat> {
        let (show, at) = self.show()?;
        show.beats.get(at)
    }

    /// The current show, and the index of its beat.
    #[must_use]
    pub fn show(&self) -> Option<(&Show, usize)> {
        match (&self.asked, &self.on) {
            (Some(moment), _) => Some((&moment.show, moment.at)),
            (None, On::Rest) => None,
            (None, On::Action { show, at, .. } | On::Again { show, at }) => Some((show, *at)),
        }
    }

    /// Whether a run is shown.
    #[must_use]
    pub fn is_run(&self) -> bool {
        self.show().is_some_and(|(show, _)| show.tombstone.is_some())
    }

    /// Whether the current show was shown before.
    #[must_use]
    pub fn is_again(&self) -> bool {
        match (&self.asked, &self.on) {
            (Some(moment), On::Action { show, .. }) => !Arc::ptr_eq(show, &moment.show),
            (Some(_), On::Again { .. } | On::Rest) | (None, On::Again { .. }) => true,
            (None, On::Action { .. } | On::Rest) => false,
        }
    }

    /// Whether there is a run to watch again.
    #[must_use]
    pub fn has_run(&self) -> bool {
        self.last_run.is_some()
    }

    /// The board as it is drawn.
    #[must_use]
    pub fn tableau(&self) -> &Tableau {
        self.beat().map_or(&self.tableau, |beat| &beat.tableau)
    }

    /// The game before the current action.
    #[must_use]
    pub fn game(&self) -> &Playing {
        &self.game
    }

    /// The floor of the fortress.
    #[must_use]
    pub fn floor(&self) -> &FloorPlan {
        &self.floor
    }

    /// The number of actions shown to their end.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// The log so far.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }
}

impl Reel for Playback {
    fn shown(&self) -> usize {
        self.shown()
    }

    fn next(&self, pace: Pace) -> Next {
        self.next(pace)
    }

    fn go_on(&mut self) {
        self.go_on();
    }

    fn finish(&mut self) {
        self.finish();
    }

    fn start(&mut self, played: &Played, path: Path) {
        self.start(played, path);
    }

    fn jump(&mut self, story: &Story, shown: usize) {
        // A board without a fortress cannot be shown: it stays as it was until another screen takes over.
        if let Some(playback) = Playback::new(story, shown) {
            *self = playback;
        }
    }

    fn is_run(&self) -> bool {
        self.is_run()
    }

    fn ends_with(&self, game: &Game) -> bool {
        game.ending().is_some()
    }

    fn last_look_ms(&self, _: Pace) -> u32 {
        LAST_LOOK_MS
    }
}

/// The log entries of these beats; `cause` is what can be asked about a move.
fn entries(show: &Arc<Show>, beats: Range<usize>, cause: Option<Cause>) -> Vec<Entry> {
    let told = beats.flat_map(|at| show.beats[at].captions.iter().map(move |caption| (at, caption)));
    let entry = |(at, caption): (usize, &Caption)| Entry {
        caption: caption.clone(),
        dark: show.before.dark,
        cause: match caption {
            Caption::Step { .. } | Caption::LastLook(_) => Some(Cause::Look(Moment { show: show.clone(), at })),
            Caption::Move { .. } => cause.clone(),
            Caption::Stage(_)
            | Caption::Turn { .. }
            | Caption::Tombstone(_)
            | Caption::NotCounted(_)
            | Caption::Returned(_)
            | Caption::LeftBehind(_)
            | Caption::Ended(_) => None,
        },
    };
    told.map(entry).collect()
}

/// A duration at a speed.
#[must_use]
pub fn at_speed(ms: u32, speed: Speed) -> u32 {
    match speed {
        Speed::Creep => ms * 2,
        Speed::Walk => ms,
        Speed::Rush => ms * 2 / 5,
    }
}
