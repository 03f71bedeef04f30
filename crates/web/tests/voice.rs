//! The board in words and what is heard: nothing that is shown is left out, and nothing is told that is not there.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::HashSet;

use proptest::prelude::*;
use rules::chance::{Purpose, Seed, Stream};
use rules::game::{Action, FortressChoice, Game, NamedFortress, Options};
use rules::host::Host;
use rules::terms::MonsterNumber;
use rules::{Cell, Outcomes, Tombstone, Whereabouts};
use testkit::games::{choose, options, secret};
use testkit::positions::config;
use web::scene::flow::Pace;
use web::scene::moving::Moving;
use web::scene::playback::Playback;
use web::scene::player::Next;
use web::scene::show::{Path, Sound};
use web::scene::sound::{Effect, Heard, cues};
use web::scene::text_board::{Holds, Row, Untold, bands, dangers, monster, rows, space};
use web::table::{Customs, Help, LocalTable, NewTable, SeatPlan, Speed, Story, Table, Who};

/// A random game to its end, as a local table plays it.
fn played_out(options: Options, bytes: [u8; 32]) -> LocalTable {
    let options = match options.fortress {
        // Tiles are laid by hand on another screen.
        FortressChoice::ByHand => {
            Options { fortress: FortressChoice::Prepared(NamedFortress::ALL[0].fortress()), ..options }
        }
        FortressChoice::Basic | FortressChoice::Prepared(_) | FortressChoice::Random(_) => options,
    };
    let seats = options.players.seats().map(|_| SeatPlan { who: Who::Human, name: String::new() }).collect();
    let new = NewTable {
        options,
        seats,
        monster: MonsterNumber::from_index(7),
        speed: Speed::Walk,
        help: Help::Foresight,
        customs: Customs::default(),
    };
    let mut table = LocalTable::begin(new, secret(bytes)).unwrap();
    let (mut host, _) = Host::new(options, vec![], secret(bytes)).unwrap();
    let mut chance = Stream::new(&Seed(bytes), &[], Purpose::Players);
    let mut outcomes = Outcomes::new();
    while host.game().ending().is_none() {
        match choose(&mut host, &mut chance, &mut outcomes) {
            Some((seat, action)) => {
                host.act(seat, &action).unwrap();
                table.act(seat, action).unwrap();
            }
            None => drop(host.flip().unwrap()),
        }
    }
    table
}

/// The rows tell of everything that lies on the table, and of nothing else.
fn check_rows(playback: &Playback) {
    let position = &playback.tableau().position;
    let rows: Vec<Row> = rows(playback, None);
    let spaces: Vec<_> = rows.iter().flat_map(|row| row.spaces.iter().flatten()).collect();
    assert_eq!((rows.len(), spaces.len()), (11, Cell::ALL.len()));
    for space in spaces {
        let on_table = (
            position.has_monster(space.cell),
            position.figure_at(space.cell),
            position.stone_at(space.cell),
            position.blood().has(space.cell),
            position.teleporter_exit(space.cell).map(|exit| exit.at),
        );
        let told = match space.holds {
            None => (false, None, None),
            Some(Holds::Monster(_)) => (true, None, None),
            Some(Holds::Figure(figure, _)) => (false, Some(figure), None),
            Some(Holds::Stone(stone)) => (false, None, Some(stone)),
        };
        assert_eq!(
            (told.0, told.1, told.2, space.has_blood, space.teleporter.map(|gate| gate.other)),
            on_table,
            "{}",
            space.cell
        );
        // Floor with nothing on it is told, so that it differs from where there is none.
        assert_eq!(space.is_bare(), on_table == (false, None, None, false, None), "{}", space.cell);
    }
    for report in bands(playback, None).into_iter().flat_map(|band| band.figures) {
        assert_eq!(Some(report.at), position.whereabouts(report.figure));
    }
    assert_eq!(Some(monster(playback, None, Help::Nothing).monster), position.monster());
}

proptest! {
    #![proptest_config(config(30))]

    #[test]
    fn everything_on_the_board_is_described_at_every_beat(options in options(), bytes in any::<[u8; 32]>()) {
        let table = played_out(options, bytes);
        let mut playback = Playback::new(table.story(), 0).unwrap();
        for action in table.story().played() {
            check_rows(&playback);
            playback.start(action, Path::New);
            while playback.player().next(Pace::default()) != Next::Rest {
                check_rows(&playback);
                prop_assert_eq!(dangers(&playback, None, Help::Foresight), Err(Untold::WhileShown));
                playback.go_on();
            }
        }
    }

    #[test]
    fn every_sound_word_is_heard_and_the_end_once(options in options(), bytes in any::<[u8; 32]>()) {
        let table = played_out(options, bytes);
        let mut playback = Playback::new(table.story(), 0).unwrap();
        let mut heard = Heard::of(&playback);
        let mut ends = 0;
        for action in table.story().played() {
            playback.start(action, Path::New);
            let mut is_early = false;
            loop {
                let effects: Vec<Effect> = cues(&playback, heard, Speed::Walk).iter().map(|cue| cue.effect).collect();
                heard = Heard::of(&playback);
                prop_assert!(effects.len() <= 3 && cues(&playback, heard, Speed::Walk).is_empty());
                let word = playback.beat().and_then(|beat| beat.word).map(|word| word.sound);
                let is_heard = match word {
                    None => true,
                    Some(Sound::Thud) => effects.contains(&Effect::Thud),
                    Some(Sound::Chomp) => effects.contains(&Effect::Bite),
                    Some(Sound::Swoosh) => effects.contains(&Effect::Slide),
                    Some(Sound::Krrrk) => effects.contains(&Effect::Shove),
                    // With the beat before.
                    Some(Sound::Womp | Sound::Zap) => is_early,
                };
                prop_assert!(is_heard, "{word:?} {effects:?}");
                is_early = effects.iter().any(|effect| matches!(effect, Effect::Wall | Effect::Teleport));
                ends += effects.iter().filter(|effect| matches!(effect, Effect::Win | Effect::MonsterWins)).count();
                if playback.player().next(Pace::default()) == Next::Rest {
                    break;
                }
                playback.go_on();
            }
        }
        prop_assert_eq!(ends, 1);
    }

    #[test]
    fn a_planned_move_is_described_at_its_goal(options in options(), bytes in any::<[u8; 32]>(), stop in 0_usize..60) {
        let table = played_out(options, bytes);
        let playback = Playback::new(table.story(), stop.min(table.story().played().len() - 1)).unwrap();
        let Some(seat) = playback.game().acting() else { return Ok(()) };
        let mut moving = Moving::new(playback.game(), seat).unwrap();
        for figure in moving.choosable().iter() {
            moving.choose(figure);
            for target in moving.targets().to_vec() {
                moving.point(target.place);
                if let Whereabouts::On(cell) = target.place {
                    let told = space(&playback, Some(&moving), cell);
                    prop_assert!(matches!(told.holds, Some(Holds::Figure(other, _)) if other == figure));
                    prop_assert_eq!(told.cost, Some(target.cost));
                }
                let told = dangers(&playback, Some(&moving), Help::Foresight);
                prop_assert!(told.is_ok_and(|told| told.is_planned) || moving.ends_game());
            }
        }
        prop_assert_eq!(dangers(&playback, Some(&moving), Help::Sight), Err(Untold::LessHelp));
    }
}

/// Everything that is heard while these actions are shown.
fn heard(story: &Story) -> HashSet<String> {
    let mut playback = Playback::new(story, 0).unwrap();
    let mut heard = HashSet::new();
    for action in story.played() {
        let mut before = Heard::of(&playback);
        playback.start(action, Path::New);
        while playback.player().next(Pace::default()) != Next::Rest {
            heard.extend(cues(&playback, before, Speed::Rush).iter().map(|cue| format!("{:?}", cue.effect)));
            before = Heard::of(&playback);
            playback.go_on();
        }
        heard.extend(cues(&playback, before, Speed::Rush).iter().map(|cue| format!("{:?}", cue.effect)));
    }
    heard
}

/// What is heard when the tombstone falls after everybody who can has stayed.
fn heard_in_run(situation: &str) -> HashSet<String> {
    let mut before = Game::from_situation(&situation.parse().unwrap()).unwrap();
    while let Some(seat) = before.acting() {
        let stays = |action: &Action| matches!(action, Action::Move { path, .. } if path.is_empty());
        let legal = before.legal_actions();
        let action = legal.iter().find(|action| stays(action)).or(legal.first()).unwrap();
        before.act(Some(seat), action, &mut vec![]).unwrap();
    }
    let mut story = Story::new((before, vec![]));
    story.act(None, Action::Flip { tombstone: Tombstone::steps(8) }).unwrap();
    heard(&story)
}

#[test]
fn every_effect_comes_up() {
    let mut all: HashSet<String> = HashSet::new();
    for (seed, named) in (0..24).zip(NamedFortress::ALL.into_iter().cycle()) {
        let players = rules::game::Players::new(&rules::game::Band::ALL[..4]).unwrap();
        let fortress = FortressChoice::Prepared(named.fortress());
        let table = played_out(Options { players, fortress, length: rules::game::Length::Long }, [seed; 32]);
        all.extend(heard(table.story()));
    }
    // Between two turn-around stones.
    let spun = heard_in_run("Mh6n-Uh5h7-WR1R3R4R5G1G3G4G5-PRG-N12-AR-D5s");
    assert!(spun.contains("Spin"), "{spun:?}");
    // The last of all is eaten, and nobody has got out.
    let lost = heard_in_run("Mh6n-FR4h5-XR1R3R5G1G3G4G5-PRG-N22-AR-D5s");
    assert!(lost.contains("MonsterWins") && !lost.contains("Win"), "{lost:?}");
    all.extend(spun.into_iter().chain(lost));
    // Nothing in a game causes these: one is for people who look elsewhere, one for those who take their time.
    all.extend(["Call", "Bell"].map(str::to_owned));
    let silent: Vec<_> = Effect::ALL.iter().filter(|effect| !all.contains(&format!("{effect:?}"))).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn dangers_are_described_as_long_as_a_run_can_follow() {
    // Green would win with the third figure that gets out.
    let situation = "Mh6e-FG4b1-WR1R3R4R5-EG1G3-XG5-PGR-N22-AG-D5s";
    let game = Game::from_situation(&situation.parse().unwrap()).unwrap();
    let playback = Playback::new(&Story::new((game.clone(), vec![])), 0).unwrap();
    let mut moving = Moving::new(playback.game(), game.acting().unwrap()).unwrap();
    assert!(dangers(&playback, Some(&moving), Help::Foresight).is_ok());
    moving.choose("G4".parse().unwrap());
    moving.point(Whereabouts::Escaped);
    assert_eq!(dangers(&playback, Some(&moving), Help::Foresight), Err(Untold::NoRunComes));
}
