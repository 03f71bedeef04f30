//! The worker, in which bots think and levels are solved without blocking the page.

#[cfg(target_arch = "wasm32")]
#[expect(unreachable_pub, reason = "only what is public can be exported")]
mod in_browser {
    use wasm_bindgen::prelude::wasm_bindgen;
    use web::thinker::in_worker;

    /// Takes a message of the page. An error is thrown in `worker.js`.
    #[wasm_bindgen]
    pub fn take(message: &str) -> Result<(), String> {
        in_worker::take(message)
    }

    /// Works for a slice. Returns a message for the page, if there is something to report.
    #[wasm_bindgen]
    pub fn work() -> Result<Option<String>, String> {
        in_worker::work()
    }

    /// Whether there is something left to do.
    #[wasm_bindgen]
    pub fn is_busy() -> bool {
        in_worker::is_busy()
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
