//! The frame of the map: the antimeridian on either side, and the poles above and below.
//!
//! A position on the frame is its distance in degrees, counter-clockwise from the corner at 180°, −90°: north
//! along 180°, west along the north pole, south along −180°, east along the south pole.

use super::vertex::Vertex;

/// Length of the frame: 180 + 360 + 180 + 360.
const AROUND_DEG: f64 = 1080.0;
/// Distance between vertices along the frame: short enough that renderers of great arcs follow it.
const SPACING_DEG: f64 = 5.0;
/// No vertex is inserted closer than this to either end.
const NEAR_DEG: f64 = 1e-6;

/// Returns the distance of a vertex along the frame, degrees.
pub(super) fn distance_deg(vertex: &Vertex) -> f64 {
    let Vertex { longitude_deg, latitude_deg, .. } = *vertex;
    if longitude_deg == 180.0 {
        90.0 + latitude_deg
    } else if latitude_deg == 90.0 {
        360.0 - longitude_deg
    } else if longitude_deg == -180.0 {
        630.0 - latitude_deg
    } else {
        900.0 + longitude_deg
    }
}

/// Returns longitude and latitude at a distance along the frame, degrees.
fn place(distance_deg: f64) -> (f64, f64) {
    match distance_deg % AROUND_DEG {
        d if d <= 180.0 => (180.0, d - 90.0),
        d if d <= 540.0 => (360.0 - d, 90.0),
        d if d <= 720.0 => (-180.0, 630.0 - d),
        d => (d - 900.0, -90.0),
    }
}

/// Appends the vertices strictly between two positions on the frame, counter-clockwise: every fifth degree,
/// which includes the corners.
pub(super) fn walk(ring: &mut Vec<Vertex>, from: Vertex, to: Vertex) {
    let begin = distance_deg(&from);
    let mut end = distance_deg(&to);
    if end <= begin {
        end += AROUND_DEG;
    }
    let mut number = (begin / SPACING_DEG).floor() + 1.0;
    while number * SPACING_DEG < end - NEAR_DEG {
        let distance_deg = number * SPACING_DEG;
        if distance_deg > begin + NEAR_DEG {
            let (longitude_deg, latitude_deg) = place(distance_deg);
            let t = from.towards(to, (distance_deg - begin) / (end - begin)).t;
            ring.push(Vertex { longitude_deg, latitude_deg, t });
        }
        number += 1.0;
    }
}

/// Returns the whole frame as a ring.
pub(super) fn whole(t: f64) -> Vec<Vertex> {
    let corner = Vertex { longitude_deg: 180.0, latitude_deg: -90.0, t };
    let mut ring = vec![corner];
    walk(&mut ring, corner, corner);
    ring.push(corner);
    ring
}
