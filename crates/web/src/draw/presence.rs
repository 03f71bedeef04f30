//! Whether somebody is there: a pair of eyes that is open, looks up or is shut; and the key of a bot.

/// The `viewBox` of these pictures.
pub const PRESENCE_BOX: &str = "0 0 28 16";

/// The whites of a pair of eyes.
const WHITES: &str = r#"<path d="M2.4 8.6C2.4 4.6 4.8 1.6 8 1.6s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6ZM14.4 8.6c0-4 2.4-7 5.6-7s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6Z" class="pe-w"/>"#;

/// Open eyes: somebody is here.
#[must_use]
pub fn here() -> String {
    format!(r#"{WHITES}<circle cx="9.6" cy="9" r="2.5" class="pe-k"/><circle cx="18.6" cy="9" r="2.5" class="pe-k"/>"#)
}

/// Eyes that look up: somebody thinks.
#[must_use]
pub fn thinking() -> String {
    format!(r#"{WHITES}<circle cx="10" cy="5" r="2.5" class="pe-k"/><circle cx="22" cy="5" r="2.5" class="pe-k"/>"#)
}

/// Shut lids: somebody is away.
#[must_use]
pub fn away() -> String {
    r#"<path d="M2.6 6.5C4 11 6 12.4 8 12.4s4-1.4 5.4-5.9M14.6 6.5c1.4 4.5 3.4 5.9 5.4 5.9s4-1.4 5.4-5.9M4.4 11.2 3 13.6M8 12.4v3M11.6 11.2l1.4 2.4M16.4 11.2 15 13.6M20 12.4v3M23.6 11.2l1.4 2.4" class="pe-l"/>"#.to_owned()
}

/// A wind-up key: a bot sits there.
#[must_use]
pub fn key() -> String {
    r#"<path d="M2 6.5 6 1.5 14 8 22 1.5 26 6.5 21 8 26 9.5 22 14.5 14 8 6 14.5 2 9.5 7 8Z" class="pe-key"/>"#.to_owned()
}

/// The `viewBox` of the cord.
pub const CORD_BOX: &str = "0 0 120 70";

/// A torn cord: the connection is gone.
#[must_use]
pub fn cord() -> &'static str {
    r#"<path d="M-10 20C20 10 26 52 46 40" class="cord-k"/><path d="M-10 20C20 10 26 52 46 40" class="cord-a"/><path d="M130 56C102 64 98 22 76 32" class="cord-k"/><path d="M130 56C102 64 98 22 76 32" class="cord-a"/><path d="M46 40l8-6M46 40l10 0M46 40l7 6M76 32l-8-6M76 32l-10 1M76 32l-7 7" class="cord-w"/><path d="M58 12 62 22M68 8 66 20M56 56 60 47M70 60 67 49" class="cord-s"/>"#
}
