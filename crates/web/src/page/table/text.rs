//! The text board: the board as a table, lists of everything shown, and a line to type moves and questions.

use leptos::html::Input;
use leptos::prelude::*;
use rules::game::{Face, FigureSet, Pair};
use rules::{Direction, Stone, Wall};

use super::act::omen;
use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::session::Session;
use crate::page::words::Language;
use crate::page::{focus, storage, telling, words};
use crate::scene::graves::graves;
use crate::scene::moving::Plan;
use crate::scene::rich::plain;
use crate::scene::text_board::{Band, COLUMNS, Holds, Row, Space, bands, dangers, monster, rows};
use crate::scene::typed::{Act, Answer, Mistake, Reader, Subject, obey};

/// Whether the text board is open, on every screen that has one.
pub(in crate::page) const KEY: &str = "fearsome.text-board";

/// The number of captions of the log on the page.
const TOLD: usize = 6;

/// The state of the text board.
#[derive(Clone, Copy)]
pub(in crate::page) struct Reading {
    /// Whether the text board is open.
    pub is_open: RwSignal<bool>,
    answer: RwSignal<String>,
    /// The number of answers so far.
    answers: StoredValue<usize>,
    /// The plan that the answer has already described.
    told: StoredValue<Option<Plan>>,
    line: NodeRef<Input>,
}

impl Reading {
    /// The state stored in the browser, for the parts of this table.
    pub(super) fn provide() -> Reading {
        let reading = Reading {
            is_open: RwSignal::new(storage::read(KEY).as_deref() == Some("open")),
            answer: RwSignal::new(String::new()),
            answers: StoredValue::new(0),
            told: StoredValue::new(None),
            line: NodeRef::new(),
        };
        provide_context(reading);
        reading
    }

    /// Shows an answer. An answer that is repeated differs by an invisible space, or screen readers would not announce
    /// it.
    fn reply(self, words: String) {
        let number = self.answers.get_value();
        self.answers.set_value(number + 1);
        let mark = if number.is_multiple_of(2) { "" } else { "\u{a0}" };
        self.answer.set(words + mark);
    }

    /// Opens or closes the text board. Opening it focuses the line.
    pub(in crate::page) fn open(self, is_open: bool) {
        storage::write(KEY, if is_open { "open" } else { "closed" });
        self.is_open.set(is_open);
        if is_open {
            request_animation_frame(|| focus::on(focus::TYPED));
        }
    }
}

/// With the text board open the monster pauses after each step, so that every step can be heard to its end.
pub(super) fn at_readers_pace(session: Session, reading: Reading) {
    Effect::new(move |before: Option<usize>| {
        let (begun, is_run) =
            session.display.playback.with(|playback| (playback.player().begun(), playback.player().is_playing_run()));
        if is_run && begun > before.unwrap_or_default() && reading.is_open.get_untracked() {
            session.step();
        }
        begun
    });
}

/// The first element that the keyboard reaches.
pub(super) fn skip_link(reading: Reading) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="skiplink btn" on:click=move |_| reading.open(true)>{t!(i18n, voice.skip_link)}</button>
    }
}

/// The state of the hand for screen readers: whose turn it is, the plan, its cost and what it pushes.
pub(super) fn hand_in_words(display: Display, reading: Reading) -> impl IntoView {
    let i18n = use_i18n();
    let words = move || {
        let moving = display.moving.read();
        let moving = moving.as_ref()?;
        let Some(figure) = moving.figure() else {
            if moving.is_ahead() {
                return None;
            }
            if !display.is_shared() {
                return Some(t_string!(i18n, table.your_move).to_owned() + ".");
            }
            let name = display.seats().get(moving.seat().index())?.name.clone();
            return Some(t_string!(i18n, table.hand_over, name).to_string() + ".");
        };
        let face = display.playback.with_untracked(|playback| playback.tableau().face(figure));
        let name = telling::figure(i18n, figure, face);
        let Some(plan) = moving.plan() else {
            return Some(format!("{name}, {}.", words::points(i18n, moving.points())));
        };
        if reading.told.with_value(|told| told.as_ref() == Some(plan)) {
            return None;
        }
        let told = words::about(i18n, &name, &words::plan(i18n, plan, moving.points()));
        Some(omen(i18n, display).map_or(told.clone(), |omen| format!("{told} {omen}")))
    };
    view! { <p class="vh" role="status" data-voice="hand">{move || words().unwrap_or_default()}</p> }
}

/// The text board, if it is open.
pub(super) fn text_board(session: Session, reading: Reading) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        reading.is_open.get().then(|| {
            focus::comes_back();
            view! {
                <section class="reading-desk panel" aria-label=move || t_string!(i18n, voice.title)>
                    {line(session, reading)}
                    <div class="pages" tabindex="0" role="region" aria-label=move || t_string!(i18n, voice.scroll)>
                        {board_table(session.display)}
                        {lists(session.display)}
                        {commands()}
                    </div>
                </section>
            }
        })
    }
}

fn line(session: Session, reading: Reading) -> impl IntoView {
    let i18n = use_i18n();
    let earlier: StoredValue<Vec<String>> = StoredValue::new(vec![]);
    let back: StoredValue<usize> = StoredValue::new(0);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(input) = reading.line.get_untracked() else { return };
        let typed = input.value();
        back.set_value(0);
        match untrack(|| type_line(i18n, session, reading, &typed)) {
            Ok(()) => {
                input.set_value("");
                if !typed.trim().is_empty() {
                    earlier.update_value(|earlier| earlier.push(typed));
                }
            }
            // Typing replaces it.
            Err(_) => input.select(),
        }
    };
    // As in a terminal: the up arrow brings back earlier lines.
    let recall = move |event: web_sys::KeyboardEvent| {
        let Some(input) = reading.line.get_untracked() else { return };
        let all = earlier.with_value(Vec::len);
        let steps = match event.key().as_str() {
            "ArrowUp" => (back.get_value() + 1).min(all),
            "ArrowDown" => back.get_value().saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        back.set_value(steps);
        let line = earlier.with_value(|earlier| steps.checked_sub(1).and_then(|_| earlier.get(all - steps).cloned()));
        input.set_value(&line.unwrap_or_default());
    };
    view! {
        <form class="line" on:submit=submit>
            <label for="typed-line">{t!(i18n, voice.line)}</label>
            <input
                id="typed-line"
                node_ref=reading.line
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                enterkeyhint="send"
                placeholder=move || t_string!(i18n, voice.example)
                on:keydown=recall
            />
            <button class="btn go" type="submit">{t!(i18n, voice.send)}</button>
            <button class="btn quiet" type="button" data-do="close-text" on:click=move |_| reading.open(false)>
                {t!(i18n, common.close)}
            </button>
        </form>
        <p class="reply" role="status" aria-label=move || t_string!(i18n, voice.answer)>{move || reading.answer.get()}</p>
    }
}

/// Carries out a line and answers.
fn type_line(i18n: Language, session: Session, reading: Reading, line: &str) -> Result<(), Mistake> {
    let display = session.display;
    let vocabulary = telling::vocabulary(i18n);
    let mut hand = display.moving.get_untracked();
    let playback = display.playback.get_untracked();
    let players = playback.game().players();
    let in_game: FigureSet = players.seats().flat_map(|seat| players.figures(seat).iter()).collect();
    let own = hand.as_ref().map_or(FigureSet::EMPTY, |hand| players.figures(hand.seat()));
    let reader = Reader { vocabulary: &vocabulary, own, in_game };
    let subject = Subject {
        playback: &playback,
        moving: hand.as_mut(),
        help: display.help.get_untracked(),
        can_take_back: session.can_take_back.get_untracked(),
    };
    let answer = reader.read(line).and_then(|command| obey(&command, subject)).inspect_err(|mistake| {
        reading.reply(telling::problem(i18n, &mistake.what, &playback));
    })?;
    reading.reply(telling::answer(i18n, &answer, &playback));
    if let Some(hand) = hand {
        reading.told.set_value(hand.plan().cloned());
        display.with_hand(|moving| *moving = hand);
    }
    match answer {
        Answer::Planned { at_once: true, .. } | Answer::Do(Act::Confirm) => session.confirm(),
        Answer::Do(Act::TakeBack) => session.take_back(),
        Answer::Do(Act::Skip) => session.skip(),
        Answer::Do(Act::Step) => session.step(),
        Answer::Do(Act::GoOn) => session.run(),
        Answer::Do(Act::Again) => session.watch_again(),
        Answer::Do(Act::Why) => display.ask_now(),
        Answer::Chosen { .. }
        | Answer::Planned { .. }
        | Answer::TakenBack
        | Answer::Figures(_)
        | Answer::Space(_)
        | Answer::Monster(_)
        | Answer::Tombstones(_)
        | Answer::Dangers(_)
        | Answer::Help => {}
    }
    Ok(())
}

fn board_table(display: Display) -> impl IntoView {
    let board = Memo::new(move |_| {
        let (playback, moving) = (display.playback.read(), display.moving.read());
        rows(&playback, moving.as_ref())
    });
    grid(board, telling::on_space)
}

/// The board as a table. `tell` says what is on a space.
pub(in crate::page) fn grid(
    board: Memo<Vec<Row>>,
    tell: impl Fn(Language, &Space) -> String + Copy + Send + 'static,
) -> impl IntoView {
    let i18n = use_i18n();
    let row = move |row: Row| {
        let spaces = row.spaces.into_iter().map(move |space| match space {
            None => view! { <td class="none"><span class="vh">{t!(i18n, voice.no_floor)}</span></td> }.into_any(),
            Some(space) => {
                let words = tell(i18n, &space);
                let reachable = space.cost.is_some_and(|cost| cost > 0);
                view! {
                    <td data-space=space.cell.to_string() class:reachable=reachable class:blood=space.has_blood>
                        {marks(&space)}
                        <span class="vh">{words}</span>
                    </td>
                }
                .into_any()
            }
        });
        view! { <tr><th scope="row">{row.number}</th>{spaces.collect_view()}</tr> }
    };
    view! {
        <table class="textboard">
            <caption class="vh">{t!(i18n, voice.board)}</caption>
            <thead>
                <tr><td></td>{COLUMNS.map(|column| view! { <th scope="col">{column}</th> }).collect_view()}</tr>
            </thead>
            <tbody>{move || board.get().into_iter().map(row).collect_view()}</tbody>
        </table>
        <p class="legend">{t!(i18n, voice.legend)}</p>
    }
}

/// A space for sighted readers: its mark, and the letters of its walls in small.
fn marks(space: &Space) -> impl IntoView + use<> {
    let mark = match (space.holds, space.teleporter, space.has_blood) {
        // Its name as it is typed, whichever side faces up.
        (Some(Holds::Figure(figure, _)), ..) => figure.to_string(),
        (Some(Holds::Stone(Stone::Plain)), ..) => "#".to_owned(),
        (Some(Holds::Stone(Stone::Crystal)), ..) => "c".to_owned(),
        (Some(Holds::Stone(Stone::TurnRight)), ..) => "r".to_owned(),
        (Some(Holds::Stone(Stone::TurnAround)), ..) => "u".to_owned(),
        (Some(Holds::Monster(facing)), ..) => arrow(facing).to_owned(),
        (None, Some(gate), _) => {
            let pair = match gate.pair {
                Pair::One => '1',
                Pair::Two => '2',
            };
            format!("{pair}{}", arrow(gate.arrow))
        }
        (None, None, true) => "~".to_owned(),
        (None, None, false) => "·".to_owned(),
    };
    let class = match space.holds {
        Some(Holds::Figure(figure, Face::Bright)) => format!("fig {}", &figure.to_string()[..1]),
        Some(Holds::Figure(figure, Face::Dark)) => format!("fig dark {}", &figure.to_string()[..1]),
        Some(Holds::Monster(_)) => "beast".to_owned(),
        Some(Holds::Stone(_)) => "stone".to_owned(),
        None => "floor".to_owned(),
    };
    let wall = |wall: &Wall| {
        let class = match wall.side() {
            Direction::North => "w n",
            Direction::East => "w e",
            Direction::South => "w s",
            Direction::West => "w w2",
        };
        let letter = wall.letter().map_or("*".to_owned(), |letter| letter.to_string());
        view! { <i class=class>{letter}</i> }
    };
    let walls: Vec<_> = space.walls.iter().map(wall).collect();
    view! { <span class="mark" aria-hidden="true"><b class=class>{mark}</b>{walls}</span> }
}

const fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "▲",
        Direction::East => "▶",
        Direction::South => "▼",
        Direction::West => "◀",
    }
}

fn lists(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let seats = StoredValue::new(display.seats());
    let sentences =
        |sentences: Vec<String>| sentences.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
    let players = move || {
        let (playback, moving) = (display.playback.read(), display.moving.read());
        let band = |band: Band| {
            let name = seats.with_value(|seats| telling::player(i18n, &playback, &band, seats));
            let figures: Vec<String> = band.figures.iter().map(|report| telling::report(i18n, report)).collect();
            view! { <li>{name}<ul>{sentences(figures)}</ul></li> }
        };
        bands(&playback, moving.as_ref()).into_iter().map(band).collect_view()
    };
    let beast = move || {
        let (playback, moving) = (display.playback.read(), display.moving.read());
        let report = monster(&playback, moving.as_ref(), display.help.get());
        sentences(telling::monster(i18n, &report, playback.tableau().dark))
    };
    let yard = move || sentences(telling::tombstones(i18n, &graves(&display.playback.read())));
    let coming = Memo::new(move |_| {
        let (playback, moving) = (display.playback.read(), display.moving.read());
        dangers(&playback, moving.as_ref(), display.help.get()).ok()
    });
    let omens = move || {
        coming.get().map(|told| {
            let dark = display.playback.with(|playback| playback.tableau().dark);
            view! { <h2>{t!(i18n, voice.dangers)}</h2> <ul>{sentences(telling::dangers(i18n, &told, dark))}</ul> }
        })
    };
    let told = Memo::new(move |_| display.playback.with(|playback| (playback.jumps(), playback.log().len())));
    let last = move || {
        let (_, told) = told.get();
        let entries = display.playback.with_untracked(|playback| {
            playback.log().iter().skip(told.saturating_sub(TOLD)).cloned().collect::<Vec<_>>()
        });
        let tell = |entry| plain(&seats.with_value(|seats| words::caption(i18n, entry, seats)));
        sentences(entries.iter().map(tell).collect())
    };
    view! {
        <h2>{t!(i18n, voice.players)}</h2>
        <ul>{players}</ul>
        <h2>{t!(i18n, things.the_monster)}</h2>
        <ul>{beast}</ul>
        <h2>{t!(i18n, voice.tombstones)}</h2>
        <ul>{yard}</ul>
        {omens}
        <h2>{t!(i18n, voice.log)}</h2>
        <ol>{last}</ol>
    }
}

fn commands() -> impl IntoView {
    let i18n = use_i18n();
    let lines = move || {
        telling::commands(i18n).map(|(line, meaning)| view! { <dt>{line}</dt> <dd>{meaning}</dd> }).collect_view()
    };
    view! {
        <h2>{t!(i18n, voice.commands)}</h2>
        <dl>{lines}</dl>
    }
}
