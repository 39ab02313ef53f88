//! Hours of an eclipse and Universal Time.

use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::time::Tt;

const MS_PER_HOUR: f64 = 3_600_000.0;

/// Tells Universal Time from hours of TD since t0 of an eclipse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Milliseconds since 1970-01-01, 0h UT, at t0.
    zero_ms: f64,
}

impl Clock {
    /// The clock of elements that count from `t0`, for a ΔT in seconds.
    pub fn new(t0: Tt, delta_t_s: f64) -> Self {
        Self { zero_ms: (t0.0 - UNIX_EPOCH_JD) * MS_PER_DAY as f64 - delta_t_s * 1000.0 }
    }

    /// Milliseconds since 1970-01-01, 0h UT, `hours` after t0.
    pub fn unix_ms(&self, hours: f64) -> i64 {
        (self.zero_ms + hours * MS_PER_HOUR).round() as i64
    }

    /// Hours from t0 to an instant, milliseconds since 1970-01-01, 0h UT.
    pub fn hours(&self, unix_ms: i64) -> f64 {
        (unix_ms as f64 - self.zero_ms) / MS_PER_HOUR
    }

    /// The instant as ISO 8601 with milliseconds and `Z`.
    pub fn iso(&self, hours: f64) -> String {
        let mut text = astro::time::iso_text_ms(self.unix_ms(hours));
        text.push('Z');
        text
    }

    /// The whole multiples of a step of UT, counted from midnight, between two instants in hours from t0,
    /// both included; milliseconds since 1970-01-01, 0h UT.
    pub fn multiples(self, (from, to): (f64, f64), step_ms: i64) -> impl Iterator<Item = i64> {
        let (from_ms, to_ms) = (self.unix_ms(from), self.unix_ms(to));
        let midnight_ms = from_ms.div_euclid(MS_PER_DAY) * MS_PER_DAY;
        let first = (from_ms - midnight_ms + step_ms - 1).div_euclid(step_ms);
        (first..).map(move |k| midnight_ms + k * step_ms).take_while(move |at| *at <= to_ms)
    }
}

/// The time of day of an instant as `18:30Z`, with seconds if they are not zero.
pub(super) fn time_of_day(unix_ms: i64) -> String {
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
        let clock = Clock::new(Tt(2_460_409.25), 69.2);
        assert_eq!(clock.iso(0.0), "2024-04-08T17:58:50.800Z");
        let times: Vec<_> = clock.multiples((0.0, 0.5), 600_000).map(time_of_day).collect();
        assert_eq!(times, ["18:00Z", "18:10Z", "18:20Z"]);
        let times: Vec<_> = clock.multiples((0.0, 0.005), 6000).map(time_of_day).collect();
        assert_eq!(times, ["17:58:54Z", "17:59Z", "17:59:06Z"]);
        assert!((clock.hours(clock.unix_ms(1.25)) - 1.25).abs() < 1e-6);
    }
}
