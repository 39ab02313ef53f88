//! The fundamental plane: the shadow of the Moon and the Earth's ellipsoid in one frame.
//!
//! The frame's origin is the centre of the Earth. ζ points along the axis of the shadow, towards Moon and
//! Sun; ξ points east and η north, and both lie in the fundamental plane. Lengths are Earth equatorial
//! radii.
//!
//! ```text
//!         from the side, east towards the reader                    from the Moon, along the axis
//!
//!                 ζ ^     : axis of the shadow, to the Moon and the Sun
//!                   |     :
//!                   |     :                                                 ^ η
//!              .----|----.P                                            .----|----.
//!          .-'      |     :'-.                                    .-'       |       '-.
//!       .-'         |     :   '-.                               .-'         |         '-.
//!      /            |     :      O  (ξ, η, ζ)                 /             |             \
//!     /             |     :      :\                          /     A (x, y) |              \
//!    |              |     :      : |                        |               |               |
//!  -----------------+-----A--------------> η              ------------------+-------------------> ξ
//!    |         centre    (x, y)    |                        |               |               |
//!     \                           /   the fundamental        \              |    O (ξ, η)  /
//!      \                         /    plane                   \             |             /
//!       '-.                   .-'                               '-.         |         .-'
//!          '-.             .-'                                    '-.       |       .-'
//!              '---------'                                             '----|----'
//!                                                                           |
//!
//! A  where the axis cuts the plane     P  where it meets the ground     O  the observer
//!
//! The outline on the right is an ellipse with the semiaxes 1 (east) and ρ1 (north).
//! Distance of O from the axis: m² = (x − ξ)² + (y − η)².
//! Radii of penumbra and umbra: l1, l2 in the plane; L1 = l1 − ζ tan f1, L2 = l2 − ζ tan f2 at O.
//! ```
//!
//! The axis passes over the point of declination d. Seen along it, the ellipsoid is an ellipse with the
//! semiaxes 1 (east) and ρ1 (north). With η1 = η / ρ1 the ellipse becomes a circle, and with ζ1 the
//! ellipsoid a sphere: ξ² + η1² + ζ1² = 1.
//!
//! Reference: *Explanatory Supplement to the Astronomical Almanac* (Urban & Seidelmann 2013), section 11.3.

use crate::Error;
use crate::constants::ECCENTRICITY_SQUARED;
use crate::eclipse::besselian::Elements;
use crate::math::angle;
use crate::math::portable::Portable;
use crate::math::real;
use crate::math::search;
use crate::sky::horizontal::Horizontal;

/// The direction of the shadow's axis: its declination as sine and cosine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis<R = f64> {
    /// Sine of the declination d.
    pub sin_d: R,
    /// Cosine of the declination d.
    pub cos_d: R,
}

/// A place in the frame of the fundamental plane, Earth equatorial radii.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position<R = f64> {
    /// East.
    pub xi: R,
    /// North.
    pub eta: R,
    /// Above the plane, towards the Moon.
    pub zeta: R,
}

/// The velocity of a [`Position`], Earth equatorial radii per hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity<R = f64> {
    /// Rate of ξ.
    pub xi: R,
    /// Rate of η.
    pub eta: R,
    /// Rate of ζ.
    pub zeta: R,
}

/// An hour angle of the axis as sine and cosine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HourAngle<R = f64> {
    /// Sine.
    pub sin: R,
    /// Cosine.
    pub cos: R,
}

impl<R: real::Real> HourAngle<R> {
    /// From radians, west positive.
    #[inline(always)]
    pub fn new(theta: R) -> Self {
        let (sin, cos) = theta.sine_cosine();
        Self { sin, cos }
    }
}

impl<R: real::Real> Axis<R> {
    /// From the declination in radians.
    #[inline(always)]
    pub fn new(d: R) -> Self {
        let (sin_d, cos_d) = d.sine_cosine();
        Self { sin_d, cos_d }
    }

    /// An observer on the fundamental plane, from ρ cos φ′ and ρ sin φ′ (Earth equatorial radii) and
    /// the hour angle of the axis for the observer.
    ///
    /// Exact for any place; no more digits are lost than the three products cost. Source: *Explanatory
    /// Supplement* (2013), section 11.3; Meeus, *Elements of Solar Eclipses* (1989), p. 24.
    ///
    /// ```
    /// use astro::eclipse::fundamental::{Axis, HourAngle};
    ///
    /// // At the foot of the axis (hour angle 0, geocentric latitude d) the observer is under it.
    /// let d = 0.2f64;
    /// let foot = Axis::new(d).observer(d.cos(), d.sin(), HourAngle::new(0.0));
    /// assert!(foot.xi.abs() < 1e-15 && foot.eta.abs() < 1e-15 && (foot.zeta - 1.0).abs() < 1e-15);
    /// ```
    #[inline(always)]
    pub fn observer(&self, rho_cos: R, rho_sin: R, theta: HourAngle<R>) -> Position<R> {
        Position {
            xi: rho_cos * theta.sin,
            eta: rho_sin * self.cos_d - rho_cos * theta.cos * self.sin_d,
            zeta: rho_sin * self.sin_d + rho_cos * theta.cos * self.cos_d,
        }
    }

    /// Returns the velocity of a point of the Earth from the Earth's rotation and the turning of the axis.
    ///
    /// `d_rate` and `mu_rate` are radians per hour. Source: Meeus, *Elements of Solar Eclipses* (1989), p.
    /// 24.
    ///
    /// ```
    /// use astro::eclipse::fundamental::{Axis, Position};
    ///
    /// // The foot of the axis moves east with the Earth: 2π a sidereal day, 0.2625 Earth radii an hour.
    /// let under_the_axis = Position { xi: 0.0, eta: 0.0, zeta: 1.0 };
    /// let v = Axis::new(0.0).carried(&under_the_axis, 0.0, 15.04107f64.to_radians());
    /// assert!((v.xi - 0.26252).abs() < 1e-5 && v.eta == 0.0);
    /// ```
    #[inline(always)]
    pub fn carried(&self, p: &Position<R>, d_rate: R, mu_rate: R) -> Velocity<R> {
        Velocity {
            xi: mu_rate * (p.zeta * self.cos_d - p.eta * self.sin_d),
            eta: mu_rate * p.xi * self.sin_d - d_rate * p.zeta,
            zeta: d_rate * p.eta - mu_rate * p.xi * self.cos_d,
        }
    }

    /// Horizontal coordinates, for an observer, of a direction in the fundamental frame (ξ, η, ζ; any
    /// length).
    ///
    /// `theta` is the hour angle of the axis for the observer. The latitude is geodetic. The ζ axis itself is
    /// very nearly the direction of the Sun.
    ///
    /// ```
    /// use astro::eclipse::fundamental::{Axis, HourAngle};
    ///
    /// // Meeus, *Astronomical Algorithms* (1998), example 13.b, with Venus on the axis: declination
    /// // −6.719892°, hour angle 64.352133°, latitude 38.921389°; azimuth 68.0337° from south, altitude
    /// // 15.1249°.
    /// let axis = Axis::new((-6.719892f64).to_radians());
    /// let theta = HourAngle::new(64.352133f64.to_radians());
    /// let venus = axis.horizontal([0.0, 0.0, 1.0], theta, 38.921389f64.to_radians().sin_cos());
    /// assert!((venus.azimuth.to_degrees() - 248.0337).abs() < 1e-4);
    /// assert!((venus.altitude.to_degrees() - 15.1249).abs() < 1e-4);
    /// ```
    #[inline(always)]
    pub fn horizontal(
        &self,
        [east, north, along]: [R; 3],
        theta: HourAngle<R>,
        (sin_latitude, cos_latitude): (R, R),
    ) -> Horizontal<R> {
        // In the plane of the axis' meridian, towards the equator and towards the pole.
        let (meridian, pole) =
            (along * self.cos_d - north * self.sin_d, along * self.sin_d + north * self.cos_d);
        // The observer's meridian lies θ farther east.
        let (equator, east) =
            (meridian * theta.cos + east * theta.sin, east * theta.cos - meridian * theta.sin);
        let (s, c) = (sin_latitude, cos_latitude);
        Horizontal::from_parts(pole * c - equator * s, east, equator * c + pole * s)
    }
}

/// ρ1, the semiaxis of the Earth's outline towards north; `d` is the declination of the axis in radians.
/// Between 0.99665 (d = 0) and 1 (d = ±90°). Source: *Explanatory Supplement* (2013), eq. 11.60.
///
/// ```
/// use astro::eclipse::fundamental::rho1;
///
/// // Seen from over the equator the outline is as flat as the Earth itself, 1 − 1/298.257.
/// assert!((rho1(0.0) - (1.0 - 1.0 / 298.257_223_563)).abs() < 1e-15);
/// assert_eq!(rho1(std::f64::consts::FRAC_PI_2), 1.0);
/// ```
pub fn rho1(d: f64) -> f64 {
    let c = d.cosine();
    (1.0 - ECCENTRICITY_SQUARED * c * c).sqrt()
}

/// The ellipsoid as it lies in the fundamental frame, for one declination of the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    /// Direction of the axis.
    pub axis: Axis,
    /// Semiaxis of the outline towards north.
    pub rho1: f64,
    /// Length of the ellipsoid's radius along the axis' reduced direction.
    pub rho2: f64,
    /// sin d1, cos d1: the axis' declination on the sphere that the ellipsoid is stretched to.
    sin_d1: f64,
    cos_d1: f64,
    /// sin and cos of d1 − d2, by which ζ1 and η1 mix to ζ.
    sin_d12: f64,
    cos_d12: f64,
}

/// A point on the surface of the ellipsoid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfacePoint {
    /// In the fundamental frame.
    pub position: Position,
    /// Geodetic latitude, radians.
    pub latitude: f64,
    /// Hour angle of the axis at the point, radians, −π … π. The longitude east is this minus µ, for
    /// ΔT = 0.
    pub hour_angle: f64,
}

impl Projection {
    /// For the declination `d` of the axis, radians. Source: *Explanatory Supplement* (2013), eqs.
    /// 11.60–11.62.
    pub fn new(d: f64) -> Self {
        let axis = Axis::new(d);
        let Axis { sin_d, cos_d } = axis;
        let rho1 = rho1(d);
        let rho2 = (1.0 - ECCENTRICITY_SQUARED * sin_d * sin_d).sqrt();
        Self {
            axis,
            rho1,
            rho2,
            sin_d1: sin_d / rho1,
            cos_d1: (1.0 - ECCENTRICITY_SQUARED).sqrt() * cos_d / rho1,
            sin_d12: ECCENTRICITY_SQUARED * sin_d * cos_d / (rho1 * rho2),
            cos_d12: (1.0 - ECCENTRICITY_SQUARED).sqrt() / (rho1 * rho2),
        }
    }

    /// Returns the point where the line through (x, y) of the plane, parallel to the axis, first meets the
    /// Earth; `None` if it passes by. Exact on the ellipsoid at sea level, refraction left out.
    ///
    /// Source: *Explanatory Supplement* (2013), eqs. 11.63–11.69.
    ///
    /// ```
    /// use astro::eclipse::fundamental::Projection;
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // Greatest eclipse of 2024 April 8, 18:18:29 TD with ΔT = 74.0 s, is printed at 25.3° N, 104.1° W:
    /// // <https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=20240408>.
    /// let e = APRIL_2024.at((18.0 * 60.0 + 29.0) / 3600.0).at;
    /// let point = Projection::new(e.d).surface(e.x, e.y).expect("the axis meets the Earth");
    /// assert!((point.latitude.to_degrees() - 25.3).abs() < 0.05);
    /// let longitude = (point.hour_angle - e.mu).to_degrees() + 15.041_07 * 74.0 / 3600.0;
    /// assert!((longitude + 104.1).abs() < 0.05);
    /// assert!(Projection::new(e.d).surface(1.1, 0.0).is_none());
    /// ```
    pub fn surface(&self, x: f64, y: f64) -> Option<SurfacePoint> {
        let (xi, eta1) = (x, y / self.rho1);
        let square = 1.0 - xi * xi - eta1 * eta1;
        (square > 0.0).then(|| self.point(xi, eta1, square.sqrt()))
    }

    /// The point of the outline nearest to (x, y), a point outside: there the axis grazes the horizon.
    ///
    /// Four Newton steps from the radial point; below 1e-12 Earth radii for a point between the outline and
    /// twice its size. Where the curvature of the distance is not positive, far inside, the radial point
    /// stays.
    ///
    /// ```
    /// use astro::eclipse::fundamental::Projection;
    ///
    /// // The partial eclipse of 1993 May 21 (Meeus 1998, example 54.a) passes at γ = 1.1348: right north of
    /// // the Earth the nearest point is the northern end of the outline.
    /// let projection = Projection::new(20f64.to_radians());
    /// let point = projection.nearest_on_outline(0.0, 1.1348).position;
    /// assert!(point.xi.abs() < 1e-12 && (point.eta - projection.rho1).abs() < 1e-12);
    /// ```
    pub fn nearest_on_outline(&self, x: f64, y: f64) -> SurfacePoint {
        let rho1 = self.rho1;
        let mut t = (y / rho1).arctangent2(x);
        for _ in 0..4 {
            let (s, c) = t.sine_cosine();
            let slope = (x - c) * s - (y - rho1 * s) * rho1 * c;
            let curvature = x * c + rho1 * y * s + (1.0 - rho1 * rho1) * (s * s - c * c);
            if curvature > 0.0 {
                t -= slope / curvature;
            }
        }
        let (s, c) = t.sine_cosine();
        self.point(c, s, 0.0)
    }

    /// From the coordinates that make the ellipsoid a sphere: ξ² + η1² + ζ1² = 1.
    fn point(&self, xi: f64, eta1: f64, zeta1: f64) -> SurfacePoint {
        // A turn by d1 about ξ leads to the frame of the equator. Its pole is the sine of the parametric
        // latitude φ1, which √(1 − e²) turns into the geodetic one.
        let sin_phi1 = eta1 * self.cos_d1 + zeta1 * self.sin_d1;
        let along = zeta1 * self.cos_d1 - eta1 * self.sin_d1;
        SurfacePoint {
            position: Position {
                xi,
                eta: eta1 * self.rho1,
                zeta: self.rho2 * (zeta1 * self.cos_d12 - eta1 * self.sin_d12),
            },
            latitude: sin_phi1.arctangent2((1.0 - ECCENTRICITY_SQUARED).sqrt() * xi.hypotenuse(along)),
            hour_angle: xi.arctangent2(along),
        }
    }

    /// Airless horizontal coordinates of the axis at a point of the surface: the direction of the Sun
    /// without its parallax of 8.8″. Source: Meeus, *Astronomical Algorithms* (1998), eqs. 13.5 and 13.6.
    ///
    /// ```
    /// use astro::eclipse::fundamental::Projection;
    /// use astro::eclipse::published::AUGUST_2017;
    ///
    /// // At greatest eclipse, 18:26:40 TD, the Sun is printed at altitude 63.9°, azimuth 197.9°:
    /// // <https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=20170821>.
    /// let e = AUGUST_2017.at((26.0 * 60.0 + 40.0) / 3600.0).at;
    /// let projection = Projection::new(e.d);
    /// let sun = projection.axis_over(&projection.surface(e.x, e.y).expect("a central eclipse"));
    /// assert!((sun.altitude.to_degrees() - 63.9).abs() < 0.06);
    /// assert!((sun.azimuth.to_degrees() - 197.9).abs() < 0.06);
    /// ```
    pub fn axis_over(&self, point: &SurfacePoint) -> Horizontal {
        let Axis { sin_d, cos_d } = self.axis;
        let ((sin_phi, cos_phi), (sin_h, cos_h)) =
            (point.latitude.sine_cosine(), point.hour_angle.sine_cosine());
        let azimuth = (-cos_d * sin_h).arctangent2(sin_d * cos_phi - cos_d * cos_h * sin_phi);
        Horizontal {
            azimuth: angle::normalize(azimuth),
            altitude: (sin_d * sin_phi + cos_d * cos_phi * cos_h).clamp(-1.0, 1.0).arcsine(),
        }
    }
}

/// Hours at which the axis first and last touches the Earth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisEnds {
    /// First touch.
    pub begin: f64,
    /// Last touch.
    pub end: f64,
}

/// Returns when the axis of a moving shadow touches the Earth first and last, to 4 ms.
///
/// `elements` gives the elements at an hour; at `middle` the axis must be inside the outline, and `reach`
/// hours on either side of the origin of the hours outside of it. Errors: [`Error::NoConvergence`] if it is
/// not so.
///
/// ```
/// use astro::eclipse::fundamental::axis_ends;
/// use astro::eclipse::published::AUGUST_2017;
///
/// // The shadow of 2017 August 21 was on the Earth for a little over three hours.
/// let ends = axis_ends(|t| AUGUST_2017.at(t).at, 0.4, 4.0).expect("a central eclipse");
/// assert!((3.1..3.3).contains(&(ends.end - ends.begin)));
/// // The axis of an eclipse with γ > 1 never touches.
/// let mut aside = AUGUST_2017;
/// aside.y[0] += 1.0;
/// assert!(axis_ends(|t| aside.at(t).at, 0.4, 4.0).is_err());
/// ```
pub fn axis_ends(elements: impl Fn(f64) -> Elements, middle: f64, reach: f64) -> Result<AxisEnds, Error> {
    /// 4 ms; the axis moves 15 m in it.
    const TOLERANCE_HOURS: f64 = 1e-6;
    let outside = |h: f64| {
        let e = elements(h);
        let y1 = e.y / rho1(e.d);
        e.x * e.x + y1 * y1 - 1.0
    };
    Ok(AxisEnds {
        begin: search::root(outside, middle, -reach, TOLERANCE_HOURS)?,
        end: search::root(outside, middle, reach, TOLERANCE_HOURS)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::Observer;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_point_under_the_axis_is_an_observer_there(
            d in -0.41f64..0.41,
            r in 0.0f64..0.99,
            a in 0.0f64..6.2,
        ) {
            let (x, y) = (r * a.cos(), r * a.sin());
            let projection = Projection::new(d);
            let point = projection.surface(x, y).expect("inside the outline");
            let observer = Observer { latitude: point.latitude, longitude: 0.0, height_m: 0.0 };
            let (rho_cos, rho_sin) = observer.geocentric();
            let again = projection.axis.observer(rho_cos, rho_sin, HourAngle::new(point.hour_angle));
            prop_assert!((again.xi - x).abs() < 1e-14 && (again.eta - y).abs() < 1e-14, "{again:?}");
            prop_assert!((again.zeta - point.position.zeta).abs() < 1e-13, "{again:?} {point:?}");
            let theta = HourAngle::new(point.hour_angle);
            let along = projection.axis.horizontal([0.0, 0.0, 1.0], theta, point.latitude.sin_cos());
            prop_assert!((along.altitude - projection.axis_over(&point).altitude).abs() < 1e-7);
        }

        #[test]
        fn the_nearest_point_of_the_outline_is_the_foot_of_a_normal(
            d in -0.41f64..0.41,
            r in 1.0f64..2.0,
            a in 0.0f64..6.2,
        ) {
            let projection = Projection::new(d);
            let (x, y) = (r * a.cos(), r * a.sin());
            let p = projection.nearest_on_outline(x, y).position;
            // The tangent at (cos t, ρ1 sin t) is (−η/ρ1, ρ1 ξ).
            let across = (p.xi - x) * -p.eta / projection.rho1 + (p.eta - y) * projection.rho1 * p.xi;
            prop_assert!(across.abs() < 1e-12, "{across}");
            prop_assert!((p.xi.powi(2) + (p.eta / projection.rho1).powi(2) - 1.0).abs() < 1e-14);
        }

        #[test]
        fn rates_are_the_differences_of_positions(
            d in -0.4f64..0.4,
            theta in -3.0f64..3.0,
            latitude in -1.5f64..1.5,
        ) {
            const STEP_HOURS: f64 = 1e-4;
            let (d_rate, mu_rate) = (3e-4, 0.2618);
            let at = |h: f64| {
                let turned = HourAngle::new(theta + mu_rate * h);
                Axis::new(d + d_rate * h).observer(latitude.cos(), latitude.sin(), turned)
            };
            let v = Axis::new(d).carried(&at(0.0), d_rate, mu_rate);
            let (a, b) = (at(-STEP_HOURS), at(STEP_HOURS));
            for (rate, a, b) in [(v.xi, a.xi, b.xi), (v.eta, a.eta, b.eta), (v.zeta, a.zeta, b.zeta)] {
                prop_assert!((rate - (b - a) / (2.0 * STEP_HOURS)).abs() < 1e-9);
            }
        }
    }
}
