//! How a screen follows a story: shows one action after the other, and hands over to a player when everything has been
//! shown. The table and the set-up use the same flow.
//!
//! A plain machine: it is called when something happens, changes a [`Reel`] and returns what is to be done. It has no
//! clock and does not know who stands behind the table.

use std::ops::Range;

use rules::game::{Game, Seat};

use super::playback::at_speed;
use super::player::Next;
use super::show::Path;
use crate::table::{Played, Speed, Story, Turn};

/// A screen that is further behind than this does not show every action, but how things stand.
pub const FAR_BEHIND: usize = 24;

/// What a screen shows of a story, action by action.
pub trait Reel {
    /// The number of actions shown to their end.
    fn shown(&self) -> usize;

    /// What follows, and when.
    fn next(&self, pace: Pace) -> Next;

    /// Shows the next beat.
    fn go_on(&mut self);

    /// Shows the rest of the current action at once.
    fn finish(&mut self);

    /// Begins to show the next action. Actions that were planned here have been seen already.
    fn start(&mut self, played: &Played, path: Path);

    /// Shows how things stand after the first `shown` actions.
    fn jump(&mut self, story: &Story, shown: usize);

    /// Whether a run of the monster is shown.
    fn is_run(&self) -> bool;

    /// Whether something is announced: nothing else happens meanwhile.
    fn is_announcing(&self) -> bool;

    /// Whether the screen makes way for another one when the game is here.
    fn ends_with(&self, game: &Game) -> bool;

    /// The pause before this screen makes way for another one, in milliseconds.
    fn last_look_ms(&self, pace: Pace) -> u32;
}

/// How fast a screen shows things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pace {
    /// How fast pieces move.
    pub speed: Speed,
    /// Whether nothing moves, so that words have to stand longer.
    pub is_still: bool,
}

impl Pace {
    /// How long a sound word stands where nothing moves.
    const STILL_WORD_MS: u32 = 900;

    /// The duration of a beat that takes `ms` milliseconds at normal speed. A word that does not move must be read all
    /// the same.
    #[must_use]
    pub fn beat_ms(self, ms: u32, has_word: bool) -> u32 {
        let ms = at_speed(ms, self.speed);
        if self.is_still && has_word { ms.max(Self::STILL_WORD_MS) } else { ms }
    }
}

/// How things stand at the table.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// The game so far.
    pub story: &'a Story,
    /// Whose turn it is.
    pub turn: Turn,
    /// How fast things are shown.
    pub pace: Pace,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Call [`Flow::go_on`] after so many milliseconds.
    Wait(u32),
    /// Give this seat its hand, unless it has it.
    HandOver(Seat),
    /// Take the hand of the player whose turn it was away.
    TakeHand,
    /// It is nobody's turn here: see whether somebody here prepares the next move.
    LookAhead,
    /// Let the bots think.
    Think,
    /// Make way for the next screen after so many milliseconds.
    Leave(u32),
    /// Something that was shown here did not happen.
    Overruled,
}

/// What a call of a flow led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// Whether the reel changed.
    pub is_changed: bool,
    /// What is to be done, in order. Whatever was waited for before is no longer waited for.
    pub effects: Vec<Effect>,
}

/// How a screen follows a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The actions that were planned here and have been seen.
    planned: Range<usize>,
    /// Whether actions are skipped until the next run, or the next player here.
    is_skipping: bool,
    /// Whether the end of the story leads to the next screen. A game that was over when it was opened stays on the screen.
    is_live: bool,
}

impl Flow {
    /// A flow for a screen that has shown `shown` actions.
    #[must_use]
    pub fn new(now: &Now<'_>, shown: usize) -> Flow {
        Flow { planned: 0..0, is_skipping: false, is_live: goes_on(now, shown) }
    }

    /// The number of actions that a screen shows at once when it is opened. `remembered` is the number that was shown
    /// on this device before; without it everything that has happened is taken as known.
    #[must_use]
    pub fn opens_at(story: &Story, remembered: Option<usize>) -> usize {
        let all = story.actions();
        remembered.filter(|shown| *shown <= all && all - shown <= FAR_BEHIND).unwrap_or(all)
    }

    /// The next actions, as many as `count`, were planned at this screen.
    pub fn plan(&mut self, now: &Now<'_>, count: usize) {
        let next = now.story.actions();
        self.planned = next..next + count;
    }

    /// What was planned at this screen does not happen.
    pub fn refused(&mut self, reel: &mut impl Reel, now: &Now<'_>) -> Outcome {
        self.planned = 0..0;
        self.proceed(reel, now)
    }

    /// The screen was opened, or something changed that is not an action.
    pub fn proceed(&mut self, reel: &mut impl Reel, now: &Now<'_>) -> Outcome {
        let mut outcome = Outcome::default();
        self.run(reel, now, &mut outcome);
        outcome
    }

    /// The time of the current beat is over.
    pub fn go_on(&mut self, reel: &mut impl Reel, now: &Now<'_>) -> Outcome {
        let mut outcome = Outcome { is_changed: true, effects: vec![] };
        reel.go_on();
        self.run(reel, now, &mut outcome);
        outcome
    }

    /// The viewer does not want to see the rest of a run or of an announcement, or of all moves until the next run.
    pub fn skip(&mut self, reel: &mut impl Reel, now: &Now<'_>) -> Outcome {
        self.is_skipping = !reel.is_run() && !reel.is_announcing();
        let mut outcome = Outcome { is_changed: true, effects: vec![] };
        reel.finish();
        self.run(reel, now, &mut outcome);
        outcome
    }

    /// The story has grown.
    pub fn grown(&mut self, reel: &mut impl Reel, now: &Now<'_>) -> Outcome {
        let mut outcome = Outcome { is_changed: false, effects: vec![Effect::TakeHand] };
        if now.story.actions().saturating_sub(reel.shown()) > FAR_BEHIND {
            outcome.is_changed = true;
            reel.jump(now.story, now.story.actions());
        }
        self.run(reel, now, &mut outcome);
        outcome
    }

    /// The last actions of the story were taken back.
    pub fn taken_back(&mut self, reel: &mut impl Reel, now: &Now<'_>) -> Outcome {
        self.planned.end = self.planned.end.min(now.story.actions());
        self.is_skipping = false;
        let mut outcome = Outcome { is_changed: false, effects: vec![Effect::TakeHand] };
        let left = now.story.actions();
        // An action that is still in the story is shown to its end.
        if reel.shown() >= left {
            outcome.is_changed = true;
            reel.jump(now.story, left);
        }
        self.run(reel, now, &mut outcome);
        outcome
    }

    /// The story was replaced by another one that begins with the same `common` actions. What was shown of them is not
    /// shown again.
    pub fn forked(&mut self, reel: &mut impl Reel, now: &Now<'_>, common: usize) -> Outcome {
        let mut outcome = Outcome::default();
        // What follows there was not planned here.
        self.planned.end = self.planned.end.min(common);
        let shown = reel.shown();
        if shown > common {
            outcome.effects.push(Effect::Overruled);
        }
        if shown > common || now.story.actions() > common {
            outcome.effects.push(Effect::TakeHand);
        }
        // At rest, or during an action that is the same in both, the screen goes on as it was.
        let is_same = shown < common || shown == common && reel.next(now.pace) == Next::Rest;
        let all = now.story.actions();
        if !is_same || all.saturating_sub(shown) > FAR_BEHIND {
            outcome.is_changed = true;
            let known = shown.min(common);
            reel.jump(now.story, if all - known > FAR_BEHIND { all } else { known });
        }
        self.run(reel, now, &mut outcome);
        outcome
    }

    /// Shows what can be shown now.
    fn run(&mut self, reel: &mut impl Reel, now: &Now<'_>, outcome: &mut Outcome) {
        // A game that was over can go on: in another story.
        self.is_live |= goes_on(now, reel.shown());
        loop {
            match reel.next(now.pace) {
                Next::After(0) => reel.go_on(),
                Next::After(ms) => {
                    outcome.effects.push(Effect::Wait(ms));
                    break;
                }
                Next::Wait => break,
                Next::Rest => {
                    let shown = reel.shown();
                    let last = shown.checked_sub(1).and_then(|last| now.story.played().get(last));
                    let game = last.map_or(&now.story.beginning().0, |last| &last.game);
                    if reel.ends_with(game) {
                        if self.is_live {
                            let ms = if self.is_skipping { 0 } else { reel.last_look_ms(now.pace) };
                            outcome.effects.push(Effect::Leave(ms));
                        }
                        break;
                    }
                    let Some(next) = now.story.played().get(shown) else {
                        match now.turn {
                            Turn::Here(seat) => {
                                self.is_skipping = false;
                                outcome.effects.push(Effect::HandOver(seat));
                            }
                            Turn::Elsewhere(_) | Turn::Over => {}
                        }
                        break;
                    };
                    self.is_skipping &= next.seat.is_some();
                    reel.start(next, if self.planned.contains(&shown) { Path::Planned } else { Path::New });
                    if self.is_skipping {
                        reel.finish();
                    }
                }
            }
            outcome.is_changed = true;
        }
        if !outcome.effects.iter().any(|effect| matches!(effect, Effect::HandOver(_))) {
            outcome.effects.push(Effect::LookAhead);
        }
        // Bots think while their last action is still being shown.
        if now.story.actions() <= reel.shown() + 1 {
            outcome.effects.push(Effect::Think);
        }
    }
}

/// Whether there is something to come after the actions that were shown.
fn goes_on(now: &Now<'_>, shown: usize) -> bool {
    now.turn != Turn::Over || shown < now.story.actions()
}
