//! The chance that an observer is in the central path, where ΔT is uncertain.
//!
//! An error of ΔT turns the Earth under the shadow, so the path moves east or west. The central path covers
//! the observer for some values of ΔT: one interval for most eclipses, two where the path turns back.

use crate::earth::Observer;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::circumstances::{Circumstances, ObservedEclipse};
use crate::math::portable::Portable;
use crate::math::search::{self, Sample};
use crate::time::Ut1;
use std::f64::consts::SQRT_2;

/// Standard errors of ΔT on either side of its value that are searched; 2e-9 of the probability is beyond.
const REACH_SIGMAS: f64 = 6.0;
/// Samples on either side. Between them a path that is narrower than their distance is found as a minimum of
/// the distance from it.
const SAMPLES: i32 = 120;
/// Tolerance of the ends of an interval of ΔT, s.
const TOLERANCE_S: f64 = 0.01;
/// Standard errors on either side that contain 95 % of a Gaussian.
const SIGMAS_OF_95_PERCENT: f64 = 1.959_964;
/// Sine of the altitude of the Sun's centre with its upper limb on the horizon: −16′, and 34′ of refraction.
const RISEN: f64 = -0.014_544;

/// Values of ΔT with which the observer sees a central eclipse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CentralInterval {
    /// `true` if the eclipse is total, `false` if it is annular.
    pub is_total: bool,
    /// The least ΔT, s; none if it is less than all that are searched.
    pub from_s: Option<f64>,
    /// The greatest ΔT, s; none if it is greater than all that are searched.
    pub to_s: Option<f64>,
    /// Probability that ΔT lies within, 0 … 1.
    pub probability: f64,
}

/// Possible circumstances of an observer within the uncertainty of ΔT.
#[derive(Debug, Clone, PartialEq)]
pub struct CentralChance {
    /// Intervals in ascending order; none without a chance.
    pub intervals: Vec<CentralInterval>,
    /// Instants of greatest magnitude at the observer between which the true one lies with 95 %.
    pub greatest: [Ut1; 2],
}

impl CentralChance {
    /// The chance of an observer if ΔT has a Gaussian error: value and standard error in seconds, σ > 0.
    ///
    /// The Sun's upper limb must be above the level horizon at greatest eclipse. The error of the elements is
    /// left out: an arcsecond of the Moon is two seconds of ΔT. Ends of intervals to 0.01 s. None if there is
    /// no greatest eclipse to be found. Source: the criterion m < |L2| of Meeus, *Elements of Solar Eclipses*
    /// (1989), p. 25; the use of ΔT as the unknown of Stephenson, *Historical Eclipses and Earth's Rotation*
    /// (1997).
    pub fn of(elements: &Polynomials, observer: Observer, delta_t_s: f64, sigma_s: f64) -> Option<Self> {
        let greatest = |delta_t_s: f64| ObservedEclipse::new(elements, observer, delta_t_s).greatest();
        // Negative inside the path with the Sun up.
        let outside = |delta_t_s: f64| greatest(delta_t_s).map_or(f64::INFINITY, |c| outside(&c));
        let at = |k: i32| delta_t_s + f64::from(k) / f64::from(SAMPLES) * REACH_SIGMAS * sigma_s;
        let samples: Vec<_> = (-SAMPLES..=SAMPLES).map(|k| Sample::of(outside, at(k))).collect();
        let tolerance = TOLERANCE_S.min(sigma_s * 1e-3);
        let nearest = samples.windows(3).filter(|w| w[1].value <= w[0].value && w[1].value <= w[2].value);
        let nearest = nearest.filter_map(|w| search::minimum(outside, w[0].t, w[2].t, tolerance).ok());
        let mut all: Vec<_> =
            nearest.map(|t| Sample::of(outside, t)).chain(samples.iter().copied()).collect();
        all.sort_by(|a, b| a.t.total_cmp(&b.t));
        let [first, last] = [all[0], all[all.len() - 1]];
        let below = |t: f64| 0.5 * (1.0 + ((t - delta_t_s) / sigma_s / SQRT_2).error_function());
        let interval = |from_s: Option<f64>, to_s: Option<f64>| {
            let [from, to] = [from_s.unwrap_or(first.t), to_s.unwrap_or(last.t)];
            let is_total = greatest((from + to) / 2.0)?.umbra < 0.0;
            Some(CentralInterval { is_total, from_s, to_s, probability: below(to) - below(from) })
        };
        let (mut intervals, mut since) = (Vec::new(), (first.value < 0.0).then_some(None));
        // A change from positive to negative begins an interval. Outside, a value is positive or not finite.
        for change in search::sign_changes(outside, all, tolerance) {
            match change.is_rising {
                false => since = Some(Some(change.t)),
                true => intervals.extend(since.take().and_then(|from| interval(from, Some(change.t)))),
            }
        }
        intervals.extend(since.and_then(|from| interval(from, None)));
        let reach_s = SIGMAS_OF_95_PERCENT * sigma_s;
        // The larger ΔT, the earlier in Universal Time.
        let instant = |delta_t_s: f64| Some(elements.t0.plus_hours(greatest(delta_t_s)?.t).to_ut1(delta_t_s));
        Some(Self { intervals, greatest: [instant(delta_t_s + reach_s)?, instant(delta_t_s - reach_s)?] })
    }

    /// Probability of a total (`true`) or an annular eclipse, 0 … 1.
    pub fn probability(&self, is_total: bool) -> f64 {
        self.intervals.iter().filter(|i| i.is_total == is_total).map(|i| i.probability).sum()
    }
}

/// Distance of the observer from the central path at greatest eclipse, Earth equatorial radii, or how far the
/// Sun is below the horizon; negative where both are met.
fn outside(c: &Circumstances) -> f64 {
    (c.m - c.umbra.abs()).max(RISEN - c.zeta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eclipse::published::APRIL_2024;

    /// By counting: the share of values of ΔT, weighted by the density, with a central eclipse.
    fn counted(observer: Observer, delta_t_s: f64, sigma_s: f64) -> f64 {
        const STEPS: i32 = 20_000;
        let (mut inside, mut all) = (0.0, 0.0);
        for k in -STEPS..=STEPS {
            let z = f64::from(k) / f64::from(STEPS) * REACH_SIGMAS;
            let weight = (-z * z / 2.0).exp();
            let local = ObservedEclipse::new(&APRIL_2024, observer, delta_t_s + z * sigma_s);
            let is_central = local.greatest().is_some_and(|c| outside(&c) < 0.0);
            inside += if is_central { weight } else { 0.0 };
            all += weight;
        }
        inside / all
    }

    #[test]
    fn the_probability_is_the_share_of_all_values_of_delta_t() {
        let mut worst = 0.0f64;
        for (latitude, longitude) in
            [(25.3, -104.1), (25.3, -102.0), (45.0, -72.0), (45.0, -60.0), (51.5, 0.0)]
        {
            for sigma_s in [5.0, 60.0, 600.0, 6000.0] {
                let observer = Observer::from_degrees(latitude, longitude, 0.0);
                let chance = CentralChance::of(&APRIL_2024, observer, 70.0, sigma_s).expect("a greatest");
                let all = chance.probability(true) + chance.probability(false);
                worst = worst.max((all - counted(observer, 70.0, sigma_s)).abs());
                assert!(chance.greatest[0].0 < chance.greatest[1].0);
                for i in &chance.intervals {
                    assert!(i.is_total && i.probability > 0.0, "{i:?}");
                    assert!(i.from_s.zip(i.to_s).is_none_or(|(from_s, to_s)| from_s < to_s), "{i:?}");
                }
            }
        }
        println!("worst {worst:.1e}");
        assert!(worst < 1e-3, "{worst}");
    }

    #[test]
    fn an_interval_without_an_end_in_the_search_has_none() {
        // In the middle of the path: 30 s of ΔT either way do not lead out of it.
        let observer = Observer::from_degrees(25.3, -104.1, 0.0);
        let chance = CentralChance::of(&APRIL_2024, observer, 70.0, 5.0).expect("a greatest");
        let [whole] = &chance.intervals[..] else { panic!("{chance:?}") };
        assert_eq!((whole.from_s, whole.to_s), (None, None));
        assert!(whole.probability > 0.999_999, "{chance:?}");
    }

    #[test]
    fn a_narrow_path_between_samples_is_found() {
        // At the edge of the path: some seconds of ΔT of the thousands that σ spans.
        let observer = Observer::from_degrees(26.27, -104.1, 0.0);
        let chance = CentralChance::of(&APRIL_2024, observer, 70.0, 5000.0).expect("a greatest");
        assert_eq!(chance.intervals.len(), 1, "{chance:?}");
    }
}
