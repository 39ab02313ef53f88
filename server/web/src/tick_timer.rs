//! The timer for the deadlines of hyper. One tick per connection checks all of them.

use hyper::rt::{Sleep, Timer};
use std::pin::Pin;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// Ticks in the shortest deadline of a connection: deadlines are met to a quarter of it.
pub(crate) const TICKS: u32 = 4;

/// When the clock of [`TickTimer`] began.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Milliseconds since [`BEGUN`], as of the last tick of any connection.
static CLOCK_MS: AtomicU64 = AtomicU64::new(0);

/// Sets the clock of all deadlines; every connection does so at each of its ticks.
pub fn tick(now: Instant) {
    CLOCK_MS.store(now.duration_since(*BEGUN).as_millis() as u64, Ordering::Relaxed);
}

/// A timer whose sleeps read no clock and wake no task. The tick of the connection does both, and hyper then
/// polls its sleeps. This saves each request an entry in the timer of the runtime.
#[derive(Clone, Copy)]
pub(crate) struct TickTimer;

struct TickSleep {
    until_ms: u64,
}

impl Timer for TickTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        Box::pin(TickSleep { until_ms: CLOCK_MS.load(Ordering::Relaxed) + duration.as_millis() as u64 })
    }

    fn sleep_until(&self, deadline: std::time::Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(TickSleep {
            until_ms: Instant::from_std(deadline).duration_since(*BEGUN).as_millis() as u64,
        })
    }
}

impl Future for TickSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if CLOCK_MS.load(Ordering::Relaxed) >= self.until_ms { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Sleep for TickSleep {}
