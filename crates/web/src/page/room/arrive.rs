//! The arrival: somebody has opened the invitation, and chooses a name and a band or watches.

use leptos::ev::SubmitEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{ClientMessage, TakeSeat};
use rules::game::Band;

use super::side::print;
use super::{Hall, Menu, Place, Spot, remember_name, words};
use crate::draw::door::{self as drawn, Leaves};
use crate::draw::{coin, face, seal};
use crate::page::clock::Clock;
use crate::page::i18n::*;
use crate::page::online::api::{self, Failure};
use crate::page::online::{pledge, window};
use crate::page::{focus, names};
use crate::scene::newtable::LONGEST_NAME;
use crate::scene::room::arrival::{Arrival, BandChoice, named};
use crate::scene::room::{Behind, Room, Tag};

/// The pause after the last key before the others see the name, in milliseconds.
const TYPING_MS: u32 = 350;

pub(super) fn arrive(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let form = hall.arrival;
    be_seen(hall);
    let with =
        move |read: fn(&Arrival, &Room) -> Option<Band>| hall.room.with(|room| form.with(|form| read(form, room)));
    let band = Memo::new(move |_| with(Arrival::band));
    let door = Memo::new(move |_| hall.room.with(|room| form.with(|form| form.door(room))));
    let seats = Memo::new(move |_| form.with(|form| form.ready().len()) + 1);
    let shown = Memo::new(move |_| door.get().and(band.get()));
    let host = Memo::new(move |_| hall.room.with(|room| room.host.clone()));
    let title = move || match host.get() {
        Some(tag) => t_string!(i18n, room.arrive.title, name = words::name(i18n, &tag)).to_string(),
        None => t_string!(i18n, room.arrive.title_nobody).to_owned(),
    };
    let picture = move || match shown.get() {
        Some(band) => drawn::taken(band, door.get_untracked().unwrap_or(0), Leaves::Open),
        None => drawn::shut(),
    };
    let caption = move || match shown.get() {
        Some(band) => names::the_band(i18n, band),
        None => t_string!(i18n, room.arrive.window).to_owned(),
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        take(hall);
    };
    let watch = move |_| {
        let name = named(form.with_untracked(|form| form.name().to_owned()).as_str());
        if let Some(name) = &name {
            remember_name(name);
        }
        hall.trouble.set(None);
        hall.was_shown_out.set(false);
        window::remember(hall.game(), name.as_deref());
        hall.place.set(Place::Window);
        // After the withdrawal from the door, which leaving this screen sends.
        request_animation_frame(move || hall.say(ClientMessage::Watching { name }));
    };
    let take_label = move || {
        if hall.is_busy.get() {
            return t_string!(i18n, room.arrive.taking).to_owned();
        }
        let seats = seats.get();
        t_string!(i18n, room.arrive.take, count = seats as u32, n = words::number(i18n, seats)).to_string()
    };
    view! {
        <main class="newtable room arrive">
            <div class="sheet">
                <section class=move || format!("splash panel {}", shown.get().map_or_else(String::new, |band| coin::letter(band).to_string()))>
                    <div class="art" inner_html=picture></div>
                    {move || {
                        host.get().map(|tag| {
                            let words = move || {
                                if door.get().is_some() {
                                    t_string!(i18n, room.arrive.welcome)
                                } else {
                                    t_string!(i18n, room.arrive.welcome_full)
                                }
                            };
                            view! { <p class="balloon ada"><b>{words::name(i18n, &tag)}</b>{words}</p> }
                        })
                    }}
                    <span class="bandcap caption panel disp">{caption}</span>
                    {inside(hall)}
                </section>
                <form class="form" on:submit=submit>
                    <section class="panel intro">
                        <h1 class="disp" tabindex="-1">
                            {title}
                            <small>
                                {move || hall.tonight.with(|tonight| words::settings(i18n, tonight))}
                                <br />
                                <span role="status">{move || hall.room.with(|room| words::space(i18n, room))}</span>
                            </small>
                        </h1>
                        <Menu />
                    </section>
                    {name_box(hall, band)}
                    {band_box(hall, band, door)}
                    <div class="panel sealline">
                        <svg class="seal" viewBox=seal::SEAL_BOX aria-hidden="true" inner_html=seal::seal()></svg>
                        <p>
                            <b class="disp">{t!(i18n, room.arrive.sealed)} " " {print(hall)}</b>
                            {t!(i18n, room.arrive.luck)}
                        </p>
                    </div>
                    <div class="panel ways">
                        <div class="oops-place" role="alert">
                            {move || notice(hall, door.get().is_some()).map(|words| view! { <p class="oops">{words}</p> })}
                        </div>
                        <button
                            class="btn go"
                            data-do="take"
                            disabled=move || hall.is_busy.get() || shown.get().is_none()
                        >
                            {take_label}
                        </button>
                        <button type="button" class="btn" data-do="watch" on:click=watch>{t!(i18n, room.arrive.watch)}</button>
                    </div>
                </form>
            </div>
        </main>
    }
}

/// What has to be said beside TAKE A SEAT.
fn notice(hall: Hall, has_door: bool) -> Option<String> {
    let i18n = use_i18n();
    let lost = hall.room.with(|room| {
        // While one sits down, the band is one's own.
        hall.arrival.with(|form| Some((form.lost(room).filter(|_| !hall.is_busy.get())?, form.band(room)?)))
    });
    if let Some((BandChoice { band, owner: Some(owner), .. }, other)) = lost {
        let (name, band, other) =
            (words::owner(i18n, &owner), words::the_band(i18n, band), words::the_band(i18n, other));
        return Some(t_string!(i18n, room.arrive.lost, name, band, other).to_string());
    }
    if let Some(failure) = hall.trouble_at(Spot::Form).filter(|failure| !is_about_name(failure)) {
        return Some(words::trouble(i18n, &failure));
    }
    let was_refused = hall.arrival.with(Arrival::was_refused);
    match (has_door, was_refused, hall.was_shown_out.get()) {
        (false, _, _) => Some(t_string!(i18n, room.arrive.full).to_owned()),
        (true, true, _) => Some(t_string!(i18n, room.arrive.refused).to_owned()),
        (true, false, true) => Some(t_string!(i18n, room.arrive.shown_out).to_owned()),
        (true, false, false) => None,
    }
}

fn is_about_name(failure: &Failure) -> bool {
    match failure {
        Failure::Unreachable => false,
        Failure::Refused(problem) => problem.at.as_deref() == Some("name"),
    }
}

/// The coins of those who are inside.
fn inside(hall: Hall) -> impl IntoView {
    let i18n = use_i18n();
    let players = Memo::new(move |_| {
        hall.room.with(|room| {
            let player = |behind: &Behind| behind.tag().map(|tag| (tag.clone(), matches!(behind, Behind::Bot { .. })));
            room.doors.iter().filter_map(|door| player(&door.behind)).collect::<Vec<_>>()
        })
    });
    let player = move |(tag, is_bot): (Tag, bool)| {
        view! {
            <li>
                <svg class="face" viewBox=face::BOX aria-hidden="true" inner_html=face::face(tag.band)></svg>
                <span>
                    {words::name(i18n, &tag)} " "
                    {is_bot.then(|| view! { <small>{t!(i18n, room.bot)}</small> })}
                </span>
            </li>
        }
    };
    view! {
        <ul class="inside" aria-label=move || t_string!(i18n, room.arrive.inside)>
            {move || players.get().into_iter().map(player).collect_view()}
        </ul>
    }
}

fn name_box(hall: Hall, band: Memo<Option<Band>>) -> impl IntoView {
    let i18n = use_i18n();
    let form = hall.arrival;
    let name = Memo::new(move |_| form.with(|form| form.name().to_owned()));
    let ready = Memo::new(move |_| form.with(|form| form.ready().to_vec()));
    let trouble = move || hall.trouble_at(Spot::Form).filter(is_about_name);
    let placeholder = move || band.get().map(|band| names::band(i18n, band));
    let drop_ready = move |index: usize| {
        form.update(|form| form.drop_ready(index));
        focus::on("#arriving-name");
    };
    let friends = move || {
        let ready = ready.get();
        (!ready.is_empty()).then(|| {
            let friend = move |(index, one): (usize, crate::scene::room::arrival::Newcomer)| {
                let name = words::name(i18n, &Tag { name: named(&one.name), band: one.band });
                let label = {
                    let name = name.clone();
                    move || t_string!(i18n, room.arrive.without, name = name.clone()).to_string()
                };
                view! {
                    <li class=coin::letter(one.band).to_string()>
                        <svg class="chip" viewBox=coin::CHIP_BOX aria-hidden="true" inner_html=coin::chip(one.band)></svg>
                        <span>{name}</span>
                        <button type="button" class="quick" aria-label=label on:click=move |_| drop_ready(index)>
                            <svg viewBox="0 0 16 16" aria-hidden="true">
                                <use href="#i-eaten" />
                            </svg>
                        </button>
                    </li>
                }
            };
            view! {
                <div class="friends">
                    <span>{t!(i18n, room.arrive.with)}</span>
                    <ul>{ready.into_iter().enumerate().map(friend).collect_view()}</ul>
                </div>
            }
        })
    };
    let input = NodeRef::<Input>::new();
    view! {
        <fieldset class="panel box namebox">
            <legend class="disp">{t!(i18n, room.arrive.name)}</legend>
            {friends}
            <div class="line">
                <label for="arriving-name" class="vh">{t!(i18n, room.arrive.name)}</label>
                <input
                    id="arriving-name"
                    node_ref=input
                    maxlength=LONGEST_NAME
                    autocomplete="nickname"
                    spellcheck="false"
                    enterkeyhint="go"
                    placeholder=placeholder
                    prop:value=name
                    on:input=move |event| form.update(|form| form.set_name(&event_target_value(&event)))
                />
            </div>
            <p class="note">{t!(i18n, room.arrive.no_account)}</p>
            <div class="oops-place" role="alert">
                {move || trouble().map(|failure| view! { <p class="oops">{words::trouble(i18n, &failure)}</p> })}
            </div>
        </fieldset>
    }
}

fn band_box(hall: Hall, band: Memo<Option<Band>>, door: Memo<Option<usize>>) -> impl IntoView {
    let i18n = use_i18n();
    let form = hall.arrival;
    let choices = Memo::new(move |_| hall.room.with(|room| form.with(|form| form.bands(room))));
    let has_more = Memo::new(move |_| hall.room.with(|room| form.with(|form| form.has_room_for_more(room))));
    let next_person = move |_| {
        hall.room.with_untracked(|room| form.update(|form| form.next_person(room)));
        focus::on("#arriving-name");
    };
    let choice = move |(index, of): (usize, Band)| {
        let choice = Memo::new(move |_| choices.with(|choices| choices[index].clone()));
        let is_gone = Memo::new(move |_| choice.with(|choice| choice.owner.is_some()) || door.get().is_none());
        let owner = move || match choice.get() {
            BandChoice { owner: Some(owner), .. } => words::owner(i18n, &owner),
            BandChoice { owner: None, needs_five: true, .. } => t_string!(i18n, room.arrive.free_five).to_owned(),
            BandChoice { owner: None, needs_five: false, .. } => t_string!(i18n, room.arrive.free).to_owned(),
        };
        let picture = format!(r#"<circle r="45" class="halo"/>{}"#, face::face(of));
        view! {
            <label class:gone=is_gone>
                <input
                    type="radio"
                    class="opt"
                    name="arriving-band"
                    data-band=coin::letter(of).to_string()
                    disabled=is_gone
                    prop:checked=move || band.get() == Some(of) && door.get().is_some()
                    on:change=move |_| form.update(|form| form.choose(of))
                />
                <svg viewBox=face::BOX aria-hidden="true" inner_html=picture></svg>
                <span>
                    <Show when=move || choice.with(|choice| choice.owner.is_some()) fallback=move || names::band(i18n, of)>
                        <s>{names::band(i18n, of)}</s>
                    </Show>
                    <small>{owner}</small>
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="panel box bandbox">
            <legend class="disp">{t!(i18n, room.arrive.band)}</legend>
            <div class="pickband" role="radiogroup" aria-label=move || t_string!(i18n, newtable.band)>
                {Band::ALL.into_iter().enumerate().map(choice).collect_view()}
            </div>
            <Show when=move || has_more.get()>
                <button type="button" class="linkbtn more" data-do="more" on:click=next_person>
                    {super::door::sketch(super::door::Sketch::Chair)}
                    {t!(i18n, room.arrive.more)}
                </button>
            </Show>
        </fieldset>
    }
}

/// Lets the others see who stands at which door, until this screen is left.
fn be_seen(hall: Hall) {
    let form = hall.arrival;
    let say = move |seat: Option<usize>, name: Option<String>| hall.say(ClientMessage::Arriving { seat, name });
    let door = Memo::new(move |_| hall.room.with(|room| form.with(|form| form.door(room))));
    let name = Memo::new(move |_| form.with(|form| named(form.name())));
    let tell = move || {
        let seat = door.get_untracked();
        form.update(|form| form.stand_at(seat));
        say(seat, name.get_untracked());
    };
    let typing = Clock::new();
    Effect::new(move |before: Option<Option<usize>>| {
        let seat = door.get();
        name.track();
        // A new door at once, a name when it is typed.
        let pause = if before == Some(seat) { TYPING_MS } else { 0 };
        typing.set(pause, tell);
        seat
    });
    Effect::new(move |before: Option<u32>| {
        let refusals = hall.at.refusals.get();
        if let Some(seat) = form.with_untracked(Arrival::at).filter(|_| before.is_some_and(|before| before != refusals))
        {
            form.update(|form| form.refuse(seat));
        }
        refusals
    });
    on_cleanup(move || {
        form.update(|form| form.stand_at(None));
        say(None, None);
    });
}

/// Takes a seat for everybody in the form.
fn take(hall: Hall) {
    let game = hall.game();
    let form = hall.arrival;
    let seating = hall.room.with_untracked(|room| form.with_untracked(|form| form.seating(room)));
    if seating.is_empty() || hall.is_busy.get_untracked() {
        return;
    }
    if let Some(name) = seating.first().and_then(|(_, one)| named(&one.name)) {
        remember_name(&name);
    }
    hall.trouble.set(None);
    hall.is_busy.set(true);
    spawn_local(async move {
        let mut seated = 0;
        let mut failed = None;
        for (seat, one) in seating {
            let wish = TakeSeat {
                seat: Some(seat),
                name: named(&one.name),
                band: Some(one.band),
                nonce: Some(pledge::nonce(game)),
            };
            match api::take_seat(game, &wish).await {
                Ok(_) => seated += 1,
                Err(failure) => {
                    failed = Some(failure);
                    break;
                }
            }
        }
        // The last seat may start the game: then the room is gone, but the seat has come.
        if seated > 0 {
            hall.rejoin();
        }
        if form.is_disposed() {
            return;
        }
        match failed {
            // The form stays busy until the new connection knows of the seats.
            None => hall.has_sat_down.set(true),
            Some(failure) => {
                // What was typed stays; who sits already does not sit down again.
                form.update(|form| (0..seated).for_each(|_| form.drop_ready(0)));
                hall.trouble.set(Some((Spot::Form, failure)));
                hall.is_busy.set(false);
            }
        }
    });
}
