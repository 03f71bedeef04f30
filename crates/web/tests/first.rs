//! The first game: each answer of each scene, right or wrong, is what the rules say.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use bots::{Bot, Budget, Stopwatch, Thinking};
use rules::game::{Action, Band, Face, Seat, View, Winner};
use rules::{Cell, Event, FigureId, Position, SightEnd, Tombstone, Verdict, Walk, Wall, Whereabouts};
use web::scene::board::look_at;
use web::scene::caption::Side;
use web::scene::first::round::Goal;
use web::scene::first::{Choice, Fate, Lesson, Progress, Question, Round, Trick};
use web::scene::show::Show;
use web::table::{LocalTable, SavedGame, Script, Speed, Table};

fn round(lesson: Lesson, nth: usize) -> Round {
    Round::new(lesson, nth).expect("the scene has this round")
}

fn answered(lesson: Lesson, nth: usize, choice: Choice) -> Round {
    let mut round = round(lesson, nth);
    round.choose(choice);
    round
}

fn figure(name: &str) -> FigureId {
    name.parse().expect("a figure")
}

const SIDES: [Side; 3] = [Side::Ahead, Side::Left, Side::Right];

#[test]
fn every_round_can_be_done_and_has_wrong_answers_but_for_the_first_move() {
    for lesson in Lesson::ALL {
        for nth in 0..lesson.positions().len() {
            let choices: Vec<Choice> = match round(lesson, nth).question() {
                Question::Step => SIDES.map(Choice::Step).to_vec(),
                Question::Move(_) | Question::Entry => Cell::ALL.map(Choice::Space).to_vec(),
            };
            let fates = choices.iter().map(|choice| answered(lesson, nth, *choice).fate().expect("an answer"));
            let (right, wrong): (Vec<Fate>, Vec<Fate>) = fates.partition(|fate| fate.is_right());
            assert!(!right.is_empty() && !wrong.is_empty(), "{lesson:?} {nth}: {right:?} {wrong:?}");
        }
    }
}

#[test]
fn the_right_step_is_the_one_that_the_monster_takes() {
    for nth in 0..3 {
        let before = *round(Lesson::Monster, nth).position();
        let (mut after, mut nobody) = (before, ());
        let mut walk = Walk::new(&mut after, &mut nobody);
        walk.look();
        walk.step();
        let (old, new) = (before.monster().unwrap(), after.monster().unwrap());
        for (side, direction) in SIDES.into_iter().zip([old.facing, old.facing.left(), old.facing.right()]) {
            let round = answered(Lesson::Monster, nth, Choice::Step(side));
            let fate = round.fate().unwrap();
            assert_eq!(fate.is_right(), old.at.step(direction) == Some(new.at), "{nth} {side:?} {fate:?}");
            assert_eq!(round.can_play(), fate.is_right());
        }
    }
}

#[test]
fn the_monster_learns_one_thing_in_each_round() {
    let fate = |nth, side| answered(Lesson::Monster, nth, Choice::Step(side)).fate().unwrap();
    assert_eq!(fate(0, Side::Left), Fate::Only);
    assert_eq!(fate(0, Side::Ahead), Fate::NobodyThere { look: Side::Left });
    assert_eq!(fate(1, Side::Left), Fate::Nearest { near: 2, far: 4, hides: true });
    assert_eq!(fate(1, Side::Ahead), Fate::Farther { figure: figure("Y3"), far: 4, other: figure("B4"), near: 2 });
    assert_eq!(fate(1, Side::Right), Fate::Stone);
    assert_eq!(fate(2, Side::Ahead), Fate::Tie);
    let undecided = Fate::Undecided { one: figure("B4"), other: figure("R1"), far: 3 };
    assert_eq!([fate(2, Side::Left), fate(2, Side::Right)], [undecided; 2]);
}

/// The position after the move to this goal, played by the rules.
fn played(round: &Round, goal: &Goal) -> Position {
    let task = round.task().unwrap();
    let mut position = *round.position();
    position.play(task.figure, task.figure.number(Face::Bright), &goal.plan.path, &mut ()).expect("a legal move");
    position
}

/// The figures that are eaten after the move to this goal.
fn eaten(round: &Round, goal: &Goal) -> Vec<FigureId> {
    let mut position = played(round, goal);
    let eaten = position.run(round.task().unwrap().tombstone.unwrap(), &mut ());
    eaten.iter().copied().collect()
}

/// Whether the monster sees anybody after the move to this goal.
fn is_seen(round: &Round, goal: &Goal) -> bool {
    let (mut position, mut events) = (played(round, goal), vec![]);
    position.run(round.task().unwrap().tombstone.unwrap(), &mut events);
    events.iter().any(|event| match event {
        Event::MonsterLooked { sights, .. } => sights.iter().any(|sight| matches!(sight.end, SightEnd::Figure { .. })),
        _ => false,
    })
}

#[test]
fn both_letters_of_a_corner_are_told_apart() {
    let round = round(Lesson::Walls, 0);
    let (out, right) = (round.wall().unwrap(), round.wall().unwrap().twin());
    for wall in Wall::all().filter(|wall| wall.letter().is_some()) {
        let fate = answered(Lesson::Walls, 0, Choice::Wall(wall)).fate();
        let letter = out.letter().unwrap();
        let expected = match wall {
            _ if wall == right => Fate::Enters { letter },
            _ if wall == out => Fate::SameWall { letter },
            _ => Fate::WrongWall { letter, chosen: wall.letter() },
        };
        assert_eq!(fate, Some(expected), "{wall:?}");
    }
    let corner = Wall::all().filter(|wall| wall.cell() == right.cell()).count();
    assert_eq!(corner, 2, "the right space has another letter as well");
}

#[test]
fn a_figure_can_go_exactly_where_the_rules_let_it() {
    for lesson in [Lesson::Move, Lesson::Push, Lesson::Blood, Lesson::Lure] {
        let round = round(lesson, 0);
        let task = round.task().unwrap();
        let outcomes = round.position().outcomes(task.figure, task.figure.number(Face::Bright));
        let mut spaces: Vec<Cell> = outcomes
            .iter()
            .filter(|outcome| (task.may_push || outcome.arrangement() == 0) && (task.may_stay || outcome.cost() > 0))
            .filter_map(|outcome| match outcome.place() {
                Whereabouts::On(cell) => Some(cell).filter(|cell| lesson.window().has(*cell)),
                Whereabouts::Waiting | Whereabouts::Escaped | Whereabouts::Eaten => None,
            })
            .collect();
        let mut goals: Vec<Cell> = round.goals().iter().map(|goal| goal.at).collect();
        spaces.sort();
        spaces.dedup();
        goals.sort();
        assert_eq!(goals, spaces, "{lesson:?}");
        for goal in round.goals() {
            assert_eq!(played(&round, goal).whereabouts(task.figure), Some(Whereabouts::On(goal.at)));
        }
    }
}

#[test]
fn on_the_first_move_one_steps_over_others_but_not_onto_them() {
    let start = round(Lesson::Move, 0);
    let over = start.goals().iter().find(|goal| goal.plan.trail.contains(&Cell::J6));
    assert!(over.is_some(), "some way leads over Yellow 3");
    let fate = |cell| answered(Lesson::Move, 0, Choice::Space(cell)).fate().unwrap();
    assert_eq!(fate(Cell::J6), Fate::Taken(figure("Y3")));
    assert_eq!(fate(Cell::H3), Fate::TooFar);
    assert_eq!(fate(Cell::H6), Fate::Moved);
    let mut moved = answered(Lesson::Move, 0, Choice::Space(Cell::H6));
    let show = moved.play().expect("it is legal");
    let last = &show.beats.last().unwrap().tableau;
    assert_eq!(last.face(figure("B4")), Face::Dark, "it is turned over");
    assert_eq!(figure("B4").number(Face::Bright) + figure("B4").number(Face::Dark), 7);
}

#[test]
fn whoever_is_eaten_is_told_so_and_nobody_else() {
    for lesson in [Lesson::Push, Lesson::Blood, Lesson::Lure] {
        let round = round(lesson, 0);
        let own = round.task().unwrap().figure;
        for goal in round.goals() {
            let is_eaten = matches!(goal.fate, Fate::Eaten { .. } | Fate::EatenByTie { .. });
            assert_eq!(eaten(&round, goal).contains(&own), is_eaten, "{lesson:?} {}: {:?}", goal.at, goal.fate);
        }
    }
}

#[test]
fn hiding_takes_a_push_and_a_stone_in_the_way() {
    let round = round(Lesson::Push, 0);
    let stay = round.goals().iter().find(|goal| goal.cost == 0).unwrap();
    assert!(matches!(stay.fate, Fate::Eaten { .. }), "whoever stays is eaten");
    let right: Vec<&Goal> = round.goals().iter().filter(|goal| goal.fate.is_right()).collect();
    assert!(right.len() >= 2, "there is more than one way");
    for goal in right {
        assert!(!goal.plan.pushed.is_empty());
        assert!(matches!(goal.fate, Fate::Hidden { .. }));
    }
    assert!(round.goals().iter().any(|goal| goal.fate == Fate::Dodged(Trick::Hide)));
}

#[test]
fn a_slide_costs_one_point_and_the_monster_slides_as_well() {
    let mut round = round(Lesson::Blood, 0);
    let right: Vec<&Goal> = round.goals().iter().filter(|goal| goal.fate.is_right()).collect();
    let [slide] = right[..] else { panic!("one way over the blood: {right:?}") };
    assert_eq!((slide.at, slide.cost, slide.plan.path.len()), (Cell::C8, 1, 1));
    assert_eq!(slide.plan.trail.len(), 4, "it passes two spaces of blood");
    round.choose(Choice::Space(slide.at));
    let show = round.play().expect("it is legal");
    let slid = |show: &Show| {
        show.beats
            .iter()
            .flat_map(|beat| &beat.moves)
            .any(|(piece, way)| *piece == web::scene::show::PieceId::Monster && *way == web::scene::show::Way::Slide)
    };
    assert!(slid(&show));
    // Right beside the figure it has no step left.
    let end = show.beats.last().unwrap().tableau.position.monster().unwrap();
    assert_eq!(end.at, Cell::C7);
}

#[test]
fn the_monster_comes_in_by_the_twin_of_the_wall() {
    let round = round(Lesson::Walls, 0);
    let wall = round.wall().expect("it stands before a wall");
    let letter = wall.letter().unwrap();
    for cell in Cell::ALL {
        let fate = answered(Lesson::Walls, 0, Choice::Space(cell)).fate().unwrap();
        match fate {
            Fate::Enters { letter: entered } => assert_eq!((cell, entered), (wall.twin().cell(), letter)),
            Fate::SameWall { .. } => assert_eq!(cell, wall.cell()),
            Fate::WrongWall { letter: out, .. } => assert_eq!(out, letter),
            other => panic!("{other:?}"),
        }
        assert_eq!(fate.is_right(), Some(cell) == round.next_space());
    }
    let mut right = answered(Lesson::Walls, 0, Choice::Space(wall.twin().cell()));
    let show = right.play().expect("it is right");
    let last = show.beats.last().unwrap();
    assert_eq!(last.tableau.position.whereabouts(figure("Y3")), Some(Whereabouts::Eaten));
}

#[test]
fn two_spaces_feed_it_red_thirteen_feed_it_you_and_the_others_nobody() {
    let round = round(Lesson::Lure, 0);
    let (own, red) = (figure("B4"), figure("R5"));
    let mut counts = [0; 4];
    for goal in round.goals() {
        let eaten = eaten(&round, goal);
        let kind = match (&eaten[..], goal.fate) {
            ([victim], Fate::Lured { at: Cell::I5, victim: told, near: 3, far: Some(far) }) if *victim == red => {
                assert_eq!(told, red);
                assert_eq!(far, 8 - goal.at.column(), "from i5");
                0
            }
            ([victim], Fate::Eaten { .. } | Fate::EatenByTie { .. }) if *victim == own => 1,
            ([], Fate::Dodged(Trick::Lure)) if !is_seen(&round, goal) => 2,
            ([], Fate::Chased) if is_seen(&round, goal) => 3,
            (eaten, fate) => panic!("{}: {eaten:?}, but {fate:?}", goal.at),
        };
        counts[kind] += 1;
    }
    assert_eq!(counts, [2, 13, 3, 13]);
    let tie = answered(Lesson::Lure, 0, Choice::Space(Cell::F5)).fate();
    assert_eq!(tie, Some(Fate::EatenByTie { at: Cell::I5, other: red, far: 3 }));
}

#[test]
fn a_round_takes_answers_until_it_is_played_and_can_begin_again() {
    let mut round = answered(Lesson::Lure, 0, Choice::Space(Cell::F5));
    round.choose(Choice::Step(Side::Left));
    assert_eq!(round.choice(), Some(Choice::Space(Cell::F5)), "an answer to another question");
    assert!(round.play().is_some(), "a wrong move may be played, and shows what comes of it");
    round.choose(Choice::Space(Cell::E5));
    assert_eq!(round.choice(), Some(Choice::Space(Cell::F5)));
    round.reset();
    assert_eq!((round.choice(), round.is_played()), (None, false));
    let mut wrong = answered(Lesson::Monster, 0, Choice::Step(Side::Right));
    assert!(wrong.play().is_none(), "a wrong step is not");
}

#[test]
fn what_the_monster_sees_is_what_the_rules_say() {
    for nth in 0..3 {
        let round = round(Lesson::Monster, nth);
        let look = look_at(round.position()).unwrap();
        let why = round.why().unwrap();
        for (sight, seen) in why.sights.iter().zip(look.sights) {
            assert_eq!((sight.direction, sight.distance, sight.end), (seen.direction, seen.distance, seen.end));
            assert_eq!(sight.decides, look.verdict == Verdict::Nearest(seen.direction));
            assert!(!matches!(seen.end, SightEnd::Figure { .. }) || sight.figure_at().is_some());
        }
    }
}

#[test]
fn everything_that_matters_is_in_the_light() {
    for lesson in Lesson::ALL {
        for nth in 0..lesson.positions().len() {
            let round = round(lesson, nth);
            for (figure, place) in round.position().figures() {
                let Whereabouts::On(cell) = place else { panic!("{figure} is not on the board") };
                assert!(lesson.window().has(cell), "{lesson:?} {nth}: {figure} on {cell}");
            }
            for goal in round.goals() {
                assert!(goal.plan.trail.iter().all(|cell| lesson.window().has(*cell)), "{lesson:?}: {}", goal.at);
            }
            // Whatever a right answer shows happens in the light.
            let choices = round.goals().iter().map(|goal| Choice::Space(goal.at)).chain(SIDES.map(Choice::Step));
            for choice in choices {
                let mut round = answered(lesson, nth, choice);
                if round.fate().is_none_or(|fate| !fate.is_right()) || lesson == Lesson::Move {
                    continue;
                }
                let show = round.play().expect("it is right");
                for beat in &show.beats {
                    let at = beat.tableau.position.monster().unwrap().at;
                    assert!(lesson.window().has(at), "{lesson:?} {nth}: the monster leaves the light on {at}");
                }
            }
        }
    }
}

#[test]
fn progress_is_kept_as_a_text() {
    let mut progress = Progress::default();
    assert_eq!((progress.current(), progress.to_string()), (Lesson::Monster, String::new()));
    progress.begin(Lesson::Monster, 2);
    assert_eq!(progress.to_string(), "monster:2");
    assert_eq!(Progress::from_text(&progress.to_string()), progress);
    assert_eq!(progress.round(Lesson::Monster), 2);
    progress.finish(Lesson::Monster);
    progress.finish(Lesson::Move);
    assert_eq!(progress.to_string(), "monster move");
    assert_eq!(Progress::from_text("monster move"), progress);
    assert_eq!(progress.current(), Lesson::Push);
    // A later version, or nonsense.
    assert_eq!(Progress::from_text("move dance monster monster:9 push:x"), progress);
    Lesson::ALL.into_iter().for_each(|lesson| progress.finish(lesson));
    assert_eq!(progress.current(), Lesson::Monster, "it can be played again");
}

/// The table of the last scene.
fn last_scene() -> LocalTable {
    Script::FIRST_GAME.table(|band| format!("{band:?}"), Speed::default()).expect("it can be played")
}

#[test]
fn the_last_scene_is_the_end_of_a_real_game() {
    let table = last_scene();
    let game = table.game().playing().expect("it is in play");
    assert_eq!(game.course().turn(), 5, "the last three of seven turns");
    assert_eq!(table.game().acting().map(|seat| table.game().players().band(seat)), Some(Band::Blue));
    // The bar of the scene names what is left.
    let left = [Tombstone::steps(5), Tombstone::steps(7), Tombstone::steps(8), Tombstone::hits(2)];
    assert_eq!(game.next_tombstones(), left.into_iter().collect());
    assert_eq!(table.seats().len(), 2);
    let saved = SavedGame::from_text(&table.to_save().to_text()).expect("it can be saved");
    assert!(LocalTable::resume(saved).is_ok(), "and continued");
}

/// The last scene to its end, with this bot instead of the newcomer.
fn played_by(bot: Bot) -> LocalTable {
    let mut table = last_scene();
    while let Some(seat) = table.game().acting() {
        let (_, opponent) = table.bot_to_act().unwrap_or((seat, bot));
        let thinking =
            Thinking { budget: Budget::Nodes(1), seed: table.bot_seed(), threads: 1, watch: &Stopwatch::start() };
        let decision = opponent.decide(View { seat, game: table.game() }, &thinking).expect("a bot decides");
        table.act(seat, decision.action).expect("a bot keeps to the rules");
    }
    table
}

#[test]
fn the_pile_of_the_last_scene_is_scripted_and_a_sensible_player_wins() {
    let (table, again) = (played_by(Bot::Fox), played_by(Bot::Fox));
    assert_eq!(table.record(), again.record());
    let flips = table.story().played().iter().filter(|played| matches!(played.action, Action::Flip { .. })).count();
    assert!((1..=3).contains(&flips), "at most three turns");
    let winner = table.game().ending().map(|ending| ending.winner);
    assert_eq!(winner, Seat::new(0).map(Winner::Seat), "{:?}", table.record().to_string());
}
