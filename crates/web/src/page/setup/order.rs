//! The players who lay the tiles, and how many each has laid.

use leptos::prelude::*;
use rules::game::Seat;

use super::game::SetUp;
use crate::draw::{coin, icons};
use crate::page::i18n::*;
use crate::page::names::{self, ShownSeat};
use crate::page::table::company::marks;
use crate::scene::laying::{Layer, layers};
use crate::table::Who;

/// The `viewBox` of the coins.
const COIN_BOX: &str = "-33 -33 66 66";

pub(super) fn order(set_up: SetUp) -> impl IntoView {
    let i18n = use_i18n();
    let (game, seats) = (set_up.game, set_up.seats());
    let lines = Memo::new(move |_| game.with(layers));
    let count = seats.len();
    let rows: Vec<_> = game
        .with_untracked(|game| game.players().seats().collect::<Vec<Seat>>())
        .into_iter()
        .zip(seats)
        .map(|(seat, plan)| row(set_up, lines, seat, plan))
        .collect();
    view! {
        <ul class="order" class:many={count > 4} aria-label=move || t_string!(i18n, setup.players)>
            {rows.collect_view()}
        </ul>
    }
}

fn row(set_up: SetUp, lines: Memo<Vec<Layer>>, seat: Seat, plan: ShownSeat) -> impl IntoView {
    let i18n = use_i18n();
    let line = Memo::new(move |_| lines.with(|lines| lines.iter().find(|line| line.seat == seat).copied()));
    let is_next = Memo::new(move |_| line.get().is_some_and(|line| line.is_next));
    let begins = Memo::new(move |_| line.get().is_some_and(|line| line.will_begin));
    let (band, figure) = set_up.game.with_untracked(|game| {
        let players = game.players();
        (players.band(seat), players.figures(seat).iter().nth(1))
    });
    let who = plan.who();
    let is_bot = who != Who::Human;
    let is_mine = Memo::new(move |_| set_up.marks_own(seat));
    let is_called_you = plan.is_you;
    let name = plan.name;
    let portrait = figure.map_or_else(|| coin::chip(band), coin::portrait);
    let boxes = move || {
        line.get().map(|line| {
            let one = |nth: usize| view! { <i class:to={nth >= line.laid}></i> };
            (0..line.of).map(one).collect_view()
        })
    };
    let laid = move || line.get().map(|line| t_string!(i18n, setup.laid, count = line.laid as u32).to_string());
    let flag = move || {
        is_next.get().then(|| {
            let words = if set_up.attendance(seat).plays_here() {
                t_string!(i18n, setup.your_tile)
            } else {
                t_string!(i18n, setup.lays)
            };
            view! { <span class="now-flag disp fl">{words}</span> }
        })
    };
    view! {
        <li
            class=format!("panel coin {}", coin::letter(band))
            class:now=is_next
            class:mine=is_mine
            aria-current=move || is_next.get().then_some("true")
        >
            <svg class="pc2" viewBox=COIN_BOX aria-hidden="true" inner_html=portrait></svg>
            <span class="nm disp">
                <span class="name" data-length=names::length(&name)>{name.clone()}</span>
                {is_bot.then(|| view! { " " <small>{move || names::kind(i18n, who)}</small> })}
                {move || (is_mine.get() && !is_called_you).then(|| view! { " " <small class="tag you">{t!(i18n, company.you)}</small> })}
                {marks(Signal::derive(move || set_up.attendance(seat)), is_next.into())}
                {move || begins.get().then(|| view! {
                    <svg class="starter" viewBox=icons::FLAME_BOX role="img" aria-label=t_string!(i18n, setup.begins) inner_html=icons::flame()></svg>
                })}
            </span>
            <span class="put"><span class="boxes" aria-hidden="true">{boxes}</span> <span class="said">{laid}</span></span>
            {flag}
        </li>
    }
}
