//! The players with their figures.

use leptos::prelude::*;
use rules::FigureId;
use rules::game::{Face, Seat};

use crate::draw::coin::{self, Size, Standing};
use crate::draw::icons;
use crate::draw::monster::{Kit, from_above};
use crate::page::display::Display;
use crate::page::focus;
use crate::page::i18n::*;
use crate::page::names::{self, ShownSeat};
use crate::page::table::company;
use crate::page::words;
use crate::scene::cast::{self as scene, FigureState, Panel};
use crate::scene::foresight::{Danger, percent};
use crate::table::{Attendance, Presence, Who};

pub(in crate::page) fn cast(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let panels = display.beside(move |playback| {
        let (moving, foresight) = (display.moving.read(), display.foresight.read());
        scene::cast(playback, moving.as_ref(), foresight.as_ref())
    });
    let seats = display.seats();
    let count = seats.len();
    let players = display.playback.with_untracked(|playback| playback.game().players().seats().collect::<Vec<Seat>>());
    let rows = players.into_iter().zip(seats).map(|(seat, plan)| {
        let panel = Memo::new(move |_| panels.with(|panels| panels.iter().find(|panel| panel.seat == seat).cloned()));
        player(display, panel, plan, seat)
    });
    view! {
        <ul class="cast" class:many={count > 4} aria-label=move || t_string!(i18n, table.players)>
            {rows.collect_view()}
            {(count > 4 && count % 2 == 1).then(|| beast(display))}
        </ul>
    }
}

fn player(display: Display, panel: Memo<Option<Panel>>, plan: ShownSeat, seat: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let band = display.playback.with_untracked(|playback| playback.game().players().band(seat));
    let letter = coin::letter(band);
    let is_acting = Memo::new(move |_| panel.get().is_some_and(|panel| panel.is_acting));
    let has_marker = Memo::new(move |_| panel.get().is_some_and(|panel| panel.has_marker));
    let out = Memo::new(move |_| panel.get().map_or((0, 0), |panel| panel.out));
    let own = display.playback.with_untracked(|playback| playback.game().players().figures(seat));
    let who = plan.who();
    let is_bot = who != Who::Human;
    let attendance = Memo::new(move |_| display.attendance(seat));
    let is_own = Memo::new(move |_| display.marks_own(seat));
    let is_called_you = plan.is_you;
    let is_away = Memo::new(move |_| attendance.get().presence == Presence::Away);
    let name = StoredValue::new(plan.name);
    let score = move || {
        let words = move || {
            let (out, of) = out.get();
            t_string!(i18n, table.out, out = out, of = of).to_string()
        };
        view! { <span class="score">{words}</span> }
    };
    let state = move || {
        if is_acting.get() {
            let Attendance { is_own, stand_in, presence } = attendance.get();
            let (words, is_vanished) = match (is_own, stand_in, presence) {
                _ if display.is_watched() => (t_string!(i18n, table.their_turn), false),
                (true, None, _) => (t_string!(i18n, table.your_move), false),
                (false, None, Presence::Away) => (t_string!(i18n, company.away), true),
                (_, Some(_), _) | (false, None, Presence::Here | Presence::Unknown) => {
                    (t_string!(i18n, table.thinks), false)
                }
            };
            view! { <span class="now-flag disp" class:vanished=is_vanished>{words} " " {score()}</span> }.into_any()
        } else {
            score().into_any()
        }
    };
    view! {
        <li class=format!("player panel coin {letter}") class:now=is_acting class:mine=is_own class:away=is_away aria-current=move || is_acting.get().then_some("true")>
            <span class="plate">
                <svg class="chip" viewBox=coin::CHIP_BOX aria-hidden="true" inner_html=coin::chip(band)></svg>
                <span class="who disp">
                    <span class="name" data-length=name.with_value(|name| names::length(name))>{name.get_value()}</span>
                    {is_bot.then(|| view! { " " <small>{move || names::kind(i18n, who)}</small> })}
                    {move || attendance.get().stand_in.map(|bot| view! { " " <small>{names::kind(i18n, Who::Bot(bot))}</small> })}
                </span>
                {move || (is_own.get() && !is_called_you).then(|| view! { <small class="tag you">{t!(i18n, company.you)}</small> })}
                {company::marks(attendance.into(), is_acting.into())}
                {move || has_marker.get().then(|| view! {
                    <svg class="starter" viewBox=icons::FLAME_BOX role="img" aria-label=t_string!(i18n, table.start_marker) inner_html=icons::flame()></svg>
                })}
            </span>
            {state}
            <span class="fold" aria-hidden="true">{own.iter().map(|one| icon(state_of(panel, one))).collect_view()}</span>
            <div class="figs">
                {own.iter().map(|one| figure(display, panel, one)).collect_view()}
            </div>
        </li>
    }
}

fn icon(state: Memo<FigureState>) -> impl IntoView {
    let drawing = move || icons::standing(standing(state.get()));
    view! { <svg class="ico" viewBox=icons::STANDING_BOX aria-hidden="true" inner_html=drawing></svg> }
}

/// The state of a figure in the panel of its player.
fn state_of(panel: Memo<Option<Panel>>, figure: FigureId) -> Memo<FigureState> {
    let found = move |panel: &Panel| panel.figures.iter().find(|line| line.figure == figure).map(|line| line.state);
    Memo::new(move |_| panel.with(|panel| panel.as_ref().and_then(found).unwrap_or(FigureState::Outside)))
}

fn standing(state: FigureState) -> Standing {
    match state {
        FigureState::ToMove => Standing::Ready,
        FigureState::Moved => Standing::Moved,
        FigureState::Moving => Standing::Picked,
        FigureState::Outside => Standing::Waiting,
        FigureState::OutsideMoved => Standing::Moved,
        FigureState::Escaped => Standing::Escaped,
        FigureState::Eaten => Standing::Eaten,
    }
}

fn figure(display: Display, panel: Memo<Option<Panel>>, figure: FigureId) -> impl IntoView {
    let i18n = use_i18n();
    let found = move |panel: Panel| panel.figures.into_iter().find(|line| line.figure == figure);
    let line = Memo::new(move |_| panel.get().and_then(found));
    // What changes while the pointer moves is kept in signals of its own, so that only that is redrawn.
    let state = state_of(panel, figure);
    let face = Memo::new(move |_| line.get().map_or(Face::Bright, |line| line.face));
    let is_choosable = Memo::new(move |_| line.get().is_some_and(|line| line.is_choosable));
    let danger = Memo::new(move |_| line.get().and_then(|line| line.danger));
    let state_words = move || words::figure_state(i18n, state.get());
    let label = move || {
        let (name, other) = (words::figure(i18n, figure, face.get()), figure.number(face.get().other()));
        let label =
            t_string!(i18n, table.figure_state, figure = name, other = other, state = state_words()).to_string();
        match danger.get() {
            Some(danger) => format!("{label}, {}", words::danger(i18n, danger)),
            None => label,
        }
    };
    // In per cent, before and after the planned move.
    let percents = move || danger.get().map(|danger| format!("{} {}", percent(danger.before), percent(danger.after)));
    let class = move || format!("f {}", standing(state.get()).class());
    let inside = move || {
        let drawing = move || coin::in_cast(figure, face.get(), standing(state.get()), Size::Large);
        view! {
            <svg viewBox=coin::IN_CAST_BOX aria-hidden="true" inner_html=drawing></svg>
            {move || danger.get().and_then(|danger| risk(i18n, danger))}
            <span class="st" aria-hidden="true">{icon(state)} " " <span>{state_words}</span></span>
        }
    };
    let choose = move |_| {
        display.choose(figure);
        focus::on(focus::BOARD);
    };
    move || {
        if is_choosable.get() {
            view! {
                <button
                    class=class
                    data-pick=figure.to_string()
                    data-danger=percents
                    aria-pressed=move || (state.get() == FigureState::Moving).to_string()
                    on:click=choose
                >
                    <span class="vh">{label}</span>
                    {inside()}
                </button>
            }
            .into_any()
        } else {
            view! { <div class=class role="img" data-danger=percents aria-label=label>{inside()}</div> }.into_any()
        }
    }
}

/// The danger of a figure beside its coin; nothing if it is and was 0.
fn risk(i18n: words::Language, danger: Danger) -> Option<impl IntoView> {
    let (before, after) = (percent(danger.before), percent(danger.after));
    let words = match (before, after) {
        (0, 0) => return None,
        (before, after) if before == after => words::per_cent(i18n, after),
        (before, after) => format!("{before}→{}", words::per_cent(i18n, after)),
    };
    let class = if after == 0 { "risk safe" } else { "risk" };
    Some(view! { <span class=class aria-hidden="true">{words}</span> })
}

/// The monster as one of the cast, where there is room for it.
fn beast(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let portrait = from_above(Kit::from(display.monster()));
    view! {
        <li class="player panel beastcard">
            <span class="plate">
                <svg class="chip" viewBox="-52 -52 104 104" aria-hidden="true" inner_html=portrait></svg>
                <span class="who disp">{t!(i18n, things.monster)}</span>
            </span>
            <p>{t!(i18n, table.monster_waits)}</p>
        </li>
    }
}
