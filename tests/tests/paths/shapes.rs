//! Are the features that are published whole: rings simple and well wound, lines without leaps, no area lost?

use super::{date, of_some, on};
use geo::Validation;
use geography::cut::{Polygon, Vertex};
use geography::{BoundingBox, Geometry};
use maps::{Collection, CurveOptions, Cut, Feature, PathWord};

/// Neighbours of a line are nowhere further apart than this, degrees of arc: near an equinox the horizon runs
/// along a meridian, and few vertices do.
const LONGEST_EDGE_DEG: f64 = 25.0;
/// Share by which a polygon's area may differ from that of the same ring not cut.
const AREA_SHARE: f64 = 1e-6;

fn options(words: &[PathWord], cut: Cut) -> CurveOptions {
    CurveOptions {
        magnitudes: vec![0.5],
        isochrone_step_ms: 1_800_000,
        outline_step_ms: 1_800_000,
        cut,
        max_vertices: 200_000,
        ..CurveOptions::of(words.to_vec(), 1000.0)
    }
}

/// Degrees squared in the plane of longitude × sine of latitude: the same for a ring and its pieces, but for
/// the lines along which it was cut.
fn plane_area(geometry: &Geometry) -> f64 {
    let Geometry::Polygons(polygons) = geometry else { return 0.0 };
    let ring = |ring: &Vec<Vertex>| -> f64 {
        let edge = |e: &[Vertex]| {
            let (a, b) = (e[0].latitude_deg.to_radians(), e[1].latitude_deg.to_radians());
            // The mean of the sine along an edge that is straight in longitude and latitude.
            let mean =
                if (b - a).abs() < 1e-4 { ((a + b) / 2.0).sin() } else { (a.cos() - b.cos()) / (b - a) };
            (e[1].longitude_deg - e[0].longitude_deg) * mean
        };
        -ring.windows(2).map(edge).sum::<f64>()
    };
    polygons.iter().flat_map(|p| p.rings()).map(ring).sum()
}

/// The faults of polygons in the plane.
fn crossings(id: &str, polygons: &[Polygon]) -> Vec<String> {
    let ring =
        |run: &Vec<Vertex>| geo::LineString::from_iter(run.iter().map(|v| (v.longitude_deg, v.latitude_deg)));
    let problem = |polygon: &Polygon| {
        let polygon = geo::Polygon::new(ring(&polygon.outer), polygon.holes.iter().map(ring).collect());
        polygon.check_validation().err().map(|error| format!("{id}: {error}"))
    };
    polygons.iter().filter_map(problem).collect()
}

fn faults(collection: &Collection, unrolled: &Collection) -> Vec<String> {
    let mut faults = Vec::new();
    for (feature, whole) in collection.features.iter().zip(&unrolled.features) {
        let id = &feature.id;
        for vertex in feature.geometry.runs().flatten() {
            if !(-180.0..=180.0).contains(&vertex.longitude_deg) || vertex.latitude_deg.abs() > 90.0 {
                faults.push(format!("{id}: {vertex:?} is not on the map"));
            }
        }
        match &feature.geometry {
            Geometry::Point(_) => {}
            Geometry::Lines(lines) => {
                for edge in lines.iter().flat_map(|line| line.windows(2)) {
                    let (dx, dy) = (
                        edge[1].longitude_deg - edge[0].longitude_deg,
                        edge[1].latitude_deg - edge[0].latitude_deg,
                    );
                    let middle = ((edge[0].latitude_deg + edge[1].latitude_deg) / 2.0).to_radians();
                    if (dx * middle.cos()).hypot(dy) > LONGEST_EDGE_DEG {
                        faults.push(format!("{id}: a leap from {:?} to {:?}", edge[0], edge[1]));
                    }
                }
            }
            Geometry::Polygons(polygons) => {
                faults.extend(crossings(id, polygons));
                if let Geometry::Polygons(polygons) = &whole.geometry {
                    faults.extend(crossings(&format!("{id}, not cut"), polygons));
                }
                let (cut, uncut) = (plane_area(&feature.geometry), plane_area(&whole.geometry));
                if cut <= 0.0 || (cut - uncut).abs() > AREA_SHARE * cut.max(1e-3) {
                    faults.push(format!("{id}: area {cut} after cutting, {uncut} before"));
                }
            }
        }
    }
    faults
}

/// Faults of curves that run on beyond ±180: a piece a turn from the others, a box that is not around it.
fn turns(unrolled: &Collection) -> Vec<String> {
    let longitude = |feature: &Feature| match feature.geometry {
        Geometry::Point(at) if feature.id == "GE" => Some(at.longitude_deg),
        _ => None,
    };
    let meridian_deg = unrolled.features.iter().find_map(longitude).expect("greatest eclipse");
    let around = unrolled.bounding_box().expect("a box");
    let mut faults = Vec::new();
    for feature in &unrolled.features {
        let id = &feature.id;
        let part = unrolled.bounding_box_of(&feature.geometry).expect("a box");
        if BoundingBox::union_in_the_plane([around, part]) != Some(around) {
            faults.push(format!("{id}: {part:?} is not within {around:?}"));
        }
        let Geometry::Lines(lines) = &feature.geometry else { continue };
        for line in lines {
            let part = BoundingBox::in_the_plane(&Geometry::Lines(vec![line.clone()])).expect("a box");
            let middle_deg = (part.west + part.east) / 2.0;
            if part.west >= part.east && line.len() > 2 || (middle_deg - meridian_deg).abs() > 180.0 {
                faults.push(format!("{id}: {part:?} is a turn from {meridian_deg}"));
            }
        }
    }
    faults
}

#[test]
fn all_curves_of_all_eclipses_are_whole() {
    let found = of_some(|row| {
        let polynomials = row.polynomials();
        let of = |cut| {
            Collection::new(&polynomials, row.delta_t_s, &options(&PathWord::ALL, cut))
                .unwrap_or_else(|e| panic!("{}: {e}", date(row)))
        };
        let (cut, unrolled) = (of(Cut::Antimeridian), of(Cut::None));
        let faults = [faults(&cut, &unrolled), turns(&unrolled)].concat();
        (
            cut.features.len(),
            cut.vertices(),
            faults.into_iter().map(|f| format!("{}: {f}", date(row))).collect(),
        )
    });
    let faults: Vec<&String> = found.iter().flat_map(|f: &(usize, usize, Vec<String>)| &f.2).collect();
    let (features, vertices) = found.iter().fold((0, 0), |sum, f| (sum.0 + f.0, sum.1 + f.1));
    println!("{features} features, {vertices} vertices, {} faults", faults.len());
    assert!(features > 10_000 && faults.is_empty(), "{:#?}", &faults[..faults.len().min(20)]);
}

/// A second of ΔT turns the Earth by 15″ under the same curves.
#[test]
fn delta_t_moves_longitudes_and_nothing_else() {
    let row = on(2024, 4, 8);
    let polynomials = row.polynomials();
    let words = [PathWord::Centre, PathWord::NorthernLimit, PathWord::NorthernPartial];
    let of = |delta_t_s| {
        Collection::new(&polynomials, delta_t_s, &options(&words, Cut::None)).expect("curves").features
    };
    for (a, b) in of(0.0).iter().zip(&of(240.0)) {
        for (p, q) in a.geometry.runs().flatten().zip(b.geometry.runs().flatten()) {
            let turned = (q.longitude_deg - p.longitude_deg).rem_euclid(360.0);
            assert!((turned - 1.002_737_9).abs() < 1e-6 && (q.latitude_deg - p.latitude_deg).abs() < 1e-12);
        }
    }
}
