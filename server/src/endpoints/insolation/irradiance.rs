//! The operation `/insolation/irradiance/{start-date}/{end-date}`: irradiance at a fixed interval.

use super::parameters::{ALBEDO, AZIMUTH, ECLIPSE, END, INTERVAL, OBS, START, TILT, TURBIDITY, panel, span};
use super::query::{Query, Range};
use super::sunlight::Sunlight;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::flag::flag;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{JSON, Prepared};
use crate::vocabulary::coverage::Choice;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::{DELTA_T, DELTA_T_MODEL};
use crate::vocabulary::series::Series;
use accounts::access::Access;
use accounts::plan::Plan;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const COST: f64 = 2.0;
/// Seconds between instants where nothing is said.
const USUAL_INTERVAL_S: f64 = 3600.0;
const MOST_INSTANTS: i64 = 100_000;
/// Instants in one piece of a long answer.
const PIECE: i64 = 64;

/// The operation `/insolation/irradiance/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/irradiance",
    id: "insolation-irradiance",
    group: Group::Sunlight,
    paths: &["/insolation/irradiance/{start-date}/{end-date}"],
    summary: "Irradiance of the ground and of a surface over a range, under a clear sky",
    description: "Clear sky only: the model of Ineichen and Perez (2002) without its enhancement at great \
        air masses, as pvlib's `ineichen` has it. Needs the Starter plan or higher. For every `interval` \
        seconds from `start-date` (included) to `end-date` (not included), at least one and at most 100,000, \
        in W/m²: `dni` (the Sun's disc on a surface that faces it), `ghi` (all light on a level surface), \
        `dhi` (the sky's), `surface` (on the surface of `tilt` and `azimuth`: direct, an evenly bright sky, \
        and the ground's), `extraterrestrial` (above the air, level; 1361/R²). `altitude` and `azimuth` are \
        those of the Sun's centre as it is seen, `airMass` is that of the place: Kasten and Young (1989), \
        thinned with height, null when the Sun is down; then all light is 0. Heights count from −500 m to \
        9,000 m, others as the nearest of these. With `eclipse=1` all light is less by the part that the \
        Moon hides, given as `eclipsed`. The cost is 2 times the number of instants less one, at least 2.",
    parameters: &[
        START,
        END,
        OBS,
        INTERVAL,
        TILT,
        AZIMUTH,
        ALBEDO,
        TURBIDITY,
        ECLIPSE,
        DELTA_T,
        DELTA_T_MODEL,
    ],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: || Shape::Envelope {
        query: described::<Query>(),
        response: described::<BTreeMap<String, Entry>>(),
    },
    prepare,
};

/// Light of an instant, W/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IrradianceEntry)]
struct Entry {
    /// Altitude of the Sun's centre as it is seen, degrees.
    altitude: f64,
    /// Its azimuth, degrees from north through east.
    azimuth: f64,
    /// Air mass of the place, a pure number; null when the Sun is down.
    air_mass: Option<f64>,
    /// Light above the air, on a level surface, W/m².
    extraterrestrial: f64,
    /// Light of the Sun's disc on a surface that faces it, W/m².
    dni: f64,
    /// All light on a level surface, W/m².
    ghi: f64,
    /// Light of the sky on a level surface, W/m².
    dhi: f64,
    /// Light on the surface that was asked for, W/m².
    surface: f64,
    /// Part of the Sun's light that an eclipse takes, 0 … 1; only with `eclipse=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    eclipsed: Option<f64>,
}

impl Entry {
    fn at(sunlight: &Sunlight, at: Instant) -> Self {
        let sun = sunlight.sun(at.ut1());
        let light = sunlight.light(&sun);
        let altitude = sun.apparent.altitude;
        Self {
            altitude: altitude.to_degrees(),
            azimuth: sun.apparent.azimuth.to_degrees(),
            air_mass: (altitude > 0.0).then(|| sunlight.air.mass(altitude)),
            extraterrestrial: light.above_air_w_m2,
            dni: light.ground.direct_w_m2,
            ghi: light.ground.global_w_m2,
            dhi: light.ground.diffuse_w_m2,
            surface: light.surface_w_m2,
            eclipsed: sun.eclipsed,
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let span = span(input);
    let interval_s = input.number(&INTERVAL).unwrap_or(USUAL_INTERVAL_S);
    let (panel, with_eclipse) = (panel(input), flag(input, &ECLIPSE));
    let delta_t = input.delta_t();
    let ((start, end), site) = input.check(span)?;
    let step_ms = (interval_s * 1000.0).round() as i64;
    let count = ((end.unix_ms - start.unix_ms + step_ms - 1) / step_ms).max(1);
    if count > MOST_INSTANTS {
        let detail = format!("{count} instants were asked for; one call gives at most {MOST_INSTANTS}");
        return Err(Problem::new(Code::TooLarge, detail));
    }
    let days = Days::counted(start, end, i64::MAX)?;
    let range = Range { days, site, interval_s, panel, with_eclipse, delta_t };
    let last = if count == 1 { start } else { days.last() };
    let choice = Choice::new(context, [start, last], 0.0, delta_t, [START.name, END.name])?;
    let cost = COST * (count - 1).max(1) as f64;
    let query = range.query(OPERATION.name, choice.theory.word(), cost);
    let sunlight = Sunlight::new(choice, site, panel, with_eclipse);
    let series = Series::map().with_piece_bytes(256 * PIECE.min(count) as usize);
    let pieces = series.counted(count, PIECE, move |series, index| {
        let at = Instant { unix_ms: start.unix_ms + index * step_ms };
        series.entry(&at.iso(), &Entry::at(&sunlight, at));
    });
    Ok(Prepared::stream(&query, cost, pieces))
}
