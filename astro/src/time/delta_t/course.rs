//! ΔT over an interval of time, for computations at many thousand instants.

use crate::Error;
use crate::time::delta_t::table::DeltaT;
use crate::time::scale::{Tt, Ut1};

/// Time between two values, in which a table of ΔT bends by less than 4 ms since 1600: most where a node lies
/// in it.
const STEP_DAYS: f64 = 8.0;

/// ΔT over a stretch of time, linear between values eight days apart.
#[derive(Debug, Clone, PartialEq)]
pub struct DeltaTInterpolation {
    from: Ut1,
    values_s: Vec<f64>,
}

impl DeltaTInterpolation {
    /// Returns a ΔT that is the same at all times, s.
    pub fn constant(delta_t_s: f64) -> Self {
        Self { from: Ut1(0.0), values_s: vec![delta_t_s] }
    }

    /// ΔT of a table from one instant to another; constant before and after. Outside the table:
    /// [`Error::OutOfRange`].
    pub fn of_table(table: &DeltaT, from: Ut1, to: Ut1) -> Result<Self, Error> {
        let count = (to.days_since(from) / STEP_DAYS).ceil().max(0.0) as usize + 1;
        // The last value lies beyond the end, where there may be no table any more.
        let at = |k: usize| {
            let t = from.plus_days(k as f64 * STEP_DAYS);
            if t > to { table.at_ut1(t).or_else(|_| table.at_ut1(to)) } else { table.at_ut1(t) }
        };
        Ok(Self { from, values_s: (0..count).map(at).collect::<Result<_, _>>()? })
    }

    /// ΔT at an instant, s.
    #[inline]
    pub fn at(&self, t: Ut1) -> f64 {
        let last = self.values_s.len() - 1;
        let position = (t.days_since(self.from) / STEP_DAYS).clamp(0.0, last as f64);
        let k = (position as usize).min(last.saturating_sub(1));
        let next = self.values_s[(k + 1).min(last)];
        self.values_s[k] + (next - self.values_s[k]) * (position - k as f64)
    }

    /// Terrestrial Time of an instant.
    #[inline]
    pub fn tt(&self, t: Ut1) -> Tt {
        t.to_tt(self.at(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::delta_t::{DeltaTOrigin, Node};

    #[test]
    fn a_course_is_its_table_between_the_ends_and_stays_still_outside() {
        let node = |year, delta_t_s| Node { year, delta_t_s, sigma_s: 0.05, source: DeltaTOrigin::Table };
        let table = DeltaT::new(vec![node(1999.0, 60.0), node(2010.0, 71.0)]).expect("two nodes");
        let (from, to) = (Ut1(2_451_544.5), Ut1(2_451_544.5 + 1000.0));
        let course = DeltaTInterpolation::of_table(&table, from, to).expect("within the table");
        for days in [0.0, 0.1, 31.9, 32.0, 500.0, 991.9] {
            let t = from.plus_days(days);
            let exact = table.at_ut1(t).expect("within the table");
            // The days of a leap year count a little less.
            assert!((course.at(t) - exact).abs() < 1e-3, "{days}: {} {exact}", course.at(t));
        }
        assert_eq!(course.at(from.plus_days(-5.0)), course.at(from));
        // At a node ΔT bends most: here by as much as in 1865, from rising by 0.6 s a year to not at all.
        let bent = DeltaT::new(vec![node(1999.0, 60.0), node(2000.5, 60.9), node(2010.0, 60.9)]);
        let bent = bent.expect("three nodes");
        let course = DeltaTInterpolation::of_table(&bent, from, to).expect("within the table");
        let error = |hour: i32| {
            let t = from.plus_hours(f64::from(hour));
            (course.at(t) - bent.at_ut1(t).expect("within the table")).abs()
        };
        let worst = (0..24_000).map(error).fold(0.0, f64::max);
        assert!(worst < 4e-3 * 1.5, "{worst} s");
        assert_eq!(DeltaTInterpolation::constant(69.2).at(to), 69.2);
        assert!(DeltaTInterpolation::of_table(&table, Ut1(0.0), to).is_err());
    }
}
