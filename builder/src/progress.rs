//! Progress bars on a terminal, nothing when piped; and the time each stage took.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Watches the stages of a build.
///
/// ```
/// use builder::Progress;
///
/// let progress = Progress::new(true);
/// let stage = progress.stage("reading", 3);
/// stage.done(3);
/// drop(stage);
/// assert_eq!(progress.stages()[0].0, "reading");
/// ```
pub struct Progress {
    quiet: bool,
    stages: Mutex<Vec<(&'static str, Duration)>>,
}

/// A stage under way; dropped at its end.
pub struct Stage<'a> {
    progress: &'a Progress,
    name: &'static str,
    begin: Instant,
    bar: ProgressBar,
}

impl Progress {
    /// Makes a progress that shows bars on stderr if it is a terminal, unless `quiet`.
    pub fn new(quiet: bool) -> Self {
        Self { quiet, stages: Mutex::default() }
    }

    /// Begins a stage with this many steps.
    pub fn stage(&self, name: &'static str, steps: usize) -> Stage<'_> {
        let target = if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
        let style = ProgressStyle::with_template("{msg:24} {bar:40} {pos:>7}/{len} {eta:>4}");
        bar.set_style(style.expect("a template that indicatif reads"));
        bar.set_message(name);
        Stage { progress: self, name, begin: Instant::now(), bar }
    }

    /// The list of stages. It is whole whenever the lock is free, also after a panic elsewhere.
    fn ended(&self) -> MutexGuard<'_, Vec<(&'static str, Duration)>> {
        self.stages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Name and wall time of the stages that have ended.
    pub fn stages(&self) -> Vec<(&'static str, Duration)> {
        self.ended().clone()
    }
}

impl Stage<'_> {
    /// Counts this many steps as done.
    pub fn done(&self, steps: u64) {
        self.bar.inc(steps);
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        self.progress.ended().push((self.name, self.begin.elapsed()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_that_panics_is_in_the_list_with_those_after_it() {
        let progress = Progress::new(true);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _stage = progress.stage("first", 1);
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
        drop(progress.stage("second", 1));
        let names: Vec<_> = progress.stages().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["first", "second"]);
    }
}
