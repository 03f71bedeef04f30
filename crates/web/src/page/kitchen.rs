//! The kitchen: has the worker make the dish of a day.

use std::cell::RefCell;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use puzzles::{Date, Difficulty, Level};

use super::thinker::{Thinker, ThinkerError};
use crate::thinker::{self, Progress};

/// The dish of a day.
#[derive(Clone, Debug, PartialEq)]
pub enum Dish {
    /// It is being made.
    Cooking,
    /// It is here, with its difficulty.
    Served(Arc<Level>, Option<Difficulty>),
    /// It could not be made, for this reason.
    Burnt(String),
}

/// Where the dish of a day is made, for a screen that waits for it.
#[derive(Clone, Copy)]
pub struct Kitchen {
    date: Date,
    dish: RwSignal<Dish>,
    /// How much is done, in per mille.
    part: RwSignal<u16>,
    /// The number of the order that is under way.
    under_way: StoredValue<Option<u32>>,
}

thread_local! {
    /// The dish that was made last: making it takes a while.
    static COOKED: RefCell<Option<(Date, Dish)>> = const { RefCell::new(None) };
}

impl Kitchen {
    /// Begins to make a dish, unless it is here. When the screen is left, the order is called off.
    pub fn open(date: Date) -> Kitchen {
        let (dish, part) = (RwSignal::new(Dish::Cooking), RwSignal::new(0));
        let kitchen = Kitchen { date, dish, part, under_way: StoredValue::new(None) };
        kitchen.cook();
        on_cleanup(move || {
            if let Some(Some(id)) = kitchen.under_way.try_get_value() {
                Thinker::of_page().call_off(id);
            }
        });
        kitchen
    }

    /// The dish, and again when it changes.
    pub fn dish(self) -> Dish {
        self.dish.get()
    }

    /// How much is done, in per mille.
    pub fn part(self) -> u16 {
        self.part.get()
    }

    /// Has the worker make the dish, unless it is here.
    pub fn cook(self) {
        let Kitchen { date, dish, part, under_way } = self;
        let cooked = COOKED.with_borrow(|cooked| cooked.clone().filter(|(of, _)| *of == date));
        if let Some((_, cooked)) = cooked {
            return dish.set(cooked);
        }
        dish.set(Dish::Cooking);
        part.set(0);
        // The screen may have been left in the meantime.
        let on_progress = move |progress: Progress| _ = part.try_set(progress.per_mille);
        let errand = match Thinker::of_page().dish(date, on_progress) {
            Ok(errand) => errand,
            Err(error) => return dish.set(Dish::Burnt(error.to_string())),
        };
        under_way.set_value(Some(errand.id()));
        spawn_local(async move {
            let made = match errand.dish().await {
                Ok(made) => served(&made),
                // The screen was left.
                Err(ThinkerError::CalledOff) => return,
                Err(error) => Dish::Burnt(error.to_string()),
            };
            if matches!(made, Dish::Served(..)) {
                COOKED.set(Some((date, made.clone())));
            }
            let _ = dish.try_set(made);
        });
    }
}

/// A dish as the worker describes it.
fn served(made: &thinker::Dish) -> Dish {
    let difficulty = Difficulty::ALL.into_iter().find(|grade| grade.code() == made.difficulty);
    match Level::from_code(&made.level) {
        Ok(level) => Dish::Served(Arc::new(level), difficulty),
        Err(error) => Dish::Burnt(error.to_string()),
    }
}
