//! A server of the simulation: meters, calls that wait, and the agent.

use super::store::{AccountMonth, key};
use crate::account::Account;
use crate::clock::{DAY_MS, Month, Now};
use crate::credits::{Charge, LeaseRequests, Meter, Tally};
use crate::instance::Instance;
use crate::lease::agent::{Agent, LeaseMessage};
use crate::lease::health::LeaseHealth;
use crate::operation_names::OperationName;
use crate::plan::{Credits, Plan};
use crate::secret::KeyId;
use prometheus_client::metrics::counter::Counter;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

const OPERATION: OperationName = OperationName::new("a");

/// A call that waits for credits.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaitingCall {
    pub(super) id: u64,
    pub(super) account: usize,
    pub(super) cost: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// It is answered, and charged in this month.
    Paid(AccountMonth),
    /// The allowance is spent.
    Refused,
    /// Other servers may hold credits.
    Unknown,
}

pub(super) struct Server {
    pub(super) instance: Instance,
    pub(super) agent: Agent,
    pub(super) accounts: Vec<Arc<Account>>,
    /// Accounts whose meters need credits.
    needy: Receiver<LeaseMessage>,
    /// Messages for the next step.
    pub(super) inbox: Vec<LeaseMessage>,
    pub(super) waiting: Vec<WaitingCall>,
    charges: Vec<(usize, Charge)>,
    /// The credits that this server has spent.
    pub(super) spent: BTreeMap<AccountMonth, i64>,
    /// The credits spent by its last reports, which may be under way.
    pub(super) reported: BTreeMap<AccountMonth, i64>,
    /// Number of the next wake-up.
    pub(super) wake: u64,
    /// Number of the running exchange.
    pub(super) running: Option<u64>,
}

impl Server {
    /// Starts a server that has read what is written.
    pub(super) fn start(
        instance: Instance,
        allowances: &[i64],
        lease_percent: f64,
        now: Now,
        written: impl Fn(AccountMonth) -> i64,
    ) -> Self {
        let (sender, needy) = channel();
        let ask = move |account: &Arc<str>| drop(sender.send(LeaseMessage::Account(account.clone())));
        let requests = LeaseRequests::new(lease_percent, Counter::default(), ask);
        let account = |(n, allowance): (usize, &i64)| {
            let id: Arc<str> = n.to_string().into();
            let used = Credits(written(key(n, Month::of(now.unix_ms))));
            let usage = (key_id(), OPERATION, Tally { calls: 0, credits: used });
            let meter = Meter::shared(now.unix_ms, [usage], id.clone(), requests.clone());
            Arc::new(of_allowance(id, Arc::new(meter), *allowance))
        };
        let accounts = allowances.iter().enumerate().map(account).collect();
        let agent = Agent::new(requests, LeaseHealth::default(), now);
        let (inbox, waiting, charges, spent, reported) = Default::default();
        let (wake, running) = (0, None);
        Self { instance, agent, accounts, needy, inbox, waiting, charges, spent, reported, wake, running }
    }

    /// Changes an allowance.
    pub(super) fn allow(&mut self, account: usize, allowance: i64) {
        let before = &self.accounts[account];
        let after = of_allowance(before.id.clone(), before.meter.clone(), allowance);
        self.accounts[account] = Arc::new(after);
    }

    pub(super) fn charge(&mut self, account: usize, cost: i64, unix_ms: i64) -> Decision {
        let Account { meter, allowance, .. } = &*self.accounts[account];
        match meter.charge(key_id(), OPERATION, Credits(cost), *allowance, unix_ms) {
            Ok((charge, _)) => {
                let of = month_of(account, charge);
                *self.spent.entry(of).or_default() += cost;
                self.charges.push((account, charge));
                Decision::Paid(of)
            }
            Err(exhausted) if exhausted.is_known => Decision::Refused,
            Err(_) => Decision::Unknown,
        }
    }

    /// Refunds one of the charges.
    pub(super) fn refund(&mut self, which: usize) -> Option<(AccountMonth, i64)> {
        if self.charges.is_empty() {
            return None;
        }
        let (account, charge) = self.charges.swap_remove(which % self.charges.len());
        self.accounts[account].meter.refund(charge, self.accounts[account].allowance);
        let (of, cost) = (month_of(account, charge), charge.credits().0);
        *self.spent.entry(of).or_default() -= cost;
        Some((of, cost))
    }

    /// Returns whether there are messages for the agent, now with those of the meters.
    pub(super) fn has_messages(&mut self) -> bool {
        self.inbox.extend(self.needy.try_iter());
        !self.inbox.is_empty()
    }

    /// Takes the usage that is not written yet.
    pub(super) fn usage(&mut self) -> Vec<(AccountMonth, i64)> {
        let of_account = |(n, account): (usize, &Arc<Account>)| {
            let pending = account.meter.take_pending();
            let row = |usage: crate::credits::UsageEntry| {
                (key(n, Month::of(usage.day * DAY_MS)), usage.tally.credits.0)
            };
            pending.into_iter().map(row).collect::<Vec<_>>()
        };
        self.accounts.iter().enumerate().flat_map(of_account).collect()
    }

    pub(super) fn month(&self, account: usize, unix_ms: i64) -> Month {
        let account = &self.accounts[account];
        account.meter.standing(account.allowance, unix_ms).month
    }
}

fn key_id() -> KeyId {
    KeyId::parse("key000000001").expect("a name")
}

fn month_of(account: usize, charge: Charge) -> AccountMonth {
    key(account, Month::of(charge.0.day * DAY_MS))
}

fn of_allowance(id: Arc<str>, meter: Arc<Meter>, allowance: i64) -> Account {
    Account {
        name: String::new(),
        email: String::new(),
        password_hash: None,
        plan: Plan::Free,
        is_suspended: false,
        allowance: Credits(allowance),
        id,
        meter,
    }
}
