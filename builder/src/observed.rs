//! Age of the last observation of ΔT.

use crate::{Error, sources};
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// Age of the last observation that causes a warning, days: predictions of a year are good to 0.05 s.
const OLD_AFTER_DAYS: f64 = 365.25;

/// The last observation of ΔT among the sources.
///
/// ```
/// use builder::ObservedDeltaT;
///
/// let observed = ObservedDeltaT { until: "2025-06-30".into(), age_days: 400.0, is_old: true };
/// assert!(observed.to_string().contains("umbra update-delta-t"), "a warning names the remedy");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ObservedDeltaT {
    /// Its day, ISO 8601.
    pub until: String,
    /// Days from it to now.
    pub age_days: f64,
    /// `true` if that is more than a year.
    pub is_old: bool,
}

impl ObservedDeltaT {
    /// The last observation of a folder of sources.
    pub(crate) fn of(source: &Path) -> Result<Self, Error> {
        let jd = sources::delta_t::observed_until(source)?.0;
        Ok(Self::new(((jd - UNIX_EPOCH_JD) * MS_PER_DAY as f64) as i64, artifacts::built::now_unix_ms()))
    }

    /// From its instant and the present, milliseconds since 1970.
    fn new(until_ms: i64, now_ms: i64) -> Self {
        let age_days = ((now_ms - until_ms) as f64 / MS_PER_DAY as f64).floor();
        let until = astro::time::iso_text_ms(until_ms).split('T').next().unwrap_or_default().to_owned();
        Self { until, age_days, is_old: age_days > OLD_AFTER_DAYS }
    }
}

impl fmt::Display for ObservedDeltaT {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "ΔT observed until {}, {} days ago", self.until, self.age_days)?;
        if self.is_old {
            writeln!(
                f,
                "  warning: that is more than a year; later times rest on a prediction. \
                 `umbra update-delta-t` renews it from finals2000A.all of the IERS"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_observation_of_more_than_a_year_ago_is_warned_of() {
        let day = MS_PER_DAY;
        let young = ObservedDeltaT::new(0, 365 * day + day / 2);
        assert_eq!(young.to_string(), "ΔT observed until 1970-01-01, 365 days ago\n");
        let old = ObservedDeltaT::new(0, 366 * day);
        assert!(old.is_old && old.to_string().contains("warning"), "{old}");
        assert!(!ObservedDeltaT::new(366 * day, 0).is_old, "a clock that is behind");
    }
}
