//! The server's memory from second to second.

use crate::Soak;
use std::fmt;
use std::time::{Duration, Instant};

/// By how much the most of the last third may exceed the most of the first.
const GROWTH_KB: u64 = 32 * 1024;
/// The most in a short run, whose first third has not yet seen a reload and the longest answers at once, so
/// that it cannot be compared: what ten minutes reached, 320 MB, × 1.5.
const MOST_IN_SHORT_KB: u64 = 480 * 1024;
/// Seconds of a short run, at most.
const SHORT: usize = 540;

/// Anonymous memory over the run, kB.
pub(crate) struct Memory(Vec<u64>);

/// Looks every second until the end.
pub(crate) fn memory(soak: &Soak, end: Instant) -> Memory {
    let mut seen = Vec::new();
    while Instant::now() < end {
        seen.push(soak.server.memory_kb("RssAnon"));
        std::thread::sleep(Duration::from_secs(1));
    }
    Memory(seen)
}

impl Memory {
    /// The most in the first and in the last third of the time.
    fn most(&self) -> (u64, u64) {
        let third = self.0.len().div_ceil(3);
        let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
        (most(&self.0[..third]), most(&self.0[self.0.len() - third..]))
    }

    /// What is wrong with it: it grows.
    pub(crate) fn fault(&self) -> Option<String> {
        let (first, last) = self.most();
        let is_gone = self.0.contains(&0);
        // A run of ten minutes looks a little less often than once a second.
        let most = if self.0.len() < SHORT { MOST_IN_SHORT_KB } else { first + GROWTH_KB };
        (is_gone || last > most).then(|| format!("memory is not flat: {self}"))
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.most();
        write!(f, "anonymous memory at most {first} kB in the first third, {last} kB in the last")
    }
}
