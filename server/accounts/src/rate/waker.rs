//! Wakes the thread that reports this server's counts to other servers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// A wake-up flag: many producers, one consumer. While it is set, another wake-up costs one atomic load.
#[derive(Debug, Default)]
pub struct Waker {
    is_woken: AtomicBool,
    is_closed: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Waker {
    /// Wakes the thread, now or when it next waits.
    pub fn wake(&self) {
        if !self.is_woken.load(Ordering::Relaxed) && !self.is_woken.swap(true, Ordering::AcqRel) {
            self.thread.get().iter().for_each(|thread| thread.unpark());
        }
    }

    /// Requests the end of the thread.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.thread.get().iter().for_each(|thread| thread.unpark());
    }

    /// Whether the thread is to end.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Makes the calling thread the consumer.
    pub(super) fn register(&self) {
        // There is one consumer per waker.
        let _ = self.thread.set(std::thread::current());
    }

    /// Waits for a wake-up with a timeout. Returns whether there was one.
    pub(super) fn wait(&self, at_most: Duration) -> bool {
        let until = Instant::now() + at_most;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if self.is_woken.swap(false, Ordering::AcqRel) {
                return true;
            }
            if left.is_zero() || self.is_closed() {
                return false;
            }
            std::thread::park_timeout(left);
        }
    }

    /// Waits for some time, or until the thread is to end.
    pub(super) fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.is_closed() && Instant::now() < until {
            std::thread::park_timeout(until.saturating_duration_since(Instant::now()));
        }
    }
}
