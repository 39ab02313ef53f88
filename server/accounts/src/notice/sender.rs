//! Posts notices to the operator's webhook in a separate thread, so that a slow webhook does not delay
//! requests. A notice stays in the store until the webhook accepts it.

use super::document;
use super::webhook::{self, Webhook, WebhookAddress, WebhookError};
use crate::clock::Clock;
use crate::ledger::fault_log::FaultLog;
use crate::ledger::health::Health;
use crate::request_queue::RequestQueue;
use crate::store::{NOTICE_CLAIM, NoticeRow, StoreError};
use crate::store_handle::StoreHandle;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Interval between queries for new notices.
const INTERVAL: Duration = Duration::from_secs(1);
/// Pause after the first failure; it doubles with every further one.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// Maximum pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_secs(600);
/// Time for marking a notice, in addition to posting it.
const MARGIN: Duration = Duration::from_secs(10);
/// Name of the webhook as the sender of a notice.
const NAME: &str = "webhook";

/// The thread that posts notices; after the drop it finishes its round and ends.
pub struct WebhookSender {
    _stop: Sender<()>,
}

/// The cause of an unfinished round.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Webhook(#[from] WebhookError),
}

/// The work of the thread in each round.
struct Round {
    handle: StoreHandle,
    webhook: Webhook,
    clock: Clock,
    health: Health,
    requests: RequestQueue,
    faults: FaultLog,
    /// Pause after the next failure.
    pause: Duration,
}

impl WebhookSender {
    /// Starts the thread. It uses the store through the handle of its ledger.
    pub fn start(
        address: WebhookAddress,
        handle: StoreHandle,
        clock: Clock,
        health: Health,
        requests: RequestQueue,
    ) -> std::io::Result<Self> {
        let (stop, stopping) = channel();
        let run = move || {
            run(&mut Round::new(address, handle, clock, health, requests), &stopping);
        };
        std::thread::Builder::new().name("notices".into()).spawn(run)?;
        Ok(Self { _stop: stop })
    }
}

/// Delivers in rounds until the sender is dropped or the ledger has ended; waits in real time.
fn run(round: &mut Round, stopping: &Receiver<()>) {
    let mut next = Some(INTERVAL);
    while let Some(pause) = next
        && stopping.recv_timeout(pause) == Err(RecvTimeoutError::Timeout)
    {
        next = round.run();
    }
}

impl Round {
    fn new(
        address: WebhookAddress,
        handle: StoreHandle,
        clock: Clock,
        health: Health,
        requests: RequestQueue,
    ) -> Self {
        let faults = FaultLog::new(
            "notices could not be sent to the webhook; they are kept and tried again",
            "notices are sent to the webhook again",
        );
        let webhook = Webhook::new(address);
        Self { handle, webhook, clock, health, requests, faults, pause: FIRST_PAUSE }
    }

    /// Delivers once. Returns the pause before the next round, or `None` if there can be none because the
    /// ledger has ended.
    fn run(&mut self) -> Option<Duration> {
        let done = self.deliver();
        if matches!(done, Err(Failed::Store(StoreError::Stopping))) {
            return None;
        }
        self.faults.note(&done);
        if done.is_ok() {
            self.pause = FIRST_PAUSE;
            return Some(INTERVAL);
        }
        let doubled = (self.pause * 2).min(MAX_PAUSE);
        Some(std::mem::replace(&mut self.pause, doubled))
    }

    /// Posts all notices that are still to be passed on and that no other server is passing on, oldest first,
    /// and marks each accepted one. The rest are released to other servers.
    fn deliver(&self) -> Result<(), Failed> {
        let begun = self.clock.steady();
        let notices = self.handle.with(|store| store.claim_notices())?;
        let (mut left, mut outcome) = (Vec::new(), Ok(()));
        for notice in &notices {
            // Even the last is posted before another server may take it up.
            let passed = self.clock.steady().saturating_duration_since(begun);
            let is_in_time = passed + webhook::TIMEOUT + MARGIN < NOTICE_CLAIM;
            if !is_in_time || !may_go_on(&outcome) {
                left.push(notice.id);
                continue;
            }
            // Posted before it is marked: a crash in between repeats a notice but never loses one.
            if let Err(e) = self.pass_on(notice) {
                // A notice that was accepted but not marked stays claimed, so that it is not posted again at
                // once.
                left.extend(matches!(e, Failed::Webhook(_)).then_some(notice.id));
                outcome = Err(e);
            }
        }
        if !left.is_empty() {
            self.handle.with(move |store| store.release_notices(&left))?;
        }
        outcome?;
        Ok(self.requests.pass_on(|json| self.webhook.post(json))?)
    }

    fn pass_on(&self, notice: &NoticeRow) -> Result<(), Failed> {
        let posted = self.webhook.post(&document(notice).to_string());
        if posted.is_err() {
            self.health.notice_failures.inc();
        }
        posted?;
        let (id, now_ms) = (notice.id, self.clock.now_ms());
        Ok(self.handle.with(move |store| store.mark_notices(&[id], NAME, now_ms))?)
    }
}

/// Returns whether to continue with the next notice. A refused notice does not hold up the others, but a
/// webhook that does not respond would not respond to them either.
fn may_go_on(outcome: &Result<(), Failed>) -> bool {
    matches!(outcome, Ok(()) | Err(Failed::Webhook(WebhookError::Refusal(_))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Month;
    use crate::ledger::Ledger;
    use crate::place::AccountsConfig;
    use crate::plan::{Credits, Plan};
    use crate::store::{Actor, NewNotice};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpListener;
    use std::sync::Arc;

    /// A ledger with notices of 80 % of as many accounts, and a round that delivers them.
    struct Notices {
        ledger: Ledger,
        round: Round,
        _folder: tempfile::TempDir,
    }

    impl Notices {
        fn of(accounts: usize, webhook: &str, clock: &Clock) -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let place = AccountsConfig::file(folder.path().join("accounts.sqlite"));
            let ledger = Ledger::open(&place, clock.clone()).expect("accounts");
            let added = ledger.with(move |store| {
                for n in 0..accounts {
                    let email = format!("ada{n}@example.org");
                    let account = store.create_account("Ada", &email, Plan::Free, None, &Actor::server(0))?;
                    store.add_notices(&[NewNotice {
                        account,
                        first_day: Month::of(0).first_day,
                        level: 80,
                        plan: Plan::Free,
                        used: Credits(8),
                        allowance: Credits(10),
                        created_ms: 0,
                    }])?;
                }
                Ok(())
            });
            added.expect("notices");
            let address = webhook.parse().expect("an address");
            let (health, requests) = (ledger.health.clone(), ledger.requests.clone());
            let round = Round::new(address, ledger.store_handle(), clock.clone(), health, requests);
            Self { ledger, round, _folder: folder }
        }

        /// Notices that are not delivered.
        fn left(&self) -> usize {
            self.ledger.with(|store| store.notices(false)).expect("read").len()
        }
    }

    /// Starts a webhook that answers with the statuses in turn, then with the last one. Each response takes
    /// some time by the clock. Returns its address and the numbers of the received notices.
    fn webhook(statuses: &'static [u16], clock: &Clock, takes: Duration) -> (String, Receiver<u64>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let ((sender, received), clock) = (channel(), clock.clone());
        std::thread::spawn(move || {
            let last = statuses.last().expect("a status");
            let mut statuses = statuses.iter();
            for stream in listener.incoming().map_while(Result::ok) {
                let (mut reader, mut head) = (BufReader::new(&stream), String::new());
                while !head.ends_with("\r\n\r\n") {
                    reader.read_line(&mut head).expect("a line");
                }
                let length = head.to_ascii_lowercase();
                let length = length.split("content-length: ").nth(1).and_then(|l| l.lines().next());
                let mut body = vec![0; length.expect("a length").parse().expect("a number")];
                reader.read_exact(&mut body).expect("a body");
                let notice: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
                clock.sleep(takes);
                let status = statuses.next().unwrap_or(last);
                // The test may have ended.
                let _ = sender.send(notice["id"].as_u64().unwrap_or(0));
                write!(&stream, "HTTP/1.1 {status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    .expect("an answer");
            }
        });
        (address, received)
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_notice_is_posted_until_it_is_accepted_with_growing_pauses() {
        let clock = Clock::Set(Arc::new(7_000.into()));
        let (address, received) = webhook(&[500, 302, 404, 204, 500, 200], &clock, Duration::ZERO);
        let mut notices = Notices::of(1, &address, &clock);
        for pause_s in [2, 4, 8] {
            assert_eq!(notices.round.run(), Some(pause_s * SECOND));
            assert_eq!(notices.left(), 1);
        }
        assert_eq!(notices.round.run(), Some(INTERVAL));
        let done = notices.ledger.with(|store| store.notices(true)).expect("read").remove(0).done;
        assert_eq!(done, Some((7_000, NAME.to_owned())));
        assert_eq!(notices.round.run(), Some(INTERVAL));
        assert_eq!(received.try_iter().collect::<Vec<_>>(), [1; 4], "not posted again");
        assert_eq!(notices.ledger.health.notice_failures.get(), 3);
        // Requests of visitors go the same way, and after a success the pauses are short again.
        notices.ledger.requests.push("{\"id\":7}".into());
        assert_eq!((notices.round.run(), notices.round.run()), (Some(FIRST_PAUSE), Some(INTERVAL)));
        assert_eq!(received.try_iter().collect::<Vec<_>>(), [7, 7]);
        notices.ledger.close();
        assert_eq!(notices.round.run(), None, "the ledger has ended");
    }

    #[test]
    fn a_webhook_that_is_gone_is_tried_every_ten_minutes_at_last() {
        // No program of a user listens on port 1.
        let clock = Clock::Set(Arc::default());
        let mut notices = Notices::of(2, "http://127.0.0.1:1/", &clock);
        for pause_s in [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600] {
            assert_eq!(notices.round.run(), Some(pause_s * SECOND));
        }
        assert_eq!(notices.ledger.health.notice_failures.get(), 11, "one notice a round");
        assert_eq!(notices.left(), 2);
    }

    #[test]
    fn a_refused_notice_does_not_hold_up_the_others() {
        let clock = Clock::Set(Arc::default());
        let (address, received) = webhook(&[200, 400, 200], &clock, Duration::ZERO);
        let mut notices = Notices::of(3, &address, &clock);
        assert_eq!(notices.round.run(), Some(FIRST_PAUSE));
        assert_eq!((received.try_iter().collect::<Vec<_>>(), notices.left()), (vec![1, 2, 3], 1));
        assert_eq!(notices.round.run(), Some(INTERVAL));
        assert_eq!((received.try_iter().collect::<Vec<_>>(), notices.left()), (vec![2], 0));
    }

    #[test]
    fn no_notice_is_posted_that_another_server_may_take_up() {
        // A notice may take 25 s, and a claim ends after 60 s.
        for (takes, posted) in [(Duration::from_millis(17_500), 2), (Duration::from_millis(17_499), 3)] {
            let clock = Clock::Set(Arc::default());
            let (address, received) = webhook(&[200], &clock, takes);
            let mut notices = Notices::of(4, &address, &clock);
            assert_eq!(notices.round.run(), Some(INTERVAL));
            assert_eq!((received.try_iter().count(), notices.left()), (posted, 4 - posted));
        }
    }
}
