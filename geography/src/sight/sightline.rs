//! The visibility of one point from another over the ground between them.

use super::curvature::Bent;

/// Maximum height above the ground that is suggested to an observer, m.
const HIGHEST_OBSERVER_M: f64 = 20_000.0;

/// A point of the ground between an observer and a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// Distance from the observer along the ground, m.
    pub distance_m: f64,
    /// Height above mean sea level, m; none if unknown.
    pub elevation_m: Option<f64>,
}

/// The eye of an observer, its direction, and the refraction of the air.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Eye {
    /// Latitude of the observer, degrees.
    pub latitude_deg: f64,
    /// Direction of the target, degrees from north through east.
    pub azimuth_deg: f64,
    /// Height above mean sea level, m.
    pub elevation_m: f64,
    /// Coefficient of refraction k, less than 1.
    pub refraction: f64,
}

/// The appearance of a point of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Apparent altitude, degrees.
    pub altitude_deg: f64,
    /// `true` if no nearer point appears higher; none if a nearer height is unknown.
    pub is_visible: Option<bool>,
}

/// The point that hides a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obstruction {
    /// Its index among the points.
    pub index: usize,
    /// Its apparent altitude, degrees.
    pub altitude_deg: f64,
}

/// The visibility of the target, and its margin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// The highest of the nearer points, if it hides the target.
    pub obstruction: Option<Obstruction>,
    /// Height of the target above the ray over the highest point between, m; negative if the target is
    /// hidden. None without a point between.
    pub clearance_m: Option<f64>,
    /// Minimum height of the eye above the ground from which the target is visible, m; none above 20,000.
    pub least_observer_height_m: Option<f64>,
}

/// A line of sight over the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Sightline {
    /// The appearance of each point; none if its height is unknown.
    pub points: Vec<Option<Seen>>,
    /// Apparent altitude of the target, degrees.
    pub target_altitude_deg: f64,
    /// The result for the target; none if a height is unknown.
    pub verdict: Option<Verdict>,
}

/// Computes the line of sight from an eye to a target `target_m` metres above mean sea level at the last of
/// `points`, which begin at the observer and are in order of distance.
///
/// There are at least two points, at most 20,000 km away. A point is visible if no nearer point has a greater
/// apparent altitude atan2((R + h) cos θ − (R + h0), (R + h) sin θ), θ = s / R. The target is compared with
/// all points but the last. Exact for these points: summits between them are not considered.
///
/// ```
/// use geography::sight::{Eye, Ground, USUAL_REFRACTION, sightline};
/// let ground = |distance_m, height_m| Ground { distance_m, elevation_m: Some(height_m) };
/// let profile = [ground(0.0, 100.0), ground(5_000.0, 180.0), ground(10_000.0, 100.0)];
/// let eye =
///     Eye { latitude_deg: 40.0, azimuth_deg: 0.0, elevation_m: 102.0, refraction: USUAL_REFRACTION };
/// let verdict = sightline(&eye, &profile, 120.0).verdict.expect("all heights are known");
/// assert_eq!(verdict.obstruction.map(|hill| hill.index), Some(1));
/// ```
pub fn sightline(eye: &Eye, points: &[Ground], target_m: f64) -> Sightline {
    let bent = Bent::new(eye.latitude_deg, eye.azimuth_deg, eye.elevation_m, eye.refraction);
    let mut seen = Vec::with_capacity(points.len());
    let (mut highest, mut is_known, mut before_last) = (None::<Obstruction>, true, None);
    for (index, point) in points.iter().enumerate() {
        before_last = highest;
        let Some(elevation_m) = point.elevation_m else {
            is_known = false;
            seen.push(None);
            continue;
        };
        let altitude_deg = bent.altitude_deg(point.distance_m, elevation_m);
        let is_higher = highest.is_none_or(|h| altitude_deg >= h.altitude_deg);
        seen.push(Some(Seen { altitude_deg, is_visible: is_known.then_some(is_higher) }));
        // The ground at the observer's feet hides nothing that the eye sees from above it.
        let is_underfoot = index == 0 && eye.elevation_m >= elevation_m;
        if is_higher && !is_underfoot {
            highest = Some(Obstruction { index, altitude_deg });
        }
    }
    let end = points.last().map_or(0.0, |p| p.distance_m);
    let target_altitude_deg = bent.altitude_deg(end, target_m);
    let verdict = is_known.then(|| Verdict {
        obstruction: before_last.filter(|h| h.altitude_deg > target_altitude_deg),
        clearance_m: before_last.and_then(|h| clearance_m(&bent, points, h.index, target_m)),
        least_observer_height_m: least_observer_height_m(&bent, eye, points, target_m),
    });
    Sightline { points: seen, target_altitude_deg, verdict }
}

/// Returns the height of the target above the ray over a point, m, or `None` if that ray never reaches it.
fn clearance_m(bent: &Bent, points: &[Ground], over: usize, target_m: f64) -> Option<f64> {
    let over = points[over];
    let grazed = bent.seen_m(over.distance_m, over.elevation_m?);
    let (off_m, _) = grazed;
    let ray_m = (off_m > 0.0).then(|| bent.height_m(points[points.len() - 1].distance_m, grazed))?;
    Some(target_m - ray_m?)
}

/// Returns the minimum height of the eye above the ground for which no point between hides the target, m.
///
/// The ray from the target over each point between ends above the observer in the plane of [`Bent`]; the
/// highest of these ends is the result.
fn least_observer_height_m(bent: &Bent, eye: &Eye, points: &[Ground], target_m: f64) -> Option<f64> {
    let (first, last) = (points.first()?, points.last()?);
    let (target_off_m, target_up_m) = bent.seen_m(last.distance_m, target_m);
    let over = |point: &Ground| {
        let (off_m, up_m) = bent.seen_m(point.distance_m, point.elevation_m?);
        Some(up_m - off_m * (target_up_m - up_m) / (target_off_m - off_m))
    };
    let between = &points[1..points.len() - 1];
    let ground_m = first.elevation_m? - eye.elevation_m;
    let least_m = between.iter().filter_map(over).fold(ground_m, f64::max) - ground_m;
    (least_m <= HIGHEST_OBSERVER_M).then_some(least_m)
}
