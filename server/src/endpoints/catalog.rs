//! The operation `/solar-eclipse/catalog/{year-from}/{year-to}`: solar eclipses of a range of years.

use crate::api::parameter::{DIGITS, FIELDS};
use crate::endpoints::prelude::*;
use crate::generation::records::{Filter, YEARS};
use almanac::catalog::CatalogRecord;
use artifacts::tables::catalog_blocks::SOLAR;
use web::blocks::BodyPart;

const COST: f64 = 1.0;
const CREDIT: &str = "Eclipse Predictions by Fred Espenak, NASA's GSFC";

/// The operation `/solar-eclipse/catalog/{year-from}/{year-to}`.
pub(crate) const OPERATION: Operation = Operation::list::<CatalogQuery, CatalogRecord>(
    "solar-eclipse/catalog",
    &["/solar-eclipse/catalog/{year-from}/{year-to}"],
    prepare,
)
.id("solar-eclipse-catalog")
.documented(Group::SolarEclipses, include_str!("catalog.md"))
.cost(COST);

/// Bytes of records from which fields are selected for a credit, less than a millisecond's work.
const SELECTED_BYTES: usize = 1 << 17;

/// Returns the cost of records: those of which fields are selected are read, others are sent as they are.
pub(super) fn cost(input: &Input, records: &[BodyPart]) -> f64 {
    let is_read = input.has(&FIELDS) || input.has(&DIGITS);
    let bytes: usize = records.iter().map(|part| part.plain().len()).sum();
    if is_read { COST * bytes.div_ceil(SELECTED_BYTES) as f64 } else { COST }
}

/// The parameters of `/solar-eclipse/catalog`.
#[derive(Parameters)]
struct CatalogQuery {
    #[param(flatten)]
    years: YearRange,
    /// The canon whose columns the records follow.
    #[param(computed)]
    credit: String,
    /// The software that computed them.
    #[param(computed)]
    computed_by: String,
    /// Only eclipses of this Saros series.
    #[param(example = "139", min = -100, max = 300, silent)]
    saros: Option<i64>,
    /// Only partial, annular, total or hybrid eclipses.
    #[param(example = "T", null, echo = "eclipseType")]
    primary_type: Option<EclipseTypePrimary>,
    /// Filter by Saros number as text, or null.
    #[param(computed, null, name = "saros")]
    saros_text: Option<String>,
}

/// The range of years of a request for either catalog.
#[derive(Parameters)]
#[parameters(inline, check = in_order(year_from, year_to))]
pub(super) struct YearRange {
    /// First year, in astronomical numbering: the year before 1 is 0.
    #[param(path, example = "2020", min = YEARS.0, max = YEARS.1, echo = "yearFrom")]
    year_from: i64,
    /// Last year, included.
    #[param(path, example = "2030", min = YEARS.0, max = YEARS.1, echo = "yearTo")]
    year_to: i64,
}

fn in_order(input: &mut Input, from: &i64, to: &i64) {
    if from > to {
        let (first, last) = YEARS;
        let detail =
            format!("{from} comes after year-to = {to}; years lie from {first} to {last}, the earlier first");
        input.wrong(YearRange::YEAR_FROM.name, detail);
    }
}

impl YearRange {
    /// Returns the first and the last year.
    pub(super) fn both(&self) -> (i64, i64) {
        (self.year_from, self.year_to)
    }

    /// Returns the name of an operation with the years, as `query.name` has it.
    pub(super) fn after(&self, name: &str) -> String {
        format!("{name}/{}/{}", self.year_from, self.year_to)
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: CatalogQuery = input.parameters()?;
    query.credit = CREDIT.to_owned();
    query.computed_by.clone_from(&context.data.computed_by);
    query.saros_text = query.saros.map(|saros| saros.to_string());
    let filter =
        Filter { years: query.years.both(), saros: query.saros, kind: query.primary_type.map(Words::word) };
    let records = context.data.records.array(SOLAR, filter);
    let cost = cost(input, &records);
    let echo = Prepared::echo(&query.in_query(&query.years.after(OPERATION.name), cost));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, Work::Parts(records)))
}
