//! Whether one point can be seen from another over the ground between them.

use super::curvature::Bent;

/// Greatest height above the ground that is told an observer, m.
const HIGHEST_OBSERVER_M: f64 = 20_000.0;

/// A point of the ground on the way from an observer to a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// Distance from the observer along the ground, m.
    pub distance_m: f64,
    /// Height above mean sea level, m; none where it is not known.
    pub elevation_m: Option<f64>,
}

/// Where the eye of an observer is, and how the air bends what it sees.
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

/// How a point of the ground is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Apparent altitude, degrees.
    pub altitude_deg: f64,
    /// Whether no nearer point stands higher; none where a nearer height is not known.
    pub is_visible: Option<bool>,
}

/// The point that hides a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Obstruction {
    /// Its number among the points.
    pub index: usize,
    /// Its apparent altitude, degrees.
    pub altitude_deg: f64,
}

/// Whether the target is seen, and by how much.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// The highest of the nearer points, if it hides the target.
    pub obstruction: Option<Obstruction>,
    /// How far the target reaches above the ray over the highest of the points between, m; negative where it
    /// would have to be so much higher. None without a point between.
    pub clearance_m: Option<f64>,
    /// The least height of the eye above the ground from which the target is seen, m; none above 20,000.
    pub least_observer_height_m: Option<f64>,
}

/// A line of sight over the ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Sightline {
    /// How each point is seen; none where its height is not known.
    pub points: Vec<Option<Seen>>,
    /// Apparent altitude of the target, degrees.
    pub target_altitude_deg: f64,
    /// What follows for the target; none where a height is not known.
    pub verdict: Option<Verdict>,
}

/// Looks from an eye over points of the ground, in order of distance from the observer's own, at a target
/// `target_m` metres above mean sea level at the last of them.
///
/// At least two points, at most 20,000 km away. A point is visible when no nearer one stands higher, by the
/// apparent altitude atan2((R + h) cos θ − (R + h0), (R + h) sin θ), θ = s / R. The target is judged against
/// all points but the last. Exact for these points: a summit between two of them is not seen.
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

/// How far the target reaches above the ray over a point, m; none where the ray never comes down to it.
fn clearance_m(bent: &Bent, points: &[Ground], over: usize, target_m: f64) -> Option<f64> {
    let over = points[over];
    let grazed = bent.seen_m(over.distance_m, over.elevation_m?);
    let (off_m, _) = grazed;
    let ray_m = (off_m > 0.0).then(|| bent.height_m(points[points.len() - 1].distance_m, grazed))?;
    Some(target_m - ray_m?)
}

/// The least height of the eye above the ground from which no point between stands higher than the target, m.
///
/// Each point between has a ray from the target over it, which ends above the observer in the plane of
/// [`Bent`]; the highest of these ends is the answer.
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
