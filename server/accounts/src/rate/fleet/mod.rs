//! Rates that several servers share: each decides by its own data, and exchanges counts with the others in
//! Valkey.
//!
//! A request is decided in memory at once. A thread reports changes every 20 ms and learns how many requests
//! all servers have counted and when windows and back-offs end. So only requests to other servers between
//! two reports can exceed a limit. While Valkey is away, each server uses its own counts.

mod report;
pub mod reporter;
pub mod shared_limit;

use super::waker::Waker;
use reporter::RateReporter;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two reports while there are changes.
const INTERVAL: Duration = Duration::from_millis(20);
/// Interval of health checks of Valkey while there is nothing to report.
const LOOK: Duration = Duration::from_secs(1);
/// How long the server waits for the last report when it ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// The thread that exchanges counts with other servers.
pub(crate) struct Fleet {
    waker: Arc<Waker>,
    ended: Mutex<Receiver<()>>,
}

impl Fleet {
    /// Starts the thread, which limiters wake through the waker.
    pub fn start(reporter: RateReporter, waker: Arc<Waker>) -> std::io::Result<Self> {
        let (alive, ended) = channel();
        let answered = waker.clone();
        std::thread::Builder::new().name("rates".into()).spawn(move || run(reporter, &answered, alive))?;
        Ok(Self { waker, ended: Mutex::new(ended) })
    }

    /// Ends the thread after a last report, with a timeout.
    pub fn close(&self) {
        self.waker.close();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing is ever sent: the channel closes when the thread ends.
        let _ = ended.recv_timeout(PATIENCE);
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.close();
    }
}

/// Reports until the waker is closed, then once more. Dropping `_alive` signals the end of the thread.
fn run(mut reporter: RateReporter, waker: &Waker, _alive: Sender<()>) {
    waker.register();
    reporter.look();
    while !waker.is_closed() {
        let is_woken = waker.wait(LOOK);
        let begun = Instant::now();
        let is_well = if is_woken { reporter.report() } else { reporter.look() };
        if !is_well {
            // Report again when Valkey is back, even without new requests.
            waker.wake();
        }
        let next = reporter.next_try().max(begun + INTERVAL);
        waker.pause(next.saturating_duration_since(Instant::now()));
    }
    reporter.report();
}
