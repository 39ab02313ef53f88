//! Country, sea and time zone of a point.

use crate::Error;
use crate::area::{Area, AreaLayer};
use crate::index::PolygonIndex;
use crate::zones::Zones;
use geo::Point;

/// The kind of surface at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceKind {
    /// Land, including lakes.
    Land,
    /// A sea area.
    Sea,
    /// Water outside the ocean: the Caspian Sea.
    Inland,
    /// A gap between the outlines. Those in `catalog-src` leave no gaps.
    Unknown,
}

/// Country, sea and time zone of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// ISO 3166-1 alpha-2 code; none at sea and on land without a code in common use.
    pub country_iso: Option<&'a str>,
    /// IANA zone. At sea `Etc/GMT±n`, with the sign of POSIX: `Etc/GMT-3` is three hours **ahead** of UTC.
    pub tz_id: &'a str,
    /// Marine Regions id of the IHO sea area; none on land and on the Caspian Sea.
    pub mrg_id: Option<i32>,
    /// Land, sea, inland water or a gap.
    pub surface: SurfaceKind,
}

/// An index of countries, seas and time zones. Threads can share it.
pub struct Atlas {
    /// ISO codes of the countries.
    countries: PolygonIndex<Option<String>>,
    /// Marine Regions ids of the seas; none for water outside the ocean.
    seas: PolygonIndex<Option<i32>>,
    zones: Zones,
}

impl Atlas {
    /// Indexes the areas, which takes 50 ms and 44 MB for the outlines of a generation.
    pub fn new(areas: &[Area]) -> Self {
        let of = |layer| areas.iter().filter(move |area| area.layer == layer);
        let countries =
            PolygonIndex::new(of(AreaLayer::Country).map(|a| (&a.polygon, a.country_iso.clone())));
        let seas = PolygonIndex::new(of(AreaLayer::Sea).map(|a| (&a.polygon, a.mrg_id)));
        Self { countries, seas, zones: Zones::default() }
    }

    /// Returns the location of a point: a latitude within −90 … 90 and any finite longitude (east positive,
    /// modulo 360), in degrees. A point on a border belongs to the side north-east of it.
    ///
    /// ```
    /// use places::{Atlas, SurfaceKind};
    /// // Without outlines, only the time zone is found.
    /// let atlas = Atlas::new(&[]);
    /// let location = atlas.at(41.65, -4.73)?;
    /// assert_eq!((location.tz_id, location.surface), ("Europe/Madrid", SurfaceKind::Unknown));
    /// # Ok::<(), places::Error>(())
    /// ```
    pub fn at(&self, latitude_deg: f64, longitude_deg: f64) -> Result<Location<'_>, Error> {
        if !(-90.0..=90.0).contains(&latitude_deg) || !longitude_deg.is_finite() {
            let error = geography::Error::Coordinates { latitude_deg, longitude_deg };
            return Err(Error::Coordinates(error));
        }
        // A point on an edge is inside neither polygon, and both poles and the antimeridian are edges. Moving
        // it 0.1 mm puts it inside one of them.
        const ASIDE_DEG: f64 = 1e-9;
        let latitude_deg = (latitude_deg + ASIDE_DEG).min(90.0 - ASIDE_DEG);
        let longitude_deg = (longitude_deg + ASIDE_DEG + 180.0).rem_euclid(360.0) - 180.0;
        let point = Point::new(longitude_deg, latitude_deg);
        let tz_id = self.zones.at(latitude_deg, longitude_deg);
        // Land first: sea areas are drawn across coasts and islands.
        if let Some(country_iso) = self.countries.first_containing(point) {
            let country_iso = country_iso.as_deref();
            return Ok(Location { country_iso, tz_id, mrg_id: None, surface: SurfaceKind::Land });
        }
        let (mrg_id, surface) = match self.seas.first_containing(point) {
            Some(Some(id)) => (Some(*id), SurfaceKind::Sea),
            Some(None) => (None, SurfaceKind::Inland),
            None => (None, SurfaceKind::Unknown),
        };
        Ok(Location { country_iso: None, tz_id, mrg_id, surface })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::{Coord, Polygon, Rect};

    fn square(west: f64, south: f64, side: f64) -> Polygon<f64> {
        Rect::new(Coord { x: west, y: south }, Coord { x: west + side, y: south + side }).to_polygon()
    }

    fn sea(mrg_id: Option<i32>, polygon: Polygon<f64>) -> Area {
        Area { layer: AreaLayer::Sea, name: String::new(), country_iso: None, mrg_id, polygon }
    }

    fn country(iso: Option<&str>, polygon: Polygon<f64>) -> Area {
        let country_iso = iso.map(str::to_owned);
        Area { layer: AreaLayer::Country, name: String::new(), country_iso, mrg_id: None, polygon }
    }

    #[test]
    fn the_first_polygon_wins_and_land_before_sea() {
        let atlas = Atlas::new(&[
            sea(None, square(30.0, 30.0, 5.0)),
            sea(Some(1), square(-5.0, -5.0, 20.0)),
            sea(Some(2), square(-180.0, -60.0, 360.0)),
            country(Some("AA"), square(0.0, 0.0, 1.0)),
            country(None, square(0.0, 0.0, 2.0)),
        ]);
        let at = |latitude, longitude| {
            let location = atlas.at(latitude, longitude).expect("coordinates in range");
            (location.country_iso, location.mrg_id, location.surface)
        };
        assert_eq!(at(0.5, 0.5), (Some("AA"), None, SurfaceKind::Land));
        assert_eq!(at(1.5, 1.5), (None, None, SurfaceKind::Land));
        assert_eq!(at(3.0, 3.0), (None, Some(1), SurfaceKind::Sea));
        assert_eq!(at(40.0, 3.0), (None, Some(2), SurfaceKind::Sea));
        assert_eq!(at(3.0, 363.0), (None, Some(1), SurfaceKind::Sea));
        assert_eq!(at(90.0, -500.0), (None, Some(2), SurfaceKind::Sea));
        assert_eq!(at(32.0, 32.0), (None, None, SurfaceKind::Inland));
        assert_eq!(at(-70.0, 32.0), (None, None, SurfaceKind::Unknown));
    }

    #[test]
    fn coordinates_out_of_range_are_rejected_by_name() {
        let atlas = Atlas::new(&[]);
        for (latitude, longitude) in [(90.1, 0.0), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            let error = atlas.at(latitude, longitude).expect_err("rejected").to_string();
            assert!(error.contains("latitude"), "{error}");
        }
    }
}
