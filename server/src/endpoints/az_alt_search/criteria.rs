//! The inputs that all matches of a search share.

use super::query::AzAltSearchQuery;
use crate::endpoints::prelude::*;
use astro::math::vector::{Vector, dot, sub, unit};
use astro::sky::passage::aim::Aim;

/// Half of the step for the direction of motion, s.
const HALF_STEP_S: f64 = 30.0;
const UP: Vector = [0.0, 0.0, 1.0];

/// The inputs shared by all matches of a search.
pub(super) struct Criteria {
    /// The generation, the theory and ΔT.
    pub(super) choice: Choice,
    /// The observer's horizon and the reference of directions.
    pub(super) view: PassageView,
    /// The azimuth, altitude or direction to search for.
    pub(super) aim: Aim,
    /// The zone of local times.
    pub(super) zone: Option<Zone>,
    pub(super) query: AzAltSearchQuery,
}

impl Criteria {
    /// Returns the direction to a body without refraction: a unit vector with components north, east and up.
    pub(super) fn airless(&self, body: CelestialBody) -> impl Fn(Ut1) -> Vector {
        move |t| self.airless_at(body, t, self.choice.tt(t))
    }

    /// Returns the same direction at an instant in both time scales.
    fn airless_at(&self, body: CelestialBody, ut: Ut1, tt: Tt) -> Vector {
        self.view.airless(self.choice.sky().place(body.target(), ut, tt).expect(COVERED))
    }

    /// Returns azimuth and altitude of a body as defined by the parameter `ref`.
    pub(super) fn direction(&self, body: CelestialBody) -> impl Fn(Ut1) -> Horizontal {
        let airless = self.airless(body);
        move |t| self.view.direction(airless(t))
    }

    /// Returns the accuracy of the instant of closest approach. It follows from the rate of the azimuth or of
    /// the altitude, or from the angular speed if both are given. Refraction is weighted by the vertical
    /// share of the motion.
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
        let rates = AngularRates::of(|ut, tt| dot(airless(ut, tt), along) / length, t, tt);
        let is_lifted = self.query.reference == Reference::Apparent;
        let refraction =
            seen.refraction_sigma_arcsec().filter(|_| is_lifted && !matches!(self.aim, Aim::Azimuth(_)));
        let refraction = refraction.map(|sigma| sigma * dot(along, UP).abs());
        let basis =
            AccuracyBasis::of(self.choice.theory, body.target(), tt, self.choice.delta_t.with_sigma(t));
        basis.of_instant(Some(self.query.obs), rates, refraction)
    }
}

/// Returns the length of a step along the direction of motion per unit of the angle: an altitude changes
/// faster than its sine.
fn length(aim: Aim, [north, east, _]: Vector) -> f64 {
    match aim {
        Aim::Altitude(_) => north.hypot(east).max(f64::MIN_POSITIVE),
        Aim::Azimuth(_) | Aim::Direction(_) => 1.0,
    }
}
