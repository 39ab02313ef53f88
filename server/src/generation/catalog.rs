//! The catalog of lunar eclipses.

use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::lunar_eclipses;
use astro::eclipse::lunar::LunarCourse;
use astro::sky::theory::Sky;
use astro::time::Tt;
use std::ops::Range;
use std::sync::OnceLock;

pub(crate) struct LunarCatalog {
    /// The eclipses in order of time.
    pub(crate) eclipses: Vec<LunarFacts>,
    /// Their courses by the ephemeris, each once it is needed: they are the same for all places.
    courses: Vec<OnceLock<Option<Box<LunarCourse>>>>,
}

/// The identity of a lunar eclipse.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LunarFacts {
    pub(crate) catalog_number: i32,
    /// Greatest eclipse by the canon's theories.
    pub(crate) greatest: Tt,
    pub(crate) saros: i16,
    /// First letter of its type: `T`, `P` or `N`.
    pub(crate) kind: char,
}

impl LunarFacts {
    /// Returns the eclipse by a theory; none beyond its years, or if the Moon misses the penumbra, which
    /// it grazes by the canon's theories.
    pub(crate) fn course(&self, sky: &Sky) -> Option<LunarCourse> {
        match LunarCourse::near(sky, self.greatest) {
            Ok(course) => course,
            Err(astro::Error::OutOfRange { .. }) => None,
            Err(e) => {
                tracing::error!("a lunar eclipse of the catalog has no course: {e}");
                None
            }
        }
    }
}

pub(super) fn open(generation: &Generation) -> Result<LunarCatalog, Error> {
    let facts = |row: lunar_eclipses::Row| LunarFacts {
        catalog_number: row.catalog_number,
        greatest: Tt(row.jd_tt),
        saros: row.saros,
        kind: row.eclipse_type.chars().next().unwrap_or('N'),
    };
    let eclipses: Vec<_> = lunar_eclipses::read(generation)?.iter().map(facts).collect();
    Ok(LunarCatalog { courses: eclipses.iter().map(|_| OnceLock::new()).collect(), eclipses })
}

impl LunarCatalog {
    /// Returns the numbers of the eclipses that are greatest between two instants, in order of time.
    pub(crate) fn between(&self, from: Tt, to: Tt) -> Range<usize> {
        let before = |end: Tt| self.eclipses.partition_point(|facts| facts.greatest < end);
        before(from)..before(to)
    }

    /// Returns the course of the eclipse with a number; see [`LunarFacts::course`]. `sky` must be that of the
    /// ephemeris.
    pub(crate) fn course(&self, index: usize, sky: &Sky) -> Option<&LunarCourse> {
        self.courses[index].get_or_init(|| self.eclipses[index].course(sky).map(Box::new)).as_deref()
    }

    /// Returns the eclipses after an instant, in order of time.
    pub(crate) fn after(&self, t: Tt) -> &[LunarFacts] {
        &self.eclipses[self.eclipses.partition_point(|e| e.greatest < t)..]
    }

    /// Returns the eclipse nearest in time to an instant, unless the catalog is empty.
    pub(crate) fn nearest(&self, t: Tt) -> Option<&LunarFacts> {
        let next = self.eclipses.partition_point(|e| e.greatest < t);
        let neighbours = [next.checked_sub(1), Some(next)].into_iter().flatten();
        let days = |e: &&LunarFacts| e.greatest.days_since(t).abs();
        neighbours.filter_map(|i| self.eclipses.get(i)).min_by(|a, b| days(a).total_cmp(&days(b)))
    }
}
