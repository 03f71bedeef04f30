//! A PostgreSQL of the tests' own: in a short temporary folder, without a port, and gone when the tests are.
//!
//! A shell watches over it. It stops the database and deletes the folder when its input ends, which it does with this
//! process, however that ends. PostgreSQL refuses to run as the superuser, so in that case it runs as the user that
//! Debian's package creates; the folder can be entered by everybody, and holds nothing but games of tests.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use crate::{Cable, PATIENCE};

/// The user that runs the database if the tests run as the superuser.
const USER: &str = "postgres";

/// The number in the name of the socket. There is no real port.
pub(crate) const PORT: u16 = 5432;

/// Runs the database until input ends, and restarts it on demand. Arguments: the folder, and the folder of the programs.
const WATCH: &str = r#"
trap '' INT TERM HUP
folder=$1 programs=$2
data=$folder/data
end() {
    "$programs/pg_ctl" -D "$data" -m immediate -w stop
    rm -rf "$folder"
} > /dev/null 2>&1
start() {
    "$programs/pg_ctl" -D "$data" -w -t 110 -l "$folder/log" start > "$folder/start.log" 2>&1
}
"$programs/initdb" -D "$data" -U postgres --auth=trust --encoding=UTF8 --no-locale --no-sync \
    > "$folder/initdb.log" 2>&1 || { echo "initdb failed: $(tail -3 "$folder/initdb.log")"; end; exit 1; }
cat >> "$data/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$folder'
max_connections = 300
fsync = off
END
start || { echo "it does not start: $(tail -3 "$folder/log")"; end; exit 1; }
echo ready
while read -r word; do
    case $word in
        stop) "$programs/pg_ctl" -D "$data" -m fast -w stop > /dev/null 2>&1; echo stopped ;;
        crash) "$programs/pg_ctl" -D "$data" -m immediate -w stop > /dev/null 2>&1; echo crashed ;;
        start) if start; then echo ready; else echo "it does not start: $(tail -3 "$folder/log")"; fi ;;
    esac
done
end
"#;

/// A running PostgreSQL.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    watch: Mutex<Watch>,
}

#[derive(Debug)]
struct Watch {
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    child: Child,
}

/// A database in it.
#[derive(Clone, Debug)]
pub struct Database {
    name: String,
    folder: PathBuf,
}

impl Postgres {
    /// The one that all tests of this process share. It ends with the process.
    #[must_use]
    pub fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Postgres::start)
    }

    /// Starts one that can be stopped and restarted.
    ///
    /// # Panics
    ///
    /// If PostgreSQL is missing or does not start.
    #[must_use]
    pub fn start() -> Postgres {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let programs = programs().expect("PostgreSQL is missing: type `sudo apt-get install postgresql`");
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The path of a socket has at most about a hundred characters.
        let folder = Path::new("/tmp").join(format!("ff-pg-{}-{number}", std::process::id()));
        // What a killed process with the same id left behind is not ours.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a temporary folder can be made");
        let mut command = if is_superuser() {
            let owned = Command::new("chown").arg(USER).arg(&folder).status();
            assert!(owned.is_ok_and(|status| status.success()), "the user {USER} is missing");
            let mut command = Command::new("setpriv");
            command.args(["--reuid", USER, "--regid", USER, "--clear-groups", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        let mut child = command
            .args(["-c", WATCH, "sh"])
            .arg(&folder)
            .arg(&programs)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let (sender, lines) = mpsc::channel();
        let output = child.stdout.take().expect("stdout is a pipe");
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // Nobody waits any more after the end.
                let _ = sender.send(line);
            }
        });
        let input = child.stdin.take();
        let watch = Watch { input, lines, child };
        watch.expect("ready");
        Postgres { folder, programs, watch: Mutex::new(watch) }
    }

    /// Makes a new, empty database.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[must_use]
    pub fn database(&self) -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        self.run("createdb", &["--template", "template0", &name]);
        Database { name, folder: self.folder.clone() }
    }

    /// Runs SQL in a database and returns what it prints, one line for each row.
    ///
    /// # Panics
    ///
    /// If it fails.
    pub fn query(&self, database: &Database, sql: &str) -> String {
        self.run("psql", &["--no-psqlrc", "--tuples-only", "--no-align", "--dbname", &database.name, "--command", sql])
    }

    /// Stops the database. Everybody who is connected is thrown out.
    pub fn stop(&self) {
        self.tell("stop", "stopped");
    }

    /// Stops the database as a crash does: when it starts again, it has to recover.
    pub fn crash(&self) {
        self.tell("crash", "crashed");
    }

    /// Starts the database after it was stopped.
    pub fn start_again(&self) {
        self.tell("start", "ready");
    }

    /// The folder of the programs, such as `pg_dump`.
    #[must_use]
    pub fn programs(&self) -> &Path {
        &self.programs
    }

    /// The folder of its socket.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn tell(&self, word: &str, answer: &str) {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let input = watch.input.as_mut().expect("the database is watched over");
        writeln!(input, "{word}").expect("the shell reads");
        watch.expect(answer);
    }

    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(self.programs.join(program));
        command.arg("--host").arg(&self.folder).args(["--username", "postgres"]).args(arguments);
        let output = command.stdin(Stdio::null()).output().expect("the programs of PostgreSQL can be started");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }
}

impl Watch {
    #[track_caller]
    fn expect(&self, answer: &str) {
        let line = self.lines.recv_timeout(PATIENCE).expect("PostgreSQL answers");
        assert_eq!(line, answer);
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let watch = self.watch.get_mut().unwrap_or_else(PoisonError::into_inner);
        watch.input = None;
        // It deletes the folder.
        let _ = watch.child.wait();
    }
}

impl Database {
    /// The address, as `--database` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_at(PORT)
    }

    /// The address through a cable.
    #[must_use]
    pub fn url_through(&self, cable: &Cable) -> String {
        self.url_at(cable.port())
    }

    fn url_at(&self, port: u16) -> String {
        format!("postgres://postgres@localhost:{port}/{}?host={}", self.name, self.folder.display())
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The folder with the programs of PostgreSQL. Debian keeps them apart by version, and out of the path.
fn programs() -> Option<PathBuf> {
    let in_path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let mut versions: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort();
    let folders = versions.into_iter().rev().map(|(_, folder)| folder).chain(in_path);
    let has_all = |folder: &PathBuf| ["initdb", "pg_ctl", "psql"].iter().all(|name| folder.join(name).is_file());
    folders.into_iter().find(has_all)
}

fn is_superuser() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
