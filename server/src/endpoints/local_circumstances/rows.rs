//! `POST /solar-eclipse/local-circumstances/details/{julian-day}`: an eclipse for the places of a body.

use super::shared::{COST, ELEMENTS, OPERATION_NAME};
use crate::endpoints::elements::EclipseDay;
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{BatchInput, ROWS_MS, broken, key_of};
use artifacts::batch::{EclipseKey, LOCAL, MOMENTS, PlaceColumns};
use astro::batch::{LocalColumns, MomentColumns, Places, local, moments};
use rows::{Input as RowInput, Rows};
use std::future::ready;

/// Places of a unit of work: about a millisecond.
const UNIT_ROWS: usize = 512;
/// Greatest distance of an instant from greatest eclipse, milliseconds: the elements hold for a few hours.
const MAX_DISTANCE_MS: i64 = MS_PER_DAY / 4;

pub(super) const OPERATION: Operation = Operation::with::<LocalRowsQuery>(
    OPERATION_NAME,
    &["/solar-eclipse/local-circumstances/details/{julian-day}"],
    prepare,
)
.id("solar-eclipse-local-circumstances-details-rows")
.documented(Group::SolarEclipses, include_str!("rows.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::NoData, Code::OtherDataset, Code::UnsupportedMediaType])
.rows(|| Shape::Rows { has_place: true, tables: &[&LOCAL, &MOMENTS] });

/// The parameters of the operation for rows.
#[derive(Parameters)]
struct LocalRowsQuery {
    #[param(flatten)]
    day: EclipseDay,
    /// `1`: each row has a `time`, within 6 hours of greatest eclipse. The response is what is seen at these
    /// instants: one row of your data may be one position of an aircraft. 0 if left out.
    #[param(example = "1")]
    moments: Option<Flag>,
    #[param(flatten = ELEMENTS)]
    elements: ElementsInput,
    #[param(flatten)]
    delta_t: DeltaTInput,
    #[param(flatten)]
    batch: BatchInput,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: LocalRowsQuery = input.parameters()?;
    let are_moments = query.moments == Some(Flag(true));
    let fields = query.batch.columns(if are_moments { &MOMENTS } else { &LOCAL }, context)?;
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?.into_owned();
    let delta_t_s = DeltaTInForce::new(query.delta_t, context).of_eclipse(&elements);
    let greatest_ms = Instant::from_ut1(elements.t_max.to_ut1(delta_t_s)).unix_ms;
    let time_range_ms = match are_moments {
        true => [-1, 1].map(|sign| greatest_ms + sign * MAX_DISTANCE_MS),
        false => ROWS_MS,
    };
    let batch = Batch {
        input: RowInput { has_place: true, has_time: are_moments, time_range_ms },
        unit_rows: UNIT_ROWS,
        work: Arc::new(LocalRows { key: key_of(&elements, delta_t_s), elements, are_moments, fields }),
    };
    Ok(Prepared::batch(&query.in_query(OPERATION.name, COST), COST, batch))
}

/// An eclipse for many places.
struct LocalRows {
    elements: EclipseElements,
    key: EclipseKey,
    are_moments: bool,
    fields: Fields,
}

impl RowWork for LocalRows {
    fn schema(&self) -> &SchemaRef {
        self.fields.schema()
    }

    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results> {
        Box::pin(ready(self.computed(rows)))
    }
}

impl LocalRows {
    fn computed(&self, rows: &Rows) -> Result<Results, Problem> {
        let (key, elements) = (&self.key, &self.elements.polynomials);
        let number: Vec<i32> = (0..rows.count() as i32).collect();
        let columns = PlaceColumns {
            number: &number,
            latitude_deg: &rows.lat_deg,
            longitude_deg: &rows.lng_deg,
            height_m: &rows.height_m,
            ids: None,
        };
        let places = Places::from_degrees(&rows.lat_deg, &rows.lng_deg, &rows.height_m);
        let batch = if self.are_moments {
            let time_ms = rows.time_ms.as_deref().unwrap_or_default();
            let t_h: Vec<f64> = time_ms.iter().map(|ms| key.hours(*ms)).collect();
            let mut found = MomentColumns::default();
            moments(elements, key.delta_t_s, &places, &t_h, &mut found);
            self.fields.moments(key, &columns, time_ms, found)
        } else {
            let mut found = LocalColumns::default();
            local(elements, key.delta_t_s, &places, &mut found);
            self.fields.eclipse(key, &columns, found)
        };
        Ok(Results { batch: batch.map_err(broken)?, rows: None })
    }
}
