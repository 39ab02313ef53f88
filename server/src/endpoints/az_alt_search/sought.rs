//! What is looked for, from where, and by which theory.

use super::request::Request;
use crate::api::delta_t::DeltaTInForce;
use crate::endpoints::bodies::CelestialBody;
use crate::generation::Data;
use crate::generation::sky::sky;
use astro::math::vector::Vector;
use astro::sky::horizontal::Horizontal;
use astro::sky::passage::aim::Aim;
use astro::sky::passage::view::View;
use astro::sky::theory::Theory;
use astro::time::delta_t::Course;
use astro::time::{Tt, Ut1};
use std::sync::Arc;

/// What every match of a search needs.
pub(super) struct Sought {
    /// The generation whose tables answer.
    pub(super) data: Arc<Data>,
    /// The theory that answers.
    pub(super) theory: Theory,
    /// ΔT over the range.
    pub(super) delta_t: Course,
    /// ΔT with its standard error.
    pub(super) delta_t_in_force: DeltaTInForce,
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
        move |t| self.airless_at(body, t, self.delta_t.tt(t))
    }

    /// The same at an instant that is given in both scales.
    pub(super) fn airless_at(&self, body: CelestialBody, ut: Ut1, tt: Tt) -> Vector {
        let place = sky(&self.data, self.theory).place(body.target(), ut, tt);
        self.view.airless(place.expect("the ephemeris answers only if it covers the range and a margin"))
    }

    /// Azimuth and altitude of a body as they are meant.
    pub(super) fn direction(&self, body: CelestialBody) -> impl Fn(Ut1) -> Horizontal {
        let airless = self.airless(body);
        move |t| self.view.direction(airless(t))
    }
}
