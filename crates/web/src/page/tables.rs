//! Starting and listing games, and exporting them.

use rules::chance::{Salt, Secret, Seed};
use rules::game::Situation;
use rules::record::Record;
use rules::terms::MonsterNumber;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Clipboard, HtmlAnchorElement, HtmlElement, HtmlTextAreaElement, Url};

use super::app::go_to;
use super::games::{self, Kept, random_bytes};
use super::words::Language;
use super::{names, storage};
use crate::route::{GameRef, Route};
use crate::scene::archive::{FINISHED_KEPT, to_make_room};
use crate::scene::first::progress as first;
use crate::scene::home::{SavedGameLine, saved_games};
use crate::scene::newtable::TableForm;
use crate::table::{LocalTable, NewTable, Script, Speed, Takeover, last_table};

const SPEED_KEY: &str = "fearsome.speed";

/// How fast pieces move on this device where there is no table: as chosen last, or as usual.
#[must_use]
pub fn speed() -> Speed {
    chosen_speed().unwrap_or_default()
}

/// How fast pieces move on this device in a game of so many players: as chosen last, or as usual with so many.
#[must_use]
pub fn speed_with(players: usize) -> Speed {
    chosen_speed().unwrap_or(Speed::usual(players))
}

/// The speed chosen last on this device: at a table, in a replay, or in the form of a new table.
#[must_use]
pub fn chosen_speed() -> Option<Speed> {
    storage::read(SPEED_KEY).and_then(|word| last_table::read_speed(&word))
}

/// Stores the speed of this device.
pub fn set_speed(speed: Speed) {
    // A browser that does not store it is not an error.
    storage::write(SPEED_KEY, last_table::write_speed(speed));
}

/// You against three bots of medium strength.
#[must_use]
pub fn play_now(i18n: Language) -> NewTable {
    let mut form = TableForm::default();
    form.chosen_speed = chosen_speed();
    form.monster = MonsterNumber::from_index(random_bytes::<1>()[0]);
    form.to_table(|band| names::band(i18n, band).to_owned())
}

/// Starts a game and goes to its table.
pub fn begin(new: NewTable) {
    let secret = Secret { seed: Seed(random_bytes()), salt: Salt(random_bytes()) };
    keep_new(&LocalTable::begin(new, secret).expect("every form is a valid table"));
}

/// Plays on from the middle of another game, at a table of its own.
pub fn play_on(record: &Record, actions: usize, takeover: Takeover) {
    let secret = Secret { seed: Seed(random_bytes()), salt: Salt(random_bytes()) };
    match LocalTable::branch(record, actions, takeover, secret) {
        Ok(table) => {
            tidy_up();
            let id = games::new_id();
            // What has been watched is not shown again.
            games::set_shown(&id, actions);
            match games::keep(&id, &table.to_save().to_text(), None) {
                Kept::Yes | Kept::No | Kept::Overtaken(_) => go_to(&Route::Game(GameRef::Kept(id))),
            }
        }
        // The button exists only before the end, and names that were parsed are valid.
        Err(problem) => leptos::logging::error!("{problem}"),
    }
}

/// Begins a game from a situation, at a table of its own.
pub fn play_from(situation: Situation, takeover: Takeover) {
    let secret = Secret { seed: Seed(random_bytes()), salt: Salt(random_bytes()) };
    match LocalTable::from_situation(situation, takeover, secret) {
        Ok(table) => keep_new(&table),
        // The button exists only for situations that can be played.
        Err(problem) => leptos::logging::error!("{problem}"),
    }
}

/// Begins a scripted game, at a table of its own.
pub fn begin_script(i18n: Language, script: Script) {
    match script.table(|band| names::band(i18n, band).to_owned(), speed()) {
        Ok(table) => keep_new(&table),
        // The names of bands are valid names.
        Err(problem) => leptos::logging::error!("{problem}"),
    }
}

/// Whether nobody has played here yet, nor been offered the first game.
#[must_use]
pub fn is_newcomer() -> bool {
    storage::read(first::KEY).is_none() && games::ids().is_empty()
}

/// Stores a new game and goes to its table.
fn keep_new(table: &LocalTable) {
    tidy_up();
    let id = games::new_id();
    match games::keep(&id, &table.to_save().to_text(), None) {
        // The table reports whether the game is saved. A new id cannot conflict.
        Kept::Yes | Kept::No | Kept::Overtaken(_) => go_to(&Route::Game(GameRef::Kept(id))),
    }
}

/// Deletes the oldest finished games.
pub fn tidy_up() {
    to_make_room(&games::lines(), FINISHED_KEPT).iter().for_each(|id| drop(games::discard(id)));
}

/// The saved games that the cover may show.
#[must_use]
pub fn saved() -> Vec<SavedGameLine> {
    saved_games(games::ids().into_iter().map(|id| (id.clone(), games::when(&id))).collect(), games::text)
}

/// Copies a text to the clipboard; returns whether the browser allowed it.
pub async fn copy(text: &str) -> bool {
    let navigator = leptos::prelude::window().navigator();
    // It is missing where the page was loaded without encryption.
    match js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")) {
        Ok(clipboard) if clipboard.is_object() => {
            let written = clipboard.unchecked_into::<Clipboard>().write_text(text);
            JsFuture::from(written).await.is_ok()
        }
        Ok(_) | Err(_) => copy_by_selection(text),
    }
}

/// Copies a text the old way, for pages that were loaded without encryption.
fn copy_by_selection(text: &str) -> bool {
    let document = leptos::prelude::document();
    let copy = || -> Result<bool, JsValue> {
        let focused = document.active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
        let area: HtmlTextAreaElement = document.create_element("textarea")?.unchecked_into();
        area.set_value(text);
        area.set_class_name("vh");
        // Inside an open dialog, nothing outside of it can be selected.
        let dialog = document.query_selector("dialog[open]")?;
        let place = dialog.or_else(|| document.body().map(JsCast::unchecked_into)).ok_or(JsValue::NULL)?;
        place.append_child(&area)?;
        area.select();
        let command = js_sys::Reflect::get(&document, &JsValue::from_str("execCommand"))?;
        let is_done = command.dyn_into::<js_sys::Function>()?.call1(&document, &JsValue::from_str("copy"))?.is_truthy();
        area.remove();
        if let Some(focused) = focused {
            focused.focus()?;
        }
        Ok(is_done)
    };
    copy().unwrap_or(false)
}

/// Saves a text as a file.
pub fn save_file(name: &str, text: &str) {
    if let Err(error) = try_to_save(name, text) {
        leptos::logging::error!("the file could not be made: {error:?}");
    }
}

fn try_to_save(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let kind = BlobPropertyBag::new();
    kind.set_type("text/plain;charset=utf-8");
    let url = Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &kind)?)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    document.body().ok_or(JsValue::NULL)?.append_child(&link)?;
    link.click();
    link.remove();
    // The browser may still be reading it.
    let forget = move || drop(Url::revoke_object_url(&url));
    leptos::prelude::set_timeout(forget, std::time::Duration::from_secs(60));
    Ok(())
}
