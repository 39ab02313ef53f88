//! The terminator: the curve on the Earth that bounds the places with a body above a horizon.

use crate::earth::Observer;
use crate::math::angle::normalize_signed;
use crate::math::portable::Portable;
use crate::math::vector::{Vector, from_spherical, norm, sub};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::Horizon;
use crate::sky::riseset::Limb;
use crate::sky::zenith::place_below;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Parts of the curve that are halved until they are straight.
const PARTS: u32 = 60;
/// Halvings of a part: 5 m, also beside a pole.
const MAX_HALVINGS: u32 = 17;
/// Each step leaves less than a fiftieth of the error of the one before, which begins with the Moon's
/// parallax, 1°: 1e-9 rad are left.
const STEPS: usize = 5;

/// The places on the ellipsoid, at height 0, that see a body above a horizon at an instant. The rules are
/// those of rise and set: a place is inside while [`Limb::margin`] there is positive.
///
/// Zeniths are normals of the ellipsoid, so in geodetic coordinates the boundary of a distant body is a small
/// circle about the place that has it in the zenith. Parallax moves the boundary of the Sun by 0.3 km, and of
/// the Moon by 106 km, towards that place.
#[derive(Debug, Clone, Copy)]
pub struct Terminator {
    place: ApparentPlace,
    limb: Limb,
    sub_point: (f64, f64),
}

/// A point of the boundary at an angle about the sub-point.
#[derive(Clone, Copy)]
struct BoundaryPoint {
    /// From north through east at the sub-point, radians.
    angle: f64,
    latitude: f64,
    longitude: f64,
}

impl BoundaryPoint {
    fn zenith(self) -> Vector {
        from_spherical(self.longitude, self.latitude, 1.0)
    }
}

impl Terminator {
    /// Returns the places that see a limb of the body above its horizon.
    pub fn new(place: ApparentPlace, limb: Limb) -> Self {
        Self { place, limb, sub_point: place_below(place.body_km, place.gast) }
    }

    /// The place of the body.
    pub fn place(&self) -> ApparentPlace {
        self.place
    }

    /// Geodetic latitude and longitude of the place that has the body in its zenith, radians, as of
    /// [`place_below`].
    pub fn sub_point(&self) -> (f64, f64) {
        self.sub_point
    }

    /// Geodetic latitude and longitude of the opposite place, radians: outside, unless the horizon is next to
    /// the nadir.
    pub fn antipode(&self) -> (f64, f64) {
        (-self.sub_point.0, normalize_signed(self.sub_point.1 + std::f64::consts::PI))
    }

    /// Altitude of the limb over its horizon at a place in radians, positive inside, radians.
    pub fn height(&self, latitude: f64, longitude: f64) -> f64 {
        let horizon = Horizon::new(Observer { latitude, longitude, height_m: 0.0 });
        self.limb.height(horizon.topocentric(self.place.body_km, self.place.gast))
    }

    /// Returns geodetic latitudes and longitudes (−π … π), radians, of the boundary: a ring that is clockwise
    /// about the sub-point and whose last vertex repeats the first. Straight edges in longitude and latitude,
    /// the short way round, are within `tolerance` of the boundary, radians from 1e-6 on.
    ///
    /// Each vertex is within 1e-9 rad (1 cm) of the boundary of [`Terminator::height`].
    ///
    /// ```
    /// // The Sun on the equator: its centre is 6° low 96° from the sub-point, but for 9″ of parallax.
    /// use astro::sky::{apparent_place::ApparentPlace, riseset::Limb, terminator::Terminator};
    /// let sun = ApparentPlace { body_km: [149_597_870.7, 0.0, 0.0], gast: 0.0 };
    /// let civil = Terminator::new(sun, Limb::center_at((-6f64).to_radians()));
    /// let ring = civil.ring(1e-3);
    /// assert!(ring.len() > 60 && ring.first() == ring.last());
    /// assert!((ring[0].0.to_degrees() - 84.0).abs() < 0.003 && ring[0].1.abs() > 3.141);
    /// ```
    pub fn ring(&self, tolerance: f64) -> Vec<(f64, f64)> {
        let mut ring = vec![self.at(0.0)];
        for part in 1..=PARTS {
            let here = *ring.last().expect("the ring has begun");
            let next = match part {
                PARTS => BoundaryPoint { angle: TAU, ..ring[0] },
                _ => self.at(TAU * f64::from(part) / f64::from(PARTS)),
            };
            self.halve(here, next, tolerance, MAX_HALVINGS, &mut ring);
        }
        ring.into_iter().map(|point| (point.latitude, point.longitude)).collect()
    }

    /// Appends the points after `a` up to `b`.
    fn halve(
        &self,
        a: BoundaryPoint,
        b: BoundaryPoint,
        tolerance: f64,
        halvings: u32,
        ring: &mut Vec<BoundaryPoint>,
    ) {
        let middle = self.at((a.angle + b.angle) / 2.0);
        let of_edge = BoundaryPoint {
            latitude: (a.latitude + b.latitude) / 2.0,
            longitude: a.longitude + normalize_signed(b.longitude - a.longitude) / 2.0,
            ..middle
        };
        if halvings == 0 || norm(sub(middle.zenith(), of_edge.zenith())) < tolerance {
            return ring.push(b);
        }
        self.halve(a, middle, tolerance, halvings - 1, ring);
        self.halve(middle, b, tolerance, halvings - 1, ring);
    }

    /// Returns the boundary at an angle about the sub-point, by Newton's method along the great circle of
    /// zeniths: a degree further, a body is a degree lower, but for its parallax.
    fn at(&self, angle: f64) -> BoundaryPoint {
        let (sub_latitude, sub_longitude) = self.sub_point;
        let (s0, c0) = sub_latitude.sine_cosine();
        let (sin, cos) = angle.sine_cosine();
        let mut point = BoundaryPoint { angle, latitude: 0.0, longitude: 0.0 };
        let mut distance = FRAC_PI_2;
        for _ in 0..STEPS {
            let (s, c) = distance.sine_cosine();
            let [x, y, z] = [c * c0 - s * cos * s0, s * sin, c * s0 + s * cos * c0];
            point.latitude = z.arctangent2(x.hypotenuse(y));
            point.longitude = normalize_signed(sub_longitude + y.arctangent2(x));
            let height = self.height(point.latitude, point.longitude);
            if height.abs() < 1e-9 {
                break;
            }
            distance += height;
        }
        point
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::AU_KM;

    /// Bodies by declination in degrees: the Sun and a near Moon.
    fn bodies() -> impl Iterator<Item = (f64, Terminator)> {
        let declinations = [-28.7, -23.44, -0.833, -0.3, 0.0, 1e-7, 0.267, 12.0, 23.44];
        declinations.into_iter().flat_map(|declination: f64| {
            let place =
                |km| ApparentPlace { body_km: from_spherical(1.0, declination.to_radians(), km), gast: 0.3 };
            let sun = [Limb::sun(0.0), Limb::center_at(-0.1), Limb::center_at(-18f64.to_radians())];
            let sun = sun.map(|limb| Terminator::new(place(AU_KM), limb));
            sun.into_iter()
                .chain([Terminator::new(place(357_000.0), Limb::moon(0.0))])
                .map(move |t| (declination, t))
        })
    }

    #[test]
    fn vertices_are_on_the_boundary_and_edges_within_the_tolerance() {
        let (mut worst_vertex, mut worst_edge, mut most) = (0f64, 0f64, 0);
        const TOLERANCE: f64 = 1.0 / 6371.0;
        for (declination, terminator) in bodies() {
            let ring = terminator.ring(TOLERANCE);
            assert_eq!(ring.first(), ring.last(), "{declination}");
            most = most.max(ring.len());
            for pair in ring.windows(2) {
                let [(lat, lng), (to_lat, to_lng)] = [pair[0], pair[1]];
                worst_vertex = worst_vertex.max(terminator.height(lat, lng).abs());
                for part in 1..8 {
                    let part = f64::from(part) / 8.0;
                    let at = [lat + (to_lat - lat) * part, lng + normalize_signed(to_lng - lng) * part];
                    worst_edge = worst_edge.max(terminator.height(at[0], at[1]).abs());
                }
            }
        }
        println!(
            "vertices within {worst_vertex:.1e} rad, edges within {:.2} km, {most} vertices",
            worst_edge * 6371.0
        );
        assert!(worst_vertex < 1e-9 && worst_edge < 1.5 * TOLERANCE);
    }
}
