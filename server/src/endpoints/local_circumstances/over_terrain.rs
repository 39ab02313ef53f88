//! The visibility of an eclipse over the skyline of the place.

use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::{self, Obstacle, UnknownTerrain, verdict};
use almanac::{Instant, LocalCircumstances, Observation, VisibilityReason, Visible};
use astro::eclipse::local::{LocalContacts, LocalView, ObservedEclipse};

/// Time between the azimuths of the Sun for which the skyline is computed in advance, hours.
const ARC_STEP_HOURS: f64 = 1.0 / 60.0;

/// Returns azimuths of the Sun from the beginning to the end of an eclipse, degrees; none without an eclipse.
pub(super) fn azimuths_deg(local: &ObservedEclipse, eclipse: Option<&LocalContacts>) -> Vec<f64> {
    let Some(eclipse) = eclipse else { return Vec::new() };
    let (first, fourth) = (eclipse.first.t, eclipse.fourth.t);
    let steps = ((fourth - first) / ARC_STEP_HOURS).ceil().max(1.0);
    let at = |k: u32| first + (fourth - first) * f64::from(k) / steps;
    (0..=steps as u32).map(|k| local.view(&local.at(at(k))).sun.azimuth.to_degrees()).collect()
}

/// Returns the altitude of the Sun's upper limb over a skyline, radians, with the refraction of [`Horizon`].
fn margin(horizon: &Horizon, skyline: &Skyline, view: &LocalView) -> [f64; 2] {
    terrain_horizon::margin(horizon, skyline, view.sun, view.sun_semidiameter)
}

/// Returns whether the Sun's upper limb is above a skyline; none if that is too coarse to tell.
pub(super) fn is_visible(horizon: &Horizon, skyline: &Skyline, view: &LocalView) -> Option<bool> {
    verdict(margin(horizon, skyline, view))
}

/// Returns the visible part of an eclipse over a skyline; `instant` is that of an hour from t0.
pub(crate) fn visible(stretches: &Stretches, instant: impl Fn(f64) -> Instant) -> Visible {
    if stretches.is_unknown {
        return Visible::nothing(VisibilityReason::UnknownTerrain);
    }
    let Some([from, to]) = stretches.ends() else {
        return Visible::nothing(VisibilityReason::BehindTerrain);
    };
    let reason = if stretches.is_cut { VisibilityReason::Terrain } else { VisibilityReason::Whole };
    Visible { from: Some(instant(from)), to: Some(instant(to)), reason }
}

/// Returns the response with the skyline instead of the level horizon: the visible contacts, the obstacles in
/// the Sun's direction, and the visible part of the eclipse. From a summit the Sun is also visible below the
/// level horizon. `horizon` has the refraction at the height of the eye.
pub(super) fn over_skyline(
    observation: &Observation,
    eclipse: Option<&LocalContacts>,
    horizon: &Horizon,
    skyline: &Skyline,
) -> LocalCircumstances {
    let Some(eclipse) = eclipse else { return observation.no_eclipse() };
    let view = |t: f64| observation.local.view(&observation.local.at(t));
    let ends = [eclipse.first.t, eclipse.fourth.t];
    let stretches = Stretches::of(ends, |t| margin(horizon, skyline, &view(t)));
    let mut response = observation.seen(eclipse, visible(&stretches, |t| observation.instant(t)));
    for contact in &mut response.contacts {
        let view = view(contact.t);
        contact.visible = is_visible(horizon, skyline, &view);
        contact.reason = UnknownTerrain::of(contact.visible);
        contact.obstacle = Some(Obstacle::at(skyline, view.sun.azimuth.to_degrees()));
    }
    response
}
