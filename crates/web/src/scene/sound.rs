//! The sounds of the game: when each effect is played, and the tones and noises it consists of. No sound is a file, and
//! none is random.

use rules::game::Winner;

use super::moving::Moving;
use super::playback::{Playback, at_speed};
use super::show::{Beat, PieceId, Show, Sound, Way};
use crate::table::Speed;

/// The most voices that sound at the same time. Further ones are dropped.
pub const MOST_VOICES: usize = 14;

/// The most effects of one beat.
const MOST_EFFECTS: usize = 3;

/// When the falling tombstone hits the floor, in milliseconds from the beginning of its beat at normal speed.
const IMPACT_MS: u32 = 326;

/// A sound effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A tombstone falls.
    Thud,
    /// A step of the monster, with this foot.
    MonsterStep(Foot),
    /// Something slides over blood.
    Slide,
    /// The monster shoves what is in its way.
    Shove,
    /// The monster goes through a wall.
    Wall,
    /// The monster is teleported.
    Teleport,
    /// Turning stones spin the monster.
    Spin,
    /// A figure is eaten.
    Bite,
    /// A stone breaks.
    Crumble,
    /// A step of a figure, with this foot.
    FigureStep(Foot),
    /// A figure pushes a stone.
    Push,
    /// A figure is turned over.
    Flip,
    /// A figure escapes.
    Escape,
    /// A player wins.
    Win,
    /// The monster wins.
    MonsterWins,
    /// It is the turn of somebody who may look elsewhere.
    Call,
    /// The time for a move is over.
    Bell,
}

/// The foot that is set down; steps alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foot {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Foot {
    /// The foot of the step with this number.
    const fn of(number: usize) -> Foot {
        if number.is_multiple_of(2) { Foot::Left } else { Foot::Right }
    }
}

impl Effect {
    /// Every effect.
    pub const ALL: [Effect; 19] = [
        Effect::Thud,
        Effect::MonsterStep(Foot::Left),
        Effect::MonsterStep(Foot::Right),
        Effect::Slide,
        Effect::Shove,
        Effect::Wall,
        Effect::Teleport,
        Effect::Spin,
        Effect::Bite,
        Effect::Crumble,
        Effect::FigureStep(Foot::Left),
        Effect::FigureStep(Foot::Right),
        Effect::Push,
        Effect::Flip,
        Effect::Escape,
        Effect::Win,
        Effect::MonsterWins,
        Effect::Call,
        Effect::Bell,
    ];

    /// The voices it consists of.
    #[must_use]
    pub fn patch(self) -> Vec<Voice> {
        use Shape::{Saw, Sine, Square, Triangle};
        match self {
            Effect::Thud => vec![
                tone(Sine, 120.0, 34.0, 0.5).lasting(2, 30, 330),
                noise(Band::Low, 900.0, 90.0, 0.3).lasting(1, 10, 120),
                tone(Sine, 95.0, 40.0, 0.24).from(163).lasting(2, 10, 130),
                noise(Band::Low, 600.0, 120.0, 0.14).from(163).lasting(1, 0, 70),
            ],
            Effect::MonsterStep(foot) => {
                let (pitch, weight) = match foot {
                    Foot::Left => (74.0, 0.34),
                    Foot::Right => (63.0, 0.4),
                };
                vec![
                    tone(Triangle, pitch * 1.5, pitch * 0.6, weight).lasting(3, 12, 110),
                    noise(Band::Low, pitch * 14.0, 160.0, 0.2).lasting(1, 0, 70),
                    // A claw comes down after the sole.
                    noise(Band::Pass, pitch * 36.0, pitch * 30.0, 0.1).from(34).lasting(1, 0, 22),
                ]
            }
            Effect::Slide => vec![
                noise(Band::Pass, 380.0, 2600.0, 0.34).lasting(50, 20, 230),
                tone(Sine, 150.0, 430.0, 0.2).lasting(40, 20, 190),
                tone(Sine, 520.0, 210.0, 0.12).from(170).lasting(20, 0, 120),
            ],
            Effect::Shove => vec![
                tone(Saw, 47.0, 31.0, 0.3).lasting(8, 130, 90),
                noise(Band::Pass, 900.0, 420.0, 0.34).lasting(12, 120, 80),
                noise(Band::Low, 260.0, 140.0, 0.2).from(40).lasting(4, 90, 70),
            ],
            Effect::Wall => vec![
                tone(Sine, 210.0, 48.0, 0.5).lasting(4, 20, 150),
                noise(Band::Low, 1200.0, 140.0, 0.2).lasting(2, 0, 110),
                tone(Sine, 70.0, 330.0, 0.36).from(165).lasting(18, 10, 110),
                noise(Band::Pass, 700.0, 1900.0, 0.1).from(165).lasting(4, 0, 60),
            ],
            Effect::Teleport => vec![
                tone(Saw, 180.0, 2300.0, 0.13).lasting(8, 60, 120),
                tone(Sine, 360.0, 3100.0, 0.2).lasting(8, 60, 120),
                noise(Band::High, 5200.0, 3000.0, 0.14).from(176).lasting(1, 8, 60),
                tone(Square, 2100.0, 240.0, 0.1).from(186).lasting(2, 30, 150),
                tone(Sine, 1400.0, 160.0, 0.22).from(186).lasting(2, 30, 160),
            ],
            Effect::Spin => vec![
                tone(Triangle, 180.0, 420.0, 0.2).lasting(10, 20, 90),
                tone(Triangle, 220.0, 520.0, 0.2).from(100).lasting(10, 20, 90),
                tone(Triangle, 280.0, 150.0, 0.22).from(205).lasting(10, 20, 120),
            ],
            Effect::Bite => vec![
                noise(Band::Pass, 2300.0, 700.0, 0.5).lasting(1, 22, 55),
                tone(Saw, 150.0, 62.0, 0.24).lasting(3, 30, 90),
                noise(Band::Pass, 1700.0, 520.0, 0.46).from(140).lasting(1, 22, 60),
                noise(Band::Pass, 1250.0, 380.0, 0.42).from(275).lasting(1, 26, 70),
                // It goes down.
                tone(Sine, 330.0, 92.0, 0.34).from(390).lasting(16, 20, 130),
            ],
            Effect::Crumble => vec![
                noise(Band::Low, 2400.0, 180.0, 0.34).lasting(3, 30, 260),
                noise(Band::Pass, 1500.0, 500.0, 0.22).from(70).lasting(1, 6, 60),
                noise(Band::Pass, 1100.0, 360.0, 0.2).from(165).lasting(1, 6, 70),
                tone(Triangle, 130.0, 45.0, 0.2).lasting(3, 20, 170),
            ],
            Effect::FigureStep(foot) => {
                let pitch = match foot {
                    Foot::Left => 620.0,
                    Foot::Right => 700.0,
                };
                vec![
                    tone(Sine, pitch, pitch * 0.72, 0.13).lasting(1, 4, 44),
                    noise(Band::High, 3400.0, 2800.0, 0.05).lasting(1, 0, 14),
                ]
            }
            Effect::Push => vec![
                noise(Band::Pass, 640.0, 380.0, 0.2).lasting(14, 80, 70),
                tone(Saw, 64.0, 50.0, 0.1).lasting(14, 70, 60),
            ],
            Effect::Flip => vec![
                tone(Triangle, 1050.0, 1300.0, 0.1).lasting(1, 6, 30),
                tone(Triangle, 760.0, 640.0, 0.12).from(125).lasting(1, 6, 42),
            ],
            Effect::Escape => vec![
                // A door, and then daylight.
                noise(Band::Pass, 420.0, 900.0, 0.12).lasting(30, 30, 90),
                tone(Triangle, 523.25, 523.25, 0.2).from(90).lasting(4, 50, 80),
                tone(Triangle, 659.25, 659.25, 0.2).from(170).lasting(4, 50, 80),
                tone(Triangle, 783.99, 783.99, 0.2).from(250).lasting(4, 50, 90),
                tone(Triangle, 1046.5, 1046.5, 0.24).from(330).lasting(4, 80, 240),
            ],
            Effect::Win => vec![
                tone(Square, 392.0, 392.0, 0.12).lasting(5, 90, 60),
                tone(Square, 523.25, 523.25, 0.12).from(140).lasting(5, 90, 60),
                tone(Square, 659.25, 659.25, 0.12).from(280).lasting(5, 90, 60),
                tone(Square, 783.99, 783.99, 0.13).from(420).lasting(5, 160, 80),
                tone(Square, 659.25, 659.25, 0.11).from(640).lasting(5, 70, 60),
                tone(Triangle, 1046.5, 1046.5, 0.3).from(760).lasting(6, 300, 420),
                tone(Triangle, 523.25, 523.25, 0.22).from(760).lasting(6, 300, 420),
            ],
            Effect::MonsterWins => vec![
                tone(Square, 311.13, 311.13, 0.13).lasting(6, 150, 80),
                tone(Square, 293.66, 293.66, 0.13).from(230).lasting(6, 150, 80),
                tone(Square, 277.18, 277.18, 0.13).from(460).lasting(6, 150, 80),
                tone(Saw, 130.81, 123.47, 0.2).from(690).lasting(10, 420, 260),
                tone(Triangle, 196.0, 185.0, 0.2).from(690).lasting(10, 420, 260),
                // It has eaten well.
                tone(Saw, 92.0, 54.0, 0.34).from(1480).lasting(30, 190, 160),
            ],
            // Knock, knock.
            Effect::Call => vec![
                tone(Triangle, 210.0, 130.0, 0.34).lasting(1, 10, 90),
                noise(Band::Pass, 900.0, 500.0, 0.26).lasting(1, 4, 50),
                tone(Triangle, 235.0, 145.0, 0.38).from(210).lasting(1, 10, 120),
                noise(Band::Pass, 1000.0, 520.0, 0.28).from(210).lasting(1, 4, 60),
            ],
            // A small bell, struck twice.
            Effect::Bell => vec![
                tone(Sine, 1318.0, 1312.0, 0.26).lasting(1, 20, 300),
                tone(Sine, 3480.0, 3460.0, 0.08).lasting(1, 4, 180),
                tone(Sine, 1318.0, 1312.0, 0.24).from(240).lasting(1, 20, 420),
                tone(Sine, 3480.0, 3460.0, 0.07).from(240).lasting(1, 4, 240),
            ],
        }
    }
}

/// A tone or noise of an effect: it swells, is held and fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Voice {
    /// What sounds.
    pub source: Source,
    /// Its loudness, from 0 to 1.
    pub gain: f32,
    /// When it begins, in milliseconds from the beginning of the effect.
    pub start_ms: u32,
    /// How long it swells, in milliseconds.
    pub attack_ms: u32,
    /// How long it is held, in milliseconds.
    pub hold_ms: u32,
    /// How long it fades, in milliseconds.
    pub decay_ms: u32,
}

/// What sounds. Frequencies glide from the first value to the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A tone of this shape.
    Tone(Shape, f32, f32),
    /// Noise through a filter.
    Noise(Band, f32, f32),
}

/// The shape of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Sine: round.
    Sine,
    /// Triangle: hollow.
    Triangle,
    /// Square: bright and hollow.
    Square,
    /// Sawtooth: rough.
    Saw,
}

/// The filter of a noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// Passes what is below the frequency.
    Low,
    /// Passes what is around the frequency.
    Pass,
    /// Passes what is above the frequency.
    High,
}

const fn tone(shape: Shape, from_hz: f32, to_hz: f32, gain: f32) -> Voice {
    voice(Source::Tone(shape, from_hz, to_hz), gain)
}

const fn noise(band: Band, from_hz: f32, to_hz: f32, gain: f32) -> Voice {
    voice(Source::Noise(band, from_hz, to_hz), gain)
}

const fn voice(source: Source, gain: f32) -> Voice {
    Voice { source, gain, start_ms: 0, attack_ms: 2, hold_ms: 0, decay_ms: 60 }
}

impl Voice {
    const fn from(self, start_ms: u32) -> Voice {
        Voice { start_ms, ..self }
    }

    const fn lasting(self, attack_ms: u32, hold_ms: u32, decay_ms: u32) -> Voice {
        Voice { attack_ms, hold_ms, decay_ms, ..self }
    }

    /// When it ends, in milliseconds from the beginning of the effect.
    #[must_use]
    pub const fn end_ms(&self) -> u32 {
        self.start_ms + self.attack_ms + self.hold_ms + self.decay_ms
    }

    /// The same voice at another speed: shorter or longer, with the same pitch.
    #[must_use]
    pub fn at_speed(self, speed: Speed) -> Voice {
        let (times, of) = match speed {
            Speed::Creep => (5, 4),
            Speed::Walk => (1, 1),
            Speed::Rush => (3, 5),
        };
        let scaled = |ms: u32| ms * times / of;
        Voice {
            start_ms: scaled(self.start_ms),
            attack_ms: scaled(self.attack_ms).max(1),
            hold_ms: scaled(self.hold_ms),
            decay_ms: scaled(self.decay_ms).max(10),
            ..self
        }
    }
}

/// An effect and when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// The effect.
    pub effect: Effect,
    /// The delay in milliseconds.
    pub after_ms: u32,
}

/// How far the sounds have followed the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    shown: usize,
    beat: Option<usize>,
    is_again: bool,
    is_over: bool,
}

impl Heard {
    /// The current state of the screen.
    #[must_use]
    pub fn of(playback: &Playback) -> Heard {
        Heard {
            shown: playback.shown(),
            beat: playback.show().map(|(_, at)| at),
            is_again: playback.is_again(),
            is_over: playback.beat().is_none() && playback.game().ending().is_some(),
        }
    }
}

/// The sounds to play now, if they had followed the screen until `before`.
#[must_use]
pub fn cues(playback: &Playback, before: Heard, speed: Speed) -> Vec<Cue> {
    let now = Heard::of(playback);
    if now == before {
        return vec![];
    }
    if let Some(ending) = playback.game().ending().filter(|_| now.is_over && !before.is_over && !before.is_again) {
        let effect = match ending.winner {
            Winner::Seat(_) => Effect::Win,
            Winner::Monster => Effect::MonsterWins,
        };
        return vec![Cue { effect, after_ms: 150 }];
    }
    playback.show().map(|(show, at)| beat_cues(show, at, speed)).unwrap_or_default()
}

/// The sounds of one beat of a show.
#[must_use]
pub fn beat_cues(show: &Show, at: usize, speed: Speed) -> Vec<Cue> {
    let Some(beat) = show.beats.get(at) else { return vec![] };
    let effects = effects(beat, at, show.run.is_some());
    let after = |effect: Effect| if effect == Effect::Thud { at_speed(IMPACT_MS, speed) } else { 0 };
    effects.into_iter().take(MOST_EFFECTS).map(|effect| Cue { effect, after_ms: after(effect) }).collect()
}

/// The effects of a beat, most important first.
fn effects(beat: &Beat, at: usize, is_run: bool) -> Vec<Effect> {
    let mut effects: Vec<Effect> = vec![];
    let mut hear = |effect: Effect| {
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    };
    let word = beat.word.map(|word| word.sound);
    match word {
        Some(Sound::Thud) => hear(Effect::Thud),
        Some(Sound::Chomp) => hear(Effect::Bite),
        Some(Sound::Swoosh) => hear(Effect::Slide),
        Some(Sound::Krrrk) => hear(Effect::Shove),
        // They began one beat earlier, when the monster went in.
        Some(Sound::Womp | Sound::Zap) | None => {}
    }
    for (piece, way) in &beat.moves {
        match (piece, way) {
            (PieceId::Monster, Way::Walk) => hear(Effect::MonsterStep(Foot::of(beat.step.into()))),
            (PieceId::Monster, Way::WallIn(_)) => hear(Effect::Wall),
            (PieceId::Monster, Way::TeleportIn) => hear(Effect::Teleport),
            (PieceId::Monster, Way::Spin) => hear(Effect::Spin),
            (PieceId::Figure(_), Way::Walk) => hear(Effect::FigureStep(Foot::of(at))),
            (PieceId::Figure(_), Way::Escape) => hear(Effect::Escape),
            (PieceId::Figure(_), Way::Flip) => hear(Effect::Flip),
            (PieceId::Stone(_), Way::Lost(..)) => hear(Effect::Crumble),
            (PieceId::Stone(_), Way::Shove) if !is_run => hear(Effect::Push),
            // Other movements are heard by their sound word or not at all.
            (PieceId::Monster | PieceId::Figure(_) | PieceId::Stone(_), _) => {}
        }
    }
    effects
}

/// The effects when a player leads a figure: a step, or a push.
#[must_use]
pub fn led(before: Option<&Moving>, now: Option<&Moving>) -> Option<Effect> {
    let (before, now) = (before.and_then(Moving::plan), now.and_then(Moving::plan)?);
    let had = before.filter(|before| before.figure == now.figure);
    let pushed = had.map_or(0, |plan| plan.pushed.len());
    if had.is_some_and(|had| had.path == now.path) || now.path.is_empty() {
        None
    } else if now.pushed.len() > pushed {
        Some(Effect::Push)
    } else {
        Some(Effect::FigureStep(Foot::of(now.path.len())))
    }
}

/// The nth sample of the noise, which is always the same.
#[must_use]
pub fn noise_sample(nth: u32) -> f32 {
    let mut bits = nth.wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995;
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    bits ^= bits >> 15;
    bits as f32 / (u32::MAX as f32 / 2.0) - 1.0
}

/// Counts the sounding voices, so that there are never too many.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choir {
    ends_ms: Vec<f64>,
}

impl Choir {
    /// Whether `patch` may begin at `now`; if so, its voices are counted until they end.
    pub fn admit(&mut self, now_ms: f64, patch: &[Voice]) -> bool {
        self.ends_ms.retain(|end| *end > now_ms);
        let has_room = self.ends_ms.len() + patch.len() <= MOST_VOICES;
        if has_room {
            self.ends_ms.extend(patch.iter().map(|voice| now_ms + f64::from(voice.end_ms())));
        }
        has_room
    }
}

/// The volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loudness {
    /// Whether sound is on.
    pub is_on: bool,
    /// In per cent.
    pub volume: u8,
}

impl Loudness {
    /// The default: off on devices that are held in the hand, among other people.
    #[must_use]
    pub const fn usual(is_handheld: bool) -> Loudness {
        Loudness { is_on: !is_handheld, volume: 60 }
    }

    /// The text to store: `on 60`, `off 60`.
    #[must_use]
    pub fn to_text(self) -> String {
        format!("{} {}", if self.is_on { "on" } else { "off" }, self.volume)
    }

    /// Parses a stored text; `None` if it is malformed.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Loudness> {
        let (switch, volume) = text.split_once(' ')?;
        let is_on = match switch {
            "on" => true,
            "off" => false,
            _ => return None,
        };
        let volume = volume.parse().ok().filter(|volume| *volume <= 100)?;
        Some(Loudness { is_on, volume })
    }

    /// The gain of everything. Ears hear ratios, so half the volume is a quarter of the power. It is below 1, so that
    /// two effects at a time do not clip.
    #[must_use]
    pub fn gain(self) -> f32 {
        let volume = f32::from(self.volume) / 100.0;
        if self.is_on { volume * volume * 0.8 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_effect_is_louder_than_one_can_play() {
        for effect in Effect::ALL {
            let patch = effect.patch();
            assert!(!patch.is_empty() && patch.len() <= MOST_VOICES / 2, "{effect:?}");
            for ms in 0..2000 {
                let sounding = patch.iter().filter(|voice| (voice.start_ms..voice.end_ms()).contains(&ms));
                let together: f32 = sounding.map(|voice| voice.gain).sum();
                assert!(together <= 1.0, "{effect:?} at {ms} ms: {together}");
            }
            let length = patch.iter().map(Voice::end_ms).max().unwrap();
            let most = if matches!(effect, Effect::Win | Effect::MonsterWins) { 2000 } else { 700 };
            assert!((20..=most).contains(&length), "{effect:?} lasts {length} ms");
        }
    }

    #[test]
    fn frequencies_can_glide_and_be_heard() {
        for voice in Effect::ALL.into_iter().flat_map(Effect::patch) {
            let (Source::Tone(_, from, to) | Source::Noise(_, from, to)) = voice.source;
            assert!((25.0..8000.0).contains(&from) && (25.0..8000.0).contains(&to), "{voice:?}");
        }
    }

    #[test]
    fn speed_changes_how_long_things_last_and_nothing_else() {
        for voice in Effect::ALL.into_iter().flat_map(Effect::patch) {
            assert_eq!(voice.at_speed(Speed::Walk).source, voice.source);
            assert!(voice.at_speed(Speed::Rush).end_ms() <= voice.end_ms().max(12));
            assert!(voice.at_speed(Speed::Creep).end_ms() >= voice.end_ms());
        }
    }

    #[test]
    fn a_choir_is_never_too_large_and_makes_room() {
        let (mut choir, patch) = (Choir::default(), Effect::Bite.patch());
        let admitted = (0..20).filter(|_| choir.admit(0.0, &patch)).count();
        assert_eq!(admitted, MOST_VOICES / patch.len());
        assert!(choir.admit(10_000.0, &patch));
    }

    #[test]
    fn noise_is_noise() {
        let samples: Vec<f32> = (0..20_000).map(noise_sample).collect();
        let mean: f32 = samples.iter().sum::<f32>() / 20_000.0;
        assert!(samples.iter().all(|sample| (-1.0..=1.0).contains(sample)) && mean.abs() < 0.02, "{mean}");
        let power: f32 = samples.iter().map(|sample| sample * sample).sum::<f32>() / 20_000.0;
        assert!((0.3..0.37).contains(&power), "{power}");
    }

    #[test]
    fn loudness_is_remembered_and_nonsense_is_not() {
        for loudness in [Loudness::usual(true), Loudness { is_on: true, volume: 100 }] {
            assert_eq!(Loudness::from_text(&loudness.to_text()), Some(loudness));
        }
        for text in ["", "on", "on 101", "loud 5", "on -1", "on 5 5"] {
            assert_eq!(Loudness::from_text(text), None, "{text}");
        }
        assert_eq!(Loudness { is_on: false, volume: 100 }.gain(), 0.0);
        assert!(Loudness { is_on: true, volume: 100 }.gain() < 1.0);
    }
}
