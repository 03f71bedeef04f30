//! The examples: a position, the part of the board that is shown, and what is done there. They have no words, so that all
//! languages share them.

use std::collections::BTreeMap;

use rules::game::{Face, FigureSet, Situation};
use rules::{Cell, Direction, FigureId, Position, Step, Tombstone};
use web::draw::excerpt::Excerpt;

use crate::Mistake;

const FILE: &str = "text/examples.txt";
const TEXT: &str = include_str!("../text/examples.txt");

/// A position with what happens in it.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its name in the source of the pages.
    pub name: String,
    /// The position or situation as a word, for the address of the analysis board.
    pub board: String,
    /// The same, checked.
    pub position: Position,
    /// The part of the board that is shown.
    pub excerpt: Excerpt,
    /// What is done, in order.
    pub deeds: Vec<Deed>,
    /// The figures whose dark side faces up at the beginning.
    pub dark: FigureSet,
    /// The figure whose possible spaces are shown.
    pub reach: Option<FigureId>,
    /// The file or folder of the tests that prove it, from the top of the project.
    pub proof: Option<String>,
}

/// Something that is done in an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A player moves a figure.
    Move(FigureId, Vec<Step>),
    /// A player tries a move that the rules do not allow.
    Refused(FigureId, Vec<Step>),
    /// The monster runs.
    Run(Tombstone),
}

impl Example {
    /// The side of a figure that faces up at the beginning.
    #[must_use]
    pub fn face(&self, figure: FigureId) -> Face {
        if self.dark.has(figure) { Face::Dark } else { Face::Bright }
    }

    fn parse(block: &[&str]) -> Result<Example, Mistake> {
        let [name, lines @ ..] = block else { return Err(Mistake::new(FILE, "an empty example")) };
        let wrong = |problem: &dyn ToString| Mistake::new(format!("{FILE}, {name}"), problem.to_string());
        let mut board = None;
        let mut excerpt = Excerpt::BOARD;
        let (mut deeds, mut dark, mut reach, mut proof) = (vec![], FigureSet::default(), None, None);
        for line in lines {
            let (key, value) = line.trim().split_once(' ').ok_or_else(|| wrong(&format!("{line:?} has no value")))?;
            let value = value.trim();
            match key {
                "board" => board = Some(value),
                "show" => {
                    let [one, other] = cells(value).map_err(|problem| wrong(&problem))?;
                    excerpt = Excerpt::new(one, other);
                }
                "move" | "refuse" => {
                    let (figure, path) = figure_move(value).map_err(|problem| wrong(&problem))?;
                    deeds.push(if key == "move" { Deed::Move(figure, path) } else { Deed::Refused(figure, path) });
                }
                "run" => deeds.push(Deed::Run(value.parse().map_err(|problem| wrong(&problem))?)),
                "dark" => {
                    let figures: Result<FigureSet, _> = value.split(' ').map(str::parse::<FigureId>).collect();
                    dark = figures.map_err(|problem| wrong(&problem))?;
                }
                "reach" => reach = Some(value.parse().map_err(|problem| wrong(&problem))?),
                "proof" => proof = Some(value.to_owned()),
                _ => return Err(wrong(&format!("unknown key {key:?}"))),
            }
        }
        let board = board.ok_or_else(|| wrong(&"no board"))?;
        let situation: Situation = board.parse().map_err(|problem| wrong(&problem))?;
        let position = Position::from_setup(&situation.setup).map_err(|problems| wrong(&format!("{problems:?}")))?;
        let board = board.to_owned();
        Ok(Example { name: (*name).to_owned(), board, position, excerpt, deeds, dark, reach, proof })
    }
}

fn cells(text: &str) -> Result<[Cell; 2], String> {
    let cells: Result<Vec<Cell>, _> = text.split(' ').map(str::parse).collect();
    let cells = cells.map_err(|problem| problem.to_string())?;
    cells.try_into().map_err(|_| "two spaces expected".to_owned())
}

/// A figure and its steps: `B4 enter west west`.
fn figure_move(text: &str) -> Result<(FigureId, Vec<Step>), String> {
    let mut parts = text.split(' ');
    let figure = parts.next().unwrap_or_default().parse::<FigureId>().map_err(|problem| problem.to_string())?;
    let step = |word: &str| match word {
        "enter" => Ok(Step::Enter),
        "leave" => Ok(Step::Leave),
        word => word.parse::<Direction>().map(Step::Go).map_err(|problem| problem.to_string()),
    };
    Ok((figure, parts.map(step).collect::<Result<_, _>>()?))
}

/// All examples by name.
#[derive(Clone, Debug)]
pub(crate) struct Examples(BTreeMap<String, Example>);

impl Examples {
    pub(crate) fn read() -> Result<Examples, Mistake> {
        let lines: Vec<&str> = TEXT.lines().filter(|line| !line.starts_with('#')).collect();
        let mut all = BTreeMap::new();
        for block in lines.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty()) {
            let example = Example::parse(block)?;
            if let Some(other) = all.insert(example.name.clone(), example) {
                return Err(Mistake::new(format!("{FILE}, {}", other.name), "there is another one with this name"));
            }
        }
        Ok(Examples(all))
    }

    /// The example with this name, wanted at this place.
    pub(crate) fn find(&self, name: &str, place: &str) -> Result<&Example, Mistake> {
        self.0.get(name).ok_or_else(|| Mistake::new(place, format!("there is no example {name:?} in {FILE}")))
    }

    pub(crate) fn into_all(self) -> Vec<Example> {
        self.0.into_values().collect()
    }
}
