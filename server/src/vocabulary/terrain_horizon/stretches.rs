//! The stretches of an eclipse with the Sun or the Moon above a skyline.

use almanac::Instant;
use almanac::obstacle::{AgainstSkyline, UnknownTerrain};
use astro::constants::SECONDS_PER_HOUR;
use astro::earth::Observer;
use astro::eclipse::local::Visibility;
use astro::math::search::{Sample, sign_changes};
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use geography::sight::Skyline;
use std::sync::Arc;

/// Step of the search, hours: a body that appears between two peaks for less may be missed.
const STEP_HOURS: f64 = 20.0 / SECONDS_PER_HOUR;
/// Tolerance of the search, hours: 0.04 s.
const TOLERANCE_HOURS: f64 = 1e-5;

/// The stretches of an eclipse in which a body is above a skyline, in order of time, in hours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stretches {
    /// Beginning and end of each.
    pub(crate) all: Vec<(f64, f64)>,
    /// `true` if the skyline hides a part of the eclipse.
    pub(crate) is_cut: bool,
    /// `true` if the skyline is too coarse to tell; then `all` has what may be visible.
    pub(crate) is_unknown: bool,
}

impl Stretches {
    /// Returns the stretches of an eclipse from `first` to `last`; `margin` is the least and the greatest
    /// possible altitude of the upper limb over the skyline: the same over fine heights.
    pub(crate) fn of([first, last]: [f64; 2], margin: impl Fn(f64) -> [f64; 2]) -> Self {
        let steps = ((last - first) / STEP_HOURS).ceil().max(1.0);
        let instants = (0..=steps as u32).map(|k| first + (last - first) * f64::from(k) / steps);
        let margins: Vec<_> = instants.map(|t| (t, margin(t))).collect();
        let has_doubt = margins.iter().any(|(_, [least, most])| least < most);
        if has_doubt && margins.iter().all(|(_, [least, _])| *least > 0.0) {
            return Self { all: vec![(first, last)], is_cut: false, is_unknown: false };
        }
        let samples: Vec<_> = margins.iter().map(|(t, [_, most])| Sample { t: *t, value: *most }).collect();
        let mut up_since = (samples[0].value > 0.0).then_some(first);
        let mut all = Vec::new();
        let mut is_cut = up_since.is_none();
        for change in sign_changes(|t| margin(t)[1], samples, TOLERANCE_HOURS) {
            is_cut = true;
            match change.is_rising {
                true => up_since = Some(change.t),
                false => all.extend(up_since.take().map(|since| (since, change.t))),
            }
        }
        all.extend(up_since.map(|since| (since, last)));
        let is_unknown = has_doubt && !all.is_empty();
        Self { all, is_cut, is_unknown }
    }

    /// Returns whether the body is visible at an instant.
    pub(crate) fn includes(&self, t: f64) -> bool {
        self.all.iter().any(|(from, to)| (*from..=*to).contains(&t))
    }

    /// Returns the visible part of a phase from `begin` to `end`, hours.
    pub(crate) fn hours_of(&self, begin: f64, end: f64) -> f64 {
        self.all.iter().map(|(from, to)| (to.min(end) - from.max(begin)).max(0.0)).sum()
    }

    /// Returns the first and the last visible instant; none if the skyline hides the whole eclipse.
    pub(crate) fn ends(&self) -> Option<[f64; 2]> {
        Some([self.all.first()?.0, self.all.last()?.1])
    }
}

impl From<&Visibility> for Stretches {
    fn from(visibility: &Visibility) -> Self {
        let all = visibility.stretches().into_iter().flatten().collect();
        Self { all, is_cut: false, is_unknown: false }
    }
}

/// A skyline with the horizon of its eye.
#[derive(Clone)]
pub(crate) struct OverSkyline {
    skyline: Arc<Skyline>,
    horizon: Horizon,
    /// Least and greatest altitude of the skyline that are possible, radians.
    bounds: [f64; 2],
}

impl OverSkyline {
    /// Returns a skyline for an observer at the height of the eye.
    pub(crate) fn new(skyline: Arc<Skyline>, eye: Observer) -> Self {
        let bounds = skyline.possible_bounds_deg().map(f64::to_radians);
        Self { skyline, horizon: Horizon::new(eye), bounds }
    }

    /// Returns the stretches of an eclipse with its beginning, greatest phase and end. `body`: direction and
    /// semidiameter of the Sun or the Moon.
    pub(crate) fn stretches(&self, instants: [f64; 3], body: impl Fn(f64) -> (Horizontal, f64)) -> Stretches {
        let [first, _, last] = instants;
        let over = |altitude: f64| {
            Visibility::of(instants, |t| {
                let (direction, semidiameter) = body(t);
                let limb = direction.altitude + semidiameter;
                limb + self.horizon.refraction(limb) - altitude
            })
        };
        // Most eclipses are below all of the skyline, or above all of it.
        let [lowest, highest] = self.bounds;
        if over(lowest) == Visibility::None {
            return Stretches { all: Vec::new(), is_cut: true, is_unknown: false };
        }
        if over(highest) == (Visibility::Part { from: first, to: last, rises: false, sets: false }) {
            return Stretches { all: vec![(first, last)], is_cut: false, is_unknown: false };
        }
        Stretches::of([first, last], |t| {
            let (direction, semidiameter) = body(t);
            margin(&self.horizon, &self.skyline, direction, semidiameter)
        })
    }

    /// Returns greatest eclipse against the skyline.
    pub(crate) fn against(&self, date: Instant, (body, semidiameter): (Horizontal, f64)) -> AgainstSkyline {
        let azimuth = body.azimuth.to_degrees();
        let above_horizon = verdict(margin(&self.horizon, &self.skyline, body, semidiameter));
        AgainstSkyline {
            date,
            altitude: (body.altitude + self.horizon.refraction(body.altitude)).to_degrees(),
            azimuth,
            horizon_alt: self.skyline.altitude_deg(azimuth),
            above_horizon,
            reason: UnknownTerrain::of(above_horizon),
        }
    }
}

/// Returns the least and the greatest possible altitude of an upper limb over a skyline, radians, with the
/// refraction of [`Horizon`]: the same over fine heights.
pub(crate) fn margin(horizon: &Horizon, skyline: &Skyline, body: Horizontal, semidiameter: f64) -> [f64; 2] {
    let limb = body.altitude + semidiameter;
    let azimuth_deg = body.azimuth.to_degrees();
    let margin = limb + horizon.refraction(limb) - skyline.altitude_deg(azimuth_deg).to_radians();
    let (_, point) = skyline.nearest(azimuth_deg);
    let [lowest, highest] = point.possible_deg;
    [highest, lowest].map(|possible_deg| margin - (possible_deg - point.altitude_deg).to_radians())
}

/// Returns whether a body with a [`margin`] over a skyline is visible; none if that is too coarse to tell.
pub(crate) fn verdict([least, most]: [f64; 2]) -> Option<bool> {
    ((least > 0.0) == (most > 0.0)).then_some(least > 0.0)
}
