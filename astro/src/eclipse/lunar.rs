//! Lunar eclipses.
//!
//! Reference: Espenak & Meeus, *Five Millennium Canon of Lunar Eclipses* (2009), section 1; Danjon's
//! enlargement of the shadow. Meeus, *Astronomical Algorithms* (1998), chapter 54.

use crate::Error;
use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, K_PENUMBRA, SUN_PARALLAX, SUN_SEMIDIAMETER};
use crate::eclipse::saros::{Phase, syzygy};
use crate::ephemeris::{ARC_HOURS, Arc, Ephemerides};
use crate::math::search;
use crate::math::vector::{cross, dot, norm, scale};
use crate::time::Tt;

/// Danjon's enlargement of the shadow, on the Moon's parallax: 1/85 for the atmosphere less 1/594 for the
/// Earth's flattening, rounded as the canon has it.
const PARALLAX_FACTOR: f64 = 1.01;
/// To this greatest eclipse and the contacts are found: 4 ms.
const TOLERANCE_HOURS: f64 = 1e-6;
/// Hours about greatest eclipse within which first and last contacts are sought: no penumbral phase lasts
/// longer than 6.3 h in all.
const CONTACT_HOURS: f64 = 5.0;

/// How deep the Moon goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LunarEclipseType {
    /// Only the penumbra.
    Penumbral,
    /// Part of the Moon in the umbra.
    Partial,
    /// All of the Moon in the umbra.
    Total,
}

impl LunarEclipseType {
    /// The canon's letter.
    pub fn letter(self) -> char {
        match self {
            Self::Penumbral => 'N',
            Self::Partial => 'P',
            Self::Total => 'T',
        }
    }
}

/// Circumstances of one lunar eclipse, the same for all observers.
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
}

/// The Moon against the shadow at one instant.
struct Shadow {
    /// Angle between the Moon's centre and the axis as seen from the Earth's centre, radians; greatest
    /// eclipse is its least value.
    separation: f64,
    /// Between the Moon's centre and the axis as a length at the Moon, Earth equatorial radii.
    distance: f64,
    is_south: bool,
    /// Radius of the umbra at the Moon, Earth equatorial radii.
    umbra: f64,
    /// Radius of the penumbra at the Moon, Earth equatorial radii.
    penumbra: f64,
}

impl Shadow {
    fn at(arc: &dyn Arc, hours: f64) -> Self {
        let p = arc.places(hours);
        let (sun_km, moon_km) = (norm(p.sun_km), norm(p.moon_km));
        let axis = scale(-1.0 / sun_km, p.sun_km);
        let direction = scale(1.0 / moon_km, p.moon_km);
        // North of the axis: towards the projection of the celestial pole on the plane of the shadow.
        let north = direction[2] - axis[2] * dot(axis, direction);
        let sun_au = sun_km / AU_KM;
        let sin_parallax = EQUATORIAL_RADIUS_KM / moon_km;
        let parallax = sin_parallax.asin();
        let sine = norm(cross(axis, direction));
        Self {
            separation: sine.asin(),
            distance: sine / sin_parallax,
            is_south: north < 0.0,
            umbra: PARALLAX_FACTOR + (SUN_PARALLAX - SUN_SEMIDIAMETER) / sun_au / parallax,
            penumbra: PARALLAX_FACTOR + (SUN_PARALLAX + SUN_SEMIDIAMETER) / sun_au / parallax,
        }
    }
}

/// The eclipse at the full moon of a lunation, or `None` if the Moon misses the penumbra.
///
/// `theories` must be good about that full moon; `lunation` counts from 2000 January 6. Accuracy with the
/// theories of the canon against the published canon: 2.8 s in 1500–2500 and 3.9 s in five millennia,
/// 1.5e-4 Earth radii in γ, 2.3e-4 in the magnitudes, 0.34 min in the duration of the penumbral phase and
/// 0.11 min in those of the others. Errors: [`Error::NoConvergence`] if greatest eclipse or a contact is not
/// found, which theories of Sun and Moon do not bring about. Source: Espenak & Meeus (2009), section 1.
pub fn at_lunation<E: Ephemerides>(theories: &E, lunation: i32) -> Result<Option<LunarEclipse>, Error> {
    let near = syzygy(lunation, Phase::Full);
    if !near.is_eclipse_possible() {
        return Ok(None);
    }
    let (arc, hours) = centered(theories, near.time)?;
    circumstances(&arc, hours, lunation)
}

/// An arc whose centre lies within half an hour of greatest eclipse, and greatest eclipse in hours from it.
fn centered<E: Ephemerides>(theories: &E, near: Tt) -> Result<(E::Arc<'_>, f64), Error> {
    /// The approximate syzygy is within two hours of greatest eclipse: the second arc is centred.
    const MOST_ARCS: usize = 4;
    let mut center = near;
    for _ in 0..MOST_ARCS {
        let arc = theories.arc(center);
        let hours = greatest_hours(&arc)?;
        if hours.abs() < 0.5 {
            return Ok((arc, hours));
        }
        center = center.plus_hours(hours);
    }
    Err(Error::NoConvergence { what: "greatest eclipse", from: near.0, to: center.0 })
}

/// Hours from the centre of the arc at which the Moon is nearest to the axis.
fn greatest_hours(arc: &dyn Arc) -> Result<f64, Error> {
    /// Half the step of the difference that stands for the slope: over 3.6 s the square of the separation is
    /// a parabola to 1e-12 of itself, so that the difference has its zero where the slope has.
    const HALF_STEP_HOURS: f64 = 1e-3;
    /// Keeps the steps, and the light time, within the arc.
    const EDGE_HOURS: f64 = 0.1;
    let slope = |h: f64| {
        Shadow::at(arc, h + HALF_STEP_HOURS).separation.powi(2)
            - Shadow::at(arc, h - HALF_STEP_HOURS).separation.powi(2)
    };
    search::root(slope, -ARC_HOURS + EDGE_HOURS, ARC_HOURS - EDGE_HOURS, TOLERANCE_HOURS)
}

fn circumstances(arc: &dyn Arc, hours: f64, lunation: i32) -> Result<Option<LunarEclipse>, Error> {
    use LunarEclipseType::{Partial, Penumbral, Total};
    let s = Shadow::at(arc, hours);
    let penumbral_magnitude = (s.penumbra + K_PENUMBRA - s.distance) / (2.0 * K_PENUMBRA);
    let umbral_magnitude = (s.umbra + K_PENUMBRA - s.distance) / (2.0 * K_PENUMBRA);
    if penumbral_magnitude <= 0.0 {
        return Ok(None);
    }
    let minutes = |limit: fn(&Shadow) -> f64| -> Result<f64, Error> {
        let outside = |h: f64| {
            let s = Shadow::at(arc, h);
            s.distance - limit(&s)
        };
        let contact = |end: f64| search::root(outside, hours, end, TOLERANCE_HOURS);
        let begin = contact((hours - CONTACT_HOURS).max(-ARC_HOURS))?;
        let end = contact((hours + CONTACT_HOURS).min(ARC_HOURS))?;
        Ok((end - begin) * 60.0)
    };
    let kind = match umbral_magnitude {
        m if m >= 1.0 => Total,
        m if m > 0.0 => Partial,
        _ => Penumbral,
    };
    Ok(Some(LunarEclipse {
        lunation,
        greatest: arc.center().plus_hours(hours),
        gamma: if s.is_south { -s.distance } else { s.distance },
        kind,
        is_total_penumbral: kind == Penumbral && s.penumbra - K_PENUMBRA - s.distance > 0.0,
        is_central: kind == Total && s.distance < K_PENUMBRA,
        penumbral_magnitude,
        umbral_magnitude,
        penumbral_duration_min: minutes(|s| s.penumbra + K_PENUMBRA)?,
        partial_duration_min: (kind != Penumbral).then(|| minutes(|s| s.umbra + K_PENUMBRA)).transpose()?,
        total_duration_min: (kind == Total).then(|| minutes(|s| s.umbra - K_PENUMBRA)).transpose()?,
    }))
}
