//! The settings of a new table: fortress, length, speed and help.

use leptos::prelude::*;
use rules::game::{Length, NamedFortress};

use super::{Arrow, random_below};
use crate::draw::fortress_thumb;
use crate::draw::icons::Icon;
use crate::page::cards::Pick;
use crate::page::i18n::*;
use crate::page::{names, words};
use crate::route::Route;
use crate::scene::newtable::{Floors, TableForm};
use crate::table::{Help, Speed};

pub(super) fn floors_box(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let floors = Memo::new(move |_| form.with(TableForm::floors));
    let seed = Memo::new(move |_| form.with(|form| form.floors_seed));
    // The fortress to return to when the player switches to the basic game and back.
    let experienced = RwSignal::new(match floors.get_untracked() {
        Floors::Basic => Floors::Named(NamedFortress::Gallery),
        floors @ (Floors::Named(_) | Floors::Random | Floors::ByHand | Floors::Own(_)) => floors,
    });
    // The player's own fortress changes only on another screen.
    let fortresses = move || form.with_untracked(TableForm::fortresses);
    let choose = move |chosen: Floors| {
        if chosen != Floors::Basic {
            experienced.set(chosen);
        }
        form.update(|form| form.set_floors(chosen));
    };
    let map = move || {
        let tiles = experienced.get().tiles(seed.get());
        tiles.map_or_else(String::new, |tiles| fortress_thumb::tiles(&tiles))
    };
    let further = move |places: usize| {
        let all: Vec<Floors> = fortresses().collect();
        let index = all.iter().position(|one| *one == experienced.get_untracked()).unwrap_or(0);
        choose(all[(index + places) % all.len()]);
    };
    let last = fortresses().count() - 1;
    let select = move |event| {
        let chosen = event_target_value(&event).parse().ok().and_then(|index| fortresses().nth(index));
        if let Some(chosen) = chosen {
            choose(chosen);
        }
    };
    let option = move |(index, one): (usize, Floors)| {
        view! {
            <option value=index selected=move || experienced.get() == one>
                {move || names::floors(i18n, one).map(|(name, _)| name)}
            </option>
        }
    };
    view! {
        <fieldset class="box panel">
            <legend class="disp">{t!(i18n, newtable.floors)}</legend>
            <div class="two">
                <Pick
                    group="floors"
                    is_on=Signal::derive(move || floors.get() == Floors::Basic)
                    on_pick=move || choose(Floors::Basic)
                    title=Signal::derive(move || t_string!(i18n, newtable.basic))
                    small=Signal::derive(move || t_string!(i18n, newtable.basic_sub))
                    picture=Signal::stored(fortress_thumb::basic())
                />
                <Pick
                    group="floors"
                    is_on=Signal::derive(move || floors.get() != Floors::Basic)
                    on_pick=move || choose(experienced.get_untracked())
                    title=Signal::derive(move || t_string!(i18n, newtable.experienced))
                    small=Signal::derive(move || t_string!(i18n, newtable.experienced_sub))
                    picture=Signal::derive(map)
                />
            </div>
            <Show when=move || floors.get() != Floors::Basic>
                <div class="fortress">
                    <div class="role">
                        <Arrow
                            way=-1
                            label=Signal::derive(move || t_string!(i18n, newtable.previous_fortress))
                            on_press=move || further(last)
                        />
                        <label class="plate">
                            <span class="vh">{t!(i18n, newtable.fortress)}</span>
                            <select on:change=select>{fortresses().enumerate().map(option).collect_view()}</select>
                            <i class="chev" aria-hidden="true"></i>
                        </label>
                        <Arrow
                            way=1
                            label=Signal::derive(move || t_string!(i18n, newtable.next_fortress))
                            on_press=move || further(1)
                        />
                    </div>
                    <p>
                        <span>{move || names::floors(i18n, floors.get()).map(|(_, line)| line)}</span>
                        <Show when=move || floors.get() == Floors::Random>
                            <button
                                type="button"
                                class="btn"
                                on:click=move |_| form.update(|form| form.floors_seed = random_below(u32::MAX))
                            >
                                {t!(i18n, newtable.shuffle)}
                            </button>
                        </Show>
                        <Show when=move || floors.get() != Floors::ByHand>
                            <a class="btn" data-do="change" href=Route::Fortress.to_string()>{t!(i18n, newtable.change)}</a>
                        </Show>
                    </p>
                </div>
            </Show>
        </fieldset>
    }
}

pub(super) fn long_game(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let is_long = Memo::new(move |_| form.with(|form| form.length == Length::Long));
    let set = move |event| {
        form.update(|form| form.length = if event_target_checked(&event) { Length::Long } else { Length::Normal });
    };
    let state = move || if is_long.get() { t_string!(i18n, newtable.on) } else { t_string!(i18n, newtable.off) };
    view! {
        <label class="long panel">
            <input type="checkbox" class="opt" prop:checked=is_long on:change=set />
            <span>
                <b>{t!(i18n, newtable.long)}</b>
                <small>{t!(i18n, newtable.long_sub)}</small>
            </span>
            <svg viewBox="0 0 230 130" aria-hidden="true">
                <use href="#tombstone-5" width="92" height="120" x="-2" y="8" />
                <path
                    d="M92 62h26l-4-14 28 24-28 24 4-14H92Z"
                    fill="var(--mustard)"
                    stroke="var(--ink)"
                    stroke-width="6"
                    stroke-linejoin="round"
                />
                <use href="#tombstone-hits-3" width="92" height="120" x="140" y="8" />
            </svg>
            <span class="switch" aria-hidden="true">
                <i>{state}</i>
            </span>
        </label>
    }
}

pub(super) fn speed_box(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let speed = Memo::new(move |_| form.with(TableForm::speed));
    let pick = move |one: Speed| {
        view! {
            <Pick
                group="speed"
                is_on=Signal::derive(move || speed.get() == one)
                on_pick=move || form.update(|form| form.chosen_speed = Some(one))
                title=Signal::derive(move || words::speed(i18n, one))
                picture=Signal::stored(footprints(one))
            />
        }
    };
    view! {
        <fieldset class="box panel">
            <legend class="disp">{t!(i18n, newtable.speed)}</legend>
            <div class="three">{Speed::ALL.map(pick).collect_view()}</div>
        </fieldset>
    }
}

pub(super) fn help_box(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let help = Memo::new(move |_| form.with(|form| form.help));
    let icon = |one: Help| match one {
        Help::Nothing => Icon::ClosedEye,
        Help::Sight => Icon::Help,
        Help::Foresight => Icon::Foresight,
    };
    let pick = move |one: Help| {
        let icon = icon(one);
        let picture =
            format!(r#"<svg class="ic line" viewBox="{}" aria-hidden="true">{}</svg>"#, icon.view_box(), icon.markup());
        view! {
            <Pick
                group="help"
                is_on=Signal::derive(move || help.get() == one)
                on_pick=move || form.update(|form| form.help = one)
                title=Signal::derive(move || words::help(i18n, one))
                picture=Signal::stored(picture)
            />
        }
    };
    let line = move || match help.get() {
        Help::Nothing => t_string!(i18n, help.level_lines.nothing),
        Help::Sight => t_string!(i18n, help.level_lines.sight),
        Help::Foresight => t_string!(i18n, help.level_lines.foresight),
    };
    view! {
        <fieldset class="box panel">
            <legend class="disp">{t!(i18n, help.help)}</legend>
            <div class="three">{Help::ALL.map(pick).collect_view()}</div>
            <p class="helpline">{line}</p>
        </fieldset>
    }
}

fn footprints(speed: Speed) -> String {
    let print = |(x, y, size): (u8, u8, f32)| {
        format!(r##"<use href="#print" class="f" transform="translate({x} {y}) rotate(60) scale({size})"/>"##)
    };
    let prints = match speed {
        Speed::Creep => print((34, 24, 1.9)),
        Speed::Walk => [(20, 28, 1.7), (46, 20, 1.7)].map(print).concat(),
        Speed::Rush => {
            [(14, 32, 1.4), (36, 24, 1.4), (57, 16, 1.4)].map(print).concat()
                + r#"<path class="l" d="M2 12h16M8 3h20"/>"#
        }
    };
    format!(r#"<svg class="ic" viewBox="0 0 68 46" aria-hidden="true">{prints}</svg>"#)
}
