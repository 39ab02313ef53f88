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
use std::time::{Duration, Instant};

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

struct Round {
    handle: StoreHandle,
    webhook: Webhook,
    clock: Clock,
    health: Health,
    requests: RequestQueue,
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
            let round = Round { handle, webhook: Webhook::new(address), clock, health, requests };
            run(&round, &stopping);
        };
        std::thread::Builder::new().name("notices".into()).spawn(run)?;
        Ok(Self { _stop: stop })
    }
}

fn run(round: &Round, stopping: &Receiver<()>) {
    let mut faults = FaultLog::new(
        "notices could not be sent to the webhook; they are kept and tried again",
        "notices are sent to the webhook again",
    );
    let (mut pause, mut failed_pause) = (INTERVAL, FIRST_PAUSE);
    while stopping.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let done = round.deliver();
        // The ledger has ended, so no further round can succeed.
        if matches!(done, Err(Failed::Store(StoreError::Stopping))) {
            return;
        }
        faults.note(&done);
        (pause, failed_pause) = match done {
            Ok(()) => (INTERVAL, FIRST_PAUSE),
            Err(_) => (failed_pause, (failed_pause * 2).min(MAX_PAUSE)),
        };
    }
}

impl Round {
    /// Posts all notices that are still to be passed on and that no other server is passing on, oldest first,
    /// and marks each accepted one. The rest are released to other servers.
    fn deliver(&self) -> Result<(), Failed> {
        let begun = Instant::now();
        let notices = self.handle.with(|store| store.claim_notices())?;
        let (mut left, mut outcome) = (Vec::new(), Ok(()));
        for notice in &notices {
            // Even the last is posted before another server may take it up.
            let is_in_time = begun.elapsed() + webhook::TIMEOUT + MARGIN < NOTICE_CLAIM;
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

/// Whether to continue with the next notice. A refused notice does not hold up the others, but a webhook that
/// does not respond would not respond to them either.
fn may_go_on(outcome: &Result<(), Failed>) -> bool {
    matches!(outcome, Ok(()) | Err(Failed::Webhook(WebhookError::Refusal(_))))
}
