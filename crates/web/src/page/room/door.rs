//! A door: who is behind it, and the buttons of what may be done with it.

use leptos::prelude::*;
use protocol::{Is, SeatPatch};
use rules::game::Band;

use super::ask::Asked;
use super::bands::bands;
use super::{Hall, Spot, mark, oops, words};
use crate::draw::coin;
use crate::draw::door::{self as drawn, Leaves};
use crate::draw::presence::{self, Presence};
use crate::page::cards::fangs;
use crate::page::clock::{Clock, prefers_stillness};
use crate::page::i18n::*;
use crate::page::{focus, names};
use crate::scene::flow::Pace;
use crate::scene::newtable::LONGEST_NAME;
use crate::scene::room::arrival::{clean_name, named};
use crate::scene::room::news::{Motion, motion};
use crate::scene::room::{Behind, Deed, Door, Whose};

/// How long a door moves and its sound word stands, in milliseconds.
const OPENING_MS: u32 = 1400;
const SLAMMING_MS: u32 = 900;

/// What a door looks like. While it stays the same, the elements of the door stay, and so does the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Free,
    Coming,
    Own,
    Other,
    Bot,
    Walled,
}

fn layout(behind: &Behind) -> Layout {
    match behind {
        Behind::Nobody => Layout::Free,
        Behind::OnTheWay { .. } => Layout::Coming,
        Behind::Person { whose: Whose::Theirs, .. } => Layout::Other,
        Behind::Person { whose: Whose::Mine | Whose::OnThisDevice, .. } => Layout::Own,
        Behind::Bot { .. } => Layout::Bot,
        Behind::Bricks => Layout::Walled,
    }
}

/// A door while it moves, with what was behind it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moving {
    motion: Motion,
    /// The band that drops.
    leaving: Option<Band>,
}

#[derive(Clone, Copy)]
struct Seat {
    hall: Hall,
    seat: usize,
    door: Memo<Door>,
}

impl Seat {
    fn may(self, deed: Deed) -> bool {
        self.door.with(|door| door.allows(deed))
    }

    fn band(self) -> Option<Band> {
        self.door.with(|door| door.behind.tag().map(|tag| tag.band))
    }
}

pub(super) fn door(hall: Hall, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let door = Memo::new(move |before: Option<&Door>| {
        // The list of doors follows the room; a door that is gone keeps its last look until it is removed.
        let gone = || before.cloned().unwrap_or(Door { seat, behind: Behind::Bricks, deeds: vec![] });
        hall.room.with(|room| room.door(seat).cloned()).unwrap_or_else(gone)
    });
    let this = Seat { hall, seat, door };
    let shape = Memo::new(move |_| door.with(|door| layout(&door.behind)));
    let band = Memo::new(move |_| this.band());
    let moving = RwSignal::new(None::<Moving>);
    let clock = Clock::new();
    Effect::new(move |before: Option<Behind>| {
        let behind = door.with(|door| door.behind.clone());
        if let Some(before) = before
            && layout(&before) != layout(&behind)
        {
            if let Some(motion) = motion(&before, &behind) {
                moving.set(Some(Moving { motion, leaving: before.tag().map(|tag| tag.band) }));
                let ms = match motion {
                    Motion::Opens => OPENING_MS,
                    Motion::Slams => SLAMMING_MS,
                };
                let pace = Pace { is_still: prefers_stillness(), ..Pace::default() };
                clock.set(pace.beat_ms(ms, true), move || moving.set(None));
            }
            // The pressed button is gone with what it changed.
            if hall.acted.get_value() == Some(seat) {
                hall.acted.set_value(None);
                request_animation_frame(move || {
                    focus::on(&format!("[data-door='{0}'], [data-door='{0}'] .seat", seat + 1));
                });
            }
        }
        behind
    });
    let picture = move || match (moving.get(), band.get()) {
        (Some(Moving { motion: Motion::Opens, .. }), Some(band)) => drawn::taken(band, seat, Leaves::Opening),
        (Some(Moving { motion: Motion::Slams, leaving: Some(band) }), None) => {
            drawn::taken(band, seat, Leaves::Slamming)
        }
        (_, Some(band)) => drawn::taken(band, seat, Leaves::Open),
        (_, None) => match shape.get() {
            Layout::Coming => drawn::ajar(),
            Layout::Walled => drawn::bricks(),
            Layout::Free | Layout::Own | Layout::Other | Layout::Bot => drawn::shut(),
        },
    };
    let word = move || {
        let moving = moving.get()?;
        let (word, tone) = match moving.motion {
            Motion::Opens => (t_string!(i18n, room.creak), "tone-torch"),
            Motion::Slams => (t_string!(i18n, room.thud), "tone-blood"),
        };
        Some(sound_word(word, tone))
    };
    let class = move || {
        let kind = match shape.get() {
            Layout::Free => "free",
            Layout::Coming => "ajar",
            Layout::Own => "mine",
            Layout::Other => "theirs",
            Layout::Bot => "bot",
            Layout::Walled => "empty wallup",
        };
        let leaving = moving.get().filter(|moving| moving.motion == Motion::Slams).and_then(|moving| moving.leaving);
        let letter = band.get().or(leaving).map(coin::letter);
        format!("seat {kind} {}", letter.map_or_else(String::new, String::from))
    };
    view! {
        <div
            class=class
            role="group"
            tabindex="-1"
            data-door=seat + 1
            aria-label=move || door.with(|door| words::label(i18n, door))
        >
            <div class="pic" inner_html=picture></div>
            {move || {
                band.get()
                    .map(|band| view! { <span class="bandcap caption panel disp">{move || names::the_band(i18n, band)}</span> })
            }}
            <span class="seatno disp" aria-hidden="true">{seat + 1}</span>
            {word}
            {move || match shape.get() {
                Layout::Free => free(this).into_any(),
                Layout::Coming => coming(this).into_any(),
                Layout::Own => own(this).into_any(),
                Layout::Other => other(this).into_any(),
                Layout::Bot => bot(this).into_any(),
                Layout::Walled => walled(this).into_any(),
            }}
            {oops(hall, Spot::Door(seat))}
        </div>
    }
}

fn sound_word(word: &'static str, tone: &'static str) -> impl IntoView {
    view! {
        <span class="creak" aria-hidden="true">
            <svg viewBox="-130 -60 260 120">
                <g class=tone>
                    <g transform="scale(1.12 .86)">
                        <use href="#burst" class="bo-ink" transform="translate(2 5)" />
                        <use href="#burst" class="bo-a" />
                    </g>
                </g>
                <text class="bo-t" font-size="48" y="17" transform="rotate(-5)">{word}</text>
            </svg>
        </span>
    }
}

/// The icons of the buttons.
#[derive(Clone, Copy)]
pub(super) enum Sketch {
    Link,
    Chair,
    Arrows,
    Boot,
    Bricks,
    Way,
}

pub(super) fn sketch(sketch: Sketch) -> impl IntoView {
    let path = match sketch {
        Sketch::Link => {
            "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1.5-1.5"
        }
        Sketch::Chair => "M7 3v18M7 13h10v8M7 4h7v9",
        Sketch::Arrows => "M8 6 3 11l5 5M3 11h11M16 8l5 5-5 5M21 13H10",
        Sketch::Boot => "M6 3h7v9l7 3c1.5.7 2 2 2 5H4c0-3 2-4 2-8ZM4 20v1.5h18V20M6 7h7",
        Sketch::Bricks => "M3 5h18v14H3ZM3 12h18M10 5v7M15 12v7",
        Sketch::Way => "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
    };
    view! {
        <svg class="ic2" viewBox="0 0 24 24" aria-hidden="true">
            <path d=path />
        </svg>
    }
}

pub(super) fn key() -> impl IntoView {
    view! { <svg class="ic2 keyic" viewBox=presence::BOX aria-hidden="true" inner_html=Presence::Key.markup()></svg> }
}

fn plate(name: impl IntoView, tag: Option<AnyView>) -> impl IntoView {
    view! {
        <div class="role">
            <div class="plate">{name} {tag}</div>
        </div>
    }
}

fn free(this: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let Seat { hall, seat, .. } = this;
    let number = seat + 1;
    let invite = move |_| {
        focus::on(".room .copy");
        super::invitation::show();
    };
    let seat_bot = move |_| {
        let bot = Some(hall.kind.get_untracked().into());
        hall.change_seat(seat, SeatPatch { is: Some(Is::Bot), bot, ..SeatPatch::default() });
    };
    let brick_up = move |_| hall.change_seat(seat, SeatPatch { is: Some(Is::None), ..SeatPatch::default() });
    view! {
        <Show when=move || this.may(Deed::BrickUp)>
            <button
                class="bandcap brickup caption panel disp"
                data-do="brick-up"
                aria-label=move || t_string!(i18n, room.brick_up_door, number).to_string()
                on:click=brick_up
            >
                {sketch(Sketch::Bricks)}
                {t!(i18n, room.brick_up)}
            </button>
        </Show>
        <div class="ctl">
            {plate(view! { <b class="disp who">{t!(i18n, room.nobody)}</b> }, None)}
            <div class="line">
                <span class="quote">{t!(i18n, room.knock)}</span>
            </div>
            <div class="do">
                <button
                    class="mini"
                    data-do="invite"
                    aria-label=move || t_string!(i18n, room.invite_to, number).to_string()
                    on:click=invite
                >
                    {sketch(Sketch::Link)}
                    <span>{t!(i18n, room.invite)}</span>
                </button>
                <Show when=move || this.may(Deed::OneMoreHere)>
                    <button
                        class="mini"
                        data-do="one-more"
                        aria-label=move || t_string!(i18n, room.one_more_label, number).to_string()
                        on:click=move |_| hall.asked.set(Some(Asked::OneMore(seat)))
                    >
                        {sketch(Sketch::Chair)}
                        <span>{t!(i18n, room.one_more)}</span>
                    </button>
                </Show>
                <Show when=move || this.may(Deed::SeatBot)>
                    <button
                        class="mini"
                        data-do="bot"
                        aria-label=move || {
                            let kind = names::bot(i18n, hall.kind.get());
                            t_string!(i18n, room.seat_bot_label, kind, number).to_string()
                        }
                        on:click=seat_bot
                    >
                        {key()}
                        <span>{t!(i18n, room.seat_bot)}</span>
                    </button>
                </Show>
            </div>
        </div>
    }
}

fn coming(this: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let Seat { hall, seat, door } = this;
    let name = Memo::new(move |_| {
        door.with(|door| match &door.behind {
            Behind::OnTheWay { name } => name.clone(),
            Behind::Nobody | Behind::Person { .. } | Behind::Bot { .. } | Behind::Bricks => None,
        })
    });
    let called = move || words::newcomer(i18n, name.get().as_ref());
    view! {
        <div class="ctl">
            {plate(view! { <b class="disp who">{called}</b> }, None)}
            <div class="line">
                <span class="pres walk">{mark(Presence::OnTheWay)} <span>{t!(i18n, room.on_the_way)}</span></span>
                <span class="rate">{t!(i18n, room.picks)}</span>
            </div>
            <div class="do">
                <Show when=move || this.may(Deed::KeepOut)>
                    <button
                        class="mini"
                        data-do="keep-out"
                        aria-label=move || t_string!(i18n, room.keep_out_label, name = called()).to_string()
                        on:click=move |_| hall.vacate(seat)
                    >
                        {sketch(Sketch::Boot)}
                        <span>{t!(i18n, room.keep_out)}</span>
                    </button>
                </Show>
            </div>
        </div>
    }
}

fn name_of(this: Seat) -> Memo<String> {
    let i18n = use_i18n();
    Memo::new(move |_| this.door.with(|door| door.behind.tag().map_or_else(String::new, |tag| words::name(i18n, tag))))
}

fn here(this: Seat) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        this.door.with(|door| match door.behind {
            Behind::Person { whose, is_host, is_here, .. } => {
                let eyes = if is_here || whose != Whose::Theirs { Presence::Here } else { Presence::Away };
                let words = words::presence(i18n, whose, is_host, is_here);
                Some(view! { <span class="pres">{mark(eyes)} <span>{words}</span></span> })
            }
            Behind::Nobody | Behind::OnTheWay { .. } | Behind::Bot { .. } | Behind::Bricks => None,
        })
    }
}

fn move_button(this: Seat, name: Memo<String>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Show when=move || this.may(Deed::Move)>
            <button
                class="mini"
                data-do="move"
                aria-label=move || t_string!(i18n, room.move_label, name = name.get()).to_string()
                on:click=move |_| this.hall.asked.set(Some(Asked::Move(this.seat)))
            >
                {sketch(Sketch::Arrows)}
                <span>{t!(i18n, room.move_seat)}</span>
            </button>
        </Show>
    }
}

fn own(this: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let Seat { hall, seat, door } = this;
    let typed =
        Memo::new(move |_| door.with(|door| door.behind.tag().and_then(|tag| tag.name.clone()).unwrap_or_default()));
    let placeholder = name_of(this);
    let rename = move |event| {
        let name = named(&clean_name(&event_target_value(&event)));
        if name.clone().unwrap_or_default() != typed.get_untracked() {
            if let Some(name) = &name {
                super::remember_name(name);
            }
            hall.change_seat(seat, SeatPatch { name: Some(name), ..SeatPatch::default() });
        }
    };
    let number = seat + 1;
    let field = view! {
        <input
            class="disp who"
            maxlength=LONGEST_NAME
            autocomplete="off"
            spellcheck="false"
            enterkeyhint="done"
            aria-label=move || t_string!(i18n, room.name_at, number).to_string()
            placeholder=placeholder
            prop:value=typed
            on:change=rename
            on:keydown=move |event| {
                if event.key() == "Enter" {
                    focus::on(&format!("[data-door='{number}']"));
                }
            }
        />
    };
    let you = view! { <span class="tag disp">{t!(i18n, room.you)}</span> }.into_any();
    let choose = move |band| hall.change_seat(seat, SeatPatch { band: Some(band), ..SeatPatch::default() });
    let move_button = move || {
        view! {
            <button
                class="quick"
                data-do="move"
                aria-label=move || t_string!(i18n, room.move_label, name = placeholder.get()).to_string()
                title=move || t_string!(i18n, room.move_seat)
                on:click=move |_| hall.asked.set(Some(Asked::Move(seat)))
            >
                {sketch(Sketch::Arrows)}
            </button>
        }
    };
    let leave_button = move || {
        view! {
            <button
                class="quick"
                data-do="leave"
                aria-label=move || t_string!(i18n, room.leave_label, number).to_string()
                title=move || t_string!(i18n, room.leave)
                on:click=move |_| hall.vacate(seat)
            >
                {sketch(Sketch::Way)}
            </button>
        }
    };
    view! {
        <div class="ctl">
            {plate(field, Some(you))}
            <div class="line">
                {here(this)}
                <span class="rate quicks">
                    <Show when=move || this.may(Deed::Move)>{move_button()}</Show>
                    <Show when=move || this.may(Deed::Leave)>{leave_button()}</Show>
                </span>
            </div>
            <div class="do">
                {bands(hall, format!("band-{seat}"), Signal::derive(move || this.band()), choose)}
            </div>
        </div>
    }
}

fn show_out(this: Seat, name: Memo<String>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Show when=move || this.may(Deed::ShowOut)>
            <button
                class="mini"
                data-do="show-out"
                aria-label=move || t_string!(i18n, room.show_out_label, name = name.get()).to_string()
                on:click=move |_| this.hall.vacate(this.seat)
            >
                {sketch(Sketch::Boot)}
                <span>{t!(i18n, room.show_out)}</span>
            </button>
        </Show>
    }
}

fn other(this: Seat) -> impl IntoView {
    let name = name_of(this);
    view! {
        <div class="ctl">
            {plate(view! { <b class="disp who">{name}</b> }, None)}
            <div class="line">{here(this)}</div>
            <div class="do">
                {move_button(this, name)}
                {show_out(this, name)}
            </div>
        </div>
    }
}

fn bot(this: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let name = name_of(this);
    let kind = Memo::new(move |_| {
        this.door.with(|door| match door.behind {
            Behind::Bot { kind, .. } => kind,
            Behind::Nobody | Behind::OnTheWay { .. } | Behind::Person { .. } | Behind::Bricks => None,
        })
    });
    let tag = move || kind.get().map_or(t_string!(i18n, room.bot), |kind| names::bot(i18n, kind));
    let tag = view! { <span class="tag disp">{tag}</span> }.into_any();
    view! {
        <div class="ctl">
            {plate(view! { <b class="disp who">{name}</b> }, Some(tag))}
            <div class="line">
                {move || kind.get().map(|kind| view! {
                    {fangs(kind)}
                    <span class="quote">{names::bot_line(i18n, kind)}</span>
                })}
            </div>
            <div class="do">
                <Show when=move || this.may(Deed::OtherBot)>
                    <button
                        class="mini"
                        data-do="other-bot"
                        aria-label=move || t_string!(i18n, room.other_bot_label, name = name.get()).to_string()
                        on:click=move |_| this.hall.asked.set(Some(Asked::OtherBot(this.seat)))
                    >
                        {key()}
                        <span>{t!(i18n, room.other_bot)}</span>
                    </button>
                </Show>
                {show_out(this, name)}
            </div>
        </div>
    }
}

fn walled(this: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let Seat { hall, seat, .. } = this;
    let number = seat + 1;
    let open = move |_| hall.change_seat(seat, SeatPatch { is: Some(Is::Open), ..SeatPatch::default() });
    view! {
        <div class="in">
            <b>{t!(i18n, room.walled)}</b>
            <Show when=move || this.may(Deed::Open)>
                <button class="sit" data-do="open" on:click=open>
                    {move || format!("+ {}", t_string!(i18n, room.open, number))}
                </button>
            </Show>
        </div>
    }
}
