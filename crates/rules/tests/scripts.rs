//! Scripted games: one short file for each rule about the course of a game.
//!
//! A script names the players, and with `runners:` the figures that run for the exit; all others stay. `turn: 8` makes
//! all moves of a turn and flips the tombstone 8; `moves` and `flip 8` do one of the two, `stay G1` a single move.
//! `refuse` tries an action that the rules forbid; `expect` states a fact that must be true at this point.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use rules::game::{
    Action, Awaited, Band, EndReason, FortressChoice, Game, Length, Options, Players, Seat, Stage, Tombstones, Winner,
};
use rules::{FigureId, Tombstone, Whereabouts};

#[test]
fn r10_the_first_tombstone_must_show_a_number() {
    play("first-tombstone");
}

#[test]
fn r10_three_hits_are_no_number_either() {
    play("first-tombstone-long");
}

#[test]
fn r14_staying_outside_is_one_of_the_two_moves_of_the_first_turn() {
    play("staying-outside");
}

#[test]
fn r19_places_follow_the_escapes_and_seats_without_any_share_the_last() {
    play("places");
}

#[test]
fn after_seven_turns_all_tombstones_are_back_and_stage_two_begins() {
    play("stage-change");
}

#[test]
fn who_gets_all_figures_but_one_out_wins_at_once() {
    play("immediate-win");
}

#[test]
fn among_equals_who_was_first_wins() {
    play("tie");
}

#[test]
fn the_game_ends_when_nobody_is_left() {
    play("elimination");
}

#[test]
fn r11_if_nobody_escapes_the_monster_wins() {
    play("nobody-escapes");
}

#[test]
fn the_start_marker_also_goes_to_who_has_no_figure_left() {
    play("start-marker");
}

struct Script {
    game: Game,
    runners: Vec<FigureId>,
}

#[track_caller]
fn play(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts").join(name).with_extension("txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).collect();
    let lines = lines.into_iter().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut lines = lines.peekable();
    let header = |wanted: &str, line: Option<(usize, &str)>| {
        let (number, line) = line.unwrap();
        let value = line.strip_prefix(wanted).unwrap_or_else(|| panic!("line {number}: {wanted:?} expected"));
        value.trim().to_owned()
    };
    let bands = header("players:", lines.next());
    let bands: Vec<Band> = bands.split_whitespace().map(|band| band.parse().unwrap()).collect();
    let first: usize = header("first: seat", lines.next()).parse().unwrap();
    let length = match lines.peek().and_then(|(_, line)| line.strip_prefix("length: ")) {
        None => Length::Normal,
        Some(length) => {
            let length = length.parse().unwrap();
            lines.next();
            length
        }
    };
    let options = Options { players: Players::new(&bands).unwrap(), fortress: FortressChoice::Basic, length };
    let mut script = Script { game: Game::new(options, Seat::new(first - 1).unwrap(), &mut ()), runners: vec![] };
    let mut expectations = 0;
    for (number, line) in lines {
        expectations += usize::from(line.starts_with("expect") || line.starts_with("refuse"));
        script.line(line).unwrap_or_else(|problem| panic!("{}, line {number}: {line}: {problem}", path.display()));
    }
    assert!(expectations > 0, "{name} expects nothing");
}

impl Script {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let tombstone = || rest.parse::<Tombstone>().map_err(|error| error.to_string());
        match command {
            "runners:" => self.runners = rest.split_whitespace().map(|name| name.parse().unwrap()).collect(),
            "moves" => self.moves(),
            "stay" => self.stay(rest.parse().unwrap())?,
            "flip" => self.flip(tombstone()?)?,
            "turn:" => {
                self.moves();
                if self.game.ending().is_none() {
                    self.flip(tombstone()?)?;
                }
            }
            "refuse" => {
                let action = match rest.split_once(' ').unwrap() {
                    ("flip", tombstone) => Action::Flip { tombstone: tombstone.parse().unwrap() },
                    (figure, "stays") => Action::Move { figure: figure.parse().unwrap(), path: vec![] },
                    _ => return Err("nothing to refuse".to_owned()),
                };
                let seat = self.game.acting();
                let mut game = self.game.clone();
                if game.act(seat, &action, &mut ()).is_ok() {
                    return Err("it is allowed".to_owned());
                }
            }
            "expect" => {
                let state = describe(&self.game);
                if !state.iter().any(|fact| fact == rest) {
                    return Err(format!("the facts are {state:#?}"));
                }
            }
            _ => return Err("no such command".to_owned()),
        }
        Ok(())
    }

    /// Makes all moves of a turn: runners go as close to the exit as they can, the other figures stay.
    fn moves(&mut self) {
        while let Awaited::Move(seat) = self.game.awaited() {
            let movable: Vec<FigureId> = self.game.playing().unwrap().movable(seat).iter().collect();
            let runner = movable.iter().find(|figure| self.runners.contains(figure));
            let figure = *runner.unwrap_or(&movable[0]);
            let path = match runner {
                None => vec![],
                Some(_) => {
                    let outcomes = self
                        .game
                        .playing()
                        .unwrap()
                        .position()
                        .outcomes(figure, self.game.playing().unwrap().number(figure));
                    let closest = outcomes.iter().min_by_key(|outcome| match outcome.place() {
                        Whereabouts::On(cell) => cell.column() + cell.row() + 1,
                        Whereabouts::Escaped => 0,
                        Whereabouts::Waiting | Whereabouts::Eaten => u8::MAX,
                    });
                    closest.unwrap().path()
                }
            };
            self.game.act(Some(seat), &Action::Move { figure, path }, &mut ()).unwrap();
        }
    }

    fn stay(&mut self, figure: FigureId) -> Result<(), String> {
        let action = Action::Move { figure, path: vec![] };
        self.game.act(self.game.acting(), &action, &mut ()).map_err(|error| error.to_string())
    }

    fn flip(&mut self, tombstone: Tombstone) -> Result<(), String> {
        self.game.act(None, &Action::Flip { tombstone }, &mut ()).map_err(|error| error.to_string())
    }
}

/// The facts that `expect` can state.
fn describe(game: &Game) -> Vec<String> {
    let seat = |seat: Seat| format!("seat {}", seat.index() + 1);
    let list = |tombstones: Tombstones| {
        let all = tombstones.iter().flat_map(|(tombstone, count)| vec![tombstone.to_string(); count]);
        all.collect::<Vec<_>>().join(", ")
    };
    let names = |keep: &dyn Fn(Whereabouts) -> bool| {
        let figures = game.playing().unwrap().position().figures().filter(|(_, place)| keep(*place));
        figures.map(|(figure, _)| figure.to_string()).collect::<Vec<_>>().join(" ")
    };
    let escaped: Vec<String> = game.playing().unwrap().escaped().iter().map(ToString::to_string).collect();
    let mut facts = vec![
        format!("stage {}", if game.playing().unwrap().course().stage() == Stage::One { 1 } else { 2 }),
        format!("turn {}", game.playing().unwrap().course().turn()),
        format!("start {}", seat(game.playing().unwrap().course().start())),
        format!("used {}", list(game.playing().unwrap().course().used())),
        format!("left {}", list(game.playing().unwrap().left())),
        format!("shown {}", list(game.playing().unwrap().shown())),
        format!("escaped {}", escaped.join(" ")),
        format!("eaten {}", names(&|place| place == Whereabouts::Eaten)),
        format!("waiting {}", names(&|place| place == Whereabouts::Waiting)),
    ];
    facts.extend(
        game.playing()
            .unwrap()
            .position()
            .figures()
            .map(|(figure, _)| format!("{figure} shows {}", game.playing().unwrap().number(figure))),
    );
    facts.push(match game.awaited() {
        Awaited::Tile(of) => format!("next tile of {}", seat(of)),
        Awaited::Move(of) => format!("next move of {}", seat(of)),
        Awaited::Flip => "next flip".to_owned(),
        Awaited::Nothing => "over".to_owned(),
    });
    if let Some(ending) = game.ending() {
        facts.push(match ending.winner {
            Winner::Seat(winner) => format!("winner {}", seat(winner)),
            Winner::Monster => "winner monster".to_owned(),
        });
        facts.push(match ending.reason {
            EndReason::AllButOneOut => "all but one out".to_owned(),
            EndReason::NobodyLeft => "nobody left".to_owned(),
            EndReason::LastTombstone => "last tombstone".to_owned(),
        });
    }
    if let Some(places) = game.places() {
        let places: Vec<String> = places.iter().map(|place| format!("{} {}", place.number, seat(place.seat))).collect();
        facts.push(format!("places {}", places.join(", ")));
    }
    facts.into_iter().map(|fact| fact.trim_end().to_owned()).collect()
}
