//! The omen: what the planned move leads to, in a sentence after the log.

use leptos::prelude::*;
use rules::FigureId;

use crate::page::display::Display;
use crate::page::i18n::*;
use crate::page::pointed::naming;
use crate::page::words::{self, Language};
use crate::scene::foresight::End;

/// Where a tombstone takes the monster, and which figures it eats.
fn sentence_about(i18n: Language, end: &End, is_first: bool, name: impl Fn(FigureId) -> String) -> String {
    let (stone, chance) = (words::tombstone(i18n, end.tombstone), words::chance(i18n, end.chance));
    let cell = end.monster.at;
    let figures = end.eaten.iter().map(|figure| name(*figure)).collect::<Vec<_>>().join(", ");
    match (is_first, end.eaten.is_empty()) {
        (true, false) => t_string!(i18n, help.omen.first_eats, stone, chance, cell, figures).to_string(),
        (true, true) => t_string!(i18n, help.omen.first_nobody, stone, chance, cell).to_string(),
        (false, false) => t_string!(i18n, help.omen.then_eats, stone, chance, cell, figures).to_string(),
        (false, true) => t_string!(i18n, help.omen.then_nobody, stone, chance, cell).to_string(),
    }
}

/// A green caption while a move is planned, if the table reveals the next run.
pub(super) fn omen_caption(display: Display) -> impl IntoView {
    let i18n = use_i18n();
    let sentence = Memo::new(move |_| {
        let (moving, foresight, picks) = (display.moving.read(), display.foresight.read(), display.picks.read());
        let moving = moving.as_ref().filter(|moving| moving.drawn().is_some())?;
        if moving.ends_game() {
            return None;
        }
        let name =
            |figure| words::figure(i18n, figure, display.playback.with(|playback| playback.tableau().face(figure)));
        let ends = picks.shown(foresight.as_ref()?).into_iter().enumerate();
        let sentences: Vec<String> = ends.map(|(nth, end)| sentence_about(i18n, end, nth == 0, name)).collect();
        Some(sentences.join(" "))
    });
    // Spoken already: the bar says how the danger changes.
    move || sentence.get().map(|words| view! { <p class="cap panel omen" aria-hidden="true">{naming(&words)}</p> })
}
