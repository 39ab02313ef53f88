//! The chance of a central eclipse where ΔT is uncertain: only from the service.

use crate::instant::Instant;
use astro::eclipse::local::{CentralChance, CentralInterval};
use serde::Serialize;
use utoipa::ToSchema;

/// Probabilities of a central eclipse for a Gaussian error of ΔT.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = ChanceOfCentralEclipse)]
pub struct Chance {
    /// Probability that the place sees a total eclipse, 0 … 1.
    #[schema(minimum = 0, maximum = 1)]
    pub total: f64,
    /// Probability that the place sees an annular eclipse, 0 … 1.
    #[schema(minimum = 0, maximum = 1)]
    pub annular: f64,
    /// Intervals of ΔT with a central eclipse at the place, in ascending order, within six standard errors of
    /// ΔT.
    pub intervals: Vec<ChanceInterval>,
    /// Greatest eclipse at the place lies between these instants with a probability of 95 %.
    pub max: ChanceOfInstant,
}

/// An interval of ΔT.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ChanceInterval {
    /// `true` if the eclipse is total, `false` if it is annular.
    pub total: bool,
    /// Least ΔT, s; null if the interval begins beyond six standard errors.
    pub from: Option<f64>,
    /// Greatest ΔT, s; null if the interval ends beyond six standard errors.
    pub to: Option<f64>,
    /// Probability that ΔT lies within, 0 … 1.
    #[schema(minimum = 0, maximum = 1)]
    pub probability: f64,
}

/// An interval of time.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChanceOfInstant {
    /// First instant, UTC, ISO 8601.
    #[schema(value_type = String)]
    pub from: Instant,
    /// Last instant, UTC, ISO 8601.
    #[schema(value_type = String)]
    pub to: Instant,
    /// Local time of `from`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from_local: Option<String>,
    /// Local time of `to`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to_local: Option<String>,
}

impl From<&CentralChance> for Chance {
    fn from(chance: &CentralChance) -> Self {
        let [from, to] = chance.greatest.map(Instant::from_ut1);
        let interval = |i: &CentralInterval| {
            let [from, to] = [i.from_s, i.to_s].map(|s| Some((s? * 100.0).round() / 100.0));
            ChanceInterval { total: i.is_total, from, to, probability: rounded(i.probability) }
        };
        Self {
            total: rounded(chance.probability(true)),
            annular: rounded(chance.probability(false)),
            intervals: chance.intervals.iter().map(interval).collect(),
            max: ChanceOfInstant { from, to, from_local: None, to_local: None },
        }
    }
}

impl Chance {
    /// Adds the local times; `local` is that of an instant.
    pub fn add_local_times(&mut self, local: impl Fn(Instant) -> Option<String>) {
        (self.max.from_local, self.max.to_local) = (local(self.max.from), local(self.max.to));
    }
}

/// A probability to four decimals.
fn rounded(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}
