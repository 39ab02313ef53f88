//! `POST /rise-transit-set/{start-date}/{end-date}`: rise, transit and set for the places of a body.

use super::entry::EventFinder;
use super::extra::RequestedEvents;
use super::query::{COST, MARGIN_DAYS, RiseTransitSetQuery};
use crate::api::row_series::rows_of;
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{BatchInput, Price, ROWS_MS, row_table, sites, table};
use rows::{Input as RowInput, Rows};

/// Days and bodies whose results are in memory at a time.
const UNIT_DAYS: usize = 128;

row_table! {
    EventRow:
    "Rise, transit, set and twilights, one row for each place and event",
    "A body that stays above or below the horizon all day has an event without a time.",
    "ephemeris, or truncated theories outside of it":
    place: Int32, "1", "number of the row in the request, from 0";
    latitude_deg: Float64(|r| Some(r.site.lat)), "degree", "latitude of the place";
    longitude_deg: Float64(|r| Some(r.site.lng)), "degree", "longitude of the place, positive to the east";
    height_m: Float64(|r| Some(r.site.height)), "m", "height of the place above mean sea level";
    day: TimestampMs(|r| Some(r.day)), "ms (UT)", "start of the day";
    event: Text(|r| Some(r.event.key)), "text", "the event: sunrise | solar_transit | sunset | moonrise | …";
    time: TimestampMs(|r| r.event.date),
        "ms (UT)", "the instant; null if the body stays above or below the horizon";
    azimuth_deg: Float64(|r| r.event.az_alt.map(|place| place.apparent.azimuth)),
        "degree", "apparent azimuth from north through east";
    altitude_deg: Float64(|r| r.event.az_alt.map(|place| place.apparent.altitude)),
        "degree", "apparent altitude, with parallax and refraction";
    airless_azimuth_deg: Float64(|r| r.event.az_alt.map(|place| place.parallax.azimuth)),
        "degree", "azimuth with parallax";
    airless_altitude_deg: Float64(|r| r.event.az_alt.map(|place| place.parallax.altitude)),
        "degree", "altitude with parallax, without refraction";
    geocentric_azimuth_deg: Float64(|r| r.event.az_alt.map(|place| place.geocentric.azimuth)),
        "degree", "azimuth without parallax";
    geocentric_altitude_deg: Float64(|r| r.event.az_alt.map(|place| place.geocentric.altitude)),
        "degree", "altitude without parallax and refraction";
    refraction_deg: Float64(|r| r.event.az_alt.map(|place| place.refraction)), "degree", "refraction";
    delta_t_s: Float64(|r| r.event.accuracy.map(|accuracy| accuracy.delta_t)),
        "s", "ΔT, with extras=accuracy";
    delta_t_sigma_s: Float64(|r| r.event.accuracy.and_then(|accuracy| accuracy.delta_t_sigma)),
        "s", "standard error of ΔT";
    theory: Text(|r| r.event.accuracy.map(|accuracy| accuracy.theory)), "text", "theory of the position";
    theory_sigma_arcsec: Float64(|r| r.event.accuracy.map(|accuracy| accuracy.theory_sigma_arcsec)),
        "arcsecond", "standard error of the theory";
    refraction_sigma_arcsec: Float64(|r|
        r.event.accuracy.and_then(|accuracy| accuracy.refraction_sigma_arcsec)),
        "arcsecond", "standard error of refraction";
    east_west_km: Float64(|r| r.event.accuracy.and_then(|accuracy| accuracy.east_west_km)),
        "km", "shift of the ground for one standard error of ΔT";
    sigma_s: Float64(|r| r.event.accuracy.and_then(|accuracy| accuracy.sigma)),
        "s", "standard error of the time from all sources";
}

/// An event at a place.
struct EventRow {
    site: Site,
    /// Start of the day.
    day: Instant,
    event: RiseSetEvent,
}

/// The parameters of `GET` that do not belong to one place, and those of every operation for rows.
const PARAMETERS: &[Parameter] = &[
    RiseTransitSetQuery::START_DATE,
    RiseTransitSetQuery::END_DATE,
    RiseTransitSetQuery::BODY,
    RiseTransitSetQuery::HAH,
    RiseTransitSetQuery::EVENTS,
    AccuracyExtras::EXTRAS,
    DeltaTInput::GIVEN_S,
    DeltaTInput::MODEL,
    BatchInput::FIELDS,
    BatchInput::DATASET,
];

pub(super) const OPERATION: Operation =
    Operation::new("rise-transit-set", &["/rise-transit-set/{start-date}/{end-date}"], prepare)
        .parameters(PARAMETERS)
        .id("rise-transit-set-rows")
        .documented(Group::SunAndMoon, include_str!("rows.md"))
        .cost(COST)
        .refusals(&[Code::TooLarge, Code::OtherDataset, Code::UnsupportedMediaType])
        .rows(|| Shape::Rows { has_place: true, tables: &[&TABLE] });

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let shared = BatchInput::read(input).unwrap_or_default();
    input.assume(&RiseTransitSetQuery::SITE, "0,0");
    let query = RiseTransitSetQuery::new(input, context)?;
    let choice = query.choice(context, MARGIN_DAYS)?;
    let fields = shared.columns(&TABLE, context)?;
    let cost = query.cost();
    let days = query.days.count as usize * query.body.len();
    let batch = Batch {
        input: RowInput { has_place: true, has_time: false, time_range_ms: ROWS_MS },
        unit_rows: (UNIT_DAYS / days.max(1)).max(1),
        work: Arc::new(EventRows { choice, query, fields }),
    };
    Ok(Prepared::batch(&Price { name: OPERATION.name, cost }, cost, batch))
}

/// Makes the response to `GET` as rows.
pub(super) fn series(
    mut query: RiseTransitSetQuery,
    choice: Choice,
    format: RowsFormat,
    context: &Context,
) -> Result<Prepared, Problem> {
    query.alg = choice.theory.into();
    let cost = query.cost();
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let rows = rows_of([query.site].into_iter());
    let work = EventRows { choice, query, fields: Fields::all(&TABLE) };
    format.prepared(context, echo, cost, work, std::iter::once(rows))
}

/// Events at many places.
struct EventRows {
    choice: Choice,
    query: RiseTransitSetQuery,
    fields: Fields,
}

impl RowWork for EventRows {
    fn schema(&self) -> &SchemaRef {
        self.fields.schema()
    }

    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results> {
        Box::pin(self.found(rows))
    }
}

impl EventRows {
    async fn found(&self, rows: &Rows) -> Result<Results, Problem> {
        let mut results = Vec::new();
        for (row, site) in sites(rows) {
            let finder = self.finder(site);
            for day in 0..self.query.days.count {
                let (from, to) = (self.query.begin(day), self.query.begin(day + 1));
                let delta_t = self.choice.delta_t.with_sigma(from.ut1());
                for event in finder.entries(&self.choice.sky(), from, to, delta_t) {
                    results.push((row as u32, EventRow { site, day: from, event }));
                }
                yield_now().await;
            }
        }
        table(&results, COLUMNS, &self.fields)
    }

    fn finder(&self, site: Site) -> EventFinder {
        EventFinder {
            horizon: Horizon::new(site.observer()),
            courses: self.query.courses(),
            extras: self.query.events.clone().map(RequestedEvents),
            zone: None,
            skyline: None,
            accuracy_site: self.query.accuracy.extras.is_some().then_some(site),
        }
    }
}
