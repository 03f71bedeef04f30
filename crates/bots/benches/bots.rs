//! How fast the bots see what is coming, judge and search. `cargo xtask bench` runs it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rules::Tombstone;
use rules::game::{Awaited, Band, FortressChoice, Game, Length, Options, Players, Playing, Seat};

fn main() {
    divan::main();
}

/// Enough different positions that no branch predictor learns them by heart.
const COUNT: usize = 1000;

/// A game of four on its second turn: seven tombstones are left, those with hits among them.
fn second_turn() -> Playing {
    let players = Players::new(&Band::ALL[..4]).expect("four can play");
    let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
    let Game::Playing(mut game) = Game::new(options, Seat::new(0).expect("somebody begins"), &mut ()) else {
        unreachable!("the basic game has no set-up")
    };
    while let Awaited::Move(seat) = game.awaited() {
        let figure = game.movable(seat).iter().next().expect("nobody is asked in vain");
        game.move_figure(figure, &[], &mut ()).expect("staying is allowed");
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

/// Whole decisions in the middle of games; the items are positions judged.
mod decisions {
    use bots::{Bot, Budget, Stopwatch, Thinking};
    use rules::game::View;
    use testkit::midgame::games;

    use super::*;

    const GAMES: usize = 40;

    fn nodes(bot: Bot, game: &Game) -> u64 {
        let seat = game.acting().expect("a move is awaited");
        let watch = Stopwatch::start();
        let thinking = Thinking { budget: Budget::Nodes(5000), seed: 1, threads: 1, watch: &watch };
        bot.decide(View { seat, game: black_box(game) }, &thinking).expect("it is its turn").nodes
    }

    fn measure(bencher: Bencher, bot: Bot, players: usize) {
        let games: Vec<Game> = games(GAMES, players, 8).into_iter().map(Game::Playing).collect();
        let all = || games.iter().map(|game| nodes(bot, game)).sum::<u64>();
        let once = all();
        bencher.counter(ItemsCount::new(once)).bench(|| assert_eq!(all(), once, "the same seed, the same search"));
    }

    #[divan::bench(args = [2, 4, 7])]
    fn fox(bencher: Bencher, players: usize) {
        measure(bencher, Bot::Fox, players);
    }

    #[divan::bench(args = [2, 4, 7], sample_count = 10)]
    fn fiend(bencher: Bencher, players: usize) {
        measure(bencher, Bot::Fiend, players);
    }
}

/// Whole games of four bots that do not think: what a playout costs.
mod playouts {
    use bots::{Bot, Budget, Entrant, Entrants, SelfPlay, Stopwatch};
    use rules::chance::{Secret, Seed};

    use super::*;

    #[divan::bench(args = [Bot::Fool, Bot::Fledgling])]
    fn of(bencher: Bencher, bot: Bot) {
        let entrants = Entrants::new(vec![Entrant { bot, budget: None }; 4]).expect("four can play");
        let play = |seed: u8| {
            let game = SelfPlay {
                entrants: &entrants,
                budget: Budget::Nodes(1),
                fortress: FortressChoice::Basic,
                length: Length::Normal,
                secret: Secret::chosen(Seed([seed; 32])),
                threads: 1,
                first: None,
            };
            let record = game.play(Stopwatch::start, |_, _, _| ()).expect("there can be such a game");
            record.expect("nobody calls it off").actions().len()
        };
        bencher
            .counter(ItemsCount::new(50_usize))
            .bench(|| assert!((0..50).map(|seed| play(black_box(seed))).sum::<usize>() > 50 * 14));
    }
}
