//! The table `paths`: curves of the eclipses of `elements` on the map, as GeoParquet.

use super::credits;
#[cfg(feature = "write")]
use crate::reader::TableView;
use geography::BoundingBox;

table! {
    name: "paths",
    title: "Curves of the solar eclipses of the years 1500 … 2500 on the map, as GeoParquet 1.1",
    notes: "One row per eclipse, curve and kind; a curve that does not exist has no row. For an observer \
           at height 0 on the ellipsoid of WGS 84, a smooth Moon, no refraction, the Sun's centre above the \
           true horizon; ΔT as in elements. Straight edges in longitude and latitude are nowhere further \
           than 1 km from the curve. Geometry is cut at the antimeridian and led along it at the poles.",
    licence: credits::COMPUTED,
    attribution: credits::CANON_AND_IERS,
    arrow: false,
    sorted_by: "catalog_number",
    ties: true,
    /// A curve of an eclipse.
    columns<'a>: Row<'a> {
        catalog_number: i32, "1", "catalog number in eclipses", "counted";
        year: i32, "year", "UTC date of greatest eclipse, astronomical years", "as in elements";
        month: i8, "month", "1 … 12", "as in elements";
        day: i8, "day", "day of the month", "as in elements";
        eclipse_type: &'a str, "text", "type of the eclipse with its qualifier", "as in eclipses";
        curve: &'a str, "text",
            "c central line, tn ts northern and southern limit of totality or annularity, pn ps of the \
             partial eclipse, area path of totality or annularity, region where any phase is seen",
            "followed from the elements";
        kind: &'a str, "text", "what is seen there: total | annular | partial", "as the curve";
        length_km: Option<f64>, "km", "length of a line; null for area and region",
            "geodesics on WGS 84 from vertex to vertex (Karney 2013)";
        area_km2: Option<f64>, "km²", "area of area and region; null for lines",
            "geodesic polygon on WGS 84 (Karney 2013)";
        bbox: BoundingBox, "degree",
            "least and greatest longitude and latitude; −180 … 180 if the curve crosses the antimeridian",
            "as the geometry";
        geometry: &'a [u8], "degree", "longitude, latitude; six decimals; outer rings counter-clockwise",
            "followed from the elements";
    }
}

/// The rows of a batch from [`crate::reader::Generation::parquet`].
#[cfg(feature = "write")]
pub fn rows(batch: &crate::RecordBatch) -> Result<Rows<'_>, crate::Error> {
    view(TableView::new(&TABLE, batch))
}
