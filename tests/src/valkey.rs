//! A Valkey or Redis of its own for a test: real, in memory, on a free port, gone with the test.

use crate::ports::free_port;
use crate::until_true;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The server's program, which `build.rs` has found: `valkey-server` or `redis-server`.
const PROGRAM: &str = env!("VALKEY");

/// A running Valkey, which keeps nothing on disk.
pub struct Valkey {
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

impl Valkey {
    /// Starts one.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}"));
        let mut valkey = Self { folder, port: free_port(), child: None };
        valkey.run();
        valkey
    }

    /// The address, as the server takes it.
    pub fn address(&self) -> String {
        format!("valkey://127.0.0.1:{}", self.port)
    }

    /// The port at which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again, empty, at the same port.
    pub fn run(&mut self) {
        let child = Command::new(PROGRAM)
            .args(["--bind", "127.0.0.1", "--port", &self.port.to_string(), "--save", "", "--dir"])
            .arg(self.folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{PROGRAM}: {e}"));
        self.child = Some(child);
        until_true("Valkey", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills it at once; what it knew is gone.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Valkey {
    fn drop(&mut self) {
        self.kill();
    }
}
