//! The central line: where the shadow's axis meets the Earth.

use super::cone::Cone;
use super::contacts;
use super::error::Error;
use super::frame::{Frame, Shadow, SunPlace};
use super::sample::{CurveVertex, ParametricCurve};
use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::math::portable::Portable;
use crate::math::vector::Vector;
use std::f64::consts::PI;

/// The central line of an eclipse. The parameter φ with t = middle − half cos φ keeps it smooth at its
/// ends, where in time it sets out with infinite speed.
#[derive(Debug, Clone, Copy)]
pub(super) struct CentralLine<'a> {
    shadow: Shadow<'a>,
    middle: f64,
    half: f64,
    from: f64,
    to: f64,
}

/// Circumstances at a point of the central line.
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
    /// Horizontal coordinates of the Sun.
    pub sun: SunPlace,
}

impl<'a> CentralLine<'a> {
    /// The central line, or none if the axis misses the Earth.
    pub(super) fn of(shadow: Shadow<'a>) -> Result<Option<Self>, Error> {
        Ok(contacts::axis(shadow)?.map(|span| Self::between(shadow, span)))
    }

    /// The central line whose first and last instant are known, hours of TD from t0.
    pub(super) fn between(shadow: Shadow<'a>, (from, to): (f64, f64)) -> Self {
        Self { shadow, middle: (from + to) / 2.0, half: (to - from) / 2.0, from: 0.0, to: PI }
    }

    /// First and last instant, hours of TD from t0.
    pub(super) fn span(&self) -> (f64, f64) {
        (self.time(0.0), self.time(PI))
    }

    fn time(&self, phi: f64) -> f64 {
        self.middle - self.half * phi.cosine()
    }

    /// Returns whether the axis is on the Earth at an instant.
    pub(super) fn has(&self, t: f64) -> bool {
        let (from, to) = self.span();
        (from..=to).contains(&t)
    }

    /// The line extended below the horizon at either end, where the axis leaves the Earth on its far side: to
    /// a lower Sun than any request needs.
    pub(super) fn beyond_the_horizon(self) -> Self {
        // The sine of the altitude grows about as fast as φ from the ends; −2° are 0.035.
        const PHI: f64 = 0.3;
        Self { from: -PHI, to: PI + PHI, ..self }
    }

    fn phi(&self, u: f64) -> f64 {
        self.from + (self.to - self.from) * u / self.pieces() as f64
    }

    /// The point of the axis on the ellipsoid at an instant of the span: on the side of the Moon, with the
    /// Sun up, or on the far side.
    pub(super) fn point(&self, t: f64, is_day: bool) -> (Frame, Vector) {
        let frame = self.shadow.frame(t);
        let (xi, eta) = (frame.x.value, frame.y.value);
        let zeta = match frame.zeta(xi, eta) {
            Some(zeta) if is_day => zeta,
            Some(zeta) => 2.0 * frame.horizon_zeta(eta) - zeta,
            // At its ends rounding may put the axis outside the outline by 1e-16: there it is on the horizon.
            None => frame.on_outline(contacts::foot(&frame))[2],
        };
        (frame, [xi, eta, zeta])
    }

    /// The point of the axis at a value of the curve's parameter.
    fn at(&self, u: f64) -> (Frame, Vector) {
        let phi = self.phi(u);
        self.point(self.time(phi), (0.0..=PI).contains(&phi))
    }

    /// Earth-fixed place of a point of the curve, Earth radii.
    pub(super) fn place(&self, u: f64) -> Vector {
        let (frame, point) = self.at(u);
        frame.earth_fixed(point)
    }

    /// Sine of the altitude of the Sun's centre at a point of the curve.
    pub(super) fn sin_altitude(&self, u: f64) -> f64 {
        let (frame, point) = self.at(u);
        frame.sin_altitude(point)
    }

    /// Radius of the umbra at a point of the curve, positive where the eclipse is total.
    pub(super) fn umbra(&self, u: f64) -> f64 {
        let (frame, point) = self.at(u);
        Cone::umbra(self.shadow.elements).radius(frame.t, point[2])
    }

    /// Duration of totality or annularity on the day side at an instant of the span, seconds.
    pub(super) fn duration_s(&self, t: f64) -> f64 {
        let (frame, point) = self.point(t, true);
        self.passage(&frame, point).duration_s()
    }

    /// Circumstances on the line at an instant of the span, on the day side or the far side.
    ///
    /// Reference: Meeus, *Elements of Solar Eclipses* (1989), p. 13.
    pub(super) fn central(&self, t: f64, is_day: bool) -> Central {
        let (f, p) = self.point(t, is_day);
        let passage = self.passage(&f, p);
        let vertex = CurveVertex::new(t, f.earth_fixed(p));
        Central {
            t,
            duration_s: passage.duration_s(),
            width_km: 2.0 * EQUATORIAL_RADIUS_KM * passage.umbra.abs() / p[2].hypotenuse(passage.along),
            diameter_ratio: (passage.penumbra + passage.umbra) / (passage.penumbra - passage.umbra),
            sun: f.sun_at(p, vertex.latitude),
        }
    }

    /// The passage of the shadow over a point of the line.
    fn passage(&self, frame: &Frame, point: Vector) -> ShadowPassage {
        let e = self.shadow.elements;
        let carried = frame.carried(point);
        let (u, v) = (frame.x.rate - carried[0], frame.y.rate - carried[1]);
        let speed = (u * u + v * v).sqrt();
        ShadowPassage {
            speed,
            along: (point[0] * u + point[1] * v) / speed,
            penumbra: Cone::penumbra(e).radius(frame.t, point[2]),
            umbra: Cone::umbra(e).radius(frame.t, point[2]),
        }
    }
}

/// The passage of the shadow over a point of the line; lengths in Earth radii.
struct ShadowPassage {
    /// Speed of the axis across the point, per hour.
    speed: f64,
    /// Distance of the point from the Earth's centre along the shadow's way.
    along: f64,
    /// Radius of the penumbra.
    penumbra: f64,
    /// Radius of the umbra, positive where the eclipse is total.
    umbra: f64,
}

impl ShadowPassage {
    /// Duration of totality or annularity, seconds.
    fn duration_s(&self) -> f64 {
        7200.0 * self.umbra.abs() / self.speed
    }
}

impl ParametricCurve for CentralLine<'_> {
    fn pieces(&self) -> usize {
        24
    }

    fn vertex(&self, u: f64) -> Result<CurveVertex, Error> {
        let (frame, point) = self.at(u);
        Ok(CurveVertex::new(frame.t, frame.earth_fixed(point)))
    }
}
