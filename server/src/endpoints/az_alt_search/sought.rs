//! What is looked for, from where, and by which theory.

use super::request::Request;
use crate::endpoints::bodies::CelestialBody;
use crate::generation::Data;
use crate::generation::sky::sky;
use astro::math::vector::Vector;
use astro::sky::horizontal::Horizontal;
use astro::sky::passage::aim::Aim;
use astro::sky::passage::view::View;
use astro::sky::theory::Theory;
use astro::time::Ut1;
use astro::time::delta_t::Course;
use std::sync::Arc;

/// What every match of a search needs.
pub(super) struct Sought {
    /// The generation whose tables answer.
    pub(super) data: Arc<Data>,
    /// The theory that answers.
    pub(super) theory: Theory,
    /// ΔT over the range.
    pub(super) delta_t: Course,
    /// The observer's horizon with the direction that is meant.
    pub(super) view: View,
    /// What is aimed at.
    pub(super) aim: Aim,
    /// The parameters.
    pub(super) request: Request,
}

impl Sought {
    /// Direction to a body without air: north, east and up, of length one.
    pub(super) fn airless(&self, body: CelestialBody) -> impl Fn(Ut1) -> Vector {
        let (sky, target) = (sky(&self.data, self.theory), body.target());
        move |t| {
            let place = sky.place(target, t, self.delta_t.tt(t));
            self.view.airless(place.expect("the ephemeris answers only if it covers the range and a margin"))
        }
    }

    /// Azimuth and altitude of a body as they are meant.
    pub(super) fn direction(&self, body: CelestialBody) -> impl Fn(Ut1) -> Horizontal {
        let airless = self.airless(body);
        move |t| self.view.direction(airless(t))
    }
}
