//! Issues, levels and days in words.

use js_sys::{Object, Reflect};
use leptos::prelude::*;
use leptos_i18n::Locale as _;
use puzzles::{Chapter, Date, Difficulty, Level, Trick};

use crate::draw::feeding as drawn;
use crate::page::i18n::*;
use crate::page::words::Language;
use crate::puzzle::progress::MOST_STARS;
use crate::puzzle::words::LevelWords;
use crate::puzzle::{self, LevelId};
use crate::scene::feeding::Mark;

/// The text of an issue with this key.
macro_rules! of_issue {
    ($i18n:ident, $trick:expr, $key:ident) => {
        match $trick {
            Trick::Seeing => t_string!($i18n, feeding.issue.seeing.$key),
            Trick::Nearest => t_string!($i18n, feeding.issue.nearest.$key),
            Trick::Tie => t_string!($i18n, feeding.issue.tie.$key),
            Trick::Stone => t_string!($i18n, feeding.issue.stone.$key),
            Trick::Shove => t_string!($i18n, feeding.issue.shove.$key),
            Trick::Wall => t_string!($i18n, feeding.issue.wall.$key),
            Trick::Slide => t_string!($i18n, feeding.issue.slide.$key),
            Trick::Crystal => t_string!($i18n, feeding.issue.crystal.$key),
            Trick::Turn => t_string!($i18n, feeding.issue.turn.$key),
            Trick::Teleporter => t_string!($i18n, feeding.issue.teleporter.$key),
        }
    };
}

/// The title of an issue.
pub(super) fn issue(i18n: Language, trick: Trick) -> &'static str {
    of_issue!(i18n, trick, title)
}

/// The rule that an issue is about.
pub(in crate::page) fn rule(i18n: Language, trick: Trick) -> &'static str {
    of_issue!(i18n, trick, rule)
}

/// Where a level belongs: "Issue 5: Push comes to shove".
pub(super) fn place(i18n: Language, id: LevelId) -> String {
    match id.chapter() {
        Chapter::About(trick) => {
            let number = Trick::ALL.iter().position(|other| *other == trick).map_or(0, |nth| nth + 1);
            t_string!(i18n, feeding.issues.named, number, title = issue(i18n, trick)).to_string()
        }
        Chapter::AllTogether => t_string!(i18n, feeding.gallery.title).to_owned(),
    }
}

/// The title of a level.
pub(super) fn title(i18n: Language, id: LevelId) -> &'static str {
    LevelWords::of(id, puzzle::words::Language::from_code(i18n.get_locale().as_str())).title
}

/// The title that the author of a level gave it.
pub(in crate::page) fn own_title(i18n: Language, level: &Level) -> String {
    match level.about().title.as_str() {
        "" => t_string!(i18n, level.untitled).to_owned(),
        title => title.to_owned(),
    }
}

/// How hard a level is.
pub(in crate::page) fn grade(i18n: Language, difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Gentle => t_string!(i18n, feeding.grade.gentle),
        Difficulty::Easy => t_string!(i18n, feeding.grade.easy),
        Difficulty::Tricky => t_string!(i18n, feeding.grade.tricky),
        Difficulty::Hard => t_string!(i18n, feeding.grade.hard),
        Difficulty::Diabolic => t_string!(i18n, feeding.grade.diabolic),
    }
}

/// The number of fangs of a difficulty, from 1.
pub(in crate::page) fn fang_count(difficulty: Difficulty) -> usize {
    Difficulty::ALL.iter().position(|other| *other == difficulty).map_or(1, |nth| nth + 1)
}

/// Fangs and the word for them.
pub(in crate::page) fn graded(difficulty: Difficulty) -> impl IntoView {
    let i18n = use_i18n();
    let fangs = drawn::fangs(fang_count(difficulty), Difficulty::ALL.len());
    view! {
        <span class="fangs" aria-hidden="true" inner_html=fangs></span>
        <span class="gr">{move || grade(i18n, difficulty)}</span>
    }
}

/// The number of pieces to place.
pub(super) fn pieces(i18n: Language, pieces: usize) -> String {
    t_string!(i18n, feeding.pieces, count = pieces as u32).to_string()
}

/// The stars of a solved level.
pub(super) fn starred(stars: u8) -> impl IntoView {
    let i18n = use_i18n();
    let label = move || t_string!(i18n, feeding.stars_of_three, count = u32::from(stars)).to_string();
    view! { <span class="stars" role="img" aria-label=label inner_html=drawn::stars(stars, MOST_STARS)></span> }
}

/// The stars of a solved level, or a word for how far it has come.
pub(super) fn marked(mark: Mark, is_next: bool) -> AnyView {
    let i18n = use_i18n();
    match mark {
        Mark::Solved(stars) => starred(stars).into_any(),
        Mark::Tried(_) | Mark::Open if is_next => {
            view! { <span class="st">{t!(i18n, feeding.state.next)}</span> }.into_any()
        }
        Mark::Tried(_) => view! { <span class="st">{t!(i18n, feeding.state.tried)}</span> }.into_any(),
        Mark::Open => view! { <span class="st">{t!(i18n, feeding.state.open)}</span> }.into_any(),
    }
}

/// A date in the format of the language, with these parts: "weekday" "long", "month" "long" and so on.
pub(in crate::page) fn date(i18n: Language, date: Date, parts: &[(&str, &str)]) -> String {
    let options = Object::new();
    for (part, style) in parts {
        // A plain object accepts every key.
        let _ = Reflect::set(&options, &(*part).into(), &(*style).into());
    }
    // Noon exists on every day, whatever clocks do at night.
    let noon = js_sys::Date::new(&format!("{date}T12:00:00").into());
    let language = match i18n.get_locale() {
        // Day before month, as in the other languages.
        Locale::en => "en-GB",
        language @ (Locale::de | Locale::fr) => language.as_str(),
    };
    noon.to_locale_date_string(language, &options).into()
}
