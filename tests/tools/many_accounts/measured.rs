//! A server and its resource usage.

use super::accounts::Accounts;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};
use tests::served::Served;

/// The pause before memory is measured, in which a server frees the memory used for encoding responses ahead
/// of requests.
const REST: Duration = Duration::from_secs(5);
/// The period of the measurement of processor time.
const IDLE: Duration = Duration::from_secs(10);

/// A started server, and the costs of its start.
pub struct Started {
    served: Served,
    took: Duration,
    /// Processor time of the start on all cores, s.
    worked_s: f64,
    peak_at_start_kb: u64,
}

impl Started {
    /// Starts a server and waits until it is idle.
    pub fn new(program: &str, artifacts: &Path, accounts: &str) -> Self {
        let begun = Instant::now();
        let limit = "1000000000/10s,1s";
        let served = Served::start(program, artifacts, &["--accounts", accounts, "--rate-standard", limit]);
        let took = begun.elapsed();
        let worked_s = served.metric("process_cpu_seconds_total ");
        let peak_at_start_kb = served.memory_kb("VmHWM");
        assert_eq!(served.get("/docs").status, 200);
        std::thread::sleep(REST);
        Self { served, took, worked_s, peak_at_start_kb }
    }

    /// The current and the peak memory of the process.
    pub fn memory(&self) -> String {
        let mb = |line| self.served.memory_kb(line) / 1000;
        format!("{} MB, at most {} MB", mb("VmRSS"), mb("VmHWM"))
    }

    /// Processor time without requests, % of one core.
    pub fn idle_percent(&self) -> f64 {
        let used_s = || self.served.metric("process_cpu_seconds_total ");
        let before_s = used_s();
        std::thread::sleep(IDLE);
        (used_s() - before_s) / IDLE.as_secs_f64() * 100.0
    }

    /// Disables and enables a key; returns the times from the end of the command until requests see the
    /// change.
    pub fn changes(&self, accounts: &Accounts, key: &str) -> String {
        let path = format!("/julian-day/2024-04-08?apiKey={key}");
        let mut all_ms: Vec<u128> = [("disable", 401), ("enable", 200)]
            .into_iter()
            .cycle()
            .take(10)
            .map(|(command, status)| {
                accounts.operate(&["keys", command, "measured"]);
                let begun = Instant::now();
                tests::until_true(command, || self.served.get(&path).status == status);
                begun.elapsed().as_millis()
            })
            .collect();
        all_ms.sort();
        format!("{} ms in the middle, {} ms at worst", all_ms[all_ms.len() / 2], all_ms[all_ms.len() - 1])
    }
}

impl fmt::Display for Started {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (took_ms, worked_s) = (self.took.as_millis(), self.worked_s);
        let (peak_mb, memory) = (self.peak_at_start_kb / 1000, self.memory());
        write!(f, "started in {took_ms} ms, {worked_s} s of the processor, with {peak_mb} MB; later {memory}")
    }
}
