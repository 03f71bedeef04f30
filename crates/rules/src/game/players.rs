//! The players: bands, seats, and the figures of each.

use crate::piece::FigureId;

/// The band of a player's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Band {
    /// Four figures.
    Green,
    /// Four figures.
    Red,
    /// Four figures.
    Blue,
    /// Four figures.
    Yellow,
    /// Three figures, for five players or more.
    Beige,
    /// Three figures, for five players or more.
    Purple,
    /// Three figures, for five players or more.
    Black,
}

impl Band {
    /// Every band, in the order of figures.
    pub const ALL: [Band; 7] =
        [Self::Green, Self::Red, Self::Blue, Self::Yellow, Self::Beige, Self::Purple, Self::Black];

    /// Whether the box contains four figures of this band, not three.
    #[must_use]
    pub const fn has_four(self) -> bool {
        matches!(self, Self::Green | Self::Red | Self::Blue | Self::Yellow)
    }
}

/// The side of a figure that is face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// The side of the first turn.
    Bright,
    /// The other side.
    Dark,
}

impl Face {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Face {
        match self {
            Face::Bright => Face::Dark,
            Face::Dark => Face::Bright,
        }
    }
}

/// RULES 2: the bright numbers of a band's figures.
const BRIGHT: [u8; 4] = [1, 3, 4, 5];

impl FigureId {
    /// The figure of this band with this bright number: 1, 3, 4 or 5.
    #[must_use]
    pub fn of(band: Band, bright: u8) -> Option<FigureId> {
        let nth = BRIGHT.iter().position(|number| *number == bright)?;
        FigureId::new(band as u8 * 4 + nth as u8)
    }

    /// Its band.
    #[must_use]
    pub const fn band(self) -> Band {
        Band::ALL[self.index() / 4]
    }

    /// The number on a side: its movement points. The two sides add up to 7.
    #[must_use]
    pub const fn number(self, face: Face) -> u8 {
        let bright = BRIGHT[self.index() % 4];
        match face {
            Face::Bright => bright,
            Face::Dark => 7 - bright,
        }
    }
}

/// A set of figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FigureSet(u32);

impl FigureSet {
    /// No figure.
    pub const EMPTY: FigureSet = FigureSet(0);

    /// Whether `figure` is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, figure: FigureId) -> bool {
        self.0 >> figure.index() & 1 != 0
    }

    /// Adds `figure`.
    #[inline]
    pub fn insert(&mut self, figure: FigureId) {
        self.0 |= 1 << figure.index();
    }

    /// Removes `figure`.
    #[inline]
    pub fn remove(&mut self, figure: FigureId) {
        self.0 &= !(1 << figure.index());
    }

    /// The figures that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: FigureSet) -> FigureSet {
        FigureSet(self.0 & other.0)
    }

    /// The figures of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: FigureSet) -> FigureSet {
        FigureSet(self.0 & !other.0)
    }

    /// The number of figures.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no figures.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The figures in order.
    pub fn iter(self) -> impl Iterator<Item = FigureId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let figure = FigureId::new(left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(figure)
        })
    }
}

impl FromIterator<FigureId> for FigureSet {
    fn from_iter<I: IntoIterator<Item = FigureId>>(figures: I) -> FigureSet {
        let mut set = FigureSet::EMPTY;
        figures.into_iter().for_each(|figure| set.insert(figure));
        set
    }
}

/// A player's place at the table, counted clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, from 0, or `None` if no table has that many seats.
    #[must_use]
    pub const fn new(number: usize) -> Option<Seat> {
        if number < Players::MOST { Some(Seat(number as u8)) } else { None }
    }

    /// Its number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The players around the table: each seat's band.
///
/// Invariant: there are two to seven players, no two have the same band, and bands of three figures play only with five
/// or more players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Players {
    bands: [Band; Players::MOST],
    count: u8,
}

/// Why these players cannot play together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayersProblem {
    /// There are too few or too many players.
    #[error("{0} players, from 2 to 7 can play")]
    Count(usize),
    /// Each band is there once.
    #[error("{0} is taken twice")]
    Twice(Band),
    /// RULES 2: these bands have three figures, and with fewer than five players everybody has four.
    #[error("{0} has only three figures: it needs five players or more")]
    OnlyThree(Band),
}

impl Players {
    /// The maximum number of players.
    pub const MOST: usize = 7;

    /// The players by seat, clockwise.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with them.
    pub fn new(bands: &[Band]) -> Result<Players, PlayersProblem> {
        if !(2..=Self::MOST).contains(&bands.len()) {
            return Err(PlayersProblem::Count(bands.len()));
        }
        for (index, band) in bands.iter().enumerate() {
            if bands[..index].contains(band) {
                return Err(PlayersProblem::Twice(*band));
            }
            if bands.len() < 5 && !band.has_four() {
                return Err(PlayersProblem::OnlyThree(*band));
            }
        }
        let mut all = [Band::Green; Self::MOST];
        all[..bands.len()].copy_from_slice(bands);
        Ok(Players { bands: all, count: bands.len() as u8 })
    }

    /// Each seat's band, clockwise.
    #[must_use]
    pub fn bands(&self) -> &[Band] {
        &self.bands[..self.count()]
    }

    /// The number of players.
    #[must_use]
    #[inline]
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// The seats, clockwise.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.count).map(Seat)
    }

    /// The next seat clockwise.
    #[must_use]
    #[inline]
    pub const fn next(&self, seat: Seat) -> Seat {
        self.later(seat, 1)
    }

    /// The seat `places` places further clockwise.
    #[must_use]
    #[inline]
    pub const fn later(&self, seat: Seat, places: usize) -> Seat {
        Seat(((seat.index() + places) % self.count()) as u8)
    }

    /// The band of a seat.
    #[must_use]
    pub const fn band(&self, seat: Seat) -> Band {
        self.bands[seat.index()]
    }

    /// The seat that a figure belongs to.
    #[must_use]
    pub fn owner(&self, figure: FigureId) -> Option<Seat> {
        self.seats().find(|seat| self.figures(*seat).has(figure))
    }

    /// The number of figures each player has: four, or three with five players or more.
    #[must_use]
    pub const fn figures_each(&self) -> usize {
        if self.count < 5 { 4 } else { 3 }
    }

    /// The figures of a seat.
    #[must_use]
    #[inline]
    pub const fn figures(&self, seat: Seat) -> FigureSet {
        // RULES 2: with five players or more, nobody has the second figure, 3/4.
        let slots: u32 = if self.count < 5 { 0b1111 } else { 0b1101 };
        FigureSet(slots << (self.band(seat) as u32 * 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_numbers_of_the_rules() {
        let players = Players::new(&[Band::Red, Band::Green]).unwrap();
        let red = Seat::new(0).unwrap();
        let numbers = |face| players.figures(red).iter().map(|figure| figure.number(face)).collect::<Vec<_>>();
        assert_eq!((numbers(Face::Bright), numbers(Face::Dark)), (vec![1, 3, 4, 5], vec![6, 4, 3, 2]));
        assert!(players.figures(red).iter().all(|figure| figure.band() == Band::Red));

        let five = Players::new(&Band::ALL[2..]).unwrap();
        let numbers: Vec<u8> = five.figures(red).iter().map(|figure| figure.number(Face::Bright)).collect();
        assert_eq!((five.figures_each(), numbers), (3, vec![1, 4, 5]));
    }

    #[test]
    fn impossible_tables_are_refused() {
        use Band::{Beige, Blue, Green, Red, Yellow};
        assert_eq!(Players::new(&[Green]), Err(PlayersProblem::Count(1)));
        assert_eq!(Players::new(&[Green; 8]), Err(PlayersProblem::Count(8)));
        assert_eq!(Players::new(&[Green, Red, Green]), Err(PlayersProblem::Twice(Green)));
        assert_eq!(Players::new(&[Green, Beige]), Err(PlayersProblem::OnlyThree(Beige)));
        assert!(Players::new(&[Green, Beige, Red, Blue, Yellow]).is_ok());
    }
}
