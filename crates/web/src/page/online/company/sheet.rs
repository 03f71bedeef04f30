//! The menu of a table on the server.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::Occupant;

use super::{Menu, close_outside};
use crate::draw::icons::Icon;
use crate::draw::presence::{self, Presence as Mark};
use crate::page::app::{go_to, use_frame};
use crate::page::driver::Drive;
use crate::page::i18n::*;
use crate::page::online::invitation_link;
use crate::page::rulebook::Rulebook;
use crate::page::tables;
use crate::route::Route;

/// The menu of the table. It begins with these lines where the header has no room for tools.
pub(super) fn sheet(menu: Menu, lines: AnyView) -> impl IntoView {
    let i18n = use_i18n();
    let frame = use_frame();
    let folk = move || {
        let names = menu.with_view(|view| view.watching.clone()).filter(|names| !names.is_empty())?;
        let count = names.len();
        let somebody = || t_string!(i18n, company.somebody).to_owned();
        let words: Vec<String> = names.into_iter().map(|name| name.unwrap_or_else(somebody)).collect();
        Some(view! {
            <ul class="folk">
                <li>
                    <span class="pres">
                        <svg viewBox=presence::BOX aria-hidden="true" inner_html=Mark::Here.markup()></svg>
                    </span>
                    <b>{t!(i18n, company.watch, count = move || count)}</b>
                    <span>{words.join(", ")}</span>
                </li>
            </ul>
        })
    };
    let own = Memo::new(move |_| menu.with_view(|view| view.yours.clone()).unwrap_or_default());
    let own_names = move || {
        let names: Vec<String> = own.get().into_iter().map(|seat| menu.name(i18n, seat)).collect();
        names.join(", ")
    };
    let moves = move || {
        (!own.get().is_empty()).then(|| {
            let sub = move || t_string!(i18n, company.move_seats_sub, names = own_names()).to_string();
            item(
                "move-seats",
                DEVICE,
                move || t_string!(i18n, company.move_seats).to_owned(),
                sub,
                move || menu.move_seats(),
            )
        })
    };
    let stand_in = move |seat: usize| {
        menu.with_view(|view| match view.seats.get(seat).map(|seat| &seat.occupant) {
            Some(Occupant::Human { stand_in, .. }) => Some(stand_in.is_some()),
            Some(Occupant::Bot { .. } | Occupant::Open { .. } | Occupant::None) | None => None,
        })
        .flatten()
    };
    let is_over = Memo::new(move |_| menu.with_view(|view| view.result.is_some()).unwrap_or_default());
    let for_me = move || {
        let seats = own.get();
        let has_bot = seats.iter().any(|seat| stand_in(*seat) == Some(true));
        (!seats.is_empty() && !is_over.get()).then(|| {
            let (title, sub) = match has_bot {
                true => (t_string!(i18n, company.seat_back), t_string!(i18n, company.seat_back_sub)),
                false => (t_string!(i18n, company.bot_for_me), t_string!(i18n, company.bot_for_me_sub)),
            };
            let act = move || menu.stand_in(seats.clone(), !has_bot);
            item("bot-for-me", KEY, move || title.to_owned(), move || sub.to_owned(), act)
        })
    };
    let vanished = Memo::new(move |_| {
        let seats = menu.with_view(|view| {
            let others = view.seats.iter().filter(|seat| !view.yours.contains(&seat.seat));
            let gone = others.filter(|seat| match &seat.occupant {
                Occupant::Human { here, stand_in, .. } => !here || stand_in.is_some(),
                Occupant::Bot { .. } | Occupant::Open { .. } | Occupant::None => false,
            });
            if view.result.is_none() { gone.map(|seat| seat.seat).collect() } else { vec![] }
        });
        seats.filter(|_| menu.looks_after_others()).unwrap_or_default()
    });
    let for_others = move || {
        let one = |seat: usize| {
            let name = menu.name(i18n, seat);
            let has_bot = stand_in(seat) == Some(true);
            let (title, sub) = match has_bot {
                true => (
                    t_string!(i18n, company.bot_off, name).to_string(),
                    t_string!(i18n, company.bot_off_sub).to_owned(),
                ),
                false => {
                    let sub = t_string!(i18n, company.bot_for_sub, name = name.clone()).to_string();
                    (t_string!(i18n, company.bot_for, name).to_string(), sub)
                }
            };
            item(
                "bot-for-other",
                KEY,
                move || title.clone(),
                move || sub.clone(),
                move || menu.stand_in(vec![seat], !has_bot),
            )
        };
        vanished.get().into_iter().map(one).collect_view()
    };
    let theme = move || match frame.theme.get() {
        crate::page::app::Theme::Dark => t_string!(i18n, common.theme_light).to_owned(),
        crate::page::app::Theme::Light => t_string!(i18n, common.theme_dark).to_owned(),
    };
    let analyse = move || {
        let is_allowed =
            menu.with_view(|view| view.help == protocol::Help::Foresight || view.result.is_some()).unwrap_or_default();
        // As it stands when it is asked for: the view of the server does not change with every move.
        let go = move |_| {
            let mut board = None;
            menu.remote.read(&mut |table| {
                let playing = table.story().game().playing();
                board = playing.map(|game| Route::analysis_in_play(game).with_monster(table.monster()));
            });
            if let Some(board) = board {
                go_to(&board);
            }
        };
        let is_on = menu.with_view(|view| view.position.is_some()).unwrap_or_default();
        (is_allowed && is_on && menu.remote.has_story.get()).then(|| {
            view! {
                <button class="mi" data-do="analyse" on:click=go>
                    <span class="mic"><svg viewBox=Icon::Analysis.view_box() aria-hidden="true" inner_html=Icon::Analysis.markup()></svg></span>
                    <b class="disp">{t!(i18n, company.analyse)}</b>
                    <small>{t!(i18n, company.analyse_sub)}</small>
                </button>
            }
        })
    };
    view! {
        <dialog
            class="sheetmenu panel" node_ref=menu.dialog aria-labelledby="table-menu" on:click=close_outside(menu.dialog)
        >
            <h2 class="disp" id="table-menu">{t!(i18n, company.this_table)}</h2>
            <button class="x" aria-label=move || t_string!(i18n, common.close) on:click=move |_| menu.close()>
                <svg viewBox="0 0 16 16" aria-hidden="true"><use href="#i-eaten" /></svg>
            </button>
            // It closes before the line acts, so that the focus goes where the line sends it.
            <div class="aboard" on:click:capture=move |_| menu.close()>{lines}</div>
            {folk}
            {watch_link(menu)}
            {moves}
            {for_me}
            {for_others}
            {analyse}
            {Rulebook::of_table().map(|rulebook| item(
                "rules",
                BOOK,
                move || t_string!(i18n, table.rules).to_owned(),
                move || t_string!(i18n, table.rules_sub).to_owned(),
                move || {
                    menu.close();
                    rulebook.open();
                },
            ))}
            {item("theme", MOON, move || t_string!(i18n, company.theme).to_owned(), theme, move || {
                frame.choose_theme(frame.theme.get_untracked().other());
            })}
            <a class="mi" data-do="leave" href=Route::Home.to_string()>
                <span class="mic"><svg viewBox="0 0 24 24" aria-hidden="true" inner_html=EXIT></svg></span>
                <b class="disp">{t!(i18n, company.leave)}</b>
                <small>{t!(i18n, company.leave_sub)}</small>
            </a>
            <p class="note" role="status">
                {move || menu.has_failed.get().then(|| t_string!(i18n, company.failed))}
            </p>
        </dialog>
    }
}

const BOOK: &str = Icon::Rules.markup();
const DEVICE: &str = r#"<path d="M4 3h9v12H4ZM7 18h3M16 8h5v13h-8M15 5l3-3 3 3M18 2v3"/>"#;
const EYE: &str = r#"<path d="M2 12C6 6 9 5 12 5s6 1 10 7c-4 6-7 7-10 7s-6-1-10-7Z"/><circle cx="12" cy="12" r="3"/>"#;
const MOON: &str = r#"<path d="M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10Z"/>"#;
const EXIT: &str = r#"<path d="M5 21V4h9v17M5 21h15M14 8h6v13M11 12v2"/>"#;
const KEY: &str = r#"<path d="M3 10 7 5l5 7 5-7 4 5-4 2 4 2-4 5-5-7-5 7-4-5 4-2Z"/>"#;

/// A line of the menu.
fn item(
    name: &'static str,
    icon: &'static str,
    title: impl Fn() -> String + Send + 'static,
    sub: impl Fn() -> String + Send + 'static,
    act: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button class="mi" data-do=name on:click=move |_| act()>
            <span class="mic"><svg viewBox="0 0 24 24" aria-hidden="true" inner_html=icon></svg></span>
            <b class="disp">{title}</b>
            <small>{sub}</small>
        </button>
    }
}

/// Copies the link to the table; where the browser does not copy, shows it.
fn watch_link(menu: Menu) -> impl IntoView {
    let i18n = use_i18n();
    let copied = RwSignal::new(None::<bool>);
    let by_hand = NodeRef::<Input>::new();
    let link = StoredValue::new(invitation_link(menu.game));
    let copy = move || {
        spawn_local(async move {
            let is_copied = tables::copy(&link.get_value()).await;
            let _ = copied.try_set(Some(is_copied));
        });
    };
    let sub = move || match copied.get() {
        None => t_string!(i18n, company.copy_link_sub).to_owned(),
        Some(true) => t_string!(i18n, company.copied).to_owned(),
        Some(false) => t_string!(i18n, company.not_copied).to_owned(),
    };
    Effect::new(move || {
        if copied.get() == Some(false)
            && let Some(input) = by_hand.get()
        {
            input.select();
        }
    });
    view! {
        {item("watch-link", EYE, move || t_string!(i18n, company.copy_link).to_owned(), sub, copy)}
        {move || (copied.get() == Some(false)).then(|| view! {
            <input node_ref=by_hand readonly aria-label=t_string!(i18n, company.copy_link) prop:value=link.get_value() />
        })}
    }
}
