//! How fast the bots see what is coming. `cargo xtask bench` runs it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rules::Tombstone;
use rules::game::{Action, Awaited, Colour, Fortress, Game, Length, Options, Players, Seat};

fn main() {
    divan::main();
}

/// Enough different positions that no branch predictor learns them by heart.
const COUNT: usize = 1000;

/// A game of four on its second turn: seven tombstones are left, those with hits among them.
fn second_turn() -> Game {
    let players = Players::new(&Colour::ALL[..4]).expect("four can play");
    let options = Options { players, fortress: Fortress::Basic, length: Length::Normal };
    let mut game = Game::new(options, Seat::new(0).expect("somebody begins"), &mut ());
    while let Awaited::Move(seat) = game.awaited() {
        let figure = game.movable(seat).iter().next().expect("nobody is asked in vain");
        game.act(Some(seat), &Action::Move { figure, path: vec![] }, &mut ()).expect("staying is allowed");
    }
    game.flip(Tombstone::steps(7), &mut ()).expect("all are left");
    game
}

/// Exact chances in the middle of random games of four players, next to what every tombstone does without any chances.
mod odds {
    use bots::Odds;
    use rules::{FigureId, Foresight, Position};
    use testkit::midgame::questions;

    use super::*;

    fn positions() -> Vec<Position> {
        questions(COUNT, 8).into_iter().map(|question| question.position).collect()
    }

    /// Every tombstone brings what the rules foresee, and the walk leads over every space on which a step ends.
    fn check(odds: &Odds, position: &Position) {
        let foresight = Foresight::of(position);
        for prospect in odds.prospects() {
            let run = foresight.run(prospect.tombstone).expect("a tombstone of the box");
            assert_eq!((Some(prospect.monster), prospect.eaten), (run.position.monster(), run.eaten));
            assert!(run.trail.iter().all(|cell| prospect.walk.contains(cell)));
        }
    }

    fn ways_to_die(odds: &Odds) -> u64 {
        FigureId::all().map(|figure| u64::from(odds.danger(figure).ways())).sum()
    }

    #[divan::bench]
    fn exact(bencher: Bencher) {
        let (game, positions) = (second_turn(), positions());
        let odds = |position: &Position| Odds::after(&game, black_box(position)).expect("the game goes on");
        positions.iter().for_each(|position| check(&odds(position), position));
        bencher
            .counter(ItemsCount::new(COUNT))
            .bench(|| positions.iter().map(|position| ways_to_die(&odds(position))).sum::<u64>());
    }

    fn foreseen(position: &Position) -> usize {
        let foresight = Foresight::of(black_box(position));
        Tombstone::KINDS.iter().filter_map(|tombstone| foresight.run(*tombstone)).map(|run| run.eaten.len()).sum()
    }

    #[divan::bench]
    fn without_chances(bencher: Bencher) {
        let positions = positions();
        bencher.counter(ItemsCount::new(COUNT)).bench(|| positions.iter().map(foreseen).sum::<usize>());
    }
}
