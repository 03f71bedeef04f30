//! A record opened for watching: every moment of it can be jumped to, and its turns are the cells of a time line. Moments are
//! counted in actions done, tiles that were laid included.

use rules::game::{GameEvent, Playing, Stage, TURNS};
use rules::record::Record;
use rules::{Event, Tombstone};

use super::playback::Playback;
use super::show::Path;
use crate::table::Played;

/// A record opened for watching.
#[derive(Clone, Debug)]
pub struct Replay {
    record: Record,
    /// What was done.
    played: Vec<Played>,
    turns: Vec<TurnCell>,
    /// The screen at the beginning of each turn, so that a jump shows at most one turn unseen.
    beginnings: Vec<Playback>,
}

/// A turn that was played, as a cell of the time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCell {
    /// In which stage.
    pub stage: Stage,
    /// Its number in the stage, from 1.
    pub turn: u8,
    /// The moment when it began.
    pub from: usize,
    /// The moment when it was over, or the last moment there is.
    pub to: usize,
    /// The tombstone that was carried out; `None` if the game does not go that far.
    pub tombstone: Option<Tombstone>,
    /// How many were eaten.
    pub eaten: usize,
    /// How many got out.
    pub escaped: usize,
}

/// Where to go from a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To the beginning.
    Start,
    /// To the beginning of the turn, or of the one before if it is there already.
    BackTurn,
    /// One action back.
    Back,
    /// One action on.
    On,
    /// To the end of the turn.
    OnTurn,
    /// To the end.
    End,
}

impl Replay {
    /// Opens a record; `None` if its fortress has not been laid.
    #[must_use]
    pub fn of(record: Record) -> Option<Replay> {
        let played: Vec<Played> = record.replay().map(Played::from).collect();
        // Where the players lay the fortress, that begins when the last tile lies.
        let start = Playback::new(&record.beginning(), &played, 0)?;
        let (turns, beginnings) = turns(start, &played);
        Some(Replay { record, played, turns, beginnings })
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The first moment: the fortress is laid, nobody has moved.
    #[must_use]
    pub fn first(&self) -> usize {
        self.turns[0].from
    }

    /// The last moment.
    #[must_use]
    pub fn last(&self) -> usize {
        self.played.len()
    }

    /// The turns that were played.
    #[must_use]
    pub fn turns(&self) -> &[TurnCell] {
        &self.turns
    }

    /// The cells of the time line: both stages with all their turns, whether they were played or not.
    #[must_use]
    pub fn cells(&self) -> Vec<(Stage, u8, Option<TurnCell>)> {
        let places = [Stage::One, Stage::Two].into_iter().flat_map(|stage| (1..=TURNS).map(move |turn| (stage, turn)));
        places
            .map(|(stage, turn)| {
                let played = self.turns.iter().find(|cell| (cell.stage, cell.turn) == (stage, turn));
                (stage, turn, played.copied())
            })
            .collect()
    }

    /// The screen at a moment; of one that does not exist, at the nearest.
    #[must_use]
    pub fn at(&self, moment: usize) -> Playback {
        let moment = moment.clamp(self.first(), self.last());
        let turn = self.turn_at(moment);
        let mut playback = self.beginnings[turn].clone();
        for action in &self.played[self.turns[turn].from..moment] {
            playback.start(action, Path::New);
            playback.finish();
        }
        playback
    }

    /// What is done at a moment, if anything is.
    #[must_use]
    pub fn next(&self, moment: usize) -> Option<&Played> {
        self.played.get(moment)
    }

    /// The number of the turn that a moment is in. Where one ends and the next begins, it is the next.
    #[must_use]
    pub fn turn_at(&self, moment: usize) -> usize {
        self.turns.iter().rposition(|turn| turn.from <= moment).unwrap_or(0)
    }

    /// The moment that a jump leads to.
    #[must_use]
    pub fn jump(&self, moment: usize, jump: Jump) -> usize {
        let turn = self.turn_at(moment);
        let to = match jump {
            Jump::Start => self.first(),
            Jump::BackTurn if moment > self.turns[turn].from => self.turns[turn].from,
            Jump::BackTurn => self.turns[turn.saturating_sub(1)].from,
            Jump::Back => moment.saturating_sub(1),
            Jump::On => moment.saturating_add(1),
            Jump::OnTurn => self.turns[turn].to,
            Jump::End => self.last(),
        };
        to.clamp(self.first(), self.last())
    }

    /// How far a moment is along the time line, in cells: 2.5 is in the middle of the third turn.
    #[must_use]
    pub fn along(&self, moment: usize) -> f32 {
        let cell = &self.turns[self.turn_at(moment)];
        let length = (cell.to - cell.from).max(1) as f32;
        place(cell) as f32 + moment.saturating_sub(cell.from).min(cell.to - cell.from) as f32 / length
    }

    /// The moment that is nearest to this point along the time line.
    #[must_use]
    pub fn moment_at(&self, along: f32) -> usize {
        let cell = self.turns.iter().rfind(|cell| place(cell) as f32 <= along).unwrap_or(&self.turns[0]);
        let into = (along - place(cell) as f32).clamp(0.0, 1.0);
        // Never negative, and at most as long as the turn.
        cell.from + (into * (cell.to - cell.from) as f32).round() as usize
    }
}

/// The number of a turn's cell, from 0.
fn place(cell: &TurnCell) -> usize {
    usize::from((cell.stage.number() - 1) * TURNS + cell.turn - 1)
}

/// The turns from `start` on, and the screen at the beginning of each.
fn turns(start: Playback, played: &[Played]) -> (Vec<TurnCell>, Vec<Playback>) {
    let begun = |game: &Playing, from| TurnCell {
        stage: game.course().stage(),
        turn: game.course().turn(),
        from,
        to: from,
        tombstone: None,
        eaten: 0,
        escaped: 0,
    };
    let first = start.shown();
    let mut cell = begun(start.game(), first);
    let (mut turns, mut beginnings) = (vec![], vec![start.clone()]);
    let mut playback = start;
    for (moment, action) in (first + 1..).zip(&played[first..]) {
        playback.start(action, Path::New);
        playback.finish();
        cell.to = moment;
        for event in &action.events {
            match event {
                GameEvent::Board(Event::FigureEaten { .. }) => cell.eaten += 1,
                GameEvent::Board(Event::FigureEscaped { .. }) => cell.escaped += 1,
                GameEvent::TombstoneFlipped { tombstone } => cell.tombstone = Some(*tombstone),
                GameEvent::TurnBegan { .. } => {
                    turns.push(cell);
                    beginnings.push(playback.clone());
                    cell = begun(playback.game(), moment);
                }
                GameEvent::Board(_)
                | GameEvent::TilePlaced { .. }
                | GameEvent::StageBegan { .. }
                | GameEvent::SeatToMove { .. }
                | GameEvent::FigureStayed { .. }
                | GameEvent::FigureTurnedOver { .. }
                | GameEvent::MovesOver
                | GameEvent::TombstoneShown { .. }
                | GameEvent::PileShuffled { .. }
                | GameEvent::StartMarkerPassed { .. }
                | GameEvent::GameEnded { .. } => {}
            }
        }
    }
    turns.push(cell);
    (turns, beginnings)
}
