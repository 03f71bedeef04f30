//! Turns events, and the reasons of bots, into English sentences.

use bots::{Chance, Reason};
use indicatif::HumanCount;
use rules::game::{Ending, Face, GameEvent, Players, Seat, Tombstones, Winner};
use rules::terms::{PlayerKind, Terms};
use rules::{Brink, Death, Event, Motion, Sight, SightEnd, Stone, Tombstone, Turn, Verdict, Wall, Whereabouts};

/// Narrates the events of one game.
pub(crate) struct Narrator<'a> {
    terms: &'a Terms,
}

impl<'a> Narrator<'a> {
    pub(crate) fn new(terms: &'a Terms) -> Narrator<'a> {
        Narrator { terms }
    }

    /// The name and band of a seat.
    pub(crate) fn seat(&self, seat: Seat) -> String {
        let (band, name) = (self.players().band(seat), &self.terms.seats()[seat.index()].name);
        if name.is_empty() { format!("seat {} ({band})", seat.index() + 1) } else { format!("{name} ({band})") }
    }

    /// The name and band of a seat, and which bot plays it if one does.
    pub(crate) fn player(&self, seat: Seat) -> String {
        match &self.terms.seats()[seat.index()].kind {
            PlayerKind::Bot(bot) => format!("{}, {bot}", self.seat(seat)),
            PlayerKind::Person | PlayerKind::Unknown => self.seat(seat),
        }
    }

    fn players(&self) -> &Players {
        self.terms.players()
    }

    /// The sentence for an event; `None` for events that only keep clients in sync.
    pub(crate) fn sentence(&self, event: &GameEvent) -> Option<String> {
        Some(match event {
            GameEvent::Board(event) => return on_board(event),
            GameEvent::TilePlaced { seat, placement } => format!("{} lays {placement}.", self.seat(*seat)),
            GameEvent::StageBegan { stage, tombstones } => {
                format!("Stage {} begins; the pile: {}.", stage.number(), list(tombstones))
            }
            GameEvent::TurnBegan { turn, start, .. } => format!("Turn {turn}: {} begins.", self.seat(*start)),
            GameEvent::FigureStayed { figure, whereabouts: Whereabouts::On(cell) } => {
                format!("{figure} stays on {cell}.")
            }
            GameEvent::FigureStayed { figure, .. } => format!("{figure} stays outside."),
            GameEvent::FigureTurnedOver { figure, number } => {
                let side = if figure.number(Face::Bright) == *number { "bright" } else { "dark" };
                format!("{figure} is turned over to its {side} side: {number}.")
            }
            GameEvent::MovesOver => "Everybody has moved.".to_owned(),
            GameEvent::TombstoneFlipped { tombstone } => format!("The tombstone shows {tombstone}: the monster runs."),
            GameEvent::TombstoneShown { tombstone } => {
                format!("The tombstone shows {tombstone}; the first of the game must show a number, so it goes back.")
            }
            GameEvent::PileShuffled { tombstones } => format!("The pile is shuffled again: {}.", list(tombstones)),
            GameEvent::StartMarkerPassed { to } => format!("The start marker goes to {}.", self.seat(*to)),
            GameEvent::GameEnded { ending } => self.ending(*ending),
            GameEvent::SeatToMove { .. } => return None,
        })
    }

    /// The sentence for the end of a game.
    pub(crate) fn ending(&self, Ending { winner, reason }: Ending) -> String {
        match winner {
            Winner::Seat(seat) => format!("{} wins: {reason}.", self.seat(seat)),
            Winner::Monster => format!("The monster wins: {reason}, and nobody got out."),
        }
    }
}

/// The sentence for an event on the board; `None` for events that only keep clients in sync.
pub(crate) fn on_board(event: &Event) -> Option<String> {
    Some(match *event {
        Event::FigureEntered { figure, at } => format!("{figure} comes in on {at}."),
        Event::FigureMoved { figure, to, how, .. } => format!("{figure} {} to {to}.", verb(how)),
        Event::FigureEscaped { figure, .. } => format!("{figure} escapes!"),
        Event::FigureEaten { figure, at, how: Death::Bitten } => format!("The monster eats {figure} on {at}."),
        Event::FigureEaten { figure, how: Death::Shoved(brink), .. } => {
            format!("{figure} is shoved {} and eaten.", over(brink))
        }
        Event::FigureReturned { figure } => format!("{figure} waits outside the entrance again."),
        Event::FigureLeftBehind { figure } => format!("{figure} is left behind, which counts as eaten."),
        Event::StoneMoved { stone, from, to, how } => {
            format!("The {} on {from} {} to {to}.", stone_name(stone), verb(how))
        }
        Event::StoneLost { stone, from, to } => {
            format!("The {} on {from} goes {} and leaves the game.", stone_name(stone), over(to))
        }
        Event::MonsterLooked { at, sights, verdict } => {
            let [ahead, left, right] = sights.map(seen);
            let verdict = match verdict {
                Verdict::Nearest(direction) => format!("nearest is {direction}"),
                Verdict::Tie => "nobody is strictly nearest".to_owned(),
                Verdict::Nothing => "nobody in sight".to_owned(),
            };
            format!("The monster on {at} looks: ahead {ahead}; left {left}; right {right}; {verdict}.")
        }
        Event::MonsterTurned { to, why: Turn::Saw(figure), .. } => {
            format!("It turns {to}, towards {figure}.")
        }
        Event::MonsterTurned { to, why: Turn::Stone { stone, at }, .. } => {
            format!("The {} on {at} turns it {to}.", stone_name(stone))
        }
        Event::MonsterSpun { facing, stone, before, .. } => {
            let stone = stone_name(stone);
            format!("The {stone} on {before} turns it back to where it has tried: it stays, facing {facing}.")
        }
        Event::MonsterMoved { to, through, how, .. } => {
            let through = through.map(|wall| format!(" through {}", wall_name(wall))).unwrap_or_default();
            format!("It {}{through} to {to}.", verb(how))
        }
        Event::MonsterTeleported { from, to, facing } => {
            format!("The teleporter on {from} takes it to {to}, facing {facing}.")
        }
        Event::MonsterHeld { at, .. } => format!("It has slid over {at} like this before: it stops."),
        Event::PointSpent { .. } => return None,
    })
}

/// The reason of a bot, as the second half of a sentence.
pub(crate) fn why(reason: Reason) -> String {
    match reason {
        Reason::AtRandom => "for no reason".to_owned(),
        Reason::LaysTile => "to make a good fortress".to_owned(),
        Reason::Escapes => "to get out".to_owned(),
        Reason::Shies => "to shy away from the monster".to_owned(),
        Reason::Saves { figure, before, after } => {
            format!("to save {figure}: its danger falls from {} to {}", chance(before), chance(after))
        }
        Reason::Lures { figure, before, after } => {
            format!("to lure the monster onto {figure}: its danger rises from {} to {}", chance(before), chance(after))
        }
        Reason::OutOfSight => "to get out of sight".to_owned(),
        Reason::Blocks { figure, points } => format!("to block {figure}, whose way out gets {points} longer"),
        Reason::Enters => "to come in".to_owned(),
        Reason::Advances { points } => format!("to get {points} nearer to the exit"),
        Reason::Waits => "to bide its time".to_owned(),
    }
}

/// A number with its noun: "1 step", "1,800 steps".
pub(crate) fn counted(number: impl Into<u64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{} {}", HumanCount(number), if number == 1 { one } else { many })
}

fn chance(chance: Chance) -> String {
    format!("{} in {}", chance.ways(), chance.of())
}

fn seen(Sight { direction, distance, end }: Sight) -> String {
    let end = match end {
        SightEnd::Figure { figure, at } => format!("{figure} on {at}, {distance} away"),
        SightEnd::Stone { stone, at } => format!("a {} on {at}", stone_name(stone)),
        SightEnd::Wall(wall) => wall_name(wall),
    };
    format!("({direction}) {end}")
}

fn verb(how: Motion) -> &'static str {
    match how {
        Motion::Walked => "goes",
        Motion::Slid => "slides",
        Motion::Pushed => "is pushed",
        Motion::Shoved => "is shoved",
    }
}

fn over(brink: Brink) -> String {
    match brink {
        Brink::Wall(wall) => format!("over {}", wall_name(wall)),
        Brink::Corner(cell) => format!("onto the corner {cell}"),
        Brink::Teleporter(cell) => format!("onto the teleporter on {cell}"),
    }
}

fn wall_name(wall: Wall) -> String {
    wall.letter().map_or_else(|| "the door".to_owned(), |letter| format!("wall {letter}"))
}

pub(crate) fn stone_name(stone: Stone) -> &'static str {
    match stone {
        Stone::Plain => "stone",
        Stone::Crystal => "crystal",
        Stone::TurnRight => "turn-right stone",
        Stone::TurnAround => "turn-around stone",
    }
}

fn list(tombstones: &Tombstones) -> String {
    let counted = |(tombstone, count): (Tombstone, usize)| match count {
        1 => tombstone.to_string(),
        _ => format!("{tombstone} ({count} times)"),
    };
    tombstones.iter().map(counted).collect::<Vec<_>>().join(", ")
}
