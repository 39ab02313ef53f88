//! An observer against the shadow at an instant.

use crate::earth::Observer;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::fundamental::{Axis, HourAngle};
use crate::math::polynomial::value;
use crate::math::portable::Portable;
use crate::time::Tt;

/// Properties of an observer that are constant during an eclipse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObserverConstants {
    /// ρ cos φ′, Earth equatorial radii.
    pub rho_cos: f64,
    /// ρ sin φ′, Earth equatorial radii.
    pub rho_sin: f64,
    /// ΔT as an angle of the Earth's rotation, radians.
    pub delta_t_correction: f64,
}

/// An eclipse and an observer.
#[derive(Debug, Clone, Copy)]
pub struct ObservedEclipse<'a> {
    pub(super) elements: &'a Polynomials,
    pub(super) observer: Observer,
    /// Sine and cosine of the observer's latitude.
    pub(super) sin_cos_latitude: (f64, f64),
    constants: ObserverConstants,
}

/// Everything about the shadow and the observer at an instant. Lengths in Earth equatorial radii, angles in
/// radians, rates per hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circumstances {
    /// Hours of TD from t0.
    pub t: f64,
    /// Shadow axis, east.
    pub x: f64,
    /// Rate of `x`.
    pub x_rate: f64,
    /// Shadow axis, north.
    pub y: f64,
    /// Rate of `y`.
    pub y_rate: f64,
    /// Declination of the axis.
    pub d: f64,
    /// Sine of `d`.
    pub sin_d: f64,
    /// Cosine of `d`.
    pub cos_d: f64,
    /// Rate of `d`.
    pub d_rate: f64,
    /// Ephemeris hour angle of the axis.
    pub mu: f64,
    /// Rate of `mu`.
    pub mu_rate: f64,
    /// Radius of the penumbra on the fundamental plane.
    pub l1: f64,
    /// Rate of `l1`.
    pub l1_rate: f64,
    /// Radius of the umbra on the fundamental plane, negative if total.
    pub l2: f64,
    /// Rate of `l2`.
    pub l2_rate: f64,
    /// Hour angle of the axis for the observer, not brought into one turn.
    pub theta: f64,
    /// Sine of `theta`.
    pub sin_theta: f64,
    /// Cosine of `theta`.
    pub cos_theta: f64,
    /// Observer on the fundamental plane, east.
    pub xi: f64,
    /// Observer on the fundamental plane, north.
    pub eta: f64,
    /// Observer above the fundamental plane, towards the Moon.
    pub zeta: f64,
    /// Rate of ξ.
    pub xi_rate: f64,
    /// Rate of η.
    pub eta_rate: f64,
    /// Rate of ζ.
    pub zeta_rate: f64,
    /// x − ξ.
    pub u: f64,
    /// y − η.
    pub v: f64,
    /// Rate of `u`.
    pub u_rate: f64,
    /// Rate of `v`.
    pub v_rate: f64,
    /// Distance of the observer from the axis.
    pub m: f64,
    /// Speed of the observer relative to the axis.
    pub n: f64,
    /// Radius of the penumbra at the observer's height, L1.
    pub penumbra: f64,
    /// Radius of the umbra at the observer's height, L2, negative if total.
    pub umbra: f64,
    /// D = u u′ + v v′.
    pub approach: f64,
    /// Δ = (u v′ − u′ v) / n: least distance if the motion stayed as it is.
    pub delta: f64,
}

impl Circumstances {
    /// ψ1, where sin ψ1 = Δ / L1, radians; none if the penumbra would pass by. Source: Meeus (1989), p.
    /// 25.
    pub fn psi1(&self) -> Option<f64> {
        arcsine(self.delta / self.penumbra)
    }

    /// ψ2, where sin ψ2 = Δ / L2, radians; none if the umbra would pass by. Source: Meeus (1989), p. 25.
    pub fn psi2(&self) -> Option<f64> {
        arcsine(self.delta / self.umbra)
    }

    /// (L1 − m) / (L1 + L2): the part of the Sun's diameter that is covered along the line of centres;
    /// negative without an eclipse. Source: *Explanatory Supplement* (2013), eq. 11.103.
    pub fn magnitude(&self) -> f64 {
        (self.penumbra - self.m) / (self.penumbra + self.umbra)
    }

    /// The hour angle of the axis for the observer.
    pub(super) fn hour_angle(&self) -> HourAngle {
        HourAngle { sin: self.sin_theta, cos: self.cos_theta }
    }

    /// The direction of the axis.
    pub(super) fn axis(&self) -> Axis {
        Axis { sin_d: self.sin_d, cos_d: self.cos_d }
    }
}

fn arcsine(sine: f64) -> Option<f64> {
    (sine.abs() <= 1.0).then(|| sine.arcsine())
}

impl<'a> ObservedEclipse<'a> {
    /// An observer of an eclipse. `delta_t_s`: TT − UT1 in seconds, by which the Earth's rotation is behind
    /// the elements' hour angle, held for the whole eclipse (it changes by less than 1 ms).
    ///
    /// Any observer on or near the ellipsoid, even without a visible eclipse. A second of ΔT moves the
    /// observer by 15″ of longitude, 0.46 km at the equator. Source: *Explanatory Supplement* (2013), section
    /// 11.3; Meeus, *Elements of Solar Eclipses* (1989), p. 24.
    pub fn new(elements: &'a Polynomials, observer: Observer, delta_t_s: f64) -> Self {
        let (rho_cos, rho_sin) = observer.geocentric();
        let delta_t_correction = angle_in_delta_t(delta_t_s);
        let constants = ObserverConstants { rho_cos, rho_sin, delta_t_correction };
        Self { elements, observer, sin_cos_latitude: observer.latitude.sine_cosine(), constants }
    }

    /// The observer.
    pub fn observer(&self) -> Observer {
        self.observer
    }

    /// Properties of the observer that are constant during the eclipse.
    pub fn constants(&self) -> ObserverConstants {
        self.constants
    }

    /// The instant `t` hours of TD from t0.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::ObservedEclipse;
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// let here = ObservedEclipse::new(&APRIL_2024, Observer::from_degrees(0.0, 0.0, 0.0), 69.2);
    /// // t0 is 18h TD of 2024 April 8.
    /// assert_eq!(here.instant(6.0).0, 2_460_409.5);
    /// ```
    pub fn instant(&self, t: f64) -> Tt {
        self.elements.t0.plus_hours(t)
    }

    /// Circumstances `t` hours of TD from t0, as good as the elements are at that time.
    ///
    /// Source: Meeus, *Elements of Solar Eclipses* (1989), pp. 24–25.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::ObservedEclipse;
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // At the point of greatest eclipse (25.3° N, 104.1° W, 18:18:29 TD, ΔT = 74.0 s) the axis passes
    /// // within the 0.05° to which the place is printed.
    /// let there = Observer::from_degrees(25.3, -104.1, 0.0);
    /// let c = ObservedEclipse::new(&APRIL_2024, there, 74.0).at((18.0 * 60.0 + 29.0) / 3600.0);
    /// assert!(c.m < 1e-3 && c.umbra < 0.0);
    /// assert!((c.magnitude() - 1.0566 / 2.0 - 0.5).abs() < 0.05);
    /// ```
    #[inline]
    pub fn at(&self, t: f64) -> Circumstances {
        let ObserverConstants { rho_cos, rho_sin, delta_t_correction } = self.constants;
        let e = self.elements.at(t);
        let axis = Axis::new(e.at.d);
        let theta = e.at.mu + self.observer.longitude - delta_t_correction;
        let hour_angle = HourAngle::new(theta);
        let p = axis.observer(rho_cos, rho_sin, hour_angle);
        let carried = axis.carried(&p, e.d_rate, e.mu_rate);
        let (u, v) = (e.at.x - p.xi, e.at.y - p.eta);
        let (u_rate, v_rate) = (e.x_rate - carried.xi, e.y_rate - carried.eta);
        let n = (u_rate * u_rate + v_rate * v_rate).sqrt();
        Circumstances {
            t,
            x: e.at.x,
            x_rate: e.x_rate,
            y: e.at.y,
            y_rate: e.y_rate,
            d: e.at.d,
            sin_d: axis.sin_d,
            cos_d: axis.cos_d,
            d_rate: e.d_rate,
            mu: e.at.mu,
            mu_rate: e.mu_rate,
            l1: e.at.l1,
            l1_rate: e.l1_rate,
            l2: e.at.l2,
            l2_rate: e.l2_rate,
            theta,
            sin_theta: hour_angle.sin,
            cos_theta: hour_angle.cos,
            xi: p.xi,
            eta: p.eta,
            zeta: p.zeta,
            xi_rate: carried.xi,
            eta_rate: carried.eta,
            zeta_rate: carried.zeta,
            u,
            v,
            u_rate,
            v_rate,
            m: (u * u + v * v).sqrt(),
            n,
            penumbra: e.at.l1 - p.zeta * e.at.tan_f1,
            umbra: e.at.l2 - p.zeta * e.at.tan_f2,
            approach: u * u_rate + v * v_rate,
            delta: (u * v_rate - u_rate * v) / n,
        }
    }

    /// The hour from −`most` to `most` at which the observer is nearest to the axis. Of two whose distances
    /// differ by some 1e-6 Earth radii it may be either, because the Earth and the axis are assumed to
    /// turn evenly. This needs three sines in all instead of two for each hour.
    pub(super) fn nearest_hour(&self, most: i32) -> f64 {
        let ObserverConstants { rho_cos, rho_sin, delta_t_correction } = self.constants;
        let e = self.elements;
        let theta = value(&e.mu, f64::from(-most)) + self.observer.longitude - delta_t_correction;
        let (middle, hour) = (Axis::new(e.d[0]), HourAngle::new(e.mu[1]));
        let (mut hour_angle, mut nearest) = (HourAngle::new(theta), (f64::INFINITY, 0.0));
        for t in (-most..=most).map(f64::from) {
            let turn = e.d[1] * t;
            let (sin_d, cos_d) = (middle.sin_d + turn * middle.cos_d, middle.cos_d - turn * middle.sin_d);
            let p = Axis { sin_d, cos_d }.observer(rho_cos, rho_sin, hour_angle);
            let (u, v) = (value(&e.x, t) - p.xi, value(&e.y, t) - p.eta);
            let distance_squared = u * u + v * v;
            if distance_squared < nearest.0 {
                nearest = (distance_squared, t);
            }
            let HourAngle { sin, cos } = hour_angle;
            hour_angle =
                HourAngle { sin: sin * hour.cos + cos * hour.sin, cos: cos * hour.cos - sin * hour.sin };
        }
        nearest.1
    }
}
