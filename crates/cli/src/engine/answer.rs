//! From a line to its answer: what it asks, whether it may be asked, what the rules say.

use std::io::{self, Write};
use std::num::{NonZeroU8, NonZeroU16};

use rules::{
    Cell, Event, FigureId, Foresight, Item, Monster, Outcome, Outcomes, Position, Setup, SetupProblem, Sink,
    TeleporterTile, Tombstone, Whereabouts,
};

use super::wire::{self, At, Card, Facing, FigureAt, Foreseen, ForesightAnswer, Object, Question, RunAnswer, StoneAt};

/// The most steps a card can show.
const MOST_STEPS: u64 = 1000;

/// The most points a figure can have.
const MOST_POINTS: u64 = 20;

/// The most cards in one question.
const MOST_CARDS: usize = 1000;

/// The most places a figure can reach, alone and with the stones: beyond that the answer would be too long to read.
const MOST_OUTCOMES: usize = 500_000;

/// A question that can be answered.
pub struct Task {
    /// The table.
    pub position: Position,
    /// What is asked about it.
    pub subject: Subject,
    /// By figure.
    ids: Vec<(FigureId, String)>,
}

/// What is asked.
pub enum Subject {
    /// What the monster does.
    Monster(Tombstone),
    /// Where a figure can go with so many points.
    Moves(FigureId, u8),
    /// What the monster would do, for each card as it was written.
    Foresight(Vec<ForeseenCard>),
}

/// A card and what it means.
pub struct ForeseenCard {
    card: Card,
    tombstone: Tombstone,
}

/// An answer, ready to be written.
pub(super) enum Solution {
    Line(String),
    Outcomes(Outcomes),
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
        let (position, ids) = lay(question.position)?;
        let subject = match question.kind {
            wire::Kind::Monster => {
                monster(&position)?;
                Subject::Monster(tombstone(needed("card", question.card)?, "card")?)
            }
            wire::Kind::Foresight => {
                monster(&position)?;
                Subject::Foresight(cards(question.cards)?)
            }
            wire::Kind::Moves => {
                let id = needed("figure", question.figure)?;
                let known = ids.iter().find(|(_, known)| *known == id);
                let figure = known.map(|(figure, _)| *figure).ok_or_else(|| format!("figure: there is no {id:?}"))?;
                if matches!(position.whereabouts(figure), Some(Whereabouts::Escaped | Whereabouts::Eaten)) {
                    return Err(format!("figure: {id:?} is not in play"));
                }
                let points = needed("points", question.points)?;
                Subject::Moves(figure, in_range(points, MOST_POINTS, "points")? as u8)
            }
        };
        Ok(Task { position, subject, ids })
    }

    /// Asks the rules.
    pub(super) fn solve(self) -> Result<Solution, String> {
        match &self.subject {
            Subject::Monster(tombstone) => Ok(Solution::line(&self.run(*tombstone))),
            Subject::Foresight(cards) => {
                let foresight = Foresight::of(&self.position);
                let foresee = |ForeseenCard { card, tombstone }: &ForeseenCard| Foreseen {
                    card: *card,
                    // A card of more steps than any tombstone of the box is not foreseen, but can be run.
                    run: match foresight.run(*tombstone) {
                        Some(run) => self.answer(run.position, run.eaten, run.trail),
                        None => self.run(*tombstone),
                    },
                };
                Ok(Solution::line(&ForesightAnswer { foresight: cards.iter().map(foresee).collect() }))
            }
            Subject::Moves(figure, points) => {
                let mut outcomes = Outcomes::new();
                if outcomes.find_at_most(&self.position, *figure, *points, MOST_OUTCOMES) {
                    Ok(Solution::Outcomes(outcomes))
                } else {
                    Err(format!("points: {points} points lead to more than {MOST_OUTCOMES} outcomes here"))
                }
            }
        }
    }

    fn run(&self, tombstone: Tombstone) -> RunAnswer<'_> {
        let (mut position, mut trail) = (self.position, Trail::default());
        let eaten = position.run(tombstone, &mut trail);
        self.answer(&position, &eaten, &trail.0)
    }

    fn answer(&self, position: &Position, eaten: &[FigureId], trail: &[Cell]) -> RunAnswer<'_> {
        let monster = position.monster().expect("a run has a monster");
        let on_board = position.figures().filter_map(|(figure, whereabouts)| match whereabouts {
            Whereabouts::On(cell) => Some(FigureAt { id: self.id(figure).to_owned(), at: Some(At(cell.into())) }),
            Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
        });
        RunAnswer {
            monster: wire::Monster { at: At(monster.at.into()), facing: Facing(monster.facing) },
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

impl Solution {
    fn line(answer: &impl serde::Serialize) -> Solution {
        Solution::Line(serde_json::to_string(answer).expect("answers are plain data"))
    }

    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        match self {
            Solution::Line(answer) => output.write_all(answer.as_bytes()),
            Solution::Outcomes(outcomes) => write_outcomes(outcomes, output),
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
    position.stones().map(|(stone, cell)| StoneAt { kind: stone.into(), at: At(cell.into()) }).collect()
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
            let ids = ids(&object.figures)?;
            let setup = setup(&object, &ids);
            let position = Position::from_setup(&setup).map_err(|problems| describe(&problems, &object.pools))?;
            Ok((position, ids))
        }
    }
}

fn ids(figures: &[Object<FigureAt>]) -> Result<Vec<(FigureId, String)>, String> {
    if figures.len() > FigureId::COUNT {
        return Err(format!("position.figures: {} figures, {} allowed", figures.len(), FigureId::COUNT));
    }
    let ids: Vec<&String> = figures.iter().map(|Object(figure)| &figure.id).collect();
    for (index, id) in ids.iter().enumerate() {
        if ids[..index].contains(id) {
            return Err(format!("position.figures[{index}].id: {id:?} is there already"));
        }
    }
    Ok(FigureId::all().zip(ids.into_iter().cloned()).collect())
}

fn setup(object: &wire::PositionObject, ids: &[(FigureId, String)]) -> Setup {
    let tile = |Object(tile): &Object<wire::Teleporter>| TeleporterTile {
        pair: tile.pair,
        at: tile.at.0,
        arrow: tile.arrow.0,
    };
    let place = |Object(figure): &Object<FigureAt>| figure.at.map_or(Whereabouts::Waiting, |at| Whereabouts::On(at.0));
    let monster = object.monster.as_ref();
    Setup {
        monster: monster.map(|Object(monster)| Monster { at: monster.at.0, facing: monster.facing.0 }),
        stones: object.stones.iter().map(|Object(stone)| (stone.kind.into(), stone.at.0)).collect(),
        blood: object.pools.iter().flatten().map(|at| at.0).collect(),
        teleporters: object.teleporters.iter().map(tile).collect(),
        figures: ids.iter().map(|(figure, _)| *figure).zip(object.figures.iter().map(place)).collect(),
    }
}

/// The problems in the words of the question: each thing by its place in the object.
fn describe(problems: &[SetupProblem], pools: &[Vec<At>]) -> String {
    let name = |item: Item| match item {
        Item::Monster => "position.monster".to_owned(),
        Item::Stone(index) => format!("position.stones[{index}]"),
        Item::Teleporter(index) => format!("position.teleporters[{index}]"),
        Item::Figure(index) => format!("position.figures[{index}]"),
        Item::Blood(index) => {
            let spaces =
                pools.iter().enumerate().flat_map(|(pool, cells)| (0..cells.len()).map(move |nth| (pool, nth)));
            let (pool, nth) = spaces.clone().nth(index).expect("the blood was counted from the pools");
            format!("position.pools[{pool}][{nth}]")
        }
    };
    problems.iter().map(|problem| problem.describe(name)).collect::<Vec<_>>().join("; ")
}

fn monster(position: &Position) -> Result<Monster, String> {
    position.monster().ok_or_else(|| "position.monster: missing".to_owned())
}

fn needed<T>(field: &str, value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| format!("{field}: missing"))
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
            let hits = u8::try_from(in_range(hits, u64::MAX, &format!("{place}.hits"))?).unwrap_or(u8::MAX);
            Ok(Tombstone::Hits(NonZeroU8::new(hits).expect("the range begins with 1")))
        }
    }
}

fn cards(cards: Option<Vec<Card>>) -> Result<Vec<ForeseenCard>, String> {
    let Some(cards) = cards else {
        let own = |tombstone| match tombstone {
            Tombstone::Steps(steps) => Card::Steps(steps.get().into()),
            Tombstone::Hits(hits) => Card::Hits(hits.get().into()),
        };
        return Ok(Tombstone::KINDS.map(|tombstone| ForeseenCard { card: own(tombstone), tombstone }).into());
    };
    if cards.len() > MOST_CARDS {
        return Err(format!("cards: {} cards, {MOST_CARDS} allowed", cards.len()));
    }
    let foreseen = cards
        .into_iter()
        .enumerate()
        .map(|(index, card)| Ok(ForeseenCard { card, tombstone: tombstone(card, &format!("cards[{index}]"))? }));
    foreseen.collect()
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
