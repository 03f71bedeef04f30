//! The server as a process of its own, which can be killed and started again.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::address::AddressSetter;
use crate::{Address, PATIENCE};

/// The flags of a server that limits nobody. Tests come from a single address and are quick.
pub const UNLIMITED: [&str; 12] = [
    "--requests-per-minute",
    "0",
    "--tables-per-address",
    "0",
    "--seats-per-address",
    "0",
    "--connections-per-address",
    "0",
    "--connections",
    "0",
    "--wrong-codes-per-hour",
    "0",
];

/// How often the server is started before a port that is in use counts as a failure.
const ATTEMPTS: u32 = 5;

/// A folder for the data of a server, which is deleted in the end.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A new, empty folder inside `parent`.
    ///
    /// # Panics
    ///
    /// If it cannot be created.
    #[must_use]
    pub fn new(parent: &Path) -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("served-{}-{number}", std::process::id()));
        // What a killed test with the same process id left behind is not ours.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder of the tests can be written");
        Folder(path)
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The contents of every file in it.
    ///
    /// # Panics
    ///
    /// If it cannot be read.
    #[must_use]
    pub fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = vec![];
        let mut open = vec![self.0.clone()];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let entries = fs::read_dir(&path).expect("a folder of our own can be read");
                open.extend(entries.filter_map(Result::ok).map(|entry| entry.path()));
            } else if let Ok(bytes) = fs::read(&path) {
                found.push((path, bytes));
            }
        }
        found
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A file that is still in use elsewhere stays; the folder of the tests is temporary anyway.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running `fearsome serve`. It is killed when this is dropped.
#[derive(Debug)]
pub struct Program {
    binary: PathBuf,
    data: PathBuf,
    flags: Vec<String>,
    /// The size beyond which the system refuses to write files, in bytes.
    file_limit: Option<u64>,
    /// 0 until the first start.
    port: u16,
    running: Option<Running>,
    address: AddressSetter,
    output: Arc<Text>,
    log: Arc<Text>,
    kills: u32,
}

/// What the server prints or logs.
#[derive(Debug, Default)]
struct Text {
    bytes: Mutex<Vec<u8>>,
    grown: Condvar,
}

impl Text {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append(&self, bytes: &[u8]) {
        self.bytes().extend_from_slice(bytes);
        self.grown.notify_all();
    }

    /// Waits until it contains `text`, and returns all of it.
    #[track_caller]
    fn wait_for(&self, text: &str) -> Vec<u8> {
        let is_missing = |bytes: &mut Vec<u8>| memchr::memmem::find(bytes, text.as_bytes()).is_none();
        let waited = self.grown.wait_timeout_while(self.bytes(), PATIENCE, is_missing);
        let (bytes, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!waited.timed_out(), "the server never said {text:?}");
        bytes.clone()
    }
}

#[derive(Debug)]
struct Running {
    child: Child,
    readers: Vec<JoinHandle<()>>,
    started: Instant,
}

impl Program {
    /// Starts the server on a free port and waits until it listens.
    ///
    /// # Panics
    ///
    /// If it does not start.
    #[must_use]
    pub fn start(binary: impl Into<PathBuf>, data: &Path, flags: &[&str]) -> Program {
        let mut program = Program {
            binary: binary.into(),
            data: data.to_owned(),
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
            file_limit: None,
            port: 0,
            running: None,
            address: AddressSetter::new(),
            output: Arc::default(),
            log: Arc::default(),
            kills: 0,
        };
        program.start_again();
        program
    }

    /// Runs the server until it ends by itself, because something is wrong or `--check` is given. It gets no port.
    ///
    /// # Panics
    ///
    /// If the program cannot be started or does not end.
    #[must_use]
    pub fn run(binary: &Path, data: &Path, flags: &[&str]) -> Output {
        run(command(binary, data, None).args(flags))
    }

    /// The same as [`run`](Program::run) under a system that refuses to write files of more than `bytes`.
    ///
    /// # Panics
    ///
    /// If the program cannot be started or does not end.
    #[cfg(unix)]
    #[must_use]
    pub fn run_with_file_limit(binary: &Path, data: &Path, flags: &[&str], bytes: u64) -> Output {
        run(command(binary, data, Some(bytes)).args(flags))
    }

    /// Where it listens, also after later starts.
    #[must_use]
    pub fn address(&self) -> Address {
        self.address.address()
    }

    /// Kills the server without warning (SIGKILL). Clients that notice wait for the next start.
    pub fn kill(&mut self) {
        self.address.set(None);
        self.kills += u32::from(self.running.is_some());
        self.end();
    }

    /// The number of kills so far.
    #[must_use]
    pub fn kills(&self) -> u32 {
        self.kills
    }

    /// Starts the server on the same port and folder after it was killed or stopped, and waits until it listens.
    /// Returns how long that took.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start_again(&mut self) -> Duration {
        for attempt in 1.. {
            let lines = self.spawn();
            match wait_for_address(&lines) {
                Some(address) => {
                    self.port = address.port();
                    self.address.set(Some(address));
                    break;
                }
                None => {
                    self.end();
                    let log = String::from_utf8_lossy(&self.log()).into_owned();
                    // Somebody else may have got the port while the server was down.
                    assert!(log.contains("in use") && attempt < ATTEMPTS, "the server does not start:\n{log}");
                }
            }
        }
        self.running.as_ref().map(|running| running.started.elapsed()).unwrap_or_default()
    }

    /// Starts the server and kills it before or while it begins to listen.
    ///
    /// # Panics
    ///
    /// If it cannot be started.
    pub fn start_and_kill(&mut self, after: Duration) {
        let lines = self.spawn();
        // It says nothing before it listens, so this waits for so long at most.
        let _ = lines.recv_timeout(after);
        self.kills += 1;
        self.end();
    }

    /// Replaces the flags of the next start.
    pub fn set_flags(&mut self, flags: &[&str]) {
        self.flags = flags.iter().map(|&flag| flag.to_owned()).collect();
    }

    /// Makes the system refuse to write files of more than `bytes` from the next start on, as a disk does that is full,
    /// fails or is mounted for reading only. The rights of files would not do: they do not bind the superuser.
    #[cfg(unix)]
    pub fn set_file_limit(&mut self, bytes: Option<u64>) {
        self.file_limit = bytes;
    }

    /// Asks the server to end (SIGTERM) and waits until it has.
    ///
    /// # Panics
    ///
    /// If it is not running or does not end.
    #[cfg(unix)]
    pub fn stop(&mut self) -> ExitStatus {
        self.address.set(None);
        let mut running = self.running.take().expect("the server is running");
        signal(running.child.id(), nix::sys::signal::Signal::SIGTERM);
        // Its output ends when it does, and the readers with it.
        let (done, ended) = mpsc::channel();
        let readers = std::mem::take(&mut running.readers);
        let waiter = thread::spawn(move || {
            readers.into_iter().for_each(|reader| drop(reader.join()));
            // Nobody waits any more after a failure.
            let _ = done.send(());
        });
        let in_time = ended.recv_timeout(PATIENCE).is_ok();
        if !in_time {
            let _ = running.child.kill();
        }
        let status = running.child.wait().expect("a child of ours can be waited for");
        let _ = waiter.join();
        assert!(in_time, "the server did not end when it was asked to");
        status
    }

    /// Everything it has logged so far, over all starts.
    #[must_use]
    pub fn log(&self) -> Vec<u8> {
        self.log.bytes().clone()
    }

    /// Waits until the log contains `text`.
    ///
    /// # Panics
    ///
    /// If it does not come.
    #[track_caller]
    pub fn wait_for_log(&self, text: &str) {
        drop(self.log.wait_for(text));
    }

    /// Waits until it has printed `text`, and returns everything that it has printed so far, over all starts.
    ///
    /// # Panics
    ///
    /// If it does not come.
    #[must_use]
    #[track_caller]
    pub fn wait_for_output(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.output.wait_for(text)).into_owned()
    }

    /// The memory that the process uses, if the operating system tells.
    #[must_use]
    pub fn resident_bytes(&self) -> Option<u64> {
        let id = self.running.as_ref()?.child.id();
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    fn spawn(&mut self) -> mpsc::Receiver<String> {
        assert!(self.running.is_none(), "the server is running already");
        let started = Instant::now();
        let mut command = command(&self.binary, &self.data, self.file_limit);
        let mut child = command
            .args(["--port", &self.port.to_string(), "--until-input-ends"])
            .args(&self.flags)
            // Never written to. It ends with this process, however that ends, and the server with it.
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let (sender, lines) = mpsc::channel();
        let output = child.stdout.take().expect("stdout is a pipe");
        let errors = child.stderr.take().expect("stderr is a pipe");
        let (printed, log) = (Arc::clone(&self.output), Arc::clone(&self.log));
        let readers = vec![
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    printed.append(format!("{line}\n").as_bytes());
                    // The rest is read as well, so that the server never waits for us.
                    let _ = sender.send(line);
                }
            }),
            thread::spawn(move || drop(keep(errors, &log))),
        ];
        self.running = Some(Running { child, readers, started });
        lines
    }

    fn end(&mut self) {
        if let Some(Running { mut child, readers, .. }) = self.running.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
            readers.into_iter().for_each(|reader| drop(reader.join()));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.address.set(None);
        self.end();
        if thread::panicking() {
            let log = self.log();
            let end = &log[log.len().saturating_sub(4_000)..];
            eprintln!("the server's log ends with:\n{}", String::from_utf8_lossy(end));
        }
    }
}

/// Lets this process and the servers it starts have as many connections as the system allows.
pub fn raise_file_limit() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, getrlimit, setrlimit};
        if let Ok((_, hard)) = getrlimit(Resource::RLIMIT_NOFILE) {
            // Without it, whoever needs more connections fails and says so.
            let _ = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
        }
    }
}

#[cfg(unix)]
fn signal(id: u32, signal: nix::sys::signal::Signal) {
    let id = i32::try_from(id).expect("process ids are small");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), signal).expect("a child of ours can get a signal");
}

fn command(binary: &Path, data: &Path, file_limit: Option<u64>) -> Command {
    let mut command = match file_limit {
        None => Command::new(binary),
        Some(bytes) => {
            // Whoever ignores the signal gets an error when it writes. The shell counts in blocks of 512 bytes.
            let mut shell = Command::new("sh");
            let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", bytes / 512);
            shell.args(["-c", &script, "sh"]).arg(binary);
            shell
        }
    };
    command.arg("serve");
    // Servers that share a database have no folder.
    if !data.as_os_str().is_empty() {
        command.arg("--data").arg(data);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a server until it ends by itself.
fn run(command: &mut Command) -> Output {
    let child = command.spawn().expect("the program can be started");
    #[cfg(unix)]
    let id = child.id();
    let (sender, ended) = mpsc::channel();
    // Nobody waits any more after a failure.
    thread::spawn(move || drop(sender.send(child.wait_with_output())));
    match ended.recv_timeout(PATIENCE) {
        Ok(output) => output.expect("a child of ours can be waited for"),
        Err(_) => {
            #[cfg(unix)]
            signal(id, nix::sys::signal::Signal::SIGKILL);
            panic!("the server did not end by itself");
        }
    }
}

/// Waits for the line that names the address, or `None` if the server ends before.
fn wait_for_address(lines: &mpsc::Receiver<String>) -> Option<SocketAddr> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let line = lines.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()?;
        if let Some((_, rest)) = line.split_once("http://") {
            let end = rest.find(|c: char| !(c.is_ascii_hexdigit() || ".:[]".contains(c))).unwrap_or(rest.len());
            return Some(rest[..end].parse().expect("the server prints an address"));
        }
    }
}

fn keep(mut errors: impl Read, log: &Text) -> io::Result<()> {
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = errors.read(&mut buffer)?;
        if count == 0 {
            return Ok(());
        }
        log.append(&buffer[..count]);
    }
}
