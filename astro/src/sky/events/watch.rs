//! The best time for an observer to watch a meteor shower.

use crate::Error;
use crate::math::search;
use crate::sky::events::showers::Shower;
use crate::sky::horizon::Horizon;
use crate::sky::phase::illuminated_fraction;
use crate::sky::theory::{Sky, Target};
use crate::time::Ut1;

/// Maximum altitude of the Sun in a dark sky: nautical twilight, radians.
const DARK: f64 = (-12f64).to_radians();
/// Days on either side of the peak that are searched.
const REACH_DAYS: f64 = 1.5;
/// Interval between samples: ten minutes. A shorter darkness may be missed.
const STEP_DAYS: f64 = 1.0 / 144.0;
/// Mean daily motion of the Sun: 0.03° less or more within 36 hours.
const SUN_DEG_PER_DAY: f64 = 360.0 / 365.2422;
/// Tolerance of the best instant: a second.
const TOLERANCE_DAYS: f64 = 1e-5;

/// An observer under the sky of an ephemeris.
#[derive(Debug, Clone, Copy)]
pub struct MeteorWatch<'a> {
    /// Sun and Moon.
    pub sky: Sky<'a>,
    /// The observer's horizon.
    pub horizon: Horizon,
    /// ΔT, s.
    pub delta_t_s: f64,
}

/// Circumstances that decide the number of visible meteors at an instant; altitudes of centres, airless and
/// topocentric, radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewingConditions {
    /// The instant.
    pub ut: Ut1,
    /// Altitude of the radiant.
    pub radiant_altitude: f64,
    /// Altitude of the Sun.
    pub sun_altitude: f64,
    /// Altitude of the Moon.
    pub moon_altitude: f64,
    /// Meteors an hour of a shower with a zenithal hourly rate of 1; 0 while the radiant is down or the sky
    /// is bright.
    pub share: f64,
}

impl MeteorWatch<'_> {
    /// The instant within 36 hours of a peak at which the most meteors are to be expected: Sun below −12°,
    /// radiant above 0°, [`Shower::hourly_rate`] greatest. None if there is no such instant.
    ///
    /// Found to a second, from samples every ten minutes. The rate is that of [`Shower::activity`]. Outside
    /// the ephemeris:
    /// [`Error::OutOfRange`]. Source: as of [`Shower::hourly_rate`].
    pub fn best(&self, shower: &Shower, peak: Ut1) -> Result<Option<ViewingConditions>, Error> {
        let steps = (2.0 * REACH_DAYS / STEP_DAYS).round() as i32;
        let looks = (0..=steps).map(|k| peak.plus_days(f64::from(k) * STEP_DAYS - REACH_DAYS));
        let Some(near) = self.richest((shower, peak), None, looks)? else { return Ok(None) };
        let first = near.ut.plus_days(-STEP_DAYS).0.max(peak.0 - REACH_DAYS);
        let last = near.ut.plus_days(STEP_DAYS).0.min(peak.0 + REACH_DAYS);
        // All instants between samples are in the ephemeris, like these.
        let lost = |t: f64| self.look((shower, peak), Ut1(t)).map_or(f64::NAN, |look| -look.share);
        let t = search::minimum(lost, first, last, TOLERANCE_DAYS)?;
        // Where twilight or the Moon cuts the night, the middle of what is left may lie beyond the edge.
        let about = [-TOLERANCE_DAYS, 0.0, TOLERANCE_DAYS].map(|edge| Ut1((t + edge).clamp(first, last)));
        self.richest((shower, peak), Some(near), about)
    }

    /// The sample with the most visible meteors, the first of equals; none if there are none.
    fn richest(
        &self,
        shower: (&Shower, Ut1),
        known: Option<ViewingConditions>,
        instants: impl IntoIterator<Item = Ut1>,
    ) -> Result<Option<ViewingConditions>, Error> {
        let mut best = known;
        for ut in instants {
            let look = self.look(shower, ut)?;
            if look.share > best.map_or(0.0, |b| b.share) {
                best = Some(look);
            }
        }
        Ok(best)
    }

    /// The view at an instant of a shower with its peak.
    fn look(&self, (shower, peak): (&Shower, Ut1), ut: Ut1) -> Result<ViewingConditions, Error> {
        let tt = ut.to_tt(self.delta_t_s);
        let altitude = |target: Target| {
            let place = self.sky.place(target, ut, tt)?;
            Ok::<_, Error>(self.horizon.topocentric(place.body_km, place.gast).direction().altitude)
        };
        let growth_deg = ut.days_since(peak) * SUN_DEG_PER_DAY;
        let radiant_altitude = altitude(Target::Fixed(shower.radiant(growth_deg)))?;
        let (sun_altitude, moon_altitude) = (altitude(Target::Sun)?, altitude(Target::Moon)?);
        let moonlight = match moon_altitude > 0.0 {
            true => illuminated_fraction(self.sky.sun(tt)?.body_km(), self.sky.moon(tt)?.body_km()),
            false => 0.0,
        };
        let is_dark = sun_altitude < DARK && radiant_altitude > 0.0;
        let rate = shower.activity(growth_deg);
        let share = if is_dark { shower.hourly_rate(rate, radiant_altitude, moonlight) } else { 0.0 };
        Ok(ViewingConditions { ut, radiant_altitude, sun_altitude, moon_altitude, share })
    }
}
