//! The eclipses of a published generation.

use crate::canon::Canon;
use crate::eclipse::{Basis, Eclipse};
use artifacts::reader::Generation;
use artifacts::tables::theory::TheoryKind;
use artifacts::tables::{delta_t, eclipses, elements, elements_precise};
use astro::time::Tt;
use std::collections::HashMap;

impl Canon {
    /// The tables `elements`, `elements_precise`, `eclipses` and `delta_t` of a generation.
    pub fn of_generation(generation: &Generation) -> Result<Self, artifacts::Error> {
        let delta_t = delta_t::open(generation)?;
        let catalog = eclipses::read(generation)?;
        let facts = catalog.iter().map(|e| (e.catalog_number, (e.saros, e.eclipse_type.chars().next())));
        let facts: HashMap<i32, _> = facts.collect();
        let precise = elements_precise::read(generation)?;
        let eclipse = |row: elements::Row| {
            let number = row.catalog_number;
            let wrong = |problem: String| artifacts::Error::Contract {
                table: elements::TABLE.name,
                problem: format!("the eclipse with catalog_number {number}: {problem}"),
            };
            let Some((saros, Some(letter))) = facts.get(&number).copied() else {
                return Err(wrong("is not in the table eclipses".into()));
            };
            let precise = precise.of_eclipse(number).as_ref().map(basis);
            Eclipse::new((number, saros, letter), basis(&row), precise, &delta_t)
                .map_err(|error| wrong(error.to_string()))
        };
        let all = elements::read(generation)?.iter().map(eclipse).collect::<Result<_, _>>()?;
        Ok(Self::new(generation.manifest().id.clone(), all, delta_t))
    }
}

fn basis(row: &elements::Row) -> Basis {
    Basis {
        t_max: Tt(row.t_max_jd_tt),
        type_code: row.eclipse_type_code.unsigned_abs(),
        latitude_deg: row.latitude_deg,
        is_kernel: row.theory == TheoryKind::Kernel,
        elements: row.polynomials(),
    }
}
