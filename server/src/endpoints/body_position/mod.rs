//! The operations `/body-position/{date-from}` and `/body-position/{date-from}/{date-to}`: positions of
//! the Sun, the Moon, the Galactic Center or a star.

mod query;
pub(crate) mod response;
mod rows;

use crate::endpoints::body_position::query::BodyPositionQuery;
use crate::endpoints::body_position::response::BodyPositions;
use crate::endpoints::prelude::*;

/// Instants per piece of a long response.
const PIECE: i64 = 32;

/// The operation `/body-position/{date-from}`: positions at an instant.
pub(crate) const INSTANT: Operation = Operation::json::<BodyPositionQuery, BTreeMap<String, BodyPositions>>(
    "body-position",
    &["/body-position/{date-from}"],
    prepare,
)
.documented(Group::SunAndMoon, include_str!("instant.md"))
.cost(1.0)
.refusals(&[Code::OutsideEphemeris])
.post(&rows::OPERATION)
.with_rows();

/// The operation `/body-position/{date-from}/{date-to}`: positions over a range.
pub(crate) const RANGE: Operation = Operation {
    id: "body-position-range",
    group: Group::SunAndMoon,
    paths: &["/body-position/{date-from}/{date-to}"],
    refusals: &[Code::OutsideEphemeris, Code::TooLarge],
    documentation: include_str!("range.md"),
    post: None,
    ..INSTANT
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: BodyPositionQuery = input.parameters()?;
    let zone = query.zone.resolve(context, query.obs)?;
    query.high_accuracy = query.alg != Theory::Standard;
    let instants = query.instants()?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    query.check_range(instants, &delta_t, &context.data)?;
    let cost = query.bodies() as f64 * (instants.count - 1).max(1) as f64;
    // Rows have no local times.
    let rows = RowsFormat::preferred(context, &[JSON.media_type]).filter(|_| zone.is_none());
    if let (Some(site), Some(format)) = (query.obs, rows) {
        return rows::series(query, site, instants, cost, format, context);
    }
    let (data, positions) = (context.generation(), query.positions(query.obs, delta_t));
    let series = SeriesWriter::map().with_piece_bytes(1024 * PIECE.min(instants.count) as usize);
    let pieces = series.counted(instants.count, PIECE, move |series, index| {
        let at = instants.at(index);
        let mut entry = positions.at(&data, at);
        entry.local = zone.as_ref().and_then(|zone| zone.iso(at));
        series.entry(&at.iso(), &entry);
    });
    Ok(Prepared::stream(&query.in_query(INSTANT.name, cost), cost, true, pieces))
}
