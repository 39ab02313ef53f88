//! Rates that several servers share: each decides by what it knows, and tells the others of it in Valkey.
//!
//! A request is decided in memory at once. A thread tells what has changed since its last report every 20 ms,
//! and learns how many requests all servers have counted and when windows and back-offs end. So a limit is
//! passed by what comes to other servers between two reports, and no more. While Valkey is away, each server
//! goes by its own counts.

pub mod bell;
mod report;
pub mod shared_limit;
pub mod teller;

use bell::Bell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use teller::Teller;

/// Time between two reports while there is something to tell.
const INTERVAL: Duration = Duration::from_millis(20);
/// How often Valkey is asked whether it is there while there is nothing to tell.
const LOOK: Duration = Duration::from_secs(1);
/// How long the server waits for the last report when it ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// The thread that tells other servers what this one has counted, and learns what they have.
pub(crate) struct Fleet {
    bell: Arc<Bell>,
    ended: Mutex<Receiver<()>>,
}

impl Fleet {
    /// Starts the thread, which the limiters wake by the bell.
    pub fn start(teller: Teller, bell: Arc<Bell>) -> std::io::Result<Self> {
        let (alive, ended) = channel();
        let answered = bell.clone();
        std::thread::Builder::new().name("rates".into()).spawn(move || run(teller, &answered, alive))?;
        Ok(Self { bell, ended: Mutex::new(ended) })
    }

    /// Ends the thread after a last report, for which Valkey has a moment.
    pub fn close(&self) {
        self.bell.close();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody sends anything: the thread's end is seen by that of the channel.
        let _ = ended.recv_timeout(PATIENCE);
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.close();
    }
}

/// Reports until the bell is closed, and then once more. `_alive` is gone when the thread has ended.
fn run(mut teller: Teller, bell: &Bell, _alive: Sender<()>) {
    bell.answer();
    teller.look();
    while !bell.is_closed() {
        let is_rung = bell.wait(LOOK);
        let begun = Instant::now();
        let is_well = if is_rung { teller.tell() } else { teller.look() };
        if !is_well {
            // What could not be told is told when Valkey is back, also if nothing more is asked until then.
            bell.ring();
        }
        let next = teller.next_try().max(begun + INTERVAL);
        bell.pause(next.saturating_duration_since(Instant::now()));
    }
    teller.tell();
}
