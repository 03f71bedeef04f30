//! Converts the position of a question into a [`Position`], and reports problems with their place in the question.

use rules::game::Situation;
use rules::notation::PositionError;
use rules::{FigureId, Item, Monster, Position, Setup, SetupProblem, TeleporterTile, Whereabouts};

use super::wire::{self, FigureAt, Object, PositionObject, Written};

/// The maximum number of problems that an error lists.
const MOST_PROBLEMS: usize = 20;

/// Names the things of a position in errors, by their place in the question.
pub(super) struct Names {
    /// The path of the position in the question.
    position: &'static str,
    form: Form,
}

/// How the position is written.
enum Form {
    /// As a string, in which things have numbers.
    Text,
    /// As an object. For each space of blood, `spaces` has the indices of the pool and of the space in it.
    Object { spaces: Vec<(usize, usize)> },
}

impl Names {
    fn of_object(object: &PositionObject, position: &'static str) -> Names {
        let pools = object.pools.iter().enumerate();
        let spaces = pools.flat_map(|(pool, cells)| (0..cells.len()).map(move |nth| (pool, nth))).collect();
        Names { position, form: Form::Object { spaces } }
    }

    /// The name of a thing.
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

    /// Describes a problem with the names of the question.
    pub(super) fn describe(&self, problem: &SetupProblem) -> String {
        match self.form {
            // A problem can name two things; the prefix is for the whole string, so it comes once.
            Form::Text => format!("{}: {problem}", self.position),
            Form::Object { .. } => problem.describe(|item| self.name(item)),
        }
    }
}

/// Converts a position, and returns it with the id of each figure.
///
/// A string may be a situation string, in which everything but the position is ignored.
pub(super) fn lay(position: Written<PositionObject>) -> Result<(Position, Vec<(FigureId, String)>), String> {
    match position {
        Written::Text(text) => {
            let situation: Result<Situation, _> = text.parse();
            let position = situation
                .map_err(PositionError::from)
                .and_then(|situation| Position::from_setup(&situation.setup).map_err(PositionError::Impossible));
            let position = position.map_err(|error| format!("position: {error}"))?;
            let ids = position.figures().map(|(figure, _)| (figure, figure.to_string())).collect();
            Ok((position, ids))
        }
        Written::Object(object) => {
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
            Err(joined(problems.into_iter()))
        }
    }
}

/// Parses the position of a game, in which figures have the names of the notation in an object, too. Does not check
/// whether the position is legal.
pub(super) fn read(position: &Written<PositionObject>, place: &'static str) -> Result<(Setup, Names), String> {
    match position {
        Written::Text(text) => {
            let setup = text.parse().map_err(|error| format!("{place}: {error}"))?;
            Ok((setup, Names { position: place, form: Form::Text }))
        }
        Written::Object(object) => {
            let mut figures: Vec<FigureId> = vec![];
            let mut problems = vec![];
            for (index, Object(figure)) in object.figures.iter().enumerate() {
                match figure.id.parse() {
                    Ok(figure) => figures.push(figure),
                    Err(error) => problems.push(format!("{place}.figures[{index}].id: {error}")),
                }
            }
            if !problems.is_empty() {
                return Err(joined(problems.into_iter()));
            }
            Ok((setup(object, figures), Names::of_object(object, place)))
        }
    }
}

/// Joins problems into one line: the first [`MOST_PROBLEMS`], and the number of the others.
pub(super) fn joined(problems: impl ExactSizeIterator<Item = String>) -> String {
    let rest = problems.len().saturating_sub(MOST_PROBLEMS);
    let rest = (rest > 0).then(|| format!("and {rest} more"));
    problems.take(MOST_PROBLEMS).chain(rest).collect::<Vec<_>>().join("; ")
}

fn id_problems(figures: &[Object<FigureAt>]) -> Vec<String> {
    let mut problems = vec![];
    if figures.len() > FigureId::COUNT {
        problems.push(format!("position.figures: {} figures, at most {} allowed", figures.len(), FigureId::COUNT));
    }
    let ids: Vec<&String> = figures.iter().take(FigureId::COUNT).map(|Object(figure)| &figure.id).collect();
    for (index, id) in ids.iter().enumerate() {
        if ids[..index].contains(id) {
            problems.push(format!("position.figures[{index}].id: duplicate id {id:?}"));
        }
    }
    problems
}

/// The setup of an object with these figures in place of its ids.
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
