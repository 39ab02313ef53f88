//! Libration of the Moon, the selenographic place of the Sun, and the position angle of the Moon's axis.
//!
//! Letters are those of Meeus, *Astronomical Algorithms* (1998), chapter 53. The theory of the physical
//! libration is Eckhardt's (1981).
//!
//! Its latitudes refer to the **principal axes** of the Moon's inertia, as the formulas of the textbook do.
//! Maps of the Moon, and the IAU, use the **mean-Earth axes**: the third of them is the mean axis of
//! rotation, from which that of the theory is turned by 0.0225° towards the Earth. [`facing`] and
//! [`Libration::in_mean_earth_axes`] also add what the theory leaves out: the free wobble and a constant
//! tilt.

use crate::constants::AU_KM;
use crate::earth::Observer;
use crate::ephemeris::sun;
use crate::math::angle::{ARCSEC, normalize, normalize_signed};
use crate::math::polynomial::value;
use crate::math::portable::Portable;
use crate::math::vector::{Vector, about_x, from_spherical, rotate, sub, to_spherical};
use crate::sky::horizon::Horizon;
use crate::theory::meeus::{self, Moon};
use crate::theory::vsop87::Earth;
use crate::time::Tt;

/// Inclination of the mean lunar equator to the ecliptic, as the interface specifies.
const INCLINATION_DEG: f64 = 1.5424;
/// The constant tilt of the axis in the theory, −0.02245° sin F in ρ, from which the mean-Earth axes are
/// free.
const PRINCIPAL_TILT_DEG: f64 = 0.02245;
/// The free wobble of the axis: half the axes of its ellipse, towards the Earth and towards the east of the
/// Moon, phase at J2000, and degrees in a century (74.63 years). Source: Rambaux & Williams (2011), *Celest.
/// Mech. Dyn. Astr.* 109, 85.
const WOBBLE: [f64; 2] = [3.31 * ARCSEC, 8.19 * ARCSEC];
const WOBBLE_PHASE_DEG: [f64; 2] = [161.6, 36_000.0 / 74.63];
/// A constant tilt of the axis from the ecliptic of date, which the flattening of the Earth and the planets
/// cause: towards longitudes 0° and 90°. Fitted to the Moon of 2020–2022 in DE421; the mean axis of the IAU's
/// expressions (Archinal et al. 2018, *Celest. Mech. Dyn. Astr.* 130, 22) differs by 3.6″.
const TILT: [f64; 2] = [-7.2 * ARCSEC, 9.7 * ARCSEC];

/// A place on the Moon, radians; longitude positive towards Mare Crisium.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selenographic {
    /// North positive.
    pub latitude: f64,
    /// East (on the Moon) positive.
    pub longitude: f64,
}

/// The axis of rotation in mean-Earth axes, from that of the theory in principal axes: radians towards the
/// Earth and towards the Moon's east.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AxisCorrection {
    to_earth: f64,
    to_east: f64,
}

impl AxisCorrection {
    /// The correction at an instant, with the mean longitude of the Moon.
    fn at(t: f64, longitude: f64) -> Self {
        let (sin_w, cos_w) = value(&WOBBLE_PHASE_DEG, t).to_radians().sine_cosine();
        let (sin, cos) = longitude.sine_cosine();
        Self {
            to_earth: WOBBLE[0] * sin_w - PRINCIPAL_TILT_DEG.to_radians() - TILT[0] * cos - TILT[1] * sin,
            to_east: -WOBBLE[1] * cos_w + TILT[0] * sin - TILT[1] * cos,
        }
    }

    /// A place of the theory in mean-Earth axes.
    fn place(self, of: Selenographic) -> Selenographic {
        let [x, y, z] = from_spherical(of.longitude, of.latitude, 1.0);
        let (a, b) = (self.to_earth, self.to_east);
        let (longitude, latitude, _) = to_spherical([x - a * z, y - b * z, z + a * x + b * y]);
        Selenographic { latitude, longitude: of.longitude + normalize_signed(longitude - of.longitude) }
    }

    /// Position angle of the axis, where that of the theory is given, on a disc with a place in the middle.
    fn position_angle(self, of: f64, middle: Selenographic) -> f64 {
        let ((sin_l, cos_l), (sin_b, cos_b)) =
            (middle.longitude.sine_cosine(), middle.latitude.sine_cosine());
        let east = self.to_east * cos_l - self.to_earth * sin_l;
        let north = cos_b - sin_b * (self.to_earth * cos_l + self.to_east * sin_l);
        // Celestial east is west on the Moon.
        normalize(of - east.arctangent2(north))
    }
}

/// Librations, the Sun in the Moon's sky, and the Moon's axis in ours; radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Libration {
    /// Physical libration in latitude and longitude.
    pub physical: Selenographic,
    /// Optical libration.
    pub optical: Selenographic,
    /// Their sum: the point of the Moon below the observer.
    pub total: Selenographic,
    /// The point below the Sun; its longitude in 0 … 2π.
    pub sun: Selenographic,
    /// Selenographic colongitude of the Sun, 0 … 2π.
    pub colongitude: f64,
    /// Position angle of the axis, from celestial north through east, 0 … 2π.
    pub position_angle: f64,
    /// The correction that [`Libration::in_mean_earth_axes`] applies.
    correction: AxisCorrection,
}

impl Libration {
    /// Returns the libration in mean-Earth axes, to which maps of the Moon refer. The physical libration
    /// contains the difference. Latitude within 0.0014°, longitude 0.0031°, position angle 0.0043° (99 % of
    /// hours in 2020–2022).
    pub fn in_mean_earth_axes(self) -> Self {
        let place = |of| self.correction.place(of);
        let (total, sun) = (place(self.total), place(self.sun));
        let physical = Selenographic {
            latitude: total.latitude - self.optical.latitude,
            longitude: total.longitude - self.optical.longitude,
        };
        let sun = Selenographic { longitude: normalize(sun.longitude), ..sun };
        Self {
            physical,
            total,
            sun,
            colongitude: colongitude(sun),
            position_angle: self.correction.position_angle(self.position_angle, self.total),
            ..self
        }
    }
}

/// The colongitude of the Sun over a place.
fn colongitude(sun: Selenographic) -> f64 {
    normalize(2.5 * std::f64::consts::PI - sun.longitude)
}

/// The orientation of the Moon's disc to an observer, in mean-Earth axes; radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Facing {
    /// The point of the Moon below the observer: the total libration.
    pub libration: Selenographic,
    /// Position angle of the axis, from celestial north through east, 0 … 2π.
    pub position_angle: f64,
    /// From the observer to the Moon's centre, km.
    pub distance_km: f64,
}

/// The Moon's rotation at an instant.
struct MoonOrientation {
    moon: Moon,
    /// Longitude of the mean ascending node.
    node: f64,
    rho: f64,
    sigma: f64,
    tau: f64,
    correction: AxisCorrection,
}

/// Geocentric libration at `t` in principal axes; the Sun is that of `earth`.
///
/// In these axes within 0.006° (99 % of hours in 2020–2022): [`Libration::in_mean_earth_axes`] adds what the
/// theory leaves out. Valid −2000 … +3000. Reference: Meeus (1998), chapter 53, with I = 1.5424°.
///
/// ```
/// // Example 53.a: l = −1.23°, b = +4.20°, P = 15.08° on 1992 April 12, 0h TD; it has I =
/// // 1°32′32.7″.
/// let earth = astro::theory::vsop87::Earth::truncated();
/// let libration = astro::sky::libration::geocentric(&earth, astro::time::Tt(2_448_724.5));
/// assert!((libration.total.longitude.to_degrees() - -1.23).abs() < 0.006);
/// assert!((libration.total.latitude.to_degrees() - 4.20).abs() < 0.006);
/// assert!((libration.position_angle.to_degrees() - 15.08).abs() < 0.006);
/// ```
pub fn geocentric(earth: &Earth, t: Tt) -> Libration {
    let o = MoonOrientation::at(t);
    let moon = o.moon;
    o.seen_from(&sun::apparent(earth, t), moon.longitude, moon.latitude, moon.right_ascension)
}

/// Total libration in principal axes for an observer at `observer_km`, a vector from the centre of the Earth
/// in the frame of the true equator and equinox of date.
///
/// The Moon is moved to where the observer sees it before the same formulas are used, which is rigorous.
/// Accuracy as [`geocentric`]. Valid −2000 … +3000. Reference: Meeus (1998), chapter 53, p. 374.
pub fn topocentric(t: Tt, observer_km: Vector) -> Selenographic {
    MoonOrientation::at(t).facing(observer_km).libration
}

/// Returns the orientation of the Moon's disc to an observer at `observer_km`, as [`topocentric`] but in
/// mean-Earth axes; zero is the centre of the Earth. Accuracy as [`Libration::in_mean_earth_axes`], the
/// distance 10 km. Valid −2000 … +3000.
///
/// ```
/// // The specification's check values: UT 2015-03-20T10:11:57.7, ΔT 67.78 s; geocentric.
/// use astro::{sky::libration::facing, time::Tt};
/// let t = Tt(2_457_101.5 + (10.0 * 3600.0 + 11.0 * 60.0 + 57.7 + 67.78) / 86_400.0);
/// let moon = facing(t, [0.0; 3]);
/// assert!((moon.libration.longitude.to_degrees() - 1.2524).abs() < 0.001);
/// assert!((moon.libration.latitude.to_degrees() - (-1.1870 - 0.0212)).abs() < 0.001);
/// assert!((moon.position_angle.to_degrees() - 335.0725).abs() < 0.001);
/// // From the east of the centre the Moon appears farther west, with another tilt of its axis.
/// let moved = facing(t, [0.0, 6378.0, 0.0]);
/// assert!((moved.position_angle - moon.position_angle).abs().to_degrees() > 0.001);
/// ```
pub fn facing(t: Tt, observer_km: Vector) -> Facing {
    let o = MoonOrientation::at(t);
    let Facing { libration, position_angle, distance_km } = o.facing(observer_km);
    Facing {
        libration: o.correction.place(libration),
        position_angle: o.correction.position_angle(position_angle, libration),
        distance_km,
    }
}

/// [`facing`] for an observer on the Earth, with ΔT in seconds.
pub fn facing_observer(t: Tt, observer: Observer, delta_t_s: f64) -> Facing {
    let sidereal_time = meeus::apparent_sidereal_time(t.to_ut1(delta_t_s), t);
    facing(t, Horizon::new(observer).observer_km(sidereal_time))
}

impl MoonOrientation {
    fn at(t: Tt) -> Self {
        let moon = meeus::moon(t);
        let t = t.centuries();
        let degrees = |c: &[f64]| value(c, t).to_radians();
        let node =
            degrees(&[125.044_547_9, -1934.136_289_1, 0.002_075_4, 1.0 / 467_441.0, -1.0 / 60_616_000.0]);
        let e = value(&[1.0, -0.002_516, -0.000_007_4], t);
        let (d, m, mp, f) =
            (moon.mean_elongation, moon.mean_anomaly_sun, moon.mean_anomaly_moon, moon.argument_of_latitude);
        let k1 = (119.75 + 131.849 * t).to_radians();
        let k2 = (72.56 + 20.186 * t).to_radians();
        let rho = -0.02752 * mp.cosine() - 0.02245 * f.sine() + 0.00684 * (mp - 2.0 * f).cosine()
            - 0.00293 * (2.0 * f).cosine()
            - 0.00085 * (2.0 * f - 2.0 * d).cosine()
            - 0.00054 * (mp - 2.0 * d).cosine()
            - 0.00020 * (mp + f).sine()
            - 0.00020 * (mp + 2.0 * f).cosine()
            - 0.00020 * (mp - f).cosine()
            + 0.00014 * (mp + 2.0 * f - 2.0 * d).cosine();
        let sigma = -0.02816 * mp.sine() + 0.02244 * f.cosine()
            - 0.00682 * (mp - 2.0 * f).sine()
            - 0.00279 * (2.0 * f).sine()
            - 0.00083 * (2.0 * f - 2.0 * d).sine()
            + 0.00069 * (mp - 2.0 * d).sine()
            + 0.00040 * (mp + f).cosine()
            - 0.00025 * (2.0 * mp).sine()
            - 0.00023 * (mp + 2.0 * f).sine()
            + 0.00020 * (mp - f).cosine()
            + 0.00019 * (mp - f).sine()
            + 0.00013 * (mp + 2.0 * f - 2.0 * d).sine()
            - 0.00010 * (mp - 3.0 * f).cosine();
        let tau = 0.02520 * e * m.sine() + 0.00473 * (2.0 * mp - 2.0 * f).sine() - 0.00467 * mp.sine()
            + 0.00396 * k1.sine()
            + 0.00276 * (2.0 * mp - 2.0 * d).sine()
            + 0.00196 * node.sine()
            - 0.00183 * (mp - f).cosine()
            + 0.00115 * (mp - 2.0 * d).sine()
            - 0.00096 * (mp - d).sine()
            + 0.00046 * (2.0 * f - 2.0 * d).sine()
            - 0.00039 * (mp - f).sine()
            - 0.00032 * (mp - m - d).sine()
            + 0.00027 * (2.0 * mp - m - 2.0 * d).sine()
            + 0.00023 * k2.sine()
            - 0.00014 * (2.0 * d).sine()
            + 0.00014 * (2.0 * mp - 2.0 * f).cosine()
            - 0.00012 * (mp - 2.0 * f).sine()
            - 0.00012 * (2.0 * mp).sine()
            + 0.00011 * (2.0 * mp - 2.0 * m - 2.0 * d).sine();
        let correction = AxisCorrection::at(t, f + node);
        Self {
            moon,
            node,
            rho: rho.to_radians(),
            sigma: sigma.to_radians(),
            tau: tau.to_radians(),
            correction,
        }
    }

    /// Returns the orientation of the Moon's disc to an observer, in principal axes.
    fn facing(&self, observer_km: Vector) -> Facing {
        let moon = &self.moon;
        let geocentric = from_spherical(moon.right_ascension, moon.declination, moon.distance_km);
        let from_observer = sub(geocentric, observer_km);
        let (right_ascension, _, distance_km) = to_spherical(from_observer);
        let (longitude, latitude, _) = to_spherical(rotate(&about_x(moon.true_obliquity), from_observer));
        let libration = self.libration_and_total(longitude - moon.nutation.longitude, latitude).2;
        let position_angle = self.position_angle(right_ascension, libration.latitude);
        Facing { libration, position_angle, distance_km }
    }

    /// Optical and physical libration for a direction of the Moon's centre (ecliptic, mean equinox of date).
    /// Reference: eqs. 53.1 and 53.2; A of the first is handed on.
    fn libration(&self, longitude: f64, latitude: f64) -> (Selenographic, Selenographic) {
        let (sin_i, cos_i) = INCLINATION_DEG.to_radians().sine_cosine();
        let (sin_w, cos_w) = (longitude - self.node).sine_cosine();
        let (sin_b, cos_b) = latitude.sine_cosine();
        let a = (sin_w * cos_b * cos_i - sin_b * sin_i).arctangent2(cos_w * cos_b);
        let optical_latitude = (-sin_w * cos_b * sin_i - sin_b * cos_i).clamp(-1.0, 1.0).arcsine();
        let optical = Selenographic {
            longitude: normalize_signed(a - self.moon.argument_of_latitude),
            latitude: optical_latitude,
        };
        let (sin_a, cos_a) = a.sine_cosine();
        let physical = Selenographic {
            longitude: -self.tau + (self.rho * cos_a + self.sigma * sin_a) * optical_latitude.tangent(),
            latitude: self.sigma * cos_a - self.rho * sin_a,
        };
        (optical, physical)
    }

    fn libration_and_total(
        &self,
        longitude: f64,
        latitude: f64,
    ) -> (Selenographic, Selenographic, Selenographic) {
        let (optical, physical) = self.libration(longitude, latitude);
        let total = Selenographic {
            longitude: optical.longitude + physical.longitude,
            latitude: optical.latitude + physical.latitude,
        };
        (optical, physical, total)
    }

    fn seen_from(
        &self,
        sun: &sun::ApparentSun,
        longitude: f64,
        latitude: f64,
        right_ascension: f64,
    ) -> Libration {
        let (optical, physical, total) = self.libration_and_total(longitude, latitude);
        // The Sun as seen from the Moon, p. 376.
        let ratio = self.moon.distance_km / (sun.radius_vector_au * AU_KM);
        let moon = &self.moon;
        let sun_longitude = sun.longitude
            + std::f64::consts::PI
            + ratio * moon.latitude.cosine() * (sun.longitude - moon.apparent_longitude).sine()
            - moon.nutation.longitude;
        let (_, _, below_sun) = self.libration_and_total(sun_longitude, ratio * moon.latitude);
        let sun = Selenographic { longitude: normalize(below_sun.longitude), ..below_sun };
        Libration {
            physical,
            optical,
            total,
            sun,
            colongitude: colongitude(sun),
            position_angle: self.position_angle(right_ascension, total.latitude),
            correction: self.correction,
        }
    }

    /// Position angle of the axis, p. 373.
    fn position_angle(&self, right_ascension: f64, latitude: f64) -> f64 {
        let inclination = INCLINATION_DEG.to_radians();
        let (sin_v, cos_v) =
            (self.node + self.moon.nutation.longitude + self.sigma / inclination.sine()).sine_cosine();
        let (sin_i, cos_i) = (inclination + self.rho).sine_cosine();
        let (sin_e, cos_e) = self.moon.true_obliquity.sine_cosine();
        let (x, y) = (sin_i * sin_v, sin_i * cos_v * cos_e - cos_i * sin_e);
        let omega = x.arctangent2(y);
        normalize(
            ((x.hypotenuse(y) * (right_ascension - omega).cosine()) / latitude.cosine())
                .clamp(-1.0, 1.0)
                .arcsine(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_values_of_the_specification() {
        // UT 2015-03-20T10:11:57.7, ΔT 67.78 s.
        let t = Tt(2_457_101.5 + (10.0 * 3600.0 + 11.0 * 60.0 + 57.7 + 67.78) / 86_400.0);
        let l = geocentric(&Earth::truncated(), t);
        let physical = [(l.physical.latitude, 0.038_290_45), (l.physical.longitude, -0.032_770_45)];
        let optical = [(l.optical.latitude, -1.225_333_68), (l.optical.longitude, 1.285_153_1)];
        let total = [(l.total.latitude, -1.187_043_23), (l.total.longitude, 1.252_382_65)];
        let sun = [(l.sun.latitude, 0.261_676_55), (l.sun.longitude, 180.876_163_57)];
        let angles = [(l.colongitude, 269.123_836_43), (l.position_angle, 335.071_600_49)];
        for (found, expected) in [physical, optical, total, sun, angles].concat() {
            // The specification asks for agreement to 1e-4 degrees.
            assert!((found.to_degrees() - expected).abs() < 1e-4, "{} {expected}", found.to_degrees());
        }
    }

    #[test]
    fn an_observer_at_the_centre_of_the_earth_sees_the_geocentric_libration() {
        let t = Tt(2_460_408.5);
        let (here, there) = (topocentric(t, [0.0; 3]), geocentric(&Earth::truncated(), t).total);
        let apart = [here.latitude - there.latitude, here.longitude - there.longitude];
        assert!(apart.iter().all(|apart| apart.abs() < 1e-12));
        // An observer in the east sees a little more of the Moon's eastern (there: western in our sky) limb;
        // never more than the parallax.
        let moved = topocentric(t, [0.0, 6378.0, 0.0]);
        assert!((moved.longitude - there.longitude).abs().to_degrees() < 1.1);
    }
}
