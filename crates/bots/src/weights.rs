//! The weights of the evaluation, and their text file.

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::LazyLock;

use rules::game::Players;
use thiserror::Error;

use crate::race::{Arrival, Arrivals, GAME_TURNS, MOST_FIGURES};
use crate::roads::FARTHEST;

/// The weights at one point of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// By the rank of a figure, the first to be out being the first, and by its arrival.
    pub(crate) arrival: [[f64; Arrival::KINDS]; MOST_FIGURES],
    /// For every ten points to go, by rank.
    pub(crate) points: [f64; MOST_FIGURES],
    /// For each place after the start player in the turn to come.
    pub(crate) place: f64,
    /// For having the most escaped figures.
    pub(crate) lead: f64,
}

impl Phase {
    /// Where the coefficients of each kind begin in [`coefficients`](Phase::coefficients).
    pub(crate) const POINTS: usize = Arrival::KINDS * MOST_FIGURES;
    pub(crate) const PLACE: usize = Phase::POINTS + MOST_FIGURES;
    pub(crate) const LEAD: usize = Phase::PLACE + 1;

    /// All weights of the phase as one list.
    #[must_use]
    pub fn coefficients(&self) -> Vec<f64> {
        self.arrival.iter().flatten().chain(&self.points).chain([&self.place, &self.lead]).copied().collect()
    }

    /// Sets all weights of the phase, in the order of [`coefficients`](Phase::coefficients).
    pub fn set_coefficients(&mut self, coefficients: &[f64]) {
        let own = self.arrival.iter_mut().flatten().chain(&mut self.points).chain([&mut self.place, &mut self.lead]);
        own.zip(coefficients).for_each(|(own, weight)| *own = *weight);
    }
}

/// The exponentials of the weights of a phase. Search multiplies them instead of adding weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Factors {
    arrival: [[f64; Arrival::KINDS]; MOST_FIGURES],
    points: [[f64; FARTHEST as usize + 1]; MOST_FIGURES],
    place: [f64; Players::MOST],
    lead: f64,
}

impl Factors {
    fn of(phase: &Phase) -> Factors {
        Factors {
            arrival: phase.arrival.map(|arrival| arrival.map(libm::exp)),
            points: phase.points.map(|weight| std::array::from_fn(|points| libm::exp(weight * points as f64 * 0.1))),
            place: std::array::from_fn(|places| libm::exp(phase.place * places as f64)),
            lead: libm::exp(phase.lead),
        }
    }

    /// The worth of a seat, to which its chance is proportional. The order of the arrivals does not matter.
    #[inline]
    pub(crate) fn worth(&self, mut arrivals: Arrivals, places_after_start: u8, is_leader: bool) -> f64 {
        arrivals.sort_unstable();
        let mut worth = self.place[usize::from(places_after_start)];
        if is_leader {
            worth *= self.lead;
        }
        for (rank, arrival) in arrivals.iter().enumerate() {
            worth *= self.arrival[rank][usize::from(arrival.turns)] * self.points[rank][usize::from(arrival.points)];
        }
        worth
    }
}

/// The weights for each size of table and each turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    phases: Vec<Phase>,
    factors: Vec<Factors>,
}

/// The numbers of players that have weights of their own.
pub(crate) const TABLES: [&str; 3] = ["2", "3-4", "5-7"];

/// Why a text cannot be parsed as weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct WeightsProblem {
    line: usize,
    what: &'static str,
}

/// The weights that the bots play with, written by `fearsome bots tune`.
pub(crate) static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| include_str!("../weights.txt").parse().expect("a test parses the weights"));

impl Weights {
    /// Weights of these phases, which are as many and in the same order as those of [`phases`](Weights::phases).
    #[must_use]
    pub fn new(phases: Vec<Phase>) -> Weights {
        let factors = phases.iter().map(Factors::of).collect();
        Weights { phases, factors }
    }

    /// The weights for a number of players and of turns that are over, 1 to 14.
    #[inline]
    pub(crate) fn factors(&self, players: usize, turns_over: u8) -> &Factors {
        &self.factors[Weights::index(players, turns_over)]
    }

    pub(crate) fn index(players: usize, turns_over: u8) -> usize {
        let table = match players {
            0..=2 => 0,
            3 | 4 => 1,
            _ => 2,
        };
        table * usize::from(GAME_TURNS) + usize::from(turns_over.clamp(1, GAME_TURNS)) - 1
    }

    /// The weights that the bots play with.
    #[must_use]
    pub fn in_use() -> &'static Weights {
        &WEIGHTS
    }

    /// The weights of each size of table and turn; see [`Features::phase`](crate::evaluation::Features::phase).
    #[must_use]
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// Weights set by hand, from which tuning starts: earlier arrivals are better, and more so near the end of the game.
    #[must_use]
    pub fn by_hand() -> Weights {
        let phase = |index: usize| {
            let figures = if index / usize::from(GAME_TURNS) == 2 { 3 } else { 4 };
            let is_last = (index + 1).is_multiple_of(GAME_TURNS.into());
            let arrival = std::array::from_fn(|rank| {
                let weight = match rank {
                    _ if is_last => 1.5,
                    _ if rank + 1 < figures => 0.4,
                    _ if rank < figures => 0.1,
                    _ => 0.0,
                };
                std::array::from_fn(|kind| match kind as u8 {
                    Arrival::OUT => weight * 2.0,
                    Arrival::LATE => weight * -10.0,
                    Arrival::LOST => weight * -12.0,
                    turns => weight * -f64::from(turns),
                })
            });
            Phase { arrival, points: [-0.1; MOST_FIGURES], place: 0.0, lead: if is_last { 6.0 } else { 0.1 } }
        };
        Weights::new((0..TABLES.len() * usize::from(GAME_TURNS)).map(phase).collect())
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (table, phases) in TABLES.iter().zip(self.phases.chunks(GAME_TURNS.into())) {
            for (turn, phase) in (1..).zip(phases) {
                writeln!(f, "players {table} turns {turn} place {:.4} lead {:.4}", phase.place, phase.lead)?;
                for (arrival, points) in phase.arrival.iter().zip(phase.points) {
                    let mut line = String::new();
                    for weight in arrival {
                        write!(line, "{weight:.4} ")?;
                    }
                    writeln!(f, "{line}{points:.4}")?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Weights {
    type Err = WeightsProblem;

    fn from_str(text: &str) -> Result<Weights, WeightsProblem> {
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
        let mut lines = lines.map(|(text, line)| Row { line, words: text.split_whitespace().collect() });
        let mut next =
            || lines.next().ok_or(WeightsProblem { line: text.lines().count(), what: "unexpected end of file" });
        let mut phases = vec![];
        for table in TABLES {
            for turn in 1..=GAME_TURNS {
                let head = next()?;
                head.expect(&["players", table, "turns", &turn.to_string(), "place", "", "lead", ""])?;
                let mut phase = Phase {
                    arrival: [[0.0; Arrival::KINDS]; MOST_FIGURES],
                    points: [0.0; MOST_FIGURES],
                    place: head.number(5)?,
                    lead: head.number(7)?,
                };
                for rank in 0..MOST_FIGURES {
                    let line = next()?;
                    line.expect(&[""; Arrival::KINDS + 1])?;
                    for kind in 0..Arrival::KINDS {
                        phase.arrival[rank][kind] = line.number(kind)?;
                    }
                    phase.points[rank] = line.number(Arrival::KINDS)?;
                }
                phases.push(phase);
            }
        }
        match lines.next() {
            Some(line) => Err(line.problem("expected end of file")),
            None => Ok(Weights::new(phases)),
        }
    }
}

/// A line of the file, word by word.
struct Row<'a> {
    line: usize,
    words: Vec<&'a str>,
}

impl Row<'_> {
    fn problem(&self, what: &'static str) -> WeightsProblem {
        WeightsProblem { line: self.line, what }
    }

    /// Checks the words of the line. An empty string matches any word.
    fn expect(&self, words: &[&str]) -> Result<(), WeightsProblem> {
        let is_so = self.words.len() == words.len()
            && self.words.iter().zip(words).all(|(word, wanted)| wanted.is_empty() || word == wanted);
        if is_so { Ok(()) } else { Err(self.problem("unexpected words")) }
    }

    fn number(&self, nth: usize) -> Result<f64, WeightsProblem> {
        let number: f64 =
            self.words.get(nth).and_then(|word| word.parse().ok()).ok_or(self.problem("expected a number"))?;
        // Exponentials of several weights are multiplied, which must not overflow.
        if number.abs() <= 50.0 { Ok(number) } else { Err(self.problem("expected a number from -50 to 50")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_in_use_are_in_order_and_are_written_as_they_are_read() {
        let text: String =
            include_str!("../weights.txt").split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        assert_eq!(text.parse::<Weights>().unwrap().to_string(), text);
    }

    #[test]
    fn errors_name_the_line() {
        let text = Weights::by_hand().to_string();
        let problem = |text: String| text.parse::<Weights>().unwrap_err().to_string();
        assert_eq!(problem(text.replacen("turns 2 ", "turns 3 ", 1)), "line 6: unexpected words");
        assert_eq!(problem(text.replacen("lead 0.1000", "lead NaN", 1)), "line 1: expected a number from -50 to 50");
        assert_eq!(problem(text.replacen("lead 0.1000", "lead much", 1)), "line 1: expected a number");
        assert_eq!(problem(format!("{text}more\n")), "line 211: expected end of file");
        assert!(problem(text[..1000].to_owned()).contains("expected"));
    }
}
