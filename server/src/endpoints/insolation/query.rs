//! The echo of the operations over a range.

use super::sunlight::Panel;
use crate::api::site::Site;
use crate::vocabulary::coverage::TheoryOfEvents;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::AskedDeltaT;
use serde::Serialize;
use utoipa::ToSchema;

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = InsolationQuery)]
pub(super) struct Query {
    /// Name of the operation.
    pub(super) name: &'static str,
    /// Where the range begins.
    #[serde(rename = "start-date")]
    start: String,
    /// The end.
    #[serde(rename = "end-date")]
    end: String,
    /// The observer.
    obs: Site,
    /// Seconds between instants, or greatest step of the integration.
    interval: f64,
    #[serde(flatten)]
    panel: Panel,
    /// Whether eclipses are taken into account: 0 or 1.
    eclipse: u8,
    /// `precise` or `truncated`.
    #[schema(value_type = TheoryOfEvents)]
    alg: &'static str,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

/// The parameters of a range.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) days: Days,
    pub(super) site: Site,
    pub(super) interval_s: f64,
    pub(super) panel: Panel,
    pub(super) with_eclipse: bool,
    /// The ΔT that is asked for.
    pub(super) delta_t: AskedDeltaT,
}

impl Range {
    /// The echo of the parameters.
    pub(super) fn query(&self, name: &'static str, alg: &'static str, cost: f64) -> Query {
        Query {
            name,
            start: self.days.start.iso(),
            end: self.days.end.iso(),
            obs: self.site,
            interval: self.interval_s,
            panel: self.panel,
            eclipse: u8::from(self.with_eclipse),
            alg,
            delta_t: self.delta_t,
            cost,
        }
    }
}
