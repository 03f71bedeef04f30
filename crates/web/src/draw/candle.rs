//! A candle that lies along the edge of a bar: as long as the time left, with its flame at the end that burns.

/// The `viewBox` of [`wick`].
pub const WICK_BOX: &str = "-16 -34 32 46";

/// The burning end: the flame on its wick.
#[must_use]
pub const fn wick() -> &'static str {
    r##"<path class="cd-k" d="M0 8V-4"/><g transform="translate(0 -8) scale(.82)"><use href="#flame"/></g>"##
}

/// The end of a candle that is out: smoke.
#[must_use]
pub const fn smoke() -> &'static str {
    r##"<path class="cd-k" d="M0 8V-3"/><path class="cd-s" d="M0-7c-7-5 6-9 0-14s5-8 1-12"/>"##
}
