//! The browser's storage. If the browser refuses a value, it is kept until the page is left, and the game goes on.

use std::cell::RefCell;
use std::collections::BTreeMap;

use web_sys::Storage;

thread_local! {
    /// What the browser refused.
    static REFUSED: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// The value of a key.
#[must_use]
pub fn read(key: &str) -> Option<String> {
    let refused = REFUSED.with_borrow(|refused| refused.get(key).cloned());
    refused.or_else(|| storage()?.get_item(key).ok().flatten())
}

/// The value of a key as the browser has stored it, perhaps for another tab, whatever it has refused to this one.
#[must_use]
pub fn read_kept(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores a value if the browser accepts it; otherwise nothing changes. Returns whether it did.
pub fn write_if_kept(key: &str, value: &str) -> bool {
    let is_kept = storage().is_some_and(|storage| storage.set_item(key, value).is_ok());
    if is_kept {
        REFUSED.with_borrow_mut(|refused| refused.remove(key));
    }
    is_kept
}

/// Stores a value; returns whether the browser accepted it, so that it outlives the page.
pub fn write(key: &str, value: &str) -> bool {
    let is_kept = write_if_kept(key, value);
    if !is_kept {
        REFUSED.with_borrow_mut(|refused| refused.insert(key.to_owned(), value.to_owned()));
    }
    is_kept
}

/// Whether the browser itself has stored it.
#[must_use]
pub fn is_kept(key: &str) -> bool {
    !REFUSED.with_borrow(|refused| refused.contains_key(key)) && read(key).is_some()
}

/// Whether nothing would be lost if the page were loaded again.
#[must_use]
pub fn is_all_kept() -> bool {
    REFUSED.with_borrow(BTreeMap::is_empty)
}

/// Removes a key.
pub fn remove(key: &str) {
    REFUSED.with_borrow_mut(|refused| refused.remove(key));
    if let Some(storage) = storage() {
        // A missing key need not be removed.
        let _ = storage.remove_item(key);
    }
}

/// Every key with this prefix, sorted.
#[must_use]
pub fn keys(prefix: &str) -> Vec<String> {
    let kept = storage().map_or(0, |storage| storage.length().unwrap_or(0));
    let kept = (0..kept).filter_map(|index| storage()?.key(index).ok().flatten());
    let mut keys: Vec<String> = REFUSED.with_borrow(|refused| refused.keys().cloned().collect());
    keys.extend(kept);
    keys.retain(|key| key.starts_with(prefix));
    keys.sort();
    keys.dedup();
    keys
}

/// A value that only this tab keeps, also when the page is loaded again.
#[must_use]
pub fn in_this_tab(key: &str) -> Option<String> {
    web_sys::window()?.session_storage().ok().flatten()?.get_item(key).ok().flatten()
}

/// Keeps a value in this tab. A browser that refuses forgets it with the page.
pub fn keep_in_this_tab(key: &str, value: &str) {
    if let Some(storage) = web_sys::window().and_then(|window| window.session_storage().ok().flatten()) {
        let _ = storage.set_item(key, value);
    }
}
