//! Runs the WebAssembly probe: the same rules as natively, in an interpreter, without a browser.

use std::fs;

use anyhow::{Context, Result, ensure};
use wasmi::{Engine, Linker, Module, Store};

use crate::target;

/// Plays recorded games and solves levels again in WebAssembly, and compares.
pub(crate) fn probe() -> Result<()> {
    println!("\n> the probe in WebAssembly");
    let file = target().join("wasm32-unknown-unknown/debug/wasm-probe.wasm");
    let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
    let engine = Engine::default();
    let module = Module::new(&engine, &bytes[..]).context("the probe is no WebAssembly")?;
    let mut store = Store::new(&engine, ());
    // The rules need nothing from outside: there is nothing to link.
    let instance = Linker::<()>::new(&engine).instantiate_and_start(&mut store, &module)?;
    let main = instance.get_typed_func::<(i32, i32), i32>(&store, "main")?;
    let code = main.call(&mut store, (0, 0)).context("the probe broke down")?;
    ensure!(code == 0, "check {code} of the probe comes out differently in WebAssembly");
    println!("everything comes out the same");
    Ok(())
}
