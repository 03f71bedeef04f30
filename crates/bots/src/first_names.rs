//! The first names of bots, so that two bots of a kind at one table can be told apart.

use crate::bot::Bot;

impl Bot {
    /// The names that bots of this kind have. No two kinds share one, and each table has fewer than seven others, so
    /// there is always one left. They read the same in every language of the game.
    #[must_use]
    pub const fn first_names(self) -> &'static [&'static str; 7] {
        match self {
            Bot::Fool => &["Dodo", "Zigzag", "Hopla", "Pompon", "Bozo", "Gogo", "Tapsi"],
            Bot::Fledgling => &["Pip", "Kiki", "Plume", "Nestor", "Birdie", "Piccolo", "Lulu"],
            Bot::Fox => &["Reynard", "Vix", "Filou", "Rufus", "Hermeline", "Volpone", "Kitsu"],
            Bot::Fiend => &["Mephisto", "Lilith", "Belial", "Nyx", "Azazel", "Moloch", "Samiel"],
        }
    }

    /// The first of its [`first_names`](Bot::first_names) that is not among `taken`, the names at its table. Upper and
    /// lower case do not make a difference. Returns the first name if all seven are taken, which the other seats of a
    /// table cannot do.
    ///
    /// ```
    /// use bots::Bot;
    ///
    /// assert_eq!(Bot::Fox.free_name(["Ada", "Reynard"].into_iter()), "Vix");
    /// ```
    #[must_use]
    pub fn free_name<'a>(self, taken: impl Iterator<Item = &'a str> + Clone) -> &'static str {
        let names = self.first_names();
        let is_free = |name: &&&str| !taken.clone().any(|other| other.eq_ignore_ascii_case(name));
        names.iter().find(is_free).unwrap_or(&names[0])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_belongs_to_one_kind_and_is_short_printable_text() {
        let names: Vec<&str> = Bot::ALL.iter().flat_map(|bot| bot.first_names()).copied().collect();
        let distinct: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!((names.len(), distinct.len()), (28, 28));
        assert!(
            names.iter().all(|name| (3..=9).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphabetic()))
        );
        assert_eq!(Bot::Fox.first_names()[0], "Reynard");
    }

    #[test]
    fn seven_bots_of_a_kind_have_seven_names() {
        for bot in Bot::ALL {
            let mut taken: Vec<&str> = vec![];
            for expected in bot.first_names() {
                let name = bot.free_name(taken.iter().copied());
                assert_eq!(name, *expected);
                taken.push(name);
            }
            assert_eq!(bot.free_name(taken.iter().copied()), bot.first_names()[0]);
        }
    }

    #[test]
    fn a_person_may_have_the_name_of_a_bot() {
        assert_eq!(Bot::Fox.free_name(["reynard", "Filou"].into_iter()), "Vix");
    }
}
