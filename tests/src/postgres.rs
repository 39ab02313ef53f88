//! A real PostgreSQL for one test: in a temporary folder, on a free port, removed after the test.

use crate::ports::free_port;
use crate::until_true;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Debian's folder for the programs of PostgreSQL, by version, and not on the path.
const VERSIONS: &str = "/usr/lib/postgresql";
/// Its programs that tests use. Some systems have a part of them in another folder.
const NEEDED: [&str; 5] = ["initdb", "postgres", "createdb", "psql", "pg_isready"];
/// Name of the user of the database, and of the database.
const USER: &str = "umbra";
/// The timeout of a regular shutdown.
const LONGEST_END: Duration = Duration::from_secs(5);

/// A running PostgreSQL with one empty database.
pub struct Postgres {
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

/// The folder of PostgreSQL's programs: of the variable, on the path, or the newest of Debian.
fn programs() -> PathBuf {
    let named = std::env::var_os("UMBRA_POSTGRES").map(PathBuf::from);
    let versions = std::fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = named.into_iter().chain(std::env::split_paths(&path)).chain(versions.into_iter().rev());
    let found = folders.find(|folder| NEEDED.iter().all(|name| folder.join(name).is_file()));
    found.unwrap_or_else(|| panic!("no folder has {NEEDED:?}: name the one of PostgreSQL in UMBRA_POSTGRES"))
}

/// The server's program that can use PostgreSQL: of the variable, or where `cargo build --release -p
/// server-postgres --features postgres` puts it. README's test command does not build it.
pub fn server() -> PathBuf {
    let of_this = std::env::current_exe().unwrap_or_else(|e| panic!("{e}"));
    let beside = || of_this.ancestors().nth(2).map(|release| release.join("server-postgres"));
    let found = std::env::var_os("UMBRA_SERVER_POSTGRES").map(PathBuf::from).or_else(beside);
    let found = found.filter(|program| program.is_file());
    found.expect("there is no server-postgres: build it as CONTRIBUTING.md says, or name it in the variable")
}

/// A command for a program of PostgreSQL. PostgreSQL refuses to run as root, so it uses another user.
fn program(name: &str) -> Command {
    let mut command = Command::new(programs().join(name));
    if let Some((user, group)) = other_user() {
        command.uid(user).gid(group);
    }
    command
}

/// The user and group of Debian's PostgreSQL, if this process runs as root.
fn other_user() -> Option<(u32, u32)> {
    let id = |what: &str, user: &[&str]| {
        let printed = Command::new("id").arg(what).args(user).output().ok()?.stdout;
        String::from_utf8(printed).ok()?.trim().parse::<u32>().ok()
    };
    if id("-u", &[]) != Some(0) {
        return None;
    }
    Some((id("-u", &["postgres"])?, id("-g", &["postgres"])?))
}

impl Postgres {
    /// Creates a cluster and starts it.
    pub fn start() -> Self {
        let folder = crate::temporary_folder();
        if let Some((user, group)) = other_user() {
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group))
                .unwrap_or_else(|e| panic!("{}: {e}", folder.path().display()));
        }
        let new = ["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username", USER];
        output(program("initdb").args(new).arg(folder.path().join("data")));
        let mut postgres = Self { folder, port: free_port(), child: None };
        postgres.run();
        let port = postgres.port.to_string();
        output(program("createdb").args(["--host=127.0.0.1", "--username", USER, "--port", &port, USER]));
        postgres
    }

    /// The URL of the database, for `--accounts`.
    pub fn address(&self) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{USER}", self.port)
    }

    /// The port on which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again on the same data and port.
    pub fn run(&mut self) {
        let log = std::fs::File::options().create(true).append(true).open(self.log());
        let child = program("postgres")
            .arg("-D")
            .arg(self.data())
            .args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=50"])
            .stdout(Stdio::null())
            .stderr(log.expect("the log"))
            .spawn()
            .unwrap_or_else(|e| panic!("postgres: {e}"));
        let child = self.child.insert(child);
        // Check first whether the process has exited, so that the test shows its log instead of a timeout.
        let (ended, port) = (|child: &mut Child| child.try_wait().ok().flatten(), self.port);
        let is_up = crate::until("PostgreSQL", || match ended(child) {
            Some(_) => Some(false),
            None => is_ready(port).then_some(true),
        });
        let log = || std::fs::read_to_string(self.log()).unwrap_or_default();
        assert!(is_up, "PostgreSQL has ended: {}", log());
    }

    /// Kills it with all its processes, like a power failure.
    pub fn kill(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        // Each process leads its own group, so a signal to the first one does not reach the others. A stopped
        // one starts no more.
        signal("STOP", &[child.id()]);
        let processes = children(child.id());
        signal("KILL", &[&[child.id()], &processes[..]].concat());
        let _ = child.wait();
        until_true("the end of PostgreSQL", || !processes.iter().any(|id| is_alive(*id)));
        // At the next start PostgreSQL would check the process ID in this file, which may belong to another
        // process.
        let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
    }

    /// Runs SQL with psql; returns its output without headings.
    pub fn sql(&self, sql: &str) -> String {
        let plain = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", sql];
        output(program("psql").args(plain).arg(self.address()))
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

/// The output of a program that must succeed.
fn output(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}

fn is_ready(port: u16) -> bool {
    program("pg_isready")
        .args(["--quiet", "--host=127.0.0.1", "--port", &port.to_string()])
        .status()
        .is_ok_and(|status| status.success())
}

fn signal(name: &str, processes: &[u32]) {
    // A process that has already exited needs no signal.
    let _ = Command::new("kill")
        .args(["-s", name, "--"])
        .args(processes.iter().map(u32::to_string))
        .stderr(Stdio::null())
        .status();
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    list.unwrap_or_default().split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Returns whether a process runs. A zombie counts as ended.
fn is_alive(process: u32) -> bool {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    line.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

impl Drop for Postgres {
    /// Shuts it down, so that it leaves nothing in the system's shared memory.
    fn drop(&mut self) {
        if let Some(child) = self.child.as_mut() {
            signal("QUIT", &[child.id()]);
            if crate::within(LONGEST_END, || child.try_wait().ok().flatten()).is_some() {
                return;
            }
        }
        self.kill();
    }
}
