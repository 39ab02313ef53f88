//! Lunar eclipses.
//!
//! Reference: Espenak & Meeus, *Five Millennium Canon of Lunar Eclipses* (2009), section 1; Danjon's
//! enlargement of the shadow. Meeus, *Astronomical Algorithms* (1998), chapter 54.

mod contacts;
mod depth;
mod shadow;

use crate::Error;
use crate::constants::{EQUATORIAL_RADIUS_KM, K_PENUMBRA};
use crate::earth::rotation::gmst_1982;
use crate::eclipse::saros::{Phase, syzygy};
use crate::ephemeris::{ARC_HOURS, Ephemerides, EphemerisArc, Places};
use crate::math::search;
use crate::math::vector::{Vector, dot, scale, sub, unit};
use crate::sky::zenith;
use crate::time::Tt;
use depth::{CONTACT_HOURS, TOLERANCE_HOURS, greatest_hours, kind_of, magnitudes};
use shadow::LunarShadow;

pub use contacts::{LunarContact, LunarCourse, LunarMoment};
pub use depth::LunarEclipseType;

/// Circumstances of one lunar eclipse, the same for all observers, measured as the canon measures: distances
/// from the axis are up to 0.00035 of themselves longer than those of geometry, which [`LunarCourse`] has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LunarEclipse {
    /// Lunation whose new moon precedes this full moon by half a lunation, counted from 2000 January 6.
    pub lunation: i32,
    /// Instant at which the Moon passes nearest to the shadow axis.
    pub greatest: Tt,
    /// Distance of the Moon's centre from the axis, Earth equatorial radii, negative south.
    pub gamma: f64,
    /// Kind of eclipse.
    pub kind: LunarEclipseType,
    /// The whole Moon enters the penumbra and no part of it the umbra.
    pub is_total_penumbral: bool,
    /// The Moon's disc covers the shadow axis.
    pub is_central: bool,
    /// Part of the Moon's diameter in the penumbra.
    pub penumbral_magnitude: f64,
    /// Part of the Moon's diameter in the umbra; negative without touching it.
    pub umbral_magnitude: f64,
    /// From first to last contact with the penumbra, minutes.
    pub penumbral_duration_min: f64,
    /// From first to last contact with the umbra, minutes; `None` without a partial phase.
    pub partial_duration_min: Option<f64>,
    /// From second to third contact with the umbra, minutes; `None` without totality.
    pub total_duration_min: Option<f64>,
    /// The Moon at greatest eclipse, geocentric, true equator and equinox of date, km.
    pub moon_km: Vector,
    /// Equation of the equinoxes then, radians.
    pub equation_of_equinoxes: f64,
}

impl LunarEclipse {
    /// Geodetic latitude and longitude (−π … π, east positive), radians, of the place that has the Moon in
    /// its zenith at greatest eclipse. `delta_t_s`: TT − UT1 in seconds; a second moves the place by 15″ of
    /// longitude. Sidereal time is the canon's, [`gmst_1982`].
    pub fn zenith(&self, delta_t_s: f64) -> (f64, f64) {
        let gast = gmst_1982(self.greatest.to_ut1(delta_t_s)) + self.equation_of_equinoxes;
        zenith::place_below(self.moon_km, gast)
    }
}

/// Parts of the Moon's diameter in the penumbra and in the umbra for apparent places of Sun and Moon, by the
/// measure of [`LunarCourse`]; negative outside.
pub fn magnitudes_at(places: &Places) -> (f64, f64) {
    magnitudes(&LunarShadow::of(places))
}

/// The umbra where the Moon is: its centre, a vector from that of the Moon, and its radius, km; `None` on the
/// side of the Sun. Measure and accuracy of [`magnitudes_at`].
///
/// ```
/// // On the axis of the shadow, the Moon (1738 km) fits more than twice into the umbra.
/// use astro::{eclipse::lunar::umbra_at, ephemeris::Places};
/// let (sun_km, moon_km) = ([149.6e6, 0.0, 0.0], [-384_400.0, 0.0, 0.0]);
/// let places = Places { sun_km, moon_km, nutation_longitude: 0.0, obliquity: 0.409 };
/// let (centre_km, radius_km) = umbra_at(&places).expect("a full moon");
/// assert!(centre_km.iter().all(|x| x.abs() < 1e-6) && (4500.0..4800.0).contains(&radius_km));
/// ```
pub fn umbra_at(places: &Places) -> Option<(Vector, f64)> {
    let axis = unit(scale(-1.0, places.sun_km));
    let along_km = dot(axis, places.moon_km);
    let centre_km = sub(scale(along_km, axis), places.moon_km);
    (along_km > 0.0).then(|| (centre_km, LunarShadow::of(places).umbra * EQUATORIAL_RADIUS_KM))
}

/// The eclipse at the full moon of a lunation, or `None` if the Moon misses the penumbra.
///
/// `theories` must be good about that full moon; `lunation` counts from 2000 January 6. Accuracy with the
/// theories of the canon against the published canon: 0.6 s in 1500–2500 and 0.8 s in five millennia, 8e-5
/// Earth radii in γ, 1e-4 in the magnitudes, 0.09 min in the duration of the penumbral phase and 0.06 min in
/// those of the others. Errors: [`Error::NoConvergence`] if greatest eclipse or a contact is not
/// found, which theories of Sun and Moon do not bring about. Source: Espenak & Meeus (2009), section 1.
pub fn at_lunation<E: Ephemerides>(theories: &E, lunation: i32) -> Result<Option<LunarEclipse>, Error> {
    let near = syzygy(lunation, Phase::Full);
    if !near.is_eclipse_possible() {
        return Ok(None);
    }
    let (arc, hours) = centered(theories, near.time)?;
    circumstances(&arc, hours, lunation)
}

/// Returns whether the Moon meets the penumbra at the full moon of a lunation if the shadow is enlarged by
/// the traditional fiftieth of the Moon's parallax, in the place of Danjon's hundredth.
///
/// The canon's letters for the first and the last eclipse of a Saros series are closest to such a count; see
/// the table of lunar eclipses. `theories` and errors are those of [`at_lunation`].
pub fn meets_traditional_penumbra<E: Ephemerides>(theories: &E, lunation: i32) -> Result<bool, Error> {
    let near = syzygy(lunation, Phase::Full);
    if !near.is_eclipse_possible() {
        return Ok(false);
    }
    let (arc, hours) = centered(theories, near.time)?;
    let s = LunarShadow::of_canon(&arc.places(hours));
    Ok(s.distance < s.traditional_penumbra() + K_PENUMBRA)
}

/// An arc whose centre lies within half an hour of greatest eclipse, and greatest eclipse in hours from it.
fn centered<E: Ephemerides>(theories: &E, near: Tt) -> Result<(impl EphemerisArc, f64), Error> {
    /// The approximate syzygy is within two hours of greatest eclipse: the second arc is centred.
    const MAX_ARCS: usize = 4;
    /// Keeps the steps, and the light time, within the arc.
    const EDGE_HOURS: f64 = 0.1;
    let mut center = near;
    for _ in 0..MAX_ARCS {
        let arc = theories.arc(center);
        let separation = |h: f64| LunarShadow::of_canon(&arc.places(h)).separation;
        let hours = greatest_hours(separation, ARC_HOURS - EDGE_HOURS)?;
        if hours.abs() < 0.5 {
            return Ok((arc, hours));
        }
        center = center.plus_hours(hours);
    }
    Err(Error::NoConvergence { what: "greatest eclipse", from: near.0, to: center.0 })
}

fn circumstances(arc: &dyn EphemerisArc, hours: f64, lunation: i32) -> Result<Option<LunarEclipse>, Error> {
    use LunarEclipseType::{Penumbral, Total};
    let places = arc.places(hours);
    let s = LunarShadow::of_canon(&places);
    let (penumbral_magnitude, umbral_magnitude) = magnitudes(&s);
    if penumbral_magnitude <= 0.0 {
        return Ok(None);
    }
    let minutes = |limit: fn(&LunarShadow) -> f64| -> Result<f64, Error> {
        let outside = |h: f64| {
            let s = LunarShadow::of_canon(&arc.places(h));
            s.distance - limit(&s)
        };
        let contact = |end: f64| search::root(outside, hours, end, TOLERANCE_HOURS);
        let begin = contact((hours - CONTACT_HOURS).max(-ARC_HOURS))?;
        let end = contact((hours + CONTACT_HOURS).min(ARC_HOURS))?;
        Ok((end - begin) * 60.0)
    };
    let kind = kind_of(umbral_magnitude);
    Ok(Some(LunarEclipse {
        lunation,
        greatest: arc.center().plus_hours(hours),
        gamma: s.gamma(),
        kind,
        is_total_penumbral: kind == Penumbral && s.penumbra - K_PENUMBRA - s.distance > 0.0,
        is_central: kind == Total && s.distance < K_PENUMBRA,
        penumbral_magnitude,
        umbral_magnitude,
        penumbral_duration_min: minutes(|s| s.penumbra + K_PENUMBRA)?,
        partial_duration_min: (kind != Penumbral).then(|| minutes(|s| s.umbra + K_PENUMBRA)).transpose()?,
        total_duration_min: (kind == Total).then(|| minutes(|s| s.umbra - K_PENUMBRA)).transpose()?,
        moon_km: places.moon_km,
        equation_of_equinoxes: arc.equation_of_equinoxes(hours),
    }))
}
