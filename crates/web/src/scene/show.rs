//! What one action looks like: its events as beats, each with the whole board at its end. So beats can be skipped
//! without losing anything.

use rules::game::{Action, GameEvent, Stage};
use rules::{
    Brink, Cell, Death, Direction, Event, FigureId, Motion, Sight, Tombstone, Turn, Verdict, Wall, Whereabouts,
};

use super::caption::{Caption, Mover, captions};
use super::tableau::Tableau;
use crate::table::Played;

/// The animation of one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// The board before it.
    pub before: Tableau,
    /// How far the monster runs, if this is a run.
    pub run: Option<Run>,
    /// In order; the last one shows the board after the action.
    pub beats: Vec<Beat>,
}

/// How far the monster runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// As far as this tombstone lets it.
    Tombstone(Tombstone),
    /// Until a position repeats, as in puzzles (RULES 7).
    Endless,
}

impl Run {
    /// The number of steps, if it is known in advance.
    #[must_use]
    pub fn steps(self) -> Option<u16> {
        match self {
            Run::Tombstone(Tombstone::Steps(steps)) => Some(steps.get()),
            Run::Tombstone(Tombstone::Hits(_)) | Run::Endless => None,
        }
    }

    /// The tombstone that caused it.
    #[must_use]
    pub fn tombstone(self) -> Option<Tombstone> {
        match self {
            Run::Tombstone(tombstone) => Some(tombstone),
            Run::Endless => None,
        }
    }
}

/// A step of an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Beat {
    /// The board at its end.
    pub tableau: Tableau,
    /// Its duration in milliseconds at normal speed.
    pub ms: u32,
    /// How pieces move in it. Others stay where they are.
    pub moves: Vec<(PieceId, Way)>,
    /// The look of the monster.
    pub look: Option<Look>,
    /// The wall that the monster goes through; its twin lights up as well.
    pub wall: Option<Wall>,
    /// The sound word.
    pub word: Option<SoundWord>,
    /// The tombstone that falls.
    pub falling: Option<Tombstone>,
    /// The number of the monster's step that it belongs to, from 1; 0 outside a run.
    pub step: u16,
    /// Whether a step of the monster ends with it.
    pub ends_step: bool,
    /// The captions that the log gets with it.
    pub captions: Vec<Caption>,
}

/// A piece that can be followed with the eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceId {
    /// A figure.
    Figure(FigureId),
    /// A stone, by its number in this game.
    Stone(u8),
    /// The monster.
    Monster,
}

/// How a piece gets to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a step.
    Walk,
    /// Sliding over blood.
    Slide,
    /// Pushed or shoved.
    Shove,
    /// The monster turns on the spot.
    Turn,
    /// Turning stones spin the monster.
    Spin,
    /// The monster goes into a wall on this side.
    WallIn(Direction),
    /// The monster comes out of the twin, facing this way.
    WallOut(Direction),
    /// The monster shrinks on a teleporter.
    TeleportIn,
    /// The monster grows on the other teleporter.
    TeleportOut,
    /// The monster bites.
    Lunge,
    /// A figure is eaten on this space.
    Eaten(Cell),
    /// A piece is shoved from this space out of the game.
    Lost(Cell, Brink),
    /// A figure is turned over.
    Flip,
    /// A figure leaves by the exit.
    Escape,
    /// Without motion.
    Jump,
}

/// A look of the monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Where it stands.
    pub at: Cell,
    /// Ahead, left, right.
    pub sights: [Sight; 3],
    /// What it concludes.
    pub verdict: Verdict,
}

/// A sound word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundWord {
    /// The sound.
    pub sound: Sound,
    /// The space it is shown beside.
    pub at: Cell,
}

/// The sounds that have a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A tombstone falls.
    Thud,
    /// Over blood.
    Swoosh,
    /// A row is shoved.
    Krrrk,
    /// Through a wall.
    Womp,
    /// By teleporter.
    Zap,
    /// A figure is eaten.
    Chomp,
}

/// LOOK: durations at normal speed, in milliseconds.
mod ms {
    pub(super) const LOOK: u32 = 260;
    pub(super) const TURN: u32 = 140;
    /// Longer than a turn by itself, to show that the stone caused it.
    pub(super) const TURN_BY_STONE: u32 = 220;
    pub(super) const SPIN: u32 = 300;
    pub(super) const STEP: u32 = 220;
    pub(super) const SLIDE: u32 = 110;
    pub(super) const SHOVE: u32 = 240;
    pub(super) const WALL_IN: u32 = 128;
    pub(super) const WALL_OUT: u32 = 192;
    pub(super) const TELEPORT_HALF: u32 = 180;
    pub(super) const EAT: u32 = 420;
    pub(super) const FLIP: u32 = 260;
    pub(super) const ESCAPE: u32 = 520;
    pub(super) const TOMBSTONE: u32 = 1020;
    pub(super) const RETURN: u32 = 260;
}

/// Whether the path of a move was seen while it was planned on this screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Show every step.
    New,
    /// Begin with the figure at its goal.
    Planned,
}

impl Show {
    /// The animation of `played`, from the board before it.
    #[must_use]
    pub fn of(before: &Tableau, stage: Stage, played: &Played, path: Path) -> Show {
        let mover = match (played.seat, &played.action) {
            (Some(seat), Action::Move { figure, .. }) => Some(Mover {
                seat,
                figure: *figure,
                from: before.position.whereabouts(*figure).unwrap_or(Whereabouts::Waiting),
            }),
            (_, Action::Move { .. } | Action::Place(_) | Action::Flip { .. }) => None,
        };
        let flipped = played.events.iter().find_map(|event| match event {
            GameEvent::TombstoneFlipped { tombstone } => Some(Run::Tombstone(*tombstone)),
            _ => None,
        });
        Show::of_events(before, stage, mover, flipped, &played.events, path)
    }

    /// The animation of a run outside a game.
    #[must_use]
    pub fn of_run(before: &Tableau, stage: Stage, run: Run, events: &[GameEvent]) -> Show {
        Show::of_events(before, stage, None, Some(run), events, Path::New)
    }

    /// The animation of a move outside a game.
    #[must_use]
    pub fn of_move(before: &Tableau, stage: Stage, mover: Mover, events: &[GameEvent], path: Path) -> Show {
        Show::of_events(before, stage, Some(mover), None, events, path)
    }

    fn of_events(
        before: &Tableau,
        stage: Stage,
        mover: Option<Mover>,
        run: Option<Run>,
        events: &[GameEvent],
        path: Path,
    ) -> Show {
        let mut told = captions(mover, events, stage).into_iter().peekable();
        let mut stager = Stager::new(before, mover, path);
        for (index, event) in events.iter().enumerate() {
            while let Some((_, caption)) = told.next_if(|(at, _)| *at <= index) {
                stager.captions.push(caption);
            }
            stager.stage(event);
        }
        Show { before: before.clone(), run, beats: stager.finish() }
    }

    /// The number of steps of the monster.
    #[must_use]
    pub fn steps(&self) -> u16 {
        u16::try_from(self.beats.iter().filter(|beat| beat.ends_step).count()).unwrap_or(u16::MAX)
    }
}

/// Turns events into beats.
struct Stager {
    mover: Option<Mover>,
    path: Path,
    tableau: Tableau,
    beats: Vec<Beat>,
    /// What happens together with the next beat.
    moves: Vec<(PieceId, Way)>,
    captions: Vec<Caption>,
    step: u16,
    /// The number of steps that have ended.
    steps_done: u16,
    is_sliding: bool,
}

impl Stager {
    fn new(before: &Tableau, mover: Option<Mover>, path: Path) -> Stager {
        Stager {
            mover,
            path,
            tableau: before.clone(),
            beats: vec![],
            moves: vec![],
            captions: vec![],
            step: 0,
            steps_done: 0,
            is_sliding: false,
        }
    }

    fn stage(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Board(event) => self.stage_on_board(event),
            GameEvent::FigureTurnedOver { figure, .. } => {
                self.follow(event);
                self.join(PieceId::Figure(*figure), Way::Flip, ms::FLIP);
            }
            GameEvent::TombstoneFlipped { tombstone } | GameEvent::TombstoneShown { tombstone } => {
                self.follow(event);
                let beat = self.beat(ms::TOMBSTONE);
                beat.falling = Some(*tombstone);
                beat.word = Some(SoundWord { sound: Sound::Thud, at: Cell::H6 });
            }
            GameEvent::TilePlaced { .. }
            | GameEvent::StageBegan { .. }
            | GameEvent::TurnBegan { .. }
            | GameEvent::FigureStayed { .. }
            | GameEvent::SeatToMove { .. }
            | GameEvent::MovesOver
            | GameEvent::PileShuffled { .. }
            | GameEvent::StartMarkerPassed { .. }
            | GameEvent::GameEnded { .. } => self.follow(event),
        }
    }

    fn stage_on_board(&mut self, event: &Event) {
        let told = GameEvent::Board(*event);
        match *event {
            Event::FigureEntered { figure, .. } => {
                self.follow(&told);
                self.lead(figure, Way::Walk, ms::STEP, None);
            }
            Event::FigureMoved { figure, to, how, .. } => {
                self.follow(&told);
                match how {
                    _ if self.mover.is_none() => self.note(PieceId::Figure(figure), Way::Shove),
                    Motion::Slid => {
                        self.lead(figure, Way::Slide, ms::SLIDE, Some(SoundWord { sound: Sound::Swoosh, at: to }))
                    }
                    Motion::Walked | Motion::Pushed | Motion::Shoved => self.lead(figure, Way::Walk, ms::STEP, None),
                }
            }
            Event::FigureEscaped { figure, .. } => {
                self.follow(&told);
                // Shown even if it was planned here: it is the aim of the game.
                self.moves.push((PieceId::Figure(figure), Way::Escape));
                self.beat(ms::ESCAPE);
            }
            Event::FigureEaten { figure, at, how } => {
                self.follow(&told);
                let way = match how {
                    Death::Bitten => Way::Eaten(at),
                    Death::Shoved(brink) => Way::Lost(at, brink),
                };
                self.note(PieceId::Figure(figure), way);
            }
            Event::FigureReturned { figure } | Event::FigureLeftBehind { figure } => {
                self.follow(&told);
                self.join(PieceId::Figure(figure), Way::Jump, ms::RETURN);
            }
            Event::StoneMoved { from, .. } => {
                let stone = self.tableau.stone_at(from);
                self.follow(&told);
                self.note(PieceId::Stone(stone.expect("events name stones that lie there").id), Way::Shove);
            }
            Event::StoneLost { from, to, .. } => {
                let stone = self.tableau.stone_at(from);
                self.follow(&told);
                self.note(PieceId::Stone(stone.expect("events name stones that lie there").id), Way::Lost(from, to));
            }
            Event::MonsterLooked { at, sights, verdict } => {
                self.follow(&told);
                self.step = self.steps_done.saturating_add(1);
                self.is_sliding = false;
                self.beat(ms::LOOK).look = Some(Look { at, sights, verdict });
            }
            Event::MonsterTurned { why, .. } => {
                self.follow(&told);
                self.moves.push((PieceId::Monster, Way::Turn));
                self.beat(match why {
                    Turn::Saw(_) => ms::TURN,
                    Turn::Stone { .. } => ms::TURN_BY_STONE,
                });
            }
            Event::MonsterSpun { .. } => {
                self.follow(&told);
                self.moves.push((PieceId::Monster, Way::Spin));
                self.beat(ms::SPIN);
            }
            Event::MonsterMoved { to, through, how, .. } => self.stage_monster(&told, to, through, how),
            Event::MonsterTeleported { to, .. } => {
                self.moves.push((PieceId::Monster, Way::TeleportIn));
                self.beat(ms::TELEPORT_HALF);
                self.follow(&told);
                self.moves.push((PieceId::Monster, Way::TeleportOut));
                self.beat(ms::TELEPORT_HALF).word = Some(SoundWord { sound: Sound::Zap, at: to });
            }
            Event::MonsterHeld { .. } => self.follow(&told),
            Event::PointSpent { .. } => {
                self.follow(&told);
                self.steps_done = self.steps_done.saturating_add(1);
                if let Some(beat) = self.beats.last_mut() {
                    beat.ends_step = true;
                }
            }
        }
    }

    fn stage_monster(&mut self, told: &GameEvent, to: Cell, through: Option<Wall>, how: Motion) {
        let has = |moves: &[(PieceId, Way)], is_it: fn(&Way) -> bool| moves.iter().any(|(_, way)| is_it(way));
        let bites = has(&self.moves, |way| matches!(way, Way::Eaten(_)));
        let eats =
            bites || self.moves.iter().any(|(piece, way)| matches!((piece, way), (PieceId::Figure(_), Way::Lost(..))));
        let shoves = has(&self.moves, |way| matches!(way, Way::Shove | Way::Lost(..)));
        if let Some(wall) = through {
            // What moves beyond the wall waits for the second half.
            let beyond = std::mem::take(&mut self.moves);
            self.moves.push((PieceId::Monster, Way::WallIn(wall.side())));
            // The board of the beat before: the present one no longer has what is eaten or shoved there.
            let still = self.beats.last().map_or_else(|| self.tableau.clone(), |beat| beat.tableau.clone());
            let beat = self.beat(ms::WALL_IN);
            beat.wall = Some(wall);
            beat.tableau = still;
            self.moves = beyond;
        }
        self.follow(told);
        let (way, ms) = match (through, how) {
            (Some(wall), _) => (Way::WallOut(wall.side()), ms::WALL_OUT),
            (None, _) if bites => (Way::Lunge, ms::EAT),
            (None, Motion::Slid) => (Way::Slide, ms::SLIDE),
            (None, Motion::Walked | Motion::Pushed | Motion::Shoved) => (Way::Walk, ms::STEP),
        };
        let slides_on = how == Motion::Slid && !self.is_sliding;
        self.is_sliding |= how == Motion::Slid;
        self.moves.push((PieceId::Monster, way));
        let ms = if eats {
            ms.max(ms::EAT)
        } else if shoves {
            ms.max(ms::SHOVE)
        } else {
            ms
        };
        let sound = match () {
            () if eats => Some(Sound::Chomp),
            () if through.is_some() => Some(Sound::Womp),
            () if shoves => Some(Sound::Krrrk),
            () if slides_on => Some(Sound::Swoosh),
            () => None,
        };
        let beat = self.beat(ms);
        beat.wall = through;
        beat.word = sound.map(|sound| SoundWord { sound, at: to });
    }

    /// A step of a player's figure.
    fn lead(&mut self, figure: FigureId, way: Way, ms: u32, word: Option<SoundWord>) {
        match self.path {
            Path::Planned => self.moves.clear(),
            Path::New => {
                self.moves.push((PieceId::Figure(figure), way));
                self.beat(ms).word = word;
            }
        }
    }

    /// Adds a movement to the next beat.
    fn note(&mut self, piece: PieceId, way: Way) {
        self.moves.retain(|(other, _)| *other != piece);
        self.moves.push((piece, way));
    }

    /// Adds a piece to the last beat if that is of the same kind; begins a new beat otherwise.
    fn join(&mut self, piece: PieceId, way: Way, ms: u32) {
        let tableau = &self.tableau;
        match self.beats.last_mut() {
            Some(beat)
                if beat.ms == ms && beat.moves.iter().all(|(_, other)| *other == way) && !beat.moves.is_empty() =>
            {
                beat.moves.push((piece, way));
                beat.tableau = tableau.clone();
                beat.captions.append(&mut self.captions);
            }
            _ => {
                self.moves.push((piece, way));
                self.beat(ms);
            }
        }
    }

    fn follow(&mut self, event: &GameEvent) {
        self.tableau.follow(self.mover.map(|mover| mover.figure), event);
    }

    fn beat(&mut self, ms: u32) -> &mut Beat {
        self.beats.push(Beat {
            tableau: self.tableau.clone(),
            ms,
            moves: std::mem::take(&mut self.moves),
            look: None,
            wall: None,
            word: None,
            falling: None,
            step: self.step,
            ends_step: false,
            captions: std::mem::take(&mut self.captions),
        });
        self.beats.last_mut().expect("a beat has just been added")
    }

    /// Adds the last beat, which shows the board at rest.
    fn finish(mut self) -> Vec<Beat> {
        self.moves.clear();
        self.beat(0);
        self.beats
    }
}
