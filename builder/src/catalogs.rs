//! Records of both catalogs as the service returns them, and encoded in blocks.

use almanac::catalog::{CatalogRecord, LunarCatalogRecord};
use artifacts::cell::Encoded;
use artifacts::tables::catalog_blocks::{self, LUNAR, SOLAR};
use artifacts::tables::{CATALOG_YEARS, catalog_records, eclipses, lunar_eclipses};
use bytes::Bytes;
use codings::Effort;
use codings::blocks::{OWN, block};
use maps::number::Decimals;
use rayon::prelude::*;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Years of the blocks: more than all, a century and a decade.
const SPANS_YEARS: [i32; 3] = [10_000, 100, 10];
/// Records of the smallest block of a century or a decade; the service encodes fewer for each request.
const MIN_RECORDS: usize = 12;

/// The lists of records one after the other, and their blocks.
pub(crate) struct Catalogs<'a> {
    records: Vec<Record<'a>>,
    blocks: Vec<(Span<'a>, [Bytes; OWN.len()])>,
}

#[derive(Clone)]
struct Record<'a> {
    year: i32,
    saros: i16,
    /// First letter of the type.
    letter: &'a str,
    /// JSON and a comma.
    json: Bytes,
}

/// Successive records of a list.
struct Span<'a> {
    catalog: &'static str,
    letter: Option<&'a str>,
    rows: Range<usize>,
}

impl<'a> Record<'a> {
    fn new(year: i32, saros: i16, eclipse_type: &'a str, record: &impl Serialize) -> Self {
        let mut json = Vec::new();
        // Nine decimals of a day are less than a second.
        Decimals::<9>::append_json(&mut json, record);
        json.push(b',');
        Self { year, saros, letter: &eclipse_type[..1], json: json.into() }
    }
}

impl<'a> Catalogs<'a> {
    /// Writes and encodes the records.
    pub(crate) fn new(solar: &[eclipses::Row<'a>], lunar: &[lunar_eclipses::Row<'a>]) -> Self {
        let solar =
            solar.iter().map(|e| Record::new(e.year, e.saros, e.eclipse_type, &CatalogRecord::from(*e)));
        let lunar =
            lunar.iter().map(|e| Record::new(e.year, e.saros, e.eclipse_type, &LunarCatalogRecord::from(*e)));
        let (mut records, mut spans) = (Vec::<Record>::new(), Vec::new());
        for (catalog, all) in [(SOLAR, solar.collect::<Vec<_>>()), (LUNAR, lunar.collect())] {
            let letters: BTreeSet<&str> = all.iter().map(|record| record.letter).collect();
            for letter in std::iter::once(None).chain(letters.into_iter().map(Some)) {
                let begin = records.len();
                let is_of_list = |record: &&Record| letter.is_none_or(|letter| letter == record.letter);
                records.extend(all.iter().filter(is_of_list).cloned());
                let mut list = SPANS_YEARS.map(|years| by_years(&records[begin..], begin, years)).concat();
                list.sort_by_key(|rows| (rows.start, Reverse(rows.end)));
                list.dedup();
                spans.extend(list.into_iter().map(|rows| Span { catalog, letter, rows }));
            }
        }
        let encoded = |span: Span<'a>| {
            let mut plain =
                records[span.rows.clone()].iter().map(|r| &r.json[..]).collect::<Vec<_>>().concat();
            plain.pop();
            let plain = Bytes::from(plain);
            let form =
                |coding| block(coding, Effort::Once, &plain).expect("memory takes all that is written");
            (span, OWN.map(form))
        };
        let blocks = spans.into_par_iter().map(encoded).collect();
        Self { records, blocks }
    }

    pub(crate) fn record_rows(&self) -> Vec<catalog_records::Row<'_>> {
        let rows = (0..).zip(&self.records).map(|(row, record)| catalog_records::Row {
            row,
            year: record.year,
            saros: record.saros,
            json: Encoded(&record.json),
        });
        rows.collect()
    }

    pub(crate) fn block_rows(&self) -> Vec<catalog_blocks::Row<'_>> {
        let rows = (0..).zip(&self.blocks).map(|(block, (span, [br, zstd, gzip]))| catalog_blocks::Row {
            block,
            catalog: span.catalog,
            eclipse_type: span.letter,
            first: span.rows.start as i32,
            end: span.rows.end as i32,
            br: Encoded(br),
            zstd: Encoded(zstd),
            gzip: Encoded(gzip),
        });
        rows.collect()
    }
}

/// Cuts records, the first of which has the number `at`, at the ends of spans of years.
fn by_years(records: &[Record], mut at: usize, years: i32) -> Vec<Range<usize>> {
    let span = |record: &Record| (record.year - CATALOG_YEARS.start()) / years;
    let rows = |records: &[Record]| {
        at += records.len();
        at - records.len()..at
    };
    // Without the block of a whole list, the service would not find the list.
    let min_records = if years == SPANS_YEARS[0] { 1 } else { MIN_RECORDS };
    let all = records.chunk_by(|a, b| span(a) == span(b)).map(rows);
    all.filter(|rows| rows.len() >= min_records).collect()
}
