//! The timer for the deadlines of hyper. One tick per connection checks all of them.

use hyper::rt::{Sleep, Timer};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// Ticks in the shortest deadline of a connection: deadlines are met to a quarter of it.
pub(crate) const TICKS: u32 = 4;

/// A timer whose sleeps read no clock and wake no task. The tick of the connection does both, and hyper then
/// polls its sleeps. This saves each request an entry in the timer of the runtime.
#[derive(Debug, Clone)]
pub(crate) struct TickTimer {
    begun: Instant,
    /// Milliseconds since `begun`, as of the last tick of any connection.
    now_ms: Arc<AtomicU64>,
}

impl TickTimer {
    /// A timer for all connections of a listener.
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), now_ms: Arc::default() }
    }

    /// Sets the clock of all deadlines; every connection does so at each of its ticks.
    pub(crate) fn tick(&self, now: Instant) {
        self.now_ms.store(self.at_ms(now), Ordering::Relaxed);
    }

    fn at_ms(&self, time: Instant) -> u64 {
        time.duration_since(self.begun).as_millis() as u64
    }

    fn sleep_until_ms(&self, until_ms: u64) -> Pin<Box<dyn Sleep>> {
        Box::pin(TickSleep { until_ms, now_ms: Arc::clone(&self.now_ms) })
    }
}

struct TickSleep {
    until_ms: u64,
    now_ms: Arc<AtomicU64>,
}

impl Timer for TickTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until_ms(self.now_ms.load(Ordering::Relaxed) + duration.as_millis() as u64)
    }

    fn sleep_until(&self, deadline: std::time::Instant) -> Pin<Box<dyn Sleep>> {
        self.sleep_until_ms(self.at_ms(deadline.into()))
    }

    fn now(&self) -> std::time::Instant {
        Instant::now().into_std()
    }
}

impl Future for TickSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.now_ms.load(Ordering::Relaxed) >= self.until_ms { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Sleep for TickSleep {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleep_ends_at_the_first_tick_that_is_late_enough() {
        let timer = TickTimer::new();
        let second = Duration::from_secs(1);
        let mut context = Context::from_waker(std::task::Waker::noop());
        let mut sleeps = [timer.sleep(2 * second), timer.sleep_until((timer.begun + 2 * second).into())];
        let mut are_over = |at| {
            timer.tick(timer.begun + at);
            sleeps.each_mut().map(|sleep| sleep.as_mut().poll(&mut context).is_ready())
        };
        assert_eq!(are_over(2 * second - Duration::from_millis(1)), [false; 2]);
        assert_eq!(are_over(2 * second), [true; 2]);
        let mut later = timer.sleep(second);
        assert!(later.as_mut().poll(&mut context).is_pending(), "it counts from the last tick");
    }
}
