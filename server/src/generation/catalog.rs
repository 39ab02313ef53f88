//! The eclipse catalog, written as JSON once for each generation: an answer is a stretch of these bytes.

use crate::http::blocks::{Block, Part};
use crate::http::json;
use crate::http::one_of::one_of;
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::{CATALOG_YEARS, eclipses};
use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use utoipa::ToSchema;

/// First and last year of the catalog.
pub const YEARS: (i64, i64) = (*CATALOG_YEARS.start() as i64, *CATALOG_YEARS.end() as i64);

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

one_of! {
    /// Abbreviated names of the months.
    Month, String, MONTHS
}
one_of! {
    /// First letters of the types: partial, annular, total, hybrid.
    EclipseTypePrimary, String, ["P", "A", "T", "H"]
}
one_of! {
    /// Second letters of the types: ends and middle of a series, limits, the order of a hybrid.
    EclipseTypeQualifier, String, ["b", "e", "m", "n", "s", "+", "-", "2", "3"]
}

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
    #[schema(value_type = Month)]
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
    mrg_id: Option<i32>,
    /// IANA time zone.
    #[serde(rename = "tzID")]
    tz_id: &'a str,
}

/// Records that make a block.
const BLOCK_RECORDS: usize = 256;

/// The records of the catalog as JSON, with what is needed to select some of them.
pub struct Catalog {
    all: Records,
    /// The records of each type, by its first letter.
    of_type: Vec<(u8, Records)>,
    /// Name and version of the program that computed the catalog, with the dataset.
    pub computed_by: String,
}

/// Records in order of time.
struct Records {
    /// The records, a comma after each.
    json: Bytes,
    /// Where each record ends in `json`; a comma follows.
    ends: Vec<usize>,
    years: Vec<i32>,
    saros: Vec<i16>,
    /// All records without a comma after the last.
    whole: Arc<Block>,
    /// The same records with their commas, [`BLOCK_RECORDS`] in each.
    blocks: Vec<Arc<Block>>,
}

/// Records in the making.
#[derive(Default)]
struct Writer {
    json: Vec<u8>,
    ends: Vec<usize>,
    years: Vec<i32>,
    saros: Vec<i16>,
}

/// A selection of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    /// First and last year, both included.
    pub years: (i64, i64),
    /// Saros number; none for all series.
    pub saros: Option<i64>,
    /// First character of the type; none for all types.
    pub kind: Option<&'static str>,
}

impl Catalog {
    /// Writes the records of a generation's catalog as JSON.
    pub fn open(generation: &Generation, id: &str) -> Result<Self, Error> {
        let rows = eclipses::read(generation)?;
        let mut all = Writer::default();
        let mut of_type: Vec<(u8, Writer)> = Vec::new();
        for row in rows.iter() {
            let (year, saros) = (row.year, row.saros);
            let letter = *row.eclipse_type_primary.as_bytes().first().expect("the type has a letter");
            let begin = all.json.len();
            json::append(&mut all.json, &Record::from(row));
            let record = all.json[begin..].to_vec();
            all.end(year, saros);
            let index = of_type.iter().position(|(of, _)| *of == letter).unwrap_or_else(|| {
                of_type.push((letter, Writer::default()));
                of_type.len() - 1
            });
            let of_this_type = &mut of_type[index].1;
            of_this_type.json.extend_from_slice(&record);
            of_this_type.end(year, saros);
        }
        let computed_by = format!("Umbra {} (dataset {id})", env!("CARGO_PKG_VERSION"));
        let of_type = of_type.into_iter().map(|(letter, writer)| (letter, writer.finish())).collect();
        Ok(Self { all: all.finish(), of_type, computed_by })
    }

    /// The matching records, separated by commas, in as few parts as there are gaps and blocks. Nothing is
    /// copied.
    pub(crate) fn parts(&self, filter: Filter) -> Vec<Part> {
        let letter = filter.kind.and_then(|kind| kind.bytes().next());
        let records = match letter {
            None => Some(&self.all),
            Some(letter) => self.of_type.iter().find(|(of, _)| *of == letter).map(|(_, records)| records),
        };
        match (records, filter.saros) {
            (None, _) => Vec::new(),
            (Some(records), None) => records.stretch(records.rows(filter.years)),
            (Some(records), Some(saros)) => records.of_saros(records.rows(filter.years), saros),
        }
    }

    /// Encodes all records in every coding, ahead of the requests for them, as long as that is wanted. Takes
    /// seconds.
    pub(crate) fn encode(&self, is_wanted: impl Fn() -> bool) -> io::Result<()> {
        let all = std::iter::once(&self.all).chain(self.of_type.iter().map(|(_, records)| records));
        // Of the types, the blocks alone: only the whole catalog is asked for often.
        all.flat_map(|records| &records.blocks)
            .chain([&self.all.whole])
            .take_while(|_| is_wanted())
            .try_for_each(|block| block.encode())
    }
}

impl Writer {
    /// Notes that a record is complete.
    fn end(&mut self, year: i32, saros: i16) {
        self.ends.push(self.json.len());
        self.json.push(b',');
        self.years.push(year);
        self.saros.push(saros);
    }

    fn finish(mut self) -> Records {
        self.json.shrink_to_fit();
        let json = Bytes::from(self.json);
        let mut begin = 0;
        let block = |last: &[usize]| {
            let end = last.last().expect("a chunk is not empty") + 1;
            let block = Block::new(json.slice(begin..end));
            begin = end;
            Arc::new(block)
        };
        let blocks = self.ends.chunks(BLOCK_RECORDS).map(block).collect();
        let whole = Arc::new(Block::new(json.slice(..json.len().saturating_sub(1))));
        Records { json, ends: self.ends, years: self.years, saros: self.saros, whole, blocks }
    }
}

impl Records {
    fn rows(&self, (from, to): (i64, i64)) -> Range<usize> {
        self.years.partition_point(|y| i64::from(*y) < from)
            ..self.years.partition_point(|y| i64::from(*y) <= to)
    }

    /// Successive records: whole blocks, and what is before and after them. The last record is never the end
    /// of a block, because no comma may follow it.
    fn stretch(&self, rows: Range<usize>) -> Vec<Part> {
        if rows == (0..self.ends.len()) && self.whole.is_encoded() {
            return vec![Part::Block(Arc::clone(&self.whole))];
        }
        let first_block = rows.start.div_ceil(BLOCK_RECORDS);
        let end_block = rows.end.saturating_sub(1) / BLOCK_RECORDS;
        if first_block >= end_block {
            return self.slice(rows).map(Part::Own).into_iter().collect();
        }
        let before = self.begin(rows.start)..self.begin(first_block * BLOCK_RECORDS);
        let blocks = self.blocks[first_block..end_block].iter().cloned().map(Part::Block);
        let after = self.slice(end_block * BLOCK_RECORDS..rows.end);
        let before = std::iter::once(Part::Own(self.json.slice(before)));
        before.chain(blocks).chain(after.map(Part::Own)).collect()
    }

    /// The records of a Saros series among successive ones.
    fn of_saros(&self, rows: Range<usize>, saros: i64) -> Vec<Part> {
        let mut parts = Vec::new();
        for row in rows.filter(|row| i64::from(self.saros[*row]) == saros) {
            if !parts.is_empty() {
                parts.push(Part::Own(Bytes::from_static(b",")));
            }
            parts.extend(self.slice(row..row + 1).map(Part::Own));
        }
        parts
    }

    /// Successive records without a comma after the last; none if there is none.
    fn slice(&self, rows: Range<usize>) -> Option<Bytes> {
        (!rows.is_empty()).then(|| self.json.slice(self.begin(rows.start)..self.ends[rows.end - 1]))
    }

    /// Where a record begins.
    fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).map_or(0, |before| self.ends[before] + 1)
    }
}

impl<'a> From<eclipses::Row<'a>> for Record<'a> {
    fn from(e: eclipses::Row<'a>) -> Self {
        let whole = |value: f64| value.round() as i64;
        let duration_s = e.central_duration_s.map(whole);
        Self {
            catalog: e.catalog_number,
            year: e.year,
            month: MONTHS[e.month as usize - 1],
            day: e.day,
            greatest_td: decimals(e.greatest_td_day_fraction, 9),
            delta_t: whole(e.delta_t_s),
            lunation: e.lunation,
            saros: e.saros,
            eclipse_type: e.eclipse_type,
            qle: e.qle,
            gamma: decimals(e.gamma, 4),
            mag: decimals(e.magnitude, 4),
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

/// A number with so many decimals at most, trailing zeros dropped.
fn decimals(value: f64, places: usize) -> Box<RawValue> {
    let text = format!("{value:.places$}");
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
