//! The company at a table on the server: who watches, the menu of the table, and bots that stand in.

use leptos::html::{Dialog, Input};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{GameId, GameView, Occupant, StandIn};
use rules::game::Seat;
use rules::terms::BotName;

use super::api::{self, Failure};
use super::invitation_link;
use crate::draw::icons::Icon;
use crate::draw::presence::{self, Presence as Mark};
use crate::draw::qr::qr;
use crate::page::app::use_frame;
use crate::page::driver::remote::RemoteDriver;
use crate::page::i18n::*;
use crate::page::table::company::Company;
use crate::page::{names, tables};
use crate::route::Route;
use crate::table::Presence;

/// The bot that stands in for people.
const SUBSTITUTE: &str = "fox";

/// What the parts of the menu share.
#[derive(Clone, Copy)]
struct Menu {
    remote: RemoteDriver,
    game: GameId,
    dialog: NodeRef<Dialog>,
    device: NodeRef<Dialog>,
    /// Whether the last request failed.
    has_failed: RwSignal<bool>,
    /// The link that moves the seats of this browser.
    moving: RwSignal<Moving>,
}

/// A link that moves seats to another device.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Moving {
    /// Nobody has asked for one.
    No,
    /// It is on its way.
    Asked,
    /// It is here.
    Link(String),
    /// The server did not give one.
    Failed,
}

/// Seats the people of this table around it.
pub(super) fn provide(remote: RemoteDriver, game: GameId) {
    let menu = Menu {
        remote,
        game,
        dialog: NodeRef::new(),
        device: NodeRef::new(),
        has_failed: RwSignal::new(false),
        moving: RwSignal::new(Moving::No),
    };
    provide_context(Company {
        tools: Callback::new(move |()| tools(menu).into_any()),
        about: Callback::new(move |seat| about(menu, seat)),
    });
}

impl Menu {
    fn with_view<T>(self, look: impl FnOnce(&GameView) -> T) -> Option<T> {
        self.remote.view.with(|view| view.as_ref().map(look))
    }

    /// The name of a seat.
    fn name(self, i18n: crate::page::words::Language, seat: usize) -> String {
        let name = self.with_view(|view| match view.seats.get(seat).map(|seat| &seat.occupant) {
            Some(Occupant::Human { name: Some(name), .. } | Occupant::Bot { name, .. }) => name.clone(),
            Some(Occupant::Human { name: None, band, .. }) => names::the_band(i18n, *band),
            Some(Occupant::Open { .. } | Occupant::None) | None => String::new(),
        });
        name.unwrap_or_default()
    }

    /// Lets a bot act for seats, or sends it away.
    fn stand_in(self, seats: Vec<usize>, is_wanted: bool) {
        self.has_failed.set(false);
        let bot = StandIn { bot: SUBSTITUTE.parse::<BotName>().expect("the name of a bot") };
        spawn_local(async move {
            for seat in seats {
                let answer = api::stand_in(self.game, seat, is_wanted.then_some(&bot)).await;
                if answer.is_err() {
                    // The screen may be gone.
                    let _ = self.has_failed.try_set(true);
                }
            }
        });
        self.close();
    }

    /// Asks for a link that moves everything this browser holds to another device.
    fn move_seats(self) {
        self.close();
        self.moving.set(Moving::Asked);
        if let Some(device) = self.device.get_untracked() {
            // Fails only if it is open already.
            let _ = device.show_modal();
        }
        spawn_local(async move {
            let moving = match api::hand_over(self.game).await {
                Ok(code) => Moving::Link(super::page_address() + &Route::Seats(code.code).to_string()),
                Err(Failure::Unreachable | Failure::Refused(_)) => Moving::Failed,
            };
            let _ = self.moving.try_set(moving);
        });
    }

    fn close(self) {
        if let Some(dialog) = self.dialog.get_untracked() {
            dialog.close();
        }
    }
}

/// The tools of the header.
fn tools(menu: Menu) -> impl IntoView {
    let i18n = use_i18n();
    let watching = Memo::new(move |_| menu.with_view(|view| view.watching.len()).unwrap_or_default());
    let open = move |_| {
        menu.has_failed.set(false);
        if let Some(dialog) = menu.dialog.get_untracked() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        }
    };
    let eyes = move || {
        (watching.get() > 0).then(|| {
            let words = move || t_string!(i18n, company.watch, count = watching.get() as u32).to_string();
            view! {
                <button class="tool eyes" data-do="watchers" aria-label=words title=words on:click=open>
                    <span class="pres">
                        <svg viewBox=presence::BOX aria-hidden="true" inner_html=Mark::Here.markup()></svg>
                    </span>
                    <i aria-hidden="true">{watching}</i>
                </button>
            }
        })
    };
    let label = move || t_string!(i18n, company.menu);
    view! {
        {eyes}
        <button class="tool" data-do="table-menu" aria-label=label title=label aria-haspopup="dialog" on:click=open>
            <svg viewBox=Icon::Menu.view_box() aria-hidden="true" inner_html=Icon::Menu.markup()></svg>
        </button>
        {sheet(menu)}
        {device(menu)}
    }
}

/// Closes a dialog when the pointer is pressed outside of it.
fn close_outside(dialog: NodeRef<Dialog>) -> impl Fn(web_sys::MouseEvent) + 'static {
    move |event: web_sys::MouseEvent| {
        let Some(dialog) = dialog.get_untracked() else { return };
        let bounds = dialog.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let is_inside = (bounds.left()..bounds.right()).contains(&x) && (bounds.top()..bounds.bottom()).contains(&y);
        // A click by keyboard has no place.
        if event.detail() > 0 && !is_inside {
            dialog.close();
        }
    }
}

/// The menu of the table.
fn sheet(menu: Menu) -> impl IntoView {
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
    // The host looks after people who have vanished.
    let vanished = Memo::new(move |_| {
        let seats = menu.with_view(|view| {
            let others = view.seats.iter().filter(|seat| !view.yours.contains(&seat.seat));
            let gone = others.filter(|seat| match &seat.occupant {
                Occupant::Human { here, stand_in, .. } => !here || stand_in.is_some(),
                Occupant::Bot { .. } | Occupant::Open { .. } | Occupant::None => false,
            });
            if view.host && view.result.is_none() { gone.map(|seat| seat.seat).collect() } else { vec![] }
        });
        seats.unwrap_or_default()
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
        let address = menu.with_view(|view| {
            let is_allowed = view.help == protocol::Help::Foresight || view.result.is_some();
            let position = view.situation.clone().or_else(|| view.position.clone()).filter(|_| is_allowed);
            position.map(|position| Route::Position(position).to_string())
        });
        address.flatten().map(|address| {
            view! {
                <a class="mi" data-do="analyse" href=address>
                    <span class="mic"><svg viewBox=Icon::Analysis.view_box() aria-hidden="true" inner_html=Icon::Analysis.markup()></svg></span>
                    <b class="disp">{t!(i18n, company.analyse)}</b>
                    <small>{t!(i18n, company.analyse_sub)}</small>
                </a>
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
            {folk}
            {watch_link(menu)}
            {moves}
            {for_me}
            {for_others}
            {analyse}
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

/// The dialog with the code that moves seats to another device.
fn device(menu: Menu) -> impl IntoView {
    let i18n = use_i18n();
    let close = move |_| {
        if let Some(device) = menu.device.get_untracked() {
            device.close();
        }
    };
    let content = move || match menu.moving.get() {
        Moving::No | Moving::Asked => view! { <p role="status">{t!(i18n, company.moving)}</p> }.into_any(),
        Moving::Failed => view! {
            <p role="alert">{t!(i18n, company.move_failed)}</p>
            <button class="btn" on:click=move |_| menu.move_seats()>{t!(i18n, common.try_again)}</button>
        }
        .into_any(),
        Moving::Link(link) => {
            let picture = qr(&link, t_string!(i18n, company.move_seats));
            view! {
                <div class="dq" inner_html=picture></div>
                <p>{t!(i18n, company.move_how)}</p>
                <input readonly data-do="move-link" aria-label=t_string!(i18n, company.move_seats) value=link />
            }
            .into_any()
        }
    };
    view! {
        <dialog class="device panel" node_ref=menu.device aria-labelledby="move-seats" on:click=close_outside(menu.device)>
            <button class="x" aria-label=move || t_string!(i18n, common.close) on:click=close>
                <svg viewBox="0 0 16 16" aria-hidden="true"><use href="#i-eaten" /></svg>
            </button>
            <h2 class="disp" id="move-seats">{t!(i18n, company.move_seats)}</h2>
            {content}
        </dialog>
    }
}

/// What the bar offers while a seat is to act elsewhere: one's own seat back from a bot, or a bot for somebody who has
/// vanished.
fn about(menu: Menu, seat: Seat) -> Option<AnyView> {
    let i18n = use_i18n();
    let attendance = menu.remote.wires().attendance;
    let state = Memo::new(move |_| attendance.with(|seats| seats.get(seat.index()).copied().unwrap_or_default()));
    let is_host = Memo::new(move |_| menu.with_view(|view| view.host).unwrap_or_default());
    let offer = move || {
        let state = state.get();
        let seat = seat.index();
        if state.is_own && state.stand_in.is_some() {
            return Some(
                view! {
                    <p class="offer">{t!(i18n, company.sits_in)}</p>
                    <button class="btn go" data-do="seat-back" on:click=move |_| menu.stand_in(vec![seat], false)>
                        {t!(i18n, company.my_seat)}
                    </button>
                }
                .into_any(),
            );
        }
        let is_missing = state.presence == Presence::Away && state.stand_in.is_none();
        (is_missing && is_host.get()).then(|| {
            let name = menu.name(i18n, seat);
            view! {
                <p class="offer">{t_string!(i18n, company.where_is, name).to_string()}</p>
                <button class="btn go" data-do="fox-please" on:click=move |_| menu.stand_in(vec![seat], true)>
                    {t!(i18n, company.fox_please)}
                </button>
            }
            .into_any()
        })
    };
    Some(view! { {offer} }.into_any())
}

/// The seats of this browser.
pub(super) fn own_seats(remote: RemoteDriver) -> crate::table::Seats {
    let yours = remote.view.with_untracked(|view| view.as_ref().map(|view| view.yours.clone()).unwrap_or_default());
    yours.into_iter().filter_map(Seat::new).collect()
}
