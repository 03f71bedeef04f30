//! Marks of presence: a pair of eyes, footprints, a wind-up key.

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Open eyes: connected.
    Here,
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
    pub const ALL: [Presence; 4] = [Self::Here, Self::Away, Self::OnTheWay, Self::Key];

    /// The content of its `<svg>`.
    #[must_use]
    pub const fn markup(self) -> &'static str {
        match self {
            Self::Here => {
                r#"<path d="M2.4 8.6C2.4 4.6 4.8 1.6 8 1.6s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6ZM14.4 8.6c0-4 2.4-7 5.6-7s5.6 3 5.6 7-2.4 6-5.6 6-5.6-2-5.6-6Z" class="pe-w"/><circle cx="9.6" cy="9" r="2.5" class="pe-k"/><circle cx="18.6" cy="9" r="2.5" class="pe-k"/>"#
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
