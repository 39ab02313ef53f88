//! Limbs of Moons whose outline is known.

use super::*;
use crate::constants::MOON_REFERENCE_RADIUS_KM;
use crate::math::angle::ARCSEC;
use crate::math::vector::{Vector, dot, from_spherical};
use crate::sky::libration::Selenographic;
use proptest::prelude::*;
use std::sync::LazyLock;

/// Claimed accuracy of a limb over a known terrain, arcseconds: 0.001″.
const TOLERANCE_ARCSEC: f64 = 0.0015;
const DISTANCE_KM: f64 = 380_000.0;

/// A terrain made from a function of the arc from one place, radians.
struct Around<F> {
    place: Vector,
    highest_km: f64,
    height_km: F,
}

impl<F: Fn(f64) -> f64> LunarTerrain for Around<F> {
    fn height_km(&self, direction: Vector) -> f64 {
        (self.height_km)(dot(self.place, direction).clamp(-1.0, 1.0).acos())
    }

    fn highest_km(&self) -> f64 {
        self.highest_km
    }

    fn step_rad(&self) -> f64 {
        // That of LDEM_16.
        (0.5f64 / 16.0).to_radians()
    }
}

fn viewpoint(longitude_deg: f64, latitude_deg: f64) -> LunarViewpoint {
    let (latitude, longitude) = (latitude_deg.to_radians(), longitude_deg.to_radians());
    LunarViewpoint { libration: Selenographic { latitude, longitude }, distance_km: DISTANCE_KM }
}

/// The place at an axis angle and an arc from the mean limb (behind positive), by spherical trigonometry from
/// the point below the observer.
fn place(from: LunarViewpoint, axis_angle_deg: f64, from_limb_deg: f64) -> Vector {
    let Selenographic { latitude, longitude } = from.libration;
    let arc = (MOON_REFERENCE_RADIUS_KM / from.distance_km).acos() + from_limb_deg.to_radians();
    let bearing = -axis_angle_deg.to_radians();
    let to = (latitude.sin() * arc.cos() + latitude.cos() * arc.sin() * bearing.cos()).asin();
    let east = (bearing.sin() * arc.sin() * latitude.cos()).atan2(arc.cos() - latitude.sin() * to.sin());
    from_spherical(longitude + east, to, 1.0)
}

/// The angle over the mean limb, arcseconds, of a point so far from it and so high.
fn seen_arcsec(from_limb_deg: f64, height_km: f64) -> f64 {
    let arc = (MOON_REFERENCE_RADIUS_KM / DISTANCE_KM).acos() + from_limb_deg.to_radians();
    let radius = MOON_REFERENCE_RADIUS_KM + height_km;
    let angle = (radius * arc.sin()).atan2(DISTANCE_KM - radius * arc.cos());
    (angle - (MOON_REFERENCE_RADIUS_KM / DISTANCE_KM).asin()) / ARCSEC
}

fn arcsec(profile: &Profile, axis_angle_deg: f64) -> f64 {
    let height_km = profile.height_km(axis_angle_deg.to_radians());
    height_angle(height_km, DISTANCE_KM) / ARCSEC
}

#[test]
fn a_cone_on_before_and_behind_the_limb_stands_as_high_as_its_summit_is_seen() {
    let (from, height_km, foot) = (viewpoint(-4.0, 1.2), 8.0, 1.5f64.to_radians());
    for (axis_angle_deg, from_limb_deg) in [(0.0, 0.0), (77.4, 0.3), (200.0, -2.0), (310.6, 2.0)] {
        let cone = Around {
            place: place(from, axis_angle_deg, from_limb_deg),
            highest_km: height_km,
            height_km: |arc: f64| height_km * (1.0 - arc / foot).max(0.0),
        };
        let profile = silhouette(&cone, from);
        let (found, expected) = (arcsec(&profile, axis_angle_deg), seen_arcsec(from_limb_deg, height_km));
        println!("cone at {axis_angle_deg}°, {from_limb_deg}°: {found:.4}″, expected {expected:.4}″");
        assert!((found - expected).abs() < TOLERANCE_ARCSEC, "{found} {expected}");
        // Farther around than the foot of the cone there is nothing. On the flank of a cone on the limb
        // itself the height is that at the arc from the summit.
        assert!(arcsec(&profile, axis_angle_deg + 3.0).abs() < TOLERANCE_ARCSEC);
        if from_limb_deg == 0.0 {
            let flank = seen_arcsec(0.0, height_km * (1.0 - 0.6 / 1.5));
            let found = arcsec(&profile, axis_angle_deg + 0.6);
            assert!((found - flank).abs() < TOLERANCE_ARCSEC, "{found} {flank}");
        }
    }
}

#[test]
fn a_crater_is_filled_by_its_rims_before_and_behind() {
    let (from, radius_deg) = (viewpoint(5.0, 0.4), 0.9);
    let crater = Around {
        place: place(from, 123.0, 0.0),
        highest_km: 0.0,
        height_km: |arc: f64| if arc.to_degrees() < radius_deg { -4.0 } else { 0.0 },
    };
    let profile = silhouette(&crater, from);
    // The terrain begins again at the crater's edge, at the same level but below the limb's horizon.
    for off_deg in [0.0, 0.2, 0.6] {
        let chord_deg = (radius_deg.to_radians().cos() / f64::to_radians(off_deg).cos()).acos().to_degrees();
        let expected = seen_arcsec(chord_deg, 0.0).max(seen_arcsec(-chord_deg, 0.0));
        let found = arcsec(&profile, 123.0 + off_deg);
        println!("crater, {off_deg}° from its middle: {found:.4}″, expected {expected:.4}″");
        assert!((found - expected).abs() < TOLERANCE_ARCSEC, "{found} {expected}");
    }
    assert!(arcsec(&profile, 125.0).abs() < TOLERANCE_ARCSEC);
}

#[test]
fn heights_of_the_limb_hardly_depend_on_the_distance() {
    let rough = Around {
        place: place(viewpoint(0.0, 0.0), 90.0, 0.0),
        highest_km: 6.0,
        height_km: |arc: f64| 3.0 * (40.0 * arc).sin() + 3.0 * (71.0 * arc).cos(),
    };
    let of = |distance_km| silhouette(&rough, LunarViewpoint { distance_km, ..viewpoint(0.0, 0.0) });
    let (near, far) = (of(356_000.0), of(384_400.0));
    let worst =
        (0..DIRECTIONS).map(|k| (near.heights_km()[k] - far.heights_km()[k]).abs()).fold(0.0, f64::max);
    println!("between 356,000 and 384,400 km: {worst:.4} km");
    // The mean limb moves by 0.02°, 0.6 km, over slopes of up to 14°.
    assert!(worst < 0.1, "{worst}");
}

#[test]
fn what_is_no_grid_is_refused() {
    for (lines, count) in [(0, 0), (1, 2), (2, 7), (2, 9)] {
        assert!(Grid::new(lines, 0.0, 1.0, vec![0; count]).is_err(), "{lines} {count}");
    }
    assert!(Grid::new(2, f64::NAN, 1.0, vec![0; 8]).is_err());
    assert!(Profile::new(vec![0.0; 1799]).is_err());
    assert!(Profile::new(vec![f64::NAN; DIRECTIONS]).is_err());
}

static MAP: LazyLock<Grid> = LazyLock::new(map);

/// A map of a smooth function, 2 pixels a degree.
fn map() -> Grid {
    let at = |k: usize| {
        let (line, sample) = ((k / 720) as f64, (k % 720) as f64);
        let (latitude, longitude) = (90.0 - (line + 0.5) / 2.0, -180.0 + (sample + 0.5) / 2.0);
        smooth_km(from_spherical(f64::to_radians(longitude), f64::to_radians(latitude), 1.0)) * 2000.0
    };
    Grid::new(360, -180.0, 0.0005, (0..360 * 720).map(|k| at(k).round() as i16).collect()).expect("a map")
}

fn smooth_km([x, y, z]: Vector) -> f64 {
    4.0 * x + 3.0 * y * z - 2.0 * z
}

proptest! {
    #[test]
    fn a_map_gives_back_what_it_was_made_from(z in -1.0f64..=1.0, longitude in -10.0f64..10.0) {
        let r = (1.0 - z * z).sqrt();
        for direction in [[r * longitude.cos(), r * longitude.sin(), z], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]] {
            let (found, expected) = (MAP.height_km(direction), smooth_km(direction));
            // Rounding of the values and the bend of the function within half a degree.
            prop_assert!((found - expected).abs() < 0.001, "{found} {expected}");
        }
    }
}
