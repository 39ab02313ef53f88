//! The table `delta_t_models`: ΔT by other models than the service's own.

use super::credits;
use super::delta_t::source_of;
use crate::Error;
use crate::reader::Generation;
use astro::time::delta_t::{DeltaT, Model, Node};
use std::sync::Arc;

table! {
    name: "delta_t_models",
    title: "ΔT = TT − UT1 by other models",
    notes: "em2006: the polynomials of Espenak & Meeus 2006, moved to the n-dot of their canon, \
           −25.858″/cy²; the canon itself counts whole days, before 1582 of the Julian calendar: up to \
           1.3 s. \
           smh2016: Stephenson, Morrison & Hohenkerk 2016, spline coefficients of the addendum of 2021 \
           (table S15, v. 2020) for −720 to 2019; before and after them the same authors' length of the \
           day, 1.72 t − 3.5 sin(2π (t + 0.75) / 14) ms with t in centuries from 1825, integrated so that \
           neither end has a jump; for −25.82″/cy². Rows lie so close that linear interpolation is within \
           2 ms of both.",
    licence: credits::COMPUTED,
    attribution: credits::DELTA_T_MODELS,
    sorted_by: "model",
    ties: true,
    /// ΔT by a model at one instant.
    columns<'a>: Row<'a> {
        model: &'a str, "text", "em2006 | smh2016", "see notes";
        year: f64, "year", "decimal year, as in delta_t; ascends within a model", "of the instant in UT1";
        delta_t_s: f64, "s", "TT − UT1; linear between rows of a model", "see notes";
        sigma_s: f64, "s", "one standard error",
            "em2006: Morrison & Stephenson 2004, Huber 2000; smh2016: Morrison et al. 2021, Huber 2000";
        source: &'a str, "text", "polynomial | spline | extrapolated", "see notes";
    }
}

/// The models as the functions that `astro` evaluates.
#[derive(Debug, Clone)]
pub struct Models {
    /// Espenak & Meeus 2006.
    pub em2006: Arc<DeltaT>,
    /// Stephenson, Morrison & Hohenkerk 2016.
    pub smh2016: Arc<DeltaT>,
}

/// The models of a generation that has the table.
pub fn open(generation: &Generation) -> Result<Models, Error> {
    let rows = read(generation)?;
    let of = |model: Model| {
        let named = rows.iter().enumerate().filter(|(_, row)| row.model == model.word());
        let node = |(number, row): (usize, Row)| {
            let source = source_of(TABLE.name, number, row.source)?;
            Ok(Node { year: row.year, delta_t_s: row.delta_t_s, sigma_s: row.sigma_s, source })
        };
        let nodes = named.map(node).collect::<Result<_, Error>>()?;
        let broken =
            |e| Error::Contract { table: TABLE.name, problem: format!("the model {}: {e}", model.word()) };
        Ok::<_, Error>(Arc::new(DeltaT::new(nodes).map_err(broken)?))
    };
    Ok(Models { em2006: of(Model::Em2006)?, smh2016: of(Model::Smh2016)? })
}
