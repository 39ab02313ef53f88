//! What an account has used: charged in memory, exact under concurrency, written out in batches.

use super::clock::{Month, day_of};
use super::operation_names::OperationName;
use super::plan::Credits;
use super::secret::KeyId;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A number of calls and the credits that they cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of calls.
    pub calls: i64,
    /// Credits that the calls cost.
    pub credits: Credits,
}

impl Tally {
    /// Adds the calls and credits of another tally.
    pub(crate) fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.credits.0 += other.credits.0;
    }

    fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// Usage of a key at an operation on a day; negative where a charge that was written before was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UsageEntry {
    /// Id of the key.
    pub(crate) key: KeyId,
    /// Name of the operation.
    pub(crate) endpoint: OperationName,
    /// Days since 1970-01-01.
    pub(crate) day: i64,
    /// Calls and credits.
    pub(crate) tally: Tally,
}

/// A charge that can be refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge(UsageEntry);

/// Credits used and left in the present month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// Credits used in the month.
    pub used: Credits,
    /// Credits left in the month; never negative.
    pub remaining: Credits,
}

impl Balance {
    fn new(used: Credits, allowance: Credits) -> Self {
        Self { used, remaining: Credits((allowance.0 - used.0).max(0)) }
    }
}

/// A charge that the allowance does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// Credits used so far.
    pub balance: Balance,
    /// When the allowance is replenished, milliseconds since 1970.
    pub until_ms: i64,
}

/// What a key has used of an operation.
pub type Part = (KeyId, OperationName, Tally);

/// Usage of an account in the present month.
#[derive(Debug)]
pub struct MonthUsage {
    /// The present month.
    pub month: Month,
    /// Credits used by all keys.
    pub used: Credits,
    /// Usage by key and operation.
    pub parts: Vec<Part>,
}

/// Counts what an account uses and keeps it within its allowance.
#[derive(Debug)]
pub struct Meter(Mutex<State>);

#[derive(Debug)]
struct State {
    month: Month,
    used: Credits,
    entries: HashMap<(KeyId, OperationName), Entry>,
    /// Usage of earlier days that is not written yet.
    earlier: Vec<UsageEntry>,
    has_pending: bool,
}

#[derive(Debug, Default)]
struct Entry {
    month: Tally,
    day: i64,
    pending: Tally,
}

impl Meter {
    /// Makes a meter that begins with what is written of the month of `now_ms`.
    pub fn new(now_ms: i64, written: impl IntoIterator<Item = Part>) -> Self {
        let mut state = State {
            month: Month::of(now_ms),
            used: Credits(0),
            entries: HashMap::new(),
            earlier: Vec::new(),
            has_pending: false,
        };
        for (key, endpoint, tally) in written {
            state.used.0 += tally.credits.0;
            state.entries.entry((key, endpoint)).or_default().month.add(tally);
        }
        Self(Mutex::new(state))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock can panic half-way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the cost of a call from the allowance of the month, or nothing if it does not suffice.
    pub fn charge(
        &self,
        key: KeyId,
        endpoint: OperationName,
        cost: Credits,
        allowance: Credits,
        now_ms: i64,
    ) -> Result<(Charge, Balance), Exhausted> {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        if cost.0 > 0 && state.used.0 + cost.0 > allowance.0 {
            return Err(Exhausted {
                balance: Balance::new(state.used, allowance),
                until_ms: state.month.end_ms(),
            });
        }
        // A clock that was set back does not reopen a month.
        let day = day_of(now_ms).max(state.month.first_day);
        let usage = UsageEntry { key, endpoint, day, tally: Tally { calls: 1, credits: cost } };
        state.record(usage);
        Ok((Charge(usage), Balance::new(state.used, allowance)))
    }

    /// Refunds a charge.
    pub fn refund(&self, Charge(mut usage): Charge, allowance: Credits) -> Balance {
        usage.tally = Tally { calls: -usage.tally.calls, credits: Credits(-usage.tally.credits.0) };
        let mut state = self.state();
        state.record(usage);
        Balance::new(state.used, allowance)
    }

    /// The balance of the month, without a charge.
    pub fn balance(&self, allowance: Credits, now_ms: i64) -> Balance {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        Balance::new(state.used, allowance)
    }

    /// Usage of the month by key and operation.
    pub fn report(&self, now_ms: i64) -> MonthUsage {
        let mut state = self.state();
        state.start_month_if_due(now_ms);
        let mut parts: Vec<_> = state
            .entries
            .iter()
            .filter(|(_, e)| !e.month.is_zero())
            .map(|((k, n), e)| (*k, *n, e.month))
            .collect();
        parts.sort_by_key(|p| (p.0, p.1));
        MonthUsage { month: state.month, used: state.used, parts }
    }

    /// Takes the usage that is not written yet.
    pub(crate) fn take_pending(&self) -> Vec<UsageEntry> {
        let mut state = self.state();
        if !std::mem::take(&mut state.has_pending) {
            return Vec::new();
        }
        let mut all = std::mem::take(&mut state.earlier);
        for ((key, endpoint), entry) in &mut state.entries {
            let tally = std::mem::take(&mut entry.pending);
            if !tally.is_zero() {
                all.push(UsageEntry { key: *key, endpoint: *endpoint, day: entry.day, tally });
            }
        }
        all
    }

    /// Puts usage back that could not be written, for the next time.
    pub(crate) fn put_back(&self, usage: Vec<UsageEntry>) {
        let mut state = self.state();
        state.has_pending |= !usage.is_empty();
        state.earlier.extend(usage);
    }
}

impl State {
    /// Begins a new month if the old one has ended.
    fn start_month_if_due(&mut self, now_ms: i64) {
        if day_of(now_ms) < self.month.end_day {
            return;
        }
        for ((key, endpoint), entry) in self.entries.drain() {
            if !entry.pending.is_zero() {
                self.earlier.push(UsageEntry { key, endpoint, day: entry.day, tally: entry.pending });
            }
        }
        self.month = Month::of(now_ms);
        self.used = Credits(0);
    }

    fn record(&mut self, usage: UsageEntry) {
        self.has_pending = true;
        if !self.month.has(usage.day) {
            // The refund comes after the month has ended.
            self.earlier.push(usage);
            return;
        }
        self.used.0 += usage.tally.credits.0;
        let entry = self.entries.entry((usage.key, usage.endpoint)).or_default();
        entry.month.add(usage.tally);
        if entry.day != usage.day {
            let tally = std::mem::take(&mut entry.pending);
            if !tally.is_zero() {
                self.earlier.push(UsageEntry { day: entry.day, tally, ..usage });
            }
            entry.day = usage.day;
        }
        entry.pending.add(usage.tally);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::clock::DAY_MS;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

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
        (
            0..3usize,
            (0..3usize).prop_map(|n| OPERATIONS[n]),
            prop_oneof![Just(0i64), Just(500), Just(20_000), 0..5000i64],
            any::<bool>(),
            prop_oneof![9 => Just(0i64), 1 => 1..900i64],
            any::<bool>(),
        )
            .prop_map(|(key, endpoint, cost, fails, hours_later, flushes)| Step {
                key,
                endpoint,
                cost,
                fails,
                hours_later,
                flushes,
            })
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The same charges in any order and from any number of threads come to the same books, however often
        /// they are written meanwhile.
        #[test]
        fn charges_from_many_threads_add_up_to_those_of_one(
            of_threads in prop::collection::vec(prop::collection::vec(step(), 0..60), 1..6)
        ) {
            let begin_ms = Month::new(2024, 2).from_ms() + 27 * DAY_MS;
            let meter = Meter::new(begin_ms, []);
            let written = Mutex::new(Vec::new());
            let run = |steps: &[Step]| {
                let mut now_ms = begin_ms;
                let mut kept = Vec::new();
                for s in steps {
                    // Within one month: a charge of the old month that meets the new one is one of the new.
                    now_ms = (now_ms + s.hours_later * 3_600_000).min(Month::of(begin_ms).end_ms() - 1);
                    let (cost, all) = (Credits(s.cost), Credits(i64::MAX));
                    let charged = meter.charge(key(s.key), s.endpoint, cost, all, now_ms);
                    let (charge, _) = charged.expect("no limit");
                    if s.fails {
                        meter.refund(charge, Credits(i64::MAX));
                    } else {
                        kept.push(charge.0);
                    }
                    if s.flushes {
                        written.lock().expect("written").extend(meter.take_pending());
                    }
                }
                kept
            };
            let model: Vec<UsageEntry> = std::thread::scope(|scope| {
                let threads: Vec<_> = of_threads.iter().map(|steps| scope.spawn(|| run(steps))).collect();
                threads.into_iter().flat_map(|t| t.join().expect("no panic")).collect()
            });
            let mut written = written.into_inner().expect("written");
            written.extend(meter.take_pending());
            let used: i64 = model.iter().map(|u| u.tally.credits.0).sum();
            prop_assert_eq!(meter.report(begin_ms).used.0, used);
            prop_assert_eq!(sums(written), sums(model));
        }
    }

    #[test]
    fn many_threads_never_lose_or_double_a_charge() {
        const THREADS: usize = 8;
        const EACH: usize = 20_000;
        let (now_ms, allowance) = (Month::new(2026, 11).from_ms(), Credits(30_000_000));
        let meter = Meter::new(now_ms, []);
        let written = Mutex::new(Vec::new());
        let accepted: i64 = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..THREADS)
                .map(|n| {
                    let (meter, written) = (&meter, &written);
                    scope.spawn(move || {
                        let mut accepted = 0;
                        for i in 0..EACH {
                            let charged = meter.charge(
                                key(n % 3),
                                OPERATIONS[i % 5],
                                Credits(250),
                                allowance,
                                now_ms + i as i64,
                            );
                            match charged {
                                Ok((charge, _)) if i % 7 == 0 => drop(meter.refund(charge, allowance)),
                                Ok(_) => accepted += 1,
                                Err(_) => {}
                            }
                            if i % 1000 == 0 {
                                written.lock().expect("written").extend(meter.take_pending());
                            }
                        }
                        accepted
                    })
                })
                .collect();
            workers.into_iter().map(|w| w.join().expect("no panic")).sum()
        });
        let mut written = written.into_inner().expect("written");
        written.extend(meter.take_pending());
        assert_eq!(written.iter().map(|u| u.tally.calls).sum::<i64>(), accepted);
        assert_eq!(written.iter().map(|u| u.tally.credits.0).sum::<i64>(), accepted * 250);
        let report = meter.report(now_ms);
        assert_eq!(report.used.0, accepted * 250);
        assert!(
            report.used <= allowance && allowance.0 - report.used.0 < 250 * 2 * THREADS as i64,
            "the allowance is used up and not passed: {}",
            report.used
        );
    }

    #[test]
    fn a_new_month_begins_at_midnight_in_leap_years_too() {
        let feb = Month::new(2024, 2);
        let meter =
            Meter::new(feb.from_ms(), [(key(1), OPERATIONS[0], Tally { calls: 3, credits: Credits(900) })]);
        let charge = |now_ms| meter.charge(key(1), OPERATIONS[0], Credits(200), Credits(1000), now_ms);
        assert_eq!(
            charge(feb.from_ms() + 28 * DAY_MS).map_err(|e| e.until_ms),
            Err(Month::new(2024, 3).from_ms()),
            "February 29 is still February"
        );
        assert!(charge(feb.end_ms() - 1).is_err());
        let (late, balance) = charge(feb.end_ms()).expect("a new allowance");
        assert_eq!((balance.used.0, balance.remaining.0), (200, 800));
        // A charge of the old month that is taken back in the new one does not touch the new one.
        let before = Meter::new(feb.from_ms(), []);
        let (charge, _) = before
            .charge(key(2), OPERATIONS[1], Credits(500), Credits(500), feb.end_ms() - 1)
            .expect("within");
        assert_eq!(before.balance(Credits(500), feb.end_ms()).used.0, 0);
        assert_eq!(before.refund(charge, Credits(500)).used.0, 0);
        assert!(sums(before.take_pending()).is_empty());
        assert_eq!(meter.refund(late, Credits(1000)).used.0, 0);
    }
}
