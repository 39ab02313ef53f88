//! A PostgreSQL of its own for a test: real, in a temporary folder, on a free port, gone with the test.

use crate::until_true;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The folder of PostgreSQL's programs, which `build.rs` has found.
const PROGRAMS: &str = env!("POSTGRES");
/// Name of the user of the database, and of the database.
const USER: &str = "umbra";

/// A running PostgreSQL with one empty database.
pub struct Postgres {
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

/// A port that is free at the moment.
pub fn free_port() -> u16 {
    let bound = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    bound.unwrap_or_else(|e| panic!("no free port: {e}")).port()
}

/// A program of PostgreSQL, as a user who is not root: it refuses to run as root.
fn program(name: &str) -> Command {
    let mut command = Command::new(Path::new(PROGRAMS).join(name));
    if let Some((user, group)) = other_user() {
        command.uid(user).gid(group);
    }
    command
}

/// The user and group under which Debian runs PostgreSQL, if this process is root's.
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
    /// Makes a cluster and starts it.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}"));
        if let Some((user, group)) = other_user() {
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group))
                .unwrap_or_else(|e| panic!("{}: {e}", folder.path().display()));
        }
        let made = program("initdb")
            .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username", USER])
            .arg(folder.path().join("data"))
            .output()
            .unwrap_or_else(|e| panic!("initdb: {e}"));
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let mut postgres = Self { folder, port: free_port(), child: None };
        postgres.run();
        let made = program("createdb")
            .args(["--host=127.0.0.1", "--username", USER, "--port", &postgres.port.to_string(), USER])
            .output()
            .unwrap_or_else(|e| panic!("createdb: {e}"));
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        postgres
    }

    /// The address of the database, as the server takes it.
    pub fn address(&self) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{USER}", self.port)
    }

    /// The port at which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again on the same data and port.
    pub fn run(&mut self) {
        let data = self.data();
        // The postmaster of a killed one leaves its children a moment, who hold the port.
        let child = program("postgres")
            .arg("-D")
            .arg(&data)
            .args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=50"])
            .stdout(Stdio::null())
            .stderr(self.log())
            .process_group(0)
            .spawn()
            .unwrap_or_else(|e| panic!("postgres: {e}"));
        self.child = Some(child);
        until_true("PostgreSQL", || self.is_ready());
    }

    /// Kills it at once with all its processes, as a failing machine does.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-9", "--", &group]).status();
            let _ = child.wait();
            // Its processes are gone a moment later, and the next one refuses to start beside them.
            let _ = std::fs::remove_file(self.data().join("postmaster.pid"));
            until_true("the end of PostgreSQL", || TcpStream::connect(("127.0.0.1", self.port)).is_err());
        }
    }

    /// Carries out SQL with psql and gives what it prints, without headings.
    pub fn sql(&self, sql: &str) -> String {
        let done = program("psql")
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", sql])
            .arg(self.address())
            .output()
            .unwrap_or_else(|e| panic!("psql: {e}"));
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    /// What it has logged.
    pub fn logged(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> std::fs::File {
        let path = self.folder.path().join("log");
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        opened.unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    fn is_ready(&self) -> bool {
        program("pg_isready")
            .args(["--quiet", "--host=127.0.0.1", "--port", &self.port.to_string()])
            .status()
            .is_ok_and(|status| status.success())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}
