//! Puts the log into words of the reader's language.

use rules::game::{Face, FigureSet, Seat, Stage, Winner};
use rules::{FigureId, Stone, Whereabouts};

use super::i18n::*;
use super::words::{self, Words};
use crate::scene::caption::{Caption, Deed, Entry, Saw, Side};
use crate::scene::rich;
use crate::table::SeatPlan;

/// A box of the log in words, with the marks of [`rich`].
#[must_use]
pub fn tell(i18n: Words, entry: &Entry, seats: &[SeatPlan]) -> String {
    Teller { i18n, dark: entry.dark, seats }.caption(&entry.caption)
}

struct Teller<'a> {
    i18n: Words,
    dark: FigureSet,
    seats: &'a [SeatPlan],
}

impl Teller<'_> {
    fn caption(&self, caption: &Caption) -> String {
        let i18n = self.i18n;
        match caption {
            Caption::Stage(Stage::One) => t_string!(i18n, log.first_stage).to_owned(),
            Caption::Stage(Stage::Two) => t_string!(i18n, log.second_stage).to_owned(),
            Caption::Turn { turn, start } => {
                t_string!(i18n, log.turn, turn = *turn, name = self.name(*start))
            }
            Caption::Move { seat, figure, from, to, pushed, slid } => {
                let mut sentences = vec![self.moved(*seat, *figure, *from, *to)];
                if *slid {
                    sentences.push(t_string!(i18n, log.slid).to_owned());
                }
                if *pushed > 0 {
                    sentences.push(t_string!(i18n, log.pushed, count = *pushed as u32));
                }
                sentences.join(" ")
            }
            Caption::Tombstone(shown) => {
                t_string!(i18n, log.tombstone, tombstone = words::inscription(i18n, *shown))
            }
            Caption::NotCounted(shown) => {
                t_string!(i18n, log.not_counted, tombstone = words::inscription(i18n, *shown))
            }
            Caption::Step { number, saw, deeds, to, is_final } => {
                let mut sentences = vec![t_string!(i18n, log.number, number = *number), self.saw(*saw)];
                sentences.extend(deeds.iter().map(|deed| self.deed(*deed, *is_final)));
                if !deeds.iter().any(|deed| matches!(deed, Deed::Spun | Deed::Teleported(_))) {
                    sentences.push(t_string!(i18n, log.walks, to = *to));
                }
                sentences.join(" ")
            }
            Caption::LastLook(saw) => format!("{} {}", t_string!(i18n, log.last_look), self.saw(*saw)),
            Caption::Returned(figures) => {
                let (count, figures) = (figures.len() as u32, self.figures(figures));
                t_string!(i18n, log.returned, count = count, figures = figures)
            }
            Caption::LeftBehind(figures) => {
                let (count, figures) = (figures.len() as u32, self.figures(figures));
                t_string!(i18n, log.left_behind, count = count, figures = figures)
            }
            Caption::Ended(ending) => match ending.winner {
                Winner::Seat(seat) => t_string!(i18n, log.wins, name = self.name(seat)),
                Winner::Monster => t_string!(i18n, log.monster_wins).to_owned(),
            },
        }
    }

    fn moved(&self, seat: Seat, figure: FigureId, from: Whereabouts, to: Whereabouts) -> String {
        let (i18n, name, figure) = (self.i18n, self.name(seat), self.figure(figure));
        match (from, to) {
            (_, Whereabouts::Escaped) => t_string!(i18n, log.escapes, name = name, figure = figure),
            (Whereabouts::On(from), Whereabouts::On(to)) if from == to => {
                t_string!(i18n, log.stays, name = name, figure = figure, at = to)
            }
            (Whereabouts::On(from), Whereabouts::On(to)) => {
                t_string!(i18n, log.moves_to, name = name, figure = figure, from = from, to = to)
            }
            (_, Whereabouts::On(to)) => {
                t_string!(i18n, log.moves_in, name = name, figure = figure, to = to)
            }
            (_, Whereabouts::Waiting | Whereabouts::Eaten) => {
                t_string!(i18n, log.stays_outside, name = name, figure = figure)
            }
        }
    }

    fn saw(&self, saw: Saw) -> String {
        let i18n = self.i18n;
        match saw {
            Saw::Figure { figure, at, side } => {
                let figure = self.figure(figure);
                match side {
                    Side::Ahead => t_string!(i18n, log.sees_ahead, figure = figure, at = at),
                    Side::Left => t_string!(i18n, log.sees_left, figure = figure, at = at),
                    Side::Right => t_string!(i18n, log.sees_right, figure = figure, at = at),
                }
            }
            Saw::Tie => t_string!(i18n, log.sees_tie).to_owned(),
            Saw::Nobody => t_string!(i18n, log.sees_nobody).to_owned(),
        }
    }

    fn deed(&self, deed: Deed, is_final: bool) -> String {
        let i18n = self.i18n;
        match deed {
            Deed::Turned { stone: Stone::TurnAround, at } => t_string!(i18n, log.turned_around, at = at),
            Deed::Turned { at, .. } => t_string!(i18n, log.turned_right, at = at),
            Deed::Spun => t_string!(i18n, log.spun).to_owned(),
            Deed::Slid => t_string!(i18n, log.slid).to_owned(),
            Deed::Held => t_string!(i18n, log.held).to_owned(),
            Deed::Through(wall) => match wall.letter() {
                Some(letter) => t_string!(i18n, log.through, letter = letter),
                None => t_string!(i18n, log.through_door).to_owned(),
            },
            Deed::Teleported(to) => t_string!(i18n, log.teleported, to = to),
            Deed::Shoved => t_string!(i18n, log.shoved).to_owned(),
            Deed::Lost(_) => t_string!(i18n, log.stone_lost).to_owned(),
            Deed::Ate { figure, by_shove: true } => {
                t_string!(i18n, log.shoved_out, figure = self.figure(figure))
            }
            Deed::Ate { figure, .. } if is_final => {
                t_string!(i18n, log.ate_final, figure = self.figure(figure))
            }
            Deed::Ate { figure, .. } => t_string!(i18n, log.ate, figure = self.figure(figure)),
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.seats.get(seat.index()).map(|seat| rich::name(&seat.name)).unwrap_or_default()
    }

    fn figure(&self, one: FigureId) -> String {
        words::figure(self.i18n, one, if self.dark.has(one) { Face::Dark } else { Face::Bright })
    }

    fn figures(&self, figures: &[FigureId]) -> String {
        figures.iter().map(|figure| self.figure(*figure)).collect::<Vec<_>>().join(", ")
    }
}
