//! Why the monster did something: what it saw, what it concluded, and which rules applied. These are codes; the page
//! puts them into words, and a code without words does not compile.

use bots::Reason;
use rules::{Cell, Direction, FigureId, Position, SightEnd, Stone, Tombstone, Verdict};

use super::caption::{Caption, Deed, Moment, Side};
use super::show::Show;
use crate::draw::Point;
use crate::draw::floor::{SPACE, center};
use crate::rule::Rule;

/// The answer to "Why?" about a step of the monster or about its last look.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The position when it looked.
    pub table: Position,
    /// What it saw ahead, to its left and to its right.
    pub sights: [WhySight; 3],
    /// What it concluded.
    pub verdict: WhyVerdict,
    /// What followed, in order.
    pub rulings: Vec<Ruling>,
    /// Whether it was the look after the last step, which can only turn the monster.
    pub is_last_look: bool,
}

/// What the monster saw in a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhySight {
    /// The direction from its point of view.
    pub side: Side,
    /// The direction on the board.
    pub direction: Direction,
    /// The distance in spaces to the figure, or to what blocks the view.
    pub distance: u8,
    /// What ended the line.
    pub end: SightEnd,
    /// A space with a crystal on the line, which does not block the view.
    pub crystal: Option<Cell>,
    /// A space with a teleporter on the line, which does not block the view either.
    pub teleporter: Option<Cell>,
    /// Whether the monster follows this line.
    pub decides: bool,
}

impl WhySight {
    /// The bar that ends this line of sight of a monster at `from`: the middle of the space in front of it, or of where
    /// that space would be. `None` if the line ends at a figure.
    #[must_use]
    pub fn bar(&self, from: Cell) -> Option<Point> {
        let (x, y) = center(from);
        let far = f32::from(self.distance) * SPACE;
        let at = match self.direction {
            Direction::North => (x, y - far),
            Direction::East => (x + far, y),
            Direction::South => (x, y + far),
            Direction::West => (x - far, y),
        };
        self.figure_at().is_none().then_some(at)
    }

    /// The space of the figure that it saw.
    #[must_use]
    pub fn figure_at(&self) -> Option<Cell> {
        match self.end {
            SightEnd::Figure { at, .. } => Some(at),
            SightEnd::Stone { .. } | SightEnd::Wall(_) => None,
        }
    }
}

/// What the monster concluded from a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyVerdict {
    /// It saw only one figure.
    Only(Side),
    /// It saw several, and one is nearest.
    Nearest {
        /// The side.
        side: Side,
        /// The distance in spaces.
        distance: u8,
        /// The distance of the next one.
        than: u8,
    },
    /// Several are equally near, so none of them counts.
    Tie {
        /// The distance in spaces.
        distance: u8,
    },
    /// It saw no figure.
    Nobody,
}

impl WhyVerdict {
    /// The rule that it follows from.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            WhyVerdict::Only(_) | WhyVerdict::Nearest { .. } | WhyVerdict::Nobody => Rule::Look,
            WhyVerdict::Tie { .. } => Rule::Tie,
        }
    }
}

/// What a rule did in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It turned left, to the figure it saw, before it walked.
    TurnedLeft,
    /// It turned right, to the figure it saw, before it walked.
    TurnedRight,
    /// It walked straight on.
    KeptItsWay,
    /// After its last step it only turned to the figure it saw.
    OnlyTurned,
    /// A turning stone in front of it turned it to the right.
    StoneTurnedRight(Cell),
    /// A turning stone in front of it turned it around.
    StoneTurnedAround(Cell),
    /// Turning stones turned it until it stayed, with the facing it had.
    Spun,
    /// It slid to the end of the blood.
    Slid,
    /// It slid in a circle, and was stopped where it arrived for the second time.
    Held,
    /// It went through the wall with this letter and came out of its twin, looking the same way.
    ThroughWall(char),
    /// It went through one door, which has no letter, to the other.
    ThroughDoor,
    /// It stepped on a teleporter and came out of the other one, facing along its arrow; that ended the step.
    Teleported(Cell),
    /// It shoved what was in front of it.
    Shoved,
    /// A stone was shoved out of the game.
    StoneLost(Stone),
    /// It stepped on a figure and ate it.
    Ate(FigureId),
    /// It shoved a figure out, which counts as eaten.
    ShovedOut(FigureId),
    /// The number of the tombstone was reached; one last look ended the run.
    NumberReached(u16),
    /// The hits of the tombstone were reached; one last look ended the run.
    HitsReached(u8),
    /// After twenty steps without enough hits it gave up.
    GaveUp,
}

impl Ruling {
    /// The rule that did it.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Ruling::TurnedLeft | Ruling::TurnedRight | Ruling::KeptItsWay => Rule::Look,
            Ruling::OnlyTurned => Rule::LastLook,
            Ruling::StoneTurnedRight(_) | Ruling::StoneTurnedAround(_) => Rule::TurningStones,
            Ruling::Spun => Rule::SpunRound,
            Ruling::Slid => Rule::Blood,
            Ruling::Held => Rule::EndlessSlide,
            Ruling::ThroughWall(_) => Rule::Walls,
            Ruling::ThroughDoor => Rule::WallsBesideDoors,
            Ruling::Teleported(_) => Rule::Teleporters,
            Ruling::Shoved => Rule::Shoving,
            Ruling::StoneLost(_) => Rule::Lost,
            Ruling::Ate(_) | Ruling::ShovedOut(_) => Rule::Eaten,
            Ruling::NumberReached(_) => Rule::Tombstones,
            Ruling::HitsReached(_) | Ruling::GaveUp => Rule::Hits,
        }
    }
}

/// A bot's answer to "Why?": hidden until the player asks. The reason takes a while to compute, so that is done only
/// then.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BotAnswer(Option<Option<Reason>>);

impl BotAnswer {
    /// Shows the reason, or hides it again.
    pub fn toggle(&mut self, compute: impl FnOnce() -> Option<Reason>) {
        self.0 = match self.0 {
            None => Some(compute()),
            Some(_) => None,
        };
    }

    /// Whether the answer is shown.
    #[must_use]
    pub fn is_shown(self) -> bool {
        self.0.is_some()
    }

    /// The reason, if it is shown and there is one.
    #[must_use]
    pub fn reason(self) -> Option<Reason> {
        self.0.flatten()
    }
}

impl Why {
    /// The answer about the look at this moment; `None` if the monster does not look then.
    #[must_use]
    pub fn of(moment: &Moment) -> Option<Why> {
        let Moment { show, at } = moment;
        let look = show.beats.get(*at)?.look?;
        // A look moves nothing: this is the position before the turn.
        let table = show.beats[*at].tableau.position;
        let sides = [Side::Ahead, Side::Left, Side::Right];
        let decides = |direction: Direction| look.verdict == Verdict::Nearest(direction);
        let sights = std::array::from_fn(|nth| {
            let sight = look.sights[nth];
            let line = line(look.at, sight.direction, sight.distance);
            WhySight {
                side: sides[nth],
                direction: sight.direction,
                distance: sight.distance,
                end: sight.end,
                crystal: line.iter().copied().find(|cell| table.stone_at(*cell) == Some(Stone::Crystal)),
                teleporter: line.iter().copied().find(|cell| table.teleporter_exit(*cell).is_some()),
                decides: decides(sight.direction),
            }
        });
        let verdict = verdict(&sights, look.verdict);
        let rulings = rulings(show, *at, verdict);
        let is_last_look = show.beats[*at].captions.iter().any(is_last_look);
        Some(Why { table, sights, verdict, rulings, is_last_look })
    }

    /// The side it turned to because of what it saw.
    #[must_use]
    pub fn turned_side(&self) -> Option<Side> {
        let decides = self.sights.iter().find(|sight| sight.decides)?;
        (decides.side != Side::Ahead).then_some(decides.side)
    }

    /// The facing of the monster before and after the look, if it turned to a figure.
    #[must_use]
    pub fn turned(&self) -> Option<(Direction, Direction)> {
        let to = self.sights.iter().find(|sight| sight.decides)?.direction;
        let from = self.table.monster()?.facing;
        (from != to).then_some((from, to))
    }
}

/// The spaces between the monster and the end of its line of sight.
fn line(from: Cell, direction: Direction, distance: u8) -> Vec<Cell> {
    let mut cells = vec![];
    let mut at = from;
    for _ in 1..distance {
        let Some(next) = at.step(direction) else { break };
        cells.push(next);
        at = next;
    }
    cells
}

fn verdict(sights: &[WhySight; 3], verdict: Verdict) -> WhyVerdict {
    let is_figure = |sight: &&WhySight| matches!(sight.end, SightEnd::Figure { .. });
    let mut seen: Vec<&WhySight> = sights.iter().filter(is_figure).collect();
    seen.sort_by_key(|sight| sight.distance);
    match (verdict, &seen[..]) {
        (Verdict::Nothing, _) | (_, []) => WhyVerdict::Nobody,
        (Verdict::Tie, [nearest, ..]) => WhyVerdict::Tie { distance: nearest.distance },
        (Verdict::Nearest(_), [only]) => WhyVerdict::Only(only.side),
        (Verdict::Nearest(_), [nearest, next, ..]) => {
            WhyVerdict::Nearest { side: nearest.side, distance: nearest.distance, than: next.distance }
        }
    }
}

fn rulings(show: &Show, at: usize, verdict: WhyVerdict) -> Vec<Ruling> {
    let told = &show.beats[at].captions;
    let deeds = told.iter().find_map(|caption| match caption {
        Caption::Step { deeds, number, .. } => Some((deeds, *number)),
        _ => None,
    });
    let turned = match verdict {
        WhyVerdict::Only(Side::Left) | WhyVerdict::Nearest { side: Side::Left, .. } => Ruling::TurnedLeft,
        WhyVerdict::Only(Side::Right) | WhyVerdict::Nearest { side: Side::Right, .. } => Ruling::TurnedRight,
        WhyVerdict::Only(Side::Ahead)
        | WhyVerdict::Nearest { side: Side::Ahead, .. }
        | WhyVerdict::Tie { .. }
        | WhyVerdict::Nobody => Ruling::KeptItsWay,
    };
    let Some((deeds, number)) = deeds else {
        return std::iter::once(Ruling::OnlyTurned).chain(ending(show)).collect();
    };
    let mut rulings = vec![turned];
    rulings.extend(deeds.iter().map(|deed| ruling(*deed)));
    let has_last_look = show.beats[at + 1..].iter().any(|beat| beat.captions.iter().any(is_last_look));
    if number == show.steps() && !has_last_look {
        rulings.extend(ending(show));
    }
    rulings
}

fn is_last_look(caption: &Caption) -> bool {
    matches!(caption, Caption::LastLook(_))
}

fn ruling(deed: Deed) -> Ruling {
    match deed {
        Deed::Turned { stone: Stone::TurnAround, at } => Ruling::StoneTurnedAround(at),
        Deed::Turned { stone: Stone::TurnRight | Stone::Plain | Stone::Crystal, at } => Ruling::StoneTurnedRight(at),
        Deed::Spun => Ruling::Spun,
        Deed::Slid => Ruling::Slid,
        Deed::Held => Ruling::Held,
        Deed::Through(wall) => wall.letter().map_or(Ruling::ThroughDoor, Ruling::ThroughWall),
        Deed::Teleported(to) => Ruling::Teleported(to),
        Deed::Shoved => Ruling::Shoved,
        Deed::Lost(stone) => Ruling::StoneLost(stone),
        Deed::Ate { figure, by_shove: true } => Ruling::ShovedOut(figure),
        Deed::Ate { figure, by_shove: false } => Ruling::Ate(figure),
    }
}

/// Why the run ended.
fn ending(show: &Show) -> Option<Ruling> {
    match show.run?.tombstone()? {
        Tombstone::Steps(number) => Some(Ruling::NumberReached(number.get())),
        Tombstone::Hits(hits) => {
            let eaten = show.beats.iter().flat_map(|beat| &beat.captions).map(|caption| match caption {
                Caption::Step { deeds, .. } => deeds.iter().filter(|deed| matches!(deed, Deed::Ate { .. })).count(),
                _ => 0,
            });
            if eaten.sum::<usize>() >= usize::from(hits.get()) {
                Some(Ruling::HitsReached(hits.get()))
            } else {
                Some(Ruling::GaveUp)
            }
        }
    }
}
