//! The catalogs of eclipses as JSON.

use crate::generation::records::CatalogRecords;
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::lunar_eclipses;
use astro::time::Tt;

/// Writes the records of both catalogs as JSON, solar and lunar; the operations define the records.
pub(crate) type WriteRecords = fn(&Generation) -> Result<[CatalogRecords; 2], Error>;

/// The catalog of solar eclipses.
pub(crate) struct Catalog {
    /// The records.
    pub(crate) records: CatalogRecords,
    /// Name and version of the program that computed both catalogs, with the dataset.
    pub(crate) computed_by: String,
}

/// The catalog of lunar eclipses.
pub(crate) struct LunarCatalog {
    /// The records.
    pub(crate) records: CatalogRecords,
    /// The eclipses in order of time.
    pub(crate) eclipses: Vec<LunarFacts>,
}

/// The identity of a lunar eclipse.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LunarFacts {
    /// Number in the catalog.
    pub(crate) catalog_number: i32,
    /// Greatest eclipse by the canon's theories.
    pub(crate) greatest: Tt,
    /// Saros number.
    pub(crate) saros: i16,
}

/// Opens both catalogs of a generation.
pub(super) fn open(generation: &Generation, write: WriteRecords) -> Result<(Catalog, LunarCatalog), Error> {
    let [solar, lunar] = write(generation)?;
    let (version, id) = (env!("CARGO_PKG_VERSION"), &generation.manifest().id);
    let facts = |row: lunar_eclipses::Row| LunarFacts {
        catalog_number: row.catalog_number,
        greatest: Tt(row.jd_tt),
        saros: row.saros,
    };
    let eclipses = lunar_eclipses::read(generation)?.iter().map(facts).collect();
    let solar = Catalog { records: solar, computed_by: format!("Umbra {version} (dataset {id})") };
    Ok((solar, LunarCatalog { records: lunar, eclipses }))
}

impl LunarCatalog {
    /// Returns the eclipse nearest in time to an instant, unless the catalog is empty.
    pub(crate) fn nearest(&self, t: Tt) -> Option<&LunarFacts> {
        let next = self.eclipses.partition_point(|e| e.greatest < t);
        let neighbours = [next.checked_sub(1), Some(next)].into_iter().flatten();
        let days = |e: &&LunarFacts| e.greatest.days_since(t).abs();
        neighbours.filter_map(|i| self.eclipses.get(i)).min_by(|a, b| days(a).total_cmp(&days(b)))
    }
}
