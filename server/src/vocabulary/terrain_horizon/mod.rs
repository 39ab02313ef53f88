//! `horizon=terrain`: the skyline of a place instead of the level horizon.

mod stretches;
mod sweep;

use crate::api::place::Sites;
use crate::generation::elevation::ElevationSource;
use crate::generation::skylines::Eye;
use crate::vocabulary::prelude::*;
use geography::sight::{GroundPlace, Viewpoint};

pub(crate) use almanac::obstacle::{Obstacle, UnknownTerrain};
pub(crate) use stretches::{OverSkyline, Stretches, margin, verdict};
pub(crate) use sweep::{ResponsePieces, after_arc_of_skyline, after_skyline};

/// `Retry-After` if too many skylines are being computed, s.
const BUSY_RETRY_AFTER_S: u64 = 2;
/// Credits for a whole skyline: a million samples of the ground.
pub(crate) const WHOLE_COST: f64 = 100.0;
/// Times as many credits an eclipse of a search behind a skyline costs.
const BEHIND_SKYLINE: f64 = 2.0;
/// Credits for the part of a skyline behind a body's path of a few hours.
pub(crate) const ARC_COST: f64 = 40.0;

/// Returns the cost of a search for eclipses that cost this in the open, behind a skyline or not.
pub(crate) fn search_cost(cost: f64, has_skyline: bool) -> f64 {
    if has_skyline { BEHIND_SKYLINE * cost + WHOLE_COST } else { cost }
}

/// The requested horizon.
#[derive(Debug, Clone, Default, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct HorizonChoice {
    /// `level` (the default), or the skyline of the place. `terrain` uses heights at most 100 m apart that
    /// the operator has installed (503 without them) and the open sea; `known` of an obstacle is the
    /// distance at which they end. `coarse` uses one height for 9 km, which misses hills and valleys:
    /// verdicts that three standard errors could change are null (`unknown-terrain`). Rays reach 150 km in
    /// every half degree, refraction k = 0.13. The eye is at the height of the observer or 1.7 m above the
    /// ground, whichever is higher; with `coarse` a known height counts, also one below the grid. Costs more.
    /// `visible=terrain` means the same.
    #[param(example = "level", alias = "visible")]
    pub(crate) horizon: Option<HorizonKind>,
    /// Height of the eye above mean sea level, m; only with `horizon=terrain` or `coarse`.
    #[param(computed)]
    pub(crate) eye: Option<f64>,
    /// The heights of the skyline and their accuracy; only with `horizon=coarse`.
    #[param(computed)]
    pub(crate) heights: Option<ElevationSource>,
}

impl HorizonChoice {
    /// Returns whether the horizon is the skyline of the place.
    pub(crate) fn is_skyline(&self) -> bool {
        matches!(self.horizon, Some(HorizonKind::Terrain | HorizonKind::Coarse))
    }

    /// Rejects a skyline for several places.
    pub(crate) fn check_place(&self, input: &mut Input, obs: &Sites) {
        if self.is_skyline() && obs.are_several() {
            input.wrong(Self::HORIZON.name, "terrain and coarse need a single place in obs");
        }
    }

    /// Returns the eye of the observer for the skyline and sets it for the echo; none for the level horizon.
    pub(crate) fn eye(&mut self, context: &Context, site: Site) -> Result<Option<Eye>, Problem> {
        if !self.is_skyline() {
            return Ok(None);
        }
        let is_coarse = self.horizon == Some(HorizonKind::Coarse);
        let eye = Eye { viewpoint: viewpoint(context, site, is_coarse)?, is_coarse };
        if !context.data.skylines.has_room(&eye) {
            let detail = "too many skylines of other places are being computed";
            return Err(Problem::new(Code::Busy, detail).retry_after(BUSY_RETRY_AFTER_S));
        }
        self.eye = Some(eye_m(eye.viewpoint));
        self.heights = is_coarse.then_some(ElevationSource::WORLD);
        Ok(Some(eye))
    }
}

/// The words of [`HorizonKind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "HorizonWord")]
pub(crate) enum HorizonKind {
    /// The level horizon.
    Level,
    /// The skyline of the place by the operator's heights.
    Terrain,
    /// The skyline of the place by the heights of the generation.
    Coarse,
}

/// The height of an eye, rounded for the echo, m.
fn eye_m(eye: Viewpoint) -> f64 {
    (eye.elevation_m * 10.0).round() / 10.0
}

/// Returns the eye of an observer above the ground, or an error if heights are too coarse.
fn viewpoint(context: &Context, site: Site, is_coarse: bool) -> Result<Viewpoint, Problem> {
    let elevation = &context.data.elevation;
    let place = GroundPlace { latitude_deg: site.lat, longitude_deg: site.lng };
    let eye = match is_coarse {
        true => elevation.coarse_eye(place, site.known_eye_m()),
        false => elevation.fine_eye(place, site.height),
    };
    eye.ok_or_else(|| {
        let detail = "horizon=terrain needs heights of the ground at most 100 m apart, and this server has \
            none at the place; the operator installs them with umbra terrain --out DIR FILES (SRTM, \
            NASADEM, Copernicus GLO-30 or GLO-90, Terrarium tiles) and umbra serve --terrain DIR; \
            horizon=coarse uses the heights that every server has";
        Problem::new(Code::Unavailable, detail)
    })
}
