//! Lunar eclipses.
//!
//! Reference: Espenak & Meeus, *Five Millennium Canon of Lunar Eclipses* (2009), section 1; Danjon's
//! enlargement of the shadow. Meeus, *Astronomical Algorithms* (1998), chapter 54.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, K_PENUMBRA, SUN_PARALLAX, SUN_SEMIDIAMETER};
use crate::eclipse::saros::{Phase, syzygy};
use crate::ephemeris::canon::{ARC_HOURS, Arc, Theories};
use crate::math::search;
use crate::math::vector::{cross, dot, norm, scale};
use crate::time::Tt;

/// Danjon's enlargement of the shadow, on the Moon's parallax: 1/85 for the atmosphere less 1/594 for the
/// Earth's flattening, rounded as the canon has it.
const PARALLAX_FACTOR: f64 = 1.01;

/// How deep the Moon goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Only the penumbra.
    Penumbral,
    /// Part of the Moon in the umbra.
    Partial,
    /// All of the Moon in the umbra.
    Total,
}

impl Type {
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
    pub kind: Type,
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
    /// From first to last contact with the umbra.
    pub partial_duration_min: Option<f64>,
    /// Totality.
    pub total_duration_min: Option<f64>,
}

/// The Moon against the shadow at one instant.
struct Shadow {
    /// Angle between the Moon's centre and the axis as seen from the Earth's centre, radians; greatest
    /// eclipse is its least value.
    separation: f64,
    /// The same as a length at the Moon, Earth equatorial radii.
    distance: f64,
    is_south: bool,
    /// Radius of the umbra at the Moon, Earth equatorial radii.
    umbra: f64,
    /// Radius of the penumbra there.
    penumbra: f64,
}

impl Shadow {
    fn at(arc: &Arc, hours: f64) -> Self {
        let p = arc.places(hours);
        let (sun_km, moon_km) = (norm(p.sun), norm(p.moon));
        let axis = scale(-1.0 / sun_km, p.sun);
        let direction = scale(1.0 / moon_km, p.moon);
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
pub fn at_lunation(theories: &Theories, lunation: i32) -> Option<LunarEclipse> {
    let near = syzygy(lunation, Phase::Full);
    if !near.is_eclipse_possible() {
        return None;
    }
    let mut arc = theories.arc(near.time);
    let mut hours = greatest_hours(&arc)?;
    for _ in 0..3 {
        if hours.abs() < 0.5 {
            break;
        }
        arc = theories.arc(arc.center().plus_hours(hours));
        hours = greatest_hours(&arc)?;
    }
    circumstances(&arc, hours, lunation)
}

/// Hours from the centre of the arc at which the Moon is nearest to the axis.
fn greatest_hours(arc: &Arc) -> Option<f64> {
    const H: f64 = 1e-3;
    let slope =
        |h: f64| Shadow::at(arc, h + H).separation.powi(2) - Shadow::at(arc, h - H).separation.powi(2);
    search::root(slope, -ARC_HOURS + 0.1, ARC_HOURS - 0.1, 1e-6).ok()
}

fn circumstances(arc: &Arc, hours: f64, lunation: i32) -> Option<LunarEclipse> {
    let s = Shadow::at(arc, hours);
    let penumbral_magnitude = (s.penumbra + K_PENUMBRA - s.distance) / (2.0 * K_PENUMBRA);
    let umbral_magnitude = (s.umbra + K_PENUMBRA - s.distance) / (2.0 * K_PENUMBRA);
    if penumbral_magnitude <= 0.0 {
        return None;
    }
    let duration = |limit: fn(&Shadow) -> f64| {
        let outside = |h: f64| {
            let s = Shadow::at(arc, h);
            s.distance - limit(&s)
        };
        let begin = search::root(outside, hours, (hours - 5.0).max(-ARC_HOURS), 1e-6).ok()?;
        let end = search::root(outside, hours, (hours + 5.0).min(ARC_HOURS), 1e-6).ok()?;
        Some((end - begin) * 60.0)
    };
    let kind = match umbral_magnitude {
        m if m >= 1.0 => Type::Total,
        m if m > 0.0 => Type::Partial,
        _ => Type::Penumbral,
    };
    Some(LunarEclipse {
        lunation,
        greatest: arc.center().plus_hours(hours),
        gamma: if s.is_south { -s.distance } else { s.distance },
        kind,
        is_total_penumbral: kind == Type::Penumbral && s.penumbra - K_PENUMBRA - s.distance > 0.0,
        is_central: kind == Type::Total && s.distance < K_PENUMBRA,
        penumbral_magnitude,
        umbral_magnitude,
        penumbral_duration_min: duration(|s| s.penumbra + K_PENUMBRA).unwrap_or(0.0),
        partial_duration_min: if kind == Type::Penumbral { None } else { duration(|s| s.umbra + K_PENUMBRA) },
        total_duration_min: if kind == Type::Total { duration(|s| s.umbra - K_PENUMBRA) } else { None },
    })
}
