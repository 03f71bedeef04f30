//! The worker, in which the bots think without blocking the page.

#[cfg(target_arch = "wasm32")]
mod in_browser {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Called by `worker.js` for every message. An error is thrown there.
    #[wasm_bindgen]
    #[expect(unreachable_pub, reason = "only what is public can be exported")]
    pub fn answer(question: &str) -> Result<String, String> {
        web::thinker::in_worker::answer(question)
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program runs in a browser: `cargo xtask play` builds it and opens it.");
}
