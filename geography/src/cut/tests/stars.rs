//! Smooth random rings anywhere on the sphere: around poles, through them, across the antimeridian.

use super::{area, contains, planar, problem, under_edges};
use crate::Geometry;
use crate::cut::{Vertex, region, ring, unrolled_ring};
use geo::{GeodesicArea, LineString, Polygon};
use proptest::prelude::*;
use std::f64::consts::{PI, TAU};

const VERTICES: usize = 720;

/// A region around a centre, bounded at an angular distance that depends on the direction.
#[derive(Debug, Clone)]
struct Star {
    longitude: f64,
    latitude: f64,
    radius: f64,
    /// Amplitude and phase of waves of the radius, three, four … around.
    waves: Vec<(f64, f64)>,
}

impl Star {
    /// Angular radius in a direction from the centre, counted from north over east; all in radians.
    fn radius(&self, direction: f64) -> f64 {
        let waves = self.waves.iter().enumerate();
        let wave = |(i, (amplitude, phase)): (usize, &(f64, f64))| {
            amplitude * ((i + 1) as f64 * direction + phase).cos()
        };
        self.radius * (1.0 + waves.map(wave).sum::<f64>())
    }

    /// Longitude and latitude in degrees of the place in a direction and at a distance.
    fn place(&self, direction: f64, distance: f64) -> (f64, f64) {
        let (sin, cos) = self.latitude.sin_cos();
        let up = sin * distance.cos() + cos * distance.sin() * direction.cos();
        let east = direction.sin() * distance.sin();
        let away = cos * distance.cos() - sin * distance.sin() * direction.cos();
        let longitude = (self.longitude + east.atan2(away)).to_degrees();
        ((longitude + 180.0).rem_euclid(360.0) - 180.0, up.atan2(east.hypot(away)).to_degrees())
    }

    /// The closed outline, clockwise.
    fn outline(&self) -> Vec<Vertex> {
        let vertex = |i: usize| {
            let direction = TAU * (i % VERTICES) as f64 / VERTICES as f64;
            let (longitude_deg, latitude_deg) = self.place(direction, self.radius(direction));
            Vertex { longitude_deg, latitude_deg, t: i as f64 }
        };
        (0..=VERTICES).map(vertex).collect()
    }

    /// The place opposite to the centre, in degrees.
    fn antipode(&self) -> (f64, f64) {
        (self.longitude.to_degrees() + 180.0, -self.latitude.to_degrees())
    }
}

fn stars() -> impl Strategy<Value = Star> {
    let longitude = prop_oneof![-PI..PI, Just(PI), Just(0.0)];
    let latitude = prop_oneof![
        (-1.0..1.0f64).prop_map(f64::asin),
        Just(PI / 2.0),
        Just(-PI / 2.0),
        1.2..1.57f64,
        -1.57..-1.2f64
    ];
    let waves = prop::collection::vec((0.0..0.12f64, 0.0..TAU), 0..5);
    (longitude, latitude, 0.01..0.9f64, waves).prop_map(|(longitude, latitude, radius, waves)| Star {
        longitude,
        latitude,
        radius,
        waves,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_star_keeps_its_points_and_its_area(
        star in stars(),
        probes in prop::collection::vec((0.0..TAU, 0.0..1.0f64), 60),
        is_reversed: bool,
    ) {
        let mut outline = star.outline();
        if is_reversed {
            outline.reverse();
        }
        let polygons = ring(&outline, star.antipode()).expect("a ring");
        prop_assert_eq!(problem(&polygons), None);
        prop_assert_eq!(&polygons, &ring(&outline, star.antipode()).expect("a ring"));
        // The outline's own area on the sphere; a pole inside adds half of it.
        let around: f64 = outline
            .windows(2)
            .map(|w| {
                let apart = w[1].longitude_deg - w[0].longitude_deg;
                (apart / 360.0).round() * 360.0 - apart
            })
            .sum();
        let sign = if is_reversed { 1.0 } else { -1.0 };
        let expected = (around.to_radians().abs() + sign * under_edges(&outline)).rem_euclid(4.0 * PI);
        prop_assert!((area(&polygons) - expected).abs() < 1e-11, "{} {expected}", area(&polygons));
        let unrolled = unrolled_ring(&outline, star.antipode()).expect("a ring");
        prop_assert!((area(&unrolled) - expected).abs() < 1e-11, "{} {expected}", area(&unrolled));
        let planar = planar(&polygons);
        // Straight edges leave the smooth outline by less than their length.
        let margin = 2.0 * TAU / VERTICES as f64 * star.radius.max(0.01);
        for (direction, part) in probes {
            let radius = star.radius(direction);
            let distance = part * 2.0 * radius;
            if (distance - radius).abs() > margin && distance < PI {
                let place = star.place(direction, distance);
                prop_assert_eq!(contains(&planar, place), distance < radius, "{:?}", place);
            }
        }
    }

    #[test]
    fn a_band_around_a_star_keeps_its_points_and_its_area(
        star in stars(),
        hole in 0.2..0.9f64,
        probes in prop::collection::vec((0.0..TAU, 0.0..1.0f64), 60),
    ) {
        let inner = Star { radius: hole * star.radius, ..star.clone() };
        let centre = (star.longitude.to_degrees(), star.latitude.to_degrees());
        let outlines = [star.outline(), inner.outline()];
        let band = region(&[(&outlines[0], star.antipode()), (&outlines[1], centre)]).expect("a band");
        prop_assert_eq!(problem(&band), None);
        let of_ring = |outline| area(&ring(outline, star.antipode()).expect("a ring"));
        let expected = of_ring(&outlines[0]) - of_ring(&outlines[1]);
        prop_assert!((area(&band) - expected).abs() < 1e-11, "{} {expected}", area(&band));
        let planar = planar(&band);
        let margin = 2.0 * TAU / VERTICES as f64 * star.radius.max(0.01);
        for (direction, part) in probes {
            let (radius, distance) = (star.radius(direction), part * 2.0 * star.radius(direction));
            let is_clear = [radius, hole * radius].iter().all(|r| (distance - r).abs() > margin);
            if is_clear && distance < PI {
                let place = star.place(direction, distance);
                let expected = (hole * radius..radius).contains(&distance);
                prop_assert_eq!(contains(&planar, place), expected, "{:?}", place);
            }
        }
    }

    #[test]
    fn the_area_on_the_ellipsoid_is_that_of_the_outline(star in stars()) {
        let outline = star.outline();
        let line: LineString<f64> = outline.iter().rev().map(|v| (v.longitude_deg, v.latitude_deg)).collect();
        let before = Polygon::new(line, vec![]).geodesic_area_unsigned() / 1e6;
        let polygons = ring(&outline, star.antipode()).expect("a ring");
        let area_km2 = |polygons: &[crate::cut::Polygon]| planar(polygons).geodesic_area_unsigned() / 1e6;
        let after = area_km2(&polygons);
        // A cut lies on the straight edge, not on the geodesic, which at a pole differ most.
        prop_assert!((after / before - 1.0).abs() < 1e-5, "{after} {before}");
        let rounded = Geometry::Polygons(polygons).rounded();
        let Geometry::Polygons(polygons) = &rounded.geometry else { panic!("polygons stay polygons") };
        prop_assert!((area_km2(polygons) / before - 1.0).abs() < 1e-5);
        prop_assert_eq!(problem(polygons), None);
    }

    #[test]
    fn no_finite_ring_panics(
        vertices in prop::collection::vec(
            (prop_oneof![prop::num::f64::NORMAL.boxed(), (-720.0..720.0f64).boxed()], -90.0..=90.0f64),
            0..12
        ),
        outside in (-720.0..720.0f64, -90.0..=90.0f64),
    ) {
        let vertex = |(longitude_deg, latitude_deg)| Vertex { longitude_deg, latitude_deg, t: 0.0 };
        let vertices: Vec<_> = vertices.into_iter().map(vertex).collect();
        for polygons in [ring(&vertices, outside), unrolled_ring(&vertices, outside)].into_iter().flatten() {
            prop_assert!(polygons.iter().flat_map(|p| p.rings()).all(|ring| ring.len() >= 3));
            Geometry::Polygons(polygons).rounded();
        }
    }
}
