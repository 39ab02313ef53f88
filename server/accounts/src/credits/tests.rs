//! The meter against plainer bookkeeping, from many threads, and over the ends of months.

use super::*;
use crate::clock::DAY_MS;
use proptest::prelude::*;
use std::collections::BTreeMap;

impl Meter {
    /// Credits that may be spent beyond the last report.
    pub(crate) fn beyond_report(&self) -> i64 {
        self.state().share.as_ref().map_or(0, |share| share.limit - share.reported)
    }
}

fn key(n: usize) -> KeyId {
    KeyId::parse(&format!("key{n:09}")).expect("a name")
}

const OPERATIONS: [OperationName; 5] = [
    OperationName::new("a"),
    OperationName::new("b"),
    OperationName::new("c"),
    OperationName::new("d"),
    OperationName::new("e"),
];

/// Usage by key, operation and day.
fn sums(all: impl IntoIterator<Item = UsageEntry>) -> BTreeMap<(KeyId, OperationName, i64), (i64, i64)> {
    let mut sums = BTreeMap::<_, (i64, i64)>::new();
    for u in all {
        let sum = sums.entry((u.key, u.endpoint, u.day)).or_default();
        (sum.0, sum.1) = (sum.0 + u.tally.calls, sum.1 + u.tally.credits.0);
    }
    sums.retain(|_, s| *s != (0, 0));
    sums
}

#[derive(Debug, Clone)]
struct Step {
    key: usize,
    endpoint: OperationName,
    cost: i64,
    fails: bool,
    hours_later: i64,
    flushes: bool,
}

fn step() -> impl Strategy<Value = Step> {
    let cost = prop_oneof![Just(0i64), Just(500), Just(20_000), 0..5000i64];
    let hours = prop_oneof![9 => Just(0i64), 1 => 1..900i64];
    (0..3usize, 0..3usize, cost, hours, any::<[bool; 2]>()).prop_map(
        |(key, n, cost, hours, [fails, flushes])| Step {
            key,
            endpoint: OPERATIONS[n],
            cost,
            fails,
            hours_later: hours,
            flushes,
        },
    )
}

proptest! {
    /// Compares the meter with the plainest bookkeeping, a list of charges.
    #[test]
    fn a_meter_keeps_the_books_of_a_sequential_model(
        steps in prop::collection::vec(step(), 0..200),
        allowance in 0..200_000i64,
    ) {
        let mut now_ms = Month::new(2024, 2).from_ms() + 27 * DAY_MS;
        let meter = Meter::new(now_ms, []);
        let mut model: Vec<UsageEntry> = Vec::new();
        let mut written = Vec::new();
        for s in steps {
            now_ms += s.hours_later * 3_600_000;
            let month = Month::of(now_ms);
            let used: i64 = model.iter().filter(|u| month.has(u.day)).map(|u| u.tally.credits.0).sum();
            let (cost, all) = (Credits(s.cost), Credits(allowance));
            let charged = meter.charge(key(s.key), s.endpoint, cost, all, now_ms);
            prop_assert_eq!(charged.is_ok(), s.cost == 0 || used + s.cost <= allowance);
            match charged {
                Ok((charge, balance)) => {
                    prop_assert_eq!(balance.used.0, used + s.cost);
                    if s.fails {
                        prop_assert_eq!(meter.refund(charge, Credits(allowance)).used.0, used);
                    } else {
                        model.push(charge.0);
                    }
                }
                Err(e) => prop_assert_eq!((e.balance.used.0, e.until_ms), (used, month.end_ms())),
            }
            if s.flushes {
                let pending = meter.take_pending();
                // Every other time the disk is full.
                if s.cost % 2 == 0 { written.extend(pending) } else { meter.put_back(pending) }
            }
        }
        written.extend(meter.take_pending());
        prop_assert_eq!(sums(written), sums(model));
    }
}

/// Charges calls in as many threads as there are lists, and writes the usage meanwhile. Returns what was
/// charged and what was written.
fn charged(
    meter: &Meter,
    begin_ms: i64,
    allowance: Credits,
    of_threads: &[Vec<Step>],
) -> (Vec<UsageEntry>, Vec<UsageEntry>) {
    let written = Mutex::new(Vec::new());
    let run = |steps: &[Step]| {
        let (mut now_ms, mut kept) = (begin_ms, Vec::new());
        for s in steps {
            // Within one month: a charge of the old month that meets the new one is one of the new.
            now_ms = (now_ms + s.hours_later * 3_600_000).min(Month::of(begin_ms).end_ms() - 1);
            match meter.charge(key(s.key), s.endpoint, Credits(s.cost), allowance, now_ms) {
                Ok((charge, _)) if s.fails => drop(meter.refund(charge, allowance)),
                Ok((charge, _)) => kept.push(charge.0),
                Err(_) => {}
            }
            if s.flushes {
                written.lock().expect("written").extend(meter.take_pending());
            }
        }
        kept
    };
    let kept = std::thread::scope(|scope| {
        let threads: Vec<_> = of_threads.iter().map(|steps| scope.spawn(|| run(steps))).collect();
        threads.into_iter().flat_map(|t| t.join().expect("no panic")).collect()
    });
    let mut written = written.into_inner().expect("written");
    written.extend(meter.take_pending());
    (kept, written)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Checks that the same charges in any order and from any number of threads come to the same books,
    /// however often they are written meanwhile.
    #[test]
    fn charges_from_many_threads_add_up_to_those_of_one(
        of_threads in prop::collection::vec(prop::collection::vec(step(), 0..60), 1..6)
    ) {
        let begin_ms = Month::new(2024, 2).from_ms() + 27 * DAY_MS;
        let meter = Meter::new(begin_ms, []);
        let (model, written) = charged(&meter, begin_ms, Credits(i64::MAX), &of_threads);
        let kept = of_threads.iter().flatten().filter(|s| !s.fails);
        prop_assert_eq!(meter.report(begin_ms).used.0, kept.map(|s| s.cost).sum::<i64>());
        prop_assert_eq!(sums(written), sums(model));
    }
}

#[test]
fn many_threads_use_an_allowance_up_and_do_not_pass_it() {
    const THREADS: usize = 8;
    let (now_ms, allowance) = (Month::new(2026, 11).from_ms(), Credits(30_000_000));
    let meter = Meter::new(now_ms, []);
    let steps = |thread: usize| {
        let step = |i: usize| Step {
            key: thread % 3,
            endpoint: OPERATIONS[i % 5],
            cost: 250,
            fails: i.is_multiple_of(7),
            hours_later: 0,
            flushes: i.is_multiple_of(1000),
        };
        (0..20_000).map(step).collect()
    };
    let of_threads: Vec<Vec<Step>> = (0..THREADS).map(steps).collect();
    let (kept, written) = charged(&meter, now_ms, allowance, &of_threads);
    let used = meter.report(now_ms).used;
    assert_eq!(used.0, kept.len() as i64 * 250);
    assert_eq!(sums(written), sums(kept));
    assert!(used <= allowance && allowance.0 - used.0 < 250 * 2 * THREADS as i64, "{used}");
}

#[test]
fn a_new_month_begins_at_midnight_and_refunds_keep_to_their_month() {
    let (feb, written) = (Month::new(2024, 2), Tally { calls: 3, credits: Credits(900) });
    let meter = Meter::new(feb.from_ms(), [(key(1), OPERATIONS[0], written)]);
    let charge = |cost, now_ms| meter.charge(key(1), OPERATIONS[0], Credits(cost), Credits(1000), now_ms);
    let (old, _) = charge(100, feb.from_ms() + 28 * DAY_MS).expect("within");
    assert!(charge(1, feb.end_ms() - 1).is_err());
    let (new, balance) = charge(200, feb.end_ms()).expect("a new allowance");
    assert_eq!((balance.used.0, balance.remaining.0), (200, 800));
    // A charge of the old month refunded in the new one does not touch the new one.
    assert_eq!([old, new].map(|charge| meter.refund(charge, Credits(1000)).used.0), [200, 0]);
    assert!(sums(meter.take_pending()).is_empty());
}

#[test]
fn what_waits_long_takes_no_more_room() {
    let (now_ms, allowance) = (Month::new(2026, 11).from_ms(), Credits(i64::MAX));
    let meter = Meter::new(now_ms, []);
    let mut calls = 0;
    for i in 0..10_000 {
        meter.charge(key(i % 3), OPERATIONS[i % 5], Credits(500), allowance, now_ms).expect("within");
        calls += 1;
        if i % 10 == 0 {
            // The disk is full.
            let pending = meter.take_pending();
            assert!(pending.len() <= 15, "{}", pending.len());
            meter.put_back(pending);
        }
    }
    assert_eq!(meter.pending(), Tally { calls, credits: Credits(calls * 500) });
    assert_eq!(meter.take_pending().iter().map(|u| u.tally.calls).sum::<i64>(), calls);
    assert_eq!(meter.pending(), Tally::default());
}

#[test]
fn a_month_begun_anew_has_written_and_unwritten_usage() {
    let (november, december) = (Month::new(2026, 11), Month::new(2026, 12));
    let meter = Meter::new(december.from_ms(), []);
    let charge = |now_ms| meter.charge(key(1), OPERATIONS[0], Credits(100), Credits(1000), now_ms);
    meter.put_back(vec![UsageEntry {
        key: key(1),
        endpoint: OPERATIONS[0],
        day: november.first_day + 3,
        tally: Tally { calls: 2, credits: Credits(200) },
        last_ms: 0,
    }]);
    charge(december.from_ms()).expect("within");
    meter.restart(november, [(key(2), OPERATIONS[1], Tally { calls: 5, credits: Credits(500) })]);
    assert_eq!(meter.report(november.from_ms()).used, Credits(700));
    assert!(charge(november.from_ms()).is_ok());
    // Nothing is written twice, and what was charged in December stays there.
    let pending = sums(meter.take_pending());
    assert_eq!(pending.values().map(|(calls, _)| calls).sum::<i64>(), 4);
    assert_eq!(pending[&(key(1), OPERATIONS[0], december.first_day)], (1, 100));
}

#[test]
fn levels_are_reached_to_the_thousandth_and_by_a_call_that_no_longer_fits() {
    let month = Month::new(2026, 11);
    let meter = Meter::new(month.from_ms(), []);
    let charge = |cost, allowance| {
        meter.charge(key(1), OPERATIONS[0], Credits(cost), Credits(allowance), month.from_ms()).is_ok()
    };
    let level = |allowance| meter.standing(Credits(allowance), month.from_ms()).level;
    assert!(!charge(1001, 1000), "more than everything");
    assert_eq!(level(1000), 0, "what never fits tells nothing");
    assert!(charge(799, 1000));
    assert_eq!((level(1000), level(998), level(799), level(0)), (0, 80, 100, 0));
    assert!(charge(1, 1000));
    assert_eq!(level(1000), 80);
    assert!(!charge(201, 1000));
    assert_eq!((level(1000), level(999), level(2000)), (100, 80, 0), "only of this allowance");
    let next = Month::new(2026, 12);
    let standing = meter.standing(Credits(1000), next.from_ms());
    assert_eq!(standing, Standing { month: next, used: Credits(0), level: 0 });
}
