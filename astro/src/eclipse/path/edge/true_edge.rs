//! The inputs of the edge, and the observers next to it.

use super::point::{EdgePoint, SectionKey};
use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::earth::Observer;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::ObservedEclipse;
use crate::eclipse::local::limb::{Phase, RuggedMoon, Shortfall, Widest};
use crate::eclipse::path::error::Error;
use crate::eclipse::path::sample::CurveVertex;
use crate::sky::libration::{self, Selenographic};
use crate::sky::limb::Profile;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// The inputs of the true edge besides the elements.
pub trait EdgeSource: Send + Sync {
    /// The Moon's limb at a total libration in mean-Earth axes; none for the smooth Moon of the elements. The
    /// error says why there is no limb.
    fn limb(&self, libration: Selenographic) -> Result<Option<Profile>, String>;

    /// Height of an observer on the ground, m; latitude −90 … 90, longitude −180 … 180, degrees.
    fn ground_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64;
}

/// Looks that take as long as to turn the Moon to an observer.
const MOON_LOOKS: u32 = 5;
/// Looks of a search for the least shortfall, and where totality may come in pieces.
const SHORTFALL_LOOKS: u32 = 5;
const PIECES_LOOKS: u32 = 30;
/// Looks of a search for both ends of a totality, or of a ring; and where totality may come in pieces.
const ENDS_LOOKS: u32 = 5;
const ENDS_OF_PIECES_LOOKS: u32 = 15;

/// The edge with mountains is nowhere farther out than that of the smooth Moon by more than this, Earth
/// radii: 22 km in the fundamental plane.
pub(super) const FARTHER: f64 = 3.5e-3;

/// A band along a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeBand {
    /// One standard error of the limit to either side.
    Sigma,
    /// The edge where a single valley of the Moon keeps totality away, or a single mountain breaks the ring.
    Valley,
}

/// Standard errors of what the edge depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EdgeErrors {
    /// The error of the shadow's edge in the fundamental plane, from the Moon's place, the Sun's semidiameter
    /// and the map of heights, km.
    pub shadow_km: f64,
    /// The error of ΔT, s.
    pub delta_t_s: f64,
}

/// The edge of an eclipse's shadow with mountains and ground.
pub struct TrueEdge<'a> {
    pub(super) elements: &'a Polynomials,
    /// None for a smooth Moon over the ellipsoid.
    source: Option<&'a dyn EdgeSource>,
    pub(super) delta_t_s: f64,
    /// By which geographic longitudes are greater than ephemeris longitudes, radians.
    turn: f64,
    /// Earth equatorial radii.
    sun_radius: f64,
    pub(super) errors: EdgeErrors,
    /// Observers that were looked at.
    looks: Cell<u32>,
    max_looks: u32,
    pause: fn(),
    /// Points that were looked for.
    pub(super) points: RefCell<HashMap<SectionKey, Option<EdgePoint>>>,
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
        Self { source: Some(source), sun_radius, errors, ..Self::smooth(elements, delta_t_s) }
    }

    /// The edge of the shadow of a Moon without mountains on the ellipsoid.
    pub fn smooth(elements: &'a Polynomials, delta_t_s: f64) -> Self {
        Self {
            elements,
            source: None,
            delta_t_s,
            turn: angle_in_delta_t(delta_t_s),
            sun_radius: elements.radii.sun,
            errors: EdgeErrors::default(),
            looks: Cell::new(0),
            max_looks: u32::MAX,
            pause: || (),
            points: RefCell::default(),
        }
    }

    /// Sets the number of looks above which curves are an error.
    pub fn with_max_looks(self, max_looks: u32) -> Self {
        Self { max_looks, ..self }
    }

    /// Sets a function that is called after at most some hundreds of looks. It may let other work of the
    /// thread go first, or end this one by unwinding.
    pub fn with_pause(self, pause: fn()) -> Self {
        Self { pause, ..self }
    }

    /// Work so far: in looks at the whole limb of the Moon, each one or two µs.
    pub fn looks(&self) -> u32 {
        self.looks.get()
    }

    fn count(&self, looks: u32) {
        self.looks.set(self.looks.get().saturating_add(looks));
    }

    /// An error after too many looks. Pauses before.
    pub(super) fn check(&self) -> Result<(), Error> {
        (self.pause)();
        let max = self.max_looks;
        if self.looks.get() > max { Err(Error::TooManyLooks { max }) } else { Ok(()) }
    }

    /// Returns whether nothing makes corners in its curves.
    pub(super) fn is_smooth(&self) -> bool {
        self.source.is_none()
    }

    /// An observer on the ground at a vertex.
    pub(super) fn observer(&self, vertex: &CurveVertex) -> Observer {
        self.count(1);
        let longitude = crate::math::angle::normalize_signed(vertex.longitude + self.turn);
        let place_deg = [vertex.latitude, longitude].map(f64::to_degrees);
        let height_m = self.source.map_or(0.0, |source| source.ground_m(place_deg[0], place_deg[1]));
        Observer { latitude: vertex.latitude, longitude, height_m }
    }

    pub(super) fn observed(&self, vertex: &CurveVertex) -> ObservedEclipse<'a> {
        ObservedEclipse::new(self.elements, self.observer(vertex), self.delta_t_s)
    }

    /// The Moon as an observer sees it `t` hours of TD from t0.
    pub(super) fn moon(&self, local: &ObservedEclipse, t: f64) -> Result<RuggedMoon, Error> {
        self.count(MOON_LOOKS);
        let smooth = || RuggedMoon::smooth(self.elements.radii.k2, self.sun_radius);
        let Some(source) = self.source else { return Ok(smooth()) };
        let facing = libration::facing_observer(local.instant(t), local.observer(), self.delta_t_s);
        let limb = source.limb(facing.libration).map_err(|problem| Error::Limb { problem })?;
        let rugged = |profile| RuggedMoon::new(&profile, facing.position_angle, self.sun_radius);
        Ok(limb.map_or_else(smooth, rugged))
    }

    /// Returns the least shortfall near an instant; none if the search is lost.
    pub(super) fn shortfall(&self, phase: &Phase, near: f64) -> Option<Shortfall> {
        let least = phase.shortfall(near)?;
        self.count(if phase.has_pieces(&least) { PIECES_LOOKS } else { SHORTFALL_LOOKS });
        Some(least)
    }

    /// Returns the begin and end of totality or the ring; none outside of the edge.
    pub(super) fn ends(&self, phase: &Phase, least: &Shortfall) -> Option<[Widest; 2]> {
        self.count(if phase.has_pieces(least) { ENDS_OF_PIECES_LOOKS } else { ENDS_LOOKS });
        phase.ends(least)
    }

    /// Standard error of the edge in the fundamental plane without that of ΔT, Earth radii.
    pub(super) fn shadow_sigma(&self) -> f64 {
        self.errors.shadow_km / EQUATORIAL_RADIUS_KM
    }
}
