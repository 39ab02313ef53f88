//! Turns of about a millisecond for work that cannot be cut into pieces.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

type Job = Box<dyn FnOnce() + Send>;

thread_local! {
    /// The turn of the work of this thread.
    static TURN: RefCell<Option<Turn>> = const { RefCell::new(None) };
}

/// Lets other work have its turn if this one has lasted for a millisecond. Work calls this every few hundred
/// microseconds, and holds no lock meanwhile. Does nothing on a thread that does no such work. If nobody waits
/// for the result any more, the work ends here: its thread unwinds without a panic's message.
pub fn pause() {
    TURN.with_borrow_mut(|turn| turn.iter_mut().for_each(Turn::pause));
}

/// The payload of a thread that unwinds because nobody waits for its work.
struct Abandoned;

/// Does work on a few threads at a time, which [`pause`] changes. Subjects have their turns one after the
/// other, and of one subject the work that had the fewest.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Inner>);

struct Inner {
    /// The number of threads that work at a time.
    places: usize,
    length: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Places that are taken.
    working: usize,
    /// Turns that have begun.
    turns: u64,
    subjects: HashMap<Arc<str>, Subject>,
    waiting: Vec<Waiting>,
}

/// A subject that has work.
#[derive(Default)]
struct Subject {
    works: usize,
    working: usize,
    last_turn: u64,
}

struct Waiting {
    subject: Arc<str>,
    /// Turns that this work had.
    turns: u64,
    start: Start,
}

/// How work begins its next turn.
enum Start {
    New(Job, Weak<()>),
    Paused(Sender<()>),
}

/// The turn of a thread that works.
struct Turn {
    turns: Turns,
    runtime: Handle,
    subject: Arc<str>,
    wanted: Weak<()>,
    begun: Instant,
    /// Turns before this one.
    before: u64,
}

impl Turns {
    /// Turns of a length for as many threads as there are places.
    pub(crate) fn new(places: usize, length: Duration) -> Self {
        Self(Arc::new(Inner { places, length, state: Mutex::default() }))
    }

    /// Does some work in turn with other work, unless nothing holds `wanted` any more.
    pub(crate) fn run(&self, runtime: &Handle, subject: &str, wanted: Weak<()>, job: Job) {
        let mut state = self.state();
        let subject: Arc<str> = subject.into();
        state.subjects.entry(Arc::clone(&subject)).or_default().works += 1;
        state.waiting.push(Waiting { subject, turns: 0, start: Start::New(job, wanted) });
        self.fill(runtime, state);
    }

    /// Gives free places to the work that waits.
    fn fill(&self, runtime: &Handle, mut state: MutexGuard<'_, State>) {
        while state.working < self.0.places
            && let Some(Waiting { subject, turns, start }) = state.next()
        {
            state.begin(&subject);
            match start {
                // A receiver waits as long as its sender exists.
                Start::Paused(sender) => drop(sender.send(())),
                Start::New(job, wanted) => {
                    let (all, runtime) = (self.clone(), runtime.clone());
                    runtime.clone().spawn_blocking(move || {
                        let begun = Instant::now();
                        let _end = EndOfTurn;
                        let is_wanted = wanted.strong_count() > 0;
                        let turn = Turn { turns: all, runtime, subject, wanted, begun, before: turns };
                        TURN.set(Some(turn));
                        if is_wanted {
                            job();
                        }
                    });
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Counting does not panic; if it did, the numbers would still be right.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Removes the work whose turn is next.
    fn next(&mut self) -> Option<Waiting> {
        let of = |waiting: &Waiting| {
            let subject = &self.subjects[&waiting.subject];
            (subject.working, subject.last_turn, waiting.turns)
        };
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| of(waiting))?;
        Some(self.waiting.remove(place))
    }

    fn subject(&mut self, name: &str) -> &mut Subject {
        self.subjects.get_mut(name).expect("a subject is known while it has work")
    }

    fn begin(&mut self, subject: &str) {
        self.turns += 1;
        self.working += 1;
        let turn = self.turns;
        let subject = self.subject(subject);
        (subject.working, subject.last_turn) = (subject.working + 1, turn);
    }

    fn end(&mut self, subject: &str) {
        self.working -= 1;
        self.subject(subject).working -= 1;
    }
}

impl Turn {
    fn pause(&mut self) {
        if self.begun.elapsed() < self.turns.0.length {
            return;
        }
        if self.wanted.strong_count() == 0 {
            resume_unwind(Box::new(Abandoned));
        }
        if let Some(turn) = self.given_away() {
            turn.recv().expect("work that waits has its turn");
        }
        self.begun = Instant::now();
    }

    /// Gives the turn to the next work, if there is any; returns what says when the next turn begins.
    fn given_away(&mut self) -> Option<Receiver<()>> {
        let mut state = self.turns.state();
        if state.waiting.is_empty() {
            return None;
        }
        self.before += 1;
        let (sender, turn) = channel();
        let subject = Arc::clone(&self.subject);
        state.end(&subject);
        state.waiting.push(Waiting { subject, turns: self.before, start: Start::Paused(sender) });
        self.turns.fill(&self.runtime, state);
        Some(turn)
    }
}

/// Ends the last turn of the work of this thread when it is dropped.
struct EndOfTurn;

impl Drop for EndOfTurn {
    fn drop(&mut self) {
        let Some(Turn { turns, runtime, subject, .. }) = TURN.take() else { return };
        let mut state = turns.state();
        state.end(&subject);
        let works = &mut state.subject(&subject).works;
        *works -= 1;
        if *works == 0 {
            state.subjects.remove(&subject);
        }
        turns.fill(&runtime, state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::runtime::{Builder, Runtime};

    /// A runtime, and turns that each pause ends.
    fn turns(places: usize) -> (Runtime, Turns) {
        let runtime = Builder::new_multi_thread().worker_threads(1).build().expect("a runtime");
        (runtime, Turns::new(places, Duration::ZERO))
    }

    /// Work that waits for a word, so that what comes meanwhile waits too.
    fn held(turns: &Turns, runtime: &Runtime, wanted: &Arc<()>) -> Sender<()> {
        let (sender, word) = channel();
        let wait = move || {
            let _ = word.recv();
        };
        turns.run(runtime.handle(), "held", Arc::downgrade(wanted), Box::new(wait));
        sender
    }

    /// Works that have a place, and that wait.
    fn counts(turns: &Turns) -> (usize, usize) {
        let state = turns.state();
        (state.working, state.waiting.len())
    }

    /// Waits until there is no work.
    fn await_end(turns: &Turns) {
        while !turns.state().subjects.is_empty() {
            std::thread::yield_now();
        }
        assert_eq!(counts(turns), (0, 0));
    }

    /// The subjects of all turns in order: each work has as many as are listed with it.
    fn order(works: &[(&'static str, usize)]) -> Vec<&'static str> {
        let (runtime, turns) = turns(1);
        let wanted = Arc::new(());
        let held = held(&turns, &runtime, &wanted);
        let (sender, order) = channel();
        for &(subject, count) in works {
            let sender = sender.clone();
            let work = move || {
                for _ in 0..count {
                    sender.send(subject).expect("the test waits");
                    pause();
                }
            };
            turns.run(runtime.handle(), subject, Arc::downgrade(&wanted), Box::new(work));
        }
        drop((held, sender));
        let order = order.iter().collect();
        await_end(&turns);
        order
    }

    #[test]
    fn subjects_take_turns_and_short_work_of_one_comes_first() {
        // However many works "a" has, the others have every second turn.
        let all = order(&[("a", 3), ("a", 3), ("a", 3), ("b", 3)]);
        assert_eq!(all, ["a", "b", "a", "b", "a", "b", "a", "a", "a", "a", "a", "a"]);
        let (runtime, turns) = turns(1);
        let wanted = Arc::new(());
        let (sender, order) = channel();
        let (go, word) = channel();
        let (to_long, to_short) = (sender.clone(), sender);
        let long = move || {
            word.recv().expect("the test goes on");
            (0..3).for_each(|number| {
                pause();
                to_long.send(number).expect("the test waits");
            });
        };
        turns.run(runtime.handle(), "a", Arc::downgrade(&wanted), Box::new(long));
        let short = move || to_short.send(10).expect("the test waits");
        turns.run(runtime.handle(), "a", Arc::downgrade(&wanted), Box::new(short));
        go.send(()).expect("the work waits");
        assert_eq!(order.iter().collect::<Vec<_>>(), [10, 0, 1, 2]);
    }

    #[test]
    fn no_more_works_than_there_are_places() {
        let (runtime, turns) = turns(2);
        let wanted = Arc::new(());
        let held: Vec<_> = (0..5).map(|_| self::held(&turns, &runtime, &wanted)).collect();
        assert_eq!(counts(&turns), (2, 3));
        drop(held);
        await_end(&turns);
    }

    #[test]
    fn work_that_nobody_waits_for_ends_at_its_next_pause_or_never_begins() {
        let (runtime, turns) = turns(1);
        let [wanted, unwanted] = [(); 2].map(|()| Arc::new(()));
        let (sender, all) = channel();
        let endless = |mut sender: Option<Sender<&'static str>>| {
            Box::new(move || {
                loop {
                    sender.take().into_iter().for_each(|to| to.send("begun").expect("the test waits"));
                    pause();
                }
            })
        };
        turns.run(runtime.handle(), "a", Arc::downgrade(&wanted), endless(Some(sender.clone())));
        assert_eq!(all.recv(), Ok("begun"));
        let never = sender.clone();
        let refused = Box::new(move || never.send("unwanted").expect("the test waits"));
        let weak = Arc::downgrade(&unwanted);
        drop(unwanted);
        turns.run(runtime.handle(), "a", weak, refused);
        drop(wanted);
        let next = Arc::new(());
        let last = Box::new(move || sender.send("next").expect("the test waits"));
        turns.run(runtime.handle(), "a", Arc::downgrade(&next), last);
        assert_eq!(all.iter().collect::<Vec<_>>(), ["next"]);
    }

    #[test]
    fn work_that_panics_gives_its_place_back() {
        let (runtime, turns) = turns(1);
        let wanted = Arc::new(());
        let panics = Box::new(|| panic!("as the test demands"));
        turns.run(runtime.handle(), "a", Arc::downgrade(&wanted), panics);
        await_end(&turns);
    }
}
