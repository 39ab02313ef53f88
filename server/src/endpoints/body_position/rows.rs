//! `POST /body-position` and `/body-position/{date-from}`: positions for the places and instants of a body.

use super::query::{BodyPositionQuery, Instants};
use crate::api::batch::{Batch, Results, RowWork};
use crate::api::long_answers::Later;
use crate::api::parameter::Parameter;
use crate::api::row_series::{RowsFormat, rows_of};
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{AskedBatch, JsonResults, Price, broken, json_table};
use arrow_schema::SchemaRef;
use artifacts::batch::Fields;
use astro::sky::theory::Theory;
use rows::{Input as RowInput, Rows};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::yield_now;

/// Rows between two turns of others: half a millisecond's work.
const TURN_ROWS: usize = 16;
/// Rows of a unit of work.
const UNIT_ROWS: usize = 128;

json_table! {
    "Positions of the Sun, the Moon and fixed directions, one row for each place and body",
    "Null where a quantity does not belong to the body, or belongs to extras that you have not named.",
    "by the theory of alg":
    place: Int32, "1", "number of the row in the request, from 0", "";
    latitude_deg: Float64, "degree", "latitude of the place", "/lat";
    longitude_deg: Float64, "degree", "longitude of the place, positive to the east", "/lng";
    height_m: Float64, "m", "height of the place above mean sea level", "/height";
    time: TimestampMs, "ms (UT)", "the instant", "/time";
    body: Text, "text", "the body: sun | moon | gc | ra-decl", "/body";
    time_td: TimestampMs, "ms (TD)", "the instant in dynamical time", "/dateTD";
    jde: Float64, "day", "Julian Ephemeris Day", "/jde";
    azimuth_deg: Float64, "degree", "apparent azimuth from north through east",
        "/localHorizontal/apparent/azimuth";
    altitude_deg: Float64, "degree", "apparent altitude, with parallax and refraction",
        "/localHorizontal/apparent/altitude";
    airless_azimuth_deg: Float64, "degree", "azimuth with parallax", "/localHorizontal/parallax/azimuth";
    airless_altitude_deg: Float64, "degree", "altitude with parallax, without refraction",
        "/localHorizontal/parallax/altitude";
    geocentric_azimuth_deg: Float64, "degree", "azimuth without parallax", "/localHorizontal/true/azimuth";
    geocentric_altitude_deg: Float64, "degree", "altitude without parallax and refraction",
        "/localHorizontal/true/altitude";
    refraction_deg: Float64, "degree", "refraction", "/localHorizontal/refraction";
    right_ascension_deg: Float64, "degree", "apparent right ascension of date", "/apparentCoordinates/ra";
    declination_deg: Float64, "degree", "apparent declination of date", "/apparentCoordinates/decl";
    ecliptic_longitude_deg: Float64, "degree", "ecliptic longitude", "/eclipticCoordinates/λ";
    ecliptic_latitude_deg: Float64, "degree", "ecliptic latitude", "/eclipticCoordinates/β";
    apparent_longitude_deg: Float64, "degree", "ecliptic longitude with nutation and aberration",
        "/apparentLongitude";
    distance_au: Float64, "au", "distance from the Earth's centre", "/radiusVector";
    obliquity_deg: Float64, "degree", "obliquity of the ecliptic", "/obliquityOfEcliptic";
    parallax_deg: Float64, "degree", "equatorial horizontal parallax", "/equatorialHorizontalParallax";
    geocentric_longitude_deg: Float64, "degree", "ecliptic longitude of the Moon",
        "/geocentricSphericalCoordinates/λ";
    geocentric_latitude_deg: Float64, "degree", "ecliptic latitude of the Moon",
        "/geocentricSphericalCoordinates/β";
    geocentric_distance_km: Float64, "km", "distance of the Moon", "/geocentricSphericalCoordinates/Δ";
    nutation_in_longitude_deg: Float64, "degree", "nutation in longitude; Moon", "/nutationInLongitude";
    nutation_in_obliquity_deg: Float64, "degree", "nutation in obliquity; Moon", "/nutationInObliquity";
    mean_elongation_deg: Float64, "degree", "mean elongation of the Moon from the Sun", "/meanElongation";
    mean_anomaly_sun_deg: Float64, "degree", "mean anomaly of the Sun; Moon", "/meanAnomalySun";
    mean_anomaly_moon_deg: Float64, "degree", "mean anomaly of the Moon", "/meanAnomalyMoon";
    argument_of_latitude_deg: Float64, "degree", "the Moon's argument of latitude", "/argOfLatitude";
    distance_km: Float64, "km", "distance from the Earth's centre, with extras=d", "/distanceToEarth";
    illuminated_fraction: Float64, "1", "illuminated part of the Moon's disc, with extras=ill",
        "/illuminatedFraction";
    is_waxing: Int8, "1", "1 if the Moon waxes, else 0, with extras=w", "/waxing";
    delta_t_s: Float64, "s", "ΔT, with extras=accuracy", "/accuracy/deltaT";
    delta_t_sigma_s: Float64, "s", "standard error of ΔT", "/accuracy/deltaTSigma";
    theory: Text, "text", "theory of the position", "/accuracy/theory";
    theory_sigma_arcsec: Float64, "arcsecond", "standard error of the theory", "/accuracy/theorySigmaArcsec";
    refraction_sigma_arcsec: Float64, "arcsecond", "standard error of refraction",
        "/accuracy/refractionSigmaArcsec";
    east_west_km: Float64, "km", "shift of the ground for one standard error of ΔT", "/accuracy/eastWestKm";
}

/// The parameters of `GET` that do not belong to a range, and those of every operation for rows.
const PARAMETERS: &[Parameter] = &[
    BodyPositionQuery::FROM,
    BodyPositionQuery::BODY,
    BodyPositionQuery::RA_DECL,
    BodyPositionQuery::ALG,
    BodyPositionQuery::EXTRAS,
    AskedDeltaT::GIVEN_S,
    AskedDeltaT::MODEL,
    AskedBatch::FIELDS,
    AskedBatch::DATASET,
];

/// The operation for rows.
pub(super) const OPERATION: Operation =
    Operation::new("body-position", &["/body-position/{date-from}", "/body-position"], prepare)
        .parameters(PARAMETERS)
        .id("body-position-rows")
        .documented(Group::SunAndMoon, include_str!("rows.md"))
        .cost(1.0)
        .refusals(&[Code::OutsideEphemeris, Code::OtherDataset, Code::UnsupportedMediaType])
        .describe(|| Shape::Rows { has_place: true, tables: &[&TABLE] });

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let shared = AskedBatch::read(input).unwrap_or_default();
    let has_time = input.text(&BodyPositionQuery::FROM).is_none();
    if has_time {
        input.assume(&BodyPositionQuery::FROM, "2000-01-01");
    }
    let mut query: BodyPositionQuery = input.parameters()?;
    query.high_accuracy = query.alg != Theory::Standard;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    query.check_range(query.instants()?, &delta_t, &context.data)?;
    let fields = shared.columns(&TABLE, context)?;
    let cost = query.bodies() as f64;
    let batch = Batch {
        input: RowInput {
            has_place: true,
            has_time,
            time_range_ms: query.time_range_ms(&context.data, &delta_t),
        },
        unit_rows: UNIT_ROWS,
        work: Arc::new(PositionRows { data: context.generation(), query, delta_t, fields }),
    };
    Ok(Prepared::batch(&Price { name: OPERATION.name, cost }, cost, batch))
}

/// Makes the response to `GET` as rows.
pub(super) fn series(
    query: BodyPositionQuery,
    site: Site,
    instants: Instants,
    cost: f64,
    format: RowsFormat,
    context: &Context,
) -> Result<Prepared, Problem> {
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let work = PositionRows { data: context.generation(), query, delta_t, fields: Fields::all(&TABLE) };
    let rows = (0..instants.count).step_by(UNIT_ROWS).map(move |first| {
        let numbers = first..instants.count.min(first + UNIT_ROWS as i64);
        let time_ms = Some(numbers.clone().map(|number| instants.at(number).unix_ms).collect());
        Rows { first: first as u64, time_ms, ..rows_of(numbers.map(|_| site)) }
    });
    format.prepared(context, echo, cost, work, rows)
}

/// Positions for many places.
struct PositionRows {
    data: Arc<Data>,
    query: BodyPositionQuery,
    delta_t: DeltaTInForce,
    fields: Fields,
}

impl RowWork for PositionRows {
    fn schema(&self) -> &SchemaRef {
        self.fields.schema()
    }

    fn results<'a>(&'a self, rows: &'a Rows) -> Later<'a, Results> {
        Box::pin(self.found(rows))
    }
}

impl PositionRows {
    async fn found(&self, rows: &Rows) -> Result<Results, Problem> {
        let mut results = JsonResults::default();
        for row in 0..rows.count() {
            if row % TURN_ROWS == 0 {
                yield_now().await;
            }
            if !rows.height_m[row].is_nan() {
                self.add(rows, row, &mut results)?;
            }
        }
        results.table(COLUMNS, &self.fields)
    }

    /// Adds the bodies of a row.
    fn add(&self, rows: &Rows, row: usize, results: &mut JsonResults) -> Result<(), Problem> {
        let at = rows.time_ms.as_ref().map_or(self.query.from, |time_ms| Instant { unix_ms: time_ms[row] });
        let site = Site::new(rows.lat_deg[row], rows.lng_deg[row], rows.height_m[row]);
        let found = self.query.positions(Some(site), self.delta_t.clone()).at(&self.data, at);
        let Value::Object(bodies) = serde_json::to_value(&found).map_err(broken)? else { return Ok(()) };
        for (body, mut position) in bodies {
            position["body"] = json!(body);
            position["time"] = json!(at.iso());
            results.push_at(row, site, position);
        }
        Ok(())
    }
}
