//! The dish of the day: today's level, the calendar of those that were, and the days in a row.

use leptos::prelude::*;
use puzzles::Date;

use super::{Screen, words};
use crate::draw::icons::{Icon, STANDING_BOX};
use crate::draw::monster::Kit;
use crate::draw::{feeding as drawn, level_board};
use crate::page::i18n::*;
use crate::page::kitchen::{Dish, Kitchen};
use crate::page::words::{self as common, Language};
use crate::puzzle::{LevelRef, MONSTER};
use crate::route::Route;
use crate::scene::feeding::calendar::{Calendar, Day, Month, When};

/// The section; nothing if the clock of the device is so far off that the day has no dish.
pub(super) fn daily(screen: Screen) -> impl IntoView {
    let today = Memo::new(move |_| screen.today.get());
    move || today.get().map(|today| dish(screen, today))
}

fn dish(screen: Screen, today: Date) -> impl IntoView {
    let i18n = use_i18n();
    let level = LevelRef::Day(today);
    let address = Route::Level(level.clone()).to_string();
    let date = move || words::date(i18n, today, &[("weekday", "long"), ("day", "numeric"), ("month", "long")]);
    let solved = move || screen.larder.with(|progress| progress.standing(&level).solved);
    let kitchen = Kitchen::open(today);
    let state = move || match kitchen.dish() {
        Dish::Served(level, _) => view! { <span>{words::pieces(i18n, level.pieces())}</span> }.into_any(),
        Dish::Cooking => {
            let part = move || common::per_cent(i18n, u8::try_from(kitchen.part() / 10).unwrap_or(100));
            let words = move || t_string!(i18n, feeding.daily.cooking, part = part()).to_string();
            view! { <span class="cooking">{words}</span> }.into_any()
        }
        Dish::Burnt(why) => view! {
            <span class="burnt" role="alert">{t_string!(i18n, level.cooking.failed, why).to_string()}</span>
            <button class="rules" data-do="cook-again" on:click=move |_| kitchen.cook()>
                {t!(i18n, common.try_again)}
            </button>
        }
        .into_any(),
    };
    // Drawn once, however often the progress changes.
    let served = Memo::new(move |_| match kitchen.dish() {
        Dish::Served(level, _) => Some(level),
        Dish::Cooking | Dish::Burnt(_) => None,
    });
    let picture = move || {
        let exit = t_string!(i18n, table.exit);
        let kit = Kit::from(MONSTER);
        match &*served.read() {
            Some(level) => level_board::board(level, kit, "today", exit),
            None => level_board::bare("today", exit) + &drawn::cloche(),
        }
    };
    view! {
        <section class="today panel" aria-labelledby="today-head" id="today">
            <h2 class="caption panel head" id="today-head">
                <span class="disp">{t!(i18n, feeding.daily.title)}</span>
            </h2>
            <div class="pic panel">
                <div class="frame" inner_html=picture></div>
            </div>
            <div class="say">
                <p class="kick">
                    <time datetime=today.to_string()>{date}</time>
                </p>
                <h3 class="disp">{t!(i18n, feeding.daily.trap)}</h3>
                <p class="lm">
                    {words::graded(today.difficulty())} {state}
                    {move || solved().map(|solved| words::starred(solved.stars))}
                </p>
                <p class="d">{t!(i18n, feeding.daily.text)}</p>
                <a class="btn" data-do="serve" href=address>
                    {t!(i18n, feeding.daily.serve)}
                </a>
            </div>
            {row(screen, today)}
            {calendar(screen, today)}
        </section>
    }
}

/// The days in a row as a string of sausages.
fn row(screen: Screen, today: Date) -> impl IntoView {
    let i18n = use_i18n();
    let row = Memo::new(move |_| screen.larder.with(|progress| progress.row(today)));
    let head = move || match row.get().days {
        0 => t_string!(i18n, feeding.daily.streak_none).to_owned(),
        days => t_string!(i18n, feeding.daily.streak, count = days as u32).to_string(),
    };
    let about = move || {
        let row = row.get();
        let longest = row.longest;
        match (row.days, row.has_today) {
            (_, true) => t_string!(i18n, feeding.daily.streak_kept, longest).to_string(),
            (0, false) => t_string!(i18n, feeding.daily.streak_begin).to_owned(),
            (days, false) => t_string!(i18n, feeding.daily.streak_grow, next = days + 1, longest).to_string(),
        }
    };
    let is_fresh = screen.news.with_value(|news| news.has_sausage);
    view! {
        <div class="streak" class:fresh=is_fresh>
            <b class="disp">{head}</b>
            <div inner_html=move || drawn::sausages(row.get().days)></div>
            <p>{about}</p>
        </div>
    }
}

fn calendar(screen: Screen, today: Date) -> impl IntoView {
    let i18n = use_i18n();
    let month = RwSignal::new(Month::of(today));
    let calendar = Memo::new(move |_| screen.larder.with(|progress| Calendar::new(month.get(), today, progress)));
    let name = move || {
        let first = month.get().first();
        let is_this_year = first.year() == today.year();
        let parts: &[(&str, &str)] =
            if is_this_year { &[("month", "long")] } else { &[("month", "long"), ("year", "numeric")] };
        words::date(i18n, first, parts)
    };
    let leaf = move |to: Option<Month>| {
        if let Some(to) = to {
            month.set(to);
        }
    };
    view! {
        <div class="cal" role="group" aria-labelledby="month">
            <div class="calh">
                <b class="disp" id="month" aria-live="polite">
                    {name}
                </b>
                <button
                    class="pm"
                    data-do="earlier"
                    aria-label=move || t_string!(i18n, feeding.daily.earlier)
                    disabled=move || calendar.with(|calendar| calendar.earlier.is_none())
                    on:click=move |_| leaf(calendar.with_untracked(|calendar| calendar.earlier))
                >
                    <svg viewBox=Icon::Back.view_box() aria-hidden="true" inner_html=Icon::Back.markup()></svg>
                </button>
                <button
                    class="pm later"
                    data-do="later"
                    aria-label=move || t_string!(i18n, feeding.daily.later)
                    disabled=move || calendar.with(|calendar| calendar.later.is_none())
                    on:click=move |_| leaf(calendar.with_untracked(|calendar| calendar.later))
                >
                    <svg viewBox=Icon::Back.view_box() aria-hidden="true" inner_html=Icon::Back.markup()></svg>
                </button>
            </div>
            <ol class="dow" aria-hidden="true">
                {move || calendar.with(|calendar| calendar.week().iter().map(|day| weekday(*day)).collect_view())}
            </ol>
            <ol class="days">
                {move || calendar.with(|calendar| (0..calendar.blanks).map(|_| view! { <li></li> }).collect_view())}
                <For each=move || calendar.get().days key=Clone::clone let:day>
                    <li>{self::day(day)}</li>
                </For>
            </ol>
            <p class="key" aria-hidden="true">
                <span>
                    <i class="day done">{tick()}</i>
                    {t!(i18n, feeding.daily.solved)}
                </span>
                <span>
                    <i class="day miss"></i>
                    {t!(i18n, feeding.daily.open)}
                </span>
                <span>
                    <i class="day now"></i>
                    {t!(i18n, feeding.daily.today)}
                </span>
            </p>
        </div>
    }
}

/// The head of a column: the day of the week, and how hard its dishes are.
fn weekday(day: Day) -> impl IntoView {
    let i18n = use_i18n();
    let name = move || words::date(i18n, day.date, &[("weekday", "short")]).chars().take(2).collect::<String>();
    let sharp = words::fang_count(day.difficulty);
    view! {
        <li>
            {name}
            <small class="fangs" inner_html=drawn::fangs(sharp, sharp)></small>
        </li>
    }
}

fn day(day: Day) -> AnyView {
    let i18n = use_i18n();
    let Day { date, number, is_solved, when, .. } = day;
    let label = move || in_words(i18n, day);
    let class = match when {
        When::ToCome => "day fut",
        When::Today if is_solved => "day now done",
        When::Today => "day now",
        When::Past if is_solved => "day done",
        When::Past => "day miss",
    };
    match when {
        When::ToCome => view! {
            <button class=class disabled aria-label=label>
                <span>{number}</span>
            </button>
        }
        .into_any(),
        When::Today | When::Past => {
            let current = (when == When::Today).then_some("date");
            view! {
                <a
                    class=class
                    href=Route::Level(LevelRef::Day(date)).to_string()
                    aria-label=label
                    aria-current=current
                    data-day=date.to_string()
                >
                    <span>{number}</span>
                    {is_solved.then(tick)}
                </a>
            }
            .into_any()
        }
    }
}

fn in_words(i18n: Language, day: Day) -> String {
    let date = words::date(i18n, day.date, &[("weekday", "short"), ("day", "numeric"), ("month", "long")]);
    let grade = words::grade(i18n, day.difficulty);
    let state = match (day.when, day.is_solved) {
        (When::ToCome, _) => t_string!(i18n, feeding.daily.not_yet),
        (_, true) => t_string!(i18n, feeding.daily.solved),
        (When::Today, false) => t_string!(i18n, feeding.daily.today),
        (When::Past, false) => t_string!(i18n, feeding.daily.open),
    };
    t_string!(i18n, feeding.daily.day, date, grade, state).to_string()
}

fn tick() -> impl IntoView {
    view! {
        <svg viewBox=STANDING_BOX aria-hidden="true">
            <use href="#i-moved" />
        </svg>
    }
}
