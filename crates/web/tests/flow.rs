//! A screen that follows a story shows what has happened, all of it and nothing else, whatever comes in between.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rules::Outcomes;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, Awaited, Band, FortressChoice, Game, Length, Options, Players, Seat, Stage};
use rules::host::Host;
use testkit::games::{choose_in, options, secret};
use testkit::positions::config;
use web::scene::flow::{Effect, FAR_BEHIND, Flow, Now, Outcome, Pace, Reel};
use web::scene::laying::TileReel;
use web::scene::playback::Playback;
use web::scene::player::{Next, RunButton};
use web::scene::show::Path;
use web::table::{Played, Seats, Speed, Story, Turn};

/// Grows stories by random legal actions.
struct Author {
    chance: Stream,
    outcomes: Outcomes,
}

impl Author {
    fn new(byte: u8) -> Author {
        Author { chance: Stream::new(&Seed([byte; 32]), &[], Purpose::Players), outcomes: Outcomes::new() }
    }

    /// Appends an action; returns whether the game went on.
    fn act(&mut self, story: &mut Story) -> bool {
        let (seat, action) = match story.game().awaited() {
            Awaited::Nothing => return false,
            Awaited::Flip => {
                let kinds: Vec<_> = story.game().playing().unwrap().flippable().iter().collect();
                let (tombstone, _) = *self.chance.choose(&kinds).unwrap();
                (None, Action::Flip { tombstone })
            }
            Awaited::Tile(_) | Awaited::Move(_) => {
                let (seat, action) = choose_in(story.game(), &mut self.chance, &mut self.outcomes).unwrap();
                (Some(seat), action)
            }
        };
        story.act(seat, action).unwrap();
        true
    }

    /// Appends an action and the flips that follow: nobody is ever told of one without the others.
    fn act_with_flips(&mut self, story: &mut Story) -> bool {
        let goes_on = self.act(story);
        while story.game().awaited() == Awaited::Flip {
            self.act(story);
        }
        goes_on
    }

    /// Appends at least so many actions, unless the game ends.
    fn grow(&mut self, story: &mut Story, actions: usize) {
        let goal = story.actions() + actions;
        while story.actions() < goal && self.act_with_flips(story) {}
    }
}

/// The first actions of a story, or one less if a flip would follow.
fn until(story: &Story, actions: usize) -> Story {
    let shorter = story.clone().until(actions);
    if shorter.game().awaited() == Awaited::Flip { until(story, actions - 1) } else { shorter }
}

/// A reel that remembers how each action was begun.
struct Watched<R> {
    reel: R,
    starts: Vec<(usize, Path)>,
}

impl<R: Reel> Reel for Watched<R> {
    fn shown(&self) -> usize {
        self.reel.shown()
    }

    fn next(&self, pace: Pace) -> Next {
        self.reel.next(pace)
    }

    fn go_on(&mut self) {
        self.reel.go_on();
    }

    fn finish(&mut self) {
        self.reel.finish();
    }

    fn start(&mut self, played: &Played, path: Path) {
        self.starts.push((self.reel.shown(), path));
        self.reel.start(played, path);
    }

    fn jump(&mut self, story: &Story, shown: usize) {
        self.reel.jump(story, shown);
    }

    fn is_run(&self) -> bool {
        self.reel.is_run()
    }

    fn is_announcing(&self) -> bool {
        self.reel.is_announcing()
    }

    fn ends_with(&self, game: &Game) -> bool {
        self.reel.ends_with(game)
    }

    fn last_look_ms(&self, pace: Pace) -> u32 {
        self.reel.last_look_ms(pace)
    }
}

/// What the player can do with a reel directly.
#[derive(Clone, Copy, Debug)]
enum Touch {
    Press(RunButton),
    Ask,
    Answered,
}

/// A reel that can be checked.
trait Shown: Reel {
    /// How far it is: changes with every progress.
    fn mark(&self) -> (usize, Option<usize>);
    /// Whether it shows this game.
    fn shows(&self, game: &Game) -> bool;
    fn touch(&mut self, touch: Touch);
    /// The first action that it can show.
    fn first(story: &Story) -> usize;
    fn open(story: &Story, shown: usize) -> Self;
}

impl Shown for Playback {
    fn mark(&self) -> (usize, Option<usize>) {
        // An announcement comes after every beat.
        let announced = self.is_announcing().then_some(usize::MAX);
        (self.shown(), self.show().map(|(_, at)| at).or(announced))
    }

    fn shows(&self, game: &Game) -> bool {
        game.playing() == Some(self.game())
    }

    fn touch(&mut self, touch: Touch) {
        match touch {
            Touch::Press(button) => self.press(button),
            Touch::Ask => {
                if let Some(moment) = self.player().last_look() {
                    self.ask(&moment);
                }
            }
            Touch::Answered => self.answered(),
        }
    }

    fn first(story: &Story) -> usize {
        let is_laying = |played: &&Played| played.game.playing().is_none();
        let laid = story.played().iter().take_while(is_laying).count();
        if story.beginning().0.playing().is_some() { 0 } else { laid + 1 }
    }

    fn open(story: &Story, shown: usize) -> Playback {
        Playback::new(story, shown).unwrap()
    }
}

impl Shown for TileReel {
    fn mark(&self) -> (usize, Option<usize>) {
        (self.shown(), self.landing(Pace::default()).map(|_| 0))
    }

    fn shows(&self, game: &Game) -> bool {
        self.game() == game
    }

    fn touch(&mut self, _: Touch) {}

    fn first(_: &Story) -> usize {
        0
    }

    fn open(story: &Story, shown: usize) -> TileReel {
        TileReel::new(story, shown)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timer {
    GoOn,
    Leave,
}

/// A screen, as the page uses the flow.
struct Screen<R> {
    story: Story,
    own: Seats,
    pace: Pace,
    flow: Flow,
    reel: Watched<R>,
    author: Author,
    timer: Option<Timer>,
    hand: Option<Seat>,
    left: usize,
    overruled: usize,
    /// The numbers of the actions that were planned here and happened.
    planned: BTreeSet<usize>,
    is_live: bool,
}

fn turn(story: &Story, own: Seats) -> Turn {
    match story.game().acting() {
        None => Turn::Over,
        Some(seat) if own.has(seat) => Turn::Here(seat),
        Some(seat) => Turn::Elsewhere(seat),
    }
}

fn game_at(story: &Story, actions: usize) -> &Game {
    actions.checked_sub(1).map_or(&story.beginning().0, |last| &story.played()[last].game)
}

impl<R: Shown> Screen<R> {
    /// Opens a screen at a story of which so many actions have been shown.
    fn new(story: Story, own: Seats, shown: usize, author: Author) -> Screen<R> {
        let reel = Watched { reel: R::open(&story, shown), starts: vec![] };
        let now = Now { story: &story, turn: turn(&story, own), pace: Pace::default() };
        let flow = Flow::new(&now, reel.shown());
        let is_live = now.turn != Turn::Over || reel.shown() < story.actions();
        let mut screen = Screen {
            pace: Pace::default(),
            flow,
            reel,
            author,
            timer: None,
            hand: None,
            left: 0,
            overruled: 0,
            planned: BTreeSet::new(),
            is_live,
            story,
            own,
        };
        screen.call(|flow, reel, now| flow.proceed(reel, now));
        screen
    }

    fn turn(&self) -> Turn {
        turn(&self.story, self.own)
    }

    /// Calls the flow, checks what it says and does it.
    fn call(&mut self, step: impl FnOnce(&mut Flow, &mut Watched<R>, &Now<'_>) -> Outcome) -> Vec<Effect> {
        self.timer = None;
        let now = Now { story: &self.story, turn: turn(&self.story, self.own), pace: self.pace };
        self.is_live |= now.turn != Turn::Over || self.reel.shown() < now.story.actions();
        let before = (self.reel.reel.mark(), self.reel.starts.len());
        let outcome = step(&mut self.flow, &mut self.reel, &now);
        let (shown, next) = (self.reel.shown(), self.reel.next(self.pace));
        let all = self.story.actions();
        assert!(shown <= all, "more is shown than has happened");
        assert!(self.reel.reel.shows(game_at(&self.story, shown)), "another game is shown");
        if (self.reel.reel.mark(), self.reel.starts.len()) != before {
            assert!(outcome.is_changed, "a change is not reported");
        }
        let is_end = next == Next::Rest && self.reel.ends_with(game_at(&self.story, shown));
        let is_done = next == Next::Rest && shown == all && !is_end;
        assert!(next != Next::Rest || is_end || is_done, "the next action is not begun");
        let count = |is: &dyn Fn(&Effect) -> bool| outcome.effects.iter().filter(|effect| is(effect)).count();
        let waits = usize::from(matches!(next, Next::After(_)));
        assert_eq!(count(&|effect| matches!(effect, Effect::Wait(_))), waits);
        let hands = usize::from(is_done && matches!(self.turn(), Turn::Here(_)));
        assert_eq!(count(&|effect| matches!(effect, Effect::HandOver(_))), hands);
        assert_eq!(count(&|effect| *effect == Effect::LookAhead), 1 - hands);
        let leaves = usize::from(is_end && self.is_live);
        assert_eq!(count(&|effect| matches!(effect, Effect::Leave(_))), leaves);
        assert_eq!(count(&|effect| *effect == Effect::Think), usize::from(all - shown <= 1));
        for effect in &outcome.effects {
            match *effect {
                Effect::Wait(ms) => {
                    assert_eq!((Next::After(ms), ms > 0), (next, true));
                    self.timer = Some(Timer::GoOn);
                }
                Effect::HandOver(seat) => {
                    assert_eq!(Turn::Here(seat), self.turn());
                    self.hand = Some(seat);
                }
                Effect::TakeHand => self.hand = None,
                Effect::Leave(_) => self.timer = Some(Timer::Leave),
                Effect::Overruled => self.overruled += 1,
                Effect::LookAhead | Effect::Think => {}
            }
        }
        for (index, path) in &self.reel.starts[before.1..] {
            let expected = if self.planned.contains(index) { Path::Planned } else { Path::New };
            assert_eq!(*path, expected, "action {index}");
        }
        if let Some(seat) = self.hand {
            assert_eq!(self.turn(), Turn::Here(seat), "somebody has a hand out of turn");
            assert_eq!(shown, all, "somebody has a hand before everything was shown");
        }
        outcome.effects
    }

    fn proceed(&mut self) {
        self.call(|flow, reel, now| flow.proceed(reel, now));
    }

    /// The clock rings, if it is set.
    fn ring(&mut self) {
        match self.timer {
            None => {}
            Some(Timer::Leave) => {
                self.timer = None;
                self.left += 1;
            }
            Some(Timer::GoOn) => {
                let before = self.reel.reel.mark();
                self.call(|flow, reel, now| flow.go_on(reel, now));
                assert_ne!(self.reel.reel.mark(), before, "a wait leads nowhere");
            }
        }
    }

    fn grown(&mut self) {
        let was_far = self.story.actions() - self.reel.shown() > FAR_BEHIND;
        let effects = self.call(|flow, reel, now| flow.grown(reel, now));
        assert_eq!(effects.first(), Some(&Effect::TakeHand));
        if was_far {
            assert_eq!((self.reel.shown(), self.reel.next(self.pace)), (self.story.actions(), Next::Rest));
        }
    }

    /// Others go on.
    fn grow(&mut self, actions: usize) {
        let before = self.story.actions();
        self.author.grow(&mut self.story, actions);
        if self.story.actions() > before {
            self.grown();
        }
    }

    /// The player acts, and it counts or does not.
    fn act(&mut self, counts: bool) {
        let Some(seat) = self.hand else { return };
        let number = self.story.actions();
        let now = Now { story: &self.story, turn: Turn::Here(seat), pace: self.pace };
        self.flow.plan(&now, 1);
        if counts {
            self.planned.insert(number);
        } else {
            self.call(|flow, reel, now| flow.refused(reel, now));
        }
        self.author.act_with_flips(&mut self.story);
        self.grown();
    }

    /// The story is replaced by one that begins with the same actions but for the last `back`.
    fn fork(&mut self, back: usize, forward: usize) {
        let old = self.story.clone();
        let from = old.actions().saturating_sub(back).max(R::first(&old));
        let mut new = until(&old, from);
        self.author.grow(&mut new, forward);
        let common = old.common(&new);
        let (shown, overruled) = (self.reel.shown(), self.overruled);
        self.planned.retain(|number| *number < common);
        self.story = new;
        self.call(|flow, reel, now| flow.forked(reel, now, common));
        assert_eq!(self.overruled - overruled, usize::from(shown > common), "of {shown} shown, {common} are the same");
    }

    /// The last `back` actions are taken back.
    fn take_back(&mut self, back: usize) {
        let from = self.story.actions().saturating_sub(back).max(R::first(&self.story));
        self.story = until(&self.story, from);
        let (left, overruled) = (self.story.actions(), self.overruled);
        self.planned.retain(|number| *number < left);
        let effects = self.call(|flow, reel, now| flow.taken_back(reel, now));
        assert_eq!((effects.first(), self.overruled), (Some(&Effect::TakeHand), overruled));
        assert!(self.reel.shown() <= left);
    }

    fn happen(&mut self, event: &Event) {
        if self.left > 0 {
            return;
        }
        match event {
            Event::Ring(times) => (0..*times).for_each(|_| self.ring()),
            Event::Proceed => self.proceed(),
            Event::Skip => drop(self.call(|flow, reel, now| flow.skip(reel, now))),
            Event::GoOn => drop(self.call(|flow, reel, now| flow.go_on(reel, now))),
            Event::Grow(actions) => self.grow(*actions),
            Event::Act { counts } => self.act(*counts),
            Event::Fork { back, forward } => self.fork(*back, *forward),
            Event::TakeBack { back } => self.take_back(*back),
            Event::Touch(touch) => {
                self.reel.reel.touch(*touch);
                self.proceed();
            }
            Event::Pace(pace) => {
                self.pace = *pace;
                self.proceed();
            }
        }
    }

    /// Lets everything be shown.
    fn rest(&mut self) {
        for touch in [Touch::Answered, Touch::Press(RunButton::Run)] {
            self.reel.reel.touch(touch);
        }
        self.proceed();
        let mut rings = 0;
        while self.timer.is_some() && self.left == 0 {
            self.ring();
            rings += 1;
            assert!(rings < 5_000, "it must end");
        }
        let shown = self.reel.shown();
        let is_end = self.reel.ends_with(game_at(&self.story, shown));
        assert!(is_end || shown == self.story.actions());
        assert_eq!(self.left, usize::from(is_end && self.is_live));
        match self.turn() {
            Turn::Here(seat) if !is_end => assert_eq!(self.hand, Some(seat)),
            Turn::Here(_) | Turn::Elsewhere(_) | Turn::Over => assert_eq!(self.hand, None),
        }
    }
}

/// What can happen to a screen.
#[derive(Clone, Debug)]
enum Event {
    Ring(usize),
    Proceed,
    Skip,
    GoOn,
    Grow(usize),
    Act { counts: bool },
    Fork { back: usize, forward: usize },
    TakeBack { back: usize },
    Touch(Touch),
    Pace(Pace),
}

fn events() -> impl Strategy<Value = Event> {
    let buttons = [RunButton::Again, RunButton::Step, RunButton::Back, RunButton::Run, RunButton::Skip];
    let touches: Vec<Touch> = buttons.map(Touch::Press).into_iter().chain([Touch::Ask, Touch::Answered]).collect();
    let touch = select(touches);
    let pace =
        (select(&Speed::ALL[..]), any::<bool>()).prop_map(|(speed, is_still)| Event::Pace(Pace { speed, is_still }));
    let grow = prop_oneof![6 => 1_usize..4, 1 => 20_usize..40];
    let back = prop_oneof![4 => 0_usize..4, 1 => 0_usize..60];
    let forward = prop_oneof![6 => 0_usize..4, 1 => 0_usize..40];
    prop_oneof![
        12 => prop_oneof![Just(1), 1_usize..60].prop_map(Event::Ring),
        2 => Just(Event::Proceed),
        2 => Just(Event::Skip),
        2 => Just(Event::GoOn),
        6 => grow.prop_map(Event::Grow),
        6 => prop_oneof![4 => Just(true), 1 => Just(false)].prop_map(|counts| Event::Act { counts }),
        2 => (back, forward).prop_map(|(back, forward)| Event::Fork { back, forward }),
        2 => (1_usize..6).prop_map(|back| Event::TakeBack { back }),
        4 => touch.prop_map(Event::Touch),
        1 => pace,
    ]
}

/// The beginning of a game.
fn begun(options: Options, byte: u8) -> Story {
    let (host, events) = Host::new(options, vec![], secret([byte; 32])).unwrap();
    Story::new((host.game().clone(), events))
}

fn seats(mask: u8) -> Seats {
    (0..7).filter(|seat| mask >> seat & 1 == 1).filter_map(Seat::new).collect()
}

fn by_hand(options: Options) -> Options {
    Options { fortress: FortressChoice::ByHand, ..options }
}

/// Two players on the basic fortress.
fn two(fortress: FortressChoice) -> Story {
    let players = Players::new(&[Band::Green, Band::Red]).unwrap();
    begun(Options { players, fortress, length: Length::Normal }, 5)
}

/// A screen at a basic game with so many actions, all of which have been shown.
fn basic(actions: usize, own: u8) -> Screen<Playback> {
    let mut story = two(FortressChoice::Basic);
    let mut author = Author::new(1);
    author.grow(&mut story, actions);
    let all = story.actions();
    Screen::new(story, seats(own), all, author)
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn a_board_shows_the_story_whatever_happens(
        options in options(),
        byte in any::<u8>(),
        own in any::<u8>(),
        begun_with in 0_usize..80,
        remembered in proptest::option::of(0_usize..80),
        happened in vec(events(), 0..80),
    ) {
        let (mut story, mut author) = (begun(options, byte), Author::new(byte));
        while story.game().playing().is_none() {
            author.act(&mut story);
        }
        author.grow(&mut story, begun_with);
        let shown = Flow::opens_at(&story, remembered);
        prop_assert!(shown <= story.actions() && (shown == story.actions() || Some(shown) == remembered));
        let mut screen = Screen::<Playback>::new(story, seats(own), shown, author);
        for event in &happened {
            screen.happen(event);
        }
        if screen.left == 0 {
            screen.rest();
        }
    }

    #[test]
    fn a_fortress_is_shown_tile_by_tile_whatever_happens(
        options in options(),
        byte in any::<u8>(),
        own in any::<u8>(),
        begun_with in 0_usize..17,
        behind in 0_usize..4,
        happened in vec(events(), 0..40),
    ) {
        let (mut story, mut author) = (begun(by_hand(options), byte), Author::new(byte));
        author.grow(&mut story, begun_with);
        let mut screen = Screen::<TileReel>::new(story, seats(own), begun_with.saturating_sub(behind), author);
        for event in &happened {
            screen.happen(event);
        }
        if screen.left == 0 {
            screen.rest();
        }
        prop_assert_eq!(screen.reel.reel.tiles(), web::table::tiles_laid(&screen.story.played()[..screen.reel.shown()]));
    }
}

proptest! {
    #![proptest_config(config(10))]

    #[test]
    fn a_whole_game_is_watched_from_its_first_action_to_the_next_screen(options in options(), byte in any::<u8>(), own in any::<u8>()) {
        let (mut story, mut author) = (begun(options, byte), Author::new(byte));
        while story.game().playing().is_none() {
            author.act(&mut story);
        }
        let first = story.actions();
        let mut screen = Screen::<Playback>::new(story, seats(own), first, author);
        while screen.turn() != Turn::Over {
            match screen.hand {
                Some(_) => screen.act(true),
                None => screen.grow(1),
            }
            while screen.timer == Some(Timer::GoOn) {
                screen.ring();
            }
        }
        screen.rest();
        prop_assert_eq!(screen.left, 1);
        let begun: Vec<usize> = screen.reel.starts.iter().map(|(index, _)| *index).collect();
        prop_assert_eq!(begun, (first..screen.story.actions()).collect::<Vec<_>>());
        prop_assert_eq!(screen.overruled, 0);
    }
}

#[test]
fn an_action_that_was_shown_here_and_is_not_in_the_other_story_is_overruled() {
    let mut screen = basic(0, 0b11);
    assert!(screen.hand.is_some());
    screen.act(true);
    screen.rest();
    let shown = screen.reel.shown();
    assert!(shown >= 1);
    let mut other = screen.story.clone().until(0);
    while other.common(&screen.story) > 0 || other.actions() == 0 {
        other = other.until(0);
        screen.author.act(&mut other);
    }
    screen.planned.clear();
    screen.story = other;
    let effects = screen.call(|flow, reel, now| flow.forked(reel, now, 0));
    assert_eq!(effects[..2], [Effect::Overruled, Effect::TakeHand]);
    assert_eq!(screen.reel.shown(), 0);
    screen.rest();
    assert_eq!((screen.reel.shown(), screen.overruled), (1, 1));
}

#[test]
fn an_action_that_is_being_shown_and_did_not_happen_is_taken_back() {
    let mut screen = basic(0, 0);
    screen.grow(1);
    assert_eq!((screen.reel.shown(), screen.timer), (0, Some(Timer::GoOn)));
    screen.story = screen.story.clone().until(0);
    let effects = screen.call(|flow, reel, now| flow.forked(reel, now, 0));
    assert_eq!(effects, [Effect::LookAhead, Effect::Think]);
    assert_eq!((screen.reel.shown(), screen.reel.next(screen.pace)), (0, Next::Rest));
}

#[test]
fn a_move_that_was_taken_back_gives_the_hand_back_at_once() {
    let mut screen = basic(0, 0b11);
    let seat = screen.hand;
    screen.act(true);
    screen.rest();
    assert_ne!(screen.hand, seat);
    screen.take_back(1);
    assert_eq!((screen.reel.shown(), screen.hand, screen.overruled), (0, seat, 0));
}

#[test]
fn a_plan_that_was_refused_is_forgotten() {
    let mut screen = basic(0, 0b11);
    screen.act(false);
    assert_eq!(screen.reel.starts, [(0, Path::New)]);
}

#[test]
fn a_plan_for_another_story_is_forgotten() {
    let mut screen = basic(4, 0b11);
    let seat = screen.hand.unwrap();
    let now = Now { story: &screen.story, turn: Turn::Here(seat), pace: screen.pace };
    screen.flow.plan(&now, 1);
    let all = screen.story.actions();
    screen.fork(0, 1);
    assert_eq!(screen.reel.starts, [(all, Path::New)]);
}

#[test]
fn what_was_planned_is_not_shown_again_and_what_follows_is() {
    let mut screen = basic(0, 0b11);
    screen.act(true);
    let all = screen.story.actions();
    screen.rest();
    let paths: Vec<Path> = screen.reel.starts.iter().map(|(_, path)| *path).collect();
    assert_eq!(paths.len(), all);
    assert!(paths[0] == Path::Planned && paths[1..].iter().all(|path| *path == Path::New));
}

#[test]
fn a_screen_that_is_far_behind_jumps_and_one_that_is_not_shows_everything() {
    let mut screen = basic(0, 0);
    screen.author.grow(&mut screen.story, FAR_BEHIND + 1);
    let story = screen.story.clone();
    screen.story = story.clone().until(FAR_BEHIND);
    screen.grown();
    assert_eq!((screen.reel.shown(), screen.timer), (0, Some(Timer::GoOn)));
    let mut screen = basic(0, 0);
    screen.story = story;
    screen.grown();
    assert_eq!((screen.reel.shown(), screen.timer), (screen.story.actions(), None));
    assert_eq!(screen.reel.starts, []);
}

#[test]
fn bots_think_while_the_last_action_is_shown_and_not_before() {
    let mut screen = basic(0, 0);
    let thinks = |effects: &[Effect]| effects.contains(&Effect::Think);
    screen.author.grow(&mut screen.story, 2);
    assert_eq!(screen.story.actions(), 2);
    assert!(!thinks(&screen.call(|flow, reel, now| flow.grown(reel, now))));
    while screen.reel.shown() == 0 {
        screen.ring();
    }
    assert!(thinks(&screen.call(|flow, reel, now| flow.proceed(reel, now))));
}

#[test]
fn a_game_that_was_over_stays_on_the_screen_until_it_goes_on() {
    let screen = basic(1_000, 0);
    assert_eq!(screen.turn(), Turn::Over);
    let all = screen.story.actions();
    let mut screen = Screen::<Playback>::new(screen.story, seats(0), all, screen.author);
    screen.rest();
    screen.reel.reel.touch(Touch::Press(RunButton::Again));
    screen.rest();
    assert_eq!(screen.left, 0);
    // Another story, which is not over, leads to the next screen when it is.
    screen.fork(3, 0);
    assert_ne!(screen.turn(), Turn::Over);
    screen.rest();
    screen.grow(1_000);
    screen.rest();
    assert_eq!(screen.left, 1);
}

#[test]
fn a_game_that_ended_while_nobody_looked_is_shown_to_its_end_and_left() {
    let finished = basic(1_000, 0);
    let all = finished.story.actions();
    let shown = Flow::opens_at(&finished.story, Some(all - 2));
    assert_eq!(shown, all - 2);
    let mut screen = Screen::<Playback>::new(finished.story, seats(0), shown, finished.author);
    screen.rest();
    assert_eq!((screen.left, screen.reel.shown()), (1, all));
}

#[test]
fn skipping_goes_on_to_the_next_run_or_the_next_player_here() {
    let mut screen = basic(0, 0);
    screen.grow(FAR_BEHIND - 4);
    let flip = screen.story.played().iter().position(|played| played.seat.is_none()).unwrap();
    screen.happen(&Event::Skip);
    assert_eq!(screen.reel.shown(), flip);
    assert!(screen.reel.is_run());
    screen.happen(&Event::Skip);
    assert_eq!(screen.reel.shown(), flip + 1);
    assert_eq!(screen.timer, Some(Timer::GoOn), "what follows the run is shown again");
}

#[test]
fn skipping_an_announcement_skips_nothing_else() {
    let whole = basic(1_000, 0);
    let is_two = |played: &Played| played.game.playing().is_some_and(|game| game.course().stage() == Stage::Two);
    let begins = whole.story.played().iter().position(is_two).unwrap();
    // The run that ends stage one, and some moves after it.
    let mut screen = Screen::<Playback>::new(whole.story.until(begins + 4), seats(0), begins, whole.author);
    screen.proceed();
    while !screen.reel.reel.is_announcing() {
        screen.ring();
    }
    screen.happen(&Event::Skip);
    assert_eq!((screen.reel.reel.is_announcing(), screen.reel.shown()), (false, begins + 1));
    assert_eq!(screen.timer, Some(Timer::GoOn), "the moves after it are shown");
}

#[test]
fn a_run_that_waits_for_the_player_does_not_go_on_by_itself() {
    let mut screen = basic(0, 0);
    screen.grow(FAR_BEHIND - 4);
    screen.happen(&Event::Skip);
    assert!(screen.reel.is_run());
    screen.happen(&Event::Touch(Touch::Press(RunButton::Step)));
    while screen.timer.is_some() {
        screen.ring();
    }
    assert_eq!(screen.reel.next(screen.pace), Next::Wait);
    let mark = screen.reel.reel.mark();
    screen.grow(1);
    screen.happen(&Event::Proceed);
    assert_eq!((screen.reel.reel.mark(), screen.timer), (mark, None));
    screen.happen(&Event::Touch(Touch::Press(RunButton::Run)));
    screen.rest();
}

#[test]
fn tiles_end_with_the_game_and_leave_once() {
    let (mut story, mut author) = (two(FortressChoice::ByHand), Author::new(2));
    author.grow(&mut story, 15);
    let mut screen = Screen::<TileReel>::new(story, seats(0b11), 13, author);
    screen.rest();
    assert_eq!((screen.left, screen.reel.shown()), (0, 15));
    screen.act(true);
    assert_eq!(screen.reel.shown(), 16, "it was seen when it was laid");
    screen.act(true);
    assert_eq!((screen.timer, screen.hand), (Some(Timer::Leave), None));
    // The game goes on elsewhere; that is for the next screen.
    screen.grow(2);
    screen.rest();
    assert_eq!((screen.left, screen.reel.shown()), (1, 17));
}

#[test]
fn a_board_whose_fortress_is_being_laid_again_does_not_break() {
    let (mut story, mut author) = (two(FortressChoice::ByHand), Author::new(2));
    author.grow(&mut story, 20);
    let laying = story.clone().until(9);
    let mut playback = Playback::new(&story, 20).unwrap();
    let now = Now { story: &story, turn: turn(&story, seats(0)), pace: Pace::default() };
    let mut flow = Flow::new(&now, 20);
    let now = Now { story: &laying, turn: turn(&laying, seats(0)), pace: Pace::default() };
    let outcome = flow.forked(&mut playback, &now, 9);
    assert!(outcome.effects.contains(&Effect::Overruled));
}
