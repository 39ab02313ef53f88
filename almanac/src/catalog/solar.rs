//! The records of the catalog of solar eclipses.

use super::text::{hemisphere, iso_date, rounded};
use crate::eclipse::EclipseTypePrimary;
use crate::schema::{EclipseTypeQualifier, MONTHS, Month};
use artifacts::tables::eclipses;
use serde::Serialize;
use utoipa::ToSchema;

/// A solar eclipse of the catalog. Columns of the published canon carry as many digits as the canon prints.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogRecord<'a> {
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 11898)]
    catalog: i32,
    /// Astronomical year of the civil date: the year before 1 is 0.
    #[schema(minimum = -1999, maximum = 3000)]
    year: i32,
    /// Month, abbreviated.
    #[schema(value_type = Month)]
    month: &'static str,
    /// Day of the month.
    #[schema(minimum = 1, maximum = 31)]
    day: i8,
    /// Time of greatest eclipse (TD) as the fraction of a day.
    #[serde(rename = "greatestTD")]
    greatest_td: f64,
    /// ΔT by the canon's rule, s.
    #[schema(minimum = -100, maximum = 100000)]
    delta_t: i64,
    /// Lunation counted from 2000 January 6.
    #[schema(minimum = -50000, maximum = 13000)]
    lunation: i32,
    /// Saros number.
    #[schema(minimum = -100, maximum = 300)]
    saros: i16,
    /// Type code of the catalog.
    eclipse_type: &'a str,
    /// Lunar eclipses half a lunation before and after: n, p, t or -.
    qle: &'a str,
    /// Least distance of the shadow axis from the Earth's centre, Earth radii.
    gamma: f64,
    /// Magnitude as the canon defines it.
    mag: f64,
    /// Latitude of greatest eclipse as text.
    s_lat: String,
    /// Longitude of greatest eclipse as text.
    s_lng: String,
    /// Altitude of the Sun at greatest eclipse, degrees.
    #[schema(minimum = 0, maximum = 90)]
    sun_alt: i64,
    /// Width of the central path, km, as text.
    #[serde(rename = "pathWidthKM")]
    path_width_km: Option<String>,
    /// Duration of the central phase as text.
    s_central_duration: Option<String>,
    /// Latitude, whole degrees.
    #[schema(minimum = -90, maximum = 90)]
    lat: i64,
    /// Longitude, whole degrees, negative west.
    #[schema(minimum = -180, maximum = 180)]
    lng: i64,
    /// Duration of the central phase, s; 0 without one.
    #[schema(minimum = 0, maximum = 1000)]
    centra_duration_sec: i64,
    /// Midnight of the civil date: Julian calendar before 1582 October 15.
    iso_date: String,
    /// Second character of the type.
    #[schema(value_type = Option<EclipseTypeQualifier>)]
    eclipse_type_qualifier: Option<&'a str>,
    /// First character of the type.
    #[schema(value_type = EclipseTypePrimary)]
    eclipse_type_primary: &'a str,
    /// ISO 3166-1 alpha-2 code of the country, null at sea.
    #[serde(rename = "countryISO")]
    country_iso: Option<&'a str>,
    /// Marine Regions id of the sea, null on land.
    #[serde(rename = "mrgID")]
    #[schema(minimum = 1)]
    mrg_id: Option<i32>,
    /// IANA time zone.
    #[serde(rename = "tzID")]
    tz_id: &'a str,
}

impl<'a> From<eclipses::Row<'a>> for CatalogRecord<'a> {
    fn from(e: eclipses::Row<'a>) -> Self {
        let whole = |value: f64| value.round() as i64;
        let duration_s = e.central_duration_s.map(whole);
        Self {
            catalog: e.catalog_number,
            year: e.year,
            month: MONTHS[e.month as usize - 1],
            day: e.day,
            greatest_td: e.greatest_td_day_fraction,
            delta_t: whole(e.delta_t_s),
            lunation: e.lunation,
            saros: e.saros,
            eclipse_type: e.eclipse_type,
            qle: e.qle,
            gamma: rounded(e.gamma, 10_000.0),
            mag: rounded(e.magnitude, 10_000.0),
            s_lat: hemisphere(whole(e.latitude_deg), ['N', 'S']),
            s_lng: hemisphere(whole(e.longitude_deg), ['E', 'W']),
            sun_alt: whole(e.sun_altitude_deg),
            path_width_km: e.path_width_km.map(|w| format!("{}", w.round())),
            s_central_duration: duration_s.map(|s| format!("{:02}m{:02}s", s / 60, s % 60)),
            lat: whole(e.latitude_deg),
            lng: whole(e.longitude_deg),
            // The interface has 0 where there is no central phase.
            centra_duration_sec: duration_s.unwrap_or(0),
            iso_date: iso_date(e.year, e.month, e.day),
            eclipse_type_qualifier: e.eclipse_type_qualifier,
            eclipse_type_primary: e.eclipse_type_primary,
            country_iso: e.country_iso,
            mrg_id: e.mrg_id,
            tz_id: e.tz_id,
        }
    }
}
