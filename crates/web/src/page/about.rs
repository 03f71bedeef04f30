//! About the game: what it is, how it is played, and its authors.

use leptos::prelude::*;

use super::app::logo_link;
use super::i18n::*;
use super::words;
use crate::draw::lesson;
use crate::route::Route;

/// The page about the game.
#[component]
pub fn About() -> impl IntoView {
    let i18n = use_i18n();
    let panel = |picture: String, title: AnyView, words: AnyView| {
        view! {
            <li class="frame panel">
                <svg viewBox=lesson::BOX preserveAspectRatio="xMidYMid slice" aria-hidden="true" inner_html=picture></svg>
                <div class="words">
                    <h3 class="caption panel disp">{title}</h3>
                    <p>{words}</p>
                </div>
            </li>
        }
    };
    macro_rules! lesson {
        ($picture:ident, $text:ident) => {
            panel(lesson::$picture(), t!(i18n, about.$picture).into_any(), t!(i18n, about.$text).into_any())
        };
    }
    view! {
        <main class="about">
            <header class="mast panel">
                {logo_link()}
                <div>
                    <h1 class="disp">{t!(i18n, about.head)}</h1>
                    <p>{t!(i18n, about.lead)}</p>
                </div>
                <svg class="star" viewBox=lesson::BOX aria-hidden="true" inner_html=lesson::star()></svg>
            </header>
            <section aria-labelledby="how">
                <h2 class="caption panel disp" id="how">
                    {t!(i18n, about.how)}
                </h2>
                <ol class="strip">
                    {lesson!(goal, goal_text)} {lesson!(sides, sides_text)} {lesson!(look, look_text)}
                    {lesson!(eat, eat_text)} {lesson!(walls, walls_text)} {lesson!(stones, stones_text)}
                    {lesson!(stages, stages_text)} {lesson!(tricks, tricks_text)}
                </ol>
            </section>
            <div class="prints">
                <section class="note panel">
                    <h2 class="disp">{t!(i18n, about.whose)}</h2>
                    <p>{t!(i18n, about.whose_text)}</p>
                </section>
                <section class="note panel">
                    <h2 class="disp">{t!(i18n, about.yours)}</h2>
                    <p>{t!(i18n, about.yours_text)}</p>
                </section>
                <section class="note panel">
                    <h2 class="disp">{t!(i18n, about.licences)}</h2>
                    <p>{t!(i18n, about.licences_text)}</p>
                </section>
            </div>
            <nav class="ways panel">
                <a class="btn go" href=Route::NewTable.to_string()>
                    {t!(i18n, common.new_table)}
                </a>
                <a class="btn" data-do="first-game" href=Route::First(None).to_string()>
                    {t!(i18n, common.first_game)}
                </a>
                <a class="btn" data-do="all-rules" href=move || words::rules(i18n)>
                    {t!(i18n, about.rules)}
                </a>
                <a class="btn" href=Route::Home.to_string()>
                    {t!(i18n, common.home)}
                </a>
            </nav>
        </main>
    }
}
