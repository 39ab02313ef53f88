//! The operation `/lunar-libration/{date}`: libration of the Moon.

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, OBS, Parameter};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::vocabulary::accuracy::{Accuracy, AccuracyExtra, AccuracyExtraWord, Basis, EXTRAS};
use crate::vocabulary::delta_t::DELTA_T;
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::horizon::Horizon;
use astro::sky::libration::{self, Selenographic};
use astro::theory::meeus;
use astro::time::Tt;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::Problem;

const DATE: Parameter = Parameter::path(
    "date",
    Kind::DateTime,
    "2015-03-20T10:11:57.7Z",
    "The instant, Universal Time, in the years −1999 … +3000.",
);
const COST: f64 = 1.0;
/// The word for the theory.
const MEEUS: &str = "standard";
/// One standard error of a libration, arcseconds on the sphere of the Moon: 0.01°, what Meeus states for the
/// series of chapter 53.
const SIGMA_ARCSEC: f64 = 36.0;

/// The operation `/lunar-libration/{date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "lunar-libration",
    id: "lunar-libration",
    group: Group::SunAndMoon,
    paths: &["/lunar-libration/{date}"],
    summary: "Libration of the Moon and place of the Sun in its sky",
    description: "Optical, physical and total libration, selenographic place of the Sun and its colongitude, \
        and the position angle of the Moon's axis, by Meeus's chapter 53 (inclination 1.5424°, physical \
        libration of Eckhardt 1981), good to about 0.01°. With `obs` also the total libration for that \
        observer. All in degrees.",
    parameters: &[DATE, OBS, EXTRAS, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[],
    form: &JSON,
    describe: || Shape::Envelope { query: described::<Query>(), response: described::<Response>() },
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = LunarLibrationQuery)]
struct Query {
    /// `lunar-libration`.
    name: &'static str,
    /// The instant, ISO 8601.
    date: String,
    /// The place of the observer, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    observer: Option<ObserverPlace>,
    /// Extras, if any were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Vec<AccuracyExtraWord>)]
    extras: Option<[&'static str; 1]>,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

/// A place of the Earth, degrees.
#[derive(Serialize, ToSchema)]
struct ObserverPlace {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
}

/// How the Moon is turned to the Earth.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LunarLibration)]
struct Response {
    /// Librations of the Moon, and how the Sun lights it.
    physical_observations: Observations,
    /// How sure the angles are, as directions on the Moon; only with its `extras`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accuracy: Option<Accuracy>,
}

/// Librations of the Moon, and how the Sun lights it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PhysicalObservations)]
struct Observations {
    /// Physical libration.
    physical_libration: Point,
    /// Optical libration.
    optical_libration: Point,
    /// Both together: the point of the Moon below the centre of the Earth.
    total_libration: Point,
    /// The point below the Sun.
    selenographic_position: Point,
    /// Selenographic colongitude of the Sun, degrees.
    selenographic_colongitude: f64,
    /// Position angle of the axis, from celestial north through east, degrees.
    position_angle: f64,
    /// The point of the Moon below the observer; only with `obs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    topocentric_libration: Option<Point>,
}

/// Selenographic latitude and longitude, degrees.
#[derive(Serialize, ToSchema)]
#[schema(as = SelenographicPoint)]
struct Point {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
}

impl From<Selenographic> for Point {
    fn from(s: Selenographic) -> Self {
        Self { lat: s.latitude.to_degrees(), lng: s.longitude.to_degrees() }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let date = input.required(&DATE, Input::instant);
    let (obs, asked) = (input.site(&OBS), input.delta_t());
    let is_sure_told = input.words::<AccuracyExtra>(&EXTRAS).is_some();
    let date = input.check(date)?;
    let in_force = DeltaTInForce::new(asked, context);
    let (delta_t, sigma_s) = (in_force.checked(date.ut1(), DATE.name)?, in_force.sigma_s(date.ut1()));
    let observer = obs.map(|Site { lat, lng, .. }| ObserverPlace { lat, lng });
    let extras = is_sure_told.then(|| [AccuracyExtra::Accuracy.word()]);
    let query =
        Query { name: OPERATION.name, date: date.iso(), observer, extras, delta_t: asked, cost: COST };
    let data = context.generation();
    Ok(Prepared::json(&query, COST, move || {
        let tt: Tt = date.ut1().to_tt(delta_t);
        let l = libration::geocentric(&data.truncated_sun, tt);
        let topocentric = obs.map(|site| {
            let observer_km =
                Horizon::new(site.observer()).observer_km(meeus::apparent_sidereal_time(date.ut1(), tt));
            libration::topocentric(tt, observer_km).into()
        });
        Ok(Response {
            physical_observations: Observations {
                physical_libration: l.physical.into(),
                optical_libration: l.optical.into(),
                total_libration: l.total.into(),
                selenographic_position: l.sun.into(),
                selenographic_colongitude: l.colongitude.to_degrees(),
                position_angle: l.position_angle.to_degrees(),
                topocentric_libration: topocentric,
            },
            accuracy: is_sure_told.then(|| {
                Basis {
                    theory: MEEUS,
                    theory_sigma_arcsec: SIGMA_ARCSEC,
                    delta_t_s: delta_t,
                    delta_t_sigma_s: sigma_s,
                }
                .of_position(obs)
            }),
        })
    }))
}
