//! Records of the catalogs, which the builder has written and encoded. A response is a slice of the tables.

use arrow_array::{BinaryArray, Int16Array, Int32Array};
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::{CATALOG_YEARS, catalog_blocks, catalog_records};
use bytes::Bytes;
use std::ops::Range;
use std::sync::Arc;
use web::blocks::{Block, BodyPart};

/// First and last year of the catalogs.
pub(crate) const YEARS: (i64, i64) = (*CATALOG_YEARS.start() as i64, *CATALOG_YEARS.end() as i64);

/// The records of both catalogs as JSON, with an index for filters.
pub(crate) struct CatalogRecords {
    years: Int32Array,
    saros: Int16Array,
    /// The records, a comma after each.
    records: BinaryArray,
    /// All their bytes.
    json: Bytes,
    lists: Vec<List>,
}

/// The records of a catalog, or those of a type.
struct List {
    catalog: String,
    eclipse_type: Option<String>,
    /// Rows of the records, in order of time.
    rows: Range<usize>,
    /// Encoded records, by the first row, the longest first.
    blocks: Vec<(Range<usize>, Arc<Block>)>,
}

/// A selection of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Filter {
    /// First and last year, both included.
    pub(crate) years: (i64, i64),
    /// Saros number; none for all series.
    pub(crate) saros: Option<i64>,
    /// First character of the type; none for all types.
    pub(crate) kind: Option<&'static str>,
}

impl CatalogRecords {
    /// Opens the records of a generation in place.
    pub(super) fn open(generation: &Generation) -> Result<Self, Error> {
        let rows = catalog_records::read(generation)?;
        let blocks = catalog_blocks::read(generation)?;
        let bytes = |column: &BinaryArray| Bytes::from_owner(column.values().clone());
        let [br, zstd, gzip] = [blocks.br, blocks.zstd, blocks.gzip].map(bytes);
        let mut all = Self {
            years: rows.year.clone(),
            saros: rows.saros.clone(),
            records: rows.json.clone(),
            json: bytes(rows.json),
            lists: Vec::new(),
        };
        let broken = |problem| Error::Contract { table: catalog_blocks::TABLE.name, problem };
        if rows.json.value_offsets().windows(2).any(|ends| ends[0] == ends[1]) {
            return Err(broken("a record of catalog_records is empty".into()));
        }
        for block in blocks.iter() {
            let of = block.first as usize..block.end as usize;
            if of.is_empty() || of.end > rows.count() {
                return Err(broken(format!("block {} has no rows of catalog_records", block.block)));
            }
            let is_same = |list: &List| {
                list.catalog == block.catalog && list.eclipse_type.as_deref() == block.eclipse_type
            };
            if !all.lists.last().is_some_and(is_same) {
                let (catalog, eclipse_type) =
                    (block.catalog.to_owned(), block.eclipse_type.map(str::to_owned));
                all.lists.push(List { catalog, eclipse_type, rows: of.clone(), blocks: Vec::new() });
            }
            let forms =
                [br.slice_ref(block.br.0), zstd.slice_ref(block.zstd.0), gzip.slice_ref(block.gzip.0)];
            let encoded = Arc::new(Block::encoded(all.text(of.clone()), forms));
            all.lists.last_mut().expect("a list has been added").blocks.push((of, encoded));
        }
        Ok(all)
    }

    /// The matching records of a catalog as a JSON array, in as few parts as there are gaps and blocks.
    /// Nothing is copied.
    pub(crate) fn array(&self, catalog: &str, filter: Filter) -> Vec<BodyPart> {
        let own = |text| BodyPart::Own(Bytes::from_static(text));
        let mut parts = vec![own(b"[")];
        let mut add = |part| {
            if parts.len() > 1 {
                parts.push(own(b","));
            }
            parts.push(part);
        };
        let is_it = |list: &&List| list.catalog == catalog && list.eclipse_type.as_deref() == filter.kind;
        if let Some(list) = self.lists.iter().find(is_it) {
            let rows = self.rows(list, filter.years);
            match filter.saros {
                None => self.stretch(list, rows, add),
                Some(saros) => rows
                    .filter(|row| i64::from(self.saros.value(*row)) == saros)
                    .for_each(|row| add(BodyPart::Own(self.text(row..row + 1)))),
            }
        }
        parts.push(own(b"]"));
        parts
    }

    /// The rows of a list in a range of years.
    fn rows(&self, list: &List, (from, to): (i64, i64)) -> Range<usize> {
        let years = &self.years.values()[list.rows.clone()];
        let before = |end: i64| list.rows.start + years.partition_point(|year| i64::from(*year) < end);
        before(from)..before(to + 1)
    }

    /// Successive records: the longest blocks that fit, and the records between them.
    fn stretch(&self, list: &List, rows: Range<usize>, mut add: impl FnMut(BodyPart)) {
        let mut at = rows.start;
        while at < rows.end {
            let next = list.blocks.partition_point(|(of, _)| of.start < at);
            match list.blocks[next..].iter().find(|(of, _)| of.end <= rows.end) {
                Some((of, block)) if of.start == at => {
                    add(BodyPart::Block(Arc::clone(block)));
                    at = of.end;
                }
                later => {
                    let end = later.map_or(rows.end, |(of, _)| of.start);
                    add(BodyPart::Own(self.text(at..end)));
                    at = end;
                }
            }
        }
    }

    /// Successive records without a comma after the last.
    fn text(&self, rows: Range<usize>) -> Bytes {
        let ends = self.records.value_offsets();
        self.json.slice(ends[rows.start] as usize..ends[rows.end] as usize - 1)
    }
}
