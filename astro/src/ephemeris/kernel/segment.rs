//! The course of one body against another in Chebyshev polynomials, as SPK segments of type 2 hold it.

use crate::Error;
use crate::math::chebyshev;
use crate::math::vector::Vector;

/// An instant of TDB in two parts. One double would be rounded to 2 µs some centuries from J2000.0, in which
/// the Earth moves 6 cm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tdb {
    /// Seconds past J2000.0.
    pub past_j2000_s: f64,
    /// Seconds after these, few.
    pub after_s: f64,
}

impl Tdb {
    /// The instant in one part, seconds past J2000.0.
    fn rounded_s(self) -> f64 {
        self.past_j2000_s + self.after_s
    }

    /// The instant `seconds` earlier.
    pub(super) fn before(self, seconds: f64) -> Self {
        Self { after_s: self.after_s - seconds, ..self }
    }
}

/// Numbers at the head of a record: its middle and its half length, which follow from its place.
const HEAD: usize = 2;

/// The numbers in bytes, eight each, the least byte first or the greatest; what is left over is passed over.
///
/// ```
/// use astro::ephemeris::kernel::numbers;
/// assert_eq!(numbers(&1.5f64.to_be_bytes(), false), [1.5]);
/// ```
pub fn numbers(bytes: &[u8], is_least_first: bool) -> Vec<f64> {
    let (eights, _) = bytes.as_chunks();
    let number = if is_least_first { f64::from_le_bytes } else { f64::from_be_bytes };
    eights.iter().map(|eight| number(*eight)).collect()
}

/// Records of equal length in time, each with the coefficients of x, y and z (km, ICRF).
///
/// Source: NAIF, *SPK Required Reading*, "Type 2: Chebyshev (position only)".
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    start_s: f64,
    interval_s: f64,
    terms: usize,
    records: Vec<f64>,
}

impl Segment {
    /// Records of `interval_s` seconds, the first of which begins at `start_s`, seconds of TDB past J2000.0.
    /// `records` has for each its middle and half length, and the coefficients of x, then y, then z, `terms`
    /// of each. None if they are no whole records, or a record has no length.
    pub fn new(start_s: f64, interval_s: f64, terms: usize, records: Vec<f64>) -> Option<Self> {
        let is_whole = terms > 0 && !records.is_empty() && records.len().is_multiple_of(HEAD + 3 * terms);
        let is_long = interval_s > 0.0 && start_s.is_finite();
        (is_whole && is_long).then_some(Self { start_s, interval_s, terms, records })
    }

    /// Begin and end, seconds of TDB past J2000.0.
    pub fn range_s(&self) -> [f64; 2] {
        [self.start_s, self.start_s + self.interval_s * self.count() as f64]
    }

    fn count(&self) -> usize {
        self.records.len() / (HEAD + 3 * self.terms)
    }

    /// The coefficients of the record of an instant, and where in it the instant lies, −1 … 1.
    fn record(&self, t: Tdb) -> (&[f64], f64) {
        let position = (t.rounded_s() - self.start_s) / self.interval_s;
        // Rounding may put the end of the last record, or an instant before the first, just outside.
        let record = (position.max(0.0) as usize).min(self.count() - 1);
        let begin_s = self.start_s + record as f64 * self.interval_s;
        let s = (t.past_j2000_s - begin_s) + t.after_s;
        let width = HEAD + 3 * self.terms;
        (&self.records[record * width + HEAD..][..3 * self.terms], 2.0 * s / self.interval_s - 1.0)
    }

    /// Position, km; `t` within the range.
    fn position_km(&self, t: Tdb) -> Vector {
        let (record, x) = self.record(t);
        [0, 1, 2].map(|k| chebyshev::value(&record[k * self.terms..][..self.terms], x))
    }

    /// Velocity, km/s; `t` within the range.
    fn velocity_km_s(&self, t: Tdb) -> Vector {
        let (record, x) = self.record(t);
        let slope = |k: usize| chebyshev::derivative(&record[k * self.terms..][..self.terms], x);
        [0, 1, 2].map(|k| slope(k) * 2.0 / self.interval_s)
    }
}

/// The course of a body over one segment or several, in the order of the file, which together leave no gap.
///
/// If several cover an instant, the last of them in the file holds. Source: NAIF, *SPK Required Reading*,
/// "Segment Order and Priority".
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory(Vec<Segment>);

impl Trajectory {
    /// From segments in the order of the file, whatever their times. Errors: [`Error::OutOfRange`] with an
    /// instant of the gap if they leave one, or if there are none.
    ///
    /// ```
    /// use astro::ephemeris::kernel::{Trajectory, Segment};
    /// let record = vec![0.0, 0.0, 1.0, 2.0, 3.0];
    /// let day = |start_s| Segment::new(start_s, 86_400.0, 1, record.clone()).expect("a record");
    /// assert!(Trajectory::new(vec![day(86_400.0), day(0.0)]).is_ok());
    /// assert!(Trajectory::new(vec![day(0.0), day(90_000.0)]).is_err(), "an hour is missing");
    /// ```
    pub fn new(segments: Vec<Segment>) -> Result<Self, Error> {
        let mut ranges: Vec<_> = segments.iter().map(Segment::range_s).collect();
        ranges.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let begin = ranges.first().map_or(f64::NAN, |range| range[0]);
        let mut end = begin;
        for [from, to] in ranges {
            if from > end {
                return Err(Error::OutOfRange { name: "tdb_s", value: end, from: begin, to: end });
            }
            end = end.max(to);
        }
        if begin.is_nan() {
            return Err(Error::OutOfRange { name: "tdb_s", value: begin, from: begin, to: begin });
        }
        Ok(Self(segments))
    }

    /// Begin and end, seconds of TDB past J2000.0.
    pub fn range_s(&self) -> [f64; 2] {
        let ranges = self.0.iter().map(Segment::range_s);
        ranges.fold([f64::INFINITY, f64::NEG_INFINITY], |all, one| [all[0].min(one[0]), all[1].max(one[1])])
    }

    /// The last segment in the file that covers an instant; outside of the range the nearest.
    fn segment(&self, t: Tdb) -> &Segment {
        let tdb_s = t.rounded_s();
        let outside_s = |segment: &Segment| {
            let [from, to] = segment.range_s();
            (from - tdb_s).max(tdb_s - to).max(0.0)
        };
        let last_first = self.0.iter().rev();
        // Segments that cover the instant are equal; min_by returns the first of them.
        let nearest = last_first.min_by(|a, b| outside_s(a).total_cmp(&outside_s(b)));
        nearest.expect("a course without segments is not made")
    }

    /// Position, km; `t` within the range.
    pub fn position_km(&self, t: Tdb) -> Vector {
        self.segment(t).position_km(t)
    }

    /// Velocity, km/s; `t` within the range.
    pub(super) fn velocity_km_s(&self, t: Tdb) -> Vector {
        self.segment(t).velocity_km_s(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x = t² / 2 in days, y = t, z = 7, over two records of two days.
    fn parabola() -> Segment {
        const DAY: f64 = 86_400.0;
        // About the middle m of a record, with u = t − m in −1 … 1: t² / 2 = (m² + ½) / 2 + m u + T₂ / 4.
        let record = |m: f64| vec![m * DAY, DAY, m * m / 2.0 + 0.25, m, 0.25, m, 1.0, 0.0, 7.0, 0.0, 0.0];
        Segment::new(0.0, 2.0 * DAY, 3, [record(1.0), record(3.0)].concat()).expect("two records")
    }

    #[test]
    fn positions_and_velocities_are_those_of_the_polynomials_up_to_both_ends() {
        let segment = parabola();
        assert_eq!(segment.range_s(), [0.0, 4.0 * 86_400.0]);
        for days in [0.0, 0.3, 1.9, 2.0, 3.1, 4.0] {
            let t = Tdb { past_j2000_s: 86_400.0, after_s: (days - 1.0) * 86_400.0 };
            let (p, v) = (segment.position_km(t), segment.velocity_km_s(t).map(|v| v * 86_400.0));
            for (found, exact) in p.iter().chain(&v).zip([days * days / 2.0, days, 7.0, days, 1.0, 0.0]) {
                assert!((found - exact).abs() < 1e-12, "{days}: {found} {exact}");
            }
        }
    }

    #[test]
    fn where_segments_overlap_the_last_in_the_file_holds_and_only_as_far_as_it_reaches() {
        const DAY: f64 = 86_400.0;
        let constant = |from: f64, days: f64, x: f64| {
            Segment::new(from * DAY, days * DAY, 1, vec![0.0, 0.0, x, 0.0, 0.0]).expect("a record")
        };
        let (long, nested) = (constant(0.0, 10.0, 1.0), constant(4.0, 2.0, 2.0));
        let x_on = |course: &Trajectory, day: f64| {
            course.position_km(Tdb { past_j2000_s: day * DAY, after_s: 0.0 })[0]
        };
        let days = [-0.1, 0.0, 3.9, 4.0, 5.0, 6.0, 6.1, 10.0, 10.1];
        let course = Trajectory::new(vec![long.clone(), nested.clone()]).expect("no gap");
        assert_eq!(course.range_s(), [0.0, 10.0 * DAY]);
        assert_eq!(days.map(|day| x_on(&course, day)), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0]);
        let covered = Trajectory::new(vec![nested, long]).expect("no gap");
        assert_eq!(days.map(|day| x_on(&covered, day)), [1.0; 9]);
        assert!(Trajectory::new(Vec::new()).is_err());
    }
}
