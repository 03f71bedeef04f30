//! The tools of the analysis board as icons, drawn in `currentColor`.

/// The `viewBox` of all of them.
pub const TOOL_BOX: &str = "0 0 27 27";

/// A hand that moves things.
pub const HAND: &str = r#"<path d="M9 13V5.5a2 2 0 0 1 4 0V11m0-6.5a2 2 0 0 1 4 0V12m0-5a2 2 0 0 1 4 0v9c0 5-3 8-7 8s-6-2-8-6l-3-5c-1-2 2-4 4-2l2 2"/>"#;

/// Feet that walk by the rules.
pub const FEET: &str = r#"<path d="M9 3c3 0 4 3 3.5 6S11 13 9.5 13 6 11 6 8s1-5 3-5ZM7 16h5c0 3-1 4-2.5 4S7 19 7 16ZM18 8c2 0 3.5 2 3.5 5s-1 5-3 5-3-2-3.5-4.5S15 8 18 8ZM16 21h5c0 2.5-1 4-2.5 4S16 24 16 21Z"/>"#;

/// An eraser.
pub const RUBBER: &str = r#"<path d="M4 17 15 6l8 8-9 9H9ZM10 11l8 8"/>"#;

/// Two arrows in a circle: turns things over.
pub const TURNS: &str = r#"<path d="M5 12A9 9 0 0 1 21 9M22 15A9 9 0 0 1 6 18M21 3v6h-6M6 24v-6h6"/>"#;

/// Undo.
pub const UNDO: &str = r#"<path d="M10 5 4 11l6 6M4 11h12a6 6 0 0 1 0 12h-5"/>"#;

/// Redo.
pub const REDO: &str = r#"<path d="M17 5l6 6-6 6M23 11H11a6 6 0 0 0 0 12h5"/>"#;
