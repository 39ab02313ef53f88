//! Irradiance of a day, summed over the time in which the Sun is up.

use crate::math::search;
use crate::sky::riseset::{DayEvents, Event};
use crate::sunlight::clear_sky::Irradiance;
use crate::time::Ut1;
use std::ops::AddAssign;

/// Least number of panels of Simpson's rule in a stretch of light, for the accuracy of [`sum`].
const MIN_PANELS: f64 = 24.0;
/// Distance of the first and last sample from the ends of an interval: 1 s. At sunrise itself there is no
/// light yet, and a moment later there may be much on a surface that faces the Sun.
const INSIDE_DAYS: f64 = 1.0 / 86_400.0;
/// Tolerance of the instant of greatest irradiance: 1 s.
const TOLERANCE_DAYS: f64 = 1.2e-5;
/// kWh in a watt for a day.
const KWH_PER_W_DAY: f64 = 0.024;

/// Light of an instant, W/m².
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Light {
    /// Above the air, on a level surface.
    pub above_air_w_m2: f64,
    /// Light of the Sun's disc that falls on a level surface.
    pub direct_level_w_m2: f64,
    /// On the ground.
    pub ground: Irradiance,
    /// On a tilted surface.
    pub surface_w_m2: f64,
}

/// Light of a stretch of time, kWh/m².
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sum {
    /// Above the air, on a level surface.
    pub above_air_kwh_m2: f64,
    /// Irradiation of the Sun's disc, on a level surface.
    pub direct_kwh_m2: f64,
    /// Irradiation of the sky, on a level surface.
    pub diffuse_kwh_m2: f64,
    /// All light on a level surface.
    pub global_kwh_m2: f64,
    /// On a tilted surface.
    pub surface_kwh_m2: f64,
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Self) {
        self.above_air_kwh_m2 += other.above_air_kwh_m2;
        self.direct_kwh_m2 += other.direct_kwh_m2;
        self.diffuse_kwh_m2 += other.diffuse_kwh_m2;
        self.global_kwh_m2 += other.global_kwh_m2;
        self.surface_kwh_m2 += other.surface_kwh_m2;
    }
}

impl Sum {
    fn add(&mut self, light: &Light, w_days_per_w: f64) {
        let kwh = w_days_per_w * KWH_PER_W_DAY;
        self.above_air_kwh_m2 += light.above_air_w_m2 * kwh;
        self.direct_kwh_m2 += light.direct_level_w_m2 * kwh;
        self.diffuse_kwh_m2 += light.ground.diffuse_w_m2 * kwh;
        self.global_kwh_m2 += light.ground.global_w_m2 * kwh;
        self.surface_kwh_m2 += light.surface_w_m2 * kwh;
    }
}

/// The instant of greatest global irradiance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// The instant.
    pub at: Ut1,
    /// Global irradiance then, W/m².
    pub global_w_m2: f64,
}

/// Sums the light of a stretch of time in which the Sun is up all the time and does not come through the
/// plane of the surface, by Simpson's rule in steps of at most `step_days`; also the greatest irradiance in
/// it.
///
/// Uses at least 49 instants, so that the sum of a day is right to 0.1 % for every step, height of the Sun
/// and tilt, and the light of the sky and on a surface to 0.3 %: in thin air the light of the sky has an edge
/// (the lesser of two beams). Source: Press et al., *Numerical Recipes* (2007), eq. 4.1.13.
pub fn sum(light: impl Fn(Ut1) -> Light, (from, to): (Ut1, Ut1), step_days: f64) -> (Sum, Peak) {
    let days = to.days_since(from);
    let panels = (days / step_days).ceil().max(MIN_PANELS);
    let half = days / panels / 2.0;
    let mut sum = Sum::default();
    let mut peak = Peak { at: from, global_w_m2: 0.0 };
    let last = 2 * panels as u64;
    let inside = INSIDE_DAYS.min(half / 2.0);
    for k in 0..=last {
        let at = match k {
            0 => from.plus_days(inside),
            k if k == last => to.plus_days(-inside),
            k => from.plus_days(k as f64 * half),
        };
        let here = light(at);
        let weight = if k == 0 || k == last { 1.0 } else { 2.0 + 2.0 * (k % 2) as f64 };
        sum.add(&here, weight * half / 3.0);
        if here.ground.global_w_m2 > peak.global_w_m2 {
            peak = Peak { at, global_w_m2: here.ground.global_w_m2 };
        }
    }
    let global = |t: f64| light(Ut1(t)).ground.global_w_m2;
    let (a, b) = ((peak.at.0 - half).max(from.0), (peak.at.0 + half).min(to.0));
    if let Ok(t) = search::minimum(|t| -global(t), a, b, TOLERANCE_DAYS) {
        let refined = Peak { at: Ut1(t), global_w_m2: global(t) };
        peak = if refined.global_w_m2 >= peak.global_w_m2 { refined } else { peak };
    }
    (sum, peak)
}

/// For how long the upper limb is above the horizon from an instant to another, s; `day` is what
/// [`crate::sky::riseset::events`] has found between them.
pub fn daylight_s(day: &DayEvents, from: Ut1, to: Ut1) -> f64 {
    let (mut is_up, mut since, mut seconds) = (day.starts_above, from, 0.0);
    let crossings = day.events.iter().filter(|e| matches!(e.0, Event::Rise | Event::Set));
    for &(event, at) in crossings {
        if is_up {
            seconds += at.seconds_since(since);
        }
        (is_up, since) = (event == Event::Rise, at);
    }
    if is_up { seconds + to.seconds_since(since) } else { seconds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::search::Sample;
    use crate::sky::horizontal::Horizontal;
    use crate::sunlight::clear_sky::Air;
    use crate::sunlight::surface::Surface;
    use proptest::prelude::*;
    use std::f64::consts::{FRAC_PI_2, TAU};

    const FROM: Ut1 = Ut1(2_460_400.5);
    /// Sums with a coarse step against those with a fine one: 0.1 %, times 1.5.
    const TOLERANCE: f64 = 1.5e-3;
    /// Those of the sky and on a surface: 0.3 %, times 1.5.
    const TOLERANCE_OF_SKY: f64 = 4.5e-3;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn a_coarse_step_gives_the_sum_of_a_fine_one(
            noon in prop_oneof![0.0005f64..0.05, 0.05f64..FRAC_PI_2],
            declination in -0.4f64..0.4,
            tilt in 0.0f64..FRAC_PI_2,
            azimuth in 0.0f64..TAU,
            (albedo, height_m, turbidity) in (0.0f64..1.0, -500.0f64..9000.0, 1.0f64..10.0),
        ) {
            let surface = Surface { tilt, azimuth, albedo };
            let air = Air { height_m, turbidity };
            // The Sun's altitude at noon, which may be very low, gives the latitude of the place.
            let latitude = FRAC_PI_2 - noon + declination;
            prop_assume!(latitude < 1.57);
            let half_day = (-(latitude.tan() * declination.tan()).clamp(-1.0, 1.0)).acos() / TAU;
            prop_assume!(half_day > 1e-3);
            let sun = |t: Ut1| {
                let hour_angle = (t.days_since(FROM) - half_day) * TAU;
                let meridian = declination.cos() * hour_angle.cos();
                Horizontal::from_parts(
                    declination.sin() * latitude.cos() - meridian * latitude.sin(),
                    -declination.cos() * hour_angle.sin(),
                    declination.sin() * latitude.sin() + meridian * latitude.cos(),
                )
            };
            let light = |t: Ut1| {
                let sun = sun(t);
                let ground = air.irradiance(sun.altitude, 1361.0);
                let surface_w_m2 = surface.irradiance_w_m2(ground, sun);
                let direct_level_w_m2 = ground.direct_w_m2 * sun.altitude.sin();
                Light { above_air_w_m2: 1361.0 * sun.altitude.sin(), direct_level_w_m2, ground, surface_w_m2 }
            };
            // The stretch is cut where the Sun comes through the plane of the surface.
            let to = FROM.plus_days(2.0 * half_day);
            let facing = |t: f64| surface.cos_incidence(sun(Ut1(t)));
            let looks = (0..=500).map(|k| Sample::of(facing, FROM.0 + 2.0 * half_day * f64::from(k) / 500.0));
            let cuts = search::sign_changes(facing, looks, 1e-7).map(|c| Ut1(c.t));
            let ends: Vec<Ut1> = [FROM].into_iter().chain(cuts).chain([to]).collect();
            let [(coarse, peak), (fine, _)] = [1.0, half_day / 1000.0].map(|step| {
                let (mut total, mut peak) = (Sum::default(), Peak { at: FROM, global_w_m2: 0.0 });
                for pair in ends.windows(2) {
                    let (part, greatest) = sum(light, (pair[0], pair[1]), step);
                    total += part;
                    peak = if greatest.global_w_m2 > peak.global_w_m2 { greatest } else { peak };
                }
                (total, peak)
            });
            for (coarse, fine, tolerance) in [
                (coarse.above_air_kwh_m2, fine.above_air_kwh_m2, TOLERANCE),
                (coarse.global_kwh_m2, fine.global_kwh_m2, TOLERANCE),
                (coarse.direct_kwh_m2, fine.direct_kwh_m2, TOLERANCE),
                (coarse.diffuse_kwh_m2, fine.diffuse_kwh_m2, TOLERANCE_OF_SKY),
                (coarse.surface_kwh_m2, fine.surface_kwh_m2, TOLERANCE_OF_SKY),
            ] {
                prop_assert!((coarse - fine).abs() <= tolerance * fine + 1e-12, "{coarse} {fine}");
            }
            // Near a pole the Sun is nearly as high for hours.
            let is_high = (peak.at.days_since(FROM) - half_day).abs() < 1e-3 || latitude.abs() > 1.1;
            let at_noon = light(FROM.plus_days(half_day)).ground.global_w_m2;
            prop_assert!(is_high && peak.global_w_m2 > at_noon * (1.0 - 1e-6), "{peak:?} {at_noon}");
        }
    }

    #[test]
    fn daylight_is_from_rise_to_set() {
        let at = |hours: f64| FROM.plus_hours(hours);
        let day =
            |starts_above, events| daylight_s(&DayEvents { events, starts_above }, FROM, at(24.0)) / 3600.0;
        assert!((day(false, vec![(Event::Rise, at(6.0)), (Event::Set, at(18.0))]) - 12.0).abs() < 1e-6);
        assert!((day(true, vec![(Event::Set, at(5.0)), (Event::Rise, at(20.0))]) - 9.0).abs() < 1e-6);
        assert_eq!([day(true, vec![]).round(), day(false, vec![])], [24.0, 0.0]);
        assert!((day(true, vec![(Event::Transit, at(12.0))]) - 24.0).abs() < 1e-6);
    }

    #[test]
    fn a_level_surface_has_the_sum_of_the_ground() {
        let ground = Irradiance { direct_w_m2: 500.0, global_w_m2: 400.0, diffuse_w_m2: 100.0 };
        let light = Light { above_air_w_m2: 900.0, direct_level_w_m2: 300.0, ground, surface_w_m2: 400.0 };
        let (sum, _) = sum(|_| light, (FROM, FROM.plus_days(0.5)), 0.01);
        assert!((sum.global_kwh_m2 - 4.8).abs() < 1e-9 && (sum.surface_kwh_m2 - 4.8).abs() < 1e-9);
        assert!((sum.above_air_kwh_m2 - 10.8).abs() < 1e-9);
    }
}
