//! What the form of a new table and the waiting room share.

use bots::Bot;
use leptos::prelude::*;

use super::i18n::*;

/// The strength of a bot.
pub(in crate::page) fn fangs(kind: Bot) -> impl IntoView {
    let i18n = use_i18n();
    let strength = Bot::ALL.iter().position(|one| *one == kind).map_or(0, |index| index + 1);
    let fang = move |number: usize| {
        view! {
            <svg viewBox="0 0 12 22" aria-hidden="true">
                <path d="M1.5 2 10.5 2 6 20Z" class=if number <= strength { "on" } else { "off" } stroke-linejoin="round" />
            </svg>
        }
    };
    view! {
        <span class="fangs">
            <span class="vh">{t!(i18n, newtable.strength, fangs = strength)}</span>
            {(1..=Bot::ALL.len()).map(fang).collect_view()}
        </span>
    }
}

/// A card of a radio group.
#[component]
pub(in crate::page) fn Pick(
    /// The name of the group.
    group: &'static str,
    /// Whether this card is the chosen one.
    is_on: Signal<bool>,
    /// Chooses it.
    on_pick: impl Fn() + 'static,
    /// What it stands for.
    title: Signal<&'static str>,
    /// A line below the title.
    #[prop(optional)]
    small: Option<Signal<&'static str>>,
    /// Its picture.
    picture: Signal<String>,
) -> impl IntoView {
    view! {
        <label class="pick">
            <input type="radio" class="opt" name=group prop:checked=is_on on:change=move |_| on_pick() />
            <span class="card">
                <span class="picture" inner_html=picture></span>
                <b>{title}</b>
                {small.map(|small| view! { <small>{small}</small> })}
                <svg class="tick" viewBox="0 0 24 24" aria-hidden="true">
                    <circle cx="12" cy="12" r="10" />
                    <path d="M7 12.5 11 16 17.5 8" />
                </svg>
            </span>
        </label>
    }
}
