//! Places and distances on the sphere with the mean radius of the Earth: degrees and km.

use astro::math::angle::{normalize, normalize_signed};
use astro::math::portable::Portable;
use astro::math::vector::{Vector, cross, dot, from_spherical, norm, to_spherical};

/// Mean radius of the Earth (IUGG), km.
const EARTH_RADIUS_KM: f64 = 6371.0088;

/// Latitude and longitude, degrees.
pub(crate) type PlaceDeg = [f64; 2];

fn vector([latitude, longitude]: PlaceDeg) -> Vector {
    from_spherical(longitude.to_radians(), latitude.to_radians(), 1.0)
}

/// Direction from a place to another, degrees from north through east.
pub(crate) fn bearing(from: PlaceDeg, to: PlaceDeg) -> f64 {
    let run = (to[1] - from[1]).to_radians();
    let [(sine, cosine), (to_sine, to_cosine)] = [from[0], to[0]].map(|a| a.to_radians().sine_cosine());
    let east = run.sine() * to_cosine;
    normalize(east.arctangent2(cosine * to_sine - sine * to_cosine * run.cosine())).to_degrees()
}

/// The place some way off in a direction; its longitude is continuous with that of the start.
pub(crate) fn destination([latitude, longitude]: PlaceDeg, direction_deg: f64, km: f64) -> PlaceDeg {
    let (sine, cosine) = latitude.to_radians().sine_cosine();
    let (arc_sine, arc_cosine) = (km / EARTH_RADIUS_KM).sine_cosine();
    let (east, north) = direction_deg.to_radians().sine_cosine();
    let up = (sine * arc_cosine + cosine * arc_sine * north).clamp(-1.0, 1.0);
    let run = (east * arc_sine * cosine).arctangent2(arc_cosine - sine * up);
    [up.arcsine().to_degrees(), longitude + run.to_degrees()]
}

/// Distance of two places, km.
pub(crate) fn distance_km(a: PlaceDeg, b: PlaceDeg) -> f64 {
    angle(vector(a), vector(b)) * EARTH_RADIUS_KM
}

fn angle(a: Vector, b: Vector) -> f64 {
    norm(cross(a, b)).arctangent2(dot(a, b))
}

/// The nearest point of lines to a place, and its distance in km; none without lines. `numbers` are latitudes
/// and longitudes, and a pair of NaN between lines.
pub(crate) fn nearest(numbers: &[f64], place: PlaceDeg) -> Option<(PlaceDeg, f64)> {
    let p = vector(place);
    let mut best: Option<Vector> = None;
    let mut last = None;
    for pair in numbers.as_chunks::<2>().0 {
        let here = (!pair[0].is_nan()).then(|| vector(*pair));
        if let Some(b) = here {
            let q = nearest_on_arc(last.unwrap_or(b), b, p);
            if best.is_none_or(|best| dot(q, p) > dot(best, p)) {
                best = Some(q);
            }
        }
        last = here;
    }
    best.map(|q| {
        let (longitude, latitude, _) = to_spherical(q);
        let place = [latitude, normalize_signed(longitude)].map(f64::to_degrees);
        (place, angle(q, p) * EARTH_RADIUS_KM)
    })
}

/// The point of the arc between two unit vectors that is nearest to a third.
fn nearest_on_arc(a: Vector, b: Vector, p: Vector) -> Vector {
    let pole = cross(a, b);
    let length = norm(pole);
    if length < 1e-12 {
        return a;
    }
    let n = pole.map(|x| x / length);
    let off = dot(n, p);
    let q: Vector = std::array::from_fn(|k| p[k] - off * n[k]);
    let is_inside = dot(cross(a, q), n) >= 0.0 && dot(cross(q, b), n) >= 0.0 && norm(q) > 1e-9;
    match is_inside {
        true => q.map(|x| x / norm(q)),
        false if dot(a, p) > dot(b, p) => a,
        false => b,
    }
}

/// Distance along the ground to where the line of sight at an altitude, degrees, reaches a height, km.
pub(crate) fn ground_distance_km(altitude_deg: f64, height_km: f64) -> f64 {
    let slope = altitude_deg.to_radians().tangent();
    EARTH_RADIUS_KM * ((slope * slope + 2.0 * height_km / EARTH_RADIUS_KM).sqrt() - slope)
}
