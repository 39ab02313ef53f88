//! The metadata of GeoParquet: the value of the key `geo`.
//!
//! Source: GeoParquet specification 1.1.0, <https://geoparquet.org/releases/v1.1.0/>.

use crate::Error;
use crate::schema::{BOUNDING_BOX, ColumnType, TableSchema};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The key of the file's metadata.
pub(crate) const KEY: &str = "geo";

/// Returns the metadata of a batch as JSON, or `None` if the table has no geometry.
///
/// Without a `crs`, the standard implies OGC:CRS84: longitude and latitude on WGS 84. As it requires,
/// geometry that is cut at the antimeridian has one box for all of its pieces.
pub(crate) fn metadata(table: &TableSchema, batch: &RecordBatch) -> Result<Option<String>, Error> {
    let Some(geometry) = table.column_of(ColumnType::Geometry) else { return Ok(None) };
    let mut about = Map::new();
    about.insert("encoding".into(), "WKB".into());
    about.insert("geometry_types".into(), geometry_types(table, batch, geometry.name)?.into());
    about.insert("edges".into(), "planar".into());
    about.insert("orientation".into(), "counterclockwise".into());
    if let Some(column) = table.column_of(ColumnType::BoundingBox) {
        if let Some(around) = bounding_box(batch, column.name) {
            about.insert("bbox".into(), json!(around));
        }
        let parts = BOUNDING_BOX.map(|part| (part.to_owned(), json!([column.name, part])));
        about.insert("covering".into(), json!({ "bbox": Map::from_iter(parts) }));
    }
    let columns = Map::from_iter([(geometry.name.to_owned(), Value::Object(about))]);
    let file = json!({ "version": "1.1.0", "primary_column": geometry.name, "columns": columns });
    Ok(Some(file.to_string()))
}

/// The types of geometry that occur, by the numbers in their Well-Known Binary.
fn geometry_types(
    table: &TableSchema,
    batch: &RecordBatch,
    column: &str,
) -> Result<Vec<&'static str>, Error> {
    let Some(values) = batch.column_by_name(column) else { return Ok(Vec::new()) };
    let mut found = BTreeSet::new();
    for (row, value) in values.as_binary::<i32>().iter().enumerate() {
        // The byte order, then the type, little-endian and below 256.
        found.insert(match value {
            Some([1, 1, 0, 0, 0, ..]) => "Point",
            Some([1, 2, 0, 0, 0, ..]) => "LineString",
            Some([1, 3, 0, 0, 0, ..]) => "Polygon",
            Some([1, 5, 0, 0, 0, ..]) => "MultiLineString",
            Some([1, 6, 0, 0, 0, ..]) => "MultiPolygon",
            _ => return Err(table.broken(format!("{column} is of no known type in row {row}"))),
        });
    }
    Ok(found.into_iter().collect())
}

/// The box around all boxes; none around none.
fn bounding_box(batch: &RecordBatch, column: &str) -> Option<[f64; 4]> {
    let boxes = batch.column_by_name(column)?.as_struct();
    let values = |part: usize| boxes.column(part).as_primitive::<Float64Type>().values().iter().copied();
    let least = |part| values(part).reduce(f64::min);
    let greatest = |part| values(part).reduce(f64::max);
    Some([least(0)?, least(1)?, greatest(2)?, greatest(3)?])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tables::{paths, places};
    use geography::cut::Vertex;
    use geography::{BoundingBox, Geometry};
    use maps::wkb;

    pub(crate) fn row(bbox: BoundingBox, geometry: &[u8]) -> paths::Row<'_> {
        paths::Row {
            catalog_number: 9561,
            year: 2024,
            month: 4,
            day: 8,
            eclipse_type: "T",
            curve: "c",
            kind: "total",
            length_km: Some(1.0),
            area_km2: None,
            bbox,
            geometry,
        }
    }

    fn batch(geometries: &[Geometry]) -> RecordBatch {
        let part = |g| (BoundingBox::in_the_plane(g).expect("not empty"), wkb::bytes(g));
        let parts: Vec<_> = geometries.iter().map(part).collect();
        let rows: Vec<_> = parts.iter().map(|(bbox, geometry)| row(*bbox, geometry)).collect();
        paths::batch(&rows).expect("a table")
    }

    fn line(places: &[(f64, f64)]) -> Vec<Vertex> {
        let vertex =
            |&(longitude_deg, latitude_deg): &(f64, f64)| Vertex { longitude_deg, latitude_deg, t: 0.0 };
        places.iter().map(vertex).collect()
    }

    #[test]
    fn the_metadata_is_that_of_the_standard() {
        let one = line(&[(1.0, -2.0), (3.0, 4.5)]);
        let two = line(&[(-20.0, 0.0), (0.0, 1.0)]);
        let batch = batch(&[Geometry::Lines(vec![one.clone(), two]), Geometry::Lines(vec![one])]);
        let text = metadata(&paths::TABLE, &batch).expect("types").expect("geometry");
        let expected = json!({
            "version": "1.1.0",
            "primary_column": "geometry",
            "columns": { "geometry": {
                "encoding": "WKB",
                "geometry_types": ["LineString", "MultiLineString"],
                "edges": "planar",
                "orientation": "counterclockwise",
                "bbox": [-20.0, -2.0, 3.0, 4.5],
                "covering": { "bbox": {
                    "xmin": ["bbox", "xmin"],
                    "ymin": ["bbox", "ymin"],
                    "xmax": ["bbox", "xmax"],
                    "ymax": ["bbox", "ymax"],
                } },
            } },
        });
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), expected);
    }

    #[test]
    fn a_table_without_rows_has_no_box_and_one_without_geometry_no_metadata() {
        let text = metadata(&paths::TABLE, &batch(&[])).expect("types").expect("geometry");
        assert!(text.contains(r#""geometry_types":[]"#) && !text.contains(r#""bbox":["#), "{text}");
        let places = RecordBatch::new_empty(places::TABLE.arrow_schema());
        assert!(metadata(&places::TABLE, &places).expect("nothing").is_none());
    }
}
