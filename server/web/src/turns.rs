//! Threads for work that is done as a whole, of each subject a few at a time.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::Handle;

type Job = Box<dyn FnOnce() + Send>;

/// Runs work on threads of its own. The system shares the processors among them, so short work is done soon
/// beside long work. One subject has few threads at a time, so that it leaves time to the others.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Inner>);

struct Inner {
    in_all: usize,
    of_one: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Number of threads that work, by subject.
    working: HashMap<Box<str>, usize>,
    in_all: usize,
    waiting: VecDeque<(Box<str>, Job)>,
}

impl Turns {
    /// At most `in_all` threads, and `of_one` for a subject.
    pub(crate) fn new(in_all: usize, of_one: usize) -> Self {
        Self(Arc::new(Inner { in_all, of_one, state: Mutex::default() }))
    }

    /// Does some work as soon as there is a thread for it.
    pub(crate) fn run(&self, runtime: &Handle, subject: &str, job: impl FnOnce() + Send + 'static) {
        self.state().waiting.push_back((subject.into(), Box::new(job)));
        self.begin_next(runtime);
    }

    /// Begins the first of the waiting jobs whose subject works least.
    fn begin_next(&self, runtime: &Handle) {
        let mut state = self.state();
        let State { working, in_all, waiting } = &mut *state;
        let number = |subject: &str| working.get(subject).copied().unwrap_or(0);
        let may_work = |(_, (subject, _)): &(usize, &(Box<str>, Job))| number(subject) < self.0.of_one;
        let least =
            waiting.iter().enumerate().filter(may_work).min_by_key(|(_, (subject, _))| number(subject));
        let Some(place) = least.map(|(place, _)| place).filter(|_| *in_all < self.0.in_all) else { return };
        let (subject, job) = waiting.remove(place).expect("the job waits");
        *working.entry(subject.clone()).or_default() += 1;
        *in_all += 1;
        let done = Done { turns: self.clone(), runtime: runtime.clone(), subject };
        runtime.spawn_blocking(move || {
            let _done = done;
            job();
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Counting does not panic; if it did, the numbers would still be right.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins the next work when it is dropped.
struct Done {
    turns: Turns,
    runtime: Handle,
    subject: Box<str>,
}

impl Drop for Done {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        state.in_all -= 1;
        let working = state.working.get_mut(&self.subject).expect("the subject works");
        *working -= 1;
        if *working == 0 {
            state.working.remove(&self.subject);
        }
        drop(state);
        self.turns.begin_next(&self.runtime);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use tokio::runtime::{Builder, Runtime};

    /// Work that ends when its sender is dropped, and says before that it has begun.
    fn begin(
        turns: &Turns,
        runtime: &Runtime,
        subject: &'static str,
        begun: &Sender<&'static str>,
    ) -> Sender<()> {
        let (end, ended) = channel::<()>();
        let begun = begun.clone();
        turns.run(runtime.handle(), subject, move || {
            begun.send(subject).expect("the test waits");
            let _ = ended.recv();
        });
        end
    }

    #[test]
    fn a_subject_with_much_work_leaves_threads_to_the_others() {
        let runtime = Builder::new_multi_thread().worker_threads(1).max_blocking_threads(3).build();
        let (runtime, turns) = (runtime.expect("a runtime"), Turns::new(3, 2));
        let (begun, all): (_, Receiver<&str>) = channel();
        let mut of_a: Vec<_> = (0..10).map(|_| begin(&turns, &runtime, "a", &begun)).collect();
        let of_b = begin(&turns, &runtime, "b", &begun);
        let mut first: Vec<_> = all.iter().take(3).collect();
        first.sort_unstable();
        assert_eq!(first, ["a", "a", "b"]);
        // All three work. Two subjects wait, of which the one without a thread is next.
        let of_c = begin(&turns, &runtime, "c", &begun);
        drop(of_b);
        assert_eq!(all.recv(), Ok("c"));
        of_a.clear();
        drop(of_c);
        assert_eq!(all.iter().take(8).filter(|subject| *subject == "a").count(), 8);
        while turns.state().in_all > 0 {
            std::thread::yield_now();
        }
        assert!(turns.state().working.is_empty());
    }

    #[test]
    fn work_that_panics_gives_its_thread_back() {
        let runtime = Builder::new_multi_thread().worker_threads(1).build().expect("a runtime");
        let turns = Turns::new(1, 1);
        turns.run(runtime.handle(), "a", || panic!("as the test demands"));
        let (begun, all) = channel();
        let _end = begin(&turns, &runtime, "a", &begun);
        assert_eq!(all.recv(), Ok("a"));
    }
}
