//! Small icons next to words and on round buttons.

use super::coin::Standing;

/// An icon of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Help: an eye.
    Help,
    /// Study the position: a board with the monster's eye on it.
    Analysis,
    /// No help: a closed eye.
    ClosedEye,
    /// All help: an eye and a path.
    Foresight,
    /// Light or dark: a moon.
    Theme,
    /// The menu.
    Menu,
    /// Play that again.
    Again,
    /// Skip to the end.
    Skip,
    /// Close.
    Close,
    /// Back.
    Back,
    /// The text board: lines of text.
    Text,
    /// Sound on: a horn.
    Sound,
    /// Sound off.
    Silence,
    /// Home: a house.
    Home,
    /// A table with seats.
    Table,
    /// The rules: an open book.
    Rules,
    /// Save as a file.
    Save,
}

impl Icon {
    /// Every icon.
    pub const ALL: [Icon; 17] = [
        Self::Help,
        Self::Analysis,
        Self::ClosedEye,
        Self::Foresight,
        Self::Theme,
        Self::Menu,
        Self::Again,
        Self::Skip,
        Self::Close,
        Self::Back,
        Self::Text,
        Self::Sound,
        Self::Silence,
        Self::Home,
        Self::Table,
        Self::Rules,
        Self::Save,
    ];

    /// Its `viewBox`.
    #[must_use]
    pub const fn view_box(self) -> &'static str {
        match self {
            Self::Help
            | Self::Analysis
            | Self::ClosedEye
            | Self::Foresight
            | Self::Theme
            | Self::Menu
            | Self::Back
            | Self::Text
            | Self::Sound
            | Self::Silence
            | Self::Home
            | Self::Table
            | Self::Rules
            | Self::Save => "0 0 24 24",
            Self::Again | Self::Skip | Self::Close => "0 0 16 16",
        }
    }

    /// The content of its `<svg>`, drawn in `currentColor`.
    #[must_use]
    pub const fn markup(self) -> &'static str {
        match self {
            Self::Help => {
                r#"<path d="M2 12C6 6 9 5 12 5s6 1 10 7c-4 6-7 7-10 7s-6-1-10-7Z"/><circle cx="12" cy="12" r="3"/>"#
            }
            Self::Analysis => {
                r#"<path d="M3 3.4 20.8 2.8 21.2 20.8 2.6 21.2ZM9 3.2v2.4M15 3v2.4M9 18.6V21M15 18.4v2.4" stroke-width="2.2"/><path d="M5.6 12C8 8.4 10 7.6 12 7.6s4 .8 6.4 4.4c-2.4 3.6-4.4 4.4-6.4 4.4S8 15.6 5.6 12ZM12 9.8v4.4" stroke-width="2.2"/>"#
            }
            Self::ClosedEye => r#"<path d="M2 9C6 14 9 15.5 12 15.5S18 14 22 9M5 13 3 16M12 15.5V19M19 13l2 3"/>"#,
            Self::Foresight => {
                r#"<path d="M2 9C6 4 9 3 12 3s6 1 10 6c-4 5-7 6-10 6S6 14 2 9Z"/><circle cx="12" cy="9" r="2.4"/><path d="M4 20.5h3M10.5 20.5h3M17 20.5h3"/>"#
            }
            Self::Theme => r#"<path d="M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10Z"/>"#,
            Self::Menu => r#"<path d="M4 6h16M4 12h16M4 18h16"/>"#,
            Self::Back => r#"<path d="M14 5 7 12 14 19"/>"#,
            Self::Home => r#"<path d="M3 12 12 4l9 8M6 10.5V20h12v-9.5"/>"#,
            Self::Table => r#"<path d="M2.5 9.5h19v4h-19ZM5.5 13.5V21M18.5 13.5V21M6 5.5h4M14 5.5h4"/>"#,
            Self::Rules => {
                r#"<path d="M12 6.5C9.5 4.6 6.5 4 2.8 4.2v14.6c3.7-.2 6.7.4 9.2 2.3 2.5-1.9 5.5-2.5 9.2-2.3V4.2C17.5 4 14.5 4.6 12 6.5ZM12 6.5v14.2"/>"#
            }
            Self::Save => r#"<path d="M12 3v11M6.5 9.5 12 15l5.5-5.5M3.5 20.5h17"/>"#,
            Self::Text => r#"<path d="M4 20 10 4h1l6 16M6.5 14h8M18 8h4M19 13h3"/>"#,
            Self::Sound => r#"<path d="M3 9.5v5h4l6 5v-15l-6 5ZM16.5 9q2.2 3 0 6M19.5 6q4.4 6 0 12"/>"#,
            Self::Silence => r#"<path d="M3 9.5v5h4l6 5v-15l-6 5ZM17 9.5l5 5M22 9.5l-5 5"/>"#,
            Self::Again => {
                r#"<path d="M13.5 8A5.5 5.5 0 1 1 11 3.4" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/><path d="M10-.6 15 4.2 9 6Z" fill="currentColor"/>"#
            }
            Self::Skip => r#"<path d="M1 2 8 8 1 14ZM8 2 15 8 8 14Z" fill="currentColor"/>"#,
            Self::Close => r##"<use href="#i-eaten"/>"##,
        }
    }
}

/// The `viewBox` of [`standing`].
pub const STANDING_BOX: &str = "0 0 16 16";

/// The icon of a figure's state.
#[must_use]
pub fn standing(standing: Standing) -> String {
    format!(r##"<use href="#i-{}"/>"##, standing.class())
}

/// The `viewBox` of [`footprint`].
pub const FOOTPRINT_BOX: &str = "-9 -15 18 24";

/// One of the monster's footprints, pointing up: a step that is done, current or ahead.
#[must_use]
pub const fn footprint() -> &'static str {
    r##"<use href="#print"/>"##
}

/// The `viewBox` of [`flame`].
pub const FLAME_BOX: &str = "-18 -28 36 54";

/// The torch of the player who starts the turn.
#[must_use]
pub const fn flame() -> &'static str {
    r##"<use href="#flame"/>"##
}
