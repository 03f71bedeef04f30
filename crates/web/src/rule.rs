//! Where the rules are written: a static page for each language, made by `rules-pages`, and the anchors on it that the
//! game refers to.

use crate::puzzle::words::Language;

/// A rule that the game refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// What the monster sees, and where it turns.
    Look,
    /// Two equally near count as nobody.
    Tie,
    /// The look after the last step.
    LastLook,
    /// Tombstones with a number.
    Tombstones,
    /// Tombstones with skulls, and the limit of 20 steps.
    Hits,
    /// Through a wall to its twin.
    Walls,
    /// The walls beside the doors, R16.
    WallsBesideDoors,
    /// The row that the monster shoves.
    Shoving,
    /// What leaves the game.
    Lost,
    /// Who is eaten.
    Eaten,
    /// The monster slides over blood.
    Blood,
    /// The monster slides without end, R6.
    EndlessSlide,
    /// Turning stones.
    TurningStones,
    /// Turning stones all around, R2.
    SpunRound,
    /// Teleporters.
    Teleporters,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 15] = [
        Rule::Look,
        Rule::Tie,
        Rule::LastLook,
        Rule::Tombstones,
        Rule::Hits,
        Rule::Walls,
        Rule::WallsBesideDoors,
        Rule::Shoving,
        Rule::Lost,
        Rule::Eaten,
        Rule::Blood,
        Rule::EndlessSlide,
        Rule::TurningStones,
        Rule::SpunRound,
        Rule::Teleporters,
    ];

    /// The id of its section, the same in every language.
    #[must_use]
    pub const fn anchor(self) -> &'static str {
        match self {
            Rule::Look => "look",
            Rule::Tie => "tie",
            Rule::LastLook => "last-look",
            Rule::Tombstones => "tombstones",
            Rule::Hits => "hits",
            Rule::Walls => "walls",
            Rule::WallsBesideDoors => "r16",
            Rule::Shoving => "shoving",
            Rule::Lost => "lost",
            Rule::Eaten => "eaten",
            Rule::Blood => "blood",
            Rule::EndlessSlide => "r6",
            Rule::TurningStones => "turning-stones",
            Rule::SpunRound => "r2",
            Rule::Teleporters => "teleporters",
        }
    }

    /// Where it is written in this language, relative to the page of the game.
    #[must_use]
    pub fn address(self, language: Language) -> String {
        format!("{}#{}", page(language), self.anchor())
    }
}

/// The file with the rules in this language, beside the page of the game.
#[must_use]
pub const fn page(language: Language) -> &'static str {
    match language {
        Language::English => "rules.html",
        Language::German => "regeln.html",
        Language::French => "regles.html",
    }
}
