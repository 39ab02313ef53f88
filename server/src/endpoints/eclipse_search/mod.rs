//! The operation `/solar-eclipse/search/{from}/{to}`: the solar eclipses that are visible from a place.

mod found;
pub(crate) mod query;
mod rows;
pub(crate) mod search;
pub(crate) mod span;
pub(crate) mod written;

use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::{after_skyline, search_cost};
use found::EclipseOrPlace;
use query::{CHANCE_FACTOR, COST, ECLIPSES, EclipseSearchQuery, OPERATION_NAME};
use search::SolarExaminer;
use serde_json::{Value, json};
use written::PlaceSearch;

/// The operation `/solar-eclipse/search/{from}/{to}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<EclipseSearchQuery>(OPERATION_NAME, &["/solar-eclipse/search/{from}/{to}"], prepare)
        .id("solar-eclipse-search")
        .documented(Group::SolarEclipses, include_str!("description.md"))
        .cost(COST)
        .refusals(&[Code::Unavailable])
        .post(&rows::OPERATION)
        .with_rows()
        .describe(shape);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: EclipseSearchQuery = input.parameters()?;
    if let Some(format) = query.rows_format(context) {
        return rows::series(query, format, context);
    }
    let chosen = TableFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    if query.has_chance() && chosen.format != TableFormat::Json {
        return Err(Problem::parameter(EclipseSearchQuery::EXTRAS.name, "chance needs format=json"));
    }
    if chosen.format == TableFormat::Ics {
        icalendar::check_year(query.span().start.unix_ms, EclipseSearchQuery::FROM.name)?;
    }
    let eye = query.horizon.eye(context, query.obs.first())?;
    let zones = query.zone.resolve_each(context, query.obs.all())?;
    let series = written::solar_series(chosen.format, &query);
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let query = Arc::new(query);
    let search = |(site, zone): (Site, Option<Zone>)| {
        let (data, query, tz) =
            (context.generation(), Arc::clone(&query), zone.clone().map(|zone| zone.name));
        PlaceSearch { site, tz, search: SolarExaminer::search(data, query, site, zone, delta_t.clone()) }
    };
    let mut searches: Vec<_> = query.obs.all().iter().copied().zip(zones).map(search).collect();
    let of_place = |place: &PlaceSearch| place.search.left_to_examine().div_ceil(ECLIPSES).max(1) as f64;
    let factor = if query.has_chance() { CHANCE_FACTOR } else { 1.0 };
    let cost = search_cost(factor * COST * searches.iter().map(of_place).sum::<f64>(), eye.is_some());
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let is_short = !query.has_chance();
    let each = if is_short { written::ECLIPSES_PER_PIECE } else { written::FEW_PER_PIECE };
    let work = match (query.obs.are_several(), searches.pop()) {
        (false, Some(PlaceSearch { site, search, .. })) => {
            let format = chosen.format;
            match eye {
                None => Work::pieces(is_short, written::pieces(search, each, series, format, site)),
                Some(eye) => {
                    let over = after_skyline(context.generation(), eye, move |skyline| {
                        let observer = site.at_height(eye.viewpoint.elevation_m).observer();
                        let search = search.with(|s| s.over(OverSkyline::new(skyline, observer)));
                        let each = written::FEW_PER_PIECE;
                        Box::new(written::pieces(search, each, series, format, site))
                    });
                    Work::pieces(false, over)
                }
            }
        }
        (_, last) => {
            searches.extend(last);
            Work::pieces(false, written::pieces_of_places(searches, each, series, chosen.format))
        }
    };
    Ok(chosen.prepared(echo, cost, work))
}

fn shape() -> Shape {
    TableFormat::shapes(|format| match format {
        TableFormat::Json => (Shape::list::<EclipseSearchQuery, EclipseOrPlace>(), Value::Null),
        TableFormat::Ics | TableFormat::Csv => {
            (Shape::Plain(Described::text()), json!(written::example(format)))
        }
    })
}
