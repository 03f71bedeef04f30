//! The dialog in which the host changes fortress, length, help and who begins.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use protocol::SettingsPatch;
use rules::game::{Length, NamedFortress};

use super::ask::never_mind;
use super::side::{help_icon, map};
use super::{Hall, Spot, words};
use crate::page::cards::Pick;
use crate::page::i18n::*;
use crate::page::online::api;
use crate::page::{names, words as common};
use crate::scene::newtable::Floors;
use crate::scene::room::Beginner;
use crate::table::Help;

pub(super) fn settings(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let before = hall.tonight.get_untracked();
    let floors = RwSignal::new(before.floors);
    let is_long = RwSignal::new(before.is_long);
    let help = RwSignal::new(before.help);
    let first = RwSignal::new(before.first.clone());
    // The fortress to return to after a look at the basic one.
    let experienced = RwSignal::new(match before.floors {
        Floors::Basic => Floors::Named(NamedFortress::Gallery),
        floors @ (Floors::Named(_) | Floors::Random | Floors::ByHand | Floors::Own(_)) => floors,
    });
    let own = match before.floors {
        own @ Floors::Own(_) => Some(own),
        Floors::Basic | Floors::Named(_) | Floors::Random | Floors::ByHand => None,
    };
    let fortresses: Vec<Floors> =
        NamedFortress::ALL.into_iter().map(Floors::Named).chain([Floors::Random, Floors::ByHand]).chain(own).collect();
    let agree = move |event: SubmitEvent| {
        event.prevent_default();
        let (new_floors, new_long, new_help) = (floors.get_untracked(), is_long.get_untracked(), help.get_untracked());
        let now = hall.tonight.get_untracked();
        let length = if new_long { Length::Long } else { Length::Normal };
        let patch = SettingsPatch {
            fortress: (new_floors != now.floors).then(|| new_floors.into()),
            length: (new_long != now.is_long).then_some(length),
            help: (new_help != now.help).then(|| new_help.into()),
            first: first.with_untracked(|first| {
                let wish = now.beginners.iter().find(|(_, beginner)| beginner == first).map(|(wish, _)| *wish);
                wish.filter(|_| *first != now.first)
            }),
            ..SettingsPatch::default()
        };
        if patch == SettingsPatch::default() {
            return hall.asked.set(None);
        }
        let game = hall.game();
        hall.ask(Spot::Dialog, async move { api::change(game, &patch).await }, move |_| hall.asked.set(None));
    };
    let select = {
        let fortresses = fortresses.clone();
        move |event| {
            let index: Option<usize> = event_target_value(&event).parse().ok();
            if let Some(chosen) = index.and_then(|index| fortresses.get(index).copied()) {
                experienced.set(chosen);
                floors.set(chosen);
            }
        }
    };
    let option = move |(index, one): (usize, Floors)| {
        view! {
            <option value=index selected=move || experienced.get() == one>
                {move || words::fortress(i18n, one)}
            </option>
        }
    };
    let level = move |one: Help| {
        let icon = help_icon(one);
        view! {
            <Pick
                group="room-help"
                is_on=Signal::derive(move || help.get() == one)
                on_pick=move || help.set(one)
                title=Signal::derive(move || common::help(i18n, one))
                picture=Signal::stored(format!(
                    r#"<svg class="ic line" viewBox="{}" aria-hidden="true">{}</svg>"#,
                    icon.view_box(),
                    icon.markup(),
                ))
            />
        }
    };
    let is_basic = move || floors.get() == Floors::Basic;
    view! {
        <form class="settings" on:submit=agree>
            <h2 class="disp" id="asked">{t!(i18n, room.change_title)}</h2>
            <fieldset>
                <legend class="disp">{t!(i18n, newtable.floors)}</legend>
                <div class="two">
                    <Pick
                        group="room-floors"
                        is_on=Signal::derive(is_basic)
                        on_pick=move || floors.set(Floors::Basic)
                        title=Signal::derive(move || t_string!(i18n, newtable.basic))
                        picture=Signal::stored(map(Floors::Basic))
                    />
                    <Pick
                        group="room-floors"
                        is_on=Signal::derive(move || !is_basic())
                        on_pick=move || floors.set(experienced.get_untracked())
                        title=Signal::derive(move || t_string!(i18n, newtable.experienced))
                        picture=Signal::derive(move || map(experienced.get()))
                    />
                </div>
                <div class="which">
                    <label class="kind">
                        <span class="vh">{t!(i18n, newtable.fortress)}</span>
                        <select disabled=is_basic on:change=select>
                            {fortresses.into_iter().enumerate().map(option).collect_view()}
                        </select>
                        <i></i>
                    </label>
                    <p>
                        {move || {
                            names::floors(i18n, floors.get())
                                .map_or_else(|| t_string!(i18n, newtable.basic_sub), |(_, line)| line)
                        }}
                    </p>
                </div>
            </fieldset>
            <label class="long">
                <input
                    type="checkbox"
                    class="opt"
                    prop:checked=is_long
                    on:change=move |event| is_long.set(event_target_checked(&event))
                />
                <span>
                    <b>{t!(i18n, newtable.long)}</b>
                    <small>{t!(i18n, newtable.long_sub)}</small>
                </span>
                <span class="switch" aria-hidden="true">
                    <i>
                        {move || {
                            if is_long.get() { t_string!(i18n, newtable.on) } else { t_string!(i18n, newtable.off) }
                        }}
                    </i>
                </span>
            </label>
            <fieldset>
                <legend class="disp">{t!(i18n, help.help)}</legend>
                <div class="three">{Help::ALL.map(level).collect_view()}</div>
                <p class="helpline">{move || words::help_line(i18n, help.get())}</p>
            </fieldset>
            {who_begins(hall, first)}
            <div class="buttons">
                {never_mind(hall)}
                <button class="btn go" data-do="agree" disabled=move || hall.is_busy.get()>{t!(i18n, room.agree)}</button>
            </div>
        </form>
    }
}

/// Who begins. Whoever comes or goes meanwhile changes what can be chosen.
fn who_begins(hall: Hall, first: RwSignal<Beginner>) -> impl IntoView {
    let i18n = use_i18n();
    let beginners = Memo::new(move |_| hall.tonight.with(|tonight| tonight.beginners.clone()));
    let choose = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        let chosen = index.and_then(|index| beginners.with(|all| all.get(index).map(|(_, beginner)| beginner.clone())));
        if let Some(chosen) = chosen {
            first.set(chosen);
        }
    };
    let name = move |beginner: &Beginner| match beginner {
        Beginner::Lot => t_string!(i18n, begins.lot).to_owned(),
        Beginner::LastEaten => t_string!(i18n, begins.last_eaten).to_owned(),
        Beginner::Player(tag) => words::name(i18n, tag),
    };
    let option = move |(index, (_, one)): (usize, (protocol::First, Beginner))| {
        let words = name(&one);
        view! { <option value=index selected=move || first.with(|first| *first == one)>{words}</option> }
    };
    view! {
        <label class="begins">
            <span class="disp">{t!(i18n, begins.title)}</span>
            <span class="kind">
                <select data-do="first" on:change=choose>
                    {move || beginners.get().into_iter().enumerate().map(option).collect_view()}
                </select>
                <i></i>
            </span>
        </label>
    }
}
