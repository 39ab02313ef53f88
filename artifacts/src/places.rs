//! Where a point is: in which country, which time zone and which sea.
//!
//! Land decides first: a point in a country's outline is in that country, every other point in the first sea
//! area that contains it. The Caspian is such an area, but one that stands for no sea. Outlines: Natural
//! Earth 1:10m, quantised to 0.0036° of longitude and 0.0017° of latitude (400 m); sea areas: IHO S-23
//! (1953), drawn with few vertices; zones: timezone-boundary-builder, simplified by tzf.

use crate::Error;
use crate::reader::Generation;
use crate::tables::{OUTLINES, PLACES};
use arrow::array::Array;
use geo::indexed::IntervalTreeMultiPolygon;
use geo::{BoundingRect, Contains, Coord, LineString, MultiPolygon, Point, Polygon};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use tzf_rs::EmbeddedFinder;

/// What a polygon outlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// A country.
    Country,
    /// A sea area.
    Sea,
}

impl Layer {
    /// All layers, in the order in which they decide.
    pub const ALL: [Self; 2] = [Self::Country, Self::Sea];

    /// The word in the `places` table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Sea => "sea",
        }
    }
}

/// A polygon and what it stands for. Where polygons of a layer overlap, the first decides.
#[derive(Debug, Clone)]
pub struct Area {
    /// Of what it is the outline.
    pub layer: Layer,
    /// Name in the source.
    pub name: String,
    /// ISO 3166-1 alpha-2, of countries that have one.
    pub country_iso: Option<String>,
    /// Marine Regions id, of seas; none for water that is no part of the ocean.
    pub mrg_id: Option<i32>,
    /// Longitude and latitude in degrees, planar between −180 and 180 (a little beyond where an outline
    /// crosses the antimeridian), closed along the pole if it holds one.
    pub polygon: Polygon<f64>,
}

/// What is at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// Land: in a country's outline, lakes included.
    Land,
    /// A sea area.
    Sea,
    /// Water that is no part of the ocean: the Caspian Sea.
    Inland,
    /// In no outline at all: a gap between sea areas. Those of Umbra have none.
    Unknown,
}

/// Where a point is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// ISO 3166-1 alpha-2; none at sea and in no country.
    pub country_iso: Option<&'a str>,
    /// IANA zone; `Etc/GMT±n` at sea, with the sign of POSIX: `Etc/GMT-3` is three hours **ahead** of UTC.
    pub tz_id: &'a str,
    /// Marine Regions id of the IHO sea area; none on land and on the Caspian.
    pub mrg_id: Option<i32>,
    /// What is there.
    pub surface: Surface,
}

/// Finds places; made once, shared by all threads.
pub struct Places {
    countries: Index<Option<String>>,
    seas: Index<Option<i32>>,
    zones: EmbeddedFinder,
}

impl Places {
    /// Indexes the areas: a twentieth of a second and 44 MB for the outlines of a generation.
    pub fn new(areas: &[Area]) -> Self {
        let of = |layer| areas.iter().filter(move |a| a.layer == layer);
        Self {
            countries: Index::new(of(Layer::Country).map(|a| (&a.polygon, a.country_iso.clone()))),
            seas: Index::new(of(Layer::Sea).map(|a| (&a.polygon, a.mrg_id))),
            zones: EmbeddedFinder::new(),
        }
    }

    /// Indexes the outlines of a generation.
    pub fn open(generation: &Generation) -> Result<Self, Error> {
        Ok(Self::new(&areas(generation)?))
    }

    /// The place at a latitude within −90 … 90 and any longitude (east positive, taken modulo 360), in
    /// degrees. A point on a border belongs to the side north-east of it.
    pub fn at(&self, latitude_deg: f64, longitude_deg: f64) -> Result<Place<'_>, Error> {
        if !(-90.0..=90.0).contains(&latitude_deg) || !longitude_deg.is_finite() {
            return Err(Error::Coordinates { latitude_deg, longitude_deg });
        }
        // A point on an edge is inside of neither polygon, and the poles and the antimeridian are edges: 0.1
        // mm away it is inside of one.
        const ASIDE_DEG: f64 = 1e-9;
        let latitude_deg = (latitude_deg + ASIDE_DEG).min(90.0 - ASIDE_DEG);
        let longitude_deg = (longitude_deg + ASIDE_DEG + 180.0).rem_euclid(360.0) - 180.0;
        let point = Point::new(longitude_deg, latitude_deg);
        let tz_id = self.zone(latitude_deg, longitude_deg);
        if let Some(country) = self.countries.first(point) {
            return Ok(Place {
                country_iso: country.as_deref(),
                tz_id,
                mrg_id: None,
                surface: Surface::Land,
            });
        }
        let (mrg_id, surface) = match self.seas.first(point) {
            Some(Some(id)) => (Some(*id), Surface::Sea),
            Some(None) => (None, Surface::Inland),
            None => (None, Surface::Unknown),
        };
        Ok(Place { country_iso: None, tz_id, mrg_id, surface })
    }

    /// Release of the time zone boundaries.
    pub fn zones_version(&self) -> &str {
        self.zones.data_version()
    }

    fn zone(&self, latitude_deg: f64, longitude_deg: f64) -> &str {
        match self.zones.get_tz_name(longitude_deg, latitude_deg) {
            "" => nautical_zone(longitude_deg),
            name => name,
        }
    }
}

/// The nautical zone of a longitude within −180 … 180: 15° about each hour's meridian. In `Etc/GMT±n` the
/// sign is inverted: 90° E is `Etc/GMT-6`.
pub fn nautical_zone(longitude_deg: f64) -> &'static str {
    const WEST_TO_EAST: [&str; 25] = [
        "Etc/GMT+12",
        "Etc/GMT+11",
        "Etc/GMT+10",
        "Etc/GMT+9",
        "Etc/GMT+8",
        "Etc/GMT+7",
        "Etc/GMT+6",
        "Etc/GMT+5",
        "Etc/GMT+4",
        "Etc/GMT+3",
        "Etc/GMT+2",
        "Etc/GMT+1",
        "Etc/GMT",
        "Etc/GMT-1",
        "Etc/GMT-2",
        "Etc/GMT-3",
        "Etc/GMT-4",
        "Etc/GMT-5",
        "Etc/GMT-6",
        "Etc/GMT-7",
        "Etc/GMT-8",
        "Etc/GMT-9",
        "Etc/GMT-10",
        "Etc/GMT-11",
        "Etc/GMT-12",
    ];
    WEST_TO_EAST[(((longitude_deg / 15.0).round() + 12.0).clamp(0.0, 24.0)) as usize]
}

/// The outlines of a generation.
pub fn areas(generation: &Generation) -> Result<Vec<Area>, Error> {
    let (places, outlines) = (generation.table(&PLACES)?, generation.table(&OUTLINES)?);
    let (layer, name, country, sea) = (
        places.texts("layer")?,
        places.texts("name")?,
        places.texts("country_iso")?,
        places.int32s("mrg_id")?,
    );
    let broken = |problem: String| Error::Contract { table: OUTLINES.name, problem };
    let (polygon, ring) = (outlines.int32s("polygon")?.values(), outlines.int32s("ring")?.values());
    let (longitude, latitude) =
        (outlines.f64s("longitude_deg")?.values(), outlines.f64s("latitude_deg")?.values());
    let mut areas = Vec::with_capacity(places.rows());
    let mut start = 0;
    for row in 0..places.rows() {
        let end = start + polygon[start..].partition_point(|&p| p as usize <= row);
        let mut rings = ring[start..end].chunk_by(|a, b| a == b).scan(start, |from, chunk| {
            let range = *from..*from + chunk.len();
            *from = range.end;
            Some(LineString(range.map(|i| Coord { x: longitude[i], y: latitude[i] }).collect()))
        });
        let outer = rings.next().ok_or_else(|| broken(format!("polygon {row} has no vertex")))?;
        let word = layer.value(row);
        areas.push(Area {
            layer: Layer::ALL
                .into_iter()
                .find(|l| l.word() == word)
                .ok_or_else(|| broken(format!("polygon {row}: \"{word}\" is no layer")))?,
            name: name.value(row).to_owned(),
            country_iso: country.is_valid(row).then(|| country.value(row).to_owned()),
            mrg_id: sea.is_valid(row).then(|| sea.value(row)),
            polygon: Polygon::new(outer, rings.collect()),
        });
        start = end;
    }
    Ok(areas)
}

/// Polygons by their boxes, each with its edges by latitude.
struct Index<T> {
    boxes: RTree<GeomWithData<Rectangle<[f64; 2]>, usize>>,
    shapes: Vec<(IntervalTreeMultiPolygon<f64>, T)>,
}

impl<T> Index<T> {
    fn new<'a>(polygons: impl Iterator<Item = (&'a Polygon<f64>, T)>) -> Self {
        let mut index = Self { boxes: RTree::new(), shapes: Vec::new() };
        let mut boxes = Vec::new();
        for (polygon, value) in polygons {
            let Some(rectangle) = polygon.bounding_rect() else { continue };
            let (min, max) = (rectangle.min(), rectangle.max());
            boxes.push(GeomWithData::new(
                Rectangle::from_corners([min.x, min.y], [max.x, max.y]),
                index.shapes.len(),
            ));
            index.shapes.push((IntervalTreeMultiPolygon::new(&MultiPolygon(vec![polygon.clone()])), value));
        }
        index.boxes = RTree::bulk_load(boxes);
        index
    }

    /// What the first polygon that contains the point stands for.
    fn first(&self, point: Point<f64>) -> Option<&T> {
        let mut first = usize::MAX;
        for candidate in self.boxes.locate_in_envelope_intersecting(&AABB::from_point([point.x(), point.y()]))
        {
            if candidate.data < first && self.shapes[candidate.data].0.contains(&point) {
                first = candidate.data;
            }
        }
        self.shapes.get(first).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nautical_zones_have_the_inverted_sign_of_posix() {
        let cases = [
            (0.0, "Etc/GMT"),
            (7.4, "Etc/GMT"),
            (7.6, "Etc/GMT-1"),
            (90.0, "Etc/GMT-6"),
            (-90.0, "Etc/GMT+6"),
            (180.0, "Etc/GMT-12"),
            (-180.0, "Etc/GMT+12"),
        ];
        for (longitude_deg, zone) in cases {
            assert_eq!(nautical_zone(longitude_deg), zone, "{longitude_deg}°");
        }
    }

    #[test]
    fn the_licences_name_the_release_of_the_zones() {
        let release = Places::new(&[]).zones_version().to_owned();
        assert!(
            crate::dictionary::LICENSES.contains(&format!("timezone-boundary-builder {release}")),
            "{release}"
        );
    }

    #[test]
    fn the_first_polygon_decides_and_land_before_sea() {
        let square = |west: f64, south: f64, side: f64| {
            Polygon::new(
                vec![
                    (west, south),
                    (west + side, south),
                    (west + side, south + side),
                    (west, south + side),
                    (west, south),
                ]
                .into(),
                vec![],
            )
        };
        let sea = |id, polygon| Area {
            layer: Layer::Sea,
            name: String::new(),
            country_iso: None,
            mrg_id: Some(id),
            polygon,
        };
        let country = Area {
            layer: Layer::Country,
            name: "A".into(),
            country_iso: Some("AA".into()),
            mrg_id: None,
            polygon: square(0.0, 0.0, 1.0),
        };
        let nobodys = Area { country_iso: None, polygon: square(0.0, 0.0, 2.0), ..country.clone() };
        let lake = Area { mrg_id: None, ..sea(0, square(30.0, 30.0, 5.0)) };
        let places = Places::new(&[
            lake,
            sea(1, square(-5.0, -5.0, 20.0)),
            sea(2, square(-180.0, -60.0, 360.0)),
            country,
            nobodys,
        ]);
        let at = |latitude, longitude| {
            places
                .at(latitude, longitude)
                .map(|p| (p.country_iso.map(str::to_owned), p.mrg_id, p.surface))
                .expect("a place")
        };
        assert_eq!(at(0.5, 0.5), (Some("AA".into()), None, Surface::Land));
        assert_eq!(at(1.5, 1.5), (None, None, Surface::Land));
        assert_eq!(at(3.0, 3.0), (None, Some(1), Surface::Sea));
        assert_eq!(at(40.0, 3.0), (None, Some(2), Surface::Sea));
        assert_eq!(at(3.0, 363.0), (None, Some(1), Surface::Sea));
        assert_eq!(at(90.0, -500.0), (None, Some(2), Surface::Sea));
        assert_eq!(at(32.0, 32.0), (None, None, Surface::Inland));
        assert_eq!(at(-70.0, 32.0), (None, None, Surface::Unknown));
    }

    #[test]
    fn coordinates_that_are_none_are_refused_by_name() {
        let places = Places::new(&[]);
        for (latitude, longitude) in [(90.1, 0.0), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            let error = places.at(latitude, longitude).map(|_| ()).expect_err("refused").to_string();
            assert!(error.contains("latitude"), "{error}");
        }
    }
}
