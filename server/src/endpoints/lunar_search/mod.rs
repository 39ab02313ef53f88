//! The operation `/lunar-eclipse/search/{from}/{to}`: the lunar eclipses that are visible from a place.

pub(crate) mod found;
pub(crate) mod query;
pub(crate) mod search;
mod written;

use crate::endpoints::eclipse_search::written::pieces;
use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::{after_skyline, search_cost};
use found::SeenLunarEclipse;
use query::LunarSearchQuery;
use search::LunarExaminer;
use serde_json::{Value, json};

/// Credits for each [`ECLIPSES`] to examine.
const COST: f64 = 5.0;
/// Eclipses that cost [`COST`]: those of about four decades. Their contacts come from the ephemeris.
const ECLIPSES: usize = 100;

/// The operation `/lunar-eclipse/search/{from}/{to}`.
pub(crate) const OPERATION: Operation = Operation::with::<LunarSearchQuery>(
    "lunar-eclipse/search",
    &["/lunar-eclipse/search/{from}/{to}"],
    prepare,
)
.id("lunar-eclipse-search")
.documented(Group::LunarEclipses, include_str!("description.md"))
.cost(COST)
.refusals(&[Code::OutsideEphemeris, Code::Unavailable])
.describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LunarSearchQuery = input.parameters()?;
    let chosen = TableFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    let span = query.span();
    if chosen.format == TableFormat::Ics {
        icalendar::check_year(span.start.unix_ms, LunarSearchQuery::FROM.name)?;
    }
    let zone = query.zone.resolve(context, Some(query.obs))?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let ends = [(span.start, LunarSearchQuery::FROM.name), (span.end, LunarSearchQuery::TO.name)];
    let remark = "; /lunar-eclipse/catalog/-1999/3000 lists the eclipses of all years, and \
        /celestial-events?events=lunar_eclipse&circumstances=1 shows them from a place";
    coverage::check(&context.data, ends, &delta_t, 0.0, remark)?;
    let eye = query.horizon.eye(context, query.obs)?;
    let site = query.obs;
    let series = written::series(chosen.format, site, zone.is_some());
    let query = Arc::new(query);
    let search = LunarExaminer::search(context.generation(), Arc::clone(&query), zone, delta_t);
    let in_open = COST * search.left_to_examine().div_ceil(ECLIPSES).max(1) as f64;
    let cost = search_cost(in_open, eye.is_some());
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let (format, each) = (chosen.format, written::ECLIPSES_PER_PIECE);
    let work = match eye {
        None => Work::pieces(false, pieces(search, each, series, format, site)),
        Some(eye) => {
            let over = after_skyline(context.generation(), eye, move |skyline| {
                let at_eye = site.at_height(eye.viewpoint.elevation_m);
                let over = OverSkyline::new(skyline, at_eye.observer());
                Box::new(pieces(search.with(|s| s.over(over)), each, series, format, site))
            });
            Work::pieces(false, over)
        }
    };
    Ok(chosen.prepared(echo, cost, work))
}

fn shape() -> Shape {
    TableFormat::shapes(|format| match format {
        TableFormat::Json => (Shape::list::<LunarSearchQuery, SeenLunarEclipse>(), Value::Null),
        TableFormat::Ics | TableFormat::Csv => {
            (Shape::Plain(Described::text()), json!(written::example(format)))
        }
    })
}
