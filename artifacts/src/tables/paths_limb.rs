//! The table `paths_limb`: limits and paths with the mountains of the Moon's limb and the height of the
//! ground, as GeoParquet. It belongs to no generation, because profiles of the limb are data of the operator.

use super::credits;
use super::theory::TheoryKind;
#[cfg(feature = "write")]
use crate::reader::TableView;
use geography::BoundingBox;

table! {
    name: "paths_limb",
    title: "Limits and paths of solar eclipses with the mountains of the Moon and the height of the ground, \
            as GeoParquet 1.1",
    notes: "One row per eclipse, curve, kind and side; a curve that does not exist has no row. The columns \
           of paths have their meaning there. On tn, ts and along area the last bead of the Sun vanishes and \
           the first appears at one instant, for an observer on the ground, without refraction, the Sun's \
           centre above the true horizon. c is the curve of paths, for comparison: a smooth Moon, the Sun of \
           the elements, height 0. Straight edges in longitude and latitude are nowhere further than \
           tolerance_m from the curve. Geometry is cut at the antimeridian and led along it at the poles.",
    licence: credits::COMPUTED,
    attribution: credits::PATHS_LIMB,
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
            "c central line, tn ts northern and southern limit of totality or annularity, area path of \
             totality or annularity, sigma one standard error of a limit to either side, valley where a \
             single valley of the Moon keeps totality away or a single mountain breaks the ring",
            "followed from the elements";
        kind: Option<&'a str>, "text", "what is seen there: total | annular; null for sigma and valley",
            "as the curve";
        side: Option<&'a str>, "text", "limit of a sigma or valley: north | south; null for the others",
            "as the curve";
        length_km: Option<f64>, "km", "length of a line; null for area, sigma and valley",
            "geodesics on WGS 84 from vertex to vertex (Karney 2013)";
        area_km2: Option<f64>, "km²", "area of area, sigma and valley; null for lines",
            "geodesic polygon on WGS 84 (Karney 2013)";
        theory: TheoryKind, "text",
            "Sun and Moon: series or kernel, those of elements_precise, with light time; canon, those of \
             elements, where it has no such row", "the sources";
        delta_t_s: f64, "s", "ΔT at greatest eclipse", "delta_t table";
        delta_t_sigma_s: f64, "s", "standard error of ΔT", "delta_t table";
        sun_radius_arcsec: f64, "arcsecond", "semidiameter of the Sun at 1 au",
            "Quaglia et al. 2021; c: as in elements";
        limb_map: Option<&'a str>, "text", "map from which the profiles of the limb were made; null for c",
            "the dataset of profiles";
        limb_sigma_m: Option<f64>, "m", "standard error of heights of the limb, part of sigma; null for c",
            "0.015 pixels of the map";
        ground: Option<&'a str>, "text", "sources of the height of the ground, the first first; null for c",
            "the dataset of terrain, elevation table";
        tolerance_m: f64, "m", "greatest distance of straight edges from the curve", "chosen";
        bbox: BoundingBox, "degree",
            "least and greatest longitude and latitude; −180 … 180 if the curve crosses the antimeridian",
            "as the geometry";
        geometry: &'a [u8], "degree", "longitude, latitude; six decimals; outer rings counter-clockwise",
            "followed from the elements";
    }
}

/// The rows of a batch from [`crate::table_file::read`].
#[cfg(feature = "write")]
pub fn rows(batch: &crate::RecordBatch) -> Result<Rows<'_>, crate::Error> {
    view(TableView::new(&TABLE, batch))
}
