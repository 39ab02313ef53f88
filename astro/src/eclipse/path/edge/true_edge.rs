//! What the edge depends on, and the observers next to it.

use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::earth::Observer;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::ObservedEclipse;
use crate::eclipse::local::limb::RuggedMoon;
use crate::eclipse::path::error::Error;
use crate::eclipse::path::sample::CurveVertex;
use crate::sky::libration::{self, Selenographic};
use crate::sky::limb::Profile;
use std::cell::Cell;

/// What the true edge depends on besides the elements.
pub trait EdgeSource: Send + Sync {
    /// The Moon's limb at a total libration in mean-Earth axes; none for the smooth Moon of the elements. The
    /// error says why there is no limb.
    fn limb(&self, libration: Selenographic) -> Result<Option<Profile>, String>;

    /// Height of an observer on the ground, m; latitude −90 … 90, longitude −180 … 180, degrees.
    fn ground_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64;
}

/// A band along a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeBand {
    /// One standard error of the limit to either side.
    Sigma,
    /// Where a single valley of the Moon keeps totality away, or a single mountain breaks the ring.
    Valley,
}

/// Standard errors of what the edge depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EdgeErrors {
    /// Of the edge of the shadow in the fundamental plane, from the Moon's place, the Sun's semidiameter and
    /// the map of heights, km.
    pub shadow_km: f64,
    /// Of ΔT, s.
    pub delta_t_s: f64,
}

/// The edge of an eclipse's shadow with mountains and ground.
pub struct TrueEdge<'a> {
    pub(super) elements: &'a Polynomials,
    source: &'a dyn EdgeSource,
    pub(super) delta_t_s: f64,
    /// By which geographic longitudes are greater than ephemeris longitudes, radians.
    turn: f64,
    /// Earth equatorial radii.
    sun_radius: f64,
    pub(super) errors: EdgeErrors,
    /// Points that were looked for.
    points: Cell<u32>,
}

/// Most points of the edge that one [`TrueEdge`] looks for: a core takes nine seconds.
const MOST_POINTS: u32 = 60_000;

impl<'a> TrueEdge<'a> {
    /// The edge for a ΔT in seconds and a radius of the Sun in Earth equatorial radii; without a radius, for
    /// that of the elements.
    pub fn new(
        elements: &'a Polynomials,
        source: &'a dyn EdgeSource,
        delta_t_s: f64,
        sun_radius: Option<f64>,
        errors: EdgeErrors,
    ) -> Self {
        let sun_radius = sun_radius.unwrap_or(elements.radii.sun);
        let (turn, points) = (angle_in_delta_t(delta_t_s), Cell::new(0));
        Self { elements, source, delta_t_s, turn, sun_radius, errors, points }
    }

    /// Counts points that are looked for, or as much other work; an error if there are too many.
    pub(super) fn spend(&self, points: u32) -> Result<(), Error> {
        self.points.set(self.points.get() + points);
        if self.points.get() > MOST_POINTS {
            return Err(Error::TooManyPoints { most: MOST_POINTS });
        }
        Ok(())
    }

    /// An observer on the ground at a vertex.
    pub(super) fn observer(&self, vertex: &CurveVertex) -> Observer {
        let longitude = crate::math::angle::normalize_signed(vertex.longitude + self.turn);
        let height_m = self.source.ground_m(vertex.latitude.to_degrees(), longitude.to_degrees());
        Observer { latitude: vertex.latitude, longitude, height_m }
    }

    pub(super) fn observed(&self, vertex: &CurveVertex) -> ObservedEclipse<'a> {
        ObservedEclipse::new(self.elements, self.observer(vertex), self.delta_t_s)
    }

    /// The Moon as an observer sees it `t` hours of TD from t0.
    pub(super) fn moon(&self, local: &ObservedEclipse, t: f64) -> Result<RuggedMoon, Error> {
        let facing = libration::facing_observer(local.instant(t), local.observer(), self.delta_t_s);
        let limb = self.source.limb(facing.libration).map_err(|problem| Error::Limb { problem })?;
        Ok(match limb {
            Some(profile) => RuggedMoon::new(&profile, facing.position_angle, self.sun_radius),
            None => RuggedMoon::smooth(self.elements.radii.k2, self.sun_radius),
        })
    }

    /// Standard error of the edge in the fundamental plane without that of ΔT, Earth radii.
    pub(super) fn shadow_sigma(&self) -> f64 {
        self.errors.shadow_km / EQUATORIAL_RADIUS_KM
    }
}
