//! The operation `/lunar-eclipse/catalog/{year-from}/{year-to}`: lunar eclipses of a range of years.

use crate::endpoints::catalog::{YearRange, cost};
use crate::endpoints::prelude::*;
use crate::generation::records::Filter;
use almanac::catalog::LunarCatalogRecord;
use artifacts::tables::catalog_blocks::LUNAR;

const COST: f64 = 1.0;
const CREDIT: &str = "Eclipse Predictions by Fred Espenak and Jean Meeus, NASA's GSFC";

/// The operation `/lunar-eclipse/catalog/{year-from}/{year-to}`.
pub(crate) const OPERATION: Operation = Operation::list::<LunarCatalogQuery, LunarCatalogRecord>(
    "lunar-eclipse/catalog",
    &["/lunar-eclipse/catalog/{year-from}/{year-to}"],
    prepare,
)
.id("lunar-eclipse-catalog")
.documented(Group::LunarEclipses, include_str!("lunar_catalog.md"))
.cost(COST);

/// The parameters of `/lunar-eclipse/catalog`.
#[derive(Parameters)]
struct LunarCatalogQuery {
    #[param(flatten)]
    years: YearRange,
    /// The canon whose columns the records follow.
    #[param(computed)]
    credit: String,
    /// The software that computed them.
    #[param(computed)]
    computed_by: String,
    /// Only eclipses of this Saros series.
    #[param(example = "139", min = -100, max = 300, null)]
    saros: Option<i64>,
    /// Only penumbral (`N`), partial (`P`) or total (`T`) eclipses.
    #[param(name = "type", alias = "primaryType", example = "T", null)]
    kind: Option<LunarEclipseTypePrimary>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LunarCatalogQuery = input.parameters()?;
    query.credit = CREDIT.to_owned();
    query.computed_by.clone_from(&context.data.computed_by);
    let filter = Filter { years: query.years.both(), saros: query.saros, kind: query.kind.map(Words::word) };
    let records = context.data.records.array(LUNAR, filter);
    let cost = cost(input, &records);
    let echo = Prepared::echo(&query.in_query(&query.years.after(OPERATION.name), cost));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, Work::Parts(records)))
}
