//! `POST /windows/{start-date}/{end-date}`: windows of the sky for the places of a body.

use super::found::SkyWindow;
use super::query::{COST, WindowsQuery};
use super::search::WindowSearch;
use crate::api::row_series::rows_of;
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{BatchInput, Price, ROWS_MS, row_table, sites, table};
use rows::{Input as RowInput, Rows};

/// Days whose results are in memory at a time.
const UNIT_DAYS: usize = 3660;

row_table! {
    WindowRow:
    "Windows of the sky, one row for each place and window",
    "An end without a condition is the start or the end of the range.",
    "ephemeris, or truncated theories outside of it":
    place: Int32, "1", "number of the row in the request, from 0";
    latitude_deg: Float64(|r| Some(r.site.lat)), "degree", "latitude of the place";
    longitude_deg: Float64(|r| Some(r.site.lng)), "degree", "longitude of the place, positive to the east";
    height_m: Float64(|r| Some(r.site.height)), "m", "height of the place above mean sea level";
    from: TimestampMs(|r| Some(r.window.from.at)), "ms (UT)", "start of the window";
    to: TimestampMs(|r| Some(r.window.to.at)), "ms (UT)", "end of the window";
    duration_s: Float64(|r| Some(r.window.duration_sec)), "s", "duration";
    from_condition: Text(|r| r.window.from.condition.as_deref()),
        "text", "the condition that begins to hold; null at the start of the range";
    to_condition: Text(|r| r.window.to.condition.as_deref()),
        "text", "the condition that ceases to hold; null at the end of the range";
    from_sigma_s: Float64(|r| r.window.from.accuracy.and_then(|accuracy| accuracy.sigma)),
        "s", "standard error of the start, with extras=accuracy";
    to_sigma_s: Float64(|r| r.window.to.accuracy.and_then(|accuracy| accuracy.sigma)),
        "s", "standard error of the end, with extras=accuracy";
}

/// A window at a place.
struct WindowRow {
    site: Site,
    window: SkyWindow,
}

/// The parameters of `GET` that do not belong to one place, and those of every operation for rows.
const PARAMETERS: &[Parameter] = &[
    WindowsQuery::START_DATE,
    WindowsQuery::END_DATE,
    WindowsQuery::WHEN,
    WindowsQuery::STAR,
    WindowsQuery::REFERENCE,
    WindowsQuery::MIN,
    AccuracyExtras::EXTRAS,
    DeltaTInput::GIVEN_S,
    DeltaTInput::MODEL,
    BatchInput::FIELDS,
    BatchInput::DATASET,
];

pub(super) const OPERATION: Operation =
    Operation::new("windows", &["/windows/{start-date}/{end-date}"], prepare)
        .parameters(PARAMETERS)
        .id("windows-rows")
        .documented(Group::SunAndMoon, include_str!("rows.md"))
        .plan(Plan::Starter)
        .cost(COST)
        .refusals(&[Code::TooLarge, Code::OtherDataset, Code::UnsupportedMediaType])
        .rows(|| Shape::Rows { has_place: true, tables: &[&TABLE] });

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let shared = BatchInput::read(input).unwrap_or_default();
    input.assume(&WindowsQuery::OBS, "0,0");
    let query = WindowsQuery::new(input, context)?;
    let choice = query.choice(context)?;
    let fields = shared.columns(&TABLE, context)?;
    let cost = query.cost();
    let batch = Batch {
        input: RowInput { has_place: true, has_time: false, time_range_ms: ROWS_MS },
        unit_rows: (UNIT_DAYS / query.days.count as usize).clamp(1, 128),
        work: Arc::new(WindowRows { search: WindowSearch { choice, query }, fields }),
    };
    Ok(Prepared::batch(&Price { name: OPERATION.name, cost }, cost, batch))
}

/// Makes the response to `GET` as rows.
pub(super) fn series(
    query: WindowsQuery,
    choice: Choice,
    format: RowsFormat,
    context: &Context,
) -> Result<Prepared, Problem> {
    let cost = query.cost();
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let rows = rows_of([query.obs].into_iter());
    let work = WindowRows { search: WindowSearch { choice, query }, fields: Fields::all(&TABLE) };
    format.prepared(context, echo, cost, work, std::iter::once(rows))
}

/// Windows at many places.
struct WindowRows {
    search: WindowSearch,
    fields: Fields,
}

impl RowWork for WindowRows {
    fn schema(&self) -> &SchemaRef {
        self.fields.schema()
    }

    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results> {
        Box::pin(self.found(rows))
    }
}

impl WindowRows {
    async fn found(&self, rows: &Rows) -> Result<Results, Problem> {
        let mut results = Vec::new();
        for (row, site) in sites(rows) {
            let mut place = self.search.of(site, site.height, None);
            while let Some(windows) = self.search.next(&mut place) {
                results.extend(windows.into_iter().map(|window| (row as u32, WindowRow { site, window })));
                yield_now().await;
            }
        }
        table(&results, COLUMNS, &self.fields)
    }
}
