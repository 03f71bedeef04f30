//! Marks of presence: a pair of eyes, footprints, a wind-up key.

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Open eyes: connected.
    Here,
    /// Eyes that look up: thinking.
    Thinking,
    /// Shut lids: not connected.
    Away,
    /// Footprints: on the way.
    OnTheWay,
    /// A key: a bot.
    Key,
}

/// The `viewBox` of a mark.
pub const BOX: &str = "0 0 28 16";

impl Presence {
    /// Every mark.
    pub const ALL: [Presence; 5] = [Self::Here, Self::Thinking, Self::Away, Self::OnTheWay, Self::Key];

    /// The content of its `<svg>`.
    #[must_use]
    pub const fn markup(self) -> &'static str {
        match self {
            Self::Here => {
                r#"<path d="M2.4 8.6C2.4 4.6 4.8 1.6 8 1.6s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6ZM14.4 8.6c0-4 2.4-7 5.6-7s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6Z" class="pe-w"/><circle cx="9.6" cy="9" r="2.5" class="pe-k"/><circle cx="18.6" cy="9" r="2.5" class="pe-k"/>"#
            }
            Self::Thinking => {
                r#"<path d="M2.4 8.6C2.4 4.6 4.8 1.6 8 1.6s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6ZM14.4 8.6c0-4 2.4-7 5.6-7s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6Z" class="pe-w"/><circle cx="10" cy="5" r="2.5" class="pe-k"/><circle cx="22" cy="5" r="2.5" class="pe-k"/>"#
            }
            Self::Away => {
                r#"<path d="M2.6 6.5C4 11 6 12.4 8 12.4s4-1.4 5.4-5.9M14.6 6.5c1.4 4.5 3.4 5.9 5.4 5.9s4-1.4 5.4-5.9M4.4 11.2 3 13.6M8 12.4v3M11.6 11.2l1.4 2.4M16.4 11.2 15 13.6M20 12.4v3M23.6 11.2l1.4 2.4" class="pe-l"/>"#
            }
            Self::OnTheWay => {
                r##"<use href="#print" transform="translate(8 10) rotate(70) scale(.72)" class="pe-f"/><use href="#print" transform="translate(20 6) rotate(70) scale(.72)" class="pe-f"/>"##
            }
            Self::Key => {
                r#"<path d="M2 6.5 6 1.5 14 8 22 1.5 26 6.5 21 8 26 9.5 22 14.5 14 8 6 14.5 2 9.5 7 8Z" class="pe-key"/>"#
            }
        }
    }
}

/// The `viewBox` of the cord.
pub const CORD_BOX: &str = "0 0 120 70";

/// A torn cord: the connection is gone.
#[must_use]
pub const fn cord() -> &'static str {
    r#"<path d="M-10 20C20 10 26 52 46 40" class="cord-k"/><path d="M-10 20C20 10 26 52 46 40" class="cord-a"/><path d="M130 56C102 64 98 22 76 32" class="cord-k"/><path d="M130 56C102 64 98 22 76 32" class="cord-a"/><path d="M46 40l8-6M46 40l10 0M46 40l7 6M76 32l-8-6M76 32l-10 1M76 32l-7 7" class="cord-w"/><path d="M58 12 62 22M68 8 66 20M56 56 60 47M70 60 67 49" class="cord-s"/>"#
}
