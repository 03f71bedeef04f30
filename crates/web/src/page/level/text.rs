//! The text board: the board as a table, what may be done, and a line to type deeds.

use leptos::html::Input;
use leptos::prelude::*;
use puzzles::{AreaText, Deed, Grant};

use super::helps::helps;
use super::lair::{Lair, Phase};
use super::verdict::{missed, verdict};
use super::words;
use crate::draw::icons::Icon;
use crate::page::app::go_to;
use crate::page::i18n::*;
use crate::page::table::text::{KEY, grid};
use crate::page::words::Language;
use crate::page::{focus, storage, telling};
use crate::scene::level::{Command, Mistake, Slot, Trap, Verdict, Word, read_line};
use crate::scene::player::RunButton;
use crate::scene::text_board::{Holds, Space, rows_of};

/// Opens or closes the text board, and remembers it for every screen that has one.
pub(super) fn open(lair: Lair, is_open: bool) {
    storage::write(KEY, if is_open { "open" } else { "closed" });
    lair.is_reading.set(is_open);
    if is_open {
        request_animation_frame(|| focus::on(focus::TYPED));
    }
}

/// Whether it was open last.
pub(super) fn was_open() -> bool {
    storage::read(KEY).as_deref() == Some("open")
}

/// The button that opens it.
pub(super) fn tool(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button
            class="tool" data-do="text" aria-label=move || t_string!(i18n, voice.title)
            aria-pressed=move || lair.is_reading.get().to_string()
            on:click=move |_| open(lair, !lair.is_reading.get_untracked())
        >
            <svg viewBox=Icon::Text.view_box() aria-hidden="true" inner_html=Icon::Text.markup()></svg>
        </button>
    }
}

/// The text board, if it is open.
pub(super) fn text_board(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        lair.is_reading.get().then(|| {
            focus::comes_back();
            view! {
                <section class="reading-desk panel" aria-label=move || t_string!(i18n, voice.title)>
                    {line(lair)}
                    {verdict(lair)}
                    <div class="pages" tabindex="0" role="region" aria-label=move || t_string!(i18n, voice.scroll)>
                        {table(lair)}
                        {lists(lair)}
                        {helps(lair)}
                        <p class="legend">{t!(i18n, level.text.help)}</p>
                    </div>
                </section>
            }
        })
    }
}

fn line(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let (node, answer, number) = (NodeRef::<Input>::new(), RwSignal::new(String::new()), StoredValue::new(0_usize));
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(input) = node.get_untracked() else { return };
        let said = untrack(|| type_line(lair, &input.value()));
        // An answer that is repeated differs by an invisible space, or screen readers would not announce it.
        let mark = if number.get_value().is_multiple_of(2) { "" } else { "\u{a0}" };
        number.update_value(|number| *number += 1);
        match said {
            Ok(words) => {
                input.set_value("");
                answer.set(words + mark);
            }
            Err(words) => {
                // Typing replaces it.
                input.select();
                answer.set(words + mark);
            }
        }
    };
    view! {
        <form class="line" on:submit=submit>
            <label for="typed-line">{t!(i18n, level.text.line)}</label>
            <input
                id="typed-line" node_ref=node type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
                enterkeyhint="send" placeholder=move || t_string!(i18n, level.text.example)
            />
            <button class="btn go" type="submit">{t!(i18n, voice.send)}</button>
            <button class="btn quiet" type="button" data-do="close-text" on:click=move |_| open(lair, false)>
                {t!(i18n, common.close)}
            </button>
        </form>
        <p class="reply" role="status" aria-label=move || t_string!(i18n, voice.answer)>{answer}</p>
    }
}

/// The words of the reader's language.
fn vocabulary(i18n: Language) -> Vec<(String, Word)> {
    let name = |word: Word| match word {
        Word::Undo => t_string!(i18n, level.word.undo),
        Word::Clear => t_string!(i18n, level.word.clear),
        Word::Loose => t_string!(i18n, level.word.loose),
        Word::Step => t_string!(i18n, level.word.step),
        Word::GoOn => t_string!(i18n, level.word.go_on),
        Word::Skip => t_string!(i18n, level.word.skip),
        Word::Again => t_string!(i18n, level.word.again),
        Word::Back => t_string!(i18n, level.word.back),
        Word::Why => t_string!(i18n, level.word.why),
        Word::Hint => t_string!(i18n, level.word.hint),
        Word::Next => t_string!(i18n, level.word.next),
        Word::Help => t_string!(i18n, level.word.help),
    };
    Word::ALL.map(|word| (name(word).to_owned(), word)).to_vec()
}

/// Does what was typed; returns the answer, or why nothing was done.
fn type_line(lair: Lair, line: &str) -> Result<String, String> {
    let i18n = lair.i18n;
    let command = read_line(line, &vocabulary(i18n)).map_err(|mistake| match mistake {
        Mistake::Empty => t_string!(i18n, level.text.help).to_owned(),
        Mistake::Unknown(word) => t_string!(i18n, level.text.unknown, word).to_string(),
        Mistake::Expected { word, wanted } => {
            t_string!(i18n, level.text.expected, word, example = wanted.example()).to_string()
        }
    })?;
    match command {
        Command::Deeds(deeds) => do_deeds(lair, &deeds),
        Command::Word(word) => obey(lair, word),
    }
}

fn do_deeds(lair: Lair, deeds: &[Deed]) -> Result<String, String> {
    let i18n = lair.i18n;
    lair.apply(deeds).map_err(|(deed, refusal)| {
        let why = format!("{deed}: {}", words::refusal(i18n, refusal));
        if deeds.len() > 1 { format!("{why} {}", t_string!(i18n, level.text.nothing_done)) } else { why }
    })?;
    Ok(done(i18n, lair))
}

/// Everything that is done, in words.
fn done(i18n: Language, lair: Lair) -> String {
    let preparation = lair.trap.with_untracked(Trap::preparation);
    match preparation.deeds() {
        [] => t_string!(i18n, level.said.empty).to_owned(),
        deeds => {
            let deeds = words::deeds(i18n, &lair.level(), deeds);
            t_string!(i18n, level.said.done, deeds).to_string()
        }
    }
}

fn obey(lair: Lair, word: Word) -> Result<String, String> {
    let i18n = lair.i18n;
    let is_running = lair.phase.get_untracked() == Phase::Running;
    let walk = |button: RunButton, words: &'static str| {
        if !is_running {
            return Err(t_string!(i18n, level.text.no_walk).to_owned());
        }
        lair.run.press(button);
        Ok(words.to_owned())
    };
    match word {
        Word::Undo | Word::Clear if is_running => Err(t_string!(i18n, level.text.walking).to_owned()),
        Word::Undo if !lair.trap.with_untracked(Trap::can_undo) => {
            Err(t_string!(i18n, level.text.nothing_to_undo).to_owned())
        }
        Word::Undo => {
            lair.undo();
            Ok(format!("{} {}", t_string!(i18n, level.text.undone), done(i18n, lair)))
        }
        Word::Clear => {
            lair.clear();
            Ok(done(i18n, lair))
        }
        Word::Loose if is_running => Err(t_string!(i18n, level.text.walking).to_owned()),
        Word::Loose => {
            lair.let_loose();
            Ok(t_string!(i18n, level.said.loose).to_owned())
        }
        Word::Step => walk(RunButton::Step, t_string!(i18n, voice.stepping)),
        Word::GoOn => walk(RunButton::Run, t_string!(i18n, voice.going_on)),
        Word::Skip => walk(RunButton::Skip, t_string!(i18n, voice.skipped)),
        Word::Again if lair.outcome.with_untracked(Option::is_some) => {
            lair.run.press(RunButton::Again);
            Ok(t_string!(i18n, voice.again).to_owned())
        }
        Word::Again => Err(t_string!(i18n, level.text.no_walk).to_owned()),
        Word::Why if is_running => {
            lair.run.press(RunButton::Why);
            asked(lair)
        }
        Word::Why => why(lair),
        Word::Back => {
            lair.back();
            Ok(done(i18n, lair))
        }
        Word::Hint => Ok(lair.next_help()),
        Word::Next => {
            go_to(&lair.next());
            Ok(String::new())
        }
        Word::Help => Ok(t_string!(i18n, level.text.help).to_owned()),
    }
}

/// Whether there is an answer to a question, which screen readers announce.
fn asked(lair: Lair) -> Result<String, String> {
    let i18n = lair.i18n;
    match lair.run.is_asked() {
        true => Ok(t_string!(i18n, level.text.because).to_owned()),
        false => Err(t_string!(i18n, level.text.no_look).to_owned()),
    }
}

/// Why the trap did not work.
fn why(lair: Lair) -> Result<String, String> {
    let i18n = lair.i18n;
    let outcome = lair.outcome.get_untracked().ok_or_else(|| t_string!(i18n, level.text.no_walk).to_owned())?;
    match &outcome.verdict {
        Verdict::Solved => Err(t_string!(i18n, level.text.nothing_wrong).to_owned()),
        Verdict::TooLong => Ok(t_string!(i18n, level.too_long.text).to_owned()),
        Verdict::Lost(loss) => {
            lair.run.ask(&loss.moment);
            asked(lair)
        }
        Verdict::Spared(figures) => {
            if let Some(seen) = figures.iter().find_map(|spared| spared.seen.as_ref()) {
                lair.run.ask(&seen.moment);
            }
            Ok(figures.iter().map(|spared| missed(i18n, spared)).collect::<Vec<_>>().join(" "))
        }
    }
}

fn table(lair: Lair) -> impl IntoView {
    let board = Memo::new(move |_| {
        // Where the walk has come to, where it ended, or the trap.
        let beat = lair.run.player.with(|player| player.beat().map(|beat| beat.tableau.position));
        let end = || lair.outcome.with(|outcome| Some(outcome.as_ref()?.show.beats.last()?.tableau.position));
        rows_of(&beat.or_else(end).unwrap_or_else(|| lair.trap.with(Trap::position)))
    });
    let ours = lair.level().ours();
    let tell = move |i18n: Language, space: &Space| {
        let on_space = telling::on_space(i18n, space);
        match space.holds {
            Some(Holds::Figure(figure, _)) if ours.has(figure) => {
                format!("{on_space}, {}", t_string!(i18n, level.said.ours))
            }
            Some(Holds::Figure(..)) => format!("{on_space}, {}", t_string!(i18n, level.said.theirs)),
            Some(Holds::Stone(_) | Holds::Monster(_)) | None => on_space,
        }
    };
    grid(board, tell)
}

fn area_words(i18n: Language, area: AreaText) -> String {
    match area {
        AreaText::Anywhere => t_string!(i18n, level.text.anywhere).to_owned(),
        AreaText::AnywhereBut(spaces) => t_string!(i18n, level.text.anywhere_but, spaces).to_string(),
        AreaText::Spaces(spaces) => spaces,
    }
}

/// What may be done, and what is done.
fn lists(lair: Lair) -> impl IntoView {
    let i18n = use_i18n();
    let may = move || {
        let level = lair.level();
        let line = |grant: &Grant| {
            let slot = Slot::of_grant(&level, *grant)?;
            let count = grant.pieces();
            let times = if count > 1 { format!("{count} × ") } else { String::new() };
            let what = format!("{times}{}, {}", words::slot(i18n, &slot), words::may(i18n, &slot));
            let words = match level.area_of(*grant) {
                None => what,
                Some(area) => crate::page::words::about(i18n, &what, &area_words(i18n, area)),
            };
            Some(view! { <li>{words}</li> })
        };
        level.grants().iter().filter_map(line).collect_view()
    };
    let did = move || {
        lair.trap.track();
        done(i18n, lair)
    };
    view! {
        <h2>{t!(i18n, level.text.may)}</h2>
        <ul>{may}</ul>
        <h2>{t!(i18n, level.text.did)}</h2>
        <p>{did}</p>
    }
}
