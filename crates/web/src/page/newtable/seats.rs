//! The seats of a new table: the player and the band of each, and the monster's portrait beside them.

use bots::Bot;
use leptos::prelude::*;
use rules::game::Band;
use rules::terms::MonsterNumber;

use super::{Arrow, random_below};
use crate::draw::monster::Kit;
use crate::draw::{cast_portrait, coin};
use crate::page::cards::fangs;
use crate::page::i18n::*;
use crate::page::names;
use crate::page::online::has_server;
use crate::scene::newtable::{LONGEST_NAME, SeatForm, Sitter, TableForm};

pub(super) fn seat_card(form: RwSignal<TableForm>, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    // Without a server nobody elsewhere can come.
    let is_possible = |sitter: Sitter| sitter != Sitter::Elsewhere || has_server();
    let read = move |form: &TableForm| form.chairs()[seat].clone();
    let chair: Memo<SeatForm> = Memo::new(move |_| form.with(read));
    let band = Memo::new(move |_| chair.with(|chair| chair.band));
    let sitter = Memo::new(move |_| chair.with(|chair| chair.sitter));
    let is_far = Memo::new(move |_| sitter.get() == Sitter::Elsewhere);
    let seat_somebody = move |sitter: Sitter| form.update(|form| form.set_sitter(seat, sitter));
    let go_round = move |step: fn(Sitter) -> Sitter| {
        let next = step(sitter.get_untracked());
        seat_somebody(if is_possible(next) { next } else { step(next) });
    };
    let choose = move |event| {
        let chosen = event_target_value(&event).parse().ok().and_then(|index: usize| Sitter::ALL.get(index).copied());
        if let Some(chosen) = chosen {
            seat_somebody(chosen);
        }
    };
    let option = move |(index, one): (usize, Sitter)| {
        view! {
            <option value=index disabled=!is_possible(one) selected=move || sitter.get() == one>
                {move || names::sitter(i18n, one)}
            </option>
        }
    };
    let class =
        move || if is_far.get() { "seat far".to_owned() } else { format!("seat coin {}", coin::letter(band.get())) };
    let picture = move || if is_far.get() { cast_portrait::door() } else { cast_portrait::band(band.get(), seat) };
    let caption = move || {
        if is_far.get() { t_string!(i18n, newtable.knock).to_owned() } else { names::the_band(i18n, band.get()) }
    };
    view! {
        <fieldset class=class data-seat=seat + 1>
            <legend class="vh">{t!(i18n, newtable.seat, number = seat + 1)}</legend>
            <div class="pic">
                <div class="picture" inner_html=picture></div>
                <span class="bandcap caption panel disp">{caption}</span>
                <span class="seatno disp" aria-hidden="true">
                    {seat + 1}
                </span>
            </div>
            <div class="ctl">
                <div class="role">
                    <Arrow
                        way=-1
                        label=Signal::derive(move || t_string!(i18n, newtable.previous))
                        on_press=move || go_round(Sitter::previous)
                    />
                    <label class="plate">
                        <span class="vh">{t!(i18n, newtable.played_by)}</span>
                        <select on:change=choose>
                            {Sitter::ALL.into_iter().enumerate().map(option).collect_view()}
                        </select>
                        <i class="chev" aria-hidden="true"></i>
                    </label>
                    <Arrow
                        way=1
                        label=Signal::derive(move || t_string!(i18n, newtable.next))
                        on_press=move || go_round(Sitter::next)
                    />
                </div>
                {move || match sitter.get() {
                    Sitter::Here => view! { <NameLine form seat /> }.into_any(),
                    Sitter::Elsewhere => view! { <p class="line">{t!(i18n, newtable.at_the_door)}</p> }.into_any(),
                    Sitter::Bot(bot) => view! { <BotLine form seat bot /> }.into_any(),
                }}
                <Show when=move || !is_far.get()>
                    <Bands form seat band />
                </Show>
            </div>
        </fieldset>
    }
}

#[component]
fn NameLine(form: RwSignal<TableForm>, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let id = format!("name-{seat}");
    let placeholder = move || names::band(i18n, form.with(|form| form.chairs()[seat].band));
    view! {
        <div class="line">
            <label for=id.clone()>{t!(i18n, newtable.name)}</label>
            <input
                id=id
                maxlength=LONGEST_NAME
                autocomplete="off"
                spellcheck="false"
                placeholder=placeholder
                value=form.with_untracked(|form| form.chairs()[seat].name.clone())
                on:input=move |event| form.update(|form| form.set_name(seat, &event_target_value(&event)))
            />
        </div>
    }
}

#[component]
fn BotLine(form: RwSignal<TableForm>, seat: usize, bot: Bot) -> impl IntoView {
    let i18n = use_i18n();
    let name = Memo::new(move |_| form.with(|form| form.bot_name(seat)));
    view! {
        <div class="line">
            {fangs(bot)}
            <span>
                <b data-name=name>{name}</b>
                " "
                <span class="quote">{move || names::bot_line(i18n, bot)}</span>
            </span>
        </div>
    }
}

#[component]
fn Bands(form: RwSignal<TableForm>, seat: usize, band: Memo<Band>) -> impl IntoView {
    let i18n = use_i18n();
    let choice = move |one: Band| {
        let is_locked = Memo::new(move |_| !form.with(|form| form.is_allowed(one)));
        let label = move || {
            let band = names::the_band(i18n, one);
            if is_locked.get() { format!("{band}, {}", t_string!(i18n, newtable.needs_five)) } else { band }
        };
        view! {
            <label title=label>
                <input
                    type="radio"
                    class="opt"
                    name=format!("band-{seat}")
                    aria-label=label
                    disabled=is_locked
                    prop:checked=move || band.get() == one
                    on:change=move |_| form.update(|form| form.set_band(seat, one))
                />
                <svg
                    viewBox="-36 -36 72 72"
                    aria-hidden="true"
                    inner_html=move || band_choice(one, is_locked.get())
                ></svg>
            </label>
        }
    };
    view! {
        <div class="bands" role="radiogroup" aria-label=move || t_string!(i18n, newtable.band)>
            {Band::ALL.map(choice).collect_view()}
        </div>
    }
}

fn band_choice(band: Band, is_locked: bool) -> String {
    let lock = r#"<circle cx="24" cy="-22" r="14" class="lock"/><text x="24" y="-15.9" font-size="17" class="lockt">5+</text>"#;
    format!(r#"<circle r="37" class="halo"/>{}{}"#, coin::chip(band), if is_locked { lock } else { "" })
}

pub(super) fn empty_chair(form: RwSignal<TableForm>, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button
            type="button"
            class="seat empty"
            on:click=move |_| form.update(|form| form.set_players(seat + 1))
        >
            <span class="vh">{t!(i18n, newtable.seat, number = seat + 1)}</span>
            <span class="in">
                <span inner_html=cast_portrait::empty_chair(seat)></span>
                <b>{t!(i18n, newtable.empty_chair)}</b>
                <span class="sit">"+ " {t!(i18n, newtable.take_seat)}</span>
            </span>
        </button>
    }
}

pub(super) fn monster_card(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let monster = Memo::new(move |_| form.with(|form| form.monster));
    // Any of the 255 others.
    let another = move |_| {
        form.update(|form| {
            let index = form.monster.index().wrapping_add(1 + random_below(255) as u8);
            form.monster = MonsterNumber::from_index(index);
        });
    };
    view! {
        <section class="seat monster" aria-label=move || t_string!(i18n, newtable.starring)>
            <div class="pic">
                <div
                    class="picture"
                    inner_html=move || cast_portrait::star(Kit::from(monster.get()))
                ></div>
                <span class="bandcap caption panel disp">{t!(i18n, newtable.starring)}</span>
            </div>
            <div class="ctl">
                <p class="disp" aria-live="polite">
                    {move || names::monster(i18n, Kit::from(monster.get()))}
                </p>
                <button type="button" class="btn" on:click=another>
                    {t!(i18n, newtable.another)}
                </button>
            </div>
        </section>
    }
}
