//! Country, sea and zone of each eclipse, found again in the generation's own outlines.

use super::comparison::{Quantities, Quantity};
use crate::Error;
use crate::commands::day::CivilDate;
use artifacts::tables::eclipses;
use places::{Atlas, SurfaceKind};

/// Compares the published columns with the outlines. Exactly one of country and sea must be present on land
/// and at sea, except for land without a country code and for the Caspian.
pub(crate) fn compare(atlas: &Atlas, eclipses: &[eclipses::Row]) -> Result<Vec<Quantity>, Error> {
    let mut c = Quantities::default();
    for e in eclipses {
        let at = CivilDate::from(e).to_string();
        let place = atlas.at(e.latitude_deg, e.longitude_deg)?;
        let number = |id: Option<i32>| id.map_or_else(String::new, |id| id.to_string());
        c.of("country", "", 1.0).text(
            e.country_iso.unwrap_or_default(),
            place.country_iso.unwrap_or_default(),
            &at,
        );
        c.of("sea", "", 1.0).text(&number(e.mrg_id), &number(place.mrg_id), &at);
        c.of("time zone", "", 1.0).text(e.tz_id, place.tz_id, &at);
        let given = match (e.country_iso, e.mrg_id) {
            (Some(_), None) => "country",
            (None, Some(_)) => "sea",
            (Some(_), Some(_)) => "both",
            (None, None) => "neither",
        };
        let expected = match place.surface {
            SurfaceKind::Land if place.country_iso.is_some() => "country",
            SurfaceKind::Sea | SurfaceKind::Unknown => "sea",
            SurfaceKind::Land | SurfaceKind::Inland => "neither",
        };
        c.of("country or sea", "", 1.0).text(given, expected, &at);
    }
    Ok(c.into_list())
}
