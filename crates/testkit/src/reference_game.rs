//! The reference implementation of a whole game: RULES 2, 3 and 6, to be read next to them.
//!
//! It takes the actions of the players and the flipped tombstones, checks whether the rules allow them, and keeps
//! everything that is public. It shares no code with the engine and prefers plain code to fast code. It has no pile
//! and no random source, and leaves moves and runs to [`crate::reference`]. It does *not* check ready-made fortresses,
//! which must satisfy RULES 1.

use std::collections::BTreeSet;

use crate::reference::{self, Board, Card, Kind, Outcome, Place, Side, Space, Step, Thing};

/// RULES 2: the bright numbers of a band's four figures.
const BRIGHT: [u32; 4] = [1, 3, 4, 5];
/// RULES 2: the sum of the two numbers of a figure.
const BOTH_NUMBERS: u32 = 7;
/// RULES 3: the number of turns in a stage.
const TURNS_IN_A_STAGE: u32 = 7;
/// RULES 3: the number of figures that each player moves on the first turn of the game.
const MOVES_ON_THE_FIRST_TURN: usize = 2;
/// RULES 1: the number of floor tiles in the box.
const TILES: usize = 17;
/// RULES 6: the corner spaces and the two spaces next to each: a1 b1 a2, p11 o11 p10.
const KEPT_FREE: [Space; 6] = [(0, 0), (1, 0), (0, 1), (15, 10), (14, 10), (15, 9)];

/// A floor tile and where it is laid (RULES 6). The place of a pool is its north-west space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laid {
    /// A stone of this kind on this space.
    Stone(Kind, Space),
    /// The pool of 2×2 spaces.
    SquarePool(Space),
    /// The pool of four spaces in a line.
    LongPool {
        /// Its north-west space.
        at: Space,
        /// The direction in which it extends: east or south.
        along: Side,
    },
    /// One teleporter.
    Teleporter {
        /// The pair it belongs to, 0 or 1.
        pair: usize,
        /// Its space.
        at: Space,
        /// Where its arrow points.
        arrow: Side,
    },
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// A player lays a floor tile.
    Tile {
        /// The player.
        seat: usize,
    },
    /// A player moves a figure.
    Move {
        /// The player.
        seat: usize,
    },
    /// A tombstone is flipped.
    Flip,
    /// The game is over.
    Nothing,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The player in this seat.
    Seat(usize),
    /// The monster: no figure escaped (ruling R11).
    Monster,
}

/// Everything that is public about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the game waits for.
    pub awaits: Awaits,
    /// The stage, 1 or 2; 1 while tiles are laid.
    pub stage: u32,
    /// The turn in this stage, 1 to 7; 1 while tiles are laid.
    pub turn: u32,
    /// The seat with the start marker; while tiles are laid, the seat that laid the first one.
    pub start: usize,
    /// Floor, stones, monster and the figures in play. A pair of teleporters is added when both are laid.
    pub board: Board,
    /// The figures whose dark side is up. A figure keeps its side when it leaves the game.
    pub dark: BTreeSet<usize>,
    /// The figures moved this turn, including those that escaped.
    pub moved: BTreeSet<usize>,
    /// The figures that escaped, in order.
    pub escaped: Vec<usize>,
    /// The figures eaten for good, or counted as eaten at the end.
    pub eaten: BTreeSet<usize>,
    /// The tombstones used in this stage, in order.
    pub used: Vec<Card>,
    /// The tombstones flipped on the first turn of the game that did not count, in order (ruling R10).
    pub shown: Vec<Card>,
    /// The winner, once the game is over.
    pub winner: Option<Winner>,
    /// The place of each seat, once the game is over (ruling R19).
    pub places: Option<Vec<usize>>,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The band of each seat.
    bands: Vec<usize>,
    /// The eight tombstones.
    tombstones: Vec<Card>,
    /// The tiles the players laid, in order.
    laid: Vec<Laid>,
    state: State,
}

impl Audit {
    /// Starts a game of `bands.len()` players. A band is 0 to 6 for green, red, blue, yellow, beige, purple, black.
    ///
    /// Without a `ready` fortress the players lay the 17 tiles, beginning with seat `start`. With one (monster, floor
    /// and stones, but no figures), `start` is the start player.
    ///
    /// # Errors
    ///
    /// If there can be no such players, bands or start seat, or the fortress has figures or no monster.
    pub fn new(bands: &[usize], long: bool, start: usize, ready: Option<Board>) -> Result<Audit, String> {
        // RULES 2: 2–7 players.
        if !(2..=7).contains(&bands.len()) {
            return Err(format!("{} players", bands.len()));
        }
        // RULES 2: green, red, blue, yellow; beige, purple, black need a game of five or more.
        let bands_to_choose_from = if bands.len() < 5 { 4 } else { 7 };
        for (seat, band) in bands.iter().enumerate() {
            if *band >= bands_to_choose_from {
                return Err(format!("no band {band} in a game of {}", bands.len()));
            }
            if bands[..seat].contains(band) {
                return Err(format!("band {band} twice"));
            }
        }
        if start >= bands.len() {
            return Err(format!("there is no seat {start} to start"));
        }
        let has_fortress = ready.is_some();
        // RULES 1: in both games the monster starts on a1 facing east.
        let mut board = ready.unwrap_or(Board { monster: Some(((0, 0), Side::East)), ..Board::default() });
        if board.monster.is_none() {
            return Err("the ready fortress has no monster".to_owned());
        }
        if !in_play(&board).is_empty() {
            return Err("the ready fortress has figures".to_owned());
        }
        // RULES 2: all start outside the entrance, bright side up.
        for band in bands {
            board.outside.extend(figures_of_band(*band, bands.len()));
        }
        let awaits = if has_fortress { Awaits::Move { seat: start } } else { Awaits::Tile { seat: start } };
        let state = State {
            awaits,
            stage: 1,
            turn: 1,
            start,
            board,
            dark: BTreeSet::new(),
            moved: BTreeSet::new(),
            escaped: Vec::new(),
            eaten: BTreeSet::new(),
            used: Vec::new(),
            shown: Vec::new(),
            winner: None,
            places: None,
        };
        Ok(Audit { bands: bands.to_vec(), tombstones: tombstones(long), laid: Vec::new(), state })
    }

    /// Everything that is public now.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Lays a tile.
    ///
    /// # Errors
    ///
    /// The rule of RULES 6 that is broken. The game is then unchanged.
    pub fn lay(&mut self, seat: usize, tile: Laid) -> Result<(), String> {
        if self.state.awaits != (Awaits::Tile { seat }) {
            return Err(format!("seat {seat} lays, awaited is {:?}", self.state.awaits));
        }
        let (name, number) = in_box(&tile);
        if self.laid.iter().filter(|laid| in_box(laid).0 == name).count() >= number {
            return Err(format!("no {name} is left"));
        }
        let spaces = spaces_of(&tile)?;
        for space in &spaces {
            if KEPT_FREE.contains(space) {
                return Err(format!("{tile:?} on a corner or next to it"));
            }
            for laid in &self.laid {
                if spaces_of(laid)?.contains(space) {
                    return Err(format!("{tile:?} overlaps {laid:?}"));
                }
            }
        }
        for laid in &self.laid {
            if let (Laid::Teleporter { at: one, .. }, Laid::Teleporter { at: other, .. }) = (laid, &tile)
                && is_one_step_away(*one, *other)
            {
                return Err(format!("{tile:?} is one step from {laid:?}"));
            }
        }

        self.laid.push(tile);
        match tile {
            Laid::Stone(kind, at) => {
                self.state.board.things.insert(at, Thing::Stone(kind));
            }
            Laid::SquarePool(_) | Laid::LongPool { .. } => self.state.board.blood.extend(spaces),
            Laid::Teleporter { .. } => self.state.board.teleporters = self.complete_pairs(),
        }
        let next = self.clockwise_after(seat);
        if self.laid.len() < TILES {
            self.state.awaits = Awaits::Tile { seat: next };
        } else {
            // RULES 6: the next player clockwise becomes start player.
            self.state.start = next;
            self.await_mover_from(next);
        }
        Ok(())
    }

    /// Moves a figure along `path` and turns it over. With an empty path it stays where it is.
    ///
    /// # Errors
    ///
    /// The rule that is broken. The game is then unchanged.
    pub fn move_figure(&mut self, seat: usize, figure: usize, path: &[Step]) -> Result<(), String> {
        if self.state.awaits != (Awaits::Move { seat }) {
            return Err(format!("seat {seat} moves, awaited is {:?}", self.state.awaits));
        }
        if !self.figures(seat).contains(&figure) {
            return Err(format!("seat {seat} has no figure {figure}"));
        }
        if !in_play(&self.state.board).contains(&figure) {
            return Err(format!("figure {figure} is out of the game"));
        }
        if self.state.moved.contains(&figure) {
            return Err(format!("figure {figure} has moved"));
        }
        // RULES 4: up to its visible number, before it is turned over.
        let points = self.visible_number(figure);
        let Some(outcome) = reference::follow(&self.state.board, figure, points, path) else {
            return Err(format!("figure {figure} cannot move by {path:?} with {points} points"));
        };

        self.put(figure, &outcome);
        self.state.moved.insert(figure);
        self.turn_over(figure);
        if self.number_of(seat, &self.state.escaped) == self.figures(seat).len() - 1 {
            // RULES 3: all their figures but one out wins at once, in either stage.
            self.end(Winner::Seat(seat));
        } else if self.state.stage == 2 && in_play(&self.state.board).is_empty() {
            // RULES 3: stage two ends as soon as no figure is left in play, here because the last one escaped.
            self.end(self.most_escaped(&self.all_seats()));
        } else {
            self.await_mover_from(self.clockwise_after(seat));
        }
        Ok(())
    }

    /// Flips a tombstone and, if it counts, runs the monster.
    ///
    /// # Errors
    ///
    /// If a figure has yet to move, or the tombstone cannot be in the pile. The game is then unchanged.
    pub fn flip(&mut self, card: Card) -> Result<(), String> {
        if self.state.awaits != Awaits::Flip {
            return Err(format!("{card:?} is flipped, awaited is {:?}", self.state.awaits));
        }
        if !self.face_down().contains(&card) {
            return Err(format!("{card:?} is not in the pile"));
        }
        // RULES 3, [R10] The first tombstone of the game must show a number; others are only shown.
        if self.is_very_first_turn() && matches!(card, Card::Hits(_)) {
            self.state.shown.push(card);
            return Ok(());
        }

        self.state.used.push(card);
        let run = reference::run(&self.state.board, card);
        self.state.board = run.board;
        for figure in run.eaten {
            // RULES 3: in stage one it goes back outside, not turned over; in stage two it is out for good.
            if self.state.stage == 1 {
                self.state.board.outside.insert(figure);
            } else {
                self.state.eaten.insert(figure);
            }
        }
        let is_last_of_stage = self.state.turn == TURNS_IN_A_STAGE;
        if self.state.stage == 2 && (is_last_of_stage || in_play(&self.state.board).is_empty()) {
            self.count_rest_as_eaten();
            self.end(self.most_escaped(&self.all_seats()));
            return Ok(());
        }

        // RULES 3: the start marker passes to the next player, even to one without figures.
        self.state.start = self.clockwise_after(self.state.start);
        self.state.moved.clear();
        if is_last_of_stage {
            // RULES 3: all eight tombstones are shuffled and stage two begins.
            self.state.stage = 2;
            self.state.turn = 1;
            self.state.used.clear();
        } else {
            self.state.turn += 1;
        }
        self.await_mover_from(self.state.start);
        Ok(())
    }

    // ---- RULES 2: players, figures, tombstones ----

    /// All figures of a seat.
    fn figures(&self, seat: usize) -> Vec<usize> {
        figures_of_band(self.bands[seat], self.bands.len())
    }

    /// How many of these figures are the seat's.
    fn number_of(&self, seat: usize, figures: &[usize]) -> usize {
        let own = self.figures(seat);
        figures.iter().filter(|figure| own.contains(figure)).count()
    }

    fn visible_number(&self, figure: usize) -> u32 {
        let bright = BRIGHT[figure % 4];
        if self.state.dark.contains(&figure) { BOTH_NUMBERS - bright } else { bright }
    }

    fn turn_over(&mut self, figure: usize) {
        if !self.state.dark.remove(&figure) {
            self.state.dark.insert(figure);
        }
    }

    /// The tombstones that can be on top of the pile.
    fn face_down(&self) -> Vec<Card> {
        let mut gone = self.state.used.clone();
        // [R10] Tombstones that were only shown lie aside until a number is flipped, then they are shuffled back.
        if self.is_very_first_turn() {
            gone.extend(&self.state.shown);
        }
        let mut left = self.tombstones.clone();
        for card in gone {
            // Removes one only: there are two 7s and two 8s.
            if let Some(index) = left.iter().position(|other| *other == card) {
                left.remove(index);
            }
        }
        left
    }

    // ---- RULES 3: a turn ----

    /// Whether this is the first turn of the game, which does not include that of stage two.
    fn is_very_first_turn(&self) -> bool {
        self.state.stage == 1 && self.state.turn == 1
    }

    fn clockwise_after(&self, seat: usize) -> usize {
        (seat + 1) % self.bands.len()
    }

    /// Whether the player has another figure to move in this turn.
    fn has_to_move(&self, seat: usize) -> bool {
        let figures = self.figures(seat);
        let moved = figures.iter().filter(|figure| self.state.moved.contains(figure)).count();
        // RULES 3: on the first turn each player moves only two figures. [R14] A figure that stays counts.
        if self.is_very_first_turn() && moved == MOVES_ON_THE_FIRST_TURN {
            return false;
        }
        let in_play = in_play(&self.state.board);
        figures.iter().any(|figure| in_play.contains(figure) && !self.state.moved.contains(figure))
    }

    /// Waits for the first player, clockwise from `seat`, with a figure to move; if there is none, for a tombstone.
    fn await_mover_from(&mut self, seat: usize) {
        let mut candidate = seat;
        for _ in 0..self.bands.len() {
            if self.has_to_move(candidate) {
                self.state.awaits = Awaits::Move { seat: candidate };
                return;
            }
            candidate = self.clockwise_after(candidate);
        }
        // RULES 3: on the first turn the figures that were not chosen are turned over outside.
        if self.is_very_first_turn() {
            for figure in in_play(&self.state.board) {
                if !self.state.moved.contains(&figure) {
                    self.turn_over(figure);
                }
            }
        }
        self.state.awaits = Awaits::Flip;
    }

    /// Updates the board with the result of a figure's move.
    fn put(&mut self, figure: usize, outcome: &Outcome) {
        let board = &mut self.state.board;
        take_off(board, figure);
        // The outcome lists all stones on the board, so it replaces the old ones.
        board.things.retain(|_, thing| matches!(thing, Thing::Figure(_)));
        for (space, kind) in &outcome.stones {
            board.things.insert(*space, Thing::Stone(*kind));
        }
        match outcome.place {
            Place::Outside => {
                board.outside.insert(figure);
            }
            Place::On(space) => {
                board.things.insert(space, Thing::Figure(figure));
            }
            Place::Escaped => self.state.escaped.push(figure),
        }
    }

    /// RULES 3: figures still in the fortress or outside it at the end count as eaten.
    fn count_rest_as_eaten(&mut self) {
        for figure in in_play(&self.state.board) {
            take_off(&mut self.state.board, figure);
            self.state.eaten.insert(figure);
        }
    }

    /// RULES 3: of these seats, the one with the most escaped figures; among equals, the one that reached that number
    /// first.
    fn most_escaped(&self, seats: &BTreeSet<usize>) -> Winner {
        // [R11] If nobody got anyone out, the monster wins.
        let mut winner = Winner::Monster;
        let mut most = 0;
        for escapes in 1..=self.state.escaped.len() {
            for seat in seats {
                let escaped = self.number_of(*seat, &self.state.escaped[..escapes]);
                // More, not as many: a seat that comes to the same number later has not reached it first.
                if escaped > most {
                    most = escaped;
                    winner = Winner::Seat(*seat);
                }
            }
        }
        winner
    }

    /// \[R19\] The best seat gets a place, then the best of the rest, and so on. Seats without an escape share what is
    /// then the last place: behind the monster, if it won.
    fn places(&self, winner: Winner) -> Vec<usize> {
        let mut place = if winner == Winner::Monster { 2 } else { 1 };
        let mut rest = self.all_seats();
        let mut places = vec![0; self.bands.len()];
        while let Winner::Seat(best) = self.most_escaped(&rest) {
            places[best] = place;
            rest.remove(&best);
            place += 1;
        }
        for seat in rest {
            places[seat] = place;
        }
        places
    }

    fn all_seats(&self) -> BTreeSet<usize> {
        (0..self.bands.len()).collect()
    }

    fn end(&mut self, winner: Winner) {
        self.state.winner = Some(winner);
        self.state.places = Some(self.places(winner));
        self.state.awaits = Awaits::Nothing;
    }

    // ---- RULES 6: laying the tiles ----

    /// The complete pairs of teleporters: pair 0 before pair 1, each in the order laid.
    fn complete_pairs(&self) -> Vec<[(Space, Side); 2]> {
        let mut pairs = Vec::new();
        for wanted in 0..2 {
            let mut found = Vec::new();
            for laid in &self.laid {
                if let Laid::Teleporter { pair, at, arrow } = laid
                    && *pair == wanted
                {
                    found.push((*at, *arrow));
                }
            }
            if let [one, other] = found[..] {
                pairs.push([one, other]);
            }
        }
        pairs
    }
}

// ---- RULES 2: players, figures, tombstones ----

/// The figures of a band, whose numbers begin at four times the band.
fn figures_of_band(band: usize, players: usize) -> Vec<usize> {
    // RULES 2: with 5–7 players nobody has the figure 3/4.
    let places: &[usize] = if players <= 4 { &[0, 1, 2, 3] } else { &[0, 2, 3] };
    places.iter().map(|place| band * 4 + place).collect()
}

fn tombstones(long: bool) -> Vec<Card> {
    // RULES 2: in the long game the 5 becomes "3 hits".
    let first = if long { Card::Hits(3) } else { Card::Steps(5) };
    let numbers = [7, 7, 8, 8, 10].map(Card::Steps);
    let hits = [1, 2].map(Card::Hits);
    [&[first], &numbers[..], &hits[..]].concat()
}

/// The figures in play: in the fortress or outside it.
fn in_play(board: &Board) -> BTreeSet<usize> {
    let mut figures = board.outside.clone();
    for thing in board.things.values() {
        if let Thing::Figure(figure) = thing {
            figures.insert(*figure);
        }
    }
    figures
}

fn take_off(board: &mut Board, figure: usize) {
    board.outside.remove(&figure);
    board.things.retain(|_, thing| *thing != Thing::Figure(figure));
}

// ---- RULES 1 and 6: the floor tiles ----

fn exists((x, y): Space) -> bool {
    (0..=15).contains(&x) && (0..=10).contains(&y) && x - y < 12 && y - x < 7
}

fn beside((x, y): Space) -> [Space; 4] {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
}

/// \[R18\] Whether the monster gets from one space to the other in one step, over the floor or through a wall.
fn is_one_step_away(one: Space, other: Space) -> bool {
    let has_wall = beside(one).iter().any(|space| !exists(*space));
    // RULES 1: the wall at (x, y) has its twin at (15−x, 10−y).
    beside(one).contains(&other) || (has_wall && other == (15 - one.0, 10 - one.1))
}

/// The name of a tile, without its place, and how many of them are in the box. There are 17 floor tiles in all.
fn in_box(tile: &Laid) -> (&'static str, usize) {
    match tile {
        Laid::Stone(Kind::Plain, _) => ("plain stone", 3),
        Laid::Stone(Kind::Crystal, _) => ("crystal", 2),
        Laid::Stone(Kind::TurnRight, _) => ("turn-right stone", 4),
        Laid::Stone(Kind::TurnAround, _) => ("turn-around stone", 2),
        Laid::SquarePool(_) => ("square pool", 1),
        Laid::LongPool { .. } => ("long pool", 1),
        Laid::Teleporter { pair: 0, .. } => ("teleporter of pair 0", 2),
        Laid::Teleporter { pair: 1, .. } => ("teleporter of pair 1", 2),
        Laid::Teleporter { .. } => ("teleporter of no pair", 0),
    }
}

/// The spaces a tile covers, or why it is not exactly on spaces.
fn spaces_of(tile: &Laid) -> Result<Vec<Space>, String> {
    let (Laid::Stone(_, at) | Laid::SquarePool(at) | Laid::LongPool { at, .. } | Laid::Teleporter { at, .. }) = *tile;
    // Checked first, so that the sums below cannot overflow.
    if !exists(at) {
        return Err(format!("{tile:?} is not on the board"));
    }
    let (x, y) = at;
    let spaces = match tile {
        Laid::Stone(..) | Laid::Teleporter { .. } => vec![at],
        Laid::SquarePool(_) => vec![at, (x + 1, y), (x, y + 1), (x + 1, y + 1)],
        // [R9] The long pool lies either way.
        Laid::LongPool { along: Side::East, .. } => vec![at, (x + 1, y), (x + 2, y), (x + 3, y)],
        Laid::LongPool { along: Side::South, .. } => vec![at, (x, y + 1), (x, y + 2), (x, y + 3)],
        Laid::LongPool { along: Side::North | Side::West, .. } => {
            return Err(format!("{tile:?} does not extend east or south"));
        }
    };
    if spaces.iter().all(|space| exists(*space)) {
        Ok(spaces)
    } else {
        Err(format!("{tile:?} is not all on the board"))
    }
}
