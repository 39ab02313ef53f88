//! The operation `/insolation/irradiance/{start-date}/{end-date}`: irradiance at a fixed interval.

use super::query::{InsolationLight, InsolationRange};
use super::sunlight::Sunlight;
use crate::endpoints::prelude::*;

const COST: f64 = 2.0;
const MAX_INSTANTS: i64 = 100_000;
/// Instants per piece of a long response.
const PIECE: i64 = 64;

pub(crate) const OPERATION: Operation =
    Operation::json::<IrradianceQuery, BTreeMap<String, IrradianceEntry>>(
        "insolation/irradiance",
        &["/insolation/irradiance/{start-date}/{end-date}", "/insolation/irradiance/{start-date}"],
        prepare,
    )
    .id("insolation-irradiance")
    .documented(Group::Sunlight, include_str!("irradiance.md"))
    .plan(Plan::Starter)
    .cost(COST)
    .refusals(&[Code::TooLarge, Code::Unavailable]);

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
struct IrradianceEntry {
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
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
    /// `true` if hills or houses hide the Sun's centre; only with a horizon that is not level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hidden: Option<bool>,
}

impl IrradianceEntry {
    fn at(sunlight: &Sunlight, at: Instant, zone: Option<&Zone>) -> Self {
        let sun = sunlight.sun(at.ut1());
        let light = sunlight.light(&sun);
        let altitude = sun.apparent.altitude;
        Self {
            local: zone.and_then(|zone| zone.iso(at)),
            altitude: altitude.to_degrees(),
            azimuth: sun.apparent.azimuth.to_degrees(),
            air_mass: (altitude > 0.0).then(|| sunlight.air.mass(altitude)),
            extraterrestrial: light.above_air_w_m2,
            dni: light.ground.direct_w_m2,
            ghi: light.ground.global_w_m2,
            dhi: light.ground.diffuse_w_m2,
            surface: light.surface_w_m2,
            eclipsed: sun.eclipsed,
            hidden: sunlight.is_hidden(&sun),
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: IrradianceQuery = input.parameters()?;
    let zone = query.range.zone.resolve(context, Some(query.range.obs))?;
    let InsolationRange { start_date: start, end_date, obs, .. } = query.range;
    let end = *end_date;
    let step_ms = (query.interval * 1000.0).round() as i64;
    let count = ((end.unix_ms - start.unix_ms + step_ms - 1) / step_ms).max(1);
    if count > MAX_INSTANTS {
        let detail = format!("{count} instants requested; the maximum is {MAX_INSTANTS}");
        return Err(Problem::new(Code::TooLarge, detail));
    }
    let last = if count == 1 { start } else { Days::counted(start, end, i64::MAX)?.last() };
    let choice = Choice::new(context, [start, last], 0.0, query.light.delta_t, InsolationRange::NAMES)?;
    let cost = COST * (count - 1).max(1) as f64 + query.light.horizon.cost();
    let sunlight = query.light.sunlight(choice, obs);
    let work = query.light.horizon.source(context, obs)?.work(context, true, move |profile| {
        let sunlight = sunlight.behind(profile);
        let series = SeriesWriter::map().with_piece_bytes(256 * PIECE.min(count) as usize);
        series.counted(count, PIECE, move |series, index| {
            let at = Instant { unix_ms: start.unix_ms + index * step_ms };
            series.entry(&at.iso(), &IrradianceEntry::at(&sunlight, at, zone.as_ref()));
        })
    });
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}
