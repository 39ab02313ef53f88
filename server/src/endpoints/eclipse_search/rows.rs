//! `POST /solar-eclipse/search/{from}/{to}`: the solar eclipses that the places of a body see.

use super::query::{COST, ECLIPSES, EclipseSearchQuery, OPERATION_NAME};
use super::search::span_of;
use super::span::OrderWord;
use crate::api::row_series::rows_of;
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{BatchInput, Price, ROWS_MS, broken, key_of};
use arrow_array::UInt32Array;
use arrow_select::take::take_record_batch;
use artifacts::batch::{EclipseKey, PlaceColumns, SEARCH};
use astro::batch::{LocalColumns, LocalType, Places, seen};
use rows::{Input as RowInput, Rows};

/// Pairs of a place and an eclipse whose results are in memory at a time: a sixth of them is seen, which
/// makes a megabyte, and with the longest ids two.
const UNIT_PAIRS: usize = 16_384;
/// The least number of places among them, which are computed side by side, and the greatest.
const UNIT_ROWS: [usize; 2] = [4, 128];
/// Pairs that take less than a millisecond.
const STEP_PAIRS: usize = 4096;

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
    ElementsInput::THEORY,
    ElementsInput::ERA,
    ElementsInput::K1,
    ElementsInput::K2,
    ElementsInput::SUN_RADIUS,
    DeltaTInput::GIVEN_S,
    DeltaTInput::MODEL,
    BatchInput::FIELDS,
    BatchInput::DATASET,
];

pub(super) const OPERATION: Operation =
    Operation::new(OPERATION_NAME, &["/solar-eclipse/search/{from}/{to}"], prepare)
        .parameters(PARAMETERS)
        .id("solar-eclipse-search-rows")
        .documented(Group::SolarEclipses, include_str!("rows.md"))
        .plan(Plan::Starter)
        .cost(COST)
        .refusals(&[Code::OtherDataset, Code::UnsupportedMediaType])
        .rows(|| Shape::Rows { has_place: true, tables: &[&SEARCH] });

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let shared = BatchInput::read(input).unwrap_or_default();
    input.assume(&EclipseSearchQuery::OBS, "0,0");
    let query: EclipseSearchQuery = input.parameters()?;
    let fields = shared.columns(&SEARCH, context)?;
    let data = context.generation();
    let eclipses = span_of(&data, &query);
    let cost = COST * eclipses.len().div_ceil(ECLIPSES).max(1) as f64;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let batch = Batch {
        input: RowInput { has_place: true, has_time: false, time_range_ms: ROWS_MS },
        unit_rows: unit_rows(&eclipses),
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
    let unit_rows = unit_rows(&eclipses);
    let units = (0..).step_by(unit_rows).zip(query.obs.all().chunks(unit_rows));
    let unit = |(first, sites): (u64, &[Site])| Rows { first, ..rows_of(sites.iter().copied()) };
    let rows: Vec<_> = units.map(unit).collect();
    let work = SearchRows { data, query, eclipses, delta_t, fields: Fields::all(&SEARCH) };
    format.prepared(context, echo, cost, work, rows.into_iter())
}

/// Number of places whose results are in memory at a time.
fn unit_rows(eclipses: &Range<usize>) -> usize {
    (UNIT_PAIRS / eclipses.len().max(1)).clamp(UNIT_ROWS[0], UNIT_ROWS[1])
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
        let mut numbers: Vec<_> = self.eclipses.clone().collect();
        if self.query.order == OrderWord::Descending {
            numbers.reverse();
        }
        let (mut found, mut eclipses, mut kept) = (LocalColumns::default(), Vec::new(), Vec::new());
        let mut left = Left {
            of_place: vec![self.query.limit(); rows.count()],
            places: rows.count() - rows.errors.len(),
        };
        let all = self.query.elements.eclipses(&self.data);
        for numbers in numbers.chunks(STEP_PAIRS.div_ceil(rows.count().max(1))) {
            for number in numbers {
                let eclipse = self.query.elements.of(&all[*number]);
                let key = key_of(&eclipse, self.delta_t.of_eclipse(&eclipse));
                let first = found.len();
                seen(&eclipse.polynomials, key.delta_t_s, eclipse.reach(), &places, &mut found);
                let matching = (first..found.len()).filter(|row| self.matches(&key, &found, *row));
                kept.extend(matching.filter(|row| left.take(found.place[*row])).map(|row| row as u32));
                eclipses.push((key, found.len() - first));
            }
            if left.places == 0 {
                break;
            }
            yield_now().await;
        }
        // In order of the places.
        kept.sort_by_key(|row| found.place[*row as usize]);
        let of = kept.iter().map(|row| found.place[*row as usize]).collect();
        let all = self.fields.eclipses(&eclipses, &columns, found).map_err(broken)?;
        let batch = take_record_batch(&all, &UInt32Array::from(kept)).map_err(broken)?;
        Ok(Results { batch, rows: Some(of) })
    }

    /// Returns whether what a place sees of an eclipse fulfils the conditions of the query.
    fn matches(&self, key: &EclipseKey, found: &LocalColumns, row: usize) -> bool {
        let query = &self.query;
        query.span().contains(&Instant { unix_ms: key.unix_ms(found.maximum.t_h[row]) })
            && query.kind().is_none_or(|kind| found.local_type[row] == LocalType::from(kind))
            && query.min_magnitude.is_none_or(|min| found.maximum.magnitude[row] >= min)
            && query.min_alt.is_none_or(|min| found.maximum.sun_altitude_deg[row] >= min)
    }
}

/// Returns the number of further eclipses that the places may have.
struct Left {
    of_place: Vec<usize>,
    /// Number of places that may have one.
    places: usize,
}

impl Left {
    /// Takes one for a place, if it may have one.
    fn take(&mut self, place: u32) -> bool {
        let number = &mut self.of_place[place as usize];
        let has_one = *number > 0;
        *number = number.saturating_sub(1);
        self.places -= usize::from(has_one && *number == 0);
        has_one
    }
}
