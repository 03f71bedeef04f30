//! The time line: a small tombstone for each turn with its outcome, and the icons of the buttons beside it.

use rules::Tombstone;

use super::sign::grave;

/// The `viewBox` of [`tombstone`].
pub const CELL_BOX: &str = "-32 -46 64 92";

/// The tombstone of a turn.
#[must_use]
pub fn tombstone(tombstone: Tombstone) -> String {
    grave(tombstone, 1.0)
}

/// The `viewBox` of [`eaten`].
pub const EATEN_BOX: &str = "-24 -26 48 50";

/// A drop: a figure was eaten.
#[must_use]
pub const fn eaten() -> &'static str {
    r##"<use href="#drop" class="x" transform="scale(1.15)"/>"##
}

/// The `viewBox` of [`escaped`].
pub const ESCAPED_BOX: &str = "-24 -24 48 48";

/// An arrow: a figure escaped.
#[must_use]
pub const fn escaped() -> &'static str {
    r#"<path class="o" d="M0-20 18 2H8V20H-8V2H-18Z"/>"#
}

/// The icon of the archive: a tombstone with an arrow back.
#[must_use]
pub const fn archive() -> &'static str {
    r##"<g class="mini"><use href="#stone-slab" class="g-ink"/><use href="#stone-slab" class="g-face"/></g><path d="M13-6A14 14 0 1 1 6-19" fill="none" stroke="#0b0e14" stroke-width="6" stroke-linecap="round"/><path d="M1-27 15-18 1-9Z" fill="#0b0e14"/>"##
}

/// A button of the time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// To the start.
    Start,
    /// One action back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// One action forward.
    On,
    /// To the end.
    End,
}

impl Transport {
    /// Every button.
    pub const ALL: [Transport; 6] = [Self::Start, Self::Back, Self::Play, Self::Pause, Self::On, Self::End];

    /// Its name in the markup.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Back => "back",
            Self::Play => "play",
            Self::Pause => "pause",
            Self::On => "on",
            Self::End => "end",
        }
    }

    /// Its icon, in a box of 24 by 24.
    #[must_use]
    pub const fn markup(self) -> &'static str {
        match self {
            Self::Start => r#"<path d="M5 4H8V20H5ZM20 4V20L9 12Z"/>"#,
            Self::Back => r#"<path d="M18 4V20L6 12Z"/>"#,
            Self::Play => r#"<path d="M7 3 21 12 7 21Z"/>"#,
            Self::Pause => r#"<path d="M6 4H10.5V20H6ZM13.5 4H18V20H13.5Z"/>"#,
            Self::On => r#"<path d="M6 4V20L18 12Z"/>"#,
            Self::End => r#"<path d="M16 4H19V20H16ZM4 4V20L15 12Z"/>"#,
        }
    }
}
