//! From a line to its answer: what it asks, whether it may be asked, what the rules say.

use std::io::{self, Write};
use std::num::{NonZeroU8, NonZeroU16};

use rules::{
    Cell, Event, FigureId, Foresight, Item, Monster, Outcome, Outcomes, Position, Setup, SetupProblem, Sink,
    TeleporterTile, Tombstone, Whereabouts,
};

use super::wire::{self, At, Card, FigureAt, FigureLeft, Foreseen, Kind, Object, Question, RunAnswer, StoneAt};

/// The most steps a card can show.
const MOST_STEPS: u64 = 1000;

/// The most points a figure can have.
const MOST_POINTS: u64 = 20;

/// The most cards in one question.
const MOST_CARDS: usize = 1000;

/// The most figures and stones that an answer to `moves` lists: more would take gigabytes to hold and to read.
const MOST_LISTED: usize = 5_000_000;

/// The most problems of a position that are told one by one.
const MOST_PROBLEMS: usize = 20;

/// A question that can be answered.
pub struct Task {
    /// The table.
    pub position: Position,
    /// What is asked about it.
    pub subject: Subject,
    /// By figure.
    ids: Vec<(FigureId, String)>,
    /// The cards of a `foresight` question as they were written.
    cards: Vec<Card>,
}

/// What is asked.
pub enum Subject {
    /// What the monster does.
    Monster(Tombstone),
    /// Where a figure can go with so many points.
    Moves(FigureId, u8),
    /// What the monster would do, for each of these.
    Foresight(Vec<Tombstone>),
}

impl Task {
    /// Reads a line and checks all it says.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    pub fn read(line: &[u8]) -> Result<Task, String> {
        let text =
            std::str::from_utf8(line).map_err(|error| format!("column {}: invalid UTF-8", error.valid_up_to() + 1))?;
        let mut json = serde_json::Deserializer::from_str(text);
        let question: Object<Question> = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let path = error.path().to_string();
            // What is no JSON at all has no place in it.
            if path == "." || !error.inner().is_data() {
                worded(error.inner())
            } else {
                format!("{path}: {}", worded(error.inner()))
            }
        })?;
        json.end().map_err(|error| worded(&error))?;
        Task::new(question.0)
    }

    fn new(question: Question) -> Result<Task, String> {
        let kind = question.kind;
        question.refuse_fields_of_other_kinds()?;
        let (position, ids) = lay(question.position)?;
        if matches!(kind, Kind::Monster | Kind::Foresight) && position.monster().is_none() {
            return Err("position: missing field `monster`".to_owned());
        }
        let mut cards = vec![];
        let subject = match kind {
            Kind::Monster => Subject::Monster(tombstone(needed("card", question.card)?, "card")?),
            Kind::Foresight => {
                cards = question.cards.unwrap_or_else(|| Tombstone::KINDS.map(card).into());
                Subject::Foresight(tombstones(&cards)?)
            }
            Kind::Moves => {
                let id = needed("figure", question.figure)?;
                let known = ids.iter().find(|(_, known)| *known == id);
                let figure = known.map(|(figure, _)| *figure).ok_or_else(|| format!("figure: there is no {id:?}"))?;
                if matches!(position.whereabouts(figure), Some(Whereabouts::Escaped | Whereabouts::Eaten)) {
                    return Err(format!("figure: {id:?} is not in play"));
                }
                let points = needed("points", question.points)?.0;
                Subject::Moves(figure, in_range(points, MOST_POINTS, "points")? as u8)
            }
        };
        Ok(Task { position, subject, ids, cards })
    }

    /// Asks the rules and writes what they say, or returns why there is no answer. Nothing is written then.
    pub(super) fn answer(&self, output: &mut impl Write) -> io::Result<Result<(), String>> {
        match &self.subject {
            Subject::Monster(tombstone) => serde_json::to_writer(output, &self.run(*tombstone))?,
            Subject::Foresight(tombstones) => self.write_foresight(tombstones, output)?,
            Subject::Moves(figure, points) => {
                let limit = MOST_LISTED / (10 + self.position.stones().count());
                let mut outcomes = Outcomes::new();
                if !outcomes.find_at_most(&self.position, *figure, *points, limit) {
                    return Ok(Err(format!("points: {points} points lead to more than {limit} places here")));
                }
                write_outcomes(&outcomes, output)?;
            }
        }
        Ok(Ok(()))
    }

    /// Card by card: a thousand answers need not be held at once.
    fn write_foresight(&self, tombstones: &[Tombstone], output: &mut impl Write) -> io::Result<()> {
        let foresight = Foresight::of(&self.position);
        write!(output, "{{\"foresight\":[")?;
        for (index, (card, tombstone)) in self.cards.iter().zip(tombstones).enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(output, "{comma}")?;
            // A card of more steps than any tombstone of the box is not foreseen, but can be run.
            let run = match foresight.run(*tombstone) {
                Some(run) => self.told(run.position, run.eaten, run.trail),
                None => self.run(*tombstone),
            };
            serde_json::to_writer(&mut *output, &Foreseen { card: *card, run })?;
        }
        write!(output, "]}}")
    }

    fn run(&self, tombstone: Tombstone) -> RunAnswer<'_> {
        let (mut position, mut trail) = (self.position, Trail::default());
        let eaten = position.run(tombstone, &mut trail);
        self.told(&position, &eaten, &trail.0)
    }

    fn told(&self, position: &Position, eaten: &[FigureId], trail: &[Cell]) -> RunAnswer<'_> {
        let monster = position.monster().expect("a run has a monster");
        let on_board = position.figures().filter_map(|(figure, whereabouts)| match whereabouts {
            Whereabouts::On(cell) => Some(FigureLeft { id: self.id(figure), at: At(cell.into()) }),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
        });
        RunAnswer {
            monster: wire::Monster { at: At(monster.at.into()), facing: monster.facing },
            stones: stones(position),
            figures: on_board.collect(),
            eaten: eaten.iter().map(|figure| self.id(*figure)).collect(),
            trail: trail.iter().map(|cell| At((*cell).into())).collect(),
        }
    }

    fn id(&self, figure: FigureId) -> &str {
        let known = self.ids.iter().find(|(known, _)| *known == figure);
        &known.expect("every figure on the table has an id").1
    }
}

impl Question {
    /// A field of another kind of question is a slip: `card` for `cards` would get a plausible answer.
    fn refuse_fields_of_other_kinds(&self) -> Result<(), String> {
        let given = [
            ("card", self.card.is_some(), matches!(self.kind, Kind::Monster)),
            ("cards", self.cards.is_some(), matches!(self.kind, Kind::Foresight)),
            ("figure", self.figure.is_some(), matches!(self.kind, Kind::Moves)),
            ("points", self.points.is_some(), matches!(self.kind, Kind::Moves)),
        ];
        match given.into_iter().find(|(_, is_given, is_wanted)| *is_given && !is_wanted) {
            Some((field, ..)) => Err(format!("{field}: has no place in a question of this kind")),
            None => Ok(()),
        }
    }
}

/// Writes outcomes one by one, because there can be many: the text of the stones is made once for each way they lie.
fn write_outcomes(outcomes: &Outcomes, output: &mut impl Write) -> io::Result<()> {
    let mut layouts: Vec<String> = vec![];
    let mut sorted: Vec<(String, Outcome<'_>)> = vec![];
    for outcome in outcomes.iter() {
        if layouts.len() <= outcome.layout() {
            layouts.resize(outcome.layout() + 1, String::new());
        }
        let layout = &mut layouts[outcome.layout()];
        if layout.is_empty() {
            *layout = serde_json::to_string(&stones(&outcome.position()))?;
        }
        sorted.push((place(outcome.place()), outcome));
    }
    let stones = |outcome: &Outcome<'_>| &layouts[outcome.layout()];
    sorted.sort_by(|(at, one), (other_at, other)| (at, stones(one)).cmp(&(other_at, stones(other))));
    write!(output, "{{\"outcomes\":[")?;
    for (index, (at, outcome)) in sorted.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(output, "{comma}{{\"at\":\"{at}\",\"cost\":{},\"stones\":{}}}", outcome.cost(), stones(outcome))?;
    }
    write!(output, "]}}")
}

fn place(whereabouts: Whereabouts) -> String {
    match whereabouts {
        Whereabouts::On(cell) => cell.to_string(),
        Whereabouts::Waiting => "outside".to_owned(),
        Whereabouts::Escaped => "escaped".to_owned(),
        Whereabouts::Eaten => "eaten".to_owned(),
    }
}

fn stones(position: &Position) -> Vec<StoneAt> {
    position.stones().map(|(stone, cell)| StoneAt { kind: stone, at: At(cell.into()) }).collect()
}

/// The monster's space after each movement point.
#[derive(Default)]
struct Trail(Vec<Cell>);

impl Sink for Trail {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Event::PointSpent { at, .. } = event() {
            self.0.push(at);
        }
    }
}

/// Lays a position on the table and tells what each figure on it is called.
fn lay(position: wire::Position) -> Result<(Position, Vec<(FigureId, String)>), String> {
    match position {
        wire::Position::Text(text) => {
            let position: Position = text.parse().map_err(|error| format!("position: {error}"))?;
            let ids = position.figures().map(|(figure, _)| (figure, figure.to_string())).collect();
            Ok((position, ids))
        }
        wire::Position::Object(object) => {
            let ids: Vec<(FigureId, String)> =
                FigureId::all().zip(object.figures.iter().map(|Object(figure)| figure.id.clone())).collect();
            let mut problems = id_problems(&object.figures);
            match Position::from_setup(&setup(&object, &ids)) {
                Ok(position) if problems.is_empty() => return Ok((position, ids)),
                Ok(_) => {}
                Err(more) => problems.extend(described(&more, &object.pools)),
            }
            let rest = problems.len().saturating_sub(MOST_PROBLEMS);
            problems.truncate(MOST_PROBLEMS);
            if rest > 0 {
                problems.push(format!("and {rest} more"));
            }
            Err(problems.join("; "))
        }
    }
}

fn id_problems(figures: &[Object<FigureAt>]) -> Vec<String> {
    let mut problems = vec![];
    if figures.len() > FigureId::COUNT {
        problems.push(format!("position.figures: {} figures, {} allowed", figures.len(), FigureId::COUNT));
    }
    let ids: Vec<&String> = figures.iter().take(FigureId::COUNT).map(|Object(figure)| &figure.id).collect();
    for (index, id) in ids.iter().enumerate() {
        if ids[..index].contains(id) {
            problems.push(format!("position.figures[{index}].id: {id:?} is there already"));
        }
    }
    problems
}

fn setup(object: &wire::PositionObject, ids: &[(FigureId, String)]) -> Setup {
    let tile = |Object(tile): &Object<wire::Teleporter>| TeleporterTile {
        pair: tile.pair.0,
        at: tile.at.0,
        arrow: tile.arrow,
    };
    let place = |Object(figure): &Object<FigureAt>| figure.at.map_or(Whereabouts::Waiting, |at| Whereabouts::On(at.0));
    let monster = object.monster.as_ref();
    Setup {
        monster: monster.map(|Object(monster)| Monster { at: monster.at.0, facing: monster.facing }),
        stones: object.stones.iter().map(|Object(stone)| (stone.kind, stone.at.0)).collect(),
        blood: object.pools.iter().flatten().map(|at| at.0).collect(),
        teleporters: object.teleporters.iter().map(tile).collect(),
        figures: ids.iter().map(|(figure, _)| *figure).zip(object.figures.iter().map(place)).collect(),
    }
}

/// The problems in the words of the question: each thing by its place in the object.
fn described(problems: &[SetupProblem], pools: &[Vec<At>]) -> Vec<String> {
    let spaces = pools.iter().enumerate().flat_map(|(pool, cells)| (0..cells.len()).map(move |nth| (pool, nth)));
    let spaces: Vec<(usize, usize)> = spaces.collect();
    let name = |item: Item| match item {
        Item::Monster => "position.monster".to_owned(),
        Item::Stone(index) => format!("position.stones[{index}]"),
        Item::Teleporter(index) => format!("position.teleporters[{index}]"),
        Item::Figure(index) => format!("position.figures[{index}]"),
        Item::Blood(index) => {
            let (pool, nth) = spaces[index];
            format!("position.pools[{pool}][{nth}]")
        }
    };
    problems.iter().map(|problem| problem.describe(name)).collect()
}

fn needed<T>(field: &str, value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| format!("missing field `{field}`"))
}

fn in_range(number: u64, most: u64, place: &str) -> Result<u64, String> {
    if (1..=most).contains(&number) { Ok(number) } else { Err(format!("{place}: {number} is not from 1 to {most}")) }
}

fn tombstone(card: Card, place: &str) -> Result<Tombstone, String> {
    match card {
        Card::Steps(steps) => {
            let steps = NonZeroU16::new(in_range(steps, MOST_STEPS, place)? as u16);
            Ok(Tombstone::Steps(steps.expect("the range begins with 1")))
        }
        Card::Hits(hits) => {
            // More hits than there are figures are never reached, however many more.
            let hits = NonZeroU8::new(u8::try_from(hits).unwrap_or(u8::MAX));
            hits.map(Tombstone::Hits).ok_or_else(|| format!("{place}.hits: 0 is not at least 1"))
        }
    }
}

fn card(tombstone: Tombstone) -> Card {
    match tombstone {
        Tombstone::Steps(steps) => Card::Steps(steps.get().into()),
        Tombstone::Hits(hits) => Card::Hits(hits.get().into()),
    }
}

fn tombstones(cards: &[Card]) -> Result<Vec<Tombstone>, String> {
    if cards.len() > MOST_CARDS {
        return Err(format!("cards: {} cards, {MOST_CARDS} allowed", cards.len()));
    }
    cards.iter().enumerate().map(|(index, card)| tombstone(*card, &format!("cards[{index}]"))).collect()
}

/// What the JSON reader says, with the column instead of a line number that is always 1.
fn worded(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    match error.classify() {
        serde_json::error::Category::Data => what.to_owned(),
        _ => format!("column {}: broken JSON: {what}", error.column()),
    }
}
