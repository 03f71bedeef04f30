//! From a position as a question writes it to the table; what is wrong is told in the words of the question.

use rules::{FigureId, Item, Monster, Position, Setup, SetupProblem, TeleporterTile, Whereabouts};

use super::wire::{self, FigureAt, Object, PositionObject};

/// The most problems that are told one by one.
const MOST_PROBLEMS: usize = 20;

/// What the things of a position are called: each by its place in the question.
pub(super) struct Names {
    /// Where the position stands.
    position: &'static str,
    form: Form,
}

/// How the position is written.
enum Form {
    /// As a string: things are counted.
    Text,
    /// As an object. For each space with blood: which pool, and which of its spaces.
    Object { spaces: Vec<(usize, usize)> },
}

impl Names {
    fn of_object(object: &PositionObject, position: &'static str) -> Names {
        let pools = object.pools.iter().enumerate();
        let spaces = pools.flat_map(|(pool, cells)| (0..cells.len()).map(move |nth| (pool, nth))).collect();
        Names { position, form: Form::Object { spaces } }
    }

    /// What a thing is called.
    pub(super) fn name(&self, item: Item) -> String {
        let position = self.position;
        match (&self.form, item) {
            (Form::Text, _) => format!("{position}: {item}"),
            (Form::Object { .. }, Item::Monster) => format!("{position}.monster"),
            (Form::Object { .. }, Item::Stone(index)) => format!("{position}.stones[{index}]"),
            (Form::Object { .. }, Item::Teleporter(index)) => format!("{position}.teleporters[{index}]"),
            (Form::Object { .. }, Item::Figure(index)) => format!("{position}.figures[{index}]"),
            (Form::Object { spaces }, Item::Blood(index)) => {
                let (pool, nth) = spaces[index];
                format!("{position}.pools[{pool}][{nth}]")
            }
        }
    }

    /// A problem in the words of the question.
    pub(super) fn describe(&self, problem: &SetupProblem) -> String {
        match self.form {
            // A problem can name two things, but the string they stand in only once.
            Form::Text => format!("{}: {problem}", self.position),
            Form::Object { .. } => problem.describe(|item| self.name(item)),
        }
    }
}

/// Lays a position on the table and tells what each figure on it is called.
pub(super) fn lay(position: wire::Position) -> Result<(Position, Vec<(FigureId, String)>), String> {
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
            match Position::from_setup(&setup(&object, ids.iter().map(|(figure, _)| *figure))) {
                Ok(position) if problems.is_empty() => return Ok((position, ids)),
                Ok(_) => {}
                Err(more) => {
                    let names = Names::of_object(&object, "position");
                    problems.extend(more.iter().map(|problem| names.describe(problem)));
                }
            }
            Err(joined(problems))
        }
    }
}

/// Reads the position of a game, in which figures have the names of the notation also in an object. Whether it can be
/// laid on the table is not asked.
pub(super) fn read(position: &wire::Position, place: &'static str) -> Result<(Setup, Names), String> {
    match position {
        wire::Position::Text(text) => {
            let setup = text.parse().map_err(|error| format!("{place}: {error}"))?;
            Ok((setup, Names { position: place, form: Form::Text }))
        }
        wire::Position::Object(object) => {
            let mut figures: Vec<FigureId> = vec![];
            let mut problems = vec![];
            for (index, Object(figure)) in object.figures.iter().enumerate() {
                match figure.id.parse() {
                    Ok(figure) => figures.push(figure),
                    Err(error) => problems.push(format!("{place}.figures[{index}].id: {error}")),
                }
            }
            if !problems.is_empty() {
                return Err(joined(problems));
            }
            Ok((setup(object, figures), Names::of_object(object, place)))
        }
    }
}

/// All problems in one line, the first ones in full.
pub(super) fn joined(mut problems: Vec<String>) -> String {
    let rest = problems.len().saturating_sub(MOST_PROBLEMS);
    problems.truncate(MOST_PROBLEMS);
    if rest > 0 {
        problems.push(format!("and {rest} more"));
    }
    problems.join("; ")
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

/// The table of an object, its figures being these.
fn setup(object: &PositionObject, figures: impl IntoIterator<Item = FigureId>) -> Setup {
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
        figures: figures.into_iter().zip(object.figures.iter().map(place)).collect(),
    }
}
