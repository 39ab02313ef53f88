//! Uncertainty of a result: from the standard errors of its causes to kilometres on the ground and seconds of
//! an instant.
//!
//! There are three causes. ΔT decides how far the Earth has turned, and where a body is in its own motion at
//! an instant of UT. A theory has an error of some arcseconds in direction. Refraction depends on the
//! weather. The causes are independent, so their squares add up ([`InstantSigma::total_s`]).

use crate::constants::{EQUATORIAL_RADIUS_KM, ROTATION_RATE_RAD_S, SECONDS_PER_DAY};
use crate::earth::Observer;
use crate::math::angle::{ARCSEC, normalize_signed};
use crate::math::portable::Portable;
use crate::time::{Tt, Ut1};

/// Standard error of the refraction at the horizon, arcseconds: 0.16°. Source: Schaefer & Liller (1990),
/// Publ. Astron. Soc. Pacific 102, 796, 144 sunsets; Sampson et al. (2003), the same 115, 1256, have 0.175°
/// for 379 rises and sets of the Sun.
pub const HORIZON_REFRACTION_SIGMA_ARCSEC: f64 = 576.0;
/// Mean distance of the Moon, Earth radii. It varies by 7 %, which is negligible for an error.
pub const MOON_EARTH_RADII: f64 = 60.3;
/// The share of a refraction that the weather changes, one standard error: 10 °C and 1.5 % of the pressure
/// about what the formula takes for granted.
const WEATHER_SHARE: f64 = 0.038;
/// Half of the interval of a rate's difference quotient, s: long enough for the digits of a Julian Date
/// (0.04 ms), and short against an hour, in which rates change.
const HALF_STEP_S: f64 = 30.0;

/// Distance that an error of ΔT moves something east or west on the ground, km: the Earth turns by 15.041″ in
/// a second. Exact, on the parallel of the observer's latitude and height.
///
/// ```
/// // A second is 0.465 km on the equator and half of it at 60°.
/// use astro::{accuracy::east_west_km, earth::Observer};
/// assert!((east_west_km(1.0, Observer::from_degrees(0.0, 0.0, 0.0)) - 0.4651).abs() < 1e-4);
/// assert!((east_west_km(1.0, Observer::from_degrees(60.0, 0.0, 0.0)) - 0.2331).abs() < 1e-4);
/// ```
pub fn east_west_km(delta_t_sigma_s: f64, observer: Observer) -> f64 {
    let (rho_cos, _) = observer.geocentric();
    delta_t_sigma_s * ROTATION_RATE_RAD_S * rho_cos.abs() * EQUATORIAL_RADIUS_KM
}

/// Standard error of the position of the Moon's shadow on the fundamental plane, Earth radii: that of the
/// Moon's direction relative to the Sun's, radians, and that of elements whose cubics are wrong by
/// `fit_residual` at most.
pub fn shadow_sigma(theory_sigma: f64, fit_residual: f64) -> f64 {
    // The typical error of a cubic is half of its maximum.
    (theory_sigma * MOON_EARTH_RADII).hypotenuse(fit_residual / 2.0)
}

/// Standard error of the shadow's edge, km, where the Sun's semidiameter at 1 au has an error, radians.
pub fn edge_sigma_km(shadow_sigma: f64, sun_sigma: f64) -> f64 {
    let of_shadow_km = shadow_sigma * EQUATORIAL_RADIUS_KM;
    of_shadow_km.hypotenuse(sun_sigma * MOON_EARTH_RADII * EQUATORIAL_RADIUS_KM)
}

/// One standard error of a refraction, arcseconds, for the refraction itself in radians.
///
/// At the horizon [`HORIZON_REFRACTION_SIGMA_ARCSEC`], caused by the layers of air near the ground. Their
/// part is assumed to fall as the cube of the refraction (a guess: 20″ at 5°, 3″ at 10°). The rest is the
/// weather's share, 4 % of the refraction: 23″ at 5°, 12″ at 10°, 2″ at 45°.
///
/// ```
/// use astro::accuracy::refraction_sigma_arcsec;
/// let of_arcmin = |arcmin: f64| refraction_sigma_arcsec((arcmin / 60.0f64).to_radians());
/// assert!((of_arcmin(34.0) - 576.0).abs() < 6.0);
/// assert!((of_arcmin(1.0) - 2.3).abs() < 0.1);
/// ```
pub fn refraction_sigma_arcsec(refraction: f64) -> f64 {
    let of_horizon = refraction / crate::constants::HORIZON_REFRACTION;
    let near_ground = HORIZON_REFRACTION_SIGMA_ARCSEC * of_horizon.min(1.0).integer_power(3);
    near_ground.hypotenuse(WEATHER_SHARE * refraction / ARCSEC)
}

/// One standard error of each cause.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Causes {
    /// The error of ΔT, s; 0 for a ΔT that is given.
    pub delta_t_s: f64,
    /// The error of the theory, as a direction in the sky, arcseconds.
    pub theory_arcsec: f64,
    /// The error of the refraction, arcseconds; 0 where none enters.
    pub refraction_arcsec: f64,
}

/// One standard error of an instant of UT1 from each of its causes, s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InstantSigma {
    /// From ΔT.
    pub delta_t_s: f64,
    /// From the theory.
    pub theory_s: f64,
    /// From refraction.
    pub refraction_s: f64,
}

impl InstantSigma {
    /// One standard error from all causes together, s.
    pub fn total_s(&self) -> f64 {
        self.delta_t_s.hypotenuse(self.theory_s).hypotenuse(self.refraction_s)
    }
}

/// The rates of the angle that decides an instant: an altitude, an hour angle, a distance of limbs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AngularRates {
    /// By the turning of the Earth and the motion of the bodies, arcseconds per second.
    pub total: f64,
    /// By the motion of the bodies alone, the Earth standing still, arcseconds per second. Over
    /// [`Self::total`] it says how far one second of ΔT moves the instant: about 0.0366 s for moonrise,
    /// 0.0027 s for sunrise (they grow where the body comes up at a slant), and 1 s for what does not depend
    /// on the observer.
    pub own: f64,
    /// The rate of `total`, arcseconds per square second: it bounds the error where `total` is small.
    pub acceleration: f64,
}

impl AngularRates {
    /// The rates of an angle, radians, that depends on how far the Earth has turned (UT1) and on where the
    /// bodies are (TT), about an instant given in both.
    ///
    /// Differences over a minute: good to 1e-4 of a rate, the angle without leaps but that of a whole turn.
    pub fn of(angle: impl Fn(Ut1, Tt) -> f64, ut: Ut1, tt: Tt) -> Self {
        let at = |ut_s: f64, tt_s: f64| angle(ut.plus_seconds(ut_s), tt.plus_seconds(tt_s));
        let (before, now, after) =
            (at(-HALF_STEP_S, -HALF_STEP_S), at(0.0, 0.0), at(HALF_STEP_S, HALF_STEP_S));
        let rise = |from: f64, to: f64| normalize_signed(to - from) / ARCSEC;
        let own = rise(at(0.0, -HALF_STEP_S), at(0.0, HALF_STEP_S)) / (2.0 * HALF_STEP_S);
        Self {
            total: (rise(before, now) + rise(now, after)) / (2.0 * HALF_STEP_S),
            own,
            acceleration: (rise(now, after) - rise(before, now)) / (HALF_STEP_S * HALF_STEP_S),
        }
    }

    /// The rates of an angle that does not depend on the observer: a second of ΔT is a second of UT. Rate in
    /// arcseconds per second.
    pub fn of_bodies(rate: f64) -> Self {
        Self { total: rate, own: rate, acceleration: 0.0 }
    }

    /// One standard error of the instant, by cause.
    pub fn sigma(&self, causes: Causes) -> InstantSigma {
        InstantSigma {
            delta_t_s: self.seconds(causes.delta_t_s * self.own),
            theory_s: self.seconds(causes.theory_arcsec),
            refraction_s: self.seconds(causes.refraction_arcsec),
        }
    }

    /// Seconds by which an error of the angle, arcseconds, moves the instant.
    ///
    /// The error over the rate; but never more than the time in which the angle, from rest, bends away by the
    /// error: a body that grazes the horizon passes it once more before the rate would have it.
    pub fn seconds(&self, error_arcsec: f64) -> f64 {
        if error_arcsec == 0.0 {
            return 0.0;
        }
        let straight_s = error_arcsec.abs() / self.total.abs();
        let bent_s = (2.0 * error_arcsec.abs() / self.acceleration.abs()).sqrt();
        // A quantity that neither moves nor bends within a day has no instant to the day.
        straight_s.min(bent_s).min(SECONDS_PER_DAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::rotation::gmst;
    use crate::math::vector::from_spherical;
    use crate::sky::horizon::Horizon;

    const UT: Ut1 = Ut1(2_460_400.25);

    /// A body that goes east by `arcsec_s` on the equator, over an observer's horizon.
    fn altitude(latitude_deg: f64, arcsec_s: f64) -> impl Fn(Ut1, Tt) -> f64 {
        let horizon = Horizon::new(Observer::from_degrees(latitude_deg, 0.0, 0.0));
        let rise = gmst(UT, UT.to_tt(69.0)) + std::f64::consts::FRAC_PI_2;
        move |ut: Ut1, tt: Tt| {
            let ra = rise + arcsec_s * ARCSEC * tt.seconds_since(UT.to_tt(69.0));
            let body_km = from_spherical(ra, 0.0, 1e15);
            horizon.geocentric(body_km, gmst(ut, ut.to_tt(69.0))).direction().altitude
        }
    }

    #[test]
    fn a_second_of_delta_t_moves_moonrise_by_a_thirtieth_of_a_second() {
        // The Moon goes 13.18° a day, the Sun 0.986°; the sky turns by 360.986°.
        for (arcsec_s, expected) in [(0.549, 0.0379), (0.0411, 0.00274)] {
            let rates = AngularRates::of(altitude(40.0, arcsec_s), UT, UT.to_tt(69.0));
            let causes = Causes { delta_t_s: 1.0, theory_arcsec: 0.0, refraction_arcsec: 0.0 };
            let sigma = rates.sigma(causes);
            assert!((sigma.delta_t_s - expected).abs() < 1e-4, "{sigma:?}");
            assert_eq!((sigma.theory_s, sigma.refraction_s), (0.0, 0.0));
        }
    }

    #[test]
    fn an_arcsecond_is_a_fifteenth_of_a_second_on_the_equator_and_longer_at_a_slant() {
        for latitude in [0.0f64, 40.0, 70.0] {
            let rates = AngularRates::of(altitude(latitude, 0.0), UT, UT.to_tt(69.0));
            let expected = 1.0 / 15.041 / latitude.to_radians().cos();
            assert!((rates.seconds(1.0) - expected).abs() < 1e-4 * expected, "{latitude}");
        }
    }

    #[test]
    fn a_graze_is_unsure_by_as_long_as_the_bend_takes() {
        let graze = AngularRates { total: 0.0, own: 0.0, acceleration: 0.001 };
        assert!((graze.seconds(0.5) - 1000f64.sqrt()).abs() < 1e-9);
        assert_eq!(graze.seconds(0.0), 0.0);
        let still = AngularRates { total: 0.0, own: 0.0, acceleration: 0.0 };
        assert_eq!(still.seconds(1.0), SECONDS_PER_DAY);
    }
}
