//! The central line: where the shadow's axis meets the Earth.

use super::contacts;
use super::error::Error;
use super::frame::{Frame, Shadow, SunPlace};
use super::sample::{Curve, Vertex};
use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::math::polynomial;
use crate::math::vector::Vector;
use std::f64::consts::PI;

/// The central line of an eclipse; the parameter φ with t = middle − half cos φ keeps it smooth at its ends,
/// where in time it sets out with infinite speed.
#[derive(Debug, Clone, Copy)]
pub(super) struct CentralLine<'a> {
    shadow: Shadow<'a>,
    middle: f64,
    half: f64,
    from: f64,
    to: f64,
}

/// What is seen on the central line at one of its points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Central {
    /// Hours of TD from t0.
    pub t: f64,
    /// Duration of totality or annularity, seconds.
    pub duration_s: f64,
    /// Width of the path, km; grows without bound as the Sun comes to the horizon.
    pub width_km: f64,
    /// Ratio of the apparent diameters of Moon and Sun; above 1 the eclipse is total.
    pub diameter_ratio: f64,
    /// Where the Sun stands.
    pub sun: SunPlace,
}

impl<'a> CentralLine<'a> {
    /// The central line, or none if the axis misses the Earth.
    pub(super) fn of(shadow: Shadow<'a>) -> Result<Option<Self>, Error> {
        Ok(contacts::axis(shadow)?.map(|(from, to)| Self {
            shadow,
            middle: (from + to) / 2.0,
            half: (to - from) / 2.0,
            from: 0.0,
            to: PI,
        }))
    }

    /// First and last instant, hours of TD from t0.
    pub(super) fn span(&self) -> (f64, f64) {
        (self.time(0.0), self.time(PI))
    }

    fn time(&self, phi: f64) -> f64 {
        self.middle - self.half * phi.cos()
    }

    /// The parameter of the curve at an instant of the span.
    pub(super) fn parameter(&self, t: f64) -> f64 {
        let phi = ((self.middle - t) / self.half).clamp(-1.0, 1.0).acos();
        (phi - self.from) / (self.to - self.from) * self.pieces() as f64
    }

    /// Whether the axis is on the Earth at an instant.
    pub(super) fn has(&self, t: f64) -> bool {
        let (from, to) = self.span();
        (from..=to).contains(&t)
    }

    /// The line that runs on below the horizon at either end, where the axis leaves the Earth on its far
    /// side: to a lower Sun than any that is asked for.
    pub(super) fn beyond_the_horizon(self) -> Self {
        // The sine of the altitude grows about as fast as φ from the ends; −2° are 0.035.
        const PHI: f64 = 0.3;
        Self { from: -PHI, to: PI + PHI, ..self }
    }

    fn phi(&self, u: f64) -> f64 {
        self.from + (self.to - self.from) * u / self.pieces() as f64
    }

    /// The point of the axis on the ellipsoid at an instant of the span.
    pub(super) fn point(&self, t: f64) -> (Frame, Vector) {
        self.at_phi(t, true)
    }

    fn at_phi(&self, t: f64, is_above: bool) -> (Frame, Vector) {
        let frame = self.shadow.frame(t);
        let (xi, eta) = (frame.x.value, frame.y.value);
        let zeta = match frame.zeta(xi, eta) {
            Some(zeta) if is_above => zeta,
            Some(zeta) => 2.0 * frame.horizon_zeta(eta) - zeta,
            // At its ends rounding may put the axis outside the outline by 1e-16: there it is on the horizon.
            None => frame.on_outline(contacts::foot(&frame))[2],
        };
        (frame, [xi, eta, zeta])
    }

    /// Sine of the altitude of the Sun's centre at a point of the curve.
    pub(super) fn sin_altitude(&self, u: f64) -> f64 {
        let phi = self.phi(u);
        let (frame, point) = self.at_phi(self.time(phi), (0.0..=PI).contains(&phi));
        frame.sin_altitude(point)
    }

    /// Circumstances on the line at an instant of the span.
    ///
    /// Reference: Meeus, *Elements of Solar Eclipses* (1989), p. 13.
    pub(super) fn central(&self, t: f64) -> Central {
        let (f, p) = self.point(t);
        let e = self.shadow.elements;
        let carried = f.carried(p);
        let (u, v) = (f.x.rate - carried[0], f.y.rate - carried[1]);
        let speed = (u * u + v * v).sqrt();
        let l1 = polynomial::value(&e.l1, t) - p[2] * e.tan_f1;
        let l2 = polynomial::value(&e.l2, t) - p[2] * e.tan_f2;
        let along = (p[0] * u + p[1] * v) / speed;
        let vertex = Vertex::new(t, f.earth_fixed(p));
        Central {
            t,
            duration_s: self.duration_s(t),
            width_km: 2.0 * EQUATORIAL_RADIUS_KM * l2.abs() / p[2].hypot(along),
            diameter_ratio: (l1 - l2) / (l1 + l2),
            sun: f.sun_at(p, vertex.latitude),
        }
    }

    /// Radius of the umbra on the line, negative where the eclipse is total.
    pub(super) fn umbra(&self, t: f64) -> f64 {
        let (_, p) = self.point(t);
        polynomial::value(&self.shadow.elements.l2, t) - p[2] * self.shadow.elements.tan_f2
    }

    /// Duration of totality or annularity on the line, seconds.
    pub(super) fn duration_s(&self, t: f64) -> f64 {
        let (f, p) = self.point(t);
        let carried = f.carried(p);
        let (u, v) = (f.x.rate - carried[0], f.y.rate - carried[1]);
        let e = self.shadow.elements;
        let l2 = polynomial::value(&e.l2, t) - p[2] * e.tan_f2;
        7200.0 * l2.abs() / (u * u + v * v).sqrt()
    }
}

impl Curve for CentralLine<'_> {
    fn pieces(&self) -> usize {
        24
    }

    fn vertex(&self, u: f64) -> Result<Vertex, Error> {
        let phi = self.phi(u);
        let t = self.time(phi);
        let (frame, point) = self.at_phi(t, (0.0..=PI).contains(&phi));
        Ok(Vertex::new(t, frame.earth_fixed(point)))
    }
}
