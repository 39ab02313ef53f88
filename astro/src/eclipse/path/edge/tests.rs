//! A Moon and a ground that are known, against local circumstances.

use super::true_edge::{EdgeBand, EdgeErrors, EdgeSource, TrueEdge};
use crate::constants::{EQUATORIAL_RADIUS_KM, K_UMBRA, MOON_REFERENCE_RADIUS_KM};
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::limb::LimbContact;
use crate::eclipse::path::{CentralKind, CurveVertex, Error, Paths, Side, VertexSpacing};
use crate::eclipse::published::APRIL_2024;
use crate::math::angle::normalize_signed;
use crate::sky::libration::Selenographic;
use crate::sky::limb::{DIRECTIONS, Profile};
use std::f64::consts::TAU;

const DELTA_T_S: f64 = 69.2;

/// Mountains that turn slowly with the libration, and hills.
struct TestEdge {
    has_mountains: bool,
    has_hills: bool,
}

impl EdgeSource for TestEdge {
    fn limb(&self, libration: Selenographic) -> Result<Option<Profile>, String> {
        if !self.has_mountains {
            return Ok(None);
        }
        let mean_km = K_UMBRA * EQUATORIAL_RADIUS_KM - MOON_REFERENCE_RADIUS_KM;
        let height_km = |k: usize| {
            let angle = k as f64 / DIRECTIONS as f64 * TAU + 3.0 * libration.latitude;
            let slow = (11.0 * angle).sin() + 0.7 * (23.0 * angle + 5.0 * libration.longitude).sin();
            mean_km + 0.8 * slow + 0.3 * (97.0 * angle).sin()
        };
        Profile::new((0..DIRECTIONS).map(height_km).collect()).map(Some).map_err(|e| e.to_string())
    }

    fn ground_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64 {
        if self.has_hills {
            1500.0 + 900.0 * (9.0 * latitude_deg).sin() * (7.0 * longitude_deg).cos()
        } else {
            0.0
        }
    }
}

const ROUGH: TestEdge = TestEdge { has_mountains: true, has_hills: true };

fn paths(metres: f64) -> Paths<'static> {
    static ELEMENTS: Polynomials = APRIL_2024;
    let spacing = VertexSpacing::Tolerance { km: metres / 1000.0 };
    Paths::new(&ELEMENTS, spacing, 0.0).expect("arguments within their ranges")
}

fn edge(source: &TestEdge) -> TrueEdge<'_> {
    let errors = EdgeErrors { shadow_km: 0.1, delta_t_s: 0.2 };
    TrueEdge::new(&APRIL_2024, source, DELTA_T_S, None, errors)
}

/// Totality at a vertex moved away from the central line by metres on the ground, with the Moon as it is
/// turned at the contacts.
fn totality(edge: &TrueEdge, vertex: &CurveVertex, north_m: f64) -> Option<[LimbContact; 2]> {
    let moved = CurveVertex { latitude: vertex.latitude + north_m / 6_371_000.0, ..*vertex };
    let local = edge.observed(&moved);
    let contacts = local.contacts().expect("an eclipse");
    let moon = edge.moon(&local, vertex.t).expect("a limb");
    let first = local.limb_contacts(&contacts, [&moon; 2])?;
    let moons = first.map(|contact| edge.moon(&local, contact.t).expect("a limb"));
    local.limb_contacts(&contacts, moons.each_ref())
}

fn seconds([second, third]: [LimbContact; 2]) -> f64 {
    (third.t - second.t) * 3600.0
}

#[test]
fn totality_ends_at_the_vertices_of_limits() {
    let edge = edge(&ROUGH);
    let paths = paths(500.0);
    let lines = paths.edge_limits(&edge).expect("limits");
    assert_eq!(lines.len(), 2);
    let (mut longest_s, mut vertices) = (0.0f64, 0);
    for line in &lines {
        let outwards = if line.side == Some(Side::North) { 1.0 } else { -1.0 };
        // Next to the horizon a metre of height is a long way on the ground.
        let is_high = |vertex: &&CurveVertex| paths.sun_at(vertex).altitude > 0.2;
        for vertex in line.vertices.iter().filter(is_high).step_by(2) {
            longest_s = longest_s.max(totality(&edge, vertex, 0.0).map_or(0.0, seconds));
            assert!(totality(&edge, vertex, -200.0 * outwards).is_some(), "{vertex:?}");
            assert_eq!(totality(&edge, vertex, 200.0 * outwards), None, "{vertex:?}");
            vertices += 1;
        }
    }
    println!("{vertices} vertices; longest totality {longest_s:.4} s");
    assert!(vertices > 100 && longest_s < 0.05, "{vertices} {longest_s}");
}

#[test]
fn a_smooth_moon_over_the_sea_has_the_limits_of_the_elements() {
    let source = TestEdge { has_mountains: false, has_hills: false };
    let edge = edge(&source);
    let paths = paths(100.0);
    let smooth = paths.central_limits().expect("limits");
    for line in paths.edge_limits(&edge).expect("limits") {
        let same = smooth.iter().find(|other| other.side == line.side).expect("the same side");
        assert_eq!(line.kind, Some(CentralKind::Total));
        let inner = &line.vertices[1..line.vertices.len() - 1];
        let worst_m = worst_m(inner, &same.vertices);
        println!("{:?}: {worst_m:.1} m", line.side);
        // Both have edges within 100 m of the curve.
        assert!(worst_m < 100.0);
    }
    let ring = paths.edge_outline(&edge, 0.3).expect("an outline").expect("the umbra is on the Earth");
    let other = paths.outline(0.3).expect("an outline").expect("the umbra is on the Earth");
    assert!(worst_m(&ring.vertices, &other.vertices) < 100.0);
    assert_eq!(ring.vertices.first(), ring.vertices.last());
}

#[test]
fn limits_on_the_ground_end_at_sunrise_and_sunset() {
    let edge = edge(&ROUGH);
    let paths = paths(5000.0);
    let lines = paths.edge_limits(&edge).expect("limits");
    assert_eq!(lines.len(), 2);
    for line in &lines {
        let ends = [line.vertices.first(), line.vertices.last()];
        let degrees = ends.map(|end| paths.sun_at(end.expect("a vertex")).altitude.to_degrees());
        println!("{:?}: the Sun at {degrees:.4?}°", line.side);
        assert!(degrees.iter().all(|altitude| (0.0..0.05).contains(altitude)), "{degrees:?}");
    }
    let area = paths.edge_area(&edge).expect("an area");
    let [ring] = &area[..] else { panic!("{} rings", area.len()) };
    let lowest = ring.vertices.iter().map(|vertex| paths.sun_at(vertex).altitude.to_degrees());
    assert!(ring.vertices.first() == ring.vertices.last() && lowest.fold(90.0, f64::min) > -0.05);
    // With a least altitude, limits end there and the area does not.
    let spacing = VertexSpacing::Tolerance { km: 5.0 };
    let high = Paths::new(&APRIL_2024, spacing, 2f64.to_radians()).expect("arguments within their ranges");
    let lines = high.edge_limits(&edge).expect("limits");
    let ends = lines.iter().flat_map(|line| [line.vertices.first(), line.vertices.last()]);
    let lowest =
        ends.map(|end| high.sun_at(end.expect("a vertex")).altitude.to_degrees()).fold(90.0, f64::min);
    assert!(lines.len() == 2 && (2.0..2.05).contains(&lowest), "{lowest}");
    assert_eq!(high.edge_area(&edge).expect("an area"), area);
}

#[test]
fn totality_lasts_as_long_as_lines_of_equal_duration_say() {
    let edge = edge(&ROUGH);
    for duration_s in [30.0, 200.0] {
        let lines = paths(2000.0).edge_durations(&edge, duration_s).expect("lines");
        println!("{duration_s} s: {:?}", lines.iter().map(|line| line.vertices.len()).collect::<Vec<_>>());
        for vertex in lines.iter().flat_map(|line| &line.vertices).step_by(3) {
            let found = totality(&edge, vertex, 0.0).map_or(0.0, seconds);
            assert!((found - duration_s).abs() < 0.05, "{found} s at {vertex:?}");
        }
    }
    assert!(paths(2000.0).edge_durations(&edge, 300.0).expect("no lines").is_empty());
}

#[test]
fn outlines_are_where_totality_begins_or_ends() {
    let edge = edge(&ROUGH);
    const T: f64 = 0.3;
    let ring = paths(200.0).edge_outline(&edge, T).expect("an outline").expect("the umbra is on the Earth");
    let mut worst_s = 0.0f64;
    for vertex in &ring.vertices {
        let Some(contacts) = totality(&edge, vertex, 0.0) else { continue };
        let off = contacts.map(|contact| (contact.t - T).abs() * 3600.0);
        worst_s = worst_s.max(off[0].min(off[1]));
    }
    println!("{} vertices; worst {worst_s:.3} s", ring.vertices.len());
    // The Moon is that of the axis, and these mountains turn quickly with the libration.
    assert!(worst_s < 0.3, "{worst_s}");
}

#[test]
fn bands_lie_along_their_limits() {
    let source = TestEdge { has_mountains: true, has_hills: false };
    let edge = edge(&source);
    let paths = paths(500.0);
    for band in [EdgeBand::Sigma, EdgeBand::Valley] {
        let rings = paths.edge_bands(&edge, band, Side::North).expect("a band");
        let [ring] = &rings[..] else { panic!("{} rings", rings.len()) };
        let half = ring.vertices.len() / 2;
        // North of its inner edge by at least the error of the shadow, or somewhere at least.
        let wide = ring.vertices[half] != ring.vertices[half - 1];
        assert!(wide && ring.vertices.first() == ring.vertices.last(), "{band:?}");
    }
}

#[test]
fn work_ends_a_point_after_its_limit() {
    /// Looks that no point needs.
    const FOR_A_POINT: u32 = 10_000;
    const MAX: u32 = 50_000;
    let paths = paths(500.0);
    type Curve = fn(&Paths, &TrueEdge) -> Result<(), Error>;
    let curves: [Curve; 5] = [
        |paths, edge| paths.edge_limits(edge).map(drop),
        |paths, edge| paths.edge_durations(edge, 1.0).map(drop),
        |paths, edge| paths.edge_area(edge).map(drop),
        |paths, edge| paths.edge_bands(edge, EdgeBand::Valley, Side::South).map(drop),
        |paths, edge| (0..60).try_for_each(|k| paths.edge_outline(edge, 0.005 * f64::from(k)).map(drop)),
    ];
    for (number, curve) in curves.into_iter().enumerate() {
        let edge = edge(&ROUGH).with_max_looks(MAX);
        assert_eq!(curve(&paths, &edge), Err(Error::TooManyLooks { max: MAX }), "curve {number}");
        println!("curve {number}: {} looks", edge.looks());
        assert!(edge.looks() < MAX + FOR_A_POINT, "curve {number}");
    }
}

/// The greatest distance of vertices from a line, m.
fn worst_m(vertices: &[CurveVertex], line: &[CurveVertex]) -> f64 {
    let off = |v| line.windows(2).map(|pair| distance_m(v, pair)).fold(f64::INFINITY, f64::min);
    vertices.iter().map(off).fold(0.0, f64::max)
}

/// Distance of a vertex from an edge, m.
fn distance_m(vertex: &CurveVertex, pair: &[CurveVertex]) -> f64 {
    let east = vertex.latitude.cos();
    let flat = |p: &CurveVertex| {
        [normalize_signed(p.longitude - vertex.longitude) * east, p.latitude - vertex.latitude]
    };
    let ([xa, ya], [xb, yb]) = (flat(&pair[0]), flat(&pair[1]));
    let (dx, dy) = (xb - xa, yb - ya);
    let along = (-(xa * dx + ya * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (xa + along * dx).hypot(ya + along * dy) * 6_371_000.0
}
