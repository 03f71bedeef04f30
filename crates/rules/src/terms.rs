//! What is fixed about a game before its first action.

use thiserror::Error;

use crate::chance::{Commitment, Nonce};
use crate::game::{Fortress, Options, Seat};

/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 40;

/// Everything about a game that is fixed before the first action.
///
/// Invariant: a name and perhaps a nonce for each seat, names that fit on a line, somebody of the table begins, and a
/// prepared fortress has all its tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    options: Options,
    names: Vec<String>,
    nonces: Vec<Option<Nonce>>,
    commitment: Commitment,
    first: Seat,
    branched: Option<usize>,
}

/// Why there can be no such game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TermsProblem {
    /// More names than seats.
    #[error("{names} names for {seats} seats")]
    TooManyNames {
        /// How many there are.
        names: usize,
        /// How many there may be.
        seats: usize,
    },
    /// More nonces than seats.
    #[error("{nonces} nonces for {seats} seats")]
    TooManyNonces {
        /// How many there are.
        nonces: usize,
        /// How many there may be.
        seats: usize,
    },
    /// A name that is too long, or would break a line.
    #[error("{0:?} is no name: at most {LONGEST_NAME} characters that can be seen")]
    Name(String),
    /// Who begins must be at the table.
    #[error("seat {} is not at this table", .0.index() + 1)]
    First(Seat),
    /// A prepared fortress must be laid.
    #[error("the prepared fortress lacks tiles")]
    TilesMissing,
}

impl Terms {
    /// Checks and completes the terms: names and nonces that are missing are empty.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn new(
        options: Options,
        mut names: Vec<String>,
        mut nonces: Vec<Option<Nonce>>,
        commitment: Commitment,
        first: Seat,
    ) -> Result<Terms, TermsProblem> {
        let seats = options.players.count();
        if names.len() > seats {
            return Err(TermsProblem::TooManyNames { names: names.len(), seats });
        }
        if nonces.len() > seats {
            return Err(TermsProblem::TooManyNonces { nonces: nonces.len(), seats });
        }
        if let Some(name) = names.iter().find(|name| !is_name(name)) {
            return Err(TermsProblem::Name(name.chars().take(LONGEST_NAME).collect()));
        }
        if first.index() >= seats {
            return Err(TermsProblem::First(first));
        }
        if let Fortress::Prepared(layout) = options.fortress
            && !layout.is_complete()
        {
            return Err(TermsProblem::TilesMissing);
        }
        names.resize(seats, String::new());
        nonces.resize(seats, None);
        Ok(Terms { options, names, nonces, commitment, first, branched: None })
    }

    /// The same terms for a game that takes over the first `actions` of another one. The host is bound to what comes after
    /// them only: who began, and which tombstones fell until then, was not for it to say.
    #[must_use]
    pub fn branched_after(self, actions: usize) -> Terms {
        Terms { branched: Some(actions), ..self }
    }

    /// What was agreed on.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What each seat is called; perhaps nothing.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What each seat added to the chances, if it did.
    #[must_use]
    pub fn nonces(&self) -> &[Option<Nonce>] {
        &self.nonces
    }

    /// The nonces that were given, in the order of the seats.
    #[must_use]
    pub fn given_nonces(&self) -> Vec<Nonce> {
        self.nonces.iter().flatten().copied().collect()
    }

    /// What the host is bound to.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Who begins.
    #[must_use]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// How many actions were taken over from another game, if this one branched off it.
    #[must_use]
    pub fn branched(&self) -> Option<usize> {
        self.branched
    }
}

fn is_name(name: &str) -> bool {
    name.chars().count() <= LONGEST_NAME && is_line(name)
}

/// Whether a text that somebody chose fits on a line of a file and of a terminal, and comes back as it was.
#[must_use]
pub fn is_line(text: &str) -> bool {
    // Characters that break lines or turn the direction of writing would let a text forge what stands around it.
    let is_harmful =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    text.trim() == text && !text.chars().any(is_harmful)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, Layout, Length, Players};

    fn terms(names: &[&str], nonces: usize, first: usize, fortress: Fortress) -> Result<Terms, TermsProblem> {
        let players = Players::new(&[Colour::Green, Colour::Red]).unwrap();
        let options = Options { players, fortress, length: Length::Normal };
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let nonces = vec![Some(Nonce([1; 16])); nonces];
        Terms::new(options, names, nonces, Commitment([0; 32]), Seat::new(first).unwrap())
    }

    #[test]
    fn what_is_missing_is_empty() {
        let terms = terms(&["Anna"], 1, 1, Fortress::Basic).unwrap();
        assert_eq!(terms.names(), ["Anna", ""]);
        assert_eq!(terms.nonces(), [Some(Nonce([1; 16])), None]);
        assert_eq!(terms.given_nonces(), [Nonce([1; 16])]);
    }

    #[test]
    fn impossible_terms_are_refused() {
        let basic = Fortress::Basic;
        assert_eq!(terms(&["a", "b", "c"], 0, 0, basic), Err(TermsProblem::TooManyNames { names: 3, seats: 2 }));
        assert_eq!(terms(&[], 3, 0, basic), Err(TermsProblem::TooManyNonces { nonces: 3, seats: 2 }));
        assert_eq!(terms(&[], 0, 2, basic), Err(TermsProblem::First(Seat::new(2).unwrap())));
        assert_eq!(terms(&[], 0, 0, Fortress::Prepared(Layout::default())), Err(TermsProblem::TilesMissing));
        for name in ["two\nlines", " space", "\u{202e}drawkcab", &"x".repeat(41)] {
            assert!(matches!(terms(&[name], 0, 0, basic), Err(TermsProblem::Name(_))), "{name:?}");
        }
        assert!(terms(&[&"é".repeat(40), "Ben the Bold: 2"], 0, 0, basic).is_ok());
    }
}
