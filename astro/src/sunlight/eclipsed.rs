//! The share of the Sun's light that an eclipse covers, with limb darkening.

use crate::constants::{AU_KM, EQUATORIAL_RADIUS_KM, K_MEAN_LIMB, SUN_SEMIDIAMETER};
use crate::math::portable::Portable;
use crate::math::vector::{Vector, cross, dot, norm};
use std::f64::consts::PI;

/// Darkening of the limb against the middle of the disc in the light of all colours: intensity 1 − u(1 − µ)
/// at the cosine µ. Source: the grey atmosphere in Eddington's approximation, (2 + 3µ)/5; Mihalas, *Stellar
/// Atmospheres* (1978), section 3-3.
const LIMB_DARKENING: f64 = 0.6;
/// Points of the quadrature over the part of the disc where circles about its centre are partly covered.
const POINTS: usize = 32;

/// Part of the Sun's light that the Moon takes, 0 … 1, for an observer who sees both centres in these
/// directions, km in any common frame.
///
/// For smooth limbs of 959.63″ at 1 au and k = 0.2725076. The light of the limb is uncertain by a few
/// hundredths of that of the middle, this part by 0.01 at most.
pub fn part_hidden(sun_km: Vector, moon_km: Vector) -> f64 {
    let sun_radius = (SUN_SEMIDIAMETER.sine() * AU_KM / norm(sun_km)).arcsine();
    let moon_radius = (K_MEAN_LIMB * EQUATORIAL_RADIUS_KM / norm(moon_km)).arcsine();
    let apart = norm(cross(sun_km, moon_km)).arctangent2(dot(sun_km, moon_km));
    part_covered(moon_radius / sun_radius, apart / sun_radius)
}

/// Part of the light of a disc of radius 1, darkened towards its limb, that a disc of radius `m` covers whose
/// centre is `distance` away. Within 2e-4.
///
/// ```
/// use astro::sunlight::eclipsed::part_covered;
/// assert_eq!(part_covered(1.0, 2.0), 0.0);
/// assert!((part_covered(1.05, 0.01) - 1.0).abs() < 1e-12);
/// // The middle is brighter, and more of it is covered than of the limb: more of the light than of the area,
/// // which is 0.391.
/// assert!((0.391..0.42).contains(&part_covered(1.0, 1.0)));
/// ```
pub fn part_covered(m: f64, distance: f64) -> f64 {
    if distance >= 1.0 + m {
        return 0.0;
    }
    // Circles about the centre of the disc are covered as a whole up to here, or not at all.
    let (first, last) = ((distance - m).abs().min(1.0), (distance + m).min(1.0));
    let whole = if distance < m { light_within(first) } else { 0.0 };
    if last <= first {
        return (whole / light_within(1.0)).min(1.0);
    }
    // Midpoints in an angle that is dense at both ends, where the integrand goes like a root.
    let (middle, half) = ((first + last) / 2.0, (last - first) / 2.0);
    let in_part: f64 = (0..POINTS)
        .map(|k| {
            let angle = PI * (k as f64 + 0.5) / POINTS as f64;
            let r = middle - half * angle.cosine();
            let share = covered_share(r, m, distance);
            2.0 * r * intensity(r) * share * half * angle.sine() * PI / POINTS as f64
        })
        .sum();
    ((whole + in_part) / light_within(1.0)).clamp(0.0, 1.0)
}

/// Intensity at a distance from the centre of a disc of radius 1, as part of that in the middle.
pub fn intensity(r: f64) -> f64 {
    1.0 - LIMB_DARKENING * (1.0 - (1.0 - r * r).max(0.0).sqrt())
}

/// Light of the disc within a distance of its centre, in units of π times the intensity of the middle.
fn light_within(r: f64) -> f64 {
    let cosine = (1.0 - r * r).max(0.0).sqrt();
    r * r * (1.0 - LIMB_DARKENING) + LIMB_DARKENING * (1.0 - cosine * cosine * cosine) * 2.0 / 3.0
}

/// Share of a circle of radius `r` about the centre that is covered.
fn covered_share(r: f64, m: f64, distance: f64) -> f64 {
    ((distance * distance + r * r - m * m) / (2.0 * distance * r)).clamp(-1.0, 1.0).arccosine() / PI
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the light by a grid over the disc.
    fn by_grid(m: f64, distance: f64) -> f64 {
        const SIDE: i32 = 1500;
        let (mut covered, mut all) = (0.0, 0.0);
        for (i, j) in (0..SIDE).flat_map(|i| (0..SIDE).map(move |j| (i, j))) {
            let [x, y] = [i, j].map(|k| (f64::from(k) + 0.5) * 2.0 / f64::from(SIDE) - 1.0);
            let light = if x.hypot(y) < 1.0 { intensity(x.hypot(y)) } else { 0.0 };
            all += light;
            covered += if (x - distance).hypot(y) < m { light } else { 0.0 };
        }
        covered / all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn the_quadrature_agrees_with_a_grid(m in 0.9f64..1.1, part in 0.0f64..1.05) {
            let distance = part * (1.0 + m);
            let (found, expected) = (part_covered(m, distance), by_grid(m, distance));
            prop_assert!((found - expected).abs() < 3e-4, "{found} {expected}");
        }

        #[test]
        fn more_is_covered_the_closer_the_centres_are(m in 0.9f64..1.1, a in 0.0f64..2.2, b in 0.0f64..2.2) {
            let (near, far) = (a.min(b), a.max(b));
            prop_assert!(part_covered(m, near) >= part_covered(m, far) - 1e-4);
        }
    }
}
