//! What of an eclipse is seen over the skyline of the place.

use super::answer::Response;
use super::seen::Seen;
use super::visibility::VisibilityEntry;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::terrain_horizon::Obstacle;
use astro::constants::SECONDS_PER_HOUR;
use astro::eclipse::local::{LocalContacts, LocalView, ObservedEclipse};
use astro::math::search::{Sample, sign_changes};
use astro::sky::horizon::Horizon;
use geography::sight::Skyline;

/// The eclipse is looked at so often, hours: a Sun between two peaks for less may be overlooked.
const STEP_HOURS: f64 = 20.0 / SECONDS_PER_HOUR;
/// 0.04 s.
const TOLERANCE_HOURS: f64 = 1e-5;

/// The Sun goes so long from one azimuth to the next of those between which the skyline is made ahead, hours.
const ARC_STEP_HOURS: f64 = 1.0 / 60.0;

/// Azimuths of the Sun from the beginning to the end of an eclipse, degrees; none without an eclipse.
pub(super) fn azimuths_deg(local: &ObservedEclipse) -> Vec<f64> {
    let Some(eclipse) = local.contacts() else { return Vec::new() };
    let (first, fourth) = (eclipse.first.t, eclipse.fourth.t);
    let steps = ((fourth - first) / ARC_STEP_HOURS).ceil().max(1.0);
    let at = |k: u32| first + (fourth - first) * f64::from(k) / steps;
    (0..=steps as u32).map(|k| local.view(&local.at(at(k))).sun.azimuth.to_degrees()).collect()
}

/// How far the Sun's upper limb stands over a skyline, radians, with the refraction of [`Horizon`].
pub(super) fn margin(horizon: &Horizon, skyline: &Skyline, view: &LocalView) -> f64 {
    let limb = view.sun.altitude + view.sun_semidiameter;
    let skyline_deg = skyline.altitude_deg(view.sun.azimuth.to_degrees());
    limb + horizon.refraction(limb) - skyline_deg.to_radians()
}

impl Response {
    /// The answer with the skyline in place of the level horizon: which contacts are visible, what stands in
    /// the Sun's direction, and which part of the eclipse is seen. From a summit the Sun is also seen below
    /// the level horizon. The air of `horizon` is that about the eye.
    pub(super) fn over_terrain(
        elements: &EclipseElements,
        seen: &Seen,
        horizon: &Horizon,
        skyline: &Skyline,
    ) -> Self {
        let Some(eclipse) = seen.local.contacts() else { return Self::no_eclipse(elements, seen) };
        let view = |t: f64| seen.local.view(&seen.local.at(t));
        let part = visibility(&eclipse, |t| margin(horizon, skyline, &view(t)), |t| seen.iso(t));
        let mut answer = Self::of(elements, seen, &eclipse, part);
        for contact in &mut answer.contacts {
            let view = view(contact.circumstances.t);
            contact.visible = margin(horizon, skyline, &view) > 0.0;
            contact.obstacle = Some(Obstacle::at(skyline, view.sun.azimuth.to_degrees()));
        }
        answer
    }
}

/// From the first to the last instant at which the Sun is seen.
fn visibility(
    eclipse: &LocalContacts,
    margin: impl Fn(f64) -> f64,
    iso: impl Fn(f64) -> String,
) -> VisibilityEntry {
    let (first, fourth) = (eclipse.first.t, eclipse.fourth.t);
    let steps = ((fourth - first) / STEP_HOURS).ceil().max(1.0);
    let looks = (0..=steps as u32).map(|k| first + (fourth - first) * f64::from(k) / steps);
    let samples: Vec<_> = looks.map(|t| Sample::of(&margin, t)).collect();
    let (begins, ends) = (samples[0].value > 0.0, samples[samples.len() - 1].value > 0.0);
    let changes: Vec<_> = sign_changes(&margin, samples, TOLERANCE_HOURS).collect();
    let rise = changes.iter().find(|c| c.is_rising).map(|c| c.t);
    let set = changes.iter().rfind(|c| !c.is_rising).map(|c| c.t);
    let from = if begins { Some(first) } else { rise };
    let to = if ends { Some(fourth) } else { set };
    VisibilityEntry::over_terrain(from.map(&iso), to.map(&iso), !changes.is_empty())
}
