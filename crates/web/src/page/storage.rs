//! What the browser remembers. A browser may refuse to: then nothing is remembered, and the game goes on.

use web_sys::Storage;

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// What is remembered under this key.
#[must_use]
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Remembers it; tells whether the browser did.
pub fn write(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

/// Forgets it.
pub fn remove(key: &str) {
    if let Some(storage) = storage() {
        // What is not there need not be removed.
        let _ = storage.remove_item(key);
    }
}

/// Every key that begins like this, in order.
#[must_use]
pub fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return vec![] };
    let all = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    let mut keys: Vec<String> = all.filter(|key| key.starts_with(prefix)).collect();
    keys.sort();
    keys
}
