//! The move timer of a table at one screen: a candle beside the bar of the player who is to move. At zero a bell rings, and
//! nothing is played.

use leptos::prelude::*;

use super::clock::Clock;
use super::i18n::*;
use super::session::Session;
use super::sound::Ears;
use crate::draw::candle;
use crate::scene::candle::{Burnt, Candle, WARNING_SECONDS};
use crate::scene::playback::Playback;
use crate::scene::sound::{Cue, Effect as SoundEffect};
use crate::table::Speed;

const SECOND_MS: u32 = 1000;

/// The candle of whoever is to move at this screen. `None` at a table without a timer.
#[derive(Clone, Copy)]
pub struct MoveCandle(Option<RwSignal<Candle>>);

impl MoveCandle {
    /// Lights a candle for each move of a player here, if the table has a timer. It waits while something is animated, a
    /// question is open, or the page is hidden.
    pub fn provide(session: Session) -> MoveCandle {
        let candle = MoveCandle(session.driver().drive().timer().map(|timer| {
            let candle = RwSignal::new(Candle::new(timer));
            burn(session, candle);
            // Each move has a candle of its own.
            let display = session.display;
            let due = Memo::new(move |_| display.due().map(|seat| (seat, display.playback.with(Playback::shown))));
            Effect::new(move |_| {
                if due.get().is_some() {
                    candle.set(Candle::new(timer));
                }
            });
            candle
        }));
        provide_context(candle);
        candle
    }

    fn of_table() -> Option<RwSignal<Candle>> {
        use_context::<MoveCandle>().and_then(|candle| candle.0)
    }
}

fn burn(session: Session, candle: RwSignal<Candle>) {
    let (display, clock) = (session.display, Clock::new());
    let is_hidden = RwSignal::new(document().hidden());
    let shown = window_event_listener_untyped("visibilitychange", move |_| is_hidden.set(document().hidden()));
    on_cleanup(move || shown.remove());
    let ears: Ears = expect_context();
    let burns = Memo::new(move |_| {
        let is_still = display.playback.with(|playback| playback.beat().is_none() && !playback.is_announcing());
        let is_asked = display.asked.with(Option::is_some);
        display.due().is_some() && is_still && !is_asked && !is_hidden.get() && !session.is_pending().get()
    });
    Effect::new(move |_| {
        clock.stop();
        if burns.get() && !candle.with(|candle| candle.is_out()) {
            clock.set(SECOND_MS, move || {
                if candle.try_update(Candle::burn) == Some(Burnt::Out) {
                    ears.play(&[Cue { effect: SoundEffect::Bell, after_ms: 0 }], Speed::Walk);
                }
            });
        }
    });
}

/// The candle along the edge of the bar of whoever is to move.
pub(super) fn on_bar() -> Option<impl IntoView> {
    let candle = MoveCandle::of_table()?;
    let is_out = Memo::new(move |_| candle.with(|candle| candle.is_out()));
    let is_low = Memo::new(move |_| candle.with(|candle| candle.left() <= WARNING_SECONDS));
    Some(view! {
        <div class="candle" class:out=is_out class:low=is_low style:--left=move || candle.get().percent().to_string() aria-hidden="true">
            <i></i>
            <svg viewBox=candle::WICK_BOX inner_html=move || if is_out.get() { candle::smoke() } else { candle::wick() }></svg>
        </div>
    })
}

/// The word when the bell has rung.
pub(super) fn rung() -> Option<impl IntoView> {
    let i18n = use_i18n();
    let candle = MoveCandle::of_table()?;
    let is_out = Memo::new(move |_| candle.with(|candle| candle.is_out()));
    Some(move || is_out.get().then(|| view! { " " <b class="rung">{t!(i18n, timer.rung)}</b> }))
}

/// How much time is left, for screen readers: twice, not every second.
pub(super) fn in_words(session: Session) -> Option<impl IntoView> {
    let i18n = use_i18n();
    let candle = MoveCandle::of_table()?;
    let words = Memo::new(move |earlier: Option<&&'static str>| match (session.display.due(), candle.get().left()) {
        (None, _) => "",
        (Some(_), 0) => t_string!(i18n, timer.said_out),
        (Some(_), WARNING_SECONDS) => t_string!(i18n, timer.said_low),
        (Some(_), left) if left < WARNING_SECONDS => earlier.copied().unwrap_or_default(),
        (Some(_), _) => "",
    });
    Some(view! { <p class="vh" role="status" data-voice="timer">{move || words.get()}</p> })
}
