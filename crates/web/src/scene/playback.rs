//! How far the screen has followed the log: what has been shown to its end, and the show that is played.

use std::ops::Range;
use std::sync::Arc;

use rules::game::{Action, Game, Playing, Stage};

use super::board::FloorPlan;
use super::caption::{Caption, Cause, Deed, Entry, Moment};
use super::flow::{Pace, Reel};
use super::moving::Moving;
use super::player::{Next, Player, RunButton};
use super::show::{Beat, Path, PieceId, Show, Way};
use super::tableau::Tableau;
use crate::table::{Played, Speed, Story, tiles_laid};

/// The pause before the winning screen.
const LAST_LOOK_MS: u32 = 1400;

/// How long the beginning of stage two is announced: enough to read two lines.
const ANNOUNCEMENT_MS: u32 = 3600;

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
    player: Player,
    /// The action that is being shown; without one, the player shows something that was shown before.
    action: Option<Current>,
    /// How often the screen has jumped to another moment.
    jumps: usize,
    /// Whether the beginning of stage two is announced. The next action waits.
    announces: bool,
}

/// An action that is being shown.
#[derive(Clone, Debug)]
struct Current {
    show: Arc<Show>,
    /// How many of its beats are in the log: all that have been shown, also before it was watched again.
    told: usize,
    /// The game after it.
    after: Box<Playing>,
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
            player: Player::default(),
            action: None,
            jumps: 0,
            announces: false,
        };
        let caption = Caption::Turn { turn: game.course().turn(), start: game.course().start() };
        playback.log.push(Entry { caption, dark: playback.tableau.dark, cause: None });
        for action in played.iter().take(shown).skip(laid) {
            playback.start(action, Path::New);
            playback.finish();
        }
        // Only what is seen is announced.
        playback.announces = false;
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
        let asked = match &played.action {
            Action::Move { figure, path } => {
                Some(Cause::Move { game: Arc::new(self.game.clone()), figure: *figure, path: path.clone() })
            }
            Action::Place(_) | Action::Flip { .. } => None,
        };
        self.log.extend(entries(&show, 0..1, asked));
        self.player.start(show.clone());
        self.action = Some(Current { show, told: 1, after: Box::new(after) });
    }

    /// What follows, and when. An announcement stands until it can be read.
    #[must_use]
    pub fn next(&self, pace: Pace) -> Next {
        match self.player.next(pace) {
            Next::Rest if self.announces => Next::After(ANNOUNCEMENT_MS),
            next => next,
        }
    }

    /// Whether the beginning of stage two is announced now: nothing else happens on the board.
    #[must_use]
    pub fn is_announcing(&self) -> bool {
        self.announces && self.player.show().is_none()
    }

    /// The announcement has been read.
    pub fn announced(&mut self) {
        self.announces = false;
    }

    /// Advances to the next beat, or ends the announcement.
    pub fn go_on(&mut self) {
        if self.is_announcing() {
            return self.announced();
        }
        self.player.go_on();
        self.tell();
    }

    /// Adds what the player shows for the first time to the log. An action that has been shown is done.
    fn tell(&mut self) {
        match (&mut self.action, self.player.playing()) {
            (Some(Current { show, told, .. }), Some(on)) => {
                self.log.extend(entries(show, *told..(on.at + 1).max(*told), None));
                *told = (*told).max(on.at + 1);
            }
            (Some(_), None) => self.finish(),
            (None, _) => {}
        }
    }

    /// Jumps to the end of the current show.
    pub fn finish(&mut self) {
        self.player.stop();
        self.announces = false;
        if let Some(Current { show, told, after }) = self.action.take() {
            self.log.extend(entries(&show, told..show.beats.len(), None));
            self.tableau = show.beats.last().map_or_else(|| show.before.clone(), |beat| beat.tableau.clone());
            let before = std::mem::replace(&mut self.game, *after);
            let stages = (before.course().stage(), self.game.course().stage());
            self.announces = stages == (Stage::One, Stage::Two) && self.game.ending().is_none();
            self.shown += 1;
        }
    }

    /// What plays the current show.
    #[must_use]
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Shows an earlier moment because of a question about it. The current beat waits.
    pub fn ask(&mut self, moment: &Moment) {
        self.player.ask(moment);
    }

    /// Returns to the current beat.
    pub fn answered(&mut self) {
        self.player.answered();
    }

    /// What a button of the bar under a run does.
    pub fn press(&mut self, button: RunButton) {
        if button == RunButton::Again {
            self.announces = false;
        }
        self.player.press(button);
        self.tell();
    }

    /// The beat on the screen.
    #[must_use]
    pub fn beat(&self) -> Option<&Beat> {
        self.player.beat()
    }

    /// The show on the screen, and the number of its beat.
    #[must_use]
    pub fn show(&self) -> Option<(&Show, usize)> {
        self.player.show().map(|(show, at)| (show.as_ref(), at))
    }

    /// Whether a run is shown.
    #[must_use]
    pub fn is_run(&self) -> bool {
        self.player.is_run()
    }

    /// Whether what is on the screen was shown before.
    #[must_use]
    pub fn is_again(&self) -> bool {
        self.player
            .show()
            .is_some_and(|(show, _)| !self.action.as_ref().is_some_and(|now| Arc::ptr_eq(&now.show, show)))
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

    /// The game on which a move can be prepared now: at rest, or after the move that is being shown. `None` during runs,
    /// announcements, and whatever is shown again.
    #[must_use]
    pub fn ahead(&self) -> Option<&Playing> {
        match (&self.action, self.player.show()) {
            _ if self.announces || self.is_run() || self.is_again() => None,
            (None, None) => Some(&self.game),
            (Some(current), Some(_)) => Some(&current.after),
            (None, Some(_)) | (Some(_), None) => None,
        }
    }

    /// The hand, if something can be done with it now: not while something is animated, unless it prepares a move.
    #[must_use]
    pub fn hand<'a>(&self, moving: Option<&'a Moving>) -> Option<&'a Moving> {
        moving.filter(|moving| self.beat().is_none() || moving.is_ahead() && self.ahead().is_some())
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

    /// How often the screen has jumped to another moment. An entry of the log stays the same between two jumps.
    #[must_use]
    pub fn jumps(&self) -> usize {
        self.jumps
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
            *self = Playback { jumps: self.jumps + 1, ..playback };
        }
    }

    fn is_run(&self) -> bool {
        self.is_run()
    }

    fn is_announcing(&self) -> bool {
        self.is_announcing()
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
    let all =
        show.beats.iter().enumerate().flat_map(|(at, beat)| beat.captions.iter().map(move |caption| (at, caption)));
    let told = all.filter(|(at, caption)| beats.contains(&told_at(show, *at, caption)));
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

/// The beat at which the log gets a caption of the beat `at`. That somebody is eaten is not told before the bite.
fn told_at(show: &Show, at: usize, caption: &Caption) -> usize {
    let is_meal = match caption {
        Caption::Step { deeds, .. } => deeds.iter().any(|deed| matches!(deed, Deed::Ate { .. })),
        Caption::Stage(_)
        | Caption::Turn { .. }
        | Caption::Move { .. }
        | Caption::Tombstone(_)
        | Caption::LastLook(_)
        | Caption::NotCounted(_)
        | Caption::Returned(_)
        | Caption::LeftBehind(_)
        | Caption::Ended(_) => false,
    };
    let is_bite = |beat: &Beat| {
        let mut moves = beat.moves.iter();
        moves.any(|(piece, way)| matches!((piece, way), (PieceId::Figure(_), Way::Eaten(_) | Way::Lost(..))))
    };
    // The rest of the step: until the next look.
    let step = show.beats[at..].iter().enumerate().take_while(|(nth, beat)| *nth == 0 || beat.look.is_none());
    let last_bite = || step.filter(|(_, beat)| is_bite(beat)).last();
    at + is_meal.then(last_bite).flatten().map_or(0, |(nth, _)| nth)
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
