//! Where the player left off, under the one main button.

use leptos::prelude::*;
use puzzles::Chapter;

use super::{Screen, words};
use crate::draw::level_board;
use crate::draw::monster::Kit;
use crate::page::i18n::*;
use crate::puzzle::{LevelRef, MONSTER, grades};
use crate::route::Route;
use crate::scene::feeding::Now;

/// The section.
pub(super) fn now(screen: Screen) -> impl IntoView {
    let i18n = use_i18n();
    let now = Memo::new(move |_| screen.overview.with(|overview| overview.now));
    let level = move || now.get().level();
    let head = move || match now.get() {
        Now::Start(_) => t_string!(i18n, feeding.now.start),
        Now::LeftOff(_) => t_string!(i18n, feeding.now.left_off),
        Now::AllFed(_) => t_string!(i18n, feeding.now.all_fed),
    };
    let kick = move || match now.get() {
        Now::Start(_) => t_string!(i18n, feeding.now.very_first).to_owned(),
        Now::LeftOff(id) | Now::AllFed(id) => words::place(i18n, id),
    };
    let about = move || match now.get() {
        Now::Start(_) => t_string!(i18n, feeding.now.very_first_text),
        Now::AllFed(_) => t_string!(i18n, feeding.now.all_done),
        Now::LeftOff(id) => match id.chapter() {
            Chapter::About(trick) => words::rule(i18n, trick),
            Chapter::AllTogether => t_string!(i18n, feeding.gallery.text),
        },
    };
    let button = move || match now.get() {
        Now::Start(_) => t_string!(i18n, feeding.now.feed),
        Now::LeftOff(_) => t_string!(i18n, feeding.now.play_on),
        Now::AllFed(_) => t_string!(i18n, feeding.now.again),
    };
    let picture = move || {
        let kit = Kit::from(MONSTER);
        level_board::board(&level().shipped().level, kit, "now", t_string!(i18n, table.exit))
    };
    view! {
        <section class="next panel" aria-labelledby="now-head" id="now">
            <h2 class="caption panel head" id="now-head">
                <span class="disp">{head}</span>
            </h2>
            <div class="pic panel">
                <div class="frame" inner_html=picture></div>
            </div>
            <div class="say">
                <p class="kick">{kick}</p>
                <h3 class="disp">{move || format!("{}. {}", level().shipped().number, words::title(i18n, level()))}</h3>
                <p class="lm">
                    {move || words::graded(grades::difficulty(level()))}
                    <span>{move || words::pieces(i18n, level().shipped().level.pieces())}</span>
                </p>
                <p class="d">{about}</p>
                <a class="btn go" data-do="play-on" href=move || Route::Level(LevelRef::Shipped(level())).to_string()>
                    {button}
                </a>
            </div>
        </section>
    }
}
