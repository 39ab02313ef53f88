//! The parameters of `/insolation/…`.

use crate::api::value::Value;
use crate::endpoints::prelude::*;
use crate::vocabulary::horizon_profile::HorizonInput;

const SECONDS_PER_DAY: i64 = 86_400;
/// Default step of the integration, s.
const DEFAULT_STEP_S: f64 = 3600.0;
/// Credits for a day in steps of an hour, which is also the minimum cost of a call.
pub(super) const MIN_COST: f64 = 3.0;

/// The description of `eclipse`.
pub(super) const ECLIPSE: &str = "`1` (or `true`) reduces all irradiances by the fraction of sunlight that a \
    solar eclipse blocks for the observer, including limb darkening. `0` (or `false`, the default) ignores \
    eclipses.";

/// A range and the observer.
#[derive(Parameters)]
#[parameters(inline, check = in_order(start_date, end_date))]
pub(super) struct InsolationRange {
    /// Start of the range, Universal Time.
    #[param(path, example = "2024-06-21")]
    pub(super) start_date: Instant,
    /// End of the range, not included.
    #[param(path, example = "2024-06-22")]
    pub(super) end_date: EndDate,
    #[param(flatten)]
    days_input: DaysInput,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER)]
    pub(super) obs: Site,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
}

impl InsolationRange {
    /// Names of the parameters of both ends.
    pub(super) const NAMES: [&str; 2] = [Self::START_DATE.name, Self::END_DATE.name];
}

/// The tilted surface and the turbidity of the air.
#[derive(Debug, Clone, Copy, PartialEq, Parameters)]
pub(super) struct InsolationSurface {
    /// Tilt of the surface from horizontal, degrees. The default is 0.
    #[param(example = "35", min = 0.0, max = 90.0, default)]
    pub(super) tilt: f64,
    /// Azimuth that the surface faces, degrees from north through east. The default is 180.
    #[param(example = "180", min = 0.0, max = 360.0, default = 180.0)]
    pub(super) azimuth: f64,
    /// Fraction of light reflected by the ground, 0 … 1: 0.2 grass (the default), 0.8 fresh snow.
    #[param(example = "0.2", min = 0.0, max = 1.0, default = 0.2)]
    pub(super) albedo: f64,
    /// Linke turbidity of the air, a pure number: 2 clear and cold, 3 (the default), 5 in cities.
    #[param(example = "3", min = 1.0, max = 10.0, default = 3.0)]
    pub(super) turbidity: f64,
}

/// The parameters of the irradiance model.
#[derive(Parameters)]
#[parameters(inline)]
pub(super) struct InsolationLight {
    #[param(flatten)]
    pub(super) surface: InsolationSurface,
    #[param(example = "1", meaning = ECLIPSE, default)]
    pub(super) eclipse: Flag,
    #[param(flatten)]
    pub(super) horizon: HorizonInput,
    /// `precise` or `truncated`.
    #[param(computed)]
    pub(super) alg: TheoryOfEvents,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
}

/// The parameters of `/insolation/daily` and `/insolation/monthly`.
#[derive(Parameters)]
pub(super) struct InsolationQuery {
    #[param(flatten)]
    pub(super) range: InsolationRange,
    /// Maximum step of the integration in seconds, a divisor of 86400. The default is 3600. For a day without
    /// an eclipse, every step gives an accuracy of 0.3 %, or 0.1 % for direct and global light.
    #[param(example = "1800", min = 60, max = 21_600, default = IntegrationStep(DEFAULT_STEP_S))]
    pub(super) interval: IntegrationStep,
    #[param(flatten)]
    pub(super) light: InsolationLight,
    /// The days of the range.
    #[param(computed, silent)]
    pub(super) days: Days,
}

/// A step in seconds that divides a day.
#[derive(Debug, Clone, Copy)]
pub(super) struct IntegrationStep(pub(super) f64);

impl Value for IntegrationStep {
    type Echo = f64;

    fn accepted(p: &Parameter) -> Accepted {
        i64::accepted(p)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let step_s = i64::read(input, p)?;
        if SECONDS_PER_DAY % step_s != 0 {
            input.wrong(p.name, format!("{step_s} must divide {SECONDS_PER_DAY}, for example 1800"));
        }
        Some(Self(step_s as f64))
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

impl InsolationQuery {
    /// Reads a request of at most `max_days`.
    pub(super) fn new(input: &mut Input, max_days: i64) -> Result<Self, Problem> {
        let mut query: Self = input.parameters()?;
        query.days = Days::counted(query.range.start_date, *query.range.end_date, max_days)?;
        Ok(query)
    }

    pub(super) fn cost(&self) -> f64 {
        let of_days = MIN_COST * self.days.count as f64 * (DEFAULT_STEP_S / self.interval.0).max(1.0);
        of_days + self.light.horizon.cost()
    }
}
