//! The page.

#[cfg(target_arch = "wasm32")]
mod parts;

#[cfg(target_arch = "wasm32")]
fn main() {
    web::page::start(parts::PROGRAM);
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program runs in a browser: `cargo xtask play` builds it and opens it.");
}
