//! The records of the catalog of lunar eclipses.

use super::text::{hemisphere, iso_date, rounded};
use crate::schema::{LunarEclipseTypeQualifier, MONTHS, Month};
use crate::words::words;
use artifacts::tables::lunar_eclipses;
use astro::constants::SECONDS_PER_DAY;
use serde::Serialize;
use utoipa::ToSchema;

/// Type of a lunar eclipse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LunarEclipseTypePrimary {
    /// The Moon misses the umbra.
    Penumbral,
    /// A part of the Moon enters the umbra.
    Partial,
    /// All of the Moon enters the umbra.
    Total,
}

words!(LunarEclipseTypePrimary as "LunarEclipseTypePrimary",
    "First letters of the types: penumbral, partial, total.":
    Penumbral = "N",
    Partial = "P",
    Total = "T",
);

/// A lunar eclipse of the catalog. Columns of the published canon carry as many digits as the canon prints.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LunarCatalogRecord<'a> {
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 12064)]
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
    /// Lunation counted from 2000 January 6, whose new moon is half a lunation earlier.
    #[schema(minimum = -50000, maximum = 13000)]
    lunation: i32,
    /// Saros number.
    #[schema(minimum = -100, maximum = 300)]
    saros: i16,
    /// Type code of the catalog.
    eclipse_type: &'a str,
    /// Solar eclipses half a lunation before and after: p, a, t, h or -.
    qse: &'a str,
    /// Least distance of the Moon's centre from the shadow axis, Earth radii.
    gamma: f64,
    /// Part of the Moon's diameter in the penumbra.
    pen_mag: f64,
    /// Part of the Moon's diameter in the umbra; negative if the Moon misses the umbra.
    um_mag: f64,
    /// Latitude of the place with the Moon in its zenith, as text.
    s_lat: String,
    /// Longitude of the same place as text.
    s_lng: String,
    /// Latitude, whole degrees.
    #[schema(minimum = -90, maximum = 90)]
    lat: i64,
    /// Longitude, whole degrees, negative west.
    #[schema(minimum = -180, maximum = 180)]
    lng: i64,
    /// From first to last contact with the penumbra, minutes.
    pen_duration_min: f64,
    /// From first to last contact with the umbra, minutes, or null.
    par_duration_min: Option<f64>,
    /// Duration of totality, minutes, or null.
    total_duration_min: Option<f64>,
    /// Midnight of the civil date: Julian calendar before 1582 October 15.
    iso_date: String,
    /// Second character of the type.
    #[schema(value_type = Option<LunarEclipseTypeQualifier>)]
    eclipse_type_qualifier: Option<&'a str>,
    /// First character of the type.
    #[schema(value_type = LunarEclipseTypePrimary)]
    eclipse_type_primary: &'a str,
}

impl<'a> From<lunar_eclipses::Row<'a>> for LunarCatalogRecord<'a> {
    fn from(e: lunar_eclipses::Row<'a>) -> Self {
        let whole = |value: f64| value.round() as i64;
        let (primary, qualifier) = e.eclipse_type.split_at(1);
        // The canon prints whole seconds.
        let second = ((e.jd_tt + 0.5) * SECONDS_PER_DAY).round().rem_euclid(SECONDS_PER_DAY);
        let minutes = |value: f64| rounded(value, 10.0);
        Self {
            catalog: e.catalog_number,
            year: e.year,
            month: MONTHS[e.month as usize - 1],
            day: e.day,
            greatest_td: second / SECONDS_PER_DAY,
            delta_t: whole(e.delta_t_s),
            lunation: e.lunation,
            saros: e.saros,
            eclipse_type: e.eclipse_type,
            qse: e.qse,
            gamma: rounded(e.gamma, 10_000.0),
            pen_mag: rounded(e.penumbral_magnitude, 10_000.0),
            um_mag: rounded(e.umbral_magnitude, 10_000.0),
            s_lat: hemisphere(whole(e.latitude_deg), ['N', 'S']),
            s_lng: hemisphere(whole(e.longitude_deg), ['E', 'W']),
            lat: whole(e.latitude_deg),
            lng: whole(e.longitude_deg),
            pen_duration_min: minutes(e.penumbral_duration_min),
            par_duration_min: e.partial_duration_min.map(minutes),
            total_duration_min: e.total_duration_min.map(minutes),
            iso_date: iso_date(e.year, e.month, e.day),
            eclipse_type_qualifier: (!qualifier.is_empty()).then_some(qualifier),
            eclipse_type_primary: primary,
        }
    }
}
