//! The new table: who dares, on which floors, against which monster.

use bots::Bot;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use rules::game::{Band, Length, NamedFortress, Players};

use super::i18n::*;
use super::names;
use super::storage;
use super::words;
use crate::draw::icons::Icon;
use crate::draw::monster::Kit;
use crate::draw::{cast_portrait, coin, fortress_thumb, logo};
use crate::route::Route;
use crate::scene::newtable::{Floors, LONGEST_NAME, SeatForm, TableForm};
use crate::table::{Help, NewTable, Speed, Who, last_table};

const LAST_TABLE_KEY: &str = "fearsome.last-table";

/// The new table. It remembers how the last one was set.
#[component]
pub fn NewTableScreen(
    /// Starts a game at this table.
    on_start: Callback<NewTable>,
) -> impl IntoView {
    let i18n = use_i18n();
    let form = RwSignal::new(remembered());
    Effect::new(move || form.with(remember));
    let start = move |event: SubmitEvent| {
        event.prevent_default();
        let name = |who, colour| names::default_name(i18n, who, colour);
        on_start.run(form.with_untracked(|form| form.to_table(name)));
    };
    let players = Memo::new(move |_| form.with(TableForm::players));
    view! {
        <main class="newtable">
            <form class="sheet" on:submit=start>
                <header class="mast panel">
                    <a
                        class="logo-link"
                        href=Route::Home.to_string()
                        aria-label=move || t_string!(i18n, common.home)
                        inner_html=move || logo::logo(t_string!(i18n, common.title))
                    ></a>
                    <h1 class="disp">
                        <span>{t!(i18n, newtable.who_dares)}</span>
                        <small>{t!(i18n, newtable.sub)}</small>
                    </h1>
                    <Count form players />
                </header>
                <ol class="cast" class:few=move || players.get() < 5>
                    {(0..Players::MOST)
                        .map(|seat| {
                            view! {
                                <li>
                                    <Show
                                        when=move || seat < players.get()
                                        fallback=move || view! { <EmptyChair form seat /> }
                                    >
                                        <SeatCard form seat />
                                    </Show>
                                </li>
                            }
                        })
                        .collect_view()}
                    <li>
                        <MonsterCard form />
                    </li>
                </ol>
                <div class="side">
                    <FloorsBox form />
                    <LongGame form />
                    <SpeedBox form />
                    <HelpBox form />
                    <div class="startbox panel">
                        <button class="btn go" type="submit">
                            <svg viewBox="-116 -70 236 144" aria-hidden="true">
                                <g transform="rotate(-6)">
                                    <use href="#burst" class="bo-ink" transform="translate(5 8) scale(1.08 1.1)" />
                                    <use href="#burst" class="bo-a" transform="scale(1.05 1.08)" />
                                    <use href="#burst" class="bo-b" transform="scale(.85 .82)" />
                                    <text
                                        class="bo-t"
                                        font-size=move || start_size(t_string!(i18n, newtable.start))
                                        y="22"
                                    >
                                        {t!(i18n, newtable.start)}
                                    </text>
                                </g>
                            </svg>
                            <span>{t!(i18n, newtable.start)}</span>
                        </button>
                    </div>
                </div>
            </form>
        </main>
    }
}

/// Remembers how a table is set.
pub(super) fn remember(form: &TableForm) {
    // A browser that does not remember is no reason to stop.
    storage::write(LAST_TABLE_KEY, &last_table::write(form));
}

/// The last table; at the first visit the usual one with any monster.
pub(super) fn remembered() -> TableForm {
    let kept = storage::read(LAST_TABLE_KEY);
    let mut form = last_table::read(kept.as_deref().unwrap_or_default());
    if kept.is_none() {
        form.kit = random_below(256) as u8;
    }
    form
}

fn random_below(count: u32) -> u32 {
    (js_sys::Math::random() * f64::from(count)) as u32
}

/// The size of the word in the burst: up to six letters are as large as they can be.
fn start_size(word: &str) -> String {
    (62 * 6 / word.chars().count().max(6)).max(34).to_string()
}

#[component]
fn Count(form: RwSignal<TableForm>, players: Memo<usize>) -> impl IntoView {
    let i18n = use_i18n();
    let number = move |count: usize| {
        view! {
            <label>
                <input
                    type="radio"
                    class="opt"
                    name="players"
                    value=count
                    prop:checked=move || players.get() == count
                    on:change=move |_| form.update(|form| form.set_players(count))
                />
                <span>{count}</span>
            </label>
        }
    };
    view! {
        <fieldset class="count">
            <legend class="disp">{t!(i18n, things.players)}</legend>
            <div class="graves">{(2..=Players::MOST).map(number).collect_view()}</div>
        </fieldset>
    }
}

#[component]
fn SeatCard(form: RwSignal<TableForm>, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let read = move |form: &TableForm| form.chairs()[seat].clone();
    let chair: Memo<SeatForm> = Memo::new(move |_| form.with(read));
    let colour = Memo::new(move |_| chair.with(|chair| chair.colour));
    let who = Memo::new(move |_| chair.with(|chair| chair.who));
    let set_who = move |who: Who| form.update(|form| form.set_who(seat, who));
    let choose = move |event| {
        let chosen = event_target_value(&event).parse().ok().and_then(|index: usize| Who::ALL.get(index).copied());
        if let Some(chosen) = chosen {
            set_who(chosen);
        }
    };
    let option = move |(index, one): (usize, Who)| {
        view! {
            <option value=index selected=move || who.get() == one>
                {move || names::who(i18n, one)}
            </option>
        }
    };
    view! {
        <fieldset class=move || format!("seat coin {}", coin::letter(colour.get())) data-seat=seat + 1>
            <legend class="vh">{t!(i18n, newtable.seat, number = seat + 1)}</legend>
            <div class="pic">
                <div class="picture" inner_html=move || cast_portrait::band(colour.get(), seat)></div>
                <span class="bandcap caption panel disp">{move || names::the_band(i18n, colour.get())}</span>
                <span class="seatno disp" aria-hidden="true">
                    {seat + 1}
                </span>
            </div>
            <div class="ctl">
                <div class="role">
                    <Arrow
                        way=-1
                        label=Signal::derive(move || t_string!(i18n, newtable.previous))
                        on_press=move || set_who(who.get_untracked().previous())
                    />
                    <label class="plate">
                        <span class="vh">{t!(i18n, newtable.played_by)}</span>
                        <select on:change=choose>{Who::ALL.into_iter().enumerate().map(option).collect_view()}</select>
                        <i class="chev" aria-hidden="true"></i>
                    </label>
                    <Arrow
                        way=1
                        label=Signal::derive(move || t_string!(i18n, newtable.next))
                        on_press=move || set_who(who.get_untracked().next())
                    />
                </div>
                {move || match who.get() {
                    Who::Human => view! { <NameLine form seat /> }.into_any(),
                    Who::Bot(bot) => view! { <BotLine bot /> }.into_any(),
                }}
                <Bands form seat colour />
            </div>
        </fieldset>
    }
}

/// An arrow beside a choice: to the left or to the right.
#[component]
fn Arrow(way: i8, label: Signal<&'static str>, on_press: impl Fn() + 'static) -> impl IntoView {
    let arrow = format!("M{}-12L{} 0 {} 12Z", way * -9, way * 9, way * -9);
    view! {
        <button type="button" class="turn" aria-label=label title=label on:click=move |_| on_press()>
            <svg viewBox="-14 -16 28 32" aria-hidden="true">
                <path d=arrow />
            </svg>
        </button>
    }
}

#[component]
fn NameLine(form: RwSignal<TableForm>, seat: usize) -> impl IntoView {
    let i18n = use_i18n();
    let id = format!("name-{seat}");
    let placeholder = move || names::band(i18n, form.with(|form| form.chairs()[seat].colour));
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
fn BotLine(bot: Bot) -> impl IntoView {
    let i18n = use_i18n();
    let strength = Bot::ALL.iter().position(|one| *one == bot).map_or(0, |index| index + 1);
    let fang = |number: usize| {
        view! {
            <svg viewBox="0 0 12 22" aria-hidden="true">
                <path d="M1.5 2 10.5 2 6 20Z" class=if number <= strength { "on" } else { "off" } stroke-linejoin="round" />
            </svg>
        }
    };
    view! {
        <div class="line">
            <span class="fangs">
                <span class="vh">{t!(i18n, newtable.strength, fangs = strength)}</span>
                {(1..=Bot::ALL.len()).map(fang).collect_view()}
            </span>
            <span class="quote">{move || names::bot_line(i18n, bot)}</span>
        </div>
    }
}

#[component]
fn Bands(form: RwSignal<TableForm>, seat: usize, colour: Memo<Band>) -> impl IntoView {
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
                    prop:checked=move || colour.get() == one
                    on:change=move |_| form.update(|form| form.set_colour(seat, one))
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

fn band_choice(colour: Band, is_locked: bool) -> String {
    let lock = r#"<circle cx="24" cy="-22" r="14" class="lock"/><text x="24" y="-15.9" font-size="17" class="lockt">5+</text>"#;
    format!(r#"<circle r="37" class="halo"/>{}{}"#, coin::chip(colour), if is_locked { lock } else { "" })
}

#[component]
fn EmptyChair(form: RwSignal<TableForm>, seat: usize) -> impl IntoView {
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

#[component]
fn MonsterCard(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let kit = Memo::new(move |_| form.with(|form| form.kit));
    // Any of the 255 others.
    let another = move |_| form.update(|form| form.kit = form.kit.wrapping_add(1 + random_below(255) as u8));
    view! {
        <section class="seat monster" aria-label=move || t_string!(i18n, newtable.starring)>
            <div class="pic">
                <div
                    class="picture"
                    inner_html=move || cast_portrait::star(Kit::from_number(kit.get()))
                ></div>
                <span class="bandcap caption panel disp">{t!(i18n, newtable.starring)}</span>
            </div>
            <div class="ctl">
                <p class="disp" aria-live="polite">
                    {move || names::monster(i18n, Kit::from_number(kit.get()))}
                </p>
                <button type="button" class="btn" on:click=another>
                    {t!(i18n, newtable.another)}
                </button>
            </div>
        </section>
    }
}

#[component]
fn FloorsBox(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let floors = Memo::new(move |_| form.with(TableForm::floors));
    let seed = Memo::new(move |_| form.with(|form| form.floors_seed));
    // What comes back when somebody changes their mind twice.
    let experienced = RwSignal::new(match floors.get_untracked() {
        Floors::Basic => Floors::Named(NamedFortress::Gallery),
        floors @ (Floors::Named(_) | Floors::Random | Floors::ByHand | Floors::Own(_)) => floors,
    });
    // The form's own fortress comes and goes on another screen.
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
                            label=Signal::derive(move || t_string!(i18n, newtable.previous_layout))
                            on_press=move || further(last)
                        />
                        <label class="plate">
                            <span class="vh">{t!(i18n, newtable.layout)}</span>
                            <select on:change=select>{fortresses().enumerate().map(option).collect_view()}</select>
                            <i class="chev" aria-hidden="true"></i>
                        </label>
                        <Arrow
                            way=1
                            label=Signal::derive(move || t_string!(i18n, newtable.next_layout))
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

/// A card of a group of which one is chosen.
#[component]
fn Pick(
    group: &'static str,
    is_on: Signal<bool>,
    on_pick: impl Fn() + 'static,
    title: Signal<&'static str>,
    #[prop(optional)] small: Option<Signal<&'static str>>,
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

#[component]
fn LongGame(form: RwSignal<TableForm>) -> impl IntoView {
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

#[component]
fn SpeedBox(form: RwSignal<TableForm>) -> impl IntoView {
    let i18n = use_i18n();
    let speed = Memo::new(move |_| form.with(|form| form.speed));
    let pick = move |one: Speed| {
        view! {
            <Pick
                group="speed"
                is_on=Signal::derive(move || speed.get() == one)
                on_pick=move || form.update(|form| form.speed = one)
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

#[component]
fn HelpBox(form: RwSignal<TableForm>) -> impl IntoView {
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
