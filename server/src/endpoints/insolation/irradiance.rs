//! The operation `/insolation/irradiance/{start-date}/{end-date}`: irradiance at a fixed interval.

use super::query::{InsolationLight, InsolationRange};
use super::sunlight::Sunlight;
use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared};
use crate::vocabulary::coverage::Choice;
use crate::vocabulary::days::Days;
use crate::vocabulary::series::Series;
use accounts::access::Access;
use accounts::plan::Plan;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

const COST: f64 = 2.0;
const MAX_INSTANTS: i64 = 100_000;
/// Instants per piece of a long response.
const PIECE: i64 = 64;

/// The operation `/insolation/irradiance/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/irradiance",
    id: "insolation-irradiance",
    group: Group::Sunlight,
    paths: &["/insolation/irradiance/{start-date}/{end-date}"],
    summary: "Clear-sky irradiance of the ground and of a tilted surface over a range",
    description: "Clear sky only. Uses the model of Ineichen and Perez (2002) without its enhancement at \
        large air masses, as in pvlib's `ineichen`. Requires the Starter plan or higher. Returns an entry \
        every `interval` seconds from `start-date` (included) to `end-date` (not included), at least 1 and \
        at most 100,000.\n\n\
        Values are in W/m²: `dni` (direct irradiance on a surface that faces the Sun), `ghi` (global \
        horizontal irradiance), `dhi` (diffuse horizontal irradiance), `surface` (irradiance on the surface \
        given by `tilt` and `azimuth`: direct, diffuse from an isotropic sky, and reflected by the ground) \
        and `extraterrestrial` (on a horizontal surface above the atmosphere; 1361/R²). `altitude` and \
        `azimuth` are the apparent position of the Sun's centre. `airMass` is the air mass by Kasten and \
        Young (1989), reduced for the height of the place. If the Sun is below the horizon, it is null and \
        all irradiances are 0. Heights are limited to −500 m … 9,000 m. With `eclipse=1` all irradiances are \
        reduced by the fraction of sunlight that the Moon blocks, returned as `eclipsed`. The cost is 2 \
        times the number of instants less one, at least 2.",
    parameters: IrradianceQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: Shape::envelope::<IrradianceQuery, BTreeMap<String, Entry>>,
    prepare,
};

/// The parameters of `/insolation/irradiance`.
#[derive(Parameters)]
struct IrradianceQuery {
    #[param(flatten)]
    range: InsolationRange,
    /// Interval between instants, seconds. The default is 3600.
    #[param(example = "1800", min = 60.0, max = 86_400.0, default = 3600.0)]
    interval: f64,
    #[param(flatten)]
    light: InsolationLight,
}

/// Irradiance at an instant, W/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IrradianceEntry)]
struct Entry {
    /// Apparent altitude of the Sun's centre, degrees.
    altitude: f64,
    /// Azimuth of the Sun's centre, degrees from north through east.
    azimuth: f64,
    /// Air mass, reduced for the height of the place, a pure number; null if the Sun is below the horizon.
    air_mass: Option<f64>,
    /// Extraterrestrial irradiance on a horizontal surface, W/m².
    extraterrestrial: f64,
    /// Direct irradiance on a surface that faces the Sun, W/m².
    dni: f64,
    /// Global irradiance on a horizontal surface, W/m².
    ghi: f64,
    /// Diffuse irradiance on a horizontal surface, W/m².
    dhi: f64,
    /// Global irradiance on the tilted surface, W/m².
    surface: f64,
    /// Fraction of sunlight blocked by an eclipse, 0 … 1; only with `eclipse=1`.
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
    let mut query: IrradianceQuery = input.parameters()?;
    let InsolationRange { start_date: start, end_date: end, obs } = query.range;
    let step_ms = (query.interval * 1000.0).round() as i64;
    let count = ((end.unix_ms - start.unix_ms + step_ms - 1) / step_ms).max(1);
    if count > MAX_INSTANTS {
        let detail = format!("{count} instants requested; the maximum is {MAX_INSTANTS}");
        return Err(Problem::new(Code::TooLarge, detail));
    }
    let last = if count == 1 { start } else { Days::counted(start, end, i64::MAX)?.last() };
    let choice = Choice::new(context, [start, last], 0.0, query.light.delta_t, InsolationRange::NAMES)?;
    query.light.alg = choice.theory.into();
    let cost = COST * (count - 1).max(1) as f64;
    let sunlight = Sunlight::new(choice, obs, query.light.surface, query.light.eclipse.0);
    let series = Series::map().with_piece_bytes(256 * PIECE.min(count) as usize);
    let pieces = series.counted(count, PIECE, move |series, index| {
        let at = Instant { unix_ms: start.unix_ms + index * step_ms };
        series.entry(&at.iso(), &Entry::at(&sunlight, at));
    });
    Ok(Prepared::stream(&query.in_query(OPERATION.name, cost), cost, pieces))
}
