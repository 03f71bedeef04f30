//! The rules in short, to be read at the table without leaving it.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::i18n::*;
use super::words;
use crate::draw::icons::Icon;

/// The rules in short, in a dialog that is closed at first.
#[derive(Clone, Copy)]
pub struct Rulebook(NodeRef<Dialog>);

impl Rulebook {
    /// Adds the rules to this screen.
    #[must_use]
    pub fn provide() -> Rulebook {
        let book = Rulebook(NodeRef::new());
        provide_context(book);
        book
    }

    /// The rules of this screen.
    #[must_use]
    pub fn of_table() -> Option<Rulebook> {
        use_context()
    }

    /// Opens the rules.
    pub fn open(self) {
        if let Some(dialog) = self.0.get_untracked() {
            // Fails only if it is open already.
            let _ = dialog.show_modal();
        }
    }

    fn close(self) {
        if let Some(dialog) = self.0.get_untracked() {
            dialog.close();
        }
    }

    /// The button that opens the rules.
    pub fn tool(self) -> impl IntoView {
        let i18n = use_i18n();
        view! {
            <button class="tool" data-do="rules" aria-label=move || t_string!(i18n, table.rules) on:click=move |_| self.open()>
                <svg viewBox=Icon::Rules.view_box() aria-hidden="true" inner_html=Icon::Rules.markup()></svg>
            </button>
        }
    }

    /// The rules.
    pub fn pages(self) -> impl IntoView {
        let i18n = use_i18n();
        macro_rules! rule {
            ($title:ident, $text:ident) => {
                view! { <dt class="disp">{t!(i18n, about.$title)}</dt> <dd>{t!(i18n, about.$text)}</dd> }
            };
        }
        view! {
            <dialog class="rulebook" node_ref=self.0 aria-labelledby="rulebook">
                <div class="panel">
                    <h2 class="disp" id="rulebook">{t!(i18n, about.how)}</h2>
                    // It scrolls, so the keyboard must reach it.
                    <dl tabindex="0">
                        {rule!(goal, goal_text)} {rule!(sides, sides_text)} {rule!(look, look_text)}
                        {rule!(eat, eat_text)} {rule!(walls, walls_text)} {rule!(stones, stones_text)}
                        {rule!(stages, stages_text)} {rule!(tricks, tricks_text)}
                    </dl>
                    <div class="do">
                        // In a window of its own: the move that is planned here stays planned.
                        <a class="btn quiet" data-do="all-rules" href=move || words::rules(i18n) target="_blank">{t!(i18n, table.rules_pictures)}</a>
                        <button class="btn go" data-do="close-rules" on:click=move |_| self.close()>{t!(i18n, common.close)}</button>
                    </div>
                </div>
            </dialog>
        }
    }
}
