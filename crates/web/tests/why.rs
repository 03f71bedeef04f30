//! Every look of the monster can be asked about, and the answer is what the rules saw.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use bots::Reason;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Band, FigureSet, FortressChoice, GameEvent, Length, NamedFortress, Options, Players, Stage};
use rules::terms::MonsterNumber;
use rules::{Cell, Outcomes, Position, SightEnd, Tombstone, Verdict};
use testkit::games::{choose, secret};
use web::scene::caption::{Caption, Cause, Moment, Side};
use web::scene::flow::Pace;
use web::scene::playback::Playback;
use web::scene::player::Next;
use web::scene::show::{Path, Run, Show};
use web::scene::tableau::Tableau;
use web::scene::why::{BotAnswer, Ruling, Why, WhyVerdict};
use web::table::{Customs, Help, LocalTable, NewTable, SeatPlan, Speed, Table, Who};

fn played_out(fortress: FortressChoice, length: Length, seed: u8) -> LocalTable {
    let players = Players::new(&[Band::Red, Band::Blue, Band::Green, Band::Yellow]).unwrap();
    let options = Options { players, fortress, length };
    let seats = (0..4).map(|_| SeatPlan { who: Who::Human, name: String::new() }).collect();
    let new = NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(0),
        speed: Speed::Walk,
        help: Help::Foresight,
        customs: Customs::default(),
    };
    let bytes = [seed; 32];
    let mut table = LocalTable::begin(new, secret(bytes)).unwrap();
    let (mut host, _) = rules::host::Host::new(options, vec![], secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    loop {
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => {
                host.act(seat, &action).unwrap();
                table.act(seat, action).unwrap();
            }
            None if host.game().ending().is_some() => return table,
            None => drop(host.flip().unwrap()),
        }
    }
}

fn games() -> impl Iterator<Item = LocalTable> {
    let fortresses = NamedFortress::ALL.map(|named| FortressChoice::Prepared(named.fortress()));
    let fortresses = fortresses.into_iter().chain([FortressChoice::Basic]);
    fortresses.flat_map(|fortress| {
        [(Length::Normal, 1), (Length::Long, 2), (Length::Long, 3)]
            .map(|(length, seed)| played_out(fortress, length, seed))
    })
}

/// The code of a ruling without its values.
fn code(ruling: Ruling) -> String {
    let name = format!("{ruling:?}");
    name.split('(').next().unwrap().to_owned()
}

/// What came of the first look when the monster of this table runs.
fn rulings(position: &str, tombstone: Tombstone) -> Vec<Ruling> {
    let position: Position = position.parse().unwrap();
    let (mut after, mut run) = (position, vec![]);
    after.run(tombstone, &mut run);
    let events: Vec<GameEvent> = std::iter::once(GameEvent::TombstoneFlipped { tombstone })
        .chain(run.into_iter().map(GameEvent::Board))
        .collect();
    let before = Tableau::laid(position, FigureSet::EMPTY, FigureSet::EMPTY);
    let show = Arc::new(Show::of_run(&before, Stage::One, Run::Tombstone(tombstone), &events));
    let at = show.beats.iter().position(|beat| beat.look.is_some()).unwrap();
    Why::of(&Moment { show, at }).unwrap().rulings
}

/// What seldom comes up in games: the position, and what is told of the first of two steps.
const RARE: [(&str, &[Ruling]); 3] = [
    // Turn-around stones before and behind: the second one would turn it to where it has tried already.
    ("Mh6n-Uh5h7", &[Ruling::KeptItsWay, Ruling::StoneTurnedAround(Cell::H5), Ruling::Spun]),
    // A circle of turning stones round blood.
    (
        "Mj7e-Rl7-Uk5k10-Bk6k7k8k9",
        &[
            Ruling::KeptItsWay,
            Ruling::StoneTurnedRight(Cell::L7),
            Ruling::Slid,
            Ruling::StoneTurnedAround(Cell::K10),
            Ruling::StoneTurnedAround(Cell::K5),
            Ruling::Held,
        ],
    ),
    // Out by the exit, and in by the entrance.
    ("Ma1w", &[Ruling::KeptItsWay, Ruling::ThroughDoor]),
];

#[test]
fn rare_events_have_their_reasons_too() {
    for (position, expected) in RARE {
        assert_eq!(rulings(position, Tombstone::steps(2)), expected, "{position}");
    }
}

#[test]
fn every_step_has_its_reasons_and_every_reason_comes_up() {
    let rare = RARE.iter().flat_map(|(_, rulings)| rulings.iter().map(|ruling| code(*ruling)));
    let (mut codes, mut verdicts): (BTreeSet<String>, _) = (rare.collect(), HashSet::new());
    for table in games() {
        let playback = Playback::new(table.story(), table.story().played().len()).unwrap();
        for entry in playback.log() {
            let is_look = matches!(entry.caption, Caption::Step { .. } | Caption::LastLook(_));
            let Some(Cause::Look(moment)) = &entry.cause else {
                assert!(!is_look, "{:?}", entry.caption);
                continue;
            };
            let why = Why::of(moment).unwrap();
            check_sights(&why, moment.show.beats[moment.at].look.unwrap().verdict);
            assert_eq!(why.is_last_look, matches!(entry.caption, Caption::LastLook(_)));
            codes.extend(why.rulings.iter().map(|ruling| code(*ruling)));
            verdicts.insert(std::mem::discriminant(&why.verdict));
        }
    }
    assert_eq!(verdicts.len(), 4);
    let expected = [
        "Ate",
        "GaveUp",
        "Held",
        "HitsReached",
        "KeptItsWay",
        "NumberReached",
        "OnlyTurned",
        "Shoved",
        "ShovedOut",
        "Slid",
        "Spun",
        "StoneLost",
        "StoneTurnedAround",
        "StoneTurnedRight",
        "Teleported",
        "ThroughDoor",
        "ThroughWall",
        "TurnedLeft",
        "TurnedRight",
    ];
    assert_eq!(codes.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn the_reason_of_a_bot_is_computed_only_on_demand() {
    let computed = std::cell::Cell::new(0);
    let compute = || {
        computed.set(computed.get() + 1);
        Some(Reason::Waits)
    };
    let mut answer = BotAnswer::default();
    assert_eq!((answer.is_shown(), answer.reason(), computed.get()), (false, None, 0));
    answer.toggle(compute);
    assert_eq!((answer.is_shown(), answer.reason(), computed.get()), (true, Some(Reason::Waits), 1));
    answer.toggle(compute);
    assert_eq!((answer.is_shown(), answer.reason(), computed.get()), (false, None, 1));
}

/// The rows are what stands on the table, and the one that decides is the nearest figure.
fn check_sights(why: &Why, verdict: Verdict) {
    let monster = why.table.monster().unwrap();
    let sides = [Side::Ahead, Side::Left, Side::Right];
    let directions = [monster.facing, monster.facing.left(), monster.facing.right()];
    for ((sight, side), direction) in why.sights.iter().zip(sides).zip(directions) {
        let seen = why.table.sight(monster.at, direction);
        assert_eq!((sight.side, sight.direction), (side, direction));
        assert_eq!((sight.distance, sight.end), (seen.distance, seen.end));
        assert_eq!(sight.decides, verdict == Verdict::Nearest(direction));
        for cell in [sight.crystal, sight.teleporter].into_iter().flatten() {
            assert!(cell.column() == monster.at.column() || cell.row() == monster.at.row());
        }
    }
    let mut seen: Vec<u8> = why
        .sights
        .iter()
        .filter(|sight| matches!(sight.end, SightEnd::Figure { .. }))
        .map(|sight| sight.distance)
        .collect();
    seen.sort_unstable();
    match why.verdict {
        WhyVerdict::Nobody => assert!(seen.is_empty() && verdict == Verdict::Nothing),
        WhyVerdict::Only(_) => assert!(seen.len() == 1 && matches!(verdict, Verdict::Nearest(_))),
        WhyVerdict::Nearest { distance, than, .. } => assert!(seen[..2] == [distance, than] && distance < than),
        WhyVerdict::Tie { distance } => assert!(seen[..2] == [distance, distance] && verdict == Verdict::Tie),
    }
}

#[test]
fn a_question_pauses_the_monster_and_closing_it_continues_the_run() {
    let table = played_out(FortressChoice::Basic, Length::Normal, 5);
    // A first tombstone with hits is flipped, but does not make the monster run.
    let is_run = |events: &[GameEvent]| events.iter().any(|event| matches!(event, GameEvent::TombstoneFlipped { .. }));
    let first_run = table.story().played().iter().position(|played| is_run(&played.events)).unwrap();
    let mut playback = Playback::new(table.story(), first_run).unwrap();
    playback.start(&table.story().played()[first_run], Path::New);
    playback.go_on();
    let moment = playback.player().last_look().unwrap();
    playback.go_on();
    let (told, shown) = (playback.log().len(), playback.shown());
    let on = playback.beat().cloned();
    playback.ask(&moment);
    assert!(
        playback.player().is_asked()
            && playback.player().next(Pace { speed: Speed::Rush, is_still: false }) == Next::Wait
    );
    assert_eq!(playback.beat().unwrap().look, moment.show.beats[moment.at].look);
    // A clock that was still running changes nothing.
    playback.go_on();
    assert_eq!(playback.beat(), Some(&moment.show.beats[moment.at]));
    playback.answered();
    // The run goes on exactly where it was.
    assert!(
        playback.beat() == on.as_ref()
            && matches!(playback.player().next(Pace { speed: Speed::Rush, is_still: false }), Next::After(_))
    );
    assert_eq!(playback.shown(), shown);
    playback.finish();
    assert!(playback.log().len() >= told && playback.shown() == shown + 1);
    // At rest, an old step is looked at again, and then the table is as it was.
    let rest = playback.tableau().clone();
    assert!(playback.player().last_look().is_some(), "the last run can be asked about");
    playback.ask(&moment);
    assert!(playback.is_again() && *playback.tableau() != rest);
    playback.answered();
    assert!(playback.beat().is_none() && *playback.tableau() == rest && playback.shown() == shown + 1);
}
