//! The tools that commands require besides cargo itself.
//!
//! Each command checks its requirements before it builds anything. Missing tools are installed if that works without
//! asking the user; otherwise the command stops with one line that says what to type.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::command::{cargo, run};

const WASM: &str = "wasm32-unknown-unknown";

/// The names of Chromium's executable. The browser tests look for the same names.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// How often an installer is run before its failure counts: mirrors and networks fail temporarily.
const ATTEMPTS: u32 = 3;

/// The interpreters that the tests of the example bot look for. The first may be one that Debian's packages do not
/// reach.
const PYTHON: [&str; 2] = ["python3", "/usr/bin/python3"];

/// A tool that a command requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    CCompiler,
    Rustfmt,
    Clippy,
    WasmTarget,
    Chromium,
    PythonWebsockets,
    Postgres,
}

/// Where a tool comes from.
enum Source {
    /// The arguments of rustup that install it, without the toolchain.
    Rustup(&'static str),
    /// Packages of Debian and its derivatives.
    Debian(&'static str),
}

/// What is known about the machine.
#[derive(Clone, Debug, Default)]
struct Machine {
    missing: Vec<Need>,
    /// The toolchain in use, if rustup manages it.
    toolchain: Option<String>,
    has_apt_get: bool,
    is_root: bool,
}

/// What to do about missing tools.
#[derive(Debug, PartialEq, Eq)]
enum Plan {
    /// Run these commands. Empty if nothing is missing.
    Install(Vec<String>),
    /// Stop with this message.
    Stop(String),
}

/// Installs the missing tools among `needs`.
///
/// # Errors
///
/// If a tool cannot be installed without the user. The message is one line that says what to type.
pub(crate) fn provide(needs: &[Need]) -> Result<()> {
    let machine = Machine::inspect(needs);
    match plan(&machine) {
        Plan::Stop(line) => bail!(line),
        Plan::Install(commands) => {
            for command in commands {
                run_patiently(&command)?;
            }
        }
    }
    // An installer can succeed and still put the tool where it is not found.
    match needs.iter().find(|need| !need.is_there()) {
        Some(need) => bail!("{} is still missing: {}", need.name(), need.advice(&machine)),
        None => Ok(()),
    }
}

fn plan(machine: &Machine) -> Plan {
    let by_hand: Vec<_> = machine.missing.iter().filter(|need| need.installation(machine).is_none()).collect();
    if !by_hand.is_empty() {
        let lines: Vec<_> =
            by_hand.iter().map(|need| format!("{} is missing: {}", need.name(), need.advice(machine))).collect();
        return Plan::Stop(lines.join("; "));
    }
    let mut commands: Vec<String> = machine.missing.iter().filter_map(|need| need.installation(machine)).collect();
    if let Some(first) = commands.iter().position(|command| command.starts_with("apt-get")) {
        commands.insert(first, "apt-get update".to_owned());
    }
    Plan::Install(commands)
}

impl Need {
    fn name(self) -> &'static str {
        match self {
            Need::CCompiler => "a C compiler",
            Need::Rustfmt => "rustfmt",
            Need::Clippy => "Clippy",
            Need::WasmTarget => "Rust's WebAssembly target",
            Need::Chromium => "Chromium",
            Need::PythonWebsockets => "Python with the package websockets",
            Need::Postgres => "PostgreSQL",
        }
    }

    fn source(self) -> Source {
        match self {
            Need::CCompiler => Source::Debian("gcc libc6-dev"),
            Need::Rustfmt => Source::Rustup("component add rustfmt"),
            Need::Clippy => Source::Rustup("component add clippy"),
            Need::WasmTarget => Source::Rustup("target add wasm32-unknown-unknown"),
            Need::Chromium => Source::Debian("chromium"),
            Need::PythonWebsockets => Source::Debian("python3 python3-websockets"),
            Need::Postgres => Source::Debian("postgresql"),
        }
    }

    /// The command that installs it without asking the user, if there is one.
    fn installation(self, machine: &Machine) -> Option<String> {
        match self.source() {
            Source::Rustup(arguments) => {
                machine.toolchain.as_ref().map(|toolchain| format!("rustup {arguments} --toolchain {toolchain}"))
            }
            Source::Debian(packages) => (machine.has_apt_get && machine.is_root)
                .then(|| format!("apt-get install --yes --no-install-recommends {packages}")),
        }
    }

    /// What the user has to do if it cannot be installed automatically.
    fn advice(self, machine: &Machine) -> String {
        match self.source() {
            Source::Rustup(arguments) => match &machine.toolchain {
                Some(toolchain) => format!("type `rustup {arguments} --toolchain {toolchain}`"),
                None => {
                    "install Rust from https://rustup.rs, which provides it, or your distribution's package".to_owned()
                }
            },
            Source::Debian(packages) if machine.has_apt_get => format!("type `sudo apt-get install {packages}`"),
            Source::Debian(_) => "install it with your system's package manager".to_owned(),
        }
    }

    fn is_there(self) -> bool {
        match self {
            // On other systems, Rust brings a linker or finds one by other means.
            Need::CCompiler => !cfg!(unix) || ["cc", "gcc", "clang"].into_iter().any(is_installed),
            Need::Rustfmt => succeeds(&mut cargo("fmt --version")),
            Need::Clippy => succeeds(&mut cargo("clippy --version")),
            Need::WasmTarget => has_wasm_target(),
            Need::Chromium => CHROMIUM.into_iter().any(is_installed),
            Need::PythonWebsockets => PYTHON.into_iter().any(has_websockets),
            Need::Postgres => has_postgres(),
        }
    }
}

impl Machine {
    fn inspect(needs: &[Need]) -> Machine {
        Machine {
            missing: needs.iter().copied().filter(|need| !need.is_there()).collect(),
            // Rustup sets this variable for every program that it starts.
            toolchain: env::var("RUSTUP_TOOLCHAIN").ok().filter(|_| is_installed("rustup")),
            has_apt_get: is_installed("apt-get"),
            is_root: is_root(),
        }
    }
}

/// rustc knows every target, so this checks whether the standard library for it is installed.
fn has_wasm_target() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", WASM]).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

fn is_installed(program: &str) -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default())
        .any(|folder| folder.join(program).with_extension(env::consts::EXE_EXTENSION).is_file())
}

fn has_websockets(python: &str) -> bool {
    succeeds(Command::new(python).args(["-c", "import websockets"]))
}

/// The tests look in the same places: Debian keeps the programs of each version in a folder of its own.
fn has_postgres() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    versions.into_iter().any(|version| version.path().join("bin/initdb").is_file()) || is_installed("initdb")
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").stderr(Stdio::null()).output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn run_patiently(line: &str) -> Result<()> {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
    for _ in 1..ATTEMPTS {
        if run(&mut command).is_ok() {
            return Ok(());
        }
    }
    run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(missing: &[Need]) -> Machine {
        Machine { missing: missing.to_vec(), ..Machine::default() }
    }

    fn with_rustup(missing: &[Need]) -> Machine {
        Machine { toolchain: Some("1.95.0".to_owned()), ..machine(missing) }
    }

    #[track_caller]
    fn check_installs(machine: &Machine, expected: &[&str]) {
        assert_eq!(plan(machine), Plan::Install(expected.iter().map(|&line| line.to_owned()).collect()));
    }

    #[track_caller]
    fn check_stops(machine: &Machine, expected: &str) {
        assert_eq!(plan(machine), Plan::Stop(expected.to_owned()));
    }

    #[test]
    fn nothing_is_done_where_nothing_is_missing() {
        check_installs(&machine(&[]), &[]);
    }

    #[test]
    fn rustup_installs_the_target_for_the_toolchain_in_use() {
        let expected = "rustup target add wasm32-unknown-unknown --toolchain 1.95.0";
        check_installs(&with_rustup(&[Need::WasmTarget]), &[expected]);
    }

    #[test]
    fn without_rustup_one_line_says_what_to_do() {
        let expected = "Rust's WebAssembly target is missing: install Rust from https://rustup.rs, which provides it, or your distribution's package";
        check_stops(&machine(&[Need::WasmTarget]), expected);
    }

    #[test]
    fn root_installs_chromium_on_debian_with_a_fresh_list_of_packages() {
        let debian = Machine { has_apt_get: true, is_root: true, ..with_rustup(&[Need::WasmTarget, Need::Chromium]) };
        let expected = [
            "rustup target add wasm32-unknown-unknown --toolchain 1.95.0",
            "apt-get update",
            "apt-get install --yes --no-install-recommends chromium",
        ];
        check_installs(&debian, &expected);
    }

    #[test]
    fn others_on_debian_are_told_what_to_type_before_anything_is_installed() {
        let debian = Machine { has_apt_get: true, ..with_rustup(&[Need::WasmTarget, Need::Chromium]) };
        check_stops(&debian, "Chromium is missing: type `sudo apt-get install chromium`");
    }

    #[test]
    fn one_line_says_how_to_get_a_database() {
        let debian = Machine { has_apt_get: true, ..machine(&[Need::Postgres]) };
        check_stops(&debian, "PostgreSQL is missing: type `sudo apt-get install postgresql`");
        let root = Machine { is_root: true, ..debian };
        let install = "apt-get install --yes --no-install-recommends postgresql";
        check_installs(&root, &["apt-get update", install]);
    }

    #[test]
    fn all_that_must_be_done_by_hand_is_in_one_line() {
        let expected = "a C compiler is missing: install it with your system's package manager; Chromium is missing: install it with your system's package manager";
        check_stops(&with_rustup(&[Need::CCompiler, Need::Chromium]), expected);
    }
}
