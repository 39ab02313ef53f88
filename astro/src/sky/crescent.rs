//! The first and the last crescent of the Moon, by the criteria of Yallop and Odeh.
//!
//! Both criteria compare the arc of vision, how much higher than the Sun the Moon is, with the least one at
//! which a crescent of that width was seen. They hold for the best time, when four ninths of the time between
//! sunset and moonset are over. The last crescent of a morning is the first of an evening, mirrored.

use crate::constants::{EQUATORIAL_RADIUS_KM, K_MEAN_LIMB};
use crate::math::angle::{ARCMIN, normalize_signed};
use crate::math::portable::Portable;
use crate::math::vector::{Vector, cross, dot, norm};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::{Horizon, HorizonVector};
use crate::sky::riseset::{BodyWatch, Limb};
use crate::time::Ut1;

/// Semidiameter of the Moon over its parallax. Source: Yallop (1998), NAO Technical Note 69, section 2.
const SEMIDIAMETER: f64 = 0.272_45;
/// Time around sunset or sunrise in which the Moon sets or rises, days.
const SEARCH_DAYS: f64 = 0.5;
/// Part of the time between the Sun and the Moon at which the crescent is seen best. Source: Yallop (1998),
/// NAO Technical Note 69, after Bruin (1977).
const BEST: f64 = 4.0 / 9.0;

/// Instants of an evening, or of a morning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrescentTimes {
    /// Sunset, or sunrise.
    pub sun: Ut1,
    /// Moonset, or moonrise.
    pub moon: Ut1,
}

impl CrescentTimes {
    /// Returns the moonset nearest to a sunset, or with `is_morning` the moonrise nearest to a sunrise, among
    /// those half a day around; none if there is none. If the Moon is up at that instant, it is the one after
    /// the sunset or before the sunrise.
    ///
    /// `course` gives the place of the Moon within 13 hours. Accuracy: as of [`BodyWatch`].
    pub fn new(
        course: impl Fn(Ut1) -> ApparentPlace,
        horizon: &Horizon,
        sun: Ut1,
        is_morning: bool,
    ) -> Option<Self> {
        let limb = Limb::moon(0.0);
        let at_sun = course(sun);
        let is_up = limb.margin(horizon.topocentric(at_sun.body_km, at_sun.gast)) > 0.0;
        let is_after = is_up != is_morning;
        let other = sun.plus_days(if is_after { SEARCH_DAYS } else { -SEARCH_DAYS });
        let (from, to) = if is_after { (sun, other) } else { (other, sun) };
        let crossings = BodyWatch::new(course, horizon, from, to).crossings(&limb);
        let mut found = crossings.into_iter().filter(|(is_rise, _)| *is_rise == is_morning);
        let (_, moon) = if is_after { found.next() } else { found.next_back() }?;
        Some(Self { sun, moon })
    }

    /// Time in which the Moon is up alone, s: negative if it sets before the Sun, or rises after it.
    pub fn lag_s(&self, is_morning: bool) -> f64 {
        let after_s = self.moon.seconds_since(self.sun);
        if is_morning { -after_s } else { after_s }
    }

    /// The best time to look.
    pub fn best(&self) -> Ut1 {
        self.sun.plus_days(BEST * self.moon.days_since(self.sun))
    }
}

/// The crescent over a horizon; angles in radians, airless.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crescent {
    /// Angle between the centres of the Sun and the Moon, ARCL.
    pub arc_of_light: f64,
    /// Altitude of the Moon less that of the Sun, ARCV.
    pub arc_of_vision: f64,
    /// Azimuth of the Sun less that of the Moon, DAZ, −π … π.
    pub relative_azimuth: f64,
    /// Greatest width of the crescent, W.
    pub width: f64,
}

impl Crescent {
    /// The crescent as Yallop defines it: angles at the centre of the Earth over the horizon of the observer,
    /// and the width as the observer sees it.
    ///
    /// Exact but for the mean semidiameter of the Moon. Source: Yallop (1998), NAO Technical Note 69, section
    /// 2.
    pub fn geocentric(horizon: &Horizon, sun: ApparentPlace, moon: ApparentPlace) -> Self {
        let [of_sun, of_moon] = [sun, moon].map(|place| horizon.geocentric(place.body_km, place.gast));
        let sin_parallax = EQUATORIAL_RADIUS_KM / of_moon.distance_km();
        let raised = 1.0 + of_moon.direction().altitude.sine() * sin_parallax;
        Self::new(of_sun, of_moon, SEMIDIAMETER * sin_parallax.arcsine() * raised)
    }

    /// The crescent as the observer sees it, all of it topocentric, as Odeh defines it. Source: Odeh (2006),
    /// *Experimental Astronomy* 18, 39.
    pub fn topocentric(horizon: &Horizon, sun: ApparentPlace, moon: ApparentPlace) -> Self {
        let [of_sun, of_moon] = [sun, moon].map(|place| horizon.topocentric(place.body_km, place.gast));
        let semidiameter = (K_MEAN_LIMB * EQUATORIAL_RADIUS_KM / of_moon.distance_km()).arcsine();
        Self::new(of_sun, of_moon, semidiameter)
    }

    fn new(sun: HorizonVector, moon: HorizonVector, semidiameter: f64) -> Self {
        let vector = |v: HorizonVector| -> Vector { [v.north_km, v.east_km, v.up_km] };
        let [u, v] = [vector(sun), vector(moon)];
        let arc_of_light = norm(cross(u, v)).arctangent2(dot(u, v));
        let [sun, moon] = [sun, moon].map(HorizonVector::direction);
        Self {
            arc_of_light,
            arc_of_vision: moon.altitude - sun.altitude,
            relative_azimuth: normalize_signed(sun.azimuth - moon.azimuth),
            width: semidiameter * (1.0 - arc_of_light.cosine()),
        }
    }

    /// Yallop's q of a geocentric crescent, a pure number. Fitted to 295 observations. Source: Yallop (1998),
    /// NAO Technical Note 69: q = (ARCV − (11.8371 − 6.3226 W′ + 0.7319 W′² − 0.1018 W′³)) / 10, with ARCV in
    /// degrees and W′ in arcminutes.
    ///
    /// ```
    /// // The curve of an arc of vision for a width of 0.5′.
    /// use astro::{math::angle::ARCSEC, sky::crescent::Crescent};
    /// let on_it = Crescent {
    ///     arc_of_light: 0.0,
    ///     arc_of_vision: 8.846_05f64.to_radians(),
    ///     relative_azimuth: 0.0,
    ///     width: 30.0 * ARCSEC,
    /// };
    /// assert!(on_it.yallop_q().abs() < 1e-9);
    /// ```
    pub fn yallop_q(&self) -> f64 {
        self.over_curve_deg(11.8371) / 10.0
    }

    /// Odeh's V of a topocentric crescent, degrees. Fitted to 737 observations. Source: Odeh (2006),
    /// *Experimental Astronomy* 18, 39: V = ARCV − (−0.1018 W³ + 0.7319 W² − 6.3226 W + 7.1651), as for
    /// [`Crescent::yallop_q`].
    pub fn odeh_v(&self) -> f64 {
        self.over_curve_deg(7.1651)
    }

    /// Degrees of the arc of vision over the common curve of both criteria, by its value for no width.
    fn over_curve_deg(&self, at_zero_deg: f64) -> f64 {
        let w = self.width / ARCMIN;
        self.arc_of_vision.to_degrees() - (at_zero_deg - 6.3226 * w + 0.7319 * w * w - 0.1018 * w * w * w)
    }
}
