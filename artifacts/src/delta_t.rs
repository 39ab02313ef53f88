//! The mapped `delta_t` table as the function that `astro` evaluates.

use crate::Error;
use crate::reader::Generation;
use crate::tables::DELTA_T;
use astro::time::delta_t::{DeltaT, Node, Source};

/// The service's ΔT.
pub fn open(generation: &Generation) -> Result<DeltaT, Error> {
    let view = generation.table(&DELTA_T)?;
    let (year, delta_t, sigma, source) =
        (view.f64s("year")?, view.f64s("delta_t_s")?, view.f64s("sigma_s")?, view.texts("source")?);
    let broken = |problem: String| Error::Contract { table: DELTA_T.name, problem };
    let node = |row: usize| {
        let word = source.value(row);
        let source = Source::ALL
            .into_iter()
            .find(|s| s.word() == word)
            .ok_or_else(|| broken(format!("row {row}: \"{word}\" is no source")))?;
        Ok(Node { year: year.value(row), delta_t_s: delta_t.value(row), sigma_s: sigma.value(row), source })
    };
    let nodes = (0..view.rows()).map(node).collect::<Result<_, Error>>()?;
    DeltaT::new(nodes).map_err(|e| broken(e.to_string()))
}
