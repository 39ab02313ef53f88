//! Polygons of visibility against a brute-force scan: is the eclipse seen there with the Sun up?

use super::{date, of_some, within};
use astro::constants::ECCENTRICITY_SQUARED;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::path::{CurveVertex, Paths};
use astro::math::angle::normalize_signed;
use geography::cut::{self, Polygon};
use std::f64::consts::TAU;
use tests::Random;

/// Random points for each eclipse and each of its regions.
const POINTS: usize = 60;
/// Points nearer than this to an edge are left out, Earth radii (130 m): the polygon's own tolerance is 20 m.
const MARGIN: f64 = 2e-5;

/// Returns the depth of a place within the cone of a magnitude with the Sun up, at its best: the least of
/// both in Earth radii, positive if the magnitude is seen.
fn depth(e: &Polynomials, magnitude: f64, latitude: f64, longitude: f64) -> f64 {
    let (sin, cos) = latitude.sin_cos();
    let n = 1.0 / (1.0 - ECCENTRICITY_SQUARED * sin * sin).sqrt();
    let (rho_cos, rho_sin) = (n * cos, n * (1.0 - ECCENTRICITY_SQUARED) * sin);
    let at = |c: &[f64; 4], t: f64| c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    let depth_at = |t: f64| {
        let (sin_d, cos_d) = at(&e.d, t).sin_cos();
        let (sin_h, cos_h) = (at(&e.mu, t) + longitude).sin_cos();
        let (xi, eta) = (rho_cos * sin_h, rho_sin * cos_d - rho_cos * cos_h * sin_d);
        let zeta = rho_sin * sin_d + rho_cos * cos_h * cos_d;
        let (l1, l2) = (at(&e.l1, t) - zeta * e.tan_f1, at(&e.l2, t) - zeta * e.tan_f2);
        let m = (at(&e.x, t) - xi).hypot(at(&e.y, t) - eta);
        let radius = if magnitude == 1.0 { l2.abs() } else { l1 - magnitude * (l1 + l2) };
        (radius - m).min(sin * sin_d + cos * cos_d * cos_h)
    };
    const STEP: f64 = 0.02;
    let best = (-200..=200)
        .map(|k| f64::from(k) * STEP)
        .max_by(|a, b| depth_at(*a).total_cmp(&depth_at(*b)))
        .expect("instants");
    let (mut a, mut b) = (best - STEP, best + STEP);
    for _ in 0..40 {
        let (c, d) = (a + 0.382 * (b - a), a + 0.618 * (b - a));
        if depth_at(c) > depth_at(d) { b = d } else { a = c }
    }
    depth_at((a + b) / 2.0)
}

/// The polygons of a ring as they are published: cut at the antimeridian.
fn polygons(paths: &Paths, ring: &[CurveVertex]) -> Vec<Polygon> {
    let degrees = |v: &CurveVertex| cut::Vertex {
        longitude_deg: v.longitude.to_degrees(),
        latitude_deg: v.latitude.to_degrees(),
        t: v.t,
    };
    let outside = degrees(&paths.outside());
    let ring: Vec<cut::Vertex> = ring.iter().map(degrees).collect();
    cut::ring(&ring, (outside.longitude_deg, outside.latitude_deg)).expect("a simple ring")
}

/// Returns whether a line eastwards from a place crosses the rings an odd number of times.
fn is_inside(polygons: &[Polygon], latitude_deg: f64, longitude_deg: f64) -> bool {
    let crosses = |edge: &&[cut::Vertex]| {
        let (a, b) = (edge[0], edge[1]);
        let part = (latitude_deg - a.latitude_deg) / (b.latitude_deg - a.latitude_deg);
        (a.latitude_deg > latitude_deg) != (b.latitude_deg > latitude_deg)
            && a.longitude_deg + part * (b.longitude_deg - a.longitude_deg) > longitude_deg
    };
    polygons.iter().flat_map(Polygon::rings).flat_map(|ring| ring.windows(2)).filter(crosses).count() % 2 == 1
}

#[test]
fn places_are_in_a_region_exactly_if_they_see_the_eclipse() {
    for magnitude in [0.0, 0.5, 1.0] {
        let results = of_some(|row| {
            let elements = row.polynomials();
            let paths = Paths::new(&elements, within(0.02), 0.0).expect("greatest eclipse");
            // Rings of a hybrid eclipse touch each other where its kind changes.
            let rings = match magnitude {
                1.0 => paths.central_area().expect("an area"),
                _ => paths.region(magnitude).expect("a region").into_iter().collect(),
            };
            let Some(ring) = rings.first() else { return (0, 0, Vec::new()) };
            let polygons: Vec<Polygon> = rings.iter().flat_map(|r| polygons(&paths, &r.vertices)).collect();
            let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ row.catalog_number as u64);
            let (mut points, mut seen, mut wrong) = (0, 0, Vec::new());
            for k in 0..POINTS {
                let (latitude, longitude) = place(&mut random, &ring.vertices, k % 2 == 0);
                let depth = depth(&elements, magnitude, latitude, longitude);
                if depth.abs() < MARGIN {
                    continue;
                }
                points += 1;
                seen += usize::from(depth > 0.0);
                let (lat, lon) = (latitude.to_degrees(), normalize_signed(longitude).to_degrees());
                if is_inside(&polygons, lat, lon) != (depth > 0.0) {
                    wrong.push(format!("{} at {lat:.4} {lon:.4}: {depth:.6}", date(row)));
                }
            }
            (points, seen, wrong)
        });
        let (points, seen) = results.iter().fold((0, 0), |sum, r| (sum.0 + r.0, sum.1 + r.1));
        let wrong: Vec<&String> = results.iter().flat_map(|r| &r.2).collect();
        println!("magnitude {magnitude}: {points} points, {seen} inside, {} wrong", wrong.len());
        assert!(seen > 2_000 && wrong.is_empty(), "{:#?}", &wrong[..wrong.len().min(10)]);
    }
}

/// Anywhere on the Earth, or near a vertex of the ring.
fn place(random: &mut Random, ring: &[CurveVertex], is_anywhere: bool) -> (f64, f64) {
    if is_anywhere {
        return ((2.0 * random.uniform() - 1.0).asin(), (random.uniform() - 0.5) * TAU);
    }
    let vertex = &ring[(random.uniform() * ring.len() as f64) as usize];
    let distance = 0.3 * random.uniform().powi(3);
    let (sin, cos) = (random.uniform() * TAU).sin_cos();
    let latitude = (vertex.latitude + distance * sin).clamp(-1.57, 1.57);
    (latitude, vertex.longitude + distance * cos / latitude.cos().max(0.01))
}
