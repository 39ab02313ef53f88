//! Local circumstances of a solar eclipse: what one observer sees, from the Besselian elements.
//!
//! Letters are those of Meeus, *Elements of Solar Eclipses 1951–2200* (1989), from which the formulas are;
//! rates (primed letters) are per hour.

use crate::constants::{
    EQUATORIAL_RADIUS_KM, HORIZON_REFRACTION, K_PENUMBRA, K_UMBRA, SECONDS_PER_DAY, SIDEREAL_RATE, SUN_RADIUS,
};
use crate::earth::Observer;
use crate::eclipse::besselian::Polynomials;
use crate::math::angle::normalize;
use crate::math::polynomial::{derivative, value};
use crate::math::search;
use crate::math::vector::{self, Vector};
use crate::time::Tt;

/// Hours about t0 within which an observer's eclipse is sought: its greatest phase lies within the 5 hours
/// that the penumbra can take.
const SEARCH_HOURS: f64 = 4.0;
/// 0.04 ms.
const TOLERANCE_HOURS: f64 = 1e-8;

/// An observer and an eclipse.
#[derive(Debug, Clone, Copy)]
pub struct Local<'a> {
    elements: &'a Polynomials,
    observer: Observer,
    rho_cos: f64,
    rho_sin: f64,
    /// ΔT as an angle of the Earth's rotation.
    delta_t_correction: f64,
}

/// Everything about the shadow and the observer at an instant. Lengths in Earth equatorial radii, angles in
/// radians, rates per hour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circumstances {
    /// Hours of TD from t0.
    pub t: f64,
    /// Shadow axis, east, and its rate.
    pub x: f64,
    /// Rate of `x`.
    pub x_rate: f64,
    /// Shadow axis, north.
    pub y: f64,
    /// Rate of `y`.
    pub y_rate: f64,
    /// Declination of the axis.
    pub d: f64,
    /// Its sine.
    pub sin_d: f64,
    /// Its cosine.
    pub cos_d: f64,
    /// Its rate.
    pub d_rate: f64,
    /// Ephemeris hour angle of the axis.
    pub mu: f64,
    /// Its rate.
    pub mu_rate: f64,
    /// Radius of the penumbra on the fundamental plane.
    pub l1: f64,
    /// Radius of the umbra on the fundamental plane, negative if total.
    pub l2: f64,
    /// Hour angle of the axis for the observer, not brought into one turn.
    pub theta: f64,
    /// Its sine.
    pub sin_theta: f64,
    /// Its cosine.
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
    /// ψ1, where sin ψ1 = Δ / L1; none if the penumbra would pass by.
    pub fn psi1(&self) -> Option<f64> {
        arc(self.delta / self.penumbra)
    }

    /// ψ2, where sin ψ2 = Δ / L2; none if the umbra would pass by.
    pub fn psi2(&self) -> Option<f64> {
        arc(self.delta / self.umbra)
    }
}

fn arc(sine: f64) -> Option<f64> {
    (sine.abs() <= 1.0).then(|| sine.asin())
}

/// Which contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    /// C1, the penumbra arrives.
    First,
    /// C2, the umbra arrives.
    Second,
    /// Greatest magnitude.
    Greatest,
    /// C3, the umbra leaves.
    Third,
    /// C4, the penumbra leaves.
    Fourth,
}

/// What kind of eclipse an observer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The Moon covers a part of the Sun.
    Partial,
    /// A ring remains.
    Annular,
    /// The Sun is covered.
    Total,
}

/// The eclipse of one observer, the horizon left aside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalEclipse {
    /// Kind.
    pub kind: Kind,
    /// C1.
    pub first: Circumstances,
    /// C2 and C3 if there are any.
    pub central: Option<(Circumstances, Circumstances)>,
    /// Greatest magnitude.
    pub greatest: Circumstances,
    /// C4.
    pub fourth: Circumstances,
}

/// What is seen at an instant; angles in radians, airless and topocentric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Part of the Sun's diameter that is covered, along the line of centres: (L1 − m) / (L1 + L2). Negative
    /// without an eclipse.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered.
    pub obscuration: f64,
    /// Between the centres.
    pub separation: f64,
    /// Azimuth from north through east, and altitude.
    pub sun: (f64, f64),
    /// Azimuth from north through east, and altitude.
    pub moon: (f64, f64),
    /// Apparent semidiameter.
    pub sun_semidiameter: f64,
    /// Apparent semidiameter, k = 0.272281.
    pub moon_semidiameter: f64,
    /// From the observer, km.
    pub moon_distance_km: f64,
    /// Position angle of the Moon's centre from the Sun's, celestial north through east, 0 … 2π.
    pub position_angle: f64,
    /// Parallactic angle of the Sun.
    pub parallactic_angle: f64,
}

impl View {
    /// Whether the Sun's upper limb is above the horizon, with 34′ of refraction.
    pub fn is_up(&self) -> bool {
        self.upper_limb() > 0.0
    }

    /// Altitude of the Sun's upper limb over the visible horizon, radians.
    fn upper_limb(&self) -> f64 {
        self.sun.1 + HORIZON_REFRACTION + self.sun_semidiameter
    }
}

/// Which part of an eclipse has the Sun's upper limb above the horizon. Instants in hours of TD from t0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Visibility {
    /// Nothing.
    None,
    /// One stretch.
    Part {
        /// First contact or sunrise.
        from: f64,
        /// Fourth contact or sunset.
        to: f64,
        /// Whether the Sun rises during the eclipse.
        rises: bool,
        /// Whether it sets.
        sets: bool,
    },
    /// Two stretches: the Sun sets and rises again.
    Interrupted {
        /// Beginning of the first.
        from: f64,
        /// End of the last.
        to: f64,
    },
}

impl<'a> Local<'a> {
    /// `delta_t_s`: TT − UT1 in seconds, by which the Earth's rotation is behind the elements' hour angle.
    pub fn new(elements: &'a Polynomials, observer: Observer, delta_t_s: f64) -> Self {
        let (rho_cos, rho_sin) = observer.geocentric();
        Self {
            elements,
            observer,
            rho_cos,
            rho_sin,
            delta_t_correction: SIDEREAL_RATE * std::f64::consts::TAU * delta_t_s / SECONDS_PER_DAY,
        }
    }

    /// ρ cos φ′, ρ sin φ′, and ΔT as an angle in radians.
    pub fn constants(&self) -> (f64, f64, f64) {
        (self.rho_cos, self.rho_sin, self.delta_t_correction)
    }

    /// The instant `t` hours from t0.
    pub fn instant(&self, t: f64) -> Tt {
        self.elements.t0.plus_hours(t)
    }

    /// Circumstances `t` hours of TD from t0.
    pub fn at(&self, t: f64) -> Circumstances {
        let e = self.elements;
        let (x, x_rate) = (value(&e.x, t), derivative(&e.x, t));
        let (y, y_rate) = (value(&e.y, t), derivative(&e.y, t));
        let (d, d_rate) = (value(&e.d, t), derivative(&e.d, t));
        let (mu, mu_rate) = (value(&e.mu, t), derivative(&e.mu, t));
        let (l1, l2) = (value(&e.l1, t), value(&e.l2, t));
        let (sin_d, cos_d) = d.sin_cos();
        let theta = mu + self.observer.longitude - self.delta_t_correction;
        let (sin_theta, cos_theta) = theta.sin_cos();
        let xi = self.rho_cos * sin_theta;
        let eta = self.rho_sin * cos_d - self.rho_cos * cos_theta * sin_d;
        let zeta = self.rho_sin * sin_d + self.rho_cos * cos_theta * cos_d;
        let xi_rate = mu_rate * self.rho_cos * cos_theta;
        let eta_rate = mu_rate * xi * sin_d - zeta * d_rate;
        let (u, v, u_rate, v_rate) = (x - xi, y - eta, x_rate - xi_rate, y_rate - eta_rate);
        let (m, n) = ((u * u + v * v).sqrt(), (u_rate * u_rate + v_rate * v_rate).sqrt());
        let (penumbra, umbra) = (l1 - zeta * e.tan_f1, l2 - zeta * e.tan_f2);
        let delta = (u * v_rate - u_rate * v) / n;
        Circumstances {
            t,
            x,
            x_rate,
            y,
            y_rate,
            d,
            sin_d,
            cos_d,
            d_rate,
            mu,
            mu_rate,
            l1,
            l2,
            theta,
            sin_theta,
            cos_theta,
            xi,
            eta,
            zeta,
            xi_rate,
            eta_rate,
            u,
            v,
            u_rate,
            v_rate,
            m,
            n,
            penumbra,
            umbra,
            approach: u * u_rate + v * v_rate,
            delta,
        }
    }

    /// Square of the observer's distance from the axis: m² of [`Local::at`] and nothing else.
    fn distance_squared(&self, t: f64) -> f64 {
        let e = self.elements;
        let (sin_d, cos_d) = value(&e.d, t).sin_cos();
        let (sin_theta, cos_theta) =
            (value(&e.mu, t) + self.observer.longitude - self.delta_t_correction).sin_cos();
        let u = value(&e.x, t) - self.rho_cos * sin_theta;
        let v = value(&e.y, t) - (self.rho_sin * cos_d - self.rho_cos * cos_theta * sin_d);
        u * u + v * v
    }

    /// The eclipse, or none if the penumbra misses the observer.
    ///
    /// Accuracy: that of the elements (for the same ΔT, contacts within 0.1 s of direct topocentric places in
    /// 1900–2100, grazes apart).
    pub fn eclipse(&self) -> Option<LocalEclipse> {
        let greatest = self.greatest();
        let first = self.contact(&greatest, -1.0, |c| c.penumbra)?;
        let fourth = self.contact(&greatest, 1.0, |c| c.penumbra)?;
        let umbra = |c: &Circumstances| c.umbra.abs();
        let central = self.contact(&greatest, -1.0, umbra).zip(self.contact(&greatest, 1.0, umbra));
        let kind = match central {
            None => Kind::Partial,
            Some(_) if greatest.umbra < 0.0 => Kind::Total,
            Some(_) => Kind::Annular,
        };
        Some(LocalEclipse { kind, first, central, greatest, fourth })
    }

    /// The instant of greatest magnitude (L1 − m) / (L1 + L2).
    fn greatest(&self) -> Circumstances {
        // The nearest approach on a coarse grid keeps Newton's steps away from a second minimum on the night
        // side.
        let coarse = (-4..=4)
            .map(|k| f64::from(k) * SEARCH_HOURS / 4.0)
            .map(|t| (self.distance_squared(t), t))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let mut c = self.at(coarse.map_or(0.0, |(_, t)| t));
        let mut fading = self.fading(&c);
        // D grows by n² each hour if the motion is straight; after the first step its rate is known.
        let mut rate = c.n * c.n;
        for _ in 0..12 {
            let step = (-fading / rate).clamp(-1.0, 1.0);
            if step.abs() < TOLERANCE_HOURS {
                break;
            }
            let next = self.at(c.t + step);
            let next_fading = self.fading(&next);
            let secant = (next_fading - fading) / step;
            rate = if secant > 0.0 { secant } else { next.n * next.n };
            (c, fading) = (next, next_fading);
        }
        c
    }

    /// Which part of the eclipse is above the horizon, sunrise and sunset to a second.
    pub fn visibility(&self, eclipse: &LocalEclipse) -> Visibility {
        // The Sun moves 15° an hour at most, and no eclipse lasts more than two hours on either side of its
        // greatest phase.
        const CLEAR: f64 = 0.3;
        const TOLERANCE_SUN_HOURS: f64 = 1e-4;
        const STEPS: u32 = 48;
        let (first, fourth) = (eclipse.first.t, eclipse.fourth.t);
        let whole = Visibility::Part { from: first, to: fourth, rises: false, sets: false };
        let middle = self.sun_over_horizon(eclipse.greatest.t);
        let longest =
            (fourth - eclipse.greatest.t).max(eclipse.greatest.t - first) * std::f64::consts::TAU / 24.0;
        if middle.abs() > longest + CLEAR {
            return if middle > 0.0 { whole } else { Visibility::None };
        }
        let at = |k: u32| first + (fourth - first) * f64::from(k) / f64::from(STEPS);
        let samples: Vec<(f64, f64)> = (0..=STEPS).map(|k| (at(k), self.sun_over_horizon(at(k)))).collect();
        let crossings: Vec<(f64, bool)> = samples
            .windows(2)
            .filter(|w| (w[0].1 > 0.0) != (w[1].1 > 0.0))
            .filter_map(|w| {
                Some((
                    search::root(|t| self.sun_over_horizon(t), w[0].0, w[1].0, TOLERANCE_SUN_HOURS).ok()?,
                    w[1].1 > 0.0,
                ))
            })
            .collect();
        match crossings[..] {
            [] if samples[0].1 > 0.0 => whole,
            [] => Visibility::None,
            [(t, true)] => Visibility::Part { from: t, to: fourth, rises: true, sets: false },
            [(t, false)] => Visibility::Part { from: first, to: t, rises: false, sets: true },
            [(rise, true), .., (set, false)] => {
                Visibility::Part { from: rise, to: set, rises: true, sets: true }
            }
            [(_, rises), .., (last, risen)] => Visibility::Interrupted {
                from: if rises { crossings[0].0 } else { first },
                to: if risen { fourth } else { last },
            },
        }
    }

    /// [`View::upper_limb`] at `t`.
    fn sun_over_horizon(&self, t: f64) -> f64 {
        self.view(&self.at(t)).upper_limb()
    }

    /// The magnitude's rate, but for a factor that is negative everywhere: D − m (L1′ − (L1 − m) (L1′ + L2′)
    /// / (L1 + L2)).
    fn fading(&self, c: &Circumstances) -> f64 {
        let e = self.elements;
        let zeta_rate = c.d_rate * c.eta - c.mu_rate * c.xi * c.cos_d;
        let penumbra_rate = derivative(&e.l1, c.t) - zeta_rate * e.tan_f1;
        let umbra_rate = derivative(&e.l2, c.t) - zeta_rate * e.tan_f2;
        let widening =
            penumbra_rate - (c.penumbra - c.m) / (c.penumbra + c.umbra) * (penumbra_rate + umbra_rate);
        c.approach - c.m * widening
    }

    /// The instant before (`side` −1) or after (+1) the greatest phase at which the observer crosses the
    /// circle of that radius.
    fn contact(
        &self,
        greatest: &Circumstances,
        side: f64,
        radius: impl Fn(&Circumstances) -> f64,
    ) -> Option<Circumstances> {
        let outside = |c: &Circumstances| c.m - radius(c);
        if outside(greatest) >= 0.0 {
            return None;
        }
        // Meeus's iteration: where a straight motion would cross the circle.
        let mut c = *greatest;
        for _ in 0..8 {
            let sine = c.delta / radius(&c);
            if sine.abs() > 1.0 {
                break;
            }
            let step = -c.approach / (c.n * c.n) + side * radius(&c) / c.n * (1.0 - sine * sine).sqrt();
            c = self.at(c.t + step);
            if step.abs() < TOLERANCE_HOURS {
                let is_there = (c.t - greatest.t) * side >= 0.0 && (c.t - greatest.t).abs() < SEARCH_HOURS;
                return is_there.then_some(c).or_else(|| self.bracketed(greatest, side, outside));
            }
        }
        self.bracketed(greatest, side, outside)
    }

    /// The same by steps of two minutes away from the greatest phase, then a bracketed root.
    fn bracketed(
        &self,
        greatest: &Circumstances,
        side: f64,
        outside: impl Fn(&Circumstances) -> f64,
    ) -> Option<Circumstances> {
        const STEP_HOURS: f64 = 1.0 / 30.0;
        let times =
            (1..=(SEARCH_HOURS / STEP_HOURS) as usize).map(|k| greatest.t + side * k as f64 * STEP_HOURS);
        let end = times.into_iter().find(|&t| outside(&self.at(t)) >= 0.0)?;
        let t = search::root(|t| outside(&self.at(t)), end - side * STEP_HOURS, end, TOLERANCE_HOURS).ok()?;
        Some(self.at(t))
    }

    /// What is seen. The Moon's centre lies on the axis at the height that `l1` and the cone's angle give,
    /// the Sun's behind it.
    pub fn view(&self, c: &Circumstances) -> View {
        let e = self.elements;
        let (tan, sin) = (e.tan_f1, e.tan_f1 / e.tan_f1.hypot(1.0));
        let moon_height = c.l1 / tan - K_PENUMBRA / sin;
        let sun_height = moon_height + (SUN_RADIUS + K_PENUMBRA) / sin;
        let moon = [c.u, c.v, moon_height - c.zeta];
        let sun = [c.u, c.v, sun_height - c.zeta];
        let (moon_distance, sun_distance) = (vector::norm(moon), vector::norm(sun));
        let separation = vector::norm(vector::cross(moon, sun)).atan2(vector::dot(moon, sun));
        let (sun_semidiameter, moon_semidiameter) =
            ((SUN_RADIUS / sun_distance).asin(), (K_UMBRA / moon_distance).asin());
        let sun_at = self.horizontal(c, sun);
        View {
            magnitude: (c.penumbra - c.m) / (c.penumbra + c.umbra),
            obscuration: obscuration(sun_semidiameter, moon_semidiameter, separation),
            separation,
            sun: sun_at,
            moon: self.horizontal(c, moon),
            sun_semidiameter,
            moon_semidiameter,
            moon_distance_km: moon_distance * EQUATORIAL_RADIUS_KM,
            position_angle: normalize(c.u.atan2(c.v)),
            parallactic_angle: self.parallactic_angle(c),
        }
    }

    /// Azimuth from north through east and altitude of a direction in the fundamental frame (east, north,
    /// towards the Sun).
    fn horizontal(&self, c: &Circumstances, direction: Vector) -> (f64, f64) {
        let [east, north, along] = direction;
        // From the meridian of the axis to that of the observer, θ further east: x towards the equator, y
        // east.
        let (meridian, pole) = (along * c.cos_d - north * c.sin_d, along * c.sin_d + north * c.cos_d);
        let (x, y) =
            (meridian * c.cos_theta + east * c.sin_theta, east * c.cos_theta - meridian * c.sin_theta);
        let (s, k) = self.observer.latitude.sin_cos();
        let (up, to_north, to_east) = (x * k + pole * s, pole * k - x * s, y);
        (normalize(to_east.atan2(to_north)), up.atan2(to_north.hypot(to_east)))
    }

    /// Angle at the Sun between celestial north and the vertical, positive west of the meridian. Reference:
    /// Meeus (1998), eq. 14.1.
    fn parallactic_angle(&self, c: &Circumstances) -> f64 {
        let (s, k) = self.observer.latitude.sin_cos();
        (k * c.sin_theta).atan2(s * c.cos_d - k * c.sin_d * c.cos_theta)
    }
}

/// Part of a disc of radius `s` that one of radius `m` covers at a distance of the centres.
/// Reference: Explanatory Supplement (2013), eq. 11.102 and following; the area common to two circles.
pub fn obscuration(s: f64, m: f64, distance: f64) -> f64 {
    if distance >= s + m {
        return 0.0;
    }
    if distance <= (s - m).abs() {
        return (m / s).powi(2).min(1.0);
    }
    let half = |a: f64, b: f64| {
        ((distance * distance + a * a - b * b) / (2.0 * distance * a)).clamp(-1.0, 1.0).acos()
    };
    let (alpha, beta) = (half(s, m), half(m, s));
    let segment = |r: f64, angle: f64| r * r * (angle - angle.sin() * angle.cos());
    (segment(s, alpha) + segment(m, beta)) / (std::f64::consts::PI * s * s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn discs_cover_nothing_a_half_and_all() {
        assert_eq!(obscuration(1.0, 1.0, 2.0), 0.0);
        assert_eq!(obscuration(1.0, 1.1, 0.05), 1.0);
        assert!((obscuration(1.0, 0.5, 0.1) - 0.25).abs() < 1e-15);
        // Equal discs a radius apart share 2π/3 − √3/2.
        let lens = 2.0 / 3.0 - 3f64.sqrt() / (2.0 * std::f64::consts::PI);
        assert!((obscuration(1.0, 1.0, 1.0) - lens).abs() < 1e-14);
    }

    prop_compose! {
        /// Shadows like those that occur, and worse.
        fn shadows()(x0 in -1.5f64..1.5, x1 in 0.3f64..0.7, y0 in -1.7f64..1.7, y1 in -0.3f64..0.3, d in -0.45f64..0.45, mu in -10.0f64..10.0,
                     l2 in -0.03f64..0.03) -> Polynomials {
            Polynomials {
                t0: Tt(2_460_409.25),
                x: [x0, x1, 1e-5, -8e-6],
                y: [y0, y1, -1e-4, 4e-6],
                d: [d, 2.6e-4, 0.0, 0.0],
                mu: [mu, 0.261_81, 0.0, 0.0],
                l1: [0.55, 6e-5, -1e-5, 0.0],
                l2: [l2, 6e-5, -1e-5, 0.0],
                tan_f1: 0.004_67,
                tan_f2: 0.004_64,
                fit_residual: 0.0,
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn contacts_come_in_order_and_lie_on_their_circles(shadow in shadows(), latitude in -90.0f64..=90.0, longitude in -180.0f64..=180.0) {
            let local = Local::new(&shadow, Observer::from_degrees(latitude, longitude, 0.0), 69.0);
            if let Some(e) = local.eclipse() {
                prop_assert!(e.first.t <= e.greatest.t && e.greatest.t <= e.fourth.t);
                for c in [&e.first, &e.fourth] {
                    prop_assert!((c.m - c.penumbra).abs() < 1e-7, "{} {}", c.m, c.penumbra);
                }
                if let Some((second, third)) = &e.central {
                    prop_assert!(e.first.t <= second.t && second.t <= third.t && third.t <= e.fourth.t);
                    prop_assert!((second.m - second.umbra.abs()).abs() < 1e-7 && (third.m - third.umbra.abs()).abs() < 1e-7);
                }
                let magnitude = |c: &Circumstances| local.view(c).magnitude;
                let most = magnitude(&e.greatest);
                for t in [-1e-3, 1e-3] {
                    prop_assert!(magnitude(&local.at(e.greatest.t + t)) <= most + 1e-9);
                }
            }
        }
    }
}
