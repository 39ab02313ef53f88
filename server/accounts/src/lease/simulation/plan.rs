//! The decisions of a seed before the simulation begins.

use fastrand::Rng;

/// The site, the load and the faults.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub(super) servers: usize,
    pub(super) accounts: usize,
    /// Allowance of each account, millicredits.
    pub(super) allowance: i64,
    pub(super) lease_percent: f64,
    /// Calls a second of a server.
    pub(super) calls_per_s: u64,
    /// The dearest call, millicredits.
    pub(super) dearest: i64,
    /// The duration of the load, s.
    pub(super) seconds: u64,
    /// `true` if a month ends during the load.
    pub(super) ends_month: bool,
    /// Time of a message under way, the least and the most, ms.
    pub(super) delay_ms: (u64, u64),
    /// Chance that a message is lost, comes twice, or is under way for seconds.
    pub(super) lost: f64,
    pub(super) doubled: f64,
    pub(super) slow: f64,
    /// Numbers of events.
    pub(super) silences: usize,
    pub(super) kills: usize,
    pub(super) stops: usize,
    pub(super) crashes: usize,
    pub(super) jumps: usize,
    pub(super) refunds: usize,
    pub(super) changes: usize,
}

impl Plan {
    /// A site whose store answers in time.
    pub(super) fn without_faults(rng: &mut Rng) -> Self {
        let allowance = [1_000, 50_000, 300_000, 5_000_000][rng.usize(..4)] + rng.i64(0..1000);
        let longest_ms = [1, 5, 60][rng.usize(..3)];
        Self {
            servers: rng.usize(1..=4),
            accounts: rng.usize(1..=2),
            allowance,
            lease_percent: [0.1, 1.0, 10.0][rng.usize(..3)],
            calls_per_s: [5, 50, 200][rng.usize(..3)],
            dearest: [1, allowance / 1000, allowance / 50, allowance / 5][rng.usize(..4)].max(1),
            seconds: rng.u64(1..6),
            ends_month: rng.bool(),
            delay_ms: (0, longest_ms),
            refunds: [0, 20][rng.usize(..2)],
            ..Self::default()
        }
    }

    /// A site with faults, each of which most seeds leave out.
    pub(super) fn with_faults(rng: &mut Rng) -> Self {
        let some = |most: usize| if rng.u8(..3) == 0 { rng.usize(1..=most) } else { 0 };
        let counts = [3, 3, 2, 1, 4, 3, 10, 10, 10].map(some);
        let [silences, kills, stops, crashes, jumps, changes, lost, doubled, slow] = counts;
        Self {
            silences,
            kills,
            stops,
            crashes,
            jumps,
            changes,
            lost: lost as f64 / 100.0,
            doubled: doubled as f64 / 100.0,
            slow: slow as f64 / 500.0,
            seconds: rng.u64(2..12),
            ..Self::without_faults(rng)
        }
    }
}
