//! A parser under test, and the loop that feeds it.

use super::edit::{Edit, edits};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time of all targets together, s. Without it, each tries [`Target::cases`] cases, always the same.
const SECONDS: &str = "UMBRA_FUZZ_SECONDS";
/// Memory that a case may allocate for each byte of its input.
const MAX_FACTOR: u64 = 64;
/// Maximum number of bytes of a sample in a message.
const MAX_SHOWN: usize = 200;
/// Maximum number of attempts to simplify a failing case.
const MAX_SIMPLER: u32 = 2000;

pub(super) struct Target {
    /// Name of the target and of its folders.
    pub(super) name: &'static str,
    /// Valid inputs, in addition to the files in `samples/`.
    pub(super) samples: Vec<Vec<u8>>,
    /// Cases in an ordinary test run.
    pub(super) cases: u32,
    /// Memory that a case may allocate however short its input is, bytes.
    pub(super) spare_bytes: u64,
}

/// Counts and extremes of a run.
#[derive(Default)]
struct Tally {
    cases: Cell<u64>,
    accepted: Cell<u64>,
    most_bytes: Cell<u64>,
}

impl Target {
    /// Feeds a parser; `read` returns why an input is rejected, and panics if the parser has an error.
    pub(super) fn run(self, read: impl Fn(&[u8]) -> Result<(), String>) {
        let mut samples = self.samples.clone();
        samples.extend(files(&folder("samples", self.name)).into_iter().map(|(_, bytes)| bytes));
        let shown =
            |sample: &[u8]| String::from_utf8_lossy(&sample[..sample.len().min(MAX_SHOWN)]).into_owned();
        let rejected = samples.iter().filter_map(|s| Some(format!("{}\n{}", shown(s), read(s).err()?)));
        let rejected: Vec<_> = rejected.collect();
        assert!(rejected.is_empty(), "{}: samples are rejected:\n{}", self.name, rejected.join("\n"));
        let tally = Tally::default();
        let kept = files(&folder("cases", self.name));
        for (path, case) in &kept {
            println!("{}", path.display());
            self.try_case(case, &read, &tally);
        }
        samples.extend(kept.into_iter().map(|(_, case)| case));
        self.try_changed(&samples, &read, &tally);
        println!(
            "{}: {} cases, {} accepted; most memory {} kB",
            self.name,
            tally.cases.get(),
            tally.accepted.get(),
            tally.most_bytes.get() / 1000
        );
    }

    /// Tries changed samples, and keeps the simplest input that fails.
    fn try_changed(&self, samples: &[Vec<u8>], read: &impl Fn(&[u8]) -> Result<(), String>, tally: &Tally) {
        let seconds: Option<f64> = std::env::var(SECONDS).ok().and_then(|text| text.parse().ok());
        let until = seconds.map(|s| Instant::now() + Duration::from_secs_f64(s / f64::from(super::TARGETS)));
        let seed = u128::from(until.map_or(0, |_| RandomState::new().build_hasher().finish()));
        let config = Config { failure_persistence: None, max_shrink_iters: MAX_SIMPLER, ..Config::default() };
        let rng = TestRng::from_seed(RngAlgorithm::XorShift, &(seed | 1).to_le_bytes());
        let mut runner = TestRunner::new_with_rng(config, rng);
        let strategy = (0..samples.len(), edits());
        let is_over = |tried: u32| until.map_or(tried == self.cases, |until| Instant::now() >= until);
        for _ in (0..).take_while(|tried| !is_over(*tried)) {
            let case = strategy.new_tree(&mut runner).expect("a case");
            let run = runner.run_one(case, |(sample, edits)| {
                self.try_case(&changed(&samples[sample], &edits), read, tally);
                Ok(())
            });
            if let Err(TestError::Fail(why, (sample, edits))) = run {
                let path = keep(self.name, &changed(&samples[sample], &edits));
                panic!("{}: {why}\n{} has the input: {edits:?}", self.name, path.display());
            }
        }
    }

    /// Tries an input within the limit of memory. An input without an end shows as a test without an end.
    fn try_case(&self, case: &[u8], read: &impl Fn(&[u8]) -> Result<(), String>, tally: &Tally) {
        let mut outcome = Ok(Ok(()));
        let memory = allocation_counter::measure(|| {
            outcome = catch_unwind(AssertUnwindSafe(|| read(case)));
        });
        let is_accepted = outcome.unwrap_or_else(|panic| resume_unwind(panic)).is_ok();
        let most_bytes = self.spare_bytes + MAX_FACTOR * case.len() as u64;
        let used = memory.bytes_max;
        assert!(used <= most_bytes, "{used} bytes allocated for {}, at most {most_bytes}", case.len());
        tally.cases.update(|n| n + 1);
        tally.accepted.update(|n| n + u64::from(is_accepted));
        tally.most_bytes.update(|most| most.max(used));
    }
}

fn changed(sample: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    edits.iter().for_each(|edit| edit.apply(&mut bytes));
    bytes
}

fn folder(kind: &str, name: &str) -> PathBuf {
    tests::root().join("tests/tests/fuzz").join(kind).join(name)
}

/// The files of a folder, which may be absent, in the order of their names.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a file"))).collect()
}

/// Writes an input that fails, for later runs to replay.
fn keep(name: &str, case: &[u8]) -> PathBuf {
    let folder = folder("cases", name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(&artifacts::manifest::sha256_hex(case)[..12]);
    std::fs::write(&path, case).expect("written");
    path
}
