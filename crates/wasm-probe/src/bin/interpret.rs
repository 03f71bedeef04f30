//! Interprets the probe that was compiled to WebAssembly, without a browser: `interpret PROBE.wasm`.

use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use wasmi::{Engine, Linker, Module, Store};

fn main() -> Result<()> {
    let file = env::args_os().nth(1).context("the path of the probe is missing")?;
    let bytes = fs::read(&file).with_context(|| Path::new(&file).display().to_string())?;
    let engine = Engine::default();
    let module = Module::new(&engine, &bytes[..]).context("the probe is no WebAssembly")?;
    let mut store = Store::new(&engine, ());
    // The rules need nothing from outside: there is nothing to link.
    let instance = Linker::<()>::new(&engine).instantiate_and_start(&mut store, &module)?;
    let main = instance.get_typed_func::<(i32, i32), i32>(&store, "main")?;
    let code = main.call(&mut store, (0, 0)).context("the probe broke down")?;
    ensure!(code == 0, "check {code} of the probe comes out differently in WebAssembly");
    println!("Everything comes out the same");
    Ok(())
}
