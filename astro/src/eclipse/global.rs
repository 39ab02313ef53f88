//! Solar eclipses as the Earth as a whole sees them.
//!
//! Reference: Meeus, *Elements of Solar Eclipses 1951–2200* (1989); *Explanatory Supplement* (2013), section
//! 11.3; Espenak & Meeus, *Five Millennium Canon of Solar Eclipses* (2006), section 1, for the meaning of
//! each column.

use crate::constants::{ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS_KM, SECONDS_PER_DAY, SIDEREAL_RATE};
use crate::eclipse::besselian::{COURSE_HOURS, Course, Elements, Moving, Polynomials};
use crate::eclipse::saros::{Phase, syzygy};
use crate::ephemeris::canon::Theories;
use crate::math::angle;
use crate::math::chebyshev;
use crate::math::search;
use crate::time::Tt;

/// What the Moon's shadow does to the Earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Only the penumbra touches the Earth.
    Partial,
    /// The antumbra touches.
    Annular,
    /// The umbra touches.
    Total,
    /// Both do, at different places.
    Hybrid,
}

impl Type {
    /// The canon's letter.
    pub fn letter(self) -> char {
        match self {
            Self::Partial => 'P',
            Self::Annular => 'A',
            Self::Total => 'T',
            Self::Hybrid => 'H',
        }
    }
}

/// Which parts of the central path exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// No part of umbra or antumbra reaches the Earth.
    None,
    /// Central line and both limits.
    Full,
    /// Central line, but no northern limit.
    NoNorthernLimit,
    /// Central line, but no southern limit.
    NoSouthernLimit,
    /// The axis misses the Earth; it passes north of it, so there is no northern limit.
    NonCentralNorth,
    /// The axis misses the Earth; it passes south of it.
    NonCentralSouth,
}

/// Where on a hybrid path the eclipse is total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HybridPath {
    /// Annular at both ends, total in the middle.
    AnnularTotalAnnular,
    /// Begins total and ends annular.
    TotalAnnular,
    /// Begins annular and ends total.
    AnnularTotal,
}

/// Global circumstances of one eclipse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolarEclipse {
    /// Lunation number counted from 2000 January 6.
    pub lunation: i32,
    /// Instant at which the axis passes nearest to the Earth's centre.
    pub greatest: Tt,
    /// Least distance of the axis from the Earth's centre, Earth equatorial radii, negative south.
    pub gamma: f64,
    /// Kind of eclipse.
    pub kind: Type,
    /// Which limits exist.
    pub path: Path,
    /// How a hybrid path runs.
    pub hybrid: Option<HybridPath>,
    /// Ratio of apparent diameters (central), or part of the Sun's diameter covered (partial and
    /// non-central), at the place of greatest eclipse.
    pub magnitude: f64,
    /// Place of greatest eclipse.
    pub place: Place,
    /// Width of the path at greatest eclipse, km; `None` where a limit does not touch the Earth.
    pub path_width_km: Option<f64>,
    /// Duration of totality or annularity on the central line at greatest eclipse, s.
    pub central_duration_s: Option<f64>,
    /// Elements about greatest eclipse.
    pub elements: Polynomials,
}

/// Where greatest eclipse happens, before the Earth's rotation is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Geodetic latitude, radians.
    pub latitude: f64,
    /// Longitude east for ΔT = 0 (ephemeris longitude), radians.
    pub ephemeris_longitude: f64,
    /// Altitude of the Sun, radians.
    pub sun_altitude: f64,
    /// Azimuth of the Sun from north through east, radians.
    pub sun_azimuth: f64,
}

impl Place {
    /// Longitude east in −π … π for a ΔT in seconds.
    pub fn longitude(&self, delta_t_s: f64) -> f64 {
        angle::normalize_signed(
            self.ephemeris_longitude + SIDEREAL_RATE * std::f64::consts::TAU * delta_t_s / SECONDS_PER_DAY,
        )
    }
}

/// The eclipse at the new moon of a lunation, or `None` if the penumbra misses the Earth.
///
/// Accuracy against the published canon: 1 s and 1e-4 Earth radii in 1500–2500. `fit` as of
/// [`crate::eclipse::besselian::course_fit`].
pub fn at_lunation(theories: &Theories, fit: &chebyshev::Fit, lunation: i32) -> Option<SolarEclipse> {
    let near = syzygy(lunation, Phase::New);
    if !near.is_eclipse_possible() {
        return None;
    }
    let course = centered(theories, fit, near.time)?;
    circumstances(&course, lunation)
}

/// A course whose centre lies within half an hour of greatest eclipse.
fn centered(theories: &Theories, fit: &chebyshev::Fit, near: Tt) -> Option<Course> {
    let mut center = near;
    for _ in 0..4 {
        let course = Course::new(&theories.arc(center), fit);
        let hours = greatest_hours(&course)?;
        if hours.abs() < 0.5 {
            return Some(course);
        }
        center = center.plus_hours(hours);
    }
    None
}

/// Hours from the course's centre at which x² + y² is least.
fn greatest_hours(course: &Course) -> Option<f64> {
    let slope = |h: f64| {
        let m = course.moving(h);
        m.at.x * m.dx + m.at.y * m.dy
    };
    search::root(slope, -COURSE_HOURS, COURSE_HOURS, 1e-8).ok()
}

fn circumstances(course: &Course, lunation: i32) -> Option<SolarEclipse> {
    let hours = greatest_hours(course)?;
    let moving = course.moving(hours);
    let e = moving.at;
    let gamma = e.x.hypot(e.y) * if e.y < 0.0 { -1.0 } else { 1.0 };
    let shadow = Nearest::of(course)?;
    if shadow.gap > shadow.l1 {
        return None;
    }
    let point = Point::of(&e);
    let (kind, path) = shadow.kind_and_path(&e, &point, gamma);
    let ends = if path == Path::None || !point.central { None } else { axis_ends(course, shadow.hours) };
    let (kind, hybrid) = match (kind, ends) {
        (Type::Total, Some((begin, end))) => hybrid(begin, end),
        _ => (kind, None),
    };
    let central = path != Path::None && point.central;
    let motion = Motion::of(&moving, &point);
    let greatest = course.center.plus_hours(hours);
    let width = motion.path_width_km();
    Some(SolarEclipse {
        lunation,
        greatest,
        gamma,
        kind,
        path,
        hybrid,
        magnitude: if central { point.diameter_ratio(&e) } else { point.partial_magnitude(&e) },
        place: point.place(&e),
        path_width_km: (central && path == Path::Full).then_some(width),
        central_duration_s: central.then(|| motion.duration_s()),
        elements: Polynomials::fit(course, greatest),
    })
}

/// The instant at which the axis comes nearest to the ellipsoid, which decides what touches it.
struct Nearest {
    hours: f64,
    /// How far outside the Earth's outline the axis passes, towards its centre; negative inside.
    gap: f64,
    l1: f64,
    l2: f64,
}

impl Nearest {
    fn of(course: &Course) -> Option<Self> {
        let slope = |h: f64| {
            let m = course.moving(h);
            let rho1 = outline(m.at.d);
            m.at.x * m.dx + m.at.y * m.dy / (rho1 * rho1)
        };
        let hours = search::root(slope, -COURSE_HOURS, COURSE_HOURS, 1e-8).ok()?;
        let e = course.elements(hours);
        let scaled = e.x.hypot(e.y / outline(e.d));
        let gap = if scaled > 0.0 { e.x.hypot(e.y) * (1.0 - 1.0 / scaled) } else { -1.0 };
        Some(Self { hours, gap, l1: e.l1, l2: e.l2 })
    }

    fn kind_and_path(&self, e: &Elements, point: &Point, gamma: f64) -> (Type, Path) {
        let north = gamma > 0.0;
        if self.gap > self.l2.abs() {
            return (Type::Partial, Path::None);
        }
        let kind = if e.l2 - point.zeta * e.tan_f2 < 0.0 { Type::Total } else { Type::Annular };
        let path = if self.gap > 0.0 || !point.central {
            if north { Path::NonCentralNorth } else { Path::NonCentralSouth }
        } else if self.gap + self.l2.abs() > 0.0 {
            if north { Path::NoNorthernLimit } else { Path::NoSouthernLimit }
        } else {
            Path::Full
        };
        (kind, path)
    }
}

/// Semi-minor axis of the Earth's outline on the fundamental plane: ρ1 of the *Explanatory Supplement*, eq.
/// 11.60.
fn outline(d: f64) -> f64 {
    let c = d.cos();
    (1.0 - ECCENTRICITY_SQUARED * c * c).sqrt()
}

/// Is the eclipse total where the axis first and last touches the Earth? Umbral radius there, begin and end.
fn axis_ends(course: &Course, middle: f64) -> Option<(f64, f64)> {
    let outside = |h: f64| {
        let e = course.elements(h);
        let y1 = e.y / outline(e.d);
        e.x * e.x + y1 * y1 - 1.0
    };
    let end = |limit: f64| search::root(outside, middle, limit, 1e-6).ok().map(|h| course.elements(h).l2);
    Some((end(-COURSE_HOURS)?, end(COURSE_HOURS)?))
}

fn hybrid(begin_l2: f64, end_l2: f64) -> (Type, Option<HybridPath>) {
    match (begin_l2 < 0.0, end_l2 < 0.0) {
        (true, true) => (Type::Total, None),
        (false, false) => (Type::Hybrid, Some(HybridPath::AnnularTotalAnnular)),
        (true, false) => (Type::Hybrid, Some(HybridPath::TotalAnnular)),
        (false, true) => (Type::Hybrid, Some(HybridPath::AnnularTotal)),
    }
}

/// The point where the axis meets the ellipsoid, or the point of its outline nearest to the axis.
struct Point {
    central: bool,
    xi: f64,
    eta: f64,
    zeta: f64,
    latitude: f64,
    hour_angle: f64,
}

/// The point of the outline (cos t, ρ1 sin t) nearest to a point outside, as (cos t, sin t). Four Newton
/// steps from the radial point leave less than 1e-12.
fn nearest_on_outline(x: f64, y: f64, rho1: f64) -> (f64, f64) {
    let mut t = (y / rho1).atan2(x);
    for _ in 0..4 {
        let (s, c) = t.sin_cos();
        let slope = (x - c) * s - (y - rho1 * s) * rho1 * c;
        let curvature = x * c + rho1 * y * s + (1.0 - rho1 * rho1) * (s * s - c * c);
        if curvature > 0.0 {
            t -= slope / curvature;
        }
    }
    let (s, c) = t.sin_cos();
    (c, s)
}

impl Point {
    /// Reference: *Explanatory Supplement* (2013), eqs. 11.60–11.69.
    fn of(e: &Elements) -> Self {
        let (sin_d, cos_d) = e.d.sin_cos();
        let rho1 = outline(e.d);
        let rho2 = (1.0 - ECCENTRICITY_SQUARED * sin_d * sin_d).sqrt();
        let (sin_d1, cos_d1) = (sin_d / rho1, (1.0 - ECCENTRICITY_SQUARED).sqrt() * cos_d / rho1);
        let (sin_d12, cos_d12) = (
            ECCENTRICITY_SQUARED * sin_d * cos_d / (rho1 * rho2),
            (1.0 - ECCENTRICITY_SQUARED).sqrt() / (rho1 * rho2),
        );
        let mut xi = e.x;
        let mut eta1 = e.y / rho1;
        let square = 1.0 - xi * xi - eta1 * eta1;
        let central = square > 0.0;
        if !central {
            (xi, eta1) = nearest_on_outline(e.x, e.y, rho1);
        }
        let zeta1 = square.max(0.0).sqrt();
        // Parametric latitude, and the hour angle at the point.
        let sin_phi1 = eta1 * cos_d1 + zeta1 * sin_d1;
        let along = zeta1 * cos_d1 - eta1 * sin_d1;
        let latitude = sin_phi1.atan2((1.0 - ECCENTRICITY_SQUARED).sqrt() * xi.hypot(along));
        Self {
            central,
            xi,
            eta: eta1 * rho1,
            zeta: rho2 * (zeta1 * cos_d12 - eta1 * sin_d12),
            latitude,
            hour_angle: xi.atan2(along),
        }
    }

    fn place(&self, e: &Elements) -> Place {
        let ((sin_d, cos_d), (sin_phi, cos_phi), (sin_h, cos_h)) =
            (e.d.sin_cos(), self.latitude.sin_cos(), self.hour_angle.sin_cos());
        let altitude = if self.central {
            (sin_d * sin_phi + cos_d * cos_phi * cos_h).clamp(-1.0, 1.0).asin()
        } else {
            0.0
        };
        let azimuth = (-cos_d * sin_h).atan2(sin_d * cos_phi - cos_d * cos_h * sin_phi);
        Place {
            latitude: self.latitude,
            ephemeris_longitude: self.hour_angle - e.mu,
            sun_altitude: altitude,
            sun_azimuth: angle::normalize(azimuth),
        }
    }

    fn radii(&self, e: &Elements) -> (f64, f64) {
        (e.l1 - self.zeta * e.tan_f1, e.l2 - self.zeta * e.tan_f2)
    }

    /// (L1 − L2) / (L1 + L2). Reference: *Explanatory Supplement* (2013), eq. 11.103.
    fn diameter_ratio(&self, e: &Elements) -> f64 {
        let (l1, l2) = self.radii(e);
        (l1 - l2) / (l1 + l2)
    }

    /// (L1 − m) / (L1 + L2), with m the distance from the axis.
    fn partial_magnitude(&self, e: &Elements) -> f64 {
        let (l1, l2) = self.radii(e);
        let m = (e.x - self.xi).hypot(e.y - self.eta);
        (l1 - m) / (l1 + l2)
    }
}

/// Motion of the shadow over the point of greatest eclipse. Reference: Meeus, *Elements of Solar Eclipses*
/// (1989), p. 13.
struct Motion {
    umbra_radius: f64,
    speed: f64,
    foreshortening: f64,
}

impl Motion {
    fn of(m: &Moving, p: &Point) -> Self {
        let (sin_d, cos_d) = m.at.d.sin_cos();
        let xi_rate = m.dmu * (p.zeta * cos_d - p.eta * sin_d);
        let eta_rate = m.dmu * p.xi * sin_d - m.dd * p.zeta;
        let (u, v) = (m.dx - xi_rate, m.dy - eta_rate);
        let speed = u.hypot(v);
        let along = (p.xi * u + p.eta * v) / speed;
        Self {
            umbra_radius: (m.at.l2 - p.zeta * m.at.tan_f2).abs(),
            speed,
            foreshortening: p.zeta.hypot(along),
        }
    }

    fn duration_s(&self) -> f64 {
        2.0 * self.umbra_radius / self.speed * 3600.0
    }

    fn path_width_km(&self) -> f64 {
        2.0 * EQUATORIAL_RADIUS_KM * self.umbra_radius / self.foreshortening
    }
}
