//! The operation `/lunar-eclipse/catalog/{year-from}/{year-to}`: lunar eclipses of a span of years.

pub(crate) mod record;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::endpoints::catalog::{FROM, SAROS, TO, years};
use crate::generation::records::Filter;
use accounts::access::Access;
use accounts::plan::Plan;
use record::{LunarEclipseTypePrimary, LunarRecord};
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

/// The types of lunar eclipses by their first letters.
#[derive(Clone, Copy, PartialEq)]
enum PrimaryType {
    Penumbral,
    Partial,
    Total,
}

impl Word for PrimaryType {
    const WORDS: &'static [&'static str] = &["N", "P", "T"];
    const VALUES: &'static [Self] = &[Self::Penumbral, Self::Partial, Self::Total];
}

const TYPE: Parameter = Parameter::optional(
    "type",
    Kind::Word(PrimaryType::WORDS),
    "T",
    "Only penumbral (`N`), partial (`P`) or total (`T`) eclipses.",
)
.or(&["primaryType"]);
const COST: f64 = 1.0;
const CREDIT: &str = "Eclipse Predictions by Fred Espenak and Jean Meeus, NASA's GSFC";

/// The operation `/lunar-eclipse/catalog/{year-from}/{year-to}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "lunar-eclipse/catalog",
    id: "lunar-eclipse-catalog",
    group: Group::LunarEclipses,
    paths: &["/lunar-eclipse/catalog/{year-from}/{year-to}"],
    summary: "Lunar eclipses of a span of years",
    description: "All 12,064 lunar eclipses of the years −1999 … +3000, or those of a span of years, a \
        Saros series or a type, in order of time. Columns of the published canon carry as many digits as the \
        canon prints; dates are of the Julian calendar before 1582 October 15. `lat` and `lng` are the place \
        that has the Moon in its zenith at greatest eclipse. The shadow is enlarged by Danjon's rule, and \
        distances from its axis are measured as the canon measures them, which moves greatest eclipse by up \
        to 3 s from that of geometry; the notes of the table `lunar_eclipses` say how. Every row is computed \
        by this project, `credit` names the canon whose columns it follows. `saros` and `type` in `query` \
        echo the filters or are null.",
    parameters: &[FROM, TO, SAROS, TYPE],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<LunarRecord>().list() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LunarCatalogQuery)]
struct Query<'a> {
    /// `lunar-eclipse/catalog/` and the two years.
    name: String,
    /// First year.
    #[schema(minimum = -1999, maximum = 3000)]
    year_from: i64,
    /// Last year.
    #[schema(minimum = -1999, maximum = 3000)]
    year_to: i64,
    /// The canon whose columns the records follow.
    credit: &'static str,
    /// Who has computed them.
    computed_by: &'a str,
    /// Filter by Saros number, or null.
    #[schema(minimum = -100, maximum = 300)]
    saros: Option<i64>,
    /// Filter by type, or null.
    #[serde(rename = "type")]
    #[schema(value_type = Option<LunarEclipseTypePrimary>)]
    kind: Option<&'static str>,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let years = years(input);
    let saros = input.integer(&SAROS);
    let kind = input.word::<PrimaryType>(&TYPE).map(Word::word);
    let (year_from, year_to) = input.check(years)?;
    let query = Query {
        name: format!("{}/{year_from}/{year_to}", OPERATION.name),
        year_from,
        year_to,
        credit: CREDIT,
        computed_by: &context.data.catalog.computed_by,
        saros,
        kind,
        cost: COST,
    };
    let filter = Filter { years: (year_from, year_to), saros, kind };
    let parts = Work::Parts(context.data.lunar_catalog.records.array(filter));
    Ok(Prepared::new(&JSON, Prepared::echo(&query), COST, Freshness::Day, parts))
}
