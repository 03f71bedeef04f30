//! Typical positions of play: the basic fortress, four players, random moves.

use fastrand::Rng;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Band, FortressChoice, Length, Options, Players, Playing};
use rules::host::Host;
use rules::{Cell, FigureId, Outcome, Outcomes, Position, Setup, Tombstone, Whereabouts};

use crate::games::{choose, secret};
use crate::positions::basic;

/// A question that comes up in play: where can this figure go with this number of points?
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The figure to move.
    pub figure: FigureId,
    /// Its number, 1 to 6, evenly distributed.
    pub points: u8,
}

/// Returns `count` positions: the basic fortress with eight figures on random free spaces.
#[must_use]
pub fn scattered(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::with_seed(seed);
    let scatter = |_| {
        let mut setup = basic().to_setup();
        let mut free: Vec<Cell> = Cell::ALL.into_iter().filter(|cell| basic().is_free(*cell)).collect();
        rng.shuffle(&mut free);
        let places = free.into_iter().map(|cell| Whereabouts::On(cell.into()));
        setup.figures = FigureId::all().zip(places).take(8).collect();
        laid(&setup)
    };
    (0..count).map(scatter).collect()
}

/// Returns `count` questions from turns two to seven of random games with four players.
#[must_use]
pub fn questions(count: usize, seed: u64) -> Vec<Question> {
    let mut rng = Rng::with_seed(seed);
    let mut outcomes = Outcomes::new();
    let mut questions = vec![];
    while questions.len() < count {
        let mut setup = basic().to_setup();
        setup.figures = FigureId::all().take(16).map(|figure| (figure, Whereabouts::Waiting)).collect();
        let mut position = laid(&setup);
        for turn in 1..=7 {
            for figure in FigureId::all().take(16) {
                // On the first turn every figure moves 6, to clear the entrance for the next.
                let points = if turn == 1 { 6 } else { 1 + (questions.len() % 6) as u8 };
                if turn > 1 && matches!(position.whereabouts(figure), Some(Whereabouts::On(_))) {
                    questions.push(Question { position, figure, points });
                }
                outcomes.find(&position, figure, points);
                // The one of three random moves that ends closest to the exit.
                let choices: Vec<_> = outcomes.iter().collect();
                let way_left = |outcome: &&Outcome<'_>| match outcome.place() {
                    Whereabouts::On(cell) => cell.column() + cell.row(),
                    Whereabouts::Waiting => u8::MAX,
                    Whereabouts::Escaped | Whereabouts::Eaten => 0,
                };
                let drawn = (0..3).filter_map(|_| rng.choice(&choices));
                if let Some(outcome) = drawn.min_by_key(way_left) {
                    position = outcome.position();
                }
            }
            let tombstone = rng.choice(Tombstone::KINDS).expect("there are tombstones");
            let eaten = position.run(tombstone, &mut ());
            // In stage one an eaten figure waits outside again.
            let mut setup = position.to_setup();
            for (_, whereabouts) in setup.figures.iter_mut().filter(|(figure, _)| eaten.contains(figure)) {
                *whereabouts = Whereabouts::Waiting;
            }
            position = laid(&setup);
        }
    }
    questions.truncate(count);
    questions
}

/// Returns `count` basic games with this number of players that wait for a move, each at a random point.
#[must_use]
pub fn games(count: usize, players: usize, seed: u64) -> Vec<Playing> {
    let mut rng = Rng::with_seed(seed);
    let mut outcomes = Outcomes::new();
    let mut found = vec![];
    while found.len() < count {
        let players = Players::new(&Band::ALL[..players]).expect("that many can play");
        let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
        let mut chance = Stream::new(&Seed([rng.u8(..); 32]), &[], Purpose::Players);
        let (mut host, _) = Host::new(options, vec![], secret([rng.u8(..); 32])).expect("a legal table");
        for _ in 0..rng.usize(20..100) {
            match choose(&mut host, &mut chance, &mut outcomes) {
                Some((seat, action)) => drop(host.act(seat, &action).expect("it is legal")),
                None if host.game().ending().is_some() => break,
                None => drop(host.flip().expect("a tombstone is due")),
            }
        }
        found.extend(host.game().playing().filter(|playing| playing.acting().is_some()).cloned());
    }
    found
}

fn laid(setup: &Setup) -> Position {
    Position::from_setup(setup).expect("play leads from legal positions to legal positions")
}
