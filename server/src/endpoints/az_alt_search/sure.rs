//! How sure the instant of a match is.

use super::sought::Sought;
use crate::api::accuracy::{Accuracy, Basis};
use crate::endpoints::bodies::CelestialBody;
use crate::generation::sky::LocalHorizontal;
use astro::accuracy::Rates;
use astro::math::vector::{Vector, dot, sub, unit};
use astro::sky::passage::aim::Aim;
use astro::sky::passage::view::Reference;
use astro::time::{Tt, Ut1};

/// Half of the time over which it is seen where a body goes, s.
const HALF_STEP_S: f64 = 30.0;
const UP: Vector = [0.0, 0.0, 1.0];

/// How sure the instant is at which a body is closest to what was aimed at: by the rate of the azimuth or of
/// the altitude, or with both by the speed along the way of the body. Refraction enters as far as that way
/// goes up or down.
pub(super) fn accuracy(sought: &Sought, body: CelestialBody, t: Ut1, seen: &LocalHorizontal) -> Accuracy {
    let (tt, airless) = (sought.delta_t.tt(t), |ut: Ut1, tt: Tt| sought.airless_at(body, ut, tt));
    let at = |seconds: f64| airless(t.plus_seconds(seconds), tt.plus_seconds(seconds));
    let along = match sought.aim {
        Aim::Altitude(_) => UP,
        // Eastward along the horizon.
        Aim::Azimuth(_) => {
            let [north, east, _] = at(0.0);
            unit([-east, north, 0.0])
        }
        Aim::Direction(_) => unit(sub(at(HALF_STEP_S), at(-HALF_STEP_S))),
    };
    let length = length(sought.aim, at(0.0));
    let rates = Rates::of(|ut, tt| dot(airless(ut, tt), along) / length, t, tt);
    let is_lifted = sought.request.reference == Reference::Apparent;
    let refraction =
        seen.refraction_sigma_arcsec().filter(|_| is_lifted && !matches!(sought.aim, Aim::Azimuth(_)));
    let refraction = refraction.map(|sigma| sigma * dot(along, UP).abs());
    let delta_t = (sought.delta_t_in_force.at_ut1(t), sought.delta_t_in_force.sigma_s(t));
    let basis = Basis::of(sought.theory, body.target(), tt, delta_t);
    basis.of_instant(Some(sought.request.site), rates, refraction)
}

/// By how much a step along the direction is longer than the angle that it stands for: an altitude grows by
/// more than its sine.
fn length(aim: Aim, [north, east, _]: Vector) -> f64 {
    match aim {
        Aim::Altitude(_) => north.hypot(east).max(f64::MIN_POSITIVE),
        Aim::Azimuth(_) | Aim::Direction(_) => 1.0,
    }
}
