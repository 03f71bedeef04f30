//! What the players of a new table agree on besides the game: who begins, and how long a move may take.

use leptos::prelude::*;
use rules::game::Seat;

use crate::page::i18n::*;
use crate::page::names;
use crate::page::words::Language;
use crate::scene::newtable::{Sitter, TableForm};
use crate::table::{First, MoveTimer};

pub(super) fn customs_box(form: RwSignal<TableForm>) -> impl IntoView {
    let is_remote = Memo::new(move |_| form.with(TableForm::is_remote));
    view! {
        <div class="customs panel">
            {who_begins(form)}
            {move || (!is_remote.get()).then(|| move_timer(form))}
        </div>
    }
}

/// Who begins: by lot, somebody at the table, or whoever was eaten last.
fn who_begins(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let first = Memo::new(move |_| form.with(TableForm::first));
    let choices = Memo::new(move |_| form.with(|form| choices(i18n, form)));
    let choose = move |event| {
        let chosen = event_target_value(&event)
            .parse()
            .ok()
            .and_then(|index: usize| choices.with(|all| all.get(index).map(|(first, _)| *first)));
        if let Some(chosen) = chosen {
            form.update(|form| form.set_first(chosen));
        }
    };
    let option = move |(index, (one, name)): (usize, (First, String))| {
        view! { <option value=index selected=move || first.get() == one>{name}</option> }
    };
    let is_remote = Memo::new(move |_| form.with(TableForm::is_remote));
    let line = move || match (first.get(), is_remote.get()) {
        (First::LastEaten(_), false) => Some(t_string!(i18n, begins.last_eaten_line)),
        (First::LastEaten(_), true) => Some(t_string!(i18n, begins.last_eaten_remote)),
        (First::Lot | First::Seat(_), _) => None,
    };
    view! {
        <label class="custom">
            <b class="disp">{t!(i18n, begins.title)}</b>
            <span class="plate">
                <select data-do="first" on:change=choose>
                    {move || choices.get().into_iter().enumerate().map(option).collect_view()}
                </select>
                <i class="chev" aria-hidden="true"></i>
            </span>
        </label>
        {move || line().map(|line| view! { <p class="helpline">{line}</p> })}
    }
}

/// How long a move may take. Only for a table at this screen.
fn move_timer(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let timer = Memo::new(move |_| form.with(|form| form.timer));
    let choose = move |event| {
        let seconds = event_target_value(&event).parse().unwrap_or_default();
        form.update(|form| form.timer = MoveTimer::of_seconds(seconds));
    };
    let option = move |one: Option<MoveTimer>| {
        let words = move || match one {
            None => t_string!(i18n, timer.off),
            Some(MoveTimer::HalfMinute) => t_string!(i18n, timer.half_minute),
            Some(MoveTimer::Minute) => t_string!(i18n, timer.minute),
            Some(MoveTimer::TwoMinutes) => t_string!(i18n, timer.two_minutes),
        };
        view! { <option value=one.map_or(0, MoveTimer::seconds) selected=move || timer.get() == one>{words}</option> }
    };
    let all = std::iter::once(None).chain(MoveTimer::ALL.map(Some));
    view! {
        <label class="custom">
            <b class="disp">{t!(i18n, timer.title)}</b>
            <span class="plate">
                <select data-do="timer" on:change=choose>{all.map(option).collect_view()}</select>
                <i class="chev" aria-hidden="true"></i>
            </span>
        </label>
        {move || timer.get().map(|_| view! { <p class="helpline">{t!(i18n, timer.line)}</p> })}
    }
}

/// Everything that can be chosen, and what it is called.
fn choices(i18n: Language, form: &TableForm) -> Vec<(First, String)> {
    let seats =
        (0..form.players()).filter_map(Seat::new).map(|seat| (First::Seat(seat), name(i18n, form, seat.index())));
    let lot = (First::Lot, t_string!(i18n, begins.lot).to_owned());
    let last_eaten = (First::LastEaten(None), t_string!(i18n, begins.last_eaten).to_owned());
    std::iter::once(lot).chain(seats).chain([last_eaten]).collect()
}

/// The name of whoever sits there, as far as the form knows it.
fn name(i18n: Language, form: &TableForm, seat: usize) -> String {
    let chair = &form.chairs()[seat];
    match chair.sitter {
        Sitter::Here if chair.name.trim().is_empty() => names::band(i18n, chair.band).to_owned(),
        Sitter::Here => chair.name.trim().to_owned(),
        Sitter::Elsewhere => t_string!(i18n, newtable.seat, number = seat + 1).to_string(),
        Sitter::Bot(_) => form.bot_name(seat).unwrap_or_default(),
    }
}
