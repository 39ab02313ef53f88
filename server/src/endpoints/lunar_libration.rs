//! The operation `/lunar-libration/{date}`: libration of the Moon.

use crate::endpoints::prelude::*;
use almanac::SelenographicPoint;
use astro::sky::libration;
use astro::theory::meeus;

const COST: f64 = 1.0;
/// Name of the theory.
const MEEUS: &str = "standard";
/// One standard error of a libration in either frame, arcseconds on the sphere of the Moon, against DE421 in
/// 2020–2022.
const PRINCIPAL_SIGMA_ARCSEC: f64 = 10.0;
const MEAN_EARTH_SIGMA_ARCSEC: f64 = 4.0;

pub(crate) const OPERATION: Operation = Operation::json::<LunarLibrationQuery, LunarLibration>(
    "lunar-libration",
    &["/lunar-libration/{date}"],
    prepare,
)
.documented(Group::SunAndMoon, include_str!("lunar_libration.md"))
.cost(COST);

/// The parameters of `/lunar-libration`.
#[derive(Parameters)]
struct LunarLibrationQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2015-03-20T10:11:57.7Z")]
    date: Instant,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER, silent)]
    obs: Option<Site>,
    /// The axes to which librations refer: `principal` as in textbooks, the default, or `mean-earth` as in
    /// maps of the Moon.
    #[param(example = "mean-earth")]
    frame: Option<LunarFrame>,
    /// The place of the observer; only with `obs`.
    #[param(computed)]
    observer: Option<ObserverPlace>,
    #[param(flatten)]
    accuracy: AccuracyExtras,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// Axes of the Moon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
enum LunarFrame {
    /// The principal axes of inertia.
    Principal,
    /// The mean axis of rotation, and the mean direction to the Earth.
    MeanEarth,
}

/// A place of the Earth, degrees.
#[derive(Serialize, ToSchema)]
struct ObserverPlace {
    /// Latitude, degrees, north positive.
    lat: f64,
    /// Longitude, degrees, east positive.
    lng: f64,
}

/// Orientation of the Moon as seen from the Earth.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LunarLibration {
    /// Librations of the Moon and direction of sunlight.
    physical_observations: PhysicalObservations,
    /// Standard errors of the angles, as directions on the Moon; only with `extras=accuracy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accuracy: Option<Accuracy>,
}

/// Librations of the Moon and direction of sunlight.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PhysicalObservations {
    /// Physical libration.
    physical_libration: SelenographicPoint,
    /// Optical libration.
    optical_libration: SelenographicPoint,
    /// Physical plus optical libration: the point of the Moon below the centre of the Earth.
    total_libration: SelenographicPoint,
    /// The point below the Sun.
    selenographic_position: SelenographicPoint,
    /// Selenographic colongitude of the Sun, degrees.
    selenographic_colongitude: f64,
    /// Position angle of the axis, from celestial north through east, degrees.
    position_angle: f64,
    /// The point of the Moon below the observer; only with `obs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    topocentric_libration: Option<SelenographicPoint>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LunarLibrationQuery = input.parameters()?;
    let (date, obs, has_accuracy) = (query.date, query.obs, query.accuracy.extras.is_some());
    let in_force = DeltaTInForce::new(query.delta_t, context);
    let delta_t = in_force.checked(date.ut1(), LunarLibrationQuery::DATE.name)?;
    let sigma_s = in_force.sigma_s(date.ut1());
    let is_mean_earth = query.frame == Some(LunarFrame::MeanEarth);
    query.observer = obs.map(|Site { lat, lng, .. }| ObserverPlace { lat, lng });
    let data = context.generation();
    Ok(Prepared::json(&query.in_query(OPERATION.name, COST), COST, move || {
        let tt: Tt = date.ut1().to_tt(delta_t);
        let principal = libration::geocentric(&data.truncated_sun, tt);
        let l = if is_mean_earth { principal.in_mean_earth_axes() } else { principal };
        let topocentric = obs.map(|site| {
            let observer_km =
                Horizon::new(site.observer()).observer_km(meeus::apparent_sidereal_time(date.ut1(), tt));
            match is_mean_earth {
                true => libration::facing(tt, observer_km).libration.into(),
                false => libration::topocentric(tt, observer_km).into(),
            }
        });
        Ok(LunarLibration {
            physical_observations: PhysicalObservations {
                physical_libration: l.physical.into(),
                optical_libration: l.optical.into(),
                total_libration: l.total.into(),
                selenographic_position: l.sun.into(),
                selenographic_colongitude: l.colongitude.to_degrees(),
                position_angle: l.position_angle.to_degrees(),
                topocentric_libration: topocentric,
            },
            accuracy: has_accuracy.then(|| {
                AccuracyBasis {
                    theory: MEEUS,
                    theory_sigma_arcsec: if is_mean_earth {
                        MEAN_EARTH_SIGMA_ARCSEC
                    } else {
                        PRINCIPAL_SIGMA_ARCSEC
                    },
                    delta_t_s: delta_t,
                    delta_t_sigma_s: sigma_s,
                }
                .of_position(obs)
            }),
        })
    }))
}
