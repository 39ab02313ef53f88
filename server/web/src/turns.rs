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
/// microseconds, and holds no lock meanwhile. Does nothing on a thread that does no such work. If no client
/// waits for the result any more, the work ends here: its thread unwinds without a panic's message.
pub fn pause() {
    TURN.with_borrow_mut(|turn| turn.iter_mut().for_each(Turn::pause));
}

/// The payload of a thread that unwinds because no client waits for its work.
struct Abandoned;

/// Number of turns of a subject of which one goes to its oldest work, the others to the work that had fewest.
const FOR_OLDEST: u64 = 4;

/// Does work on threads of which a few work at a time. [`pause`] changes which.
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
    /// Places that are in use.
    working: usize,
    /// Turns that have begun.
    turns: u64,
    /// Works that have come.
    works: u64,
    subjects: HashMap<Arc<str>, Subject>,
    /// Threads that wait for their turn, those that came first before the others.
    waiting: Vec<Waiting>,
}

/// A subject that has work.
#[derive(Default)]
struct Subject {
    works: usize,
    working: usize,
    turns: u64,
    last_turn: u64,
}

struct Waiting {
    subject: Arc<str>,
    /// The order of the work, as a number that grows.
    number: u64,
    /// Turns that it had.
    turns: u64,
    awaited: Weak<()>,
    go_on: Sender<()>,
}

/// The turn of a thread that works, or waits.
struct Turn {
    all: Turns,
    subject: Arc<str>,
    number: u64,
    awaited: Weak<()>,
    begun: Instant,
    /// Turns before this one.
    before: u64,
}

impl Turns {
    /// Turns of a length for as many threads as there are places.
    pub(crate) fn new(places: usize, length: Duration) -> Self {
        Self(Arc::new(Inner { places, length, state: Mutex::default() }))
    }

    /// Does some work on a thread of its own, in turn with other work, unless nothing holds `awaited` any
    /// more. Without a thread, work waits, and holds no place.
    pub(crate) fn run(&self, runtime: &Handle, subject: &str, awaited: Weak<()>, job: Job) {
        let (all, subject) = (self.clone(), Arc::from(subject));
        runtime.spawn_blocking(move || {
            let _end = EndOfWork;
            Turn::begin(all, subject, awaited);
            job();
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Counting does not panic; if it did, the numbers would still be right.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free places to the threads that wait.
    fn fill(&self, state: &mut State) {
        while state.working < self.0.places
            && let Some(next) = state.next()
        {
            state.turns += 1;
            state.working += 1;
            let turn = state.turns;
            let subject = state.subject(&next.subject);
            (subject.working, subject.last_turn) = (subject.working + 1, turn);
            subject.turns += 1;
            next.go_on.send(()).expect("a thread waits until its turn");
        }
    }
}

impl State {
    /// Removes the work whose turn is next: one that no client waits for, so that it ends; otherwise of the
    /// subject that works least and has waited longest.
    fn next(&mut self) -> Option<Waiting> {
        let of = |waiting: &Waiting| {
            let Subject { working, turns, last_turn, .. } = self.subjects[&waiting.subject];
            let had = if turns % FOR_OLDEST == FOR_OLDEST - 1 { 0 } else { waiting.turns };
            (waiting.awaited.strong_count() > 0, working, last_turn, had, waiting.number)
        };
        let (place, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| of(waiting))?;
        Some(self.waiting.remove(place))
    }

    fn subject(&mut self, name: &str) -> &mut Subject {
        self.subjects.get_mut(name).expect("a subject is known while it has work")
    }
}

impl Turn {
    /// Waits for the first turn of the work of this thread.
    fn begin(all: Turns, subject: Arc<str>, awaited: Weak<()>) {
        let mut state = all.state();
        state.works += 1;
        let (number, turns) = (state.works, state.turns);
        // A new subject is as near as the one that has waited longest: no nearer, or those that come again
        // and again would always be first.
        let last_turn = state.subjects.values().map(|subject| subject.last_turn).min().unwrap_or(turns);
        let new = || Subject { last_turn, ..Subject::default() };
        state.subjects.entry(Arc::clone(&subject)).or_insert_with(new).works += 1;
        drop(state);
        let mut turn = Self { all, subject, number, awaited, begun: Instant::now(), before: 0 };
        let next = turn.next();
        TURN.set(Some(turn));
        TURN.with_borrow_mut(|turn| turn.iter_mut().for_each(|turn| turn.wait(&next)));
    }

    /// Lines up for the next turn; the receiver gets a word when that begins.
    fn next(&mut self) -> Receiver<()> {
        let (go_on, next) = channel();
        let Self { all, subject, number, awaited, before: turns, .. } = self;
        let (subject, awaited) = (Arc::clone(subject), awaited.clone());
        let mut state = all.state();
        state.waiting.push(Waiting { subject, number: *number, turns: *turns, awaited, go_on });
        all.fill(&mut state);
        next
    }

    fn wait(&mut self, next: &Receiver<()>) {
        next.recv().expect("work that waits has its turn");
        self.go_on();
    }

    fn go_on(&mut self) {
        if self.awaited.strong_count() == 0 {
            resume_unwind(Box::new(Abandoned));
        }
        self.begun = Instant::now();
    }

    fn pause(&mut self) {
        if self.begun.elapsed() < self.all.0.length {
            return;
        }
        self.before += 1;
        if self.gives_place_back() {
            let next = self.next();
            self.wait(&next);
        } else {
            self.go_on();
        }
    }

    /// Gives the place back if other work waits for it.
    fn gives_place_back(&self) -> bool {
        let mut state = self.all.state();
        let is_awaited = !state.waiting.is_empty();
        if is_awaited {
            state.working -= 1;
            state.subject(&self.subject).working -= 1;
        }
        is_awaited
    }
}

/// Ends the work of this thread when it is dropped.
struct EndOfWork;

impl Drop for EndOfWork {
    fn drop(&mut self) {
        let Some(Turn { all, subject, .. }) = TURN.take() else { return };
        let mut state = all.state();
        state.working -= 1;
        let Subject { works, working, .. } = state.subject(&subject);
        (*works, *working) = (*works - 1, *working - 1);
        if *works == 0 {
            state.subjects.remove(&subject);
        }
        all.fill(&mut state);
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
    fn held(turns: &Turns, runtime: &Runtime, awaited: &Arc<()>) -> Sender<()> {
        let (sender, word) = channel();
        let wait = move || {
            let _ = word.recv();
        };
        turns.run(runtime.handle(), "held", Arc::downgrade(awaited), Box::new(wait));
        until(|| counts(turns).0 > 0);
        sender
    }

    /// Works that have a place, and that wait.
    fn counts(turns: &Turns) -> (usize, usize) {
        let state = turns.state();
        (state.working, state.waiting.len())
    }

    fn until(holds: impl Fn() -> bool) {
        while !holds() {
            std::thread::yield_now();
        }
    }

    /// Waits until there is no work. One look sees all: in the next, a thread may have begun.
    fn await_end(turns: &Turns) {
        until(|| {
            let state = turns.state();
            let is_end = state.subjects.is_empty();
            assert!(!is_end || (state.working, state.waiting.len()) == (0, 0));
            is_end
        });
    }

    /// The subjects of all turns in order: each work has as many as are listed with it.
    fn order(works: &[(&'static str, usize)]) -> Vec<&'static str> {
        let (runtime, turns) = turns(1);
        let awaited = Arc::new(());
        let held = held(&turns, &runtime, &awaited);
        let (sender, order) = channel();
        for (number, &(subject, count)) in works.iter().enumerate() {
            let sender = sender.clone();
            let work = move || {
                for _ in 0..count {
                    sender.send(subject).expect("the test waits");
                    pause();
                }
            };
            turns.run(runtime.handle(), subject, Arc::downgrade(&awaited), Box::new(work));
            until(|| counts(&turns) == (1, number + 1));
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
        let awaited = Arc::new(());
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
        turns.run(runtime.handle(), "a", Arc::downgrade(&awaited), Box::new(long));
        until(|| counts(&turns).0 == 1);
        let short = move || to_short.send(10).expect("the test waits");
        turns.run(runtime.handle(), "a", Arc::downgrade(&awaited), Box::new(short));
        until(|| counts(&turns).1 == 1);
        go.send(()).expect("the work waits");
        assert_eq!(order.iter().collect::<Vec<_>>(), [10, 0, 1, 2]);
    }

    #[test]
    fn no_more_works_than_there_are_places() {
        let (runtime, turns) = turns(2);
        let awaited = Arc::new(());
        let held: Vec<_> = (0..5).map(|_| self::held(&turns, &runtime, &awaited)).collect();
        until(|| counts(&turns) == (2, 3));
        drop(held);
        await_end(&turns);
    }

    #[test]
    fn work_that_no_client_waits_for_ends_at_its_next_pause_or_never_begins() {
        let (runtime, turns) = turns(1);
        let [awaited, abandoned] = [(); 2].map(|()| Arc::new(()));
        let (sender, all) = channel();
        let endless = |mut sender: Option<Sender<&'static str>>| {
            Box::new(move || {
                loop {
                    sender.take().into_iter().for_each(|to| to.send("begun").expect("the test waits"));
                    pause();
                }
            })
        };
        turns.run(runtime.handle(), "a", Arc::downgrade(&awaited), endless(Some(sender.clone())));
        assert_eq!(all.recv(), Ok("begun"));
        let never = sender.clone();
        let refused = Box::new(move || never.send("abandoned").expect("the test waits"));
        let weak = Arc::downgrade(&abandoned);
        drop(abandoned);
        turns.run(runtime.handle(), "a", weak, refused);
        drop(awaited);
        let next = Arc::new(());
        let last = Box::new(move || sender.send("next").expect("the test waits"));
        turns.run(runtime.handle(), "a", Arc::downgrade(&next), last);
        assert_eq!(all.iter().collect::<Vec<_>>(), ["next"]);
    }

    #[test]
    fn subjects_that_come_again_and_again_leave_turns_to_long_work() {
        let (runtime, turns) = turns(1);
        let awaited = Arc::new(());
        let (done, ended) = channel::<()>();
        let long = move || {
            (0..100).for_each(|_| pause());
            drop(done);
        };
        turns.run(runtime.handle(), "long", Arc::downgrade(&awaited), Box::new(long));
        // Work that begins its like, under another name, before it ends.
        fn again(all: Turns, runtime: Handle, awaited: Arc<()>, number: usize) {
            let (turns, handle, weak) = (all.clone(), runtime.clone(), Arc::downgrade(&awaited));
            let next = move || {
                pause();
                if Arc::strong_count(&awaited) > 1 {
                    again(all, runtime, awaited, number + 1);
                }
            };
            turns.run(&handle, &number.to_string(), weak, Box::new(next));
        }
        again(turns.clone(), runtime.handle().clone(), Arc::clone(&awaited), 0);
        again(turns.clone(), runtime.handle().clone(), Arc::clone(&awaited), 1_000_000);
        assert!(ended.recv().is_err());
        drop(awaited);
        await_end(&turns);
    }

    #[test]
    fn work_that_panics_gives_its_place_back() {
        let (runtime, turns) = turns(1);
        let awaited = Arc::new(());
        let panics = Box::new(|| panic!("as the test demands"));
        turns.run(runtime.handle(), "a", Arc::downgrade(&awaited), panics);
        await_end(&turns);
    }
}
