//! The moving frame of the shadow: elements with two derivatives, and the way between it and the Earth.
//!
//! The plane is drawn in [`crate::eclipse`]. A point is (ξ, η, ζ): east, north, and along the axis towards
//! the Moon, in Earth equatorial radii. "Earth-fixed" is (X, Y, Z) with X towards the ephemeris meridian, so
//! that no computation before the output needs ΔT.

use crate::constants::ECCENTRICITY_SQUARED;
use crate::eclipse::besselian::Polynomials;
use crate::math::angle;
use crate::math::portable::Portable;
use crate::math::vector::Vector;

/// 1 / b² − 1, where b is the polar radius: by how much the ellipsoid is steeper than a sphere in Z.
pub(super) const EPSILON: f64 = ECCENTRICITY_SQUARED / (1.0 - ECCENTRICITY_SQUARED);

/// Horizontal coordinates of the Sun, without refraction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SunPlace {
    /// Altitude of its centre over the ellipsoid's horizon, radians.
    pub altitude: f64,
    /// Azimuth from north through east, radians from 0 to 2π.
    pub azimuth: f64,
}

/// A cubic with its first and second derivative.
#[derive(Debug, Clone, Copy)]
pub(super) struct Jet {
    pub value: f64,
    pub rate: f64,
    pub second: f64,
}

impl Jet {
    #[inline]
    pub(super) fn of(c: &[f64; 4], t: f64) -> Self {
        Self {
            value: c[0] + t * (c[1] + t * (c[2] + t * c[3])),
            rate: c[1] + t * (2.0 * c[2] + t * 3.0 * c[3]),
            second: 2.0 * c[2] + t * 6.0 * c[3],
        }
    }
}

/// A direction in the plane by sine and cosine of its angle γ from north through east; searches turn it
/// without trigonometric functions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Direction {
    pub sin: f64,
    pub cos: f64,
}

impl From<f64> for Direction {
    fn from(gamma: f64) -> Self {
        let (sin, cos) = gamma.sine_cosine();
        Self { sin, cos }
    }
}

impl Direction {
    /// Towards a point of the plane.
    #[inline]
    pub(super) fn towards(x: f64, y: f64) -> Self {
        let length = (x * x + y * y).sqrt();
        Self { sin: x / length, cos: y / length }
    }

    /// Turned by the angle of another direction.
    #[inline]
    pub(super) fn turned(self, by: Self) -> Self {
        Self { sin: self.sin * by.cos + self.cos * by.sin, cos: self.cos * by.cos - self.sin * by.sin }
    }

    /// Turned by a small angle, radians: by a series whose next term is `angle`⁵ / 120; the length stays
    /// within `angle`⁶ / 72.
    #[inline]
    pub(super) fn turned_little(self, angle: f64) -> Self {
        let square = angle * angle;
        let by = Self { sin: angle * (1.0 - square / 6.0), cos: 1.0 - square / 2.0 * (1.0 - square / 12.0) };
        self.turned(by)
    }

    /// Angle from north through east, −π … π.
    pub(super) fn angle(self) -> f64 {
        self.sin.arctangent2(self.cos)
    }
}

/// The place of the axis at an instant, and its rates per hour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Hours of TD from t0.
    pub t: f64,
    pub x: Jet,
    pub y: Jet,
    pub d: Jet,
    pub mu: Jet,
    pub sin_d: f64,
    pub cos_d: f64,
}

/// The elements of an eclipse, with what makes a [`Frame`] quickly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shadow<'a> {
    pub elements: &'a Polynomials,
    sin_d0: f64,
    cos_d0: f64,
}

impl<'a> Shadow<'a> {
    pub(super) fn new(elements: &'a Polynomials) -> Self {
        let (sin_d0, cos_d0) = elements.d[0].sine_cosine();
        Self { elements, sin_d0, cos_d0 }
    }

    /// Returns the frame of the axis at `t`, hours of TD from t0.
    #[inline]
    pub(super) fn frame(&self, t: f64) -> Frame {
        let e = self.elements;
        let d = Jet::of(&e.d, t);
        // The declination moves by less than 0.002 within hours: its series of four terms is exact to 1e-16.
        let turn = d.value - e.d[0];
        let (sin, versine) =
            (turn - turn * turn * turn / 6.0, turn * turn / 2.0 - turn.integer_power(4) / 24.0);
        Frame {
            t,
            x: Jet::of(&e.x, t),
            y: Jet::of(&e.y, t),
            d,
            mu: Jet::of(&e.mu, t),
            sin_d: self.sin_d0 - self.sin_d0 * versine + self.cos_d0 * sin,
            cos_d: self.cos_d0 - self.cos_d0 * versine - self.sin_d0 * sin,
        }
    }
}

impl Frame {
    /// The point of the ellipsoid over (ξ, η), on the side of the Moon; none outside the Earth's outline.
    ///
    /// The larger root ζ of ξ² + η² + ζ² + ε Z² = 1, Z = η cos d + ζ sin d.
    #[inline]
    pub(super) fn zeta(&self, xi: f64, eta: f64) -> Option<f64> {
        let a = 1.0 + EPSILON * self.sin_d * self.sin_d;
        let b = EPSILON * eta * self.sin_d * self.cos_d;
        let z0 = eta * self.cos_d;
        let c = xi * xi + eta * eta + EPSILON * z0 * z0 - 1.0;
        let square = b * b - a * c;
        (square >= 0.0).then(|| (square.sqrt() - b) / a)
    }

    /// Height over the plane where the axis meets the ellipsoid, or of the horizon beside it if it misses.
    pub(super) fn zeta_or_horizon(&self) -> f64 {
        let (xi, eta) = (self.x.value, self.y.value);
        self.zeta(xi, eta).unwrap_or(self.horizon_zeta(eta))
    }

    /// Height over the plane of the true horizon at η: ζ = −ε η sin d cos d / (1 + ε sin² d), not 0.
    #[inline]
    pub(super) fn horizon_zeta(&self, eta: f64) -> f64 {
        -EPSILON * eta * self.sin_d * self.cos_d / (1.0 + EPSILON * self.sin_d * self.sin_d)
    }

    /// Distance from the Earth's equator along its polar axis, Z = η cos d + ζ sin d.
    #[inline]
    pub(super) fn polar(&self, eta: f64, zeta: f64) -> f64 {
        eta * self.cos_d + zeta * self.sin_d
    }

    /// A number with the sign of the Sun's altitude, zero on the true horizon: ζ + ε Z sin d.
    #[inline]
    pub(super) fn height(&self, eta: f64, zeta: f64) -> f64 {
        zeta + EPSILON * self.polar(eta, zeta) * self.sin_d
    }

    /// Sine of the altitude of the axis over the ellipsoid's horizon.
    pub(super) fn sin_altitude(&self, point: Vector) -> f64 {
        self.normal(point)[2]
    }

    /// The vertical of a point of the ellipsoid, of unit length.
    pub(super) fn normal(&self, [xi, eta, zeta]: Vector) -> Vector {
        let z = EPSILON * self.polar(eta, zeta);
        let (n_eta, n_zeta) = (eta + z * self.cos_d, zeta + z * self.sin_d);
        let length = (xi * xi + n_eta * n_eta + n_zeta * n_zeta).sqrt();
        [xi, n_eta, n_zeta].map(|part| part / length)
    }

    /// Horizontal coordinates of the Sun for a point at the geodetic `latitude`, radians. Assumes the Sun on
    /// the axis; it is never further than 5″ from it.
    pub(super) fn sun_at(&self, point: Vector, latitude: f64) -> SunPlace {
        let hour_angle = point[0].arctangent2(point[2] * self.cos_d - point[1] * self.sin_d);
        let (sin_h, cos_h) = hour_angle.sine_cosine();
        let (sin_phi, cos_phi) = latitude.sine_cosine();
        let (east, north) = (-self.cos_d * sin_h, self.sin_d * cos_phi - self.cos_d * cos_h * sin_phi);
        SunPlace {
            altitude: self.sin_altitude(point).clamp(-1.0, 1.0).arcsine(),
            azimuth: angle::normalize(east.arctangent2(north)),
        }
    }

    /// Semi-minor axis of the Earth's outline on the plane.
    /// Reference: *Explanatory Supplement* (2013), eq. 11.60.
    #[inline]
    pub(super) fn rho1(&self) -> f64 {
        (1.0 - ECCENTRICITY_SQUARED * self.cos_d * self.cos_d).sqrt()
    }

    /// Point of the Earth's outline in a direction, or at the angle γ from north through east.
    ///
    /// There the Sun's centre is on the true horizon.
    #[inline]
    pub(super) fn on_outline(&self, direction: impl Into<Direction>) -> Vector {
        let Direction { sin, cos } = direction.into();
        let eta = self.rho1() * cos;
        [sin, eta, self.horizon_zeta(eta)]
    }

    /// Velocity of a point that turns with the Earth, per hour, in the axes of the plane.
    #[inline]
    pub(super) fn carried(&self, [xi, eta, zeta]: Vector) -> Vector {
        let (mu, d) = (self.mu.rate, self.d.rate);
        [
            mu * (zeta * self.cos_d - eta * self.sin_d),
            mu * xi * self.sin_d - zeta * d,
            eta * d - mu * xi * self.cos_d,
        ]
    }

    /// Fundamental to Earth-fixed.
    #[inline]
    pub(super) fn earth_fixed(&self, [xi, eta, zeta]: Vector) -> Vector {
        let (sin_mu, cos_mu) = self.mu.value.sine_cosine();
        let along = zeta * self.cos_d - eta * self.sin_d;
        [xi * sin_mu + along * cos_mu, xi * cos_mu - along * sin_mu, self.polar(eta, zeta)]
    }

    /// Earth-fixed to fundamental.
    #[inline]
    pub(super) fn fundamental(&self, [x, y, z]: Vector) -> Vector {
        let (sin_mu, cos_mu) = self.mu.value.sine_cosine();
        let along = x * cos_mu - y * sin_mu;
        let xi = x * sin_mu + y * cos_mu;
        [xi, z * self.cos_d - along * self.sin_d, along * self.cos_d + z * self.sin_d]
    }
}
