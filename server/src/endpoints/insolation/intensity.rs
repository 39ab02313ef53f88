//! The operation `/insolation/solar-intensity/{date}`: direct and global sunlight at an instant.

use super::parameters::{DATE, ECLIPSE, OBS};
use super::sunlight::{Panel, Sunlight};
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::flag::flag;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::vocabulary::coverage::{Choice, TheoryOfEvents};
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T, DELTA_T_MODEL};
use crate::vocabulary::horizontal::LocalHorizontal;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sunlight::intensity;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

const COST: f64 = 1.0;
/// A surface that plays no part: the formula knows none.
const LEVEL: Panel = Panel { tilt: 0.0, azimuth: 0.0, albedo: 0.0, turbidity: 1.0 };

/// The operation `/insolation/solar-intensity/{date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "insolation/solar-intensity",
    id: "insolation-solar-intensity",
    group: Group::Sunlight,
    paths: &["/insolation/solar-intensity/{date}"],
    summary: "Direct and global sunlight at an instant, by air mass and height",
    description: "Clear sky only. Needs the Starter plan or higher. Air mass by Kasten and Young (1989) for \
        the altitude that is seen; `direct` = 1353·[(1 − 0.14h)·0.7^(AM^0.678) + 0.14h] and `global` = \
        1.1·1353·[(1 − h/7.1)·0.7^(AM^0.678) + h/7.1] (Meinel and Meinel 1976), on a surface that faces the \
        Sun, with the height h in km, from 0 to 4: others count as the nearest of these. `extraterrestrial` \
        = 1361/R². When the Sun's centre is seen below −0.2667°, `airMass` is null and both are 0. With \
        `eclipse=1` all light is less by the part that the Moon hides, which is given as `eclipsed`.",
    parameters: &[DATE, OBS, ECLIPSE, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = SolarIntensityQuery)]
struct Query {
    /// `insolation/solar-intensity`.
    name: &'static str,
    /// The instant.
    date: String,
    /// The observer.
    obs: Site,
    /// Whether eclipses are taken into account.
    eclipse: bool,
    /// `precise` or `truncated`.
    #[schema(value_type = TheoryOfEvents)]
    alg: &'static str,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

/// Sunlight, W/m².
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SolarIntensity)]
struct Response {
    /// Where the Sun's centre stands.
    az_alt: LocalHorizontal,
    /// Relative air mass, a pure number; null when the Sun is down.
    air_mass: Option<f64>,
    /// Light above the air, on a surface that faces the Sun, W/m².
    extraterrestrial: f64,
    /// Light of the Sun's disc, on a surface that faces the Sun, W/m².
    direct: f64,
    /// Light on the surface with that of the sky, W/m².
    global: f64,
    /// Part of the Sun's light that an eclipse takes, 0 … 1; only with `eclipse=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    eclipsed: Option<f64>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (date, site) = (input.required(&DATE, Input::instant), input.required(&OBS, Input::site));
    let (with_eclipse, asked) = (flag(input, &ECLIPSE), input.delta_t());
    let (date, site) = input.check((date, site))?;
    let choice = Choice::new(context, [date; 2], 0.0, asked, [DATE.name; 2])?;
    let query = Query {
        name: OPERATION.name,
        date: date.iso(),
        obs: site,
        eclipse: with_eclipse,
        alg: choice.theory.word(),
        delta_t: asked,
        cost: COST,
    };
    let sunlight = Sunlight::new(choice, site, LEVEL, with_eclipse);
    Ok(Prepared::json(&query, COST, move || {
        let sun = sunlight.sun(date.ut1());
        let found = intensity::at_altitude(sun.apparent.altitude, site.height);
        Ok(Response {
            az_alt: LocalHorizontal::new(&sunlight.view.horizon, sun.place),
            air_mass: found.map(|f| f.air_mass),
            extraterrestrial: sun.above_air_w_m2,
            direct: found.map_or(0.0, |f| f.direct_w_m2 * sun.left()),
            global: found.map_or(0.0, |f| f.global_w_m2 * sun.left()),
            eclipsed: sun.eclipsed,
        })
    }))
}
