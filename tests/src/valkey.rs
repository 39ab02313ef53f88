//! A real Valkey or Redis for one test: in memory, on a free port, removed after the test.

use crate::ports::free_port;
use crate::until_true;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program found by `build.rs`: `valkey-server` or `redis-server`.
const PROGRAM: &str = env!("VALKEY");

/// A running Valkey without persistence.
pub struct Valkey {
    folder: tempfile::TempDir,
    port: u16,
    settings: Vec<String>,
    child: Option<Child>,
}

impl Valkey {
    /// Starts one.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts one with more settings, such as `--requirepass` and a password.
    pub fn start_with(settings: &[&str]) -> Self {
        let mut valkey = Self::new(settings.iter().map(ToString::to_string).collect());
        valkey.run();
        valkey
    }

    /// Starts one that accepts only TLS, with a certificate for `localhost` from a new authority.
    pub fn start_with_tls() -> Self {
        let mut valkey = Self::new(Vec::new());
        certify(valkey.folder.path());
        let file = |name: &str| valkey.folder.path().join(name).display().to_string();
        let (port, no) = (valkey.port.to_string(), "no".to_owned());
        let settings = [
            ("--port", "0".to_owned()),
            ("--tls-port", port),
            ("--tls-cert-file", file("own.pem")),
            ("--tls-key-file", file("own.key")),
            ("--tls-ca-cert-file", file("authority.pem")),
            ("--tls-auth-clients", no),
        ];
        valkey.settings = settings.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect();
        valkey.run();
        valkey
    }

    /// The certificate file of the authority, for a Valkey with TLS.
    pub fn authority(&self) -> String {
        self.folder.path().join("authority.pem").display().to_string()
    }

    /// Sends a command with the command-line client; returns its output.
    pub fn ask(&self, command: &[&str]) -> String {
        let mut cli = Command::new(PROGRAM.replace("-server", "-cli"));
        cli.args(["-h", "localhost", "-p", &self.port.to_string()]);
        if self.settings.iter().any(|setting| setting == "--tls-port") {
            cli.args(["--tls", "--cacert", &self.authority()]);
        }
        let done = cli.args(command).output().unwrap_or_else(|e| panic!("{PROGRAM}: {e}"));
        assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn new(settings: Vec<String>) -> Self {
        let folder = crate::temporary_folder();
        Self { folder, port: free_port(), settings, child: None }
    }

    /// The URL, for `--limits`.
    pub fn address(&self) -> String {
        format!("valkey://127.0.0.1:{}", self.port)
    }

    /// The port on which it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Restarts it, empty, on the same port.
    pub fn run(&mut self) {
        let child = Command::new(PROGRAM)
            .args(["--bind", "127.0.0.1", "--port", &self.port.to_string(), "--save", "", "--dir"])
            .arg(self.folder.path())
            .args(&self.settings)
            .stdout(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{PROGRAM}: {e}"));
        self.child = Some(child);
        until_true("Valkey", || TcpStream::connect(("127.0.0.1", self.port)).is_ok());
    }

    /// Kills it; its data are lost.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Creates an authority and a certificate for `localhost` in a folder: `authority.pem`, `own.pem`, `own.key`.
fn certify(folder: &Path) {
    let openssl = |arguments: &str| {
        let done = Command::new("openssl").args(arguments.split(' ')).current_dir(folder).output();
        let done = done.unwrap_or_else(|e| panic!("openssl: {e}"));
        assert!(done.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -days 2 -subj /CN=authority -keyout authority.key -out authority.pem"));
    openssl(&format!(
        "req -x509 {key} -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
         -addext basicConstraints=critical,CA:false -CA authority.pem -CAkey authority.key \
         -keyout own.key -out own.pem"
    ));
}

impl Drop for Valkey {
    fn drop(&mut self) {
        self.kill();
    }
}
