//! What needs a browser: the screens as Leptos components, and what they need of the browser.

pub mod about;
pub mod app;
pub mod home;
pub mod newtable;
pub mod storage;
pub mod table;
pub mod thinker;
pub mod win;
pub mod words;

#[expect(deprecated, reason = "the other way compiles an exporter of language data, in every native build too")]
#[expect(missing_docs, reason = "it is generated")]
mod catalogues {
    //! The texts, made from `locales/` when the crate is compiled.

    leptos_i18n::load_locales!();
}

pub use app::start;
pub use catalogues::i18n;
