//! The operation `/insolation/solar-intensity/{date}`: direct and global irradiance at an
//! instant.

use super::query::{ECLIPSE, InsolationSurface};
use super::sunlight::Sunlight;
use crate::endpoints::prelude::*;
use crate::vocabulary::horizon_profile::HorizonInput;
use astro::sunlight::clear_sky::Irradiance;
use astro::sunlight::intensity;
use std::iter;

const COST: f64 = 1.0;
/// A placeholder: the formula has no tilted surface.
const LEVEL: InsolationSurface = InsolationSurface { tilt: 0.0, azimuth: 0.0, albedo: 0.0, turbidity: 1.0 };

pub(crate) const OPERATION: Operation = Operation::json::<SolarIntensityQuery, SolarIntensity>(
    "insolation/solar-intensity",
    &["/insolation/solar-intensity/{date}"],
    prepare,
)
.id("insolation-solar-intensity")
.documented(Group::Sunlight, include_str!("intensity.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::Unavailable]);

/// The parameters of `/insolation/solar-intensity`.
#[derive(Parameters)]
struct SolarIntensityQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2024-06-21T17:00:00Z")]
    date: Instant,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    #[param(example = "1", meaning = ECLIPSE, default)]
    eclipse: bool,
    #[param(flatten)]
    horizon: HorizonInput,
    /// `precise` or `truncated`.
    #[param(computed)]
    alg: TheoryOfEvents,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// Irradiance, W/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SolarIntensity {
    /// Position of the Sun's centre.
    az_alt: LocalHorizontal,
    /// Relative air mass, a pure number; null if the Sun is below the horizon.
    air_mass: Option<f64>,
    /// Extraterrestrial irradiance on a surface that faces the Sun, W/m².
    extraterrestrial: f64,
    /// Direct irradiance on a surface that faces the Sun, W/m².
    direct: f64,
    /// Global irradiance, direct and diffuse, on a surface that faces the Sun, W/m².
    global: f64,
    /// Fraction of sunlight blocked by an eclipse, 0 … 1; only with `eclipse=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    eclipsed: Option<f64>,
    /// `true` if hills or houses hide the Sun's centre; only with a horizon that is not level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hidden: Option<bool>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: SolarIntensityQuery = input.parameters()?;
    let (date, site) = (query.date, query.obs);
    let names = [SolarIntensityQuery::DATE.name; 2];
    let choice = Choice::new(context, [date; 2], 0.0, query.delta_t, names)?;
    query.alg = choice.theory.into();
    let sunlight = Sunlight::new(choice, site, LEVEL, query.eclipse);
    let cost = COST + query.horizon.cost();
    let work = query.horizon.source(context, site)?.work(context, true, move |profile| {
        let intensity = move || SolarIntensity::at(&sunlight.behind(profile), date, site);
        iter::once_with(move || Bytes::from(json::bytes(&intensity())))
    });
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    Ok(Prepared::new(&JSON, echo, cost, Freshness::Day, work))
}

impl SolarIntensity {
    fn at(sunlight: &Sunlight, date: Instant, site: Site) -> Self {
        let sun = sunlight.sun(date.ut1());
        let found = intensity::at_altitude(sun.apparent.altitude, site.height);
        let [direct, global] =
            found.map_or([0.0; 2], |f| [f.direct_w_m2, f.global_w_m2].map(|w| w * sun.left()));
        let light = Irradiance { direct_w_m2: direct, global_w_m2: global, diffuse_w_m2: global - direct };
        let light = sunlight.left_of(light, &sun);
        Self {
            az_alt: LocalHorizontal::new(&sunlight.view.horizon, sun.place),
            air_mass: found.map(|f| f.air_mass),
            extraterrestrial: sun.above_air_w_m2,
            direct: light.direct_w_m2,
            global: light.global_w_m2,
            eclipsed: sun.eclipsed,
            hidden: sunlight.is_hidden(&sun),
        }
    }
}
