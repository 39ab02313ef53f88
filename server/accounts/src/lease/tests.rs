//! Servers that share an account, against a plain model of the table in Valkey: never more than the allowance
//! is spent, and all of it can be.

use crate::clock::Month;
use crate::credits::LeaseRequests;
use crate::credits::{Charge, LeaseUpdate, Meter, ShareReport};
use crate::operation_names::OperationName;
use crate::plan::Credits;
use crate::secret::KeyId;
use prometheus_client::metrics::counter::Counter;
use proptest::prelude::*;
use std::collections::BTreeMap;

const LEASE: i64 = 100;
const LEASE_PERCENT: f64 = 1.0;

/// The table: what each server has spent, and up to where it may spend.
#[derive(Default)]
struct Model(BTreeMap<usize, (i64, i64)>);

impl Model {
    /// What `exchange.lua` does.
    fn exchange(&mut self, me: usize, report: &ShareReport, allowance: i64) -> LeaseUpdate {
        let others = self.0.iter().filter(|(server, _)| **server != me).map(|(_, row)| *row);
        let (spent, committed) = others.clone().fold((0, 0), |sum, (s, g)| (sum.0 + s, sum.1 + s.max(g)));
        let servers = 1 + others.filter(|(s, g)| g > s).count() as i64;
        let free = allowance - committed - report.spent.0;
        let given = LEASE.min(free / (2 * servers)).max(report.demand.0).min(free);
        let granted = if given > 0 && given >= report.cheapest.0 { report.spent.0 + given } else { 0 };
        let granted = granted.max(report.granted.0);
        self.0.insert(me, (report.spent.0, granted));
        LeaseUpdate {
            month: report.month,
            granted: Credits(granted),
            others: Credits(spent),
            committed: Credits(committed),
            may_exceed: true,
        }
    }
}

/// Servers that share one account.
struct Fleet {
    meters: Vec<Meter>,
    model: Model,
    now_ms: i64,
    allowance: i64,
    key: KeyId,
}

impl Fleet {
    fn new(servers: usize, allowance: i64) -> Self {
        let now_ms = Month::new(2026, 11).from_ms();
        let meter = |_| {
            Meter::shared(
                now_ms,
                [],
                "ada".into(),
                LeaseRequests::new(LEASE_PERCENT, Counter::default(), |_| ()),
            )
        };
        let key = KeyId::parse("key000000001").expect("a name");
        Self { meters: (0..servers).map(meter).collect(), model: Model::default(), now_ms, allowance, key }
    }

    /// A call at a server: its charge, or whether the refusal is final.
    fn call(&self, server: usize, cost: i64, is_late: bool) -> Result<Charge, bool> {
        let charged = self.meters[server].charge_after(
            self.key,
            OperationName::new("a"),
            Credits(cost),
            Credits(self.allowance),
            self.now_ms,
            is_late,
        );
        charged.map(|(charge, _)| charge).map_err(|exhausted| exhausted.is_known)
    }

    fn exchange(&mut self, server: usize, gives_back: bool) {
        let report = self.meters[server].share_report(self.now_ms, gives_back).expect("it is shared");
        let update = self.model.exchange(server, &report, self.allowance);
        self.meters[server].update(&update);
    }

    /// A call that waits if need be, and for which all servers that keep something give it back.
    fn call_and_wait(&mut self, server: usize, cost: i64) -> Result<Charge, bool> {
        match self.call(server, cost, false) {
            Err(false) => {}
            known => return known,
        }
        self.meters[server].wait(Credits(cost)).expect("it is shared");
        (0..self.meters.len()).filter(|other| *other != server).for_each(|other| {
            let report = self.meters[other].share_report(self.now_ms, true).expect("it is shared");
            self.model.0.insert(other, (report.spent.0, report.granted.0));
        });
        self.exchange(server, false);
        self.meters[server].wait_no_longer(Credits(cost));
        self.call(server, cost, true)
    }

    fn spent(&self) -> i64 {
        let report = |meter: &Meter| meter.share_report(self.now_ms, false).expect("it is shared").spent.0;
        self.meters.iter().map(report).sum()
    }
}

proptest! {
    #[test]
    fn servers_together_never_spend_more_than_the_allowance_and_can_spend_all(
        servers in 1..5usize,
        allowance in 0..5000i64,
        steps in prop::collection::vec((0..5usize, 1..150i64, 0..6u8), 0..300),
    ) {
        let mut fleet = Fleet::new(servers, allowance);
        let mut charges = Vec::new();
        for (server, cost, what) in steps {
            let server = server % servers;
            match what {
                0 => fleet.exchange(server, false),
                1 => fleet.exchange(server, true),
                2 => if let Some((server, charge)) = charges.pop() {
                    let meter: &Meter = &fleet.meters[server];
                    meter.refund(charge, Credits(allowance));
                },
                3 => charges.extend(fleet.call(server, cost, false).ok().map(|c| (server, c))),
                _ => charges.extend(fleet.call_and_wait(server, cost).ok().map(|c| (server, c))),
            }
            prop_assert!(fleet.spent() <= allowance, "{} of {allowance}", fleet.spent());
        }
        // Any server can spend the last thousandth once all refunds are reported.
        let last = servers - 1;
        (0..servers).for_each(|server| fleet.exchange(server, true));
        fleet.exchange(last, false);
        while fleet.call_and_wait(last, 1).is_ok() {
            prop_assert!(fleet.spent() <= allowance);
        }
        prop_assert_eq!(fleet.spent(), allowance);
        let charged: i64 = charges.iter().map(|(_, charge)| charge.credits().0).sum();
        prop_assert!(charged <= allowance);
    }
}

#[test]
fn a_call_that_costs_more_than_a_lease_is_answered_and_one_beyond_the_allowance_is_not() {
    let mut fleet = Fleet::new(2, 10_000);
    assert!(fleet.call_and_wait(0, 50 * LEASE).is_ok());
    assert_eq!(fleet.call_and_wait(1, 50 * LEASE + 1), Err(true));
    assert!(fleet.call_and_wait(1, 50 * LEASE).is_ok());
    assert_eq!(fleet.call(1, 10_001, false), Err(true), "a cost beyond the allowance is refused at once");
    assert_eq!(fleet.spent(), 10_000);
}

#[test]
fn an_allowance_that_is_changed_counts_from_then_on() {
    let mut fleet = Fleet::new(2, 1000);
    assert!(fleet.call_and_wait(0, 1000).is_ok());
    assert_eq!(fleet.call_and_wait(1, 1), Err(true));
    fleet.allowance = 1500;
    assert!(fleet.call_and_wait(1, 500).is_ok());
    fleet.exchange(0, false);
    fleet.allowance = 600;
    assert!(fleet.call_and_wait(0, 1).is_err());
    assert_eq!(fleet.spent(), 1500);
}

#[test]
fn a_call_that_no_server_answers_exceeds_the_grant_by_a_lease_and_is_never_refused_for_good() {
    let mut fleet = Fleet::new(2, 100 * LEASE);
    assert!(fleet.call_and_wait(0, 3000).is_ok());
    assert!(fleet.call_and_wait(1, 2000).is_ok());
    let lease = fleet.allowance / 100;
    let left = fleet.meters[1].granted_left().0;
    assert_eq!(fleet.call(1, left + lease, false), Err(false), "it is not granted");
    assert_eq!(fleet.call(1, left + lease + 1, true), Err(false), "it is more than a lease");
    assert!(fleet.call(1, left + lease, true).is_ok());
    assert_eq!(fleet.call(1, 1, true), Err(false), "credits are free");
    fleet.meters[1].go_alone(Credits(fleet.allowance));
    let others = fleet.model.0[&0];
    let left = fleet.allowance - others.0.max(others.1) - 2000 - left - lease;
    assert!(fleet.call(1, left + 1, false).is_err());
    assert!(fleet.call(1, left, false).is_ok());
}

#[test]
fn months_of_a_share_begin_anew_and_come_back_with_a_clock_that_is_set_back() {
    let (november, december) = (Month::new(2026, 11), Month::new(2026, 12));
    let mut fleet = Fleet::new(1, 1000);
    let late = fleet.call_and_wait(0, 400).expect("within");
    assert!(fleet.call_and_wait(0, 100).is_ok());
    fleet.now_ms = december.from_ms();
    fleet.model = Model::default();
    assert!(fleet.call_and_wait(0, 1000).is_ok(), "a new allowance");
    assert_eq!(fleet.spent(), 1000);
    fleet.meters[0].refund(late, Credits(1000));
    assert_eq!(fleet.spent(), 1000, "a refund in November does not count in December");
    fleet.meters[0].restart(november, []);
    fleet.now_ms = november.from_ms();
    assert_eq!(fleet.spent(), 100);
    assert_eq!(fleet.meters[0].report(fleet.now_ms).used, Credits(100));
}

#[test]
fn what_is_told_of_another_month_is_not_believed() {
    let fleet = Fleet::new(1, 1000);
    let update = |month| LeaseUpdate {
        month,
        granted: Credits(1000),
        others: Credits(0),
        committed: Credits(0),
        may_exceed: true,
    };
    fleet.meters[0].update(&update(Month::new(2026, 10)));
    assert_eq!(fleet.call(0, 1, false), Err(false));
    fleet.meters[0].update(&update(Month::new(2026, 11)));
    assert!(fleet.call(0, 1000, false).is_ok());
}
