//! The real server as a process on free ports, and a client for it. Ordinary requests use the client. A
//! socket sends bytes that no client would send.

use crate::{PATIENCE, until};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The `Host` header of ordinary requests.
pub const HOST: &str = "test";
/// Maximum length of a body.
const MAX_BODY_BYTES: u64 = 1 << 30;

/// Names and values of headers.
pub type Headers<'a> = &'a [(&'a str, &'a str)];

/// A running server; killed when it is dropped.
pub struct Served {
    child: Child,
    /// Address at which the server answers requests.
    pub address: SocketAddr,
    /// Address of the admin listener, which serves the metrics.
    pub admin: SocketAddr,
    /// Text that the server has written to standard output.
    said: Arc<Mutex<String>>,
    program: String,
    log: PathBuf,
    /// Number of calls of [`Served::log`], which marks each with a request.
    looks: AtomicUsize,
    folder: tempfile::TempDir,
}

/// A response of the server.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Status code of the response.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Body without its transfer coding, in its content coding.
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header, if the response has it.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
}

impl Served {
    /// Starts `program` on an `artifacts` folder with more arguments.
    pub fn start(program: &str, artifacts: &Path, arguments: &[&str]) -> Self {
        let folder = crate::temporary_folder();
        Self::start_in(folder, program, artifacts, arguments)
    }

    /// Starts `program` with its accounts in a folder, in `accounts.sqlite`.
    pub fn start_in(folder: tempfile::TempDir, program: &str, artifacts: &Path, arguments: &[&str]) -> Self {
        let log = folder.path().join("log");
        let file = std::fs::File::create(&log).unwrap_or_else(|e| panic!("{}: {e}", log.display()));
        let mut child = Command::new(able(program, arguments.iter().copied()))
            .arg("--artifacts")
            .arg(artifacts)
            // Arguments override these variables.
            .env("UMBRA_LISTEN", "127.0.0.1:0")
            .env("UMBRA_ADMIN_LISTEN", "127.0.0.1:0")
            .env("UMBRA_ACCOUNTS", folder.path().join("accounts.sqlite"))
            .env("UMBRA_COUNTED_BYTES", folder.path().join("counted-bytes"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .unwrap_or_else(|e| panic!("{program}: {e}"));
        let mut line = String::new();
        let out = child.stdout.take().unwrap_or_else(|| panic!("no standard output"));
        let mut out = BufReader::new(out);
        out.read_line(&mut line).unwrap_or_else(|e| panic!("nothing said: {e}"));
        let printed = line.split("http://").skip(1);
        let printed = printed.filter_map(|p| p.split([',', '/', '\n']).next()?.parse().ok());
        let [address, admin] = printed.collect::<Vec<SocketAddr>>()[..] else {
            panic!("\"{line}\": {}", std::fs::read_to_string(&log).unwrap_or_default())
        };
        let said = Arc::new(Mutex::new(String::new()));
        let more = said.clone();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let mut said = more.lock().unwrap_or_else(|e| panic!("{e}"));
                said.push_str(&line);
                said.push('\n');
            }
        });
        Self { child, address, admin, said, program: program.into(), log, looks: AtomicUsize::new(0), folder }
    }

    /// Standard output after the line with the addresses, once it contains a text.
    pub fn said(&self, what: &str) -> String {
        until(what, || {
            Some(self.said.lock().unwrap_or_else(|e| panic!("{e}")).clone()).filter(|s| s.contains(what))
        })
    }

    /// Limits the memory of the process that no file has, bytes (setrlimit(2)); above it, allocations fail
    /// and the process ends.
    pub fn limit_memory(&self, bytes: u64) {
        let process = i32::try_from(self.child.id()).expect("a process");
        rlimit::prlimit(process, rlimit::Resource::DATA, Some((bytes, bytes)), None).expect("our own child");
    }

    /// Keeps the server running until the test program ends.
    pub fn to_the_end(self) -> Self {
        let process = self.child.id().to_string();
        crate::at_end(["kill", "-9", &process].map(Path::new));
        crate::at_end([Path::new("rm"), Path::new("-rf"), self.folder.path()]);
        self
    }

    /// The key and the account printed by a demonstration.
    pub fn demo_credentials(&self) -> (String, String) {
        let said = self.said("account ");
        let after = |mark: &str| {
            let rest = said.split(mark).nth(1).unwrap_or("");
            rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>()
        };
        (format!("umbra_{}", after("apiKey=umbra_")), after("; account "))
    }

    /// Runs an operator's command on the accounts of this server; returns its exit code and both outputs.
    pub fn operate(&self, arguments: &[&str]) -> (i32, String) {
        operate(&self.program, &self.accounts(), arguments, "")
    }

    /// The file of the accounts.
    pub fn accounts(&self) -> PathBuf {
        self.folder.path().join("accounts.sqlite")
    }

    /// Kills the process and returns the folder with its accounts.
    pub fn kill(mut self) -> tempfile::TempDir {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let empty = crate::temporary_folder();
        std::mem::replace(&mut self.folder, empty)
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    /// Sends a GET request with headers.
    pub fn get_with(&self, path: &str, headers: Headers) -> Answer {
        self.send("GET", path, headers, "")
    }

    /// Sends a request with any method.
    pub fn send(&self, method: &str, path: &str, headers: Headers, body: &str) -> Answer {
        send(self.address, method, path, headers, body)
    }

    /// Sends raw bytes; returns the first response.
    pub fn abused(&self, bytes: &str) -> Answer {
        let raw = self.raw(bytes);
        parse(&raw).unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&raw)))
    }

    /// Sends raw bytes; returns all bytes until the server closes the connection.
    pub fn raw(&self, bytes: &str) -> Vec<u8> {
        let mut stream = self.connect();
        stream.write_all(bytes.as_bytes()).unwrap_or_else(|e| panic!("cannot send: {e}"));
        let mut raw = Vec::new();
        // A reset after the response also ends the connection.
        let _ = stream.read_to_end(&mut raw);
        raw
    }

    /// A connection with timeouts.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap_or_else(|e| panic!("cannot connect: {e}"));
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// A path of the operator's address.
    pub fn admin(&self, path: &str) -> Answer {
        send(self.admin, "GET", path, &[], "")
    }

    /// The value of the first metric whose line starts with a text.
    pub fn metric(&self, line: &str) -> f64 {
        self.find_metric(line).unwrap_or_else(|| panic!("there is no metric {line}"))
    }

    /// The value of the first such metric, if there is one.
    pub fn find_metric(&self, line: &str) -> Option<f64> {
        let text = self.admin("/metrics").text();
        let found = text.lines().find(|l| l.starts_with(line))?;
        let value = found.rsplit(' ').next().and_then(|v| v.parse().ok());
        Some(value.unwrap_or_else(|| panic!("\"{found}\" does not end in a number")))
    }

    /// The process ID.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|s| s.success()), "kill -s {name} failed");
    }

    /// Waits for the process to exit; returns its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        until("the server's end", || self.child.try_wait().ok().flatten()).code()
    }

    /// The log up to now. A thread writes it later, so this sends a request, waits for its line and drops it.
    pub fn log(&self) -> String {
        let mark = format!("/look-{}", self.looks.fetch_add(1, Ordering::Relaxed));
        self.get(&mark);
        let log = until("the line of the log", || Some(self.log_so_far()).filter(|log| log.contains(&mark)));
        log.lines().filter(|line| !line.contains("/look-")).map(|line| format!("{line}\n")).collect()
    }

    /// Everything on standard error so far, also after the server has exited.
    pub fn log_so_far(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_else(|e| panic!("the log: {e}"))
    }

    /// Bytes that a `counted_server` has allocated now, and at most since the call before.
    pub fn allocated_bytes(&self) -> (u64, u64) {
        let path = self.folder.path().join("counted-bytes");
        let read = UnixStream::connect(path).and_then(std::io::read_to_string);
        let text = read.unwrap_or_else(|e| panic!("the counted bytes: {e}"));
        let numbers = text.split_once(' ').map(|(now, most)| (now.parse().ok(), most.parse().ok()));
        let Some((Some(now), Some(most))) = numbers else { panic!("\"{text}\" is not two numbers") };
        (now, most)
    }

    /// Processor time of the threads of a name, in hundredths of a second.
    pub fn processor_ticks(&self, name: &str) -> u64 {
        let folder = format!("/proc/{}/task", self.child.id());
        let threads = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder}: {e}")).flatten();
        // Threads may end meanwhile. Fields 14 and 15 of proc_pid_stat(5); the name is field 2.
        let stats = threads.map(|thread| std::fs::read_to_string(thread.path().join("stat")));
        let times = stats.map(|stat| {
            let stat = stat.unwrap_or_default();
            let (begin, rest) = stat.rsplit_once(") ").unwrap_or_default();
            let is_named = begin.ends_with(&format!("({name}"));
            let fields = rest.split(' ').skip(11).take(if is_named { 2 } else { 0 });
            fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>()
        });
        times.sum()
    }

    /// A line of `/proc/<pid>/status` in kilobytes.
    pub fn memory_kb(&self, line: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let found = status.lines().find(|l| l.starts_with(line));
        let number = found.and_then(|l| l.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or_else(|| panic!("{path} has no number in a line {line}: {status}"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // The process may have exited before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program that can do what arguments say: `server_under_test` has no PostgreSQL.
fn able<'a>(program: &'a str, mut arguments: impl Iterator<Item = &'a str>) -> PathBuf {
    let is_plain = program.ends_with("server_under_test");
    if is_plain && arguments.any(|argument| argument.contains("postgres://")) {
        crate::postgres::server()
    } else {
        program.into()
    }
}

/// Runs an operator's command on a database with text on standard input; returns its exit code and outputs.
pub fn operate(program: &str, accounts: &Path, arguments: &[&str], input: &str) -> (i32, String) {
    let place = accounts.to_str().unwrap_or_else(|| panic!("{}", accounts.display()));
    let mut child = Command::new(able(program, arguments.iter().copied().chain([place])))
        .args(arguments)
        .arg("--accounts")
        .arg(accounts)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{program}: {e}"));
    if let Some(mut stdin) = child.stdin.take() {
        // A command that reads nothing may have exited.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().unwrap_or_else(|e| panic!("{program}: {e}"));
    let text = [output.stdout, output.stderr].map(|t| String::from_utf8_lossy(&t).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

/// Sends an ordinary request on a new connection.
pub fn send(address: SocketAddr, method: &str, path: &str, headers: Headers, body: &str) -> Answer {
    let mut request = ureq::http::Request::builder().method(method).uri(format!("http://{address}{path}"));
    request = request.header("connection", "close");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        request = request.header("host", HOST);
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let sent = match body {
        "" => request.body(()).map(|r| client().run(r)),
        text => request.body(text).map(|r| client().run(r)),
    };
    let sent = sent.unwrap_or_else(|e| panic!("{method} {path}: {e}"));
    let (head, body) = sent.unwrap_or_else(|e| panic!("{method} {path}: {e}")).into_parts();
    let text = |value: &ureq::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = head.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    let body = body.into_with_config().limit(MAX_BODY_BYTES).read_to_vec();
    let body = body.unwrap_or_else(|e| panic!("{method} {path}: {e}"));
    Answer { status: head.status.as_u16(), headers, body }
}

/// The response to a GET request on a new connection, which may break.
pub fn call(address: SocketAddr, path: &str) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut raw = Vec::new();
    stream.read_to_end(&mut raw)?;
    parse(&raw).ok_or_else(|| std::io::ErrorKind::UnexpectedEof.into())
}

/// A client that adds no headers, follows no redirects and returns every status as a response.
fn client() -> &'static ureq::Agent {
    static CLIENT: OnceLock<ureq::Agent> = OnceLock::new();
    CLIENT.get_or_init(|| {
        ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(0)
            .proxy(None)
            .accept("")
            .accept_encoding("")
            .user_agent("")
            .timeout_global(Some(PATIENCE))
            .build()
            .into()
    })
}

/// The first response in a stream of bytes.
pub fn parse(raw: &[u8]) -> Option<Answer> {
    let end = raw.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&raw[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|l| l.split_once(':'))
        .map(|(n, v)| (n.to_ascii_lowercase(), v.trim().to_owned()))
        .collect();
    let rest = &raw[end + 4..];
    let value = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    let body = match (value("content-length").and_then(|l| l.parse().ok()), value("transfer-encoding")) {
        (Some(length), _) => rest.get(..length).unwrap_or(rest).to_vec(),
        (None, Some("chunked")) => chunks(rest)?,
        _ => rest.to_vec(),
    };
    Some(Answer { status, headers, body })
}

fn chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|w| w == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).ok()?, 16).ok()?;
        rest = &rest[end + 2..];
        if length == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..length)?);
        rest = rest.get(length + 2..)?;
    }
}
