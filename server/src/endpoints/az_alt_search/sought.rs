//! The target of a search, the observer and the theory.

use super::request::Request;
use crate::vocabulary::accuracy::{Accuracy, Basis};
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::coverage::{COVERED, Choice};
use crate::vocabulary::horizontal::LocalHorizontal;
use astro::accuracy::Rates;
use astro::math::vector::{Vector, dot, sub, unit};
use astro::sky::horizontal::Horizontal;
use astro::sky::passage::aim::Aim;
use astro::sky::passage::view::{Reference, View};
use astro::time::{Tt, Ut1};

/// Half of the step over which the direction of motion is taken, s.
const HALF_STEP_S: f64 = 30.0;
const UP: Vector = [0.0, 0.0, 1.0];

/// The inputs of every match of a search.
pub(super) struct Sought {
    /// The generation, the theory and ΔT.
    pub(super) choice: Choice,
    /// The observer's horizon, and which direction of a body counts.
    pub(super) view: View,
    /// The azimuth, the altitude or the direction searched for.
    pub(super) aim: Aim,
    /// The parameters.
    pub(super) request: Request,
}

impl Sought {
    /// Direction to a body without air: north, east and up, of length one.
    pub(super) fn airless(&self, body: CelestialBody) -> impl Fn(Ut1) -> Vector {
        move |t| self.airless_at(body, t, self.choice.tt(t))
    }

    /// The same at an instant given in both scales.
    fn airless_at(&self, body: CelestialBody, ut: Ut1, tt: Tt) -> Vector {
        self.view.airless(self.choice.sky().place(body.target(), ut, tt).expect(COVERED))
    }

    /// Azimuth and altitude of a body by the parameter `ref`.
    pub(super) fn direction(&self, body: CelestialBody) -> impl Fn(Ut1) -> Horizontal {
        let airless = self.airless(body);
        move |t| self.view.direction(airless(t))
    }

    /// The accuracy of the instant at which a body is closest to the aim: by the rate of its azimuth or of
    /// its altitude, or with both by its speed. Refraction counts by the share of vertical motion.
    pub(super) fn accuracy(&self, body: CelestialBody, t: Ut1, seen: &LocalHorizontal) -> Accuracy {
        let (tt, airless) = (self.choice.tt(t), |ut: Ut1, tt: Tt| self.airless_at(body, ut, tt));
        let at = |seconds: f64| airless(t.plus_seconds(seconds), tt.plus_seconds(seconds));
        let along = match self.aim {
            Aim::Altitude(_) => UP,
            // Eastward along the horizon.
            Aim::Azimuth(_) => {
                let [north, east, _] = at(0.0);
                unit([-east, north, 0.0])
            }
            Aim::Direction(_) => unit(sub(at(HALF_STEP_S), at(-HALF_STEP_S))),
        };
        let length = length(self.aim, at(0.0));
        let rates = Rates::of(|ut, tt| dot(airless(ut, tt), along) / length, t, tt);
        let is_lifted = self.request.reference == Reference::Apparent;
        let refraction =
            seen.refraction_sigma_arcsec().filter(|_| is_lifted && !matches!(self.aim, Aim::Azimuth(_)));
        let refraction = refraction.map(|sigma| sigma * dot(along, UP).abs());
        let basis = Basis::of(self.choice.theory, body.target(), tt, self.choice.delta_t.with_sigma(t));
        basis.of_instant(Some(self.request.site), rates, refraction)
    }
}

/// The length of a step along the direction of motion for a unit of the angle: an altitude grows faster than
/// its sine.
fn length(aim: Aim, [north, east, _]: Vector) -> f64 {
    match aim {
        Aim::Altitude(_) => north.hypot(east).max(f64::MIN_POSITIVE),
        Aim::Azimuth(_) | Aim::Direction(_) => 1.0,
    }
}
