//! Meteor showers: when they are active, and how many meteors an observer may see.

use crate::Error;
use crate::earth::precession::OBLIQUITY_J2000;
use crate::math::angle::normalize;
use crate::math::portable::Portable;
use crate::sky::events::course::SunMoonCourse;
use crate::sky::events::solar_longitude;
use crate::sky::fixed_direction::FixedDirection;
use crate::time::Tt;
use std::f64::consts::TAU;

/// Faintest star to be seen in a dark sky, magnitudes: the sky for which a zenithal hourly rate is meant.
/// Source: IMO, *Handbook for Meteor Observers* (2022), section 9.
pub const DARK_LIMITING_MAGNITUDE: f64 = 6.5;
/// Magnitudes that the full Moon takes from it, in proportion to its illuminated part: a rule of thumb.
const MAGNITUDES_OF_FULL_MOON: f64 = 2.5;

/// A shower of the list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shower {
    /// Three letters of the IAU Meteor Data Center.
    pub code: &'static str,
    /// Number of the IAU Meteor Data Center.
    pub number: u16,
    /// Name.
    pub name: &'static str,
    /// Month and day of the year 2026 at whose beginning, 0h UT, the activity begins.
    pub from: (u8, u8),
    /// Month and day at whose beginning it ends.
    pub to: (u8, u8),
    /// Solar longitude (J2000.0) of the peak, degrees.
    pub peak_deg: f64,
    /// Digits after the point to which the list prints it.
    pub peak_digits: u8,
    /// Right ascension and declination of the radiant at the peak (J2000.0), degrees.
    pub radiant_deg: (f64, f64),
    /// Speed with which the meteors enter the atmosphere, km/s.
    pub velocity_km_s: f64,
    /// By how many times meteors are more numerous from one magnitude to the next fainter one.
    pub population_index: f64,
    /// Zenithal hourly rate at the peak; none if it varies from year to year.
    pub zenithal_hourly_rate: Option<f64>,
    /// The body from which it comes, if known.
    pub parent: Option<&'static str>,
    /// `true` if the radiant is so near to the Sun that the meteors fall by day.
    pub is_daytime: bool,
    /// Decrease of the logarithm (base 10) of the rate per degree of solar longitude, before and after the
    /// peak.
    pub slopes: [f64; 2],
}

/// Solar longitudes (J2000.0) of a shower, radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Activity {
    /// The beginning.
    pub from: f64,
    /// The peak.
    pub peak: f64,
    /// The end.
    pub to: f64,
}

/// One appearance of a shower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Appearance {
    /// The beginning.
    pub from: Tt,
    /// The peak.
    pub peak: Tt,
    /// The end; before the peak where the list's whole days end so, by hours.
    pub to: Tt,
}

impl Shower {
    /// The radiant, when the Sun's longitude has grown by some degrees since the peak.
    pub fn radiant(&self, growth_deg: f64) -> FixedDirection {
        let ((ra, dec), (ra_drift, dec_drift)) = (self.radiant_deg, self.drift());
        FixedDirection::from_degrees(ra + growth_deg * ra_drift, dec + growth_deg * dec_drift)
    }

    /// The drift of right ascension and declination at the peak, degrees per degree of solar longitude, which
    /// is a day.
    ///
    /// It is that of a direction which keeps its ecliptic latitude and its distance in longitude from the
    /// Sun: cos ε + sin ε sin α tan δ and sin ε cos α, as of a stream of parallel orbits. Published drifts of
    /// ten major showers differ by 0.03° at most, of the Southern δ-Aquariids and the Taurids by up to 0.3°.
    pub fn drift(&self) -> (f64, f64) {
        let FixedDirection { right_ascension, declination } =
            FixedDirection::from_degrees(self.radiant_deg.0, self.radiant_deg.1);
        let ((sin_obliquity, cos_obliquity), (sin_ra, cos_ra), (sin_dec, cos_dec)) =
            (OBLIQUITY_J2000.sine_cosine(), right_ascension.sine_cosine(), declination.sine_cosine());
        (cos_obliquity + sin_obliquity * sin_ra * sin_dec / cos_dec, sin_obliquity * cos_ra)
    }

    /// One standard error of the solar longitude of the peak that its rounding leaves, degrees: the step of
    /// the last digit over √12.
    ///
    /// ```
    /// // The Geminids' 262.2° are a tenth of a degree wide, 42 minutes of time as a standard error.
    /// let geminids = astro::sky::events::SHOWERS.iter().find(|s| s.code == "GEM");
    /// assert!(geminids.is_some_and(|s| (s.peak_sigma_deg() - 0.0289).abs() < 1e-4));
    /// ```
    pub fn peak_sigma_deg(&self) -> f64 {
        0.1f64.integer_power(i32::from(self.peak_digits)) / 12f64.sqrt()
    }

    /// The part of the peak's rate when the Sun's longitude has grown by some degrees since the peak:
    /// 10^(−B |growth|). Source: Jenniskens (1994), Astron. Astrophys. 287, 990.
    pub fn activity(&self, growth_deg: f64) -> f64 {
        let [before, after] = self.slopes;
        10f64.power(-if growth_deg < 0.0 { before } else { after } * growth_deg.abs())
    }

    /// Meteors that one observer may see in an hour at the peak: ZHR · sin(altitude) · r^(lm − 6.5).
    ///
    /// `zenithal_hourly_rate` as of a dark sky; `altitude` of the radiant, radians, 0 if below the horizon;
    /// `moonlight`: illuminated part of a Moon that is up, 0 without one, which lowers the limiting magnitude
    /// lm from 6.5 by up to 2.5. An estimate: a sky away from towns, and one rate for all of the night.
    /// Source: IMO, *Handbook for Meteor Observers* (2022), section 9.
    ///
    /// ```
    /// use astro::sky::events::SHOWERS;
    /// let perseids = SHOWERS.iter().find(|s| s.code == "PER").expect("listed");
    /// // Half of the rate of the zenith at an altitude of 30°; a full Moon takes 2.5 magnitudes, 2.2^2.5.
    /// assert!((perseids.hourly_rate(100.0, 30f64.to_radians(), 0.0) - 50.0).abs() < 1e-9);
    /// let at_full_moon = perseids.hourly_rate(100.0, 30f64.to_radians(), 1.0);
    /// assert!((at_full_moon - 50.0 / 2.2f64.powf(2.5)).abs() < 1e-9);
    /// ```
    pub fn hourly_rate(&self, zenithal_hourly_rate: f64, altitude: f64, moonlight: f64) -> f64 {
        let lm = DARK_LIMITING_MAGNITUDE - MAGNITUDES_OF_FULL_MOON * moonlight;
        let seen = self.population_index.power(lm - DARK_LIMITING_MAGNITUDE);
        zenithal_hourly_rate * altitude.sine().max(0.0) * seen
    }
}

impl Activity {
    /// The activity of a shower from the solar longitudes (J2000.0), radians, of its first and last date.
    pub fn new(shower: &Shower, from: f64, to: f64) -> Self {
        Self { from, peak: shower.peak_deg.to_radians(), to }
    }

    /// The appearance whose peak is nearest to an instant, at most half a year away. The instants are those
    /// at which the Sun has the longitudes, to a millisecond of the ephemeris. Outside of it:
    /// [`Error::OutOfRange`].
    pub fn nearest(&self, course: &SunMoonCourse, near: Tt) -> Result<Appearance, Error> {
        self.about(course, solar_longitude::nearest(course, self.peak, near)?)
    }

    /// The appearance that has its peak at an instant.
    fn about(&self, course: &SunMoonCourse, peak: Tt) -> Result<Appearance, Error> {
        let before = normalize(self.peak - self.from);
        // The list gives whole days: the activity of the October Camelopardalids ends hours before its peak.
        let after = normalize(self.to - self.peak + LONGEST_BEFORE_PEAK) - LONGEST_BEFORE_PEAK;
        Ok(Appearance {
            from: solar_longitude::grown(course, self.peak, -before, peak)?,
            peak,
            to: solar_longitude::grown(course, self.peak, after, peak)?,
        })
    }
}

/// By how much a peak may come after the end of the activity, radians: two days.
const LONGEST_BEFORE_PEAK: f64 = 2.0 / 365.25 * TAU;

impl Appearance {
    /// Returns whether any of the activity, its peak included, lies in [from, to).
    pub fn is_within(&self, from: Tt, to: Tt) -> bool {
        self.from < to && (self.to >= from || self.peak >= from)
    }
}

#[cfg(test)]
mod tests {
    use crate::sky::events::SHOWERS;

    #[test]
    fn radiants_drift_as_observed() {
        // Right ascension and declination, degrees a day: International Meteor Organization, as listed by
        // Stellarium (2023).
        let published = [
            ("QUA", 0.56, -0.25),
            ("LYR", 0.66, 0.02),
            ("ETA", 0.92, 0.37),
            ("CAP", 0.97, 0.24),
            ("PER", 1.40, 0.26),
            ("AUR", 1.24, -0.01),
            ("ORI", 1.03, -0.05),
            ("LEO", 0.99, -0.36),
            ("GEM", 1.15, -0.16),
            ("URS", 0.05, -0.31),
        ];
        let broad = [("SDA", 0.75, 0.21), ("STA", 0.82, 0.29), ("NTA", 1.03, 0.26)];
        let all = published.map(|of| (of, 0.03)).into_iter().chain(broad.map(|of| (of, 0.3)));
        for ((code, ra, dec), most) in all {
            let shower = SHOWERS.iter().find(|shower| shower.code == code).expect("listed");
            let (ra_drift, dec_drift) = shower.drift();
            let off = ((ra_drift - ra) * shower.radiant_deg.1.to_radians().cos()).hypot(dec_drift - dec);
            println!("{code}: {ra_drift:.2} {dec_drift:.2}, {off:.3} off");
            assert!(off < most * 1.5, "{code}: {ra_drift} {dec_drift}");
        }
    }
}
