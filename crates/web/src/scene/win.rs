//! The story of a finished game: who won, what became of every figure, and the monster's best runs.

use rules::game::{Band, EndReason, Face, GameEvent, Place, Players, Playing, Seat, Stage, Winner};
use rules::record::Record;
use rules::{Cell, Event, FigureId, Tombstone, Whereabouts};

use crate::table::Seats;

/// What became of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It escaped.
    Escaped,
    /// It was eaten.
    Eaten,
    /// It was still inside or outside the entrance when the game ended.
    LeftBehind,
}

impl Fate {
    /// Every fate, from the best on.
    pub const ALL: [Fate; 3] = [Fate::Escaped, Fate::Eaten, Fate::LeftBehind];
}

/// A figure at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FigureFate {
    /// The figure.
    pub figure: FigureId,
    /// The side that faced up.
    pub face: Face,
    /// What became of it.
    pub fate: Fate,
}

/// A player at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastRow {
    /// The place, from 1: see [`Playing::places`].
    pub rank: usize,
    /// The seat.
    pub seat: Seat,
    /// The band.
    pub band: Band,
    /// What became of its figures.
    pub figures: Vec<FigureFate>,
}

impl CastRow {
    /// How many figures met this fate.
    #[must_use]
    pub fn count(&self, fate: Fate) -> usize {
        self.figures.iter().filter(|figure| figure.fate == fate).count()
    }
}

/// How a seat came off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// This place, from 1.
    Place(usize),
    /// None of its figures escaped. It shares the last place with all others of this kind.
    NobodyOut,
}

/// When something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// The stage.
    pub stage: Stage,
    /// The turn in it, from 1.
    pub turn: u8,
}

impl Moment {
    fn of(game: &Playing) -> Moment {
        Moment { stage: game.course().stage(), turn: game.course().turn() }
    }
}

/// A remarkable run of the monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feat {
    /// The number of figures eaten or spaces walked.
    pub count: usize,
    /// The tombstone of the run.
    pub tombstone: Tombstone,
    /// When it happened.
    pub when: Moment,
}

/// The closest escape or miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Closest {
    /// Of all figures that escaped, this one had the monster nearest at the beginning of its last move.
    Escape {
        /// The figure.
        figure: FigureId,
        /// The number of steps between the two, ignoring obstacles.
        spaces: u8,
    },
    /// No figure escaped; of all that were eaten or left behind inside, this one was nearest to the exit.
    Miss {
        /// The figure.
        figure: FigureId,
        /// Its space then.
        at: Cell,
        /// The number of steps it was short of the exit.
        spaces: u8,
    },
}

/// The story of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// The winner.
    pub winner: Winner,
    /// Why the game ended.
    pub reason: EndReason,
    /// When it ended.
    pub end: Moment,
    /// The players, winner first.
    pub cast: Vec<CastRow>,
    /// The figures that escaped, in order.
    pub escaped: Vec<FigureId>,
    /// The number of figures in the game.
    pub figures: usize,
    /// How many figures the monster ate. In stage one they return and can be eaten again.
    pub meals: usize,
    /// The run with the most figures eaten, if any was.
    pub hungriest: Option<Feat>,
    /// The run over the most spaces, if there was one.
    pub longest: Option<Feat>,
    /// The closest escape, or the closest miss if no figure escaped.
    pub closest: Option<Closest>,
}

impl Story {
    /// The story of a game; `None` if it is not over.
    #[must_use]
    pub fn of(record: &Record) -> Option<Story> {
        let ending = record.ending()?;
        let (mut game, _) = record.beginning();
        let mut chronicle = Chronicle::default();
        for played in record.replay() {
            if let Some(playing) = game.playing() {
                chronicle.note(playing, &played.events);
            }
            game = played.game;
        }
        let game = game.playing()?;
        let closest = chronicle.escape.or(if game.escaped().is_empty() { chronicle.miss } else { None });
        let players = game.players();
        Some(Story {
            winner: ending.winner,
            reason: ending.reason,
            end: Moment::of(game),
            cast: cast(game, &chronicle.left_behind),
            escaped: game.escaped().to_vec(),
            figures: players.count() * players.figures_each(),
            meals: chronicle.meals,
            hungriest: chronicle.hungriest,
            longest: chronicle.longest,
            closest,
        })
    }

    /// How many figures of all players met this fate.
    #[must_use]
    pub fn count(&self, fate: Fate) -> usize {
        self.cast.iter().map(|row| row.count(fate)).sum()
    }

    /// How the only one of these seats came off; `None` if there are several, or if the monster won.
    #[must_use]
    pub fn finish_of(&self, seats: Seats) -> Option<Finish> {
        let mut seats = seats.iter();
        let (Some(seat), None, Winner::Seat(_)) = (seats.next(), seats.next(), self.winner) else { return None };
        let row = self.cast.iter().find(|row| row.seat == seat)?;
        Some(if row.count(Fate::Escaped) == 0 { Finish::NobodyOut } else { Finish::Place(row.rank) })
    }

    /// The winner's row; `None` if the monster won.
    #[must_use]
    pub fn winner_row(&self) -> Option<&CastRow> {
        match self.winner {
            Winner::Seat(seat) => self.cast.iter().find(|row| row.seat == seat),
            Winner::Monster => None,
        }
    }
}

/// What is collected while a game is replayed.
#[derive(Default)]
struct Chronicle {
    meals: usize,
    left_behind: Vec<FigureId>,
    hungriest: Option<Feat>,
    longest: Option<Feat>,
    escape: Option<Closest>,
    miss: Option<Closest>,
}

impl Chronicle {
    /// Adds the outcome of one action in `before`.
    fn note(&mut self, before: &Playing, events: &[GameEvent]) {
        let when = Moment::of(before);
        let mut run = None;
        let (mut eaten, mut spaces) = (0, 0);
        let mut position = *before.position();
        for event in events {
            if let GameEvent::TombstoneFlipped { tombstone } = event {
                run = Some(*tombstone);
            }
            let GameEvent::Board(event) = event else { continue };
            match event {
                Event::FigureEaten { figure, at, .. } => {
                    eaten += 1;
                    self.consider_miss(*figure, *at);
                }
                Event::MonsterMoved { .. } => spaces += 1,
                Event::FigureEscaped { figure, .. } => self.consider_escape(before, *figure),
                Event::FigureLeftBehind { figure } => {
                    self.left_behind.push(*figure);
                    if let Some(Whereabouts::On(at)) = position.whereabouts(*figure) {
                        self.consider_miss(*figure, at);
                    }
                }
                _ => {}
            }
            position.apply_unchecked(event);
        }
        self.meals += eaten;
        if let Some(tombstone) = run {
            let feat = |count| Feat { count, tombstone, when };
            self.hungriest = greater(self.hungriest, feat(eaten));
            self.longest = greater(self.longest, feat(spaces));
        }
    }

    fn consider_escape(&mut self, before: &Playing, figure: FigureId) {
        let position = before.position();
        let (Some(monster), Some(Whereabouts::On(at))) = (position.monster(), position.whereabouts(figure)) else {
            return;
        };
        let spaces = distance(monster.at, at);
        match self.escape {
            Some(Closest::Escape { spaces: least, .. }) if least <= spaces => {}
            _ => self.escape = Some(Closest::Escape { figure, spaces }),
        }
    }

    fn consider_miss(&mut self, figure: FigureId, at: Cell) {
        // One step more than to the corner itself.
        let spaces = distance(Cell::EXIT, at) + 1;
        match self.miss {
            Some(Closest::Miss { spaces: least, .. }) if least <= spaces => {}
            _ => self.miss = Some(Closest::Miss { figure, at, spaces }),
        }
    }
}

/// The greater of two feats, the earlier of equal ones; `None` for a count of 0.
fn greater(old: Option<Feat>, new: Feat) -> Option<Feat> {
    match old {
        Some(old) if old.count >= new.count => Some(old),
        _ if new.count == 0 => None,
        _ => Some(new),
    }
}

/// The fortress is cut off only at two corners, so its shape makes no path longer than this.
fn distance(one: Cell, other: Cell) -> u8 {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
}

/// The players by their places.
fn cast(game: &Playing, left_behind: &[FigureId]) -> Vec<CastRow> {
    let row = |place: Place| CastRow {
        rank: place.number,
        seat: place.seat,
        band: game.players().band(place.seat),
        figures: fates(game, game.players(), place.seat, left_behind),
    };
    game.places().into_iter().flatten().map(row).collect()
}

fn fates(game: &Playing, players: &Players, seat: Seat, left_behind: &[FigureId]) -> Vec<FigureFate> {
    let fate = |figure: FigureId| match game.position().whereabouts(figure) {
        Some(Whereabouts::Escaped) => Fate::Escaped,
        // By the rules they count as eaten, but the monster did not eat them.
        Some(Whereabouts::Eaten) if !left_behind.contains(&figure) => Fate::Eaten,
        _ => Fate::LeftBehind,
    };
    players
        .figures(seat)
        .iter()
        .map(|figure| FigureFate { figure, face: game.face(figure), fate: fate(figure) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::{Budget, Entrants, SelfPlay, Stopwatch};
    use rules::chance::{Secret, Seed};
    use rules::game::{FortressChoice, Length, NamedFortress};
    use rules::notation::RecordText;

    fn game(bots: &str, seed: u8, fortress: FortressChoice) -> Record {
        let entrants = bots.split(' ').map(|bot| bot.parse().unwrap()).collect();
        let play = SelfPlay {
            entrants: &Entrants::new(entrants).unwrap(),
            budget: Budget::USUAL,
            fortress,
            length: Length::Normal,
            secret: Secret::chosen(Seed([seed; 32])),
            threads: 1,
            first: None,
        };
        play.play(Stopwatch::start, |_, _, _| {}).unwrap().unwrap()
    }

    /// What holds for every story.
    #[track_caller]
    fn check(record: &Record) -> Story {
        let story = Story::of(record).unwrap();
        let last = record.replay().last().unwrap().game;
        assert_eq!(story.cast.len(), last.players().count());
        assert_eq!(story.cast.iter().map(|row| row.figures.len()).sum::<usize>(), story.figures);
        assert_eq!(story.count(Fate::Escaped), last.playing().unwrap().escaped().len());
        assert!(story.meals >= story.count(Fate::Eaten));
        for pair in story.cast.windows(2) {
            assert!(pair[0].rank <= pair[1].rank);
            assert!(pair[0].count(Fate::Escaped) >= pair[1].count(Fate::Escaped));
            // Only players without an escaped figure are equal.
            assert_eq!(pair[0].rank == pair[1].rank, pair[0].count(Fate::Escaped) == 0);
        }
        match story.winner {
            Winner::Seat(seat) => {
                assert_eq!((story.cast[0].rank, story.cast[0].seat), (1, seat));
                assert_eq!(story.winner_row(), story.cast.first());
                assert!(matches!(story.closest, Some(Closest::Escape { .. })));
            }
            Winner::Monster => {
                assert!(story.escaped.is_empty() && story.winner_row().is_none());
                assert!(!matches!(story.closest, Some(Closest::Escape { .. })));
            }
        }
        assert!(story.hungriest.is_none_or(|feat| feat.count <= story.meals));
        story
    }

    /// The story in a few words.
    fn told(story: &Story) -> String {
        let row = |row: &CastRow| {
            let figures = row.figures.iter().map(|FigureFate { figure, fate, .. }| format!(" {figure} {fate:?}"));
            format!("{}. seat {}:{}\n", row.rank, row.seat.index() + 1, figures.collect::<String>())
        };
        let rows: String = story.cast.iter().map(row).collect();
        format!(
            "{:?}, {:?}, {:?}\n{rows}{} meals\nhungriest {:?}\nlongest {:?}\nclosest {:?}",
            story.winner, story.reason, story.end, story.meals, story.hungriest, story.longest, story.closest
        )
    }

    fn fixture(text: &str) -> Record {
        text.parse::<RecordText>().unwrap().record
    }

    #[test]
    fn the_story_of_a_recorded_game() {
        let story = check(&fixture(include_str!("../../../wasm-probe/games/two-basic.floors")));
        insta::assert_snapshot!(told(&story));
    }

    #[test]
    fn the_story_of_a_recorded_game_of_five() {
        let story = check(&fixture(include_str!("../../../wasm-probe/games/five-by-hand.floors")));
        insta::assert_snapshot!(told(&story));
    }

    #[test]
    fn every_game_of_bots_has_a_story() {
        for seed in 1..8 {
            check(&game("fledgling fool fledgling", seed, FortressChoice::Basic));
            check(&game(
                "fool fledgling fool fool fledgling fool fool",
                seed,
                FortressChoice::Prepared(NamedFortress::Court.fortress()),
            ));
        }
    }

    #[test]
    fn when_nobody_gets_out_the_nearest_miss_is_told() {
        let monster_wins = |record: &Record| matches!(record.ending().unwrap().winner, Winner::Monster);
        let record = (1..200).map(|seed| game("fool fool", seed, FortressChoice::Basic)).find(monster_wins).unwrap();
        insta::assert_snapshot!(told(&check(&record)));
    }

    #[test]
    fn a_game_that_is_not_over_has_no_story() {
        let whole = game("fool fool", 1, FortressChoice::Basic);
        let begun = Record::new(whole.terms().clone(), whole.actions()[..3].to_vec(), None).unwrap();
        assert_eq!(Story::of(&begun), None);
    }

    #[test]
    fn the_first_of_equal_feats_counts_and_nothing_is_no_feat() {
        let feat =
            |count, turn| Feat { count, tombstone: Tombstone::steps(5), when: Moment { stage: Stage::One, turn } };
        assert_eq!(greater(None, feat(0, 1)), None);
        assert_eq!(greater(Some(feat(2, 1)), feat(2, 2)), Some(feat(2, 1)));
        assert_eq!(greater(Some(feat(2, 1)), feat(3, 2)), Some(feat(3, 2)));
    }
}
