//! Plays the effects of [`crate::scene::sound`] with Web Audio. Sound starts only after the player has touched the
//! page, as browsers require.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{
    AudioBuffer, AudioContext, AudioContextState, AudioParam, AudioScheduledSourceNode, BiquadFilterType, Event,
    GainNode, KeyboardEvent, OscillatorType,
};

use super::display::Display;
use super::i18n::*;
use super::{focus, keys, storage};
use crate::scene::moving::Moving;
use crate::scene::sound::{
    Band, Choir, Cue, Effect, Foot, Heard, Loudness, Shape, Source, Voice, cues, led, noise_sample,
};
use crate::table::Speed;

const KEY: &str = "fearsome.sound";

/// The length of the noise before it repeats.
const NOISE_S: f32 = 1.0;

/// The end of a fade: an exponential ramp cannot reach zero.
const SILENCE: f32 = 0.0001;

/// The sound of the page.
#[derive(Clone, Copy)]
pub struct Ears {
    /// The volume.
    pub loudness: RwSignal<Loudness>,
    /// Whether the settings are open.
    pub is_open: RwSignal<bool>,
    player: StoredValue<Option<Player>, LocalStorage>,
}

/// The audio graph.
struct Player {
    context: AudioContext,
    master: GainNode,
    noise: AudioBuffer,
    choir: Choir,
}

impl Ears {
    /// The sound of every screen, with the stored settings.
    pub fn provide() {
        let remembered = storage::read(KEY).and_then(|text| Loudness::from_text(&text));
        let loudness = remembered.unwrap_or_else(|| Loudness::usual(is_handheld()));
        let ears = Ears {
            loudness: RwSignal::new(loudness),
            is_open: RwSignal::new(false),
            player: StoredValue::new_local(None),
        };
        provide_context(ears);
        // Only a user gesture unlocks sound, and it may happen long before the first effect.
        let wake = move |event: &Event| {
            if event.is_trusted() && ears.loudness.with_untracked(|loudness| loudness.is_on) {
                ears.wake_soon();
            }
        };
        let click = window_event_listener(leptos::ev::click, move |event| wake(&event));
        let key = window_event_listener(leptos::ev::keydown, move |event| {
            // Browsers do not accept Escape as consent.
            if event.key() != "Escape" {
                wake(&event);
            }
        });
        on_cleanup(move || {
            click.remove();
            key.remove();
        });
    }

    /// Opens or closes the settings.
    pub fn open_or_close(self) {
        self.is_open.update(|is_open| *is_open = !*is_open);
        if self.is_open.get_untracked() {
            request_animation_frame(|| focus::on(".soundbox"));
        }
    }

    /// Changes the volume and stores it.
    pub fn set(self, loudness: Loudness) {
        storage::write(KEY, &loudness.to_text());
        self.loudness.set(loudness);
        if loudness.is_on {
            self.wake();
        }
        self.player.update_value(|player| {
            if let Some(player) = player {
                player.master.gain().set_value(loudness.gain());
            }
        });
    }

    /// Plays everything that happens on this display from now on.
    pub fn listen(self, display: Display) {
        let heard = StoredValue::new(display.playback.with_untracked(Heard::of));
        leptos::prelude::Effect::new(move |_| {
            let speed = display.speed.get_untracked();
            let cues = display.playback.with(|playback| {
                let cues = cues(playback, heard.get_value(), speed);
                heard.set_value(Heard::of(playback));
                cues
            });
            self.play(&cues, speed);
        });
        let hand: StoredValue<Option<Moving>> = StoredValue::new(None);
        leptos::prelude::Effect::new(move |_| {
            let now = display.moving.get();
            let led = hand.with_value(|before| led(before.as_ref(), now.as_ref()));
            hand.set_value(now);
            if let Some(effect) = led {
                self.play(&[Cue { effect, after_ms: 0 }], Speed::Walk);
            }
        });
    }

    /// Plays these effects, unless sound is off.
    pub fn play(self, cues: &[Cue], speed: Speed) {
        if cues.is_empty() || !self.loudness.with_untracked(|loudness| loudness.is_on) {
            return;
        }
        self.player.update_value(|player| {
            let Some(player) = player else { return };
            for cue in cues {
                // A browser that cannot play is not an error.
                let _ = player.play(*cue, speed);
            }
        });
    }

    /// Wakes the sound after the next frame if it has to be set up first: that can take longer than the frame may. In a
    /// browser that does not allow it so late, the next touch wakes it.
    fn wake_soon(self) {
        if self.player.with_value(Option::is_some) {
            self.wake();
        } else {
            request_animation_frame(move || request_animation_frame(move || self.wake()));
        }
    }

    fn wake(self) {
        let loudness = self.loudness.get_untracked();
        self.player.update_value(|player| {
            if player.is_none() {
                *player = Player::new(loudness).ok();
            }
            if let Some(player) = player
                && player.context.state() == AudioContextState::Suspended
            {
                // If it cannot be resumed, the next touch tries again.
                let _ = player.context.resume();
            }
        });
    }
}

/// Whether this device is held in the hand, among other people.
fn is_handheld() -> bool {
    let query = window().match_media("(pointer: coarse)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

impl Player {
    fn new(loudness: Loudness) -> Result<Player, JsValue> {
        let context = AudioContext::new()?;
        let master = context.create_gain()?;
        master.gain().set_value(loudness.gain());
        master.connect_with_audio_node(&context.destination())?;
        let samples = (context.sample_rate() * NOISE_S) as u32;
        let noise = context.create_buffer(1, samples, context.sample_rate())?;
        let shape: Vec<f32> = (0..samples).map(noise_sample).collect();
        noise.copy_to_channel(&shape, 0)?;
        Ok(Player { context, master, noise, choir: Choir::default() })
    }

    fn play(&mut self, cue: Cue, speed: Speed) -> Result<(), JsValue> {
        let now = self.context.current_time();
        let patch: Vec<Voice> = cue.effect.patch().into_iter().map(|voice| voice.at_speed(speed)).collect();
        if self.choir.admit(now * 1000.0, &patch) {
            for voice in &patch {
                self.sing(voice, now + f64::from(cue.after_ms) / 1000.0)?;
            }
        }
        Ok(())
    }

    fn sing(&self, voice: &Voice, from: f64) -> Result<(), JsValue> {
        let seconds = |ms: u32| from + f64::from(ms) / 1000.0;
        let (start, end) = (seconds(voice.start_ms), seconds(voice.end_ms()));
        let swollen = seconds(voice.start_ms + voice.attack_ms);
        let gain = self.context.create_gain()?;
        gain.gain().set_value_at_time(SILENCE, start)?;
        gain.gain().linear_ramp_to_value_at_time(voice.gain, swollen)?;
        gain.gain().set_value_at_time(voice.gain, seconds(voice.start_ms + voice.attack_ms + voice.hold_ms))?;
        gain.gain().exponential_ramp_to_value_at_time(SILENCE, end)?;
        gain.connect_with_audio_node(&self.master)?;
        match voice.source {
            Source::Tone(shape, from_hz, to_hz) => {
                let tone = self.context.create_oscillator()?;
                tone.set_type(match shape {
                    Shape::Sine => OscillatorType::Sine,
                    Shape::Triangle => OscillatorType::Triangle,
                    Shape::Square => OscillatorType::Square,
                    Shape::Saw => OscillatorType::Sawtooth,
                });
                glide(&tone.frequency(), (from_hz, start), (to_hz, end))?;
                tone.connect_with_audio_node(&gain)?;
                tone.start_with_when(start)?;
                tone.stop_with_when(end)?;
            }
            Source::Noise(band, from_hz, to_hz) => {
                let filter = self.context.create_biquad_filter()?;
                filter.set_type(match band {
                    Band::Low => BiquadFilterType::Lowpass,
                    Band::Pass => BiquadFilterType::Bandpass,
                    Band::High => BiquadFilterType::Highpass,
                });
                glide(&filter.frequency(), (from_hz, start), (to_hz, end))?;
                filter.connect_with_audio_node(&gain)?;
                let noise = self.context.create_buffer_source()?;
                noise.set_buffer(Some(&self.noise));
                noise.set_loop(true);
                noise.connect_with_audio_node(&filter)?;
                noise.start_with_when(start)?;
                AudioScheduledSourceNode::from(noise).stop_with_when(end)?;
            }
        }
        Ok(())
    }
}

fn glide(frequency: &AudioParam, (from_hz, start): (f32, f64), (to_hz, end): (f32, f64)) -> Result<(), JsValue> {
    frequency.set_value_at_time(from_hz, start)?;
    frequency.exponential_ramp_to_value_at_time(to_hz, end)?;
    Ok(())
}

/// The effects in the settings, with names for tests.
const SAMPLES: [(Effect, &str); 17] = [
    (Effect::Thud, "thud"),
    (Effect::MonsterStep(Foot::Left), "monster-step"),
    (Effect::Slide, "slide"),
    (Effect::Shove, "shove"),
    (Effect::Wall, "wall"),
    (Effect::Teleport, "teleport"),
    (Effect::Spin, "spin"),
    (Effect::Bite, "bite"),
    (Effect::Crumble, "crumble"),
    (Effect::FigureStep(Foot::Left), "figure-step"),
    (Effect::Push, "push"),
    (Effect::Flip, "flip"),
    (Effect::Escape, "escape"),
    (Effect::Win, "win"),
    (Effect::MonsterWins, "monster-wins"),
    (Effect::Call, "call"),
    (Effect::Bell, "bell"),
];

/// The settings of the sound: on or off, volume, and every effect to try.
pub fn settings() -> impl IntoView {
    let i18n = use_i18n();
    let ears: Ears = expect_context();
    let name = move |effect: Effect| match effect {
        Effect::Thud => t_string!(i18n, voice.effect.thud),
        Effect::MonsterStep(_) => t_string!(i18n, voice.effect.monster_step),
        Effect::Slide => t_string!(i18n, voice.effect.slide),
        Effect::Shove => t_string!(i18n, voice.effect.shove),
        Effect::Wall => t_string!(i18n, voice.effect.wall),
        Effect::Teleport => t_string!(i18n, voice.effect.teleport),
        Effect::Spin => t_string!(i18n, voice.effect.spin),
        Effect::Bite => t_string!(i18n, voice.effect.bite),
        Effect::Crumble => t_string!(i18n, voice.effect.crumble),
        Effect::FigureStep(_) => t_string!(i18n, voice.effect.figure_step),
        Effect::Push => t_string!(i18n, voice.effect.push),
        Effect::Flip => t_string!(i18n, voice.effect.flip),
        Effect::Escape => t_string!(i18n, voice.effect.escape),
        Effect::Win => t_string!(i18n, voice.effect.win),
        Effect::MonsterWins => t_string!(i18n, voice.effect.monster_wins),
        Effect::Call => t_string!(i18n, voice.effect.call),
        Effect::Bell => t_string!(i18n, timer.sound),
    };
    let sample = move |(effect, key): (Effect, &'static str)| {
        view! {
            <button
                class="sample"
                data-effect=key
                disabled=move || !ears.loudness.get().is_on
                on:click=move |_| {
                    ears.wake();
                    ears.play(&[Cue { effect, after_ms: 0 }], Speed::Walk);
                }
            >
                {move || name(effect)}
            </button>
        }
    };
    let set_volume = move |text: String| {
        let volume = text.parse::<u8>().unwrap_or_default().min(100);
        ears.set(Loudness { volume, is_on: volume > 0 });
    };
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            ears.is_open.set(false);
            event.prevent_default();
        }
    };
    move || {
        ears.is_open.get().then(|| {
            focus::comes_back();
            view! {
                <section class="soundbox panel" tabindex="-1" aria-label=move || t_string!(i18n, voice.sound) on:keydown=escape>
                    <label class="switch">
                        <input
                            type="checkbox"
                            data-do="sound"
                            prop:checked=move || ears.loudness.get().is_on
                            on:change=move |event| ears.set(Loudness { is_on: event_target_checked(&event), ..ears.loudness.get_untracked() })
                        />
                        <span>{t!(i18n, voice.sound_on)}</span>
                    </label>
                    <label class="volume">
                        <span>{t!(i18n, voice.volume)}</span>
                        <input
                            type="range" min="0" max="100" step="5" data-do="volume"
                            prop:value=move || ears.loudness.get().volume.to_string()
                            on:input=move |event| set_volume(event_target_value(&event))
                            on:change=move |_| ears.play(&[Cue { effect: Effect::FigureStep(Foot::Left), after_ms: 0 }], Speed::Walk)
                        />
                    </label>
                    <label class="switch">
                        <input
                            type="checkbox"
                            data-do="letter-keys"
                            prop:checked=keys::has_characters()
                            on:change=move |event| keys::set_characters(event_target_checked(&event))
                        />
                        <span>{t!(i18n, voice.letter_keys)}</span>
                    </label>
                    <details>
                        <summary>{t!(i18n, voice.listen)}</summary>
                        <div class="samples">{SAMPLES.map(sample).collect_view()}</div>
                    </details>
                    <button class="btn" on:click=move |_| ears.is_open.set(false)>{t!(i18n, common.close)}</button>
                </section>
            }
        })
    }
}
