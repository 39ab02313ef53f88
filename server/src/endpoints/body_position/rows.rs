//! `POST /body-position` and `/body-position/{date-from}`: positions for the places and instants of a body.

use super::query::{BodyPositionQuery, Instants};
use super::response::{BodyPosition, RequestedExtras};
use crate::api::row_series::rows_of;
use crate::endpoints::prelude::*;
use crate::vocabulary::batch::{BatchInput, Price, row_table, sites, table};
use rows::{Input as RowInput, Rows};

/// Rows between two turns of others: half a millisecond's work.
const TURN_ROWS: usize = 16;
/// Rows of a unit of work.
const UNIT_ROWS: usize = 128;

row_table! {
    PositionRow:
    "Positions of the Sun, the Moon and fixed directions, one row for each place and body",
    "Null where a quantity does not belong to the body, or belongs to extras that you have not named.",
    "by the theory of alg":
    place: Int32, "1", "number of the row in the request, from 0";
    latitude_deg: Float64(|r| Some(r.site.lat)), "degree", "latitude of the place";
    longitude_deg: Float64(|r| Some(r.site.lng)), "degree", "longitude of the place, positive to the east";
    height_m: Float64(|r| Some(r.site.height)), "m", "height of the place above mean sea level";
    time: TimestampMs(|r| Some(r.at)), "ms (UT)", "the instant";
    body: Text(|r| Some(r.body.word())), "text", "the body: sun | moon | gc | ra-decl";
    time_td: TimestampMs(|r| Some(r.body.fields().date_td)),
        "ms (TD)", "the instant in dynamical time";
    jde: Float64(|r| Some(r.body.fields().jde)), "day", "Julian Ephemeris Day";
    azimuth_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.apparent.azimuth)),
        "degree", "apparent azimuth from north through east";
    altitude_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.apparent.altitude)),
        "degree", "apparent altitude, with parallax and refraction";
    airless_azimuth_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.parallax.azimuth)),
        "degree", "azimuth with parallax";
    airless_altitude_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.parallax.altitude)),
        "degree", "altitude with parallax, without refraction";
    geocentric_azimuth_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.geocentric.azimuth)),
        "degree", "azimuth without parallax";
    geocentric_altitude_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.geocentric.altitude)),
        "degree", "altitude without parallax and refraction";
    refraction_deg: Float64(|r| r.body.fields().horizontal.map(|place| place.refraction)),
        "degree", "refraction";
    right_ascension_deg: Float64(|r| Some(r.body.fields().apparent.ra)),
        "degree", "apparent right ascension of date";
    declination_deg: Float64(|r| Some(r.body.fields().apparent.decl)),
        "degree", "apparent declination of date";
    ecliptic_longitude_deg: Float64(|r| r.body.own().map(|(of, _)| of.ecliptic_coordinates.lambda)),
        "degree", "ecliptic longitude";
    ecliptic_latitude_deg: Float64(|r| r.body.own().map(|(of, _)| of.ecliptic_coordinates.beta)),
        "degree", "ecliptic latitude";
    apparent_longitude_deg: Float64(|r| r.body.own().map(|(of, _)| of.apparent_longitude)),
        "degree", "ecliptic longitude with nutation and aberration";
    distance_au: Float64(|r| r.body.own().map(|(of, _)| of.radius_vector)),
        "au", "distance from the Earth's centre";
    obliquity_deg: Float64(|r| r.body.own().map(|(of, _)| of.obliquity_of_ecliptic)),
        "degree", "obliquity of the ecliptic";
    parallax_deg: Float64(|r| r.body.own().map(|(of, _)| of.equatorial_horizontal_parallax)),
        "degree", "equatorial horizontal parallax";
    geocentric_longitude_deg: Float64(|r|
        r.body.moon().map(|moon| moon.geocentric_spherical_coordinates.lambda)),
        "degree", "ecliptic longitude of the Moon";
    geocentric_latitude_deg: Float64(|r|
        r.body.moon().map(|moon| moon.geocentric_spherical_coordinates.beta)),
        "degree", "ecliptic latitude of the Moon";
    geocentric_distance_km: Float64(|r|
        r.body.moon().map(|moon| moon.geocentric_spherical_coordinates.delta)),
        "km", "distance of the Moon";
    nutation_in_longitude_deg: Float64(|r| r.body.moon().map(|moon| moon.nutation_in_longitude)),
        "degree", "nutation in longitude; Moon";
    nutation_in_obliquity_deg: Float64(|r| r.body.moon().map(|moon| moon.nutation_in_obliquity)),
        "degree", "nutation in obliquity; Moon";
    mean_elongation_deg: Float64(|r| r.body.moon().map(|moon| moon.mean_elongation)),
        "degree", "mean elongation of the Moon from the Sun";
    mean_anomaly_sun_deg: Float64(|r| r.body.moon().map(|moon| moon.mean_anomaly_sun)),
        "degree", "mean anomaly of the Sun; Moon";
    mean_anomaly_moon_deg: Float64(|r| r.body.moon().map(|moon| moon.mean_anomaly_moon)),
        "degree", "mean anomaly of the Moon";
    argument_of_latitude_deg: Float64(|r| r.body.moon().map(|moon| moon.arg_of_latitude)),
        "degree", "the Moon's argument of latitude";
    distance_km: Float64(|r| r.body.own().and_then(|(_, seen)| seen.distance_to_earth)),
        "km", "distance from the Earth's centre, with extras=d";
    illuminated_fraction: Float64(|r| r.body.moon().and_then(|moon| moon.illuminated_fraction)),
        "1", "illuminated part of the Moon's disc, with extras=ill";
    is_waxing: Int8(|r| r.body.moon().and_then(|moon| moon.waxing)),
        "1", "1 if the Moon waxes, else 0, with extras=w";
    delta_t_s: Float64(|r| r.body.fields().accuracy.map(|a| a.delta_t)), "s", "ΔT, with extras=accuracy";
    delta_t_sigma_s: Float64(|r| r.body.fields().accuracy.and_then(|a| a.delta_t_sigma)),
        "s", "standard error of ΔT";
    theory: Text(|r| r.body.fields().accuracy.map(|a| a.theory)), "text", "theory of the position";
    theory_sigma_arcsec: Float64(|r| r.body.fields().accuracy.map(|a| a.theory_sigma_arcsec)),
        "arcsecond", "standard error of the theory";
    refraction_sigma_arcsec: Float64(|r| r.body.fields().accuracy.and_then(|a| a.refraction_sigma_arcsec)),
        "arcsecond", "standard error of refraction";
    east_west_km: Float64(|r| r.body.fields().accuracy.and_then(|a| a.east_west_km)),
        "km", "shift of the ground for one standard error of ΔT";
    bright_limb_deg: Float64(|r| r.body.fields().appearance.and_then(|a| a.bright_limb_angle)),
        "degree", "position angle of the Moon's bright limb, from celestial north through east";
    parallactic_angle_deg: Float64(|r| r.body.fields().appearance.and_then(|a| a.parallactic_angle)),
        "degree", "position angle of the zenith at the body, positive west of the meridian";
    bright_limb_zenith_deg: Float64(|r| r.body.fields().appearance.and_then(|a| a.bright_limb_zenith_angle)),
        "degree", "the Moon's bright limb from the zenith, counter-clockwise";
    phase_angle_deg: Float64(|r| r.body.fields().appearance.and_then(|a| a.phase_angle)),
        "degree", "angle at the Moon between the Sun and the observer";
    magnitude: Float64(|r| r.body.fields().appearance.and_then(|a| a.magnitude)),
        "magnitude", "visual magnitude above the air; Sun and Moon";
    illuminance_lux: Float64(|r| r.body.fields().appearance.and_then(|a| a.illuminance)),
        "lux", "light on level ground under a clear sky; Sun and Moon";
    libration_latitude_deg: Float64(|r|
        r.body.fields().appearance.and_then(|a| a.libration).map(|point| point.lat)),
        "degree", "selenographic latitude of the point of the Moon below the observer";
    libration_longitude_deg: Float64(|r|
        r.body.fields().appearance.and_then(|a| a.libration).map(|point| point.lng)),
        "degree", "selenographic longitude of the point of the Moon below the observer";
    axis_position_angle_deg: Float64(|r| r.body.fields().appearance.and_then(|a| a.axis_position_angle)),
        "degree", "position angle of the Moon's axis";
    sub_point_latitude_deg: Float64(|r| r.body.fields().appearance.map(|a| a.sub_point.lat)),
        "degree", "latitude of the place that has the body in its zenith";
    sub_point_longitude_deg: Float64(|r| r.body.fields().appearance.map(|a| a.sub_point.lng)),
        "degree", "longitude of the place that has the body in its zenith";
    hour_angle_deg: Float64(|r| r.body.fields().appearance.and_then(|a| a.hour_angle)),
        "degree", "hour angle with parallax, positive west of the meridian";
    apparent_sidereal_time_h: Float64(|r| r.body.fields().appearance.and_then(|a| a.apparent_sidereal_time)),
        "h", "local apparent sidereal time";
    mean_sidereal_time_h: Float64(|r| r.body.fields().appearance.and_then(|a| a.mean_sidereal_time)),
        "h", "local mean sidereal time";
    equation_of_time_s: Float64(|r| r.body.fields().appearance.and_then(|a| a.equation_of_time)),
        "s", "apparent less mean solar time; Sun";
    apparent_solar_time_h: Float64(|r| r.body.fields().appearance.and_then(|a| a.apparent_solar_time)),
        "h", "time of a sundial; Sun";
}

/// Columns of the appearance, the last ones, which only `extras=appearance` adds to the default.
const APPEARANCE_COLUMNS: usize = 16;

fn default_columns(query: &BodyPositionQuery) -> Fields {
    let left_out = if RequestedExtras::of(&query.extras).appearance { 0 } else { APPEARANCE_COLUMNS };
    Fields::first(&TABLE, COLUMNS.len() - left_out)
}

/// A position at a place.
struct PositionRow {
    site: Site,
    at: Instant,
    body: BodyPosition,
}

/// The parameters of `GET` that do not belong to a range, and those of every operation for rows.
const PARAMETERS: &[Parameter] = &[
    BodyPositionQuery::FROM,
    BodyPositionQuery::BODY,
    BodyPositionQuery::RA_DECL,
    BodyPositionQuery::ALG,
    BodyPositionQuery::EXTRAS,
    DeltaTInput::GIVEN_S,
    DeltaTInput::MODEL,
    BatchInput::FIELDS,
    BatchInput::DATASET,
];

pub(super) const OPERATION: Operation =
    Operation::new("body-position", &["/body-position/{date-from}", "/body-position"], prepare)
        .parameters(PARAMETERS)
        .id("body-position-rows")
        .documented(Group::SunAndMoon, include_str!("rows.md"))
        .cost(1.0)
        .refusals(&[Code::OutsideEphemeris, Code::OtherDataset, Code::UnsupportedMediaType])
        .rows(|| Shape::Rows { has_place: true, tables: &[&TABLE] });

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let shared = BatchInput::read(input).unwrap_or_default();
    let has_time = input.text(&BodyPositionQuery::FROM).is_none();
    if has_time {
        input.assume(&BodyPositionQuery::FROM, "2000-01-01");
        if let Some(calendar) = input.of_dates.filter(|p| input.has(p)) {
            input.wrong(calendar.name, "not for the times of rows, which are ISO 8601: Gregorian");
        }
    }
    let mut query: BodyPositionQuery = input.parameters()?;
    query.high_accuracy = query.alg != Theory::Standard;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    query.check_range(query.instants()?, &delta_t, &context.data)?;
    let mut fields = shared.columns(&TABLE, context)?;
    if shared.fields.is_none() {
        fields = default_columns(&query);
    }
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
    let fields = default_columns(&query);
    let work = PositionRows { data: context.generation(), query, delta_t, fields };
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
        let mut results = Vec::new();
        for (number, (row, site)) in sites(rows).enumerate() {
            if number % TURN_ROWS == 0 {
                yield_now().await;
            }
            let at =
                rows.time_ms.as_ref().map_or(self.query.from, |time_ms| Instant { unix_ms: time_ms[row] });
            let found = self.query.positions(Some(site), self.delta_t.clone()).at(&self.data, at);
            results.extend(found.bodies().map(|body| (row as u32, PositionRow { site, at, body })));
        }
        table(&results, COLUMNS, &self.fields)
    }
}
