//! The eclipse catalog, written as JSON once for each generation: an answer is a stretch of these bytes.

use crate::http::json;
use artifacts::Error;
use artifacts::arrow_array::{Array, StringArray};
use artifacts::reader::Generation;
use artifacts::tables::ECLIPSES;
use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;
use std::ops::Range;
use utoipa::ToSchema;

/// First and last year.
pub const YEARS: (i64, i64) = (-1999, 3000);

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A solar eclipse of the catalog. Columns of the published canon carry as many digits as the canon prints.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CatalogRecord)]
pub(crate) struct Record<'a> {
    /// Number in the catalog.
    catalog: i32,
    /// Astronomical year of the civil date: the year before 1 is 0.
    year: i32,
    /// Month, abbreviated.
    month: &'static str,
    /// Day of the month.
    day: i8,
    /// Time of greatest eclipse (TD) as the fraction of a day.
    #[serde(rename = "greatestTD")]
    #[schema(value_type = f64)]
    greatest_td: Box<RawValue>,
    /// ΔT by the canon's rule, s.
    delta_t: i64,
    /// Lunation counted from 2000 January 6.
    lunation: i32,
    /// Saros number.
    saros: i16,
    /// Type code of the catalog.
    eclipse_type: &'a str,
    /// Lunar eclipses half a lunation before and after: n, p, t or -.
    qle: &'a str,
    /// Least distance of the shadow axis from the Earth's centre, Earth radii.
    #[schema(value_type = f64)]
    gamma: Box<RawValue>,
    /// Magnitude as the canon defines it.
    #[schema(value_type = f64)]
    mag: Box<RawValue>,
    /// Latitude of greatest eclipse as text.
    s_lat: String,
    /// Longitude of greatest eclipse as text.
    s_lng: String,
    /// Altitude of the Sun there, degrees.
    sun_alt: i64,
    /// Width of the central path, km, as text.
    #[serde(rename = "pathWidthKM")]
    path_width_km: Option<String>,
    /// Duration of the central phase as text.
    s_central_duration: Option<String>,
    /// Latitude, whole degrees.
    lat: i64,
    /// Longitude, whole degrees, negative west.
    lng: i64,
    /// Duration of the central phase, s; 0 without one.
    centra_duration_sec: i64,
    /// Midnight of the civil date: Julian calendar before 1582 October 15.
    iso_date: String,
    /// Second character of the type.
    eclipse_type_qualifier: Option<&'a str>,
    /// First character of the type.
    eclipse_type_primary: &'a str,
    /// ISO 3166-1 alpha-2 code of the country, null at sea.
    #[serde(rename = "countryISO")]
    country_iso: Option<&'a str>,
    /// Marine Regions id of the sea, null on land.
    #[serde(rename = "mrgID")]
    mrg_id: Option<i32>,
    /// IANA time zone.
    #[serde(rename = "tzID")]
    tz_id: &'a str,
}

/// All records.
pub struct Catalog {
    json: Bytes,
    /// Where each record ends in `json`; a comma follows.
    ends: Vec<usize>,
    years: Vec<i32>,
    saros: Vec<i16>,
    kinds: Vec<u8>,
    /// Whom to thank.
    pub computed_by: String,
}

/// Which records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// First and last year.
    pub years: (i64, i64),
    /// Saros number.
    pub saros: Option<i64>,
    /// First character of the type.
    pub kind: Option<&'static str>,
}

impl Filter {
    /// Everything.
    pub const ALL: Self = Self { years: YEARS, saros: None, kind: None };
}

impl Catalog {
    /// Writes all records.
    pub fn open(generation: &Generation, id: &str) -> Result<Self, Error> {
        let view = generation.table(&ECLIPSES)?;
        let (mut json, mut ends) = (Vec::with_capacity(view.rows() * 450), Vec::with_capacity(view.rows()));
        let mut keys = (Vec::new(), Vec::new(), Vec::new());
        let columns = Columns::open(generation)?;
        for row in 0..view.rows() {
            let record = columns.record(row);
            keys.0.push(record.year);
            keys.1.push(record.saros);
            keys.2.push(record.eclipse_type_primary.bytes().next().unwrap_or(b'?'));
            json::append(&mut json, &record);
            ends.push(json.len());
            json.push(b',');
        }
        json.shrink_to_fit();
        let computed_by = format!("Umbra {} (dataset {id})", env!("CARGO_PKG_VERSION"));
        Ok(Self { json: json.into(), ends, years: keys.0, saros: keys.1, kinds: keys.2, computed_by })
    }

    /// Bytes of the matching records, separated by commas, in as few pieces as there are gaps. Nothing is
    /// copied.
    pub fn pieces(&self, filter: Filter) -> Vec<Bytes> {
        let rows = self.rows(filter.years);
        if filter.saros.is_none() && filter.kind.is_none() {
            return self.slice(rows).into_iter().collect();
        }
        let kind = filter.kind.and_then(|k| k.bytes().next());
        let matches = |r: &usize| {
            filter.saros.is_none_or(|s| i64::from(self.saros[*r]) == s)
                && kind.is_none_or(|k| self.kinds[*r] == k)
        };
        let mut pieces = Vec::new();
        for row in rows.filter(matches) {
            if !pieces.is_empty() {
                pieces.push(Bytes::from_static(b","));
            }
            pieces.extend(self.slice(row..row + 1));
        }
        pieces
    }

    fn rows(&self, (from, to): (i64, i64)) -> Range<usize> {
        self.years.partition_point(|y| i64::from(*y) < from)
            ..self.years.partition_point(|y| i64::from(*y) <= to)
    }

    fn slice(&self, rows: Range<usize>) -> Option<Bytes> {
        let last = *self.ends.get(rows.end.checked_sub(1)?)?;
        let first = rows.start.checked_sub(1).map_or(0, |before| self.ends[before] + 1);
        (first < last).then(|| self.json.slice(first..last))
    }
}

/// Columns of the table.
struct Columns<'a> {
    i32s: [&'a [i32]; 3],
    month: &'a [i8],
    day: &'a [i8],
    saros: &'a [i16],
    f64s: [&'a artifacts::arrow_array::Float64Array; 9],
    texts: [&'a StringArray; 6],
    mrg_id: &'a artifacts::arrow_array::Int32Array,
}

impl<'a> Columns<'a> {
    fn open(generation: &'a Generation) -> Result<Self, Error> {
        let v = generation.table(&ECLIPSES)?;
        Ok(Self {
            i32s: [
                v.int32s("catalog_number")?.values(),
                v.int32s("year")?.values(),
                v.int32s("lunation")?.values(),
            ],
            month: v.int8s("month")?.values(),
            day: v.int8s("day")?.values(),
            saros: v.int16s("saros")?.values(),
            f64s: [
                v.f64s("greatest_td_day_fraction")?,
                v.f64s("delta_t_s")?,
                v.f64s("gamma")?,
                v.f64s("magnitude")?,
                v.f64s("latitude_deg")?,
                v.f64s("longitude_deg")?,
                v.f64s("sun_altitude_deg")?,
                v.f64s("path_width_km")?,
                v.f64s("central_duration_s")?,
            ],
            texts: [
                v.texts("eclipse_type")?,
                v.texts("eclipse_type_primary")?,
                v.texts("eclipse_type_qualifier")?,
                v.texts("qle")?,
                v.texts("country_iso")?,
                v.texts("tz_id")?,
            ],
            mrg_id: v.int32s("mrg_id")?,
        })
    }

    fn record(&self, r: usize) -> Record<'a> {
        let [catalog, year, lunation] = self.i32s.map(|c| c[r]);
        let [td, delta_t, gamma, mag, lat, lng, altitude, width, duration] =
            self.f64s.map(|c| c.is_valid(r).then(|| c.value(r)));
        let [kind, primary, qualifier, qle, country, zone] =
            self.texts.map(|c| c.is_valid(r).then(|| c.value(r)));
        let whole = |value: Option<f64>| value.unwrap_or(0.0).round() as i64;
        let duration_s = duration.map(|s| s.round() as i64);
        Record {
            catalog,
            year,
            month: MONTHS
                [usize::try_from(self.month[r] - 1).expect("the builder writes months from 1 to 12")],
            day: self.day[r],
            greatest_td: decimals(td, 9),
            delta_t: whole(delta_t),
            lunation,
            saros: self.saros[r],
            eclipse_type: kind.unwrap_or(""),
            qle: qle.unwrap_or(""),
            gamma: decimals(gamma, 4),
            mag: decimals(mag, 4),
            s_lat: hemisphere(whole(lat), ['N', 'S']),
            s_lng: hemisphere(whole(lng), ['E', 'W']),
            sun_alt: whole(altitude),
            path_width_km: width.map(|w| format!("{}", w.round())),
            s_central_duration: duration_s.map(|s| format!("{:02}m{:02}s", s / 60, s % 60)),
            lat: whole(lat),
            lng: whole(lng),
            centra_duration_sec: duration_s.unwrap_or(0),
            iso_date: iso_date(year, self.month[r], self.day[r]),
            eclipse_type_qualifier: qualifier,
            eclipse_type_primary: primary.unwrap_or(""),
            country_iso: country,
            mrg_id: self.mrg_id.is_valid(r).then(|| self.mrg_id.value(r)),
            tz_id: zone.unwrap_or(""),
        }
    }
}

/// A number with so many decimals at most, trailing zeros dropped.
fn decimals(value: Option<f64>, places: usize) -> Box<RawValue> {
    let text = format!("{:.places$}", value.unwrap_or(0.0));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    RawValue::from_string(text.to_owned()).expect("digits and a point are JSON")
}

fn hemisphere(degrees: i64, [positive, negative]: [char; 2]) -> String {
    format!("{}{}", degrees.abs(), if degrees < 0 { negative } else { positive })
}

/// Midnight of a civil date, the numbers of the date as they are.
fn iso_date(year: i32, month: i8, day: i8) -> String {
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.unsigned_abs()),
    };
    format!("{year}-{month:02}-{day:02}T00:00:00.000Z")
}
