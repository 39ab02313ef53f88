//! `POST /solar-eclipse/search/{from}/{to}`: the solar eclipses that the places of a body see.

use super::query::{COST, ECLIPSES, EclipseSearchQuery, OPERATION_NAME};
use super::search::span_of;
use super::span::OrderWord;
use crate::api::batch::{Batch, Results, RowWork};
use crate::api::long_answers::Later;
use crate::api::parameter::Parameter;
use crate::api::row_series::{RowsFormat, rows_of};
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{AskedBatch, Price, ROWS_MS, broken, key_of};
use crate::vocabulary::eclipse_theory::AskedElements;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int16Type, Int32Type, TimestampMillisecondType};
use arrow_array::{RecordBatch, UInt32Array};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use arrow_select::take::take_record_batch;
use artifacts::batch::{Fields, PlaceColumns, SEARCH};
use astro::batch::{LocalColumns, Places, seen};
use astro::eclipse::local::LocalEclipseType;
use rows::{Input as RowInput, Rows};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tokio::task::yield_now;

/// Places whose results are in memory at a time, at most, and pairs of a place and an eclipse among them: a
/// sixth of the pairs is seen, which makes some megabytes.
const UNIT_ROWS: usize = 128;
const UNIT_PAIRS: usize = 65_536;

/// The parameters of `GET` that do not belong to one place, and those of every operation for rows.
const PARAMETERS: &[Parameter] = &[
    EclipseSearchQuery::FROM,
    EclipseSearchQuery::TO,
    EclipseSearchQuery::KIND,
    EclipseSearchQuery::MIN_MAGNITUDE,
    EclipseSearchQuery::MIN_ALT,
    EclipseSearchQuery::LIMIT,
    EclipseSearchQuery::ORDER,
    EclipseSearchQuery::NEXT,
    AskedElements::THEORY,
    AskedElements::ERA,
    AskedElements::K1,
    AskedElements::K2,
    AskedElements::SUN_RADIUS,
    AskedDeltaT::GIVEN_S,
    AskedDeltaT::MODEL,
    AskedBatch::FIELDS,
    AskedBatch::DATASET,
];

/// The operation for rows.
pub(super) const OPERATION: Operation =
    Operation::new(OPERATION_NAME, &["/solar-eclipse/search/{from}/{to}"], prepare)
        .parameters(PARAMETERS)
        .id("solar-eclipse-search-rows")
        .documented(Group::SolarEclipses, include_str!("rows.md"))
        .plan(Plan::Starter)
        .cost(COST)
        .refusals(&[Code::OtherDataset, Code::UnsupportedMediaType])
        .describe(|| Shape::Rows { has_place: true, tables: &[&SEARCH] });

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let shared = AskedBatch::read(input).unwrap_or_default();
    input.assume(&EclipseSearchQuery::OBS, "0,0");
    let query: EclipseSearchQuery = input.parameters()?;
    let fields = shared.columns(&SEARCH, context)?;
    let data = context.generation();
    let eclipses = span_of(&data, &query);
    let cost = COST * eclipses.len().div_ceil(ECLIPSES).max(1) as f64;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let batch = Batch {
        input: RowInput { has_place: true, has_time: false, time_range_ms: ROWS_MS },
        unit_rows: (UNIT_PAIRS / eclipses.len().max(1)).clamp(1, UNIT_ROWS),
        work: Arc::new(SearchRows { data, query, eclipses, delta_t, fields }),
    };
    Ok(Prepared::batch(&Price { name: OPERATION.name, cost }, cost, batch))
}

/// Makes the response to `GET` as rows.
pub(super) fn series(
    query: EclipseSearchQuery,
    format: RowsFormat,
    context: &Context,
) -> Result<Prepared, Problem> {
    let data = context.generation();
    let eclipses = span_of(&data, &query);
    let cost = COST * eclipses.len().div_ceil(ECLIPSES).max(1) as f64 * query.obs.all().len() as f64;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let rows = rows_of(query.obs.all().iter().copied());
    let work = SearchRows { data, query, eclipses, delta_t, fields: Fields::all(&SEARCH) };
    format.prepared(context, echo, cost, work, std::iter::once(rows))
}

/// The eclipses of a span for many places.
struct SearchRows {
    data: Arc<Data>,
    query: EclipseSearchQuery,
    /// Their numbers in the list of the theory.
    eclipses: Range<usize>,
    delta_t: DeltaTInForce,
    /// The selected columns.
    fields: Fields,
}

impl RowWork for SearchRows {
    fn schema(&self) -> &SchemaRef {
        self.fields.schema()
    }

    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results> {
        Box::pin(self.computed(rows))
    }
}

impl SearchRows {
    async fn computed(&self, rows: &Rows) -> Result<Results, Problem> {
        let number: Vec<i32> = (0..rows.count() as i32).collect();
        let columns = PlaceColumns {
            number: &number,
            latitude_deg: &rows.lat_deg,
            longitude_deg: &rows.lng_deg,
            height_m: &rows.height_m,
            ids: None,
        };
        let places = Places::from_degrees(&rows.lat_deg, &rows.lng_deg, &rows.height_m);
        // The conditions need columns that the caller may not want.
        let all = Fields::all(&SEARCH);
        let mut found = Vec::new();
        for number in self.eclipses.clone() {
            let eclipses = self.query.elements.eclipses(&self.data);
            let eclipse = self.query.elements.of(&eclipses[number]);
            let delta_t_s = self.delta_t.of_eclipse(&eclipse);
            let mut of_eclipse = LocalColumns::default();
            seen(&eclipse.polynomials, delta_t_s, eclipse.reach(), &places, &mut of_eclipse);
            if !of_eclipse.is_empty() {
                found.push(all.eclipse(&key_of(&eclipse, delta_t_s), &columns, of_eclipse).map_err(broken)?);
            }
            yield_now().await;
        }
        let (batch, rows) = self.matching(all.schema(), &found).map_err(broken)?;
        Ok(Results { batch, rows: Some(rows) })
    }

    /// Returns the selected columns of the eclipses that match the query, with the number of the place of
    /// each: in order of the places, and for each in the order of the query.
    fn matching(
        &self,
        schema: &SchemaRef,
        found: &[RecordBatch],
    ) -> Result<(RecordBatch, Vec<u32>), ArrowError> {
        let all = concat_batches(schema, found)?;
        let places = all["place"].as_primitive::<Int32Type>().values();
        let matches = self.conditions(&all);
        let mut kept: Vec<u32> =
            (0..all.num_rows()).filter(|row| matches(*row)).map(|row| row as u32).collect();
        if self.query.order == OrderWord::Descending {
            kept.reverse();
        }
        let (mut counts, limit) = (HashMap::<i32, usize>::new(), self.query.limit());
        kept.retain(|row| {
            let count = counts.entry(places[*row as usize]).or_default();
            *count += 1;
            *count <= limit
        });
        let rows = kept.iter().map(|row| places[*row as usize] as u32).collect();
        let names = self.fields.schema().fields().iter();
        let columns =
            names.map(|field| all.schema().index_of(field.name())).collect::<Result<Vec<_>, _>>()?;
        Ok((take_record_batch(&all.project(&columns)?, &UInt32Array::from(kept))?, rows))
    }

    /// Returns whether a row matches the query.
    fn conditions<'a>(&'a self, all: &'a RecordBatch) -> impl Fn(usize) -> bool + 'a {
        let (span, kind) = (self.query.span(), self.query.kind().map(LocalEclipseType::word));
        let max = all["max"].as_primitive::<TimestampMillisecondType>().values();
        let number = |name: &str| all[name].as_primitive::<Float64Type>().values();
        let (magnitude, sun_alt) = (number("magnitude"), number("sun_altitude_deg"));
        let kinds = all["local_type"].as_dictionary::<Int16Type>();
        let words = kinds.values().as_string::<i32>();
        move |row| {
            let is_of_kind = |kind: &str| kinds.key(row).is_some_and(|key| words.value(key) == kind);
            span.contains(&Instant { unix_ms: max[row] })
                && kind.is_none_or(is_of_kind)
                && self.query.min_magnitude.is_none_or(|min| magnitude[row] >= min)
                && self.query.min_alt.is_none_or(|min| sun_alt[row] >= min)
        }
    }
}
