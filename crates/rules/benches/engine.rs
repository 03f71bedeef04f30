//! How fast the engine is, next to the plain reference engine on the same positions. `cargo xtask bench` runs it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Enough different positions that no branch predictor learns them by heart.
const COUNT: usize = 1000;

/// Runs of the tombstone 8 on the basic set-up with eight figures scattered over it.
mod tombstone_8 {
    use rules::{Position, Tombstone};
    use testkit::midgame::scattered;
    use testkit::reference::{self, Board, Card};

    use super::*;

    /// How many figures are eaten in all: both engines must say the same.
    fn eaten_by_reference(boards: &[Board]) -> usize {
        boards.iter().map(|board| reference::run(black_box(board), Card::Steps(8)).eaten.len()).sum()
    }

    fn eaten(positions: &[Position]) -> usize {
        let run = |position: &Position| {
            let mut position = *black_box(position);
            position.run(Tombstone::steps(8), &mut ()).len()
        };
        positions.iter().map(run).sum()
    }

    #[divan::bench]
    fn engine(bencher: Bencher) {
        let positions = scattered(COUNT, 8);
        let boards: Vec<Board> = positions.iter().map(Board::from).collect();
        assert_eq!(eaten(&positions), eaten_by_reference(&boards));
        bencher.counter(ItemsCount::new(COUNT)).bench(|| eaten(&positions));
    }

    #[divan::bench]
    fn reference(bencher: Bencher) {
        let boards: Vec<Board> = scattered(COUNT, 8).iter().map(Board::from).collect();
        bencher.counter(ItemsCount::new(COUNT)).bench(|| eaten_by_reference(&boards));
    }
}

/// Where a figure can go, in the middle of random games of four players, numbers 1 to 6 equally often.
mod outcomes {
    use rules::{Outcomes, Position};
    use testkit::midgame::{Question, questions};
    use testkit::reference::{self, Board};

    use super::*;

    /// The reference engine takes milliseconds for each.
    const COUNT_FOR_REFERENCE: usize = 60;

    fn found(questions: &[Question], outcomes: &mut Outcomes) -> usize {
        let mut find = |question: &Question| {
            let Question { position, figure, points } = black_box(question);
            outcomes.find(position, *figure, *points);
            outcomes.iter().count()
        };
        questions.iter().map(&mut find).sum()
    }

    fn found_by_reference(questions: &[(Board, Question)]) -> usize {
        let find = |(board, question): &(Board, Question)| {
            reference::outcomes(black_box(board), question.figure.index(), question.points.into()).len()
        };
        questions.iter().map(find).sum()
    }

    fn with_boards(questions: &[Question]) -> Vec<(Board, Question)> {
        let with_board = |question: &Question| (Board::from(&question.position), *question);
        questions.iter().take(COUNT_FOR_REFERENCE).map(with_board).collect()
    }

    #[divan::bench]
    fn engine(bencher: Bencher) {
        let questions = questions(COUNT, 8);
        let mut outcomes = Outcomes::new();
        let few = &questions[..COUNT_FOR_REFERENCE];
        assert_eq!(found(few, &mut outcomes), found_by_reference(&with_boards(few)));
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| found(&questions, &mut outcomes));
    }

    /// The same, with the position after every outcome made as well.
    #[divan::bench]
    fn engine_with_positions(bencher: Bencher) {
        let questions = questions(COUNT, 8);
        let mut outcomes = Outcomes::new();
        bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
            for Question { position, figure, points } in black_box(&questions) {
                outcomes.find(position, *figure, *points);
                outcomes.iter().map(|outcome| outcome.position()).for_each(|position: Position| {
                    black_box(position);
                });
            }
        });
    }

    #[divan::bench(max_time = 2)]
    fn reference(bencher: Bencher) {
        let questions = with_boards(&questions(COUNT, 8));
        bencher.counter(ItemsCount::new(COUNT_FOR_REFERENCE)).bench(|| found_by_reference(&questions));
    }
}

/// Every tombstone's outcome at once, against running the seven one by one.
mod foresight {
    use rules::{Foresight, Position, Tombstone};
    use testkit::midgame::scattered;

    use super::*;

    fn foreseen(position: &Position) -> usize {
        let foresight = Foresight::of(black_box(position));
        Tombstone::KINDS.iter().filter_map(|tombstone| foresight.run(*tombstone)).map(|run| run.eaten.len()).sum()
    }

    fn run_alone(position: &Position) -> usize {
        let run = |tombstone: &Tombstone| {
            let mut position = *black_box(position);
            position.run(*tombstone, &mut ()).len()
        };
        Tombstone::KINDS.iter().map(run).sum()
    }

    #[divan::bench]
    fn one_walk(bencher: Bencher) {
        let positions = scattered(COUNT, 8);
        assert!(positions.iter().all(|position| foreseen(position) == run_alone(position)));
        bencher.counter(ItemsCount::new(COUNT)).bench(|| positions.iter().map(foreseen).sum::<usize>());
    }

    #[divan::bench]
    fn seven_runs(bencher: Bencher) {
        let positions = scattered(COUNT, 8);
        bencher.counter(ItemsCount::new(COUNT)).bench(|| positions.iter().map(run_alone).sum::<usize>());
    }
}

/// Whole games of four random players on the basic set-up.
mod games {
    use rules::chance::{Purpose, Seed, Stream};
    use rules::game::{Awaited, Band, FortressChoice, Game, Length, Options, Players, Playing, Seat};
    use rules::{Cell, Direction, FigureId, Outcomes, Step, Stroll, Whereabouts};

    use super::*;

    const GAMES: usize = 50;

    /// Plays a game with the moves that `choose` makes, and tells how many turns it took.
    fn play(chance: &mut Stream, mut choose: impl FnMut(&mut Playing, FigureId, &mut Stream)) -> usize {
        let players = Players::new(&Band::ALL[..4]).expect("four can play");
        let options = Options { players, fortress: FortressChoice::Basic, length: Length::Normal };
        let first = Seat::new(chance.below(4)).expect("one of four");
        let Game::Playing(mut game) = Game::new(options, first, &mut ()) else {
            unreachable!("the basic game has no set-up")
        };
        let mut flips = 0;
        loop {
            match game.awaited() {
                Awaited::Move(seat) => {
                    let movable = game.movable(seat);
                    let nth = chance.below(movable.len());
                    let figure = movable.iter().nth(nth).expect("one of those that can move");
                    choose(&mut game, figure, chance);
                }
                Awaited::Flip => {
                    let pile = game.flippable();
                    let nth = chance.below(pile.len());
                    let mut tombstones = pile.iter().flat_map(|(one, count)| std::iter::repeat_n(one, count));
                    let tombstone = tombstones.nth(nth).expect("one of those left");
                    game.flip(tombstone, &mut ()).expect("it is left in the pile");
                    flips += 1;
                }
                Awaited::Nothing => return flips,
                Awaited::Tile(_) => unreachable!("the fortress is laid"),
            }
        }
    }

    fn chance() -> Stream {
        Stream::new(&Seed([8; 32]), &[], Purpose::Players)
    }

    /// Each move drawn uniformly from the outcomes.
    #[divan::bench]
    fn by_outcomes(bencher: Bencher) {
        let (mut chance, mut outcomes) = (chance(), Outcomes::new());
        let mut choose = |game: &mut Playing, figure: FigureId, chance: &mut Stream| {
            outcomes.find(game.position(), figure, game.number(figure));
            let nth = chance.below(outcomes.iter().count());
            let path = outcomes.iter().nth(nth).expect("one of those counted").path();
            game.move_figure(figure, &path, &mut ()).expect("outcomes are legal");
        };
        bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
            let flips: usize = (0..GAMES).map(|_| play(&mut chance, &mut choose)).sum();
            assert!(flips <= GAMES * 17);
        });
    }

    /// Each move walked step by step: at every step a random direction in which the figure can go.
    #[divan::bench]
    fn step_by_step(bencher: Bencher) {
        let mut chance = chance();
        let choose = |game: &mut Playing, figure: FigureId, chance: &mut Stream| {
            let mut stroll = Stroll::new(game.position(), figure).expect("who is to move is in play");
            let mut path = arrayvec::ArrayVec::<Step, 6>::new();
            let mut stops = 0;
            for _ in 0..game.number(figure) {
                let first = chance.below(4);
                if stroll.place() == Whereabouts::On(Cell::EXIT) {
                    stroll.step(Step::Leave, &mut ()).expect("one leaves from here");
                    path.push(Step::Leave);
                    stops = path.len();
                    break;
                }
                let place = stroll.place();
                let mut steps = (0..4).map(|turn| match place {
                    Whereabouts::Waiting => Step::Enter,
                    _ => Step::Go(Direction::ALL[(first + turn) % 4]),
                });
                let Some(step) = steps.find(|step| stroll.step(*step, &mut ()).is_ok()) else { break };
                path.push(step);
                if stroll.can_stop() {
                    stops = path.len();
                }
            }
            game.move_figure(figure, &path[..stops], &mut ()).expect("every step was allowed");
        };
        bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
            let flips: usize = (0..GAMES).map(|_| play(&mut chance, choose)).sum();
            assert!(flips <= GAMES * 17);
        });
    }
}
