//! A long run against a new server: good, bad, slow and interrupted requests over HTTP/1 and HTTP/2, while
//! the operator reloads the generation.
//!
//! `tools soak SERVER ARTIFACTS [--minutes N]`: thirty minutes by default, all on 127.0.0.1. It succeeds if
//! every good request got the same response each time, memory stayed flat, nothing panicked, the server
//! exited with 0, and the database contains exactly the answered calls.

mod good;
mod http2;
mod operator;
mod rude;
mod watch;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;
use tests::served::Served;

/// Threads that send good requests over HTTP/1.
const GOOD: u64 = 3;
/// Maximum number of faults that are printed.
const MAX_FAULTS: usize = 20;

/// A key and the counts of its calls.
struct Key {
    secret: String,
    name: String,
    /// Calls with a status line that says 200.
    answered: AtomicU64,
    /// Calls that were sent.
    sent: AtomicU64,
}

/// The state shared by all threads.
struct Soak {
    server: Served,
    /// Key of the requests that are read to their end, so that the count of calls is exact.
    whole: Key,
    /// Key of the requests that are interrupted or read slowly, so that the count of calls is uncertain.
    cut: Key,
    /// The first response to each good request.
    first: Mutex<BTreeMap<String, Vec<u8>>>,
    faults: Mutex<Vec<String>>,
    is_over: Mutex<bool>,
    end: Condvar,
}

impl Soak {
    /// Starts a server with a new database, and creates accounts and keys.
    fn start(program: &str, artifacts: &Path) -> Self {
        let arguments = ["--rate-standard", "1000000000/10s,1s", "--log-level", "warn"];
        let server = Served::start(program, artifacts, &arguments);
        operator::run(&server, &["plans", "set-allowance", "enterprise", "1000000000000"]);
        let [whole, cut] = ["whole", "cut"].map(|name| operator::key(&server, name));
        let soak = Self {
            server,
            whole,
            cut,
            first: Mutex::default(),
            faults: Mutex::default(),
            is_over: Mutex::default(),
            end: Condvar::new(),
        };
        tests::until_true("the keys", || {
            let path = format!("/usage?cost=1&apiKey={}", soak.cut.secret);
            soak.server.get(&path).status == 200
        });
        soak
    }

    fn run(&self, seconds: u64) -> watch::Memory {
        std::thread::scope(|scope| {
            for seed in 0..GOOD {
                scope.spawn(move || good::run(self, seed));
            }
            scope.spawn(|| http2::run(self));
            scope.spawn(|| rude::bad(self));
            for (seed, way) in (1..).zip(rude::SLOW) {
                scope.spawn(move || rude::slow(self, way, seed));
            }
            scope.spawn(|| rude::cut(self));
            scope.spawn(|| operator::reload(self));
            let memory = watch::memory(self, seconds);
            *self.is_over.lock().unwrap_or_else(|e| panic!("{e}")) = true;
            self.end.notify_all();
            memory
        })
    }

    fn is_over(&self) -> bool {
        self.is_over_after(Duration::ZERO)
    }

    /// Waits for a time, or until the end; returns whether it has come.
    fn is_over_after(&self, time: Duration) -> bool {
        let is_over = self.is_over.lock().unwrap_or_else(|e| panic!("{e}"));
        let waited = self.end.wait_timeout_while(is_over, time, |is_over| !*is_over);
        *waited.unwrap_or_else(|e| panic!("{e}")).0
    }

    fn fault(&self, what: String) {
        self.faults.lock().unwrap_or_else(|e| panic!("{e}")).push(what);
    }

    /// Compares a response with the first one to the same request.
    fn compare(&self, path: &str, body: Vec<u8>) {
        let mut first = self.first.lock().unwrap_or_else(|e| panic!("{e}"));
        let expected = first.entry(path.to_owned()).or_insert_with(|| body.clone());
        if *expected != body {
            let at = expected.iter().zip(&body).take_while(|(a, b)| a == b).count();
            let lengths = format!("{} bytes, at first {}", body.len(), expected.len());
            self.fault(format!("{path}: another answer from byte {at} on; {lengths}"));
        }
    }

    /// Stops the server and returns the faults.
    fn finish(mut self, memory: &watch::Memory) -> Vec<String> {
        self.server.signal("TERM");
        let code = self.server.ended();
        let mut faults = std::mem::take(&mut *self.faults.lock().unwrap_or_else(|e| panic!("{e}")));
        if code != Some(0) {
            faults.push(format!("the server ended with {code:?}"));
        }
        let log = self.server.log_so_far();
        let lines = log.lines().filter(|line| line.contains("panicked") || line.contains("ERROR"));
        faults.extend(lines.map(str::to_owned));
        faults.extend(memory.fault());
        faults.extend(operator::compare_usage(&self));
        faults
    }
}

fn with_key(path: &str, key: &Key) -> String {
    key.sent.fetch_add(1, Ordering::Relaxed);
    format!("{path}{}apiKey={}", if path.contains('?') { '&' } else { '?' }, key.secret)
}

pub(super) fn main(arguments: &[&str]) -> ExitCode {
    let (program, artifacts, minutes) = match *arguments {
        [program, artifacts] => (program, artifacts, 30.0),
        [program, artifacts, "--minutes", n] if n.parse::<f64>().is_ok_and(|n| n > 0.0) => {
            (program, artifacts, n.parse().unwrap_or(30.0))
        }
        _ => {
            eprintln!("tools soak SERVER ARTIFACTS [--minutes N]");
            return ExitCode::from(2);
        }
    };
    let soak = Soak::start(program, Path::new(artifacts));
    let memory = soak.run((60.0 * minutes) as u64);
    let (whole, cut) = (soak.whole.answered.load(Ordering::Relaxed), soak.cut.sent.load(Ordering::Relaxed));
    println!("{minutes} minutes: {whole} calls read to their end, {cut} cut or slow; {memory}");
    let faults = soak.finish(&memory);
    for fault in faults.iter().take(MAX_FAULTS) {
        eprintln!("soak: {fault}");
    }
    if faults.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("soak: {} faults", faults.len());
    ExitCode::FAILURE
}
