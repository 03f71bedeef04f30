//! A record opened for watching. It can jump to every moment, and its turns are the cells of a time line. A moment is
//! the number of actions done so far, including tiles laid.

use rules::game::{GameEvent, Playing, Stage, TURNS};
use rules::record::Record;
use rules::{Event, Tombstone};

use super::playback::Playback;
use super::show::Path;
use crate::table::{Played, Story};

/// A record opened for watching.
#[derive(Clone, Debug)]
pub struct Replay {
    record: Record,
    /// The actions and their events.
    story: Story,
    turns: Vec<TurnCell>,
    /// The screen at the beginning of each turn, so that a jump plays at most one turn.
    beginnings: Vec<Playback>,
}

/// A turn that was played: a cell of the time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCell {
    /// The stage.
    pub stage: Stage,
    /// Its number in the stage, from 1.
    pub turn: u8,
    /// The moment when it began.
    pub from: usize,
    /// The moment when it was over, or the last one of the record.
    pub to: usize,
    /// The tombstone that was carried out; `None` if the record ends before.
    pub tombstone: Option<Tombstone>,
    /// The number of figures eaten.
    pub eaten: usize,
    /// The number of figures escaped.
    pub escaped: usize,
}

/// A jump from one moment to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To the beginning.
    Start,
    /// To the beginning of the turn; if it is there already, to that of the previous turn.
    BackTurn,
    /// One action back.
    Back,
    /// One action forward.
    On,
    /// To the end of the turn.
    OnTurn,
    /// To the end.
    End,
}

impl Replay {
    /// Opens a record; `None` if its fortress is not complete.
    #[must_use]
    pub fn of(record: Record) -> Option<Replay> {
        let story = Story::of(&record);
        // If the players laid the fortress, this is after the last tile.
        let start = Playback::new(&story, 0)?;
        let (turns, beginnings) = turns(start, story.played());
        Some(Replay { record, story, turns, beginnings })
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The first moment: the fortress is complete, no figure has moved.
    #[must_use]
    pub fn first(&self) -> usize {
        self.turns[0].from
    }

    /// The last moment.
    #[must_use]
    pub fn last(&self) -> usize {
        self.story.actions()
    }

    /// The turns that were played.
    #[must_use]
    pub fn turns(&self) -> &[TurnCell] {
        &self.turns
    }

    /// The cells of the time line: all turns of both stages, played or not.
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

    /// The screen at a moment, clamped to the moments of the record.
    #[must_use]
    pub fn at(&self, moment: usize) -> Playback {
        let moment = moment.clamp(self.first(), self.last());
        let turn = self.turn_at(moment);
        let mut playback = self.beginnings[turn].clone();
        for action in &self.story.played()[self.turns[turn].from..moment] {
            playback.start(action, Path::New);
            playback.finish();
        }
        // Only what is seen is announced.
        playback.announced();
        playback
    }

    /// The action that follows a moment, if any.
    #[must_use]
    pub fn next(&self, moment: usize) -> Option<&Played> {
        self.story.played().get(moment)
    }

    /// The index of the turn at a moment. At the boundary of two turns, the later one.
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

    /// The place of a moment on the time line, in cells: 2.5 is in the middle of the third turn.
    #[must_use]
    pub fn along(&self, moment: usize) -> f32 {
        let cell = &self.turns[self.turn_at(moment)];
        let length = (cell.to - cell.from).max(1) as f32;
        place(cell) as f32 + moment.saturating_sub(cell.from).min(cell.to - cell.from) as f32 / length
    }

    /// The moment nearest to this place on the time line.
    #[must_use]
    pub fn moment_at(&self, along: f32) -> usize {
        let cell = self.turns.iter().rfind(|cell| place(cell) as f32 <= along).unwrap_or(&self.turns[0]);
        let into = (along - place(cell) as f32).clamp(0.0, 1.0);
        // Never negative, and at most as long as the turn.
        cell.from + (into * (cell.to - cell.from) as f32).round() as usize
    }
}

/// The index of a turn's cell.
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
