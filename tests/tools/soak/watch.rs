//! The server's memory, sampled every second.

use super::*;
use std::fmt;

/// Maximum growth from the peak of the first third to the peak of the last.
const GROWTH_KB: u64 = 32 * 1024;
/// Maximum in a short run: 1.5 times the 320 MB of a run of ten minutes. The first third of a short run may
/// lack a reload together with the longest answers, so that the thirds cannot be compared.
const MAX_IN_SHORT_KB: u64 = 480 * 1024;
/// Maximum length of a short run, s.
const SHORT: usize = 540;

/// Anonymous memory over the run, kB.
pub(crate) struct Memory(Vec<u64>);

/// Samples the memory every second for some seconds.
pub(crate) fn memory(soak: &Soak, seconds: u64) -> Memory {
    let sample = |_| {
        soak.is_over_after(Duration::from_secs(1));
        soak.server.memory_kb("RssAnon")
    };
    Memory((0..seconds).map(sample).collect())
}

impl Memory {
    /// The peaks of the first and the last third.
    fn peaks(&self) -> (u64, u64) {
        let third = self.0.len().div_ceil(3);
        let most = |part: &[u64]| part.iter().copied().max().unwrap_or(0);
        (most(&self.0[..third]), most(&self.0[self.0.len() - third..]))
    }

    /// The fault, if the memory grows.
    pub(crate) fn fault(&self) -> Option<String> {
        let (first, last) = self.peaks();
        let is_gone = self.0.contains(&0);
        // Samples are a little more than a second apart.
        let most = if self.0.len() < SHORT { MAX_IN_SHORT_KB } else { first + GROWTH_KB };
        (is_gone || last > most).then(|| format!("memory is not flat: {self}"))
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.peaks();
        write!(f, "anonymous memory at most {first} kB in the first third, {last} kB in the last")
    }
}
