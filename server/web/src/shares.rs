//! Fair shares of something limited, such as places for long responses or bytes of memory.

use crate::counts::{Counted, Counts};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// A number of units, of which each subject may hold a part.
#[derive(Debug, Clone)]
pub struct Shares(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    units: Arc<Semaphore>,
    in_all: usize,
    of_one: usize,
    /// One subject may have this fraction of the free units, as a divisor.
    of_free: usize,
    /// Locked during an attempt, so that no other one sees units that are given back at once.
    acquiring: Mutex<()>,
    /// Wakes those who wait.
    freed: Notify,
    by_subject: Counts<Box<str>>,
    last: Last,
}

/// The callback for the moment when all units are given back after many were held at a time.
#[derive(Default)]
struct Last {
    many: usize,
    then: Option<Box<dyn Fn() + Send + Sync>>,
    /// Units that were held at a time since.
    most: AtomicUsize,
}

impl fmt::Debug for Last {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Last").field("many", &self.many).finish_non_exhaustive()
    }
}

/// Units that a subject holds, given back on drop.
#[derive(Debug)]
pub struct Share {
    of_subject: Counted<Box<str>>,
    _of_all: OwnedSemaphorePermit,
    /// Dropped last.
    _freed: NoticeOfDrop,
}

impl Share {
    /// The number of units.
    pub fn count(&self) -> usize {
        self.of_subject.number
    }
}

/// Wakes those who wait when it is dropped.
#[derive(Debug)]
struct NoticeOfDrop(Shares);

impl Drop for NoticeOfDrop {
    fn drop(&mut self) {
        let Inner { freed, last, .. } = &*self.0.0;
        freed.notify_waiters();
        if let Some(then) = &last.then
            && self.0.used() == 0
            && last.most.swap(0, Ordering::Relaxed) >= last.many
        {
            then();
        }
    }
}

impl Shares {
    /// `in_all` units, of which one subject may have `of_one`, but at most a fraction of the free ones, as a
    /// divisor.
    pub fn new(in_all: usize, of_one: usize, of_free: usize) -> Self {
        let units = Arc::new(Semaphore::new(in_all));
        let (acquiring, freed, by_subject) = (Mutex::default(), Notify::new(), Counts::new());
        let last = Last::default();
        Self(Arc::new(Inner { units, in_all, of_one, of_free, acquiring, freed, by_subject, last }))
    }

    /// Sets `then`, called when all units are given back after `many` or more were held at a time.
    pub fn then(self, many: usize, then: impl Fn() + Send + Sync + 'static) -> Self {
        let mut inner = Arc::into_inner(self.0).expect("nothing has shares yet");
        inner.last = Last { many, then: Some(Box::new(then)), most: AtomicUsize::new(0) };
        Self(Arc::new(inner))
    }

    /// Units that are held.
    pub fn used(&self) -> usize {
        self.0.in_all - self.0.units.available_permits()
    }

    /// Takes `number` more units for a subject, if the limits allow it.
    pub fn take(&self, number: usize, subject: &str) -> Option<Share> {
        let Inner { units, of_one, of_free, acquiring, by_subject, last, .. } = &*self.0;
        let _alone = acquiring.lock().unwrap_or_else(PoisonError::into_inner);
        let of_all = Arc::clone(units).try_acquire_many_owned(u32::try_from(number).ok()?).ok()?;
        let may_have_more = |count: usize| {
            // The share shrinks with the free units, so that some are left for the next subject.
            let free_for_it = units.available_permits() + number + count;
            count + number <= (*of_one).min((free_for_it / of_free).max(1))
        };
        let of_subject = by_subject.more(subject.into(), number, may_have_more)?;
        last.most.fetch_max(self.used(), Ordering::Relaxed);
        Some(Share { of_subject, _of_all: of_all, _freed: NoticeOfDrop(self.clone()) })
    }

    /// Takes them as soon as the limits allow it; none if they do not within `time`.
    pub async fn take_within(&self, time: Duration, number: usize, subject: &str) -> Option<Share> {
        let until = tokio::time::Instant::now() + time;
        loop {
            // Before the attempt, so that no notice is missed.
            let freed = self.0.freed.notified();
            if let Some(share) = self.take(number, subject) {
                return Some(share);
            }
            tokio::time::timeout_at(until, freed).await.ok()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::Instant;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_share_is_waited_for_until_it_is_free_or_the_time_is_over() {
        let shares = Shares::new(1, 1, 4);
        let share = shares.take(1, "a").expect("free");
        let begun = Instant::now();
        assert!(shares.take_within(60 * SECOND, 1, "b").await.is_none());
        assert_eq!(begun.elapsed(), 60 * SECOND);
        let freed = async {
            tokio::time::sleep(59 * SECOND).await;
            drop(share);
        };
        let (share, ()) = tokio::join!(shares.take_within(60 * SECOND, 1, "b"), freed);
        assert!(share.is_some());
        assert_eq!(begun.elapsed(), 119 * SECOND);
    }

    #[test]
    fn the_last_of_many_units_is_noticed() {
        let count = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&count);
        let shares = Shares::new(8, 8, 1).then(3, move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        let held = [2, 1].map(|number| shares.take(number, "a").expect("free"));
        drop(shares.take(1, "b"));
        assert_eq!(count.load(Ordering::Relaxed), 0);
        drop(held);
        assert_eq!(count.load(Ordering::Relaxed), 1);
        drop(shares.take(2, "a"));
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn one_subject_leaves_units_for_the_others() {
        let shares = Shares::new(16, 3, 4);
        let of = |subject: &str| std::iter::from_fn(|| shares.take(1, subject)).collect::<Vec<_>>();
        let first = of("a");
        assert_eq!(first.len(), 3);
        // A quarter of what is free, and at least one.
        let others: Vec<_> = ["b", "c", "d", "e", "f"].map(of).into_iter().collect();
        assert_eq!(others.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2, 2, 1, 1]);
        assert_eq!(of("g").len(), 1);
        drop((first, others));
        assert_eq!(of("a").len(), 3);
        // All or none.
        assert!(shares.take(3, "a").is_some_and(|share| share.count() == 3) && shares.take(4, "a").is_none());
        assert_eq!(of("a").len(), 3);
        assert!(shares.0.by_subject.counts().is_empty());
    }
}
