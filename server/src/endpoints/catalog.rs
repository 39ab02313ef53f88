//! The operation `/solar-eclipse/catalog/{year-from}/{year-to}`: solar eclipses of a span of years.

pub(crate) mod record;
pub(crate) mod written;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Required, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::endpoints::lunar_catalog::record::LunarRecord;
use crate::generation::Data;
use crate::generation::records::{Filter, Key, List, YEARS};
use accounts::access::Access;
use accounts::plan::Plan;
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, lunar_eclipses};
use record::{EclipseTypePrimary, Record};
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

const YEAR: Kind = Kind::Integer { from: YEARS.0, to: YEARS.1 };
/// The first year of the answer.
pub(super) const FROM: Parameter =
    Parameter::path("year-from", YEAR, "2020", "First year, astronomical: the year before 1 is 0.");
/// The last year of the answer.
pub(super) const TO: Parameter = Parameter::path("year-to", YEAR, "2030", "Last year, included.");
/// The only Saros series of the answer.
pub(super) const SAROS: Parameter = Parameter::optional(
    "saros",
    Kind::Integer { from: -100, to: 300 },
    "139",
    "Only eclipses of this Saros series.",
);
/// The types of eclipses by their first letters.
#[derive(Clone, Copy, PartialEq)]
enum PrimaryType {
    Partial,
    Annular,
    Total,
    Hybrid,
}

impl Word for PrimaryType {
    const WORDS: &'static [&'static str] = &["P", "A", "T", "H"];
    const VALUES: &'static [Self] = &[Self::Partial, Self::Annular, Self::Total, Self::Hybrid];
}

const TYPE: Parameter = Parameter::optional(
    "primaryType",
    Kind::Word(PrimaryType::WORDS),
    "T",
    "Only partial, annular, total or hybrid eclipses.",
);
const COST: f64 = 1.0;
const CREDIT: &str = "Eclipse Predictions by Fred Espenak, NASA's GSFC";

/// The operation `/solar-eclipse/catalog/{year-from}/{year-to}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "solar-eclipse/catalog",
    id: "solar-eclipse-catalog",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/catalog/{year-from}/{year-to}"],
    summary: "Solar eclipses of a span of years",
    description: "All 11,898 solar eclipses of the years −1999 … +3000, or those of a span of years, a \
        Saros series or a type, in order of time. Columns of the published canon carry as many digits as the \
        canon prints; dates are of the Julian calendar before 1582 October 15. Every row is computed by this \
        project, `credit` names the canon whose columns it follows. `saros` and `eclipseType` in `query` \
        echo the filters or are null.",
    parameters: &[FROM, TO, SAROS, TYPE],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Record>().list() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CatalogQuery)]
struct Query<'a> {
    /// `solar-eclipse/catalog/` and the two years.
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
    /// Filter by type, or null.
    #[schema(value_type = Option<EclipseTypePrimary>)]
    eclipse_type: Option<&'static str>,
    /// Filter by Saros number as text, or null.
    saros: Option<String>,
    /// Credits.
    cost: f64,
}

/// Reads the two years, the earlier first.
pub(super) fn years(input: &mut Input) -> (Required<i64>, Required<i64>) {
    let (from, to) = (input.required(&FROM, Input::integer), input.required(&TO, Input::integer));
    if let (Some(from), Some(to)) = (from.as_ref(), to.as_ref())
        && from > to
    {
        input.wrong(
            FROM.name,
            format!(
                "{from} comes after year-to = {to}; years lie from {} to {}, the earlier first",
                YEARS.0, YEARS.1
            ),
        );
    }
    (from, to)
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let years = years(input);
    let saros = input.integer(&SAROS);
    let kind = input.word::<PrimaryType>(&TYPE).map(Word::word);
    let years = input.check(years)?;
    Ok(answer(&context.data, Filter { years, saros, kind }))
}

fn answer(data: &Data, filter: Filter) -> Prepared {
    let (year_from, year_to) = filter.years;
    let query = Query {
        name: format!("{}/{year_from}/{year_to}", OPERATION.name),
        year_from,
        year_to,
        credit: CREDIT,
        computed_by: &data.catalog.computed_by,
        eclipse_type: filter.kind,
        saros: filter.saros.map(|s| s.to_string()),
        cost: COST,
    };
    let parts = Work::Parts(data.catalog.records.array(filter));
    Prepared::new(&JSON, Prepared::echo(&query), COST, Freshness::Day, parts)
}

/// Writes the records of both catalogs.
pub(crate) fn write_records(generation: &Generation) -> Result<[List; 2], Error> {
    let solar = eclipses::read(generation)?.iter();
    let solar = solar.map(|row| (Key::new(row.year, row.saros, row.eclipse_type), Record::from(row)));
    let lunar = lunar_eclipses::read(generation)?.iter();
    let lunar = lunar.map(|row| (Key::new(row.year, row.saros, row.eclipse_type), LunarRecord::from(row)));
    Ok([List::new(solar), List::new(lunar)])
}
