//! The company at a table on the server: who watches, the menu of the table, and bots that stand in.

mod device;
mod offer;
mod sheet;

use bots::Bot;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{GameId, GameView, Occupant, StandIn};
use rules::game::Seat;

use self::device::device;
use self::offer::offer;
use self::sheet::sheet;
use super::api::{self, Failure};
use crate::draw::icons::Icon;
use crate::draw::presence::{self, Presence as Mark};
use crate::page::driver::remote::RemoteDriver;
use crate::page::i18n::*;
use crate::page::names;
use crate::page::table::company::Company;
use crate::route::Route;

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
    handover: RwSignal<Handover>,
}

/// A link that moves seats to another device.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Handover {
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
        handover: RwSignal::new(Handover::No),
    };
    provide_context(Company {
        tools: Callback::new(move |lines| tools(menu, lines).into_any()),
        open_menu: Callback::new(move |()| menu.open()),
        offer: Callback::new(move |seat| offer(menu, seat)),
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

    /// Lets a bot act for seats, or sends it away. The menu stays open if that fails, and says so.
    fn stand_in(self, seats: Vec<usize>, is_wanted: bool) {
        self.has_failed.set(false);
        let bot = StandIn { bot: Bot::Fox.into() };
        spawn_local(async move {
            let mut has_failed = false;
            for seat in seats {
                has_failed |= api::stand_in(self.game, seat, is_wanted.then_some(&bot)).await.is_err();
            }
            // The screen may be gone.
            if self.has_failed.try_set(has_failed).is_none() && !has_failed {
                self.close();
            }
        });
    }

    /// Asks for a link that moves everything this browser holds to another device.
    fn move_seats(self) {
        self.close();
        self.handover.set(Handover::Asked);
        if let Some(device) = self.device.get_untracked() {
            // Fails only if it is open already.
            let _ = device.show_modal();
        }
        spawn_local(async move {
            let handover = match api::hand_over(self.game).await {
                Ok(code) => Handover::Link(super::page_address() + &Route::Seats(code.code).to_string()),
                Err(Failure::Unreachable | Failure::Refused(_)) => Handover::Failed,
            };
            let _ = self.handover.try_set(handover);
        });
    }

    /// Whether this browser may put a bot into the seat of somebody who has vanished: the host may, and everybody who
    /// plays if the host has vanished as well.
    fn looks_after_others(self) -> bool {
        let may = self.with_view(|view| {
            let host = view.host_seat.and_then(|seat| view.seats.get(seat)).map(|seat| &seat.occupant);
            let is_host_gone = matches!(host, Some(Occupant::Human { here: false, .. }));
            view.host || is_host_gone && !view.yours.is_empty()
        });
        may.unwrap_or_default()
    }

    fn open(self) {
        self.has_failed.set(false);
        if let Some(dialog) = self.dialog.get_untracked() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        }
    }

    fn close(self) {
        if let Some(dialog) = self.dialog.get_untracked() {
            dialog.close();
        }
    }
}

/// The tools of the header; the menu begins with these lines on small screens.
fn tools(menu: Menu, lines: AnyView) -> impl IntoView {
    let i18n = use_i18n();
    let watching = Memo::new(move |_| menu.with_view(|view| view.watching.len()).unwrap_or_default());
    let open = move |_| menu.open();
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
            <svg viewBox=Icon::Table.view_box() aria-hidden="true" inner_html=Icon::Table.markup()></svg>
        </button>
        {sheet(menu, lines)}
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

/// The seats of this browser.
pub(super) fn own_seats(remote: RemoteDriver) -> crate::table::Seats {
    let yours = remote.view.with_untracked(|view| view.as_ref().map(|view| view.yours.clone()).unwrap_or_default());
    yours.into_iter().filter_map(Seat::new).collect()
}
