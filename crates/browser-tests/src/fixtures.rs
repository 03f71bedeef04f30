//! Games to begin with, played by bots with fixed seeds, as the browser would have kept them.

use bots::{Bot, Budget, Stopwatch, Thinking};
use rules::chance::{Secret, Seed};
use rules::game::{
    Action, Band, FortressChoice, GameEvent, Length, Options, Pair, Placement, Players, Stage, Tile, View,
};
use rules::terms::MonsterNumber;
use rules::{Cell, Direction, FigureId, Stone, Whereabouts};
use web::scene::moving::Moving;
use web::scene::prepared::Prepared;
use web::table::{Customs, Help, LocalTable, NewTable, SeatPlan, Speed, Table, Turn, Who, name_bots};

/// Whose game it is.
fn table(fortress: FortressChoice, bands: &[Band], whos: &[Who]) -> NewTable {
    let players = Players::new(bands).expect("bands that can play together");
    let options = Options { players, fortress, length: Length::Normal };
    let name = |who: &Who| match who {
        Who::Human => "Ada".to_owned(),
        Who::Bot(_) => String::new(),
    };
    let mut seats: Vec<SeatPlan> = whos.iter().map(|who| SeatPlan { who: *who, name: name(who) }).collect();
    name_bots(&mut seats);
    NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(0),
        speed: Speed::default(),
        help: Help::default(),
        customs: Customs::default(),
    }
}

/// A game of one human against three bots in which bots have played every seat for this many actions.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn game_after(actions: usize, seed: u8) -> LocalTable {
    played_on(one_against_three(), actions, seed)
}

/// A game of one human against six bots that is well under way.
#[must_use]
pub fn seven_players(seed: u8) -> LocalTable {
    let mut whos = [Who::Bot(Bot::Fledgling); 7];
    whos[3] = Who::Human;
    played(&Band::ALL, &whos, 60, seed)
}

/// A game of bots that search, under way.
#[must_use]
pub fn against_fiends() -> LocalTable {
    let bands = [Band::Green, Band::Red, Band::Blue, Band::Yellow];
    played(&bands, &[Who::Bot(Bot::Fiend); 4], 40, 1)
}

/// A game, and how many of its actions have been shown when the monster is about to run.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn before_a_run(seed: u8) -> (LocalTable, usize) {
    let is_run = |table: &LocalTable| table.story().played().last().is_some_and(|played| played.seat.is_none());
    let table = (20..80).map(|actions| game_after(actions, seed)).find(is_run).expect("the monster runs");
    let shown = table.story().played().len() - 1;
    (table, shown)
}

/// A game in which a human is to move, one of their figures, and a space where it can push stones in several ways.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn several_results() -> (LocalTable, FigureId, Cell) {
    let found = |table: LocalTable| {
        let Turn::Here(seat) = table.turn() else { return None };
        let mut moving = Moving::new(table.game().playing()?, seat)?;
        for figure in moving.choosable().iter() {
            moving.choose(figure);
            let places = moving.targets().iter().map(|target| target.place).collect::<Vec<_>>();
            let several = places.into_iter().find_map(|place| match place {
                Whereabouts::On(cell) if moving.results(place).len() > 1 => Some(cell),
                _ => None,
            });
            if let Some(cell) = several {
                return Some((table, figure, cell));
            }
        }
        None
    };
    (20..120).find_map(|actions| found(game_after(actions, 1))).expect("stones can be pushed in several ways")
}

/// What a human prepares while bots move.
pub struct ToPrepare {
    /// The game, in which the human is to move.
    pub table: LocalTable,
    /// The number of its actions that have been shown: the next ones are moves of bots.
    pub shown: usize,
    /// The figure.
    pub figure: FigureId,
    /// Its goal.
    pub goal: Cell,
}

/// A move that can be prepared while the first of the bots moves; it `lasts` until the human is to move, or the other bots make
/// it impossible.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn to_prepare(lasts: bool) -> ToPrepare {
    let found = |table: LocalTable| {
        let Turn::Here(seat) = table.turn() else { return None };
        let (played, now) = (table.story().played(), table.game().playing()?);
        let is_bot = |played: &&web::table::Played| played.seat.is_some_and(|other| other != seat);
        let bots = played.iter().rev().take_while(is_bot).count();
        let shown = played.len().checked_sub(bots).filter(|_| bots >= 2)?;
        let mut hand = Moving::ahead(played[shown].game.playing()?, seat)?;
        for figure in hand.choosable().iter() {
            hand.choose(figure);
            let places: Vec<_> =
                hand.targets().iter().filter(|target| target.cost > 0).map(|target| target.place).collect();
            for place in places {
                let Whereabouts::On(goal) = place else { continue };
                hand.point(place);
                let is_possible = Prepared::of(&hand).is_some_and(|prepared| prepared.plan(now).is_some());
                if is_possible == lasts {
                    return Some(ToPrepare { table, shown, figure, goal });
                }
            }
        }
        None
    };
    let candidates = (1..4).flat_map(|seed| (14..90).map(move |actions| game_after(actions, seed)));
    candidates.into_iter().find_map(found).expect("bots get in the way, and sometimes they do not")
}

/// A game, and how many of its actions have been shown before the run that ends its first stage.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn before_stage_two(seed: u8) -> (LocalTable, usize) {
    let begins_it = |event: &GameEvent| matches!(event, GameEvent::StageBegan { stage: Stage::Two, .. });
    let table = finished_game(seed);
    let mut played = table.story().played().iter();
    let shown = played.position(|played| played.events.iter().any(begins_it)).expect("it has two stages");
    (game_after(shown + 1, seed), shown)
}

fn played(bands: &[Band], whos: &[Who], actions: usize, seed: u8) -> LocalTable {
    played_on(table(FortressChoice::Basic, bands, whos), actions, seed)
}

fn played_on(new: NewTable, actions: usize, seed: u8) -> LocalTable {
    let mut table = LocalTable::begin(new, Secret::chosen(Seed([seed; 32]))).expect("a game");
    while table.story().played().len() < actions && table.turn() != Turn::Over {
        let seat = table.game().acting().expect("somebody is to act");
        let thinking = Thinking { budget: Budget::Nodes(1), seed: seed.into(), threads: 1, watch: &Stopwatch::start() };
        let decision = Bot::Fox.decide(View { seat, game: table.game() }, &thinking).expect("a bot decides");
        table.act(seat, decision.action).expect("a bot keeps to the rules");
    }
    table
}

/// A new game of two humans at one screen, where everything moves fast.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn two_humans(seed: u8) -> LocalTable {
    let new =
        NewTable { speed: Speed::Rush, ..table(FortressChoice::Basic, &[Band::Green, Band::Red], &[Who::Human; 2]) };
    LocalTable::begin(new, Secret::chosen(Seed([seed; 32]))).expect("a game")
}

/// The same, and on until the human is to act.
#[must_use]
pub fn humans_move_after(actions: usize, seed: u8) -> LocalTable {
    let whose = |table: &LocalTable| matches!(table.turn(), Turn::Here(_));
    let candidates = (actions..).map(|actions| game_after(actions, seed));
    candidates.take(40).find(whose).unwrap_or_else(|| game_after(actions, seed))
}

/// A game in which the human has the hand, and can take back the last move: one without, and then one with it.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn before_and_after_a_move(seed: u8) -> (LocalTable, LocalTable) {
    let after = (12..90).map(|actions| game_after(actions, seed));
    let is_here = |table: &LocalTable| matches!(table.turn(), Turn::Here(_)) && table.capabilities().can_take_back;
    let mut before = after.clone().find(is_here).expect("the human moves twice in a turn");
    let after = game_after(before.story().actions(), seed);
    before.take_back();
    (before, after)
}

/// The same, where the human has only one figure left to move.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn last_figure_of_a_turn(seed: u8) -> LocalTable {
    let is_last = |table: &LocalTable| match (table.turn(), table.game().playing()) {
        (Turn::Here(seat), Some(game)) => table.capabilities().can_take_back && game.movable(seat).iter().count() == 1,
        (Turn::Here(_) | Turn::Elsewhere(_) | Turn::Over, _) => false,
    };
    (12..90).map(|actions| game_after(actions, seed)).find(is_last).expect("the human has a last figure in a turn")
}

/// A game that is over in which the first seat came third, with a figure outside.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn third_place() -> LocalTable {
    let is_third = |table: &LocalTable| {
        let first = table.game().players().seats().next().expect("there are players");
        let place = table.game().places().and_then(|places| places.into_iter().find(|place| place.seat == first));
        let is_out = table.game().playing().is_some_and(|game| game.escaped_of(first) > 0);
        is_out && place.is_some_and(|place| place.number == 3)
    };
    (1..=255).map(finished_game).find(is_third).expect("somebody comes third")
}

/// The same, and on until several bots are to act before the human.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn bots_move_after(actions: usize, seed: u8) -> LocalTable {
    let are_next =
        |after: &usize| (0..3).all(|more| matches!(game_after(after + more, seed).turn(), Turn::Elsewhere(_)));
    (actions..actions + 40).find(are_next).map(|after| game_after(after, seed)).expect("bots are three of four players")
}

/// A game that is over.
#[must_use]
pub fn finished_game(seed: u8) -> LocalTable {
    game_after(usize::MAX, seed)
}

/// A finished game at a table with these customs.
#[must_use]
pub fn finished_with(customs: Customs, seed: u8) -> LocalTable {
    played_on(NewTable { customs, ..one_against_three() }, usize::MAX, seed)
}

/// A game at a table with these customs, in which a human is to move.
#[must_use]
pub fn humans_move_with(customs: Customs) -> LocalTable {
    let candidates = (12..60).map(|actions| played_on(NewTable { customs, ..one_against_three() }, actions, 1));
    candidates
        .into_iter()
        .find(|table| matches!(table.turn(), Turn::Here(_)))
        .unwrap_or_else(|| humans_move_after(12, 1))
}

fn one_against_three() -> NewTable {
    let bands = [Band::Green, Band::Red, Band::Blue, Band::Yellow];
    let whos = [Who::Human, Who::Bot(Bot::Fledgling), Who::Bot(Bot::Fox), Who::Bot(Bot::Fox)];
    table(FortressChoice::Basic, &bands, &whos)
}

/// The first nine tiles of a fortress that is laid by hand.
pub const NINE_TILES: [Placement; 9] = [
    Placement::Stone { stone: Stone::Crystal, at: Cell::D2 },
    Placement::Stone { stone: Stone::TurnRight, at: Cell::F2 },
    Placement::Stone { stone: Stone::TurnRight, at: Cell::J4 },
    Placement::Stone { stone: Stone::Plain, at: Cell::I6 },
    Placement::Stone { stone: Stone::TurnAround, at: Cell::B6 },
    Placement::Teleporter { pair: Pair::One, at: Cell::C4, arrow: Direction::East },
    Placement::Teleporter { pair: Pair::One, at: Cell::N6, arrow: Direction::North },
    Placement::Teleporter { pair: Pair::Two, at: Cell::K1, arrow: Direction::South },
    Placement::SquarePool { at: Cell::G3 },
];

/// A fortress of which the first nine tiles lie, and so many people and bots who go on with it. A person is next.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn half_laid(humans: usize, bots: usize) -> LocalTable {
    let whos: Vec<Who> = [vec![Who::Human; humans], vec![Who::Bot(Bot::Fox); bots]].concat();
    let bands = &Band::ALL[..whos.len()];
    let laid = |seed| {
        let secret = Secret::chosen(Seed([seed; 32]));
        let mut table = LocalTable::begin(table(FortressChoice::ByHand, bands, &whos), secret).expect("a game");
        for placement in NINE_TILES {
            let seat = table.game().acting().expect("somebody is to lay");
            table.act(seat, Action::Place(placement)).expect("nine tiles that may lie there");
        }
        table
    };
    (1..=255).map(laid).find(|table| matches!(table.turn(), Turn::Here(_))).expect("a person is next")
}

/// A game of one human and bots on a fortress that they lay by hand, before and after its last tile. A bot lays that, and a bot moves
/// first.
///
/// # Panics
///
/// If the rules changed so that there is no such game.
#[must_use]
pub fn before_and_after_the_last_tile() -> (LocalTable, LocalTable) {
    let whos = [Who::Human, Who::Bot(Bot::Fox), Who::Bot(Bot::Fox), Who::Bot(Bot::Fox)];
    let after = |tiles, seed| played_on(table(FortressChoice::ByHand, &Band::ALL[..whos.len()], &whos), tiles, seed);
    let both = (1..=255).map(|seed| (after(Tile::COUNT - 1, seed), after(Tile::COUNT, seed)));
    let is_bots = |table: &LocalTable| matches!(table.turn(), Turn::Elsewhere(_));
    both.into_iter().find(|(before, after)| is_bots(before) && is_bots(after)).expect("bots come first somewhere")
}

/// A game that is over, on a fortress laid by hand.
#[must_use]
pub fn finished_by_hand() -> LocalTable {
    let (bands, whos) = ([Band::Green, Band::Red], [Who::Human, Who::Bot(Bot::Fledgling)]);
    played_on(table(FortressChoice::ByHand, &bands, &whos), usize::MAX, 1)
}
