//! From a position as a question writes it to the table; what is wrong is told in the words of the question.

use rules::{FigureId, Item, Monster, Position, Setup, SetupProblem, TeleporterTile, Whereabouts};

use super::wire::{self, At, FigureAt, Object};

/// The most problems that are told one by one.
const MOST_PROBLEMS: usize = 20;

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
