//! The table of curves on the map, as read by analysts.

use artifacts::RecordBatch;
use artifacts::reader::Generation;
use artifacts::tables::{elements, paths};
use geo::{Contains, Coord, LineString, MultiPolygon, Point, Polygon};
use geography::cut::Vertex;
use geography::{BoundingBox, Geometry};
use maps::wkb;

fn table() -> (Generation, RecordBatch) {
    let generation = Generation::current(tests::built()).expect("generation");
    let batch = generation.parquet(&paths::TABLE).expect("the table");
    (generation, batch)
}

/// The polygons of a row in the types of another library.
fn polygons(geometry: &Geometry) -> MultiPolygon<f64> {
    let Geometry::Polygons(polygons) = geometry else { panic!("a region is made of polygons") };
    let ring = |run: &Vec<Vertex>| -> LineString<f64> {
        run.iter().map(|v| Coord { x: v.longitude_deg, y: v.latitude_deg }).collect()
    };
    polygons.iter().map(|p| Polygon::new(ring(&p.outer), p.holes.iter().map(ring).collect())).collect()
}

#[test]
fn every_eclipse_that_is_served_by_default_has_valid_curves_with_their_boxes() {
    let (generation, batch) = table();
    let rows = paths::rows(&batch).expect("columns");
    let mut regions = 0;
    for row in rows.iter() {
        let of = format!("{} {} of eclipse {}", row.curve, row.kind, row.catalog_number);
        let geometry = wkb::read(row.geometry).unwrap_or_else(|e| panic!("{of}: {e}"));
        places::validity::check(&geometry).unwrap_or_else(|e| panic!("{of}: {e}"));
        assert_eq!(BoundingBox::in_the_plane(&geometry), Some(row.bbox), "{of}");
        regions += usize::from(row.curve == "region");
    }
    let elements: Vec<_> = elements::read(&generation).expect("elements").iter().collect();
    let count = elements::of_default_span(&elements).len();
    println!("{} rows, {regions} regions", rows.count());
    assert_eq!((regions, count), (2391, 2391));
}

#[test]
fn the_path_of_2024_crosses_the_towns_it_crossed() {
    let (_generation, batch) = table();
    let rows = paths::rows(&batch).expect("columns");
    let of_2024: Vec<_> = rows.iter().filter(|row| row.catalog_number == 9561).collect();
    let words: Vec<_> = of_2024.iter().map(|row| (row.curve, row.kind)).collect();
    let (total, partial) = ("total", "partial");
    assert_eq!(words[..3], [("c", total), ("tn", total), ("ts", total)]);
    assert_eq!(words[3..], [("pn", partial), ("ps", partial), ("area", total), ("region", partial)]);
    let area = polygons(&wkb::read(of_2024[5].geometry).expect("geometry"));
    let is_inside = |latitude: f64, longitude: f64| area.contains(&Point::new(longitude, latitude));
    // Source: NASA, <https://science.nasa.gov/eclipses/future-eclipses/eclipse-2024/where-when/>.
    let (dallas, cleveland, new_york) = ((32.78, -96.80), (41.50, -81.69), (40.71, -74.01));
    assert!(is_inside(dallas.0, dallas.1) && is_inside(cleveland.0, cleveland.1));
    assert!(!is_inside(new_york.0, new_york.1));
}
