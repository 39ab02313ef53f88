//! Universal Time of instants that count in hours of TD from t0.

use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::time::Tt;

const MS_PER_HOUR: f64 = 3_600_000.0;

/// A conversion between hours of TD since t0 of an eclipse and Universal Time.
///
/// ```
/// use astro::time::Tt;
/// // 2024-04-08, 18h TD.
/// let clock = maps::EclipseClock::new(Tt(2_460_409.25), 69.2);
/// assert_eq!(clock.iso(0.5), "2024-04-08T18:28:50.800Z");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EclipseClock {
    /// Milliseconds since 1970-01-01, 0h UT, at t0.
    zero_ms: f64,
    /// The midnight from which steps count, in the same milliseconds.
    midnight_ms: i64,
}

impl EclipseClock {
    /// Returns the clock of elements that count from `t0`, for a ΔT in seconds. Steps count from 0h UT of the
    /// day of t0.
    pub fn new(t0: Tt, delta_t_s: f64) -> Self {
        let zero_ms = (t0.0 - UNIX_EPOCH_JD) * MS_PER_DAY as f64 - delta_t_s * 1000.0;
        Self { zero_ms, midnight_ms: 0 }.counting_from_day_of(0.0)
    }

    /// Returns this clock with steps counted from 0h UT of the day of an instant, hours from t0.
    pub(crate) fn counting_from_day_of(self, hours: f64) -> Self {
        Self { midnight_ms: self.unix_ms(hours).div_euclid(MS_PER_DAY) * MS_PER_DAY, ..self }
    }

    /// Returns the instant `hours` after t0, milliseconds since 1970-01-01, 0h UT.
    pub fn unix_ms(&self, hours: f64) -> i64 {
        (self.zero_ms + hours * MS_PER_HOUR).round() as i64
    }

    /// Returns the hours from t0 to an instant in milliseconds since 1970-01-01, 0h UT.
    pub fn hours(&self, unix_ms: i64) -> f64 {
        (unix_ms as f64 - self.zero_ms) / MS_PER_HOUR
    }

    /// Returns the instant `hours` after t0 as ISO 8601 with milliseconds and `Z`.
    pub fn iso(&self, hours: f64) -> String {
        iso(self.unix_ms(hours))
    }

    /// Returns the whole multiples of a step of UT between two instants in hours from t0, both included;
    /// milliseconds since 1970-01-01, 0h UT. A step that is not positive gives none.
    ///
    /// All multiples count from one midnight: in a [`crate::Collection`] from 0h UT of the day of greatest
    /// eclipse. A step that does not divide a day, such as 7 minutes, therefore gives the same instants for
    /// all curves and continues across midnight.
    pub fn multiples(self, (from, to): (f64, f64), step_ms: i64) -> impl Iterator<Item = i64> {
        let (from_ms, to_ms) = (self.unix_ms(from), self.unix_ms(to));
        let instant = move |k: i64| k.checked_mul(step_ms)?.checked_add(self.midnight_ms);
        // Negated twice, the quotient is rounded up instead of down. A step of 0 divides to `None`.
        let first = (self.midnight_ms - from_ms).checked_div_euclid(step_ms.max(0)).map(|quotient| -quotient);
        let numbers = first.into_iter().flat_map(|first| first..);
        numbers.map_while(instant).take_while(move |at| *at <= to_ms)
    }
}

/// Returns an instant in milliseconds since 1970-01-01, 0h UT, as ISO 8601 with milliseconds and `Z`.
///
/// ```
/// assert_eq!(maps::iso(1_712_600_238_400), "2024-04-08T18:17:18.400Z");
/// ```
pub fn iso(unix_ms: i64) -> String {
    let mut text = astro::time::iso_text_ms(unix_ms);
    text.push('Z');
    text
}

/// The time of day of an instant, such as `18:30Z`, with seconds unless they are zero.
pub(crate) fn time_of_day(unix_ms: i64) -> String {
    let text = astro::time::iso_text_ms(unix_ms);
    let time = text.split_once('T').map_or("", |(_, time)| time);
    let time = time.strip_suffix(".000").unwrap_or(time);
    let is_whole_minute = time.len() == 8 && time.ends_with(":00");
    format!("{}Z", if is_whole_minute { &time[..5] } else { time })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_whole_multiples_of_universal_time() {
        // 2024-04-08, 18h TD: 17:58:50.800 UT with ΔT = 69.2 s.
        let clock = EclipseClock::new(Tt(2_460_409.25), 69.2);
        assert_eq!(clock.iso(0.0), "2024-04-08T17:58:50.800Z");
        let times: Vec<_> = clock.multiples((0.0, 0.5), 600_000).map(time_of_day).collect();
        assert_eq!(times, ["18:00Z", "18:10Z", "18:20Z"]);
        let times: Vec<_> = clock.multiples((0.0, 0.005), 6000).map(time_of_day).collect();
        assert_eq!(times, ["17:58:54Z", "17:59Z", "17:59:06Z"]);
        assert!((clock.hours(clock.unix_ms(1.25)) - 1.25).abs() < 1e-6);
    }

    #[test]
    fn no_step_panics() {
        let clock = EclipseClock::new(Tt(2_460_409.25), 69.2);
        for (step_ms, count) in [(0, 0), (-1, 0), (i64::MIN, 0), (i64::MAX, 0), (1, 3_600_001)] {
            assert_eq!(clock.multiples((0.5, 1.5), step_ms).count(), count, "{step_ms}");
        }
        assert_eq!(clock.multiples((1.5, 0.5), 1).count(), 0);
    }
}
