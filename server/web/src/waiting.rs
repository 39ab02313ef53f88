//! Bytes that wait to be sent, by connection and in all, and the time of their wait.

use crate::traffic::Traffic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Periods in the longest wait: an unread piece is noticed within an eighth of it.
const PERIODS: u32 = 8;
/// Separate counters: the periods of the longest wait, the current one and the next.
const COUNTED: usize = PERIODS as usize + 2;
/// Bytes that a client must read of a response within the longest wait.
const PROGRESS_BYTES: u64 = 64 * 1024;
/// One connection may have this fraction of all waiting bytes, as a divisor.
const CONNECTIONS_SHARE: usize = 16;

/// Bytes of responses that wait to be sent, in all.
#[derive(Debug)]
pub struct AllWaiting {
    bytes: AtomicUsize,
    most: usize,
    traffic: Traffic,
}

impl AllWaiting {
    /// Starts with zero waiting bytes of at most `most`. `traffic` counts requests and bytes.
    pub fn new(most: usize, traffic: Traffic) -> Arc<Self> {
        Arc::new(Self { bytes: AtomicUsize::new(0), most, traffic })
    }

    /// Bytes that wait.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// Bytes that wait to be sent on one connection.
#[derive(Debug)]
pub struct UnsentBytes {
    all: Arc<AllWaiting>,
    bytes: AtomicUsize,
    /// Requests that have begun since the connection was opened.
    begun: AtomicU64,
    /// Number of the period that runs.
    period: AtomicU32,
    /// The numbers of requests and pieces that have waited since each period.
    since: [AtomicU32; COUNTED],
    /// Requests that wait for what other waits count.
    patient: AtomicU32,
    read: AtomicU64,
    /// The bytes read when the last request began.
    read_at_begin: AtomicU64,
    is_http_2: AtomicBool,
    written: AtomicU64,
    /// Bytes that had moved at the beginning of each of the last periods.
    moved_at: [AtomicU64; PERIODS as usize],
    /// `true` if responses are sent one after the other.
    is_in_order: AtomicBool,
}

/// A request, or a piece of a response, that waits on a connection until this is dropped.
#[derive(Debug)]
pub struct Wait {
    on: Arc<UnsentBytes>,
    bytes: usize,
    since: u32,
    /// `true` if a request is in flight as long as this waits.
    is_request: bool,
    /// `true` if this wait has no time limit.
    is_patient: bool,
}

impl UnsentBytes {
    /// Nothing waits yet on a new connection.
    pub fn new(all: Arc<AllWaiting>) -> Arc<Self> {
        Arc::new(Self {
            all,
            bytes: AtomicUsize::new(0),
            begun: AtomicU64::new(0),
            period: AtomicU32::new(0),
            since: Default::default(),
            patient: AtomicU32::new(0),
            read: AtomicU64::new(0),
            read_at_begin: AtomicU64::new(0),
            is_http_2: AtomicBool::new(false),
            written: AtomicU64::new(0),
            moved_at: Default::default(),
            is_in_order: AtomicBool::new(false),
        })
    }

    /// Returns whether the limit of waiting bytes is exceeded. A connection that reads its responses is never
    /// refused, even if others have reached the limit.
    pub fn is_full(&self) -> bool {
        let own = self.bytes.load(Ordering::Relaxed);
        own > self.all.most / CONNECTIONS_SHARE || (own > 0 && self.all.bytes() > self.all.most)
    }

    /// Notes that a request has begun.
    pub fn request(self: &Arc<Self>) -> Wait {
        self.begun.fetch_add(1, Ordering::Relaxed);
        self.end_of_request();
        self.all.traffic.in_flight.inc();
        let mut wait = self.wait(0);
        wait.is_request = true;
        wait
    }

    /// Notes that all bytes so far belong to the request.
    pub fn end_of_request(&self) {
        self.read_at_begin.store(self.read(), Ordering::Relaxed);
    }

    /// Notes that a piece of this size waits from now on.
    pub fn wait(self: &Arc<Self>, bytes: usize) -> Wait {
        let since = self.period.load(Ordering::Relaxed);
        self.since[since as usize % COUNTED].fetch_add(1, Ordering::Relaxed);
        let mut wait = Wait { on: Arc::clone(self), bytes: 0, since, is_request: false, is_patient: false };
        wait.holds(bytes);
        wait
    }

    /// Requests that have begun since the connection was opened, and whether any is under way or any piece
    /// of a response waits.
    pub fn activity(&self) -> (u64, bool) {
        let waits = self.since.iter().chain([&self.patient]);
        let is_waiting = waits.into_iter().any(|count| count.load(Ordering::Relaxed) > 0);
        (self.begun.load(Ordering::Relaxed), is_waiting)
    }

    /// Returns the length of a period, if nothing may wait longer than this.
    pub fn period(longest: Duration) -> Duration {
        longest / PERIODS
    }

    /// Notes that responses are sent one after the other, as in HTTP/1, so that whatever is written shows
    /// progress of the one that waits.
    pub(crate) fn send_in_order(&self) {
        self.is_in_order.store(true, Ordering::Relaxed);
    }

    pub(crate) fn count_read(&self, bytes: &[u8]) {
        let before = self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        if before == 0 && bytes.starts_with(b"PRI * HTTP/2.0\r\n") {
            self.is_http_2.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether bytes of a further head have come on a connection of HTTP/1.
    pub(crate) fn is_in_head(&self) -> bool {
        self.read() > self.read_at_begin.load(Ordering::Relaxed)
    }

    /// The bytes read from a connection of HTTP/1; zero on HTTP/2, where frames come between heads.
    fn read(&self) -> u64 {
        if self.is_http_2.load(Ordering::Relaxed) { 0 } else { self.read.load(Ordering::Relaxed) }
    }

    pub(crate) fn count_written(&self, bytes: usize) {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Begins the next period. True if something has waited for longer than all periods, unless responses are
    /// sent in order and [`PROGRESS_BYTES`] have been written meanwhile.
    pub(crate) fn next_period(&self) -> bool {
        let next = self.period.load(Ordering::Relaxed).wrapping_add(1);
        // In the ring of counters the slot after the next period is the oldest.
        let oldest = next.wrapping_add(1) as usize % COUNTED;
        self.period.store(next, Ordering::Relaxed);
        let written = self.written.load(Ordering::Relaxed);
        // A request that is answered while its body comes moves with either.
        let read =
            if self.patient.load(Ordering::Relaxed) > 0 { self.read.load(Ordering::Relaxed) } else { 0 };
        let moved = written + read;
        let before = self.moved_at[(next % PERIODS) as usize].swap(moved, Ordering::Relaxed);
        let is_moving =
            self.is_in_order.load(Ordering::Relaxed) && moved.saturating_sub(before) >= PROGRESS_BYTES;
        self.since[oldest].load(Ordering::Relaxed) > 0 && !is_moving
    }
}

impl Wait {
    /// Restarts the wait after the client has read something.
    pub fn renew(&mut self) {
        let now = self.on.period.load(Ordering::Relaxed);
        if now != self.since && !self.is_patient {
            self.on.since[now as usize % COUNTED].fetch_add(1, Ordering::Relaxed);
            self.on.since[self.since as usize % COUNTED].fetch_sub(1, Ordering::Relaxed);
            self.since = now;
        }
    }

    /// Removes the time limit, or begins the wait anew; returns whether there was no limit. Without one the
    /// caller must limit the time.
    pub(crate) fn set_patient(&mut self, is_patient: bool) -> bool {
        let was_patient = std::mem::replace(&mut self.is_patient, is_patient);
        let since = std::mem::replace(&mut self.since, self.on.period.load(Ordering::Relaxed));
        let counter = |is_patient, since: u32| match is_patient {
            true => &self.on.patient,
            false => &self.on.since[since as usize % COUNTED],
        };
        counter(is_patient, self.since).fetch_add(1, Ordering::Relaxed);
        counter(was_patient, since).fetch_sub(1, Ordering::Relaxed);
        was_patient
    }

    /// Notes that all bytes so far belong to the request.
    pub(crate) fn end_of_request(&self) {
        self.on.end_of_request();
    }

    /// Sets how many bytes wait.
    pub fn holds(&mut self, bytes: usize) {
        if bytes != self.bytes {
            // A decrease wraps around; the sum wraps back.
            let more = bytes.wrapping_sub(self.bytes);
            self.on.bytes.fetch_add(more, Ordering::Relaxed);
            self.on.all.bytes.fetch_add(more, Ordering::Relaxed);
            self.bytes = bytes;
        }
    }

    /// Counts bytes of a body that are handed to the connection.
    pub(crate) fn hands_over(&self, bytes: usize) {
        self.on.all.traffic.response_bytes.inc_by(bytes as u64);
    }

    /// A separate wait on the same connection, for one piece of the response.
    pub(crate) fn of_piece(&self) -> Self {
        self.on.wait(0)
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.holds(0);
        if self.is_request {
            self.on.all.traffic.in_flight.dec();
        }
        let waits =
            if self.is_patient { &self.on.patient } else { &self.on.since[self.since as usize % COUNTED] };
        waits.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_bytes_count_until_they_are_dropped() {
        let all = AllWaiting::new(1600, Traffic::default());
        let on = UnsentBytes::new(Arc::clone(&all));
        let request = on.request();
        let mut piece = request.of_piece();
        piece.holds(100);
        assert_eq!(all.bytes(), 100);
        assert!(!on.is_full());
        let more = on.wait(1);
        assert!(on.is_full(), "more than a sixteenth on one connection");
        drop((piece, more));
        assert_eq!(all.bytes(), 0);
        // Others hold all there is.
        let other = UnsentBytes::new(Arc::clone(&all));
        let held = other.wait(1601);
        assert!(other.is_full());
        assert!(!on.is_full(), "this connection holds nothing");
        assert_eq!(all.traffic.in_flight.get(), 1);
        drop(request);
        assert_eq!(all.traffic.in_flight.get(), 0);
        drop(held);
        assert_eq!(all.bytes(), 0);
        assert_eq!(on.activity(), (1, false));
    }

    #[test]
    fn a_patient_request_keeps_the_connection_open_and_is_never_stuck() {
        let on = UnsentBytes::new(AllWaiting::new(1000, Traffic::default()));
        let mut request = on.request();
        request.set_patient(true);
        let is_never_stuck = (0..3 * PERIODS).all(|_| {
            request.renew();
            drop(request.of_piece());
            !on.next_period() && on.activity().1
        });
        assert!(is_never_stuck && request.set_patient(false));
        let is_stuck_later = (0..=PERIODS).map(|_| on.next_period()).collect::<Vec<_>>();
        assert_eq!(is_stuck_later.iter().position(|is_stuck| *is_stuck), Some(PERIODS as usize));
        drop(request);
        assert_eq!(on.activity(), (1, false));
    }

    #[test]
    fn a_response_in_order_may_take_as_long_as_it_moves() {
        let on = UnsentBytes::new(AllWaiting::new(1000, Traffic::default()));
        let _long = on.wait(1);
        on.send_in_order();
        for _ in 0..3 * PERIODS {
            on.count_written(PROGRESS_BYTES as usize / PERIODS as usize);
            assert!(!on.next_period());
        }
        // Less than is required.
        let is_noticed = |_| {
            on.count_written(PROGRESS_BYTES as usize / PERIODS as usize - 1);
            on.next_period()
        };
        assert!((0..PERIODS).any(is_noticed));
    }

    #[test]
    fn what_nobody_takes_is_noticed_after_the_longest_wait_and_not_before() {
        let on = UnsentBytes::new(AllWaiting::new(1000, Traffic::default()));
        let _stuck = on.wait(1);
        let mut moving = on.wait(1);
        for _ in 0..PERIODS {
            moving.renew();
            // Others come and go meanwhile.
            drop(on.wait(1));
            assert!(!on.next_period());
        }
        assert!(on.next_period());
        drop(_stuck);
        moving.renew();
        for _ in 0..3 * PERIODS {
            assert!(!on.next_period());
            moving.renew();
        }
    }
}
