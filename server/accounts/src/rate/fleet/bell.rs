//! Wakes the thread that tells other servers what this one has counted.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// A bell that many ring and one thread answers. It costs those who ring one look at a flag while it is rung.
#[derive(Debug, Default)]
pub struct Bell {
    is_rung: AtomicBool,
    is_closed: AtomicBool,
    thread: OnceLock<Thread>,
}

impl Bell {
    /// Wakes the thread, now or when it next waits.
    pub fn ring(&self) {
        if !self.is_rung.load(Ordering::Relaxed) && !self.is_rung.swap(true, Ordering::AcqRel) {
            self.thread.get().iter().for_each(|thread| thread.unpark());
        }
    }

    /// Tells the thread to end.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.thread.get().iter().for_each(|thread| thread.unpark());
    }

    /// Whether the thread is to end.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Answers the bell from the thread that calls this.
    pub(super) fn answer(&self) {
        // Another thread does not answer the same bell.
        let _ = self.thread.set(std::thread::current());
    }

    /// Waits until the bell is rung, for so long at most; tells whether it was.
    pub(super) fn wait(&self, at_most: Duration) -> bool {
        let until = Instant::now() + at_most;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if self.is_rung.swap(false, Ordering::AcqRel) {
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
