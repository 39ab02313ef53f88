//! `POST /elevation`: heights at the places of a body.

use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{BatchInput, ROWS_MS, row_table, table};
use rows::{Input as RowInput, Rows};

/// Places between two turns of others: half a millisecond's work.
const TURN_ROWS: usize = 256;

row_table! {
    RowElevation:
    "Heights of the ground at places", "", "the finest data at the place":
    place: Int32, "1", "number of the row in the request, from 0";
    latitude_deg: Float64(|r| Some(r.point.lat)), "degree", "latitude of the place";
    longitude_deg: Float64(|r| Some(r.point.lng)), "degree", "longitude of the place, −180 … 180";
    elevation_m: Float64(|r| r.elevation),
        "m", "height of the ground above mean sea level; null without data";
    source: Text(|r| r.source.as_ref().map(ElevationSource::name)), "text", "name of the data";
    source_resolution_arcsec: Float64(|r| r.source.as_ref().map(ElevationSource::resolution_arcsec)),
        "arcsecond", "distance between heights of the data";
}

pub(super) const OPERATION: Operation =
    Operation::with::<ElevationRowsQuery>("elevation", &["/elevation"], prepare)
        .id("elevation-rows")
        .documented(Group::Ground, include_str!("rows.md"))
        .plan(Plan::Starter)
        .cost(1.0)
        .refusals(&[Code::OtherDataset, Code::UnsupportedMediaType])
        .rows(|| Shape::Rows { has_place: true, tables: &[&TABLE] });

/// The parameters of the operation for rows.
#[derive(Parameters)]
struct ElevationRowsQuery {
    #[param(flatten)]
    batch: BatchInput,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: ElevationRowsQuery = input.parameters()?;
    let fields = query.batch.columns(&TABLE, context)?;
    let batch = Batch {
        input: RowInput { has_place: true, has_time: false, time_range_ms: ROWS_MS },
        unit_rows: 2 * TURN_ROWS,
        work: Arc::new(ElevationRows { data: context.generation(), fields }),
    };
    Ok(Prepared::batch(&query.in_query(OPERATION.name, OPERATION.cost), OPERATION.cost, batch))
}

/// Heights at many places.
struct ElevationRows {
    data: Arc<Data>,
    fields: Fields,
}

/// The height at a place, with its source.
struct RowElevation {
    point: Point,
    elevation: Option<f64>,
    source: Option<ElevationSource>,
}

impl RowWork for ElevationRows {
    fn schema(&self) -> &SchemaRef {
        self.fields.schema()
    }

    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results> {
        Box::pin(self.found(rows))
    }
}

impl ElevationRows {
    async fn found(&self, rows: &Rows) -> Result<Results, Problem> {
        let mut results = Vec::new();
        for begin in (0..rows.count()).step_by(TURN_ROWS) {
            let mut cursor = self.data.elevation.cursor();
            for row in begin..rows.count().min(begin + TURN_ROWS) {
                // A bad row is no point.
                let Some(point) = Point::new(rows.lat_deg[row], rows.lng_deg[row]) else { continue };
                let height = cursor.at(point.lat, point.lng);
                let elevation = height.as_ref().map(GroundHeight::rounded_m);
                let source = height.as_ref().map(GroundHeight::source);
                results.push((row as u32, RowElevation { point, elevation, source }));
            }
            yield_now().await;
        }
        table(&results, COLUMNS, &self.fields)
    }
}
