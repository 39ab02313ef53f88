//! An observer against the shadow at an instant.

use crate::earth::Observer;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::fundamental::{Axis, HourAngle};
use crate::math::polynomial::value;
use crate::math::real::{Mask, Real};
use crate::time::Tt;

/// Properties of an observer that are constant during an eclipse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ObserverConstants<R = f64> {
    /// ρ cos φ′, Earth equatorial radii.
    pub rho_cos: R,
    /// ρ sin φ′, Earth equatorial radii.
    pub rho_sin: R,
    /// ΔT as an angle of the Earth's rotation, radians.
    pub delta_t_correction: f64,
}

/// An eclipse and an observer.
#[derive(Debug, Clone, Copy)]
pub struct ObservedEclipse<'a, R = f64> {
    pub(super) elements: &'a Polynomials,
    pub(super) observer: Observer<R>,
    /// Sine and cosine of the observer's latitude.
    pub(super) sin_cos_latitude: (R, R),
    constants: ObserverConstants<R>,
}

/// Everything about the shadow and the observer at an instant. Lengths in Earth equatorial radii, angles in
/// radians, rates per hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circumstances<R = f64> {
    /// Hours of TD from t0.
    pub t: R,
    /// Shadow axis, east.
    pub x: R,
    /// Rate of `x`.
    pub x_rate: R,
    /// Shadow axis, north.
    pub y: R,
    /// Rate of `y`.
    pub y_rate: R,
    /// Declination of the axis.
    pub d: R,
    /// Sine of `d`.
    pub sin_d: R,
    /// Cosine of `d`.
    pub cos_d: R,
    /// Rate of `d`.
    pub d_rate: R,
    /// Ephemeris hour angle of the axis.
    pub mu: R,
    /// Rate of `mu`.
    pub mu_rate: R,
    /// Radius of the penumbra on the fundamental plane.
    pub l1: R,
    /// Rate of `l1`.
    pub l1_rate: R,
    /// Radius of the umbra on the fundamental plane, negative if total.
    pub l2: R,
    /// Rate of `l2`.
    pub l2_rate: R,
    /// Hour angle of the axis for the observer, not brought into one turn.
    pub theta: R,
    /// Sine of `theta`.
    pub sin_theta: R,
    /// Cosine of `theta`.
    pub cos_theta: R,
    /// Observer on the fundamental plane, east.
    pub xi: R,
    /// Observer on the fundamental plane, north.
    pub eta: R,
    /// Observer above the fundamental plane, towards the Moon.
    pub zeta: R,
    /// Rate of ξ.
    pub xi_rate: R,
    /// Rate of η.
    pub eta_rate: R,
    /// Rate of ζ.
    pub zeta_rate: R,
    /// x − ξ.
    pub u: R,
    /// y − η.
    pub v: R,
    /// Rate of `u`.
    pub u_rate: R,
    /// Rate of `v`.
    pub v_rate: R,
    /// Distance of the observer from the axis.
    pub m: R,
    /// Speed of the observer relative to the axis.
    pub n: R,
    /// Radius of the penumbra at the observer's height, L1.
    pub penumbra: R,
    /// Radius of the umbra at the observer's height, L2, negative if total.
    pub umbra: R,
    /// D = u u′ + v v′.
    pub approach: R,
    /// Δ = (u v′ − u′ v) / n: least distance if the motion stayed as it is.
    pub delta: R,
}

impl<R: Real> Circumstances<R> {
    /// (L1 − m) / (L1 + L2): the part of the Sun's diameter that is covered along the line of centres;
    /// negative without an eclipse. Source: *Explanatory Supplement* (2013), eq. 11.103.
    #[inline(always)]
    pub fn magnitude(&self) -> R {
        (self.penumbra - self.m) / (self.penumbra + self.umbra)
    }

    /// The hour angle of the axis for the observer.
    #[inline(always)]
    pub(super) fn hour_angle(&self) -> HourAngle<R> {
        HourAngle { sin: self.sin_theta, cos: self.cos_theta }
    }

    /// The direction of the axis.
    #[inline(always)]
    pub(super) fn axis(&self) -> Axis<R> {
        Axis { sin_d: self.sin_d, cos_d: self.cos_d }
    }
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

    /// The elements.
    pub fn elements(&self) -> &'a Polynomials {
        self.elements
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
        self.each_at(t)
    }
}

impl<'a, R: Real> ObservedEclipse<'a, R> {
    /// Computes the circumstances from quantities already computed for the observer.
    #[inline(always)]
    pub(crate) fn from_parts(
        elements: &'a Polynomials,
        observer: Observer<R>,
        sin_cos_latitude: (R, R),
        constants: ObserverConstants<R>,
    ) -> Self {
        Self { elements, observer, sin_cos_latitude, constants }
    }

    /// The observer.
    pub fn observer(&self) -> Observer<R> {
        self.observer
    }

    /// Properties of the observer that are constant during the eclipse.
    pub fn constants(&self) -> ObserverConstants<R> {
        self.constants
    }

    /// [`ObservedEclipse::at`] for each of several observers.
    #[inline(always)]
    pub(crate) fn each_at(&self, t: R) -> Circumstances<R> {
        let ObserverConstants { rho_cos, rho_sin, delta_t_correction } = self.constants;
        let e = self.elements.at(t);
        let axis = Axis::new(e.at.d);
        let theta = e.at.mu + self.observer.longitude - delta_t_correction;
        let hour_angle = HourAngle::new(theta);
        let p = axis.observer(rho_cos, rho_sin, hour_angle);
        let carried = axis.carried(&p, e.d_rate, e.mu_rate);
        let (u, v) = (e.at.x - p.xi, e.at.y - p.eta);
        let (u_rate, v_rate) = (e.x_rate - carried.xi, e.y_rate - carried.eta);
        let n = (u_rate * u_rate + v_rate * v_rate).square_root();
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
            m: (u * u + v * v).square_root(),
            n,
            penumbra: e.at.l1 - p.zeta * self.elements.tan_f1,
            umbra: e.at.l2 - p.zeta * self.elements.tan_f2,
            approach: u * u_rate + v * v_rate,
            delta: (u * v_rate - u_rate * v) / n,
        }
    }

    /// The hour of a grid at which the observer is nearest to the axis. Of two whose distances differ by some
    /// 1e-6 Earth radii it may be either, because the Earth and the axis are assumed to turn evenly. This
    /// needs three sines in all instead of two for each hour.
    #[inline(always)]
    pub(super) fn nearest_hour(&self, grid: &HourlyGrid) -> R {
        let ObserverConstants { rho_cos, rho_sin, delta_t_correction } = self.constants;
        let longitude = self.observer.longitude;
        let theta = longitude.splat(grid.mu) + longitude - delta_t_correction;
        let (mut hour_angle, mut nearest) = (HourAngle::new(theta), theta.splat(f64::INFINITY));
        let mut nearest_hour = theta.splat(0.0);
        for GridHour { t, x, y, axis } in grid.hours {
            let axis = Axis { sin_d: theta.splat(axis.sin_d), cos_d: theta.splat(axis.cos_d) };
            let p = axis.observer(rho_cos, rho_sin, hour_angle);
            let (u, v) = (theta.splat(x) - p.xi, theta.splat(y) - p.eta);
            let distance_squared = u * u + v * v;
            let is_nearer = distance_squared.less(nearest);
            nearest = is_nearer.select(distance_squared, nearest);
            nearest_hour = is_nearer.select(theta.splat(t), nearest_hour);
            let (HourAngle { sin, cos }, turn) = (hour_angle, grid.turn);
            hour_angle =
                HourAngle { sin: sin * turn.cos + cos * turn.sin, cos: cos * turn.cos - sin * turn.sin };
        }
        nearest_hour
    }
}

/// Hours on either side of t0 in an [`HourlyGrid`].
pub(super) const GRID_HOURS: i32 = 4;

/// The axis at whole hours around t0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HourlyGrid {
    /// µ at the first hour, radians.
    mu: f64,
    /// The turn of µ in an hour.
    turn: HourAngle,
    hours: [GridHour; 2 * GRID_HOURS as usize + 1],
}

/// The axis at an hour of a grid.
#[derive(Debug, Clone, Copy)]
struct GridHour {
    t: f64,
    x: f64,
    y: f64,
    axis: Axis,
}

impl HourlyGrid {
    /// The grid of an eclipse.
    #[inline]
    pub(crate) fn new(elements: &Polynomials) -> Self {
        let e = elements;
        let middle = Axis::new(e.d[0]);
        let hours = std::array::from_fn(|k| {
            let t = f64::from(k as i32 - GRID_HOURS);
            let turn = e.d[1] * t;
            let (sin_d, cos_d) = (middle.sin_d + turn * middle.cos_d, middle.cos_d - turn * middle.sin_d);
            GridHour { t, x: value(&e.x, t), y: value(&e.y, t), axis: Axis { sin_d, cos_d } }
        });
        Self { mu: value(&e.mu, f64::from(-GRID_HOURS)), turn: HourAngle::new(e.mu[1]), hours }
    }
}
