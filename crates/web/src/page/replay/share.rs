//! What can be done with a replay: share it, save it, play on.

use leptos::html::{Dialog, Input};
use leptos::prelude::*;

use super::viewer::Viewer;
use crate::page::clock::{Clock, NOTE_MS};
use crate::page::i18n::*;
use crate::page::play_on::{Origin, play_on};
use crate::page::run::speed_choice;
use crate::page::tables;
use crate::route::{RecordSource, Route};
use crate::scene::archive::LONGEST_CODE;
use crate::table::{SeatPlan, Takeover};

/// The outcome of copying a link.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Copied {
    /// It is in the clipboard.
    Link,
    /// The record is too long for a link: the clipboard has a text that accompanies the file.
    Words,
    /// The browser does not allow it: this text must be copied by hand.
    ByHand(String),
}

pub(super) fn share(viewer: Viewer) -> impl IntoView {
    let i18n = use_i18n();
    let copied = RwSignal::new(None::<Copied>);
    let clock = Clock::new();
    Effect::new(move || {
        viewer.moment.track();
        copied.set(None);
    });
    let copy = move |_| {
        let (text, is_link) = what_to_copy(viewer, names(viewer), |names, link| {
            t_string!(i18n, replay.with_file, names = names, link = link).to_string()
        });
        leptos::task::spawn_local(async move {
            let is_written = tables::copy(&text).await;
            let outcome = match (is_written, is_link) {
                (true, true) => Copied::Link,
                (true, false) => Copied::Words,
                (false, _) => Copied::ByHand(text),
            };
            // What was copied is known after a while; what must be copied by hand stays.
            let passes = matches!(outcome, Copied::Link | Copied::Words);
            // The screen may have been left in the meantime.
            if copied.try_set(Some(outcome)).is_none() && passes {
                clock.set(NOTE_MS, move || copied.set(None));
            }
        });
    };
    let save = move |_| {
        let text = viewer.with_replay(|replay| replay.record().to_string());
        let id = match viewer.source() {
            RecordSource::Kept(id) => id,
            // Enough to distinguish it from other files, and always the same for the same game.
            RecordSource::Code(code) => code.chars().rev().take(8).collect(),
        };
        tables::save_file(&format!("fearsome-floors-{id}.floors"), &text);
    };
    let by_hand = NodeRef::<Input>::new();
    Effect::new(move || {
        if let Some(input) = by_hand.get() {
            input.select();
        }
    });
    let said = move || match copied.get()? {
        Copied::Link => Some(view! { <p>{t!(i18n, replay.copied)}</p> }.into_any()),
        Copied::Words => Some(view! { <p>{t!(i18n, replay.too_long)}</p> }.into_any()),
        Copied::ByHand(text) => Some(
            view! {
                <label>
                    {t!(i18n, replay.copy_by_hand)}
                    <input node_ref=by_hand readonly prop:value=text />
                </label>
            }
            .into_any(),
        ),
    };
    let dialog = NodeRef::<Dialog>::new();
    let open = move |_| {
        viewer.pause();
        if let Some(dialog) = dialog.get_untracked() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        }
    };
    let analyse = move || {
        let board = viewer.display.playback.with(|playback| Route::analysis_in_play(playback.game()));
        board.with_monster(viewer.display.monster()).to_string()
    };
    let is_over = move || viewer.display.playback.with(|playback| playback.game().ending().is_some());
    let begin = Callback::new(move |seats| begin(viewer, seats));
    let players = viewer.with_replay(|replay| *replay.record().terms().players());
    view! {
        <section class="share panel" aria-label=move || t_string!(i18n, replay.share)>
            {speed_choice("speed", viewer.display.speed, Callback::new(move |speed| viewer.set_speed(speed)))}
            <button class="btn go" data-do="play-on" disabled=is_over on:click=open>{t!(i18n, replay.play_on)}</button>
            <a class="btn" data-do="analyse" href=analyse>{t!(i18n, replay.analyse)}</a>
            <button class="btn" data-do="copy-link" on:click=copy>{t!(i18n, common.copy_link)}</button>
            <button class="btn" data-do="save" on:click=save>{t!(i18n, common.save_record)}</button>
            <div class="said" role="status">{said}</div>
        </section>
        {play_on(Origin::Moment, dialog, players, viewer.display.seats(), begin)}
    }
}

/// The stored names: this is sent to others, to whom "you" is somebody else.
fn names(viewer: Viewer) -> String {
    let names: Vec<String> = viewer.display.seats().into_iter().map(|seat| seat.stored.name).collect();
    names.join(", ")
}

/// The link to this moment with the whole record in it; if that is too long, a text that accompanies the file. Also
/// returns whether it is a link.
fn what_to_copy(viewer: Viewer, names: String, words: impl Fn(String, String) -> String) -> (String, bool) {
    let code = viewer.with_replay(|replay| replay.record().to_code());
    let location = window().location();
    let base = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    if code.len() <= LONGEST_CODE {
        let at = Some(viewer.moment.get_untracked());
        (format!("{base}{}", Route::Replay { source: RecordSource::Code(code), at }), true)
    } else {
        (words(names, format!("{base}{}", Route::Archive)), false)
    }
}

/// Begins a game that goes on from the current moment.
fn begin(viewer: Viewer, seats: Vec<SeatPlan>) {
    let display = viewer.display;
    let speed = display.speed.get_untracked();
    let takeover = Takeover { seats, monster: display.monster(), speed, help: viewer.help };
    let moment = viewer.moment.get_untracked();
    viewer.with_replay(|replay| tables::play_on(replay.record(), moment, takeover));
}
