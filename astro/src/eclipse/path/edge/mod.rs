//! The true edge of the shadow: limits, outlines and lines of equal duration with the mountains of the Moon's
//! limb and at the height of the ground.
//!
//! Each point is found on a straight way across the edge in the fundamental plane, at the place on the ground
//! over it: there the Sun's last bead vanishes and the first appears at one instant. The way starts on the
//! limit of the smooth Moon; contacts at the point are those of
//! [`ObservedEclipse::limb_contacts`](crate::eclipse::local::ObservedEclipse::limb_contacts).

mod outline;
mod section;
#[cfg(test)]
mod tests;
mod tracing;

pub use tracing::EdgeBand;

use super::error::Error;
use super::sample::CurveVertex;
use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::earth::Observer;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::ObservedEclipse;
use crate::eclipse::local::limb::RuggedMoon;
use crate::sky::libration::{self, Selenographic};
use crate::sky::limb::Profile;

/// What the true edge depends on besides the elements.
pub trait EdgeSource: Send + Sync {
    /// The Moon's limb at a total libration in mean-Earth axes; none for the smooth Moon of the elements. The
    /// error says why there is no limb.
    fn limb(&self, libration: Selenographic) -> Result<Option<Profile>, String>;

    /// Height of the ground over the ellipsoid, m; latitude −90 … 90, longitude −180 … 180, degrees.
    fn ground_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64;
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
    elements: &'a Polynomials,
    source: &'a dyn EdgeSource,
    delta_t_s: f64,
    /// By which geographic longitudes are greater than ephemeris longitudes, radians.
    turn: f64,
    /// Earth equatorial radii.
    sun_radius: f64,
    errors: EdgeErrors,
}

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
        Self { elements, source, delta_t_s, turn: angle_in_delta_t(delta_t_s), sun_radius, errors }
    }

    /// An observer on the ground at a vertex.
    fn observer(&self, vertex: &CurveVertex) -> Observer {
        let longitude = crate::math::angle::normalize_signed(vertex.longitude + self.turn);
        let height_m = self.source.ground_m(vertex.latitude.to_degrees(), longitude.to_degrees());
        Observer { latitude: vertex.latitude, longitude, height_m }
    }

    fn observed(&self, vertex: &CurveVertex) -> ObservedEclipse<'a> {
        ObservedEclipse::new(self.elements, self.observer(vertex), self.delta_t_s)
    }

    /// The Moon as an observer sees it `t` hours of TD from t0.
    fn moon(&self, local: &ObservedEclipse, t: f64) -> Result<RuggedMoon, Error> {
        let facing = libration::facing_observer(local.instant(t), local.observer(), self.delta_t_s);
        let limb = self.source.limb(facing.libration).map_err(|problem| Error::Limb { problem })?;
        Ok(match limb {
            Some(profile) => RuggedMoon::new(&profile, facing.position_angle, self.sun_radius),
            None => RuggedMoon::smooth(self.elements.radii.k2, self.sun_radius),
        })
    }

    /// Standard error of the edge in the fundamental plane without that of ΔT, Earth radii.
    fn shadow_sigma(&self) -> f64 {
        self.errors.shadow_km / EQUATORIAL_RADIUS_KM
    }
}
