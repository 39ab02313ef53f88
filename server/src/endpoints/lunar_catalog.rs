//! The operation `/lunar-eclipse/catalog/{year-from}/{year-to}`: lunar eclipses of a range of years.

pub(crate) mod record;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::api::value::Words;
use crate::endpoints::catalog::YearRange;
use crate::generation::records::Filter;
use accounts::access::Access;
use accounts::plan::Plan;
use record::{LunarEclipseTypePrimary, LunarRecord};
use web::problem::Problem;

const COST: f64 = 1.0;
const CREDIT: &str = "Eclipse Predictions by Fred Espenak and Jean Meeus, NASA's GSFC";

/// The operation `/lunar-eclipse/catalog/{year-from}/{year-to}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "lunar-eclipse/catalog",
    id: "lunar-eclipse-catalog",
    group: Group::LunarEclipses,
    paths: &["/lunar-eclipse/catalog/{year-from}/{year-to}"],
    summary: "Lunar eclipses of a range of years",
    description: "Returns the lunar eclipses of the years −1999 … +3000 in order of time: all 12,064, or \
        only those of some years, a Saros series or a type. Columns of the published canon have as many \
        digits as the canon prints; dates before 1582 October 15 are in the Julian calendar. `lat` and `lng` \
        are the place that has the Moon in its zenith at greatest eclipse.\n\n\
        The shadow is enlarged by Danjon's rule. Distances from its axis are measured as in the canon, which \
        moves greatest eclipse by up to 3 s from the geometric one; the notes of the table `lunar_eclipses` \
        explain how. This project computes every row; `credit` names the canon whose columns the rows \
        follow. `saros` and `type` in `query` are the filters, or null.",
    parameters: LunarCatalogQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: Shape::list::<LunarCatalogQuery, LunarRecord>,
    prepare,
};

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
    query.computed_by.clone_from(&context.data.catalog.computed_by);
    let filter = Filter { years: query.years.both(), saros: query.saros, kind: query.kind.map(Words::word) };
    let echo = Prepared::echo(&query.in_query(&query.years.after(OPERATION.name), COST));
    let parts = Work::Parts(context.data.lunar_catalog.records.array(filter));
    Ok(Prepared::new(&JSON, echo, COST, Freshness::Day, parts))
}
