//! The candle of a player who is to move at a table with a move timer: it burns down second by second. Nothing happens when
//! it is out but that a bell rings.

use crate::table::MoveTimer;

/// How many seconds are left when the player is warned.
pub const WARNING_SECONDS: u32 = 10;

/// The candle of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candle {
    timer: MoveTimer,
    left: u32,
}

/// What a second has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burnt {
    /// It has become shorter.
    Shorter,
    /// There are only [`WARNING_SECONDS`] left.
    Low,
    /// It has just gone out.
    Out,
    /// It was out before.
    Nothing,
}

impl Candle {
    /// A new candle.
    #[must_use]
    pub fn new(timer: MoveTimer) -> Candle {
        Candle { timer, left: timer.seconds() }
    }

    /// The seconds that are left.
    #[must_use]
    pub fn left(self) -> u32 {
        self.left
    }

    /// How much of it is left, in per cent of its length.
    #[must_use]
    pub fn percent(self) -> u32 {
        self.left * 100 / self.timer.seconds()
    }

    /// Whether it is out.
    #[must_use]
    pub fn is_out(self) -> bool {
        self.left == 0
    }

    /// Burns for a second.
    pub fn burn(&mut self) -> Burnt {
        if self.is_out() {
            return Burnt::Nothing;
        }
        self.left -= 1;
        match self.left {
            0 => Burnt::Out,
            WARNING_SECONDS => Burnt::Low,
            _ => Burnt::Shorter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_burns_down_warns_once_and_goes_out_once() {
        for timer in MoveTimer::ALL {
            let mut candle = Candle::new(timer);
            assert_eq!((candle.percent(), candle.is_out()), (100, false));
            let burnt: Vec<Burnt> = (0..timer.seconds() + 5).map(|_| candle.burn()).collect();
            let when = |what: Burnt| burnt.iter().position(|burnt| *burnt == what).map(|at| at as u32 + 1);
            assert_eq!(when(Burnt::Low), Some(timer.seconds() - WARNING_SECONDS));
            assert_eq!(when(Burnt::Out), Some(timer.seconds()));
            assert_eq!(burnt.iter().filter(|burnt| **burnt == Burnt::Nothing).count(), 5);
            assert_eq!((candle.left(), candle.percent(), candle.is_out()), (0, 0, true));
        }
    }
}
