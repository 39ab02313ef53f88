//! The visibility of an eclipse over the skyline of the place.

use super::answer::LocalCircumstances;
use super::observation::Observation;
use super::visibility::VisibilityEntry;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::terrain_horizon::Obstacle;
use astro::constants::SECONDS_PER_HOUR;
use astro::eclipse::local::{LocalContacts, LocalView, ObservedEclipse};
use astro::math::search::{Sample, sign_changes};
use astro::sky::horizon::Horizon;
use geography::sight::Skyline;

/// Step of the search, hours: a Sun that appears between two peaks for less may be missed.
const STEP_HOURS: f64 = 20.0 / SECONDS_PER_HOUR;
/// Tolerance of the search, hours: 0.04 s.
const TOLERANCE_HOURS: f64 = 1e-5;

/// Time between the azimuths of the Sun for which the skyline is computed in advance, hours.
const ARC_STEP_HOURS: f64 = 1.0 / 60.0;

/// Returns azimuths of the Sun from the beginning to the end of an eclipse, degrees; none without an eclipse.
pub(super) fn azimuths_deg(local: &ObservedEclipse) -> Vec<f64> {
    let Some(eclipse) = local.contacts() else { return Vec::new() };
    let (first, fourth) = (eclipse.first.t, eclipse.fourth.t);
    let steps = ((fourth - first) / ARC_STEP_HOURS).ceil().max(1.0);
    let at = |k: u32| first + (fourth - first) * f64::from(k) / steps;
    (0..=steps as u32).map(|k| local.view(&local.at(at(k))).sun.azimuth.to_degrees()).collect()
}

/// Returns the altitude of the Sun's upper limb over a skyline, radians, with the refraction of [`Horizon`].
pub(super) fn margin(horizon: &Horizon, skyline: &Skyline, view: &LocalView) -> f64 {
    let limb = view.sun.altitude + view.sun_semidiameter;
    let skyline_deg = skyline.altitude_deg(view.sun.azimuth.to_degrees());
    limb + horizon.refraction(limb) - skyline_deg.to_radians()
}

impl LocalCircumstances {
    /// Returns the response with the skyline instead of the level horizon: the visible contacts, the
    /// obstacles in the Sun's direction, and the visible part of the eclipse. From a summit the Sun is also
    /// visible below the level horizon. `horizon` has the refraction at the height of the eye.
    pub(super) fn over_terrain(
        elements: &EclipseElements,
        observation: &Observation,
        horizon: &Horizon,
        skyline: &Skyline,
    ) -> Self {
        let Some(eclipse) = observation.local.contacts() else {
            return Self::no_eclipse(elements, observation);
        };
        let view = |t: f64| observation.local.view(&observation.local.at(t));
        let part = visibility(&eclipse, |t| margin(horizon, skyline, &view(t)), |t| observation.iso(t));
        let mut response = Self::of(elements, observation, &eclipse, part);
        for contact in &mut response.contacts {
            let view = view(contact.circumstances.t);
            contact.visible = margin(horizon, skyline, &view) > 0.0;
            contact.obstacle = Some(Obstacle::at(skyline, view.sun.azimuth.to_degrees()));
        }
        response
    }
}

/// Returns the time from the first to the last instant at which the Sun is visible.
fn visibility(
    eclipse: &LocalContacts,
    margin: impl Fn(f64) -> f64,
    iso: impl Fn(f64) -> String,
) -> VisibilityEntry {
    let (first, fourth) = (eclipse.first.t, eclipse.fourth.t);
    let steps = ((fourth - first) / STEP_HOURS).ceil().max(1.0);
    let instants = (0..=steps as u32).map(|k| first + (fourth - first) * f64::from(k) / steps);
    let samples: Vec<_> = instants.map(|t| Sample::of(&margin, t)).collect();
    let (begins, ends) = (samples[0].value > 0.0, samples[samples.len() - 1].value > 0.0);
    let changes: Vec<_> = sign_changes(&margin, samples, TOLERANCE_HOURS).collect();
    let rise = changes.iter().find(|c| c.is_rising).map(|c| c.t);
    let set = changes.iter().rfind(|c| !c.is_rising).map(|c| c.t);
    let from = if begins { Some(first) } else { rise };
    let to = if ends { Some(fourth) } else { set };
    VisibilityEntry::over_terrain(from.map(&iso), to.map(&iso), !changes.is_empty())
}
