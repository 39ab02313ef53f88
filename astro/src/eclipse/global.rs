//! Solar eclipses as the Earth as a whole sees them.
//!
//! Reference: Meeus, *Elements of Solar Eclipses 1951–2200* (1989); *Explanatory Supplement* (2013),
//! section 11.3; Espenak & Meeus, *Five Millennium Canon of Solar Eclipses* (2006), section 1, for the
//! meaning of each column.

use crate::Error;
use crate::constants::EQUATORIAL_RADIUS_KM;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::{Elements, Moving, Polynomials, Radii};
use crate::eclipse::course::{COURSE_HOURS, ElementsInterpolation, NODES};
use crate::eclipse::fit;
use crate::eclipse::fundamental::{AxisEnds, Projection, SurfacePoint, axis_ends, rho1};
use crate::eclipse::saros::{Phase, syzygy};
use crate::ephemeris::Ephemerides;
use crate::math::angle;
use crate::math::chebyshev;
use crate::math::portable::Portable;
use crate::math::search;
use crate::sky::horizontal::Horizontal;
use crate::time::Tt;

/// Tolerance of the times of greatest eclipse and of the nearest approach: 0.04 ms.
const TOLERANCE_HOURS: f64 = 1e-8;

/// Kind of contact of the Moon's shadow with the Earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolarEclipseType {
    /// Only the penumbra touches the Earth.
    Partial,
    /// The antumbra touches.
    Annular,
    /// The umbra touches.
    Total,
    /// Both do, at different places.
    Hybrid,
}

impl SolarEclipseType {
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

/// The limits that the track of the umbra or antumbra has on the Earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitsPresent {
    /// No part of umbra or antumbra reaches the Earth.
    None,
    /// Central line and both limits.
    Both,
    /// Central line, but no northern limit.
    NoNorthernLimit,
    /// Central line, but no southern limit.
    NoSouthernLimit,
    /// The axis misses the Earth; it passes north of it, so there is no northern limit.
    NonCentralNorth,
    /// The axis misses the Earth; it passes south of it.
    NonCentralSouth,
}

/// In which order a hybrid eclipse is annular and total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HybridSequence {
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
    pub kind: SolarEclipseType,
    /// The limits that exist.
    pub limits: LimitsPresent,
    /// The sequence of kinds, if the eclipse is hybrid.
    pub hybrid: Option<HybridSequence>,
    /// Ratio of apparent diameters (central), or part of the Sun's diameter covered (partial and
    /// non-central), at the point of greatest eclipse.
    pub magnitude: f64,
    /// Point of greatest eclipse.
    pub point: GreatestEclipsePoint,
    /// Width of the path at greatest eclipse, km; `None` where a limit does not touch the Earth.
    pub path_width_km: Option<f64>,
    /// Duration of totality or annularity on the central line at greatest eclipse, s.
    pub central_duration_s: Option<f64>,
    /// Elements about greatest eclipse.
    pub elements: Polynomials,
}

/// The point of greatest eclipse, before the Earth's rotation is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GreatestEclipsePoint {
    /// Geodetic latitude, radians.
    pub latitude: f64,
    /// Longitude east for ΔT = 0 (ephemeris longitude), radians.
    pub ephemeris_longitude: f64,
    /// The Sun over the horizon of the point.
    pub sun: Horizontal,
}

impl GreatestEclipsePoint {
    /// Longitude east in −π … π for a ΔT in seconds: the Earth turns by ΔT less far.
    ///
    /// Source: Espenak & Meeus (2006), section 1.
    ///
    /// ```
    /// use astro::eclipse::global::GreatestEclipsePoint;
    /// use astro::sky::horizontal::Horizontal;
    ///
    /// // ΔT of one hour is 15.041° of longitude to the east.
    /// let sun = Horizontal { azimuth: 0.0, altitude: 0.0 };
    /// let point = GreatestEclipsePoint { latitude: 0.0, ephemeris_longitude: -1.0, sun };
    /// let moved = point.longitude(3600.0) - point.longitude(0.0);
    /// assert!((moved.to_degrees() - 15.041_069).abs() < 1e-6);
    /// ```
    pub fn longitude(&self, delta_t_s: f64) -> f64 {
        angle::normalize_signed(self.ephemeris_longitude + angle_in_delta_t(delta_t_s))
    }
}

/// The eclipse at the new moon of a lunation, or `None` if the penumbra misses the Earth.
///
/// `theories` must be good about that new moon, `lunation` counts from 2000 January 6, `fit` is that of
/// [`ElementsInterpolation::fit`]. Accuracy with the theories of the canon against the published
/// canon: 0.8 s in 1500–2500 and 1.5 s in five millennia, 8e-5 Earth radii in γ, 1.0e-4 in the magnitude.
/// Errors: [`Error::NoConvergence`] if greatest eclipse is not found within some hours of the syzygy, which
/// theories of Sun and Moon do not bring about.
///
/// ```
/// use astro::earth::precession::obliquity_laskar;
/// use astro::eclipse::course::ElementsInterpolation;
/// use astro::eclipse::global::{SolarEclipseType, at_lunation};
/// use astro::ephemeris::{Ephemerides, EphemerisArc, Places};
/// use astro::math::vector::from_spherical;
/// use astro::constants::AU_KM;
/// use astro::theory::meeus;
/// use astro::time::Tt;
///
/// /// Sun and Moon of Meeus's textbook, good to 10″.
/// struct Textbook;
/// struct TextbookArc(Tt);
///
/// impl Ephemerides for Textbook {
///     fn arc(&self, center: Tt) -> impl EphemerisArc {
///         TextbookArc(center)
///     }
/// }
///
/// impl EphemerisArc for TextbookArc {
///     fn center(&self) -> Tt {
///         self.0
///     }
///     fn places(&self, hours: f64) -> Places {
///         let t = self.0.plus_hours(hours);
///         let (s, m) = (meeus::sun(t), meeus::moon(t));
///         Places {
///             sun_km: from_spherical(s.right_ascension, s.declination, s.radius_vector_au * AU_KM),
///             moon_km: from_spherical(m.right_ascension, m.declination, m.distance_km),
///             nutation_longitude: m.nutation.longitude,
///             obliquity: m.true_obliquity,
///         }
///     }
///     fn mean_obliquity(&self, hours: f64) -> f64 {
///         obliquity_laskar(self.0.plus_hours(hours).centuries())
///     }
/// }
///
/// let fit = ElementsInterpolation::fit();
/// // <https://eclipse.gsfc.nasa.gov/SEsearch/SEdata.php?Ecl=20240408>: total, γ = 0.3431, magnitude 1.0566,
/// // path 197.5 km wide, 4 min 28 s.
/// let e = at_lunation(&Textbook, &fit, 300).expect("found").expect("an eclipse");
/// assert_eq!(e.kind, SolarEclipseType::Total);
/// assert!((e.gamma - 0.3431).abs() < 0.005 && (e.magnitude - 1.0566).abs() < 0.001);
/// assert!(e.path_width_km.is_some_and(|km| (km - 197.5).abs() < 3.0));
/// assert!(e.central_duration_s.is_some_and(|s| (s - 268.0).abs() < 3.0));
/// // The new moon of 2024 May 8 brings none.
/// assert!(at_lunation(&Textbook, &fit, 301).expect("no search").is_none());
/// ```
pub fn at_lunation<E: Ephemerides>(
    theories: &E,
    fit: &chebyshev::Fit<NODES>,
    lunation: i32,
) -> Result<Option<SolarEclipse>, Error> {
    let near = syzygy(lunation, Phase::New);
    if !near.is_eclipse_possible() {
        return Ok(None);
    }
    let course = centered(theories, fit, near.time)?;
    circumstances(&course, lunation)
}

/// A course whose centre lies within half an hour of greatest eclipse.
fn centered<E: Ephemerides>(
    theories: &E,
    fit: &chebyshev::Fit<NODES>,
    near: Tt,
) -> Result<ElementsInterpolation, Error> {
    /// The approximate syzygy is within two hours of greatest eclipse: the second course is centred.
    const MAX_COURSES: usize = 4;
    let mut center = near;
    for _ in 0..MAX_COURSES {
        let course = ElementsInterpolation::new(&theories.arc(center), Radii::CANON, fit);
        let hours = greatest_hours(&course)?;
        if hours.abs() < 0.5 {
            return Ok(course);
        }
        center = center.plus_hours(hours);
    }
    Err(Error::NoConvergence { what: "greatest eclipse", from: near.0, to: center.0 })
}

/// Hours from the course's centre at which x² + y² is least.
fn greatest_hours(course: &ElementsInterpolation) -> Result<f64, Error> {
    let slope = |h: f64| {
        let m = course.moving(h);
        m.at.x * m.x_rate + m.at.y * m.y_rate
    };
    search::root(slope, -COURSE_HOURS, COURSE_HOURS, TOLERANCE_HOURS)
}

fn circumstances(course: &ElementsInterpolation, lunation: i32) -> Result<Option<SolarEclipse>, Error> {
    let hours = greatest_hours(course)?;
    let moving = course.moving(hours);
    let e = moving.at;
    let gamma = e.x.hypotenuse(e.y) * if e.y < 0.0 { -1.0 } else { 1.0 };
    let shadow = NearestApproach::of(course)?;
    if shadow.gap > shadow.l1 {
        return Ok(None);
    }
    let point = AxisPoint::of(&e);
    let (kind, limits) = shadow.kind_and_limits(&e, &point, gamma);
    let central = limits != LimitsPresent::None && point.is_central;
    let (kind, hybrid) = match kind {
        SolarEclipseType::Total if central => {
            // The axis that grazes the outline within a tolerance may touch it at no two instants.
            let ends = axis_ends(|h| course.elements(h), shadow.hours, COURSE_HOURS).ok();
            ends.map_or((kind, None), |ends| total_or_hybrid(course, ends))
        }
        _ => (kind, None),
    };
    let motion = Motion::of(&moving, &point);
    let greatest = course.center.plus_hours(hours);
    Ok(Some(SolarEclipse {
        lunation,
        greatest,
        gamma,
        kind,
        limits,
        hybrid,
        magnitude: if central { point.diameter_ratio(&e) } else { point.partial_magnitude(&e) },
        point: point.greatest_eclipse(&e),
        path_width_km: (central && limits == LimitsPresent::Both).then(|| motion.path_width_km()),
        central_duration_s: central.then(|| motion.duration_s()),
        elements: fit::cubics(course, greatest),
    }))
}

/// The instant at which the axis comes nearest to the ellipsoid, which decides what touches it.
struct NearestApproach {
    hours: f64,
    /// The distance of the axis from the Earth's outline, towards its centre; negative inside.
    gap: f64,
    l1: f64,
    l2: f64,
}

impl NearestApproach {
    fn of(course: &ElementsInterpolation) -> Result<Self, Error> {
        // Half the rate of ξ² + η1² of the axis, in which the outline is a circle.
        let slope = |h: f64| {
            let m = course.moving(h);
            let rho1 = rho1(m.at.d);
            m.at.x * m.x_rate + m.at.y * m.y_rate / (rho1 * rho1)
        };
        let hours = search::root(slope, -COURSE_HOURS, COURSE_HOURS, TOLERANCE_HOURS)?;
        let e = course.elements(hours);
        let scaled = e.x.hypotenuse(e.y / rho1(e.d));
        let gap = if scaled > 0.0 { e.x.hypotenuse(e.y) * (1.0 - 1.0 / scaled) } else { -1.0 };
        Ok(Self { hours, gap, l1: e.l1, l2: e.l2 })
    }

    /// A limit exists if the umbra, of radius |l2| where the axis is nearest, lies wholly inside the outline
    /// on that side; the shadow passes the centre on the side of γ, so the limit of that side is the one
    /// that may be missing. With the axis outside (or grazing) there is only the far limit.
    fn kind_and_limits(
        &self,
        e: &Elements,
        point: &AxisPoint,
        gamma: f64,
    ) -> (SolarEclipseType, LimitsPresent) {
        let north = gamma > 0.0;
        if self.gap > self.l2.abs() {
            return (SolarEclipseType::Partial, LimitsPresent::None);
        }
        let (_, umbra) = point.radii(e);
        let kind = if umbra < 0.0 { SolarEclipseType::Total } else { SolarEclipseType::Annular };
        let limits = if self.gap > 0.0 || !point.is_central {
            if north { LimitsPresent::NonCentralNorth } else { LimitsPresent::NonCentralSouth }
        } else if self.gap + self.l2.abs() > 0.0 {
            if north { LimitsPresent::NoNorthernLimit } else { LimitsPresent::NoSouthernLimit }
        } else {
            LimitsPresent::Both
        };
        (kind, limits)
    }
}

/// An eclipse that is total at its middle is hybrid if it is not at one of its ends, where the shadow falls
/// on the horizon, a whole Earth radius farther from the Moon.
fn total_or_hybrid(
    course: &ElementsInterpolation,
    ends: AxisEnds,
) -> (SolarEclipseType, Option<HybridSequence>) {
    use SolarEclipseType::{Hybrid, Total};
    let is_total = |hours: f64| course.elements(hours).l2 < 0.0;
    match (is_total(ends.begin), is_total(ends.end)) {
        (true, true) => (Total, None),
        (false, false) => (Hybrid, Some(HybridSequence::AnnularTotalAnnular)),
        (true, false) => (Hybrid, Some(HybridSequence::TotalAnnular)),
        (false, true) => (Hybrid, Some(HybridSequence::AnnularTotal)),
    }
}

/// The point where the axis meets the ellipsoid, or the point of its outline nearest to the axis.
struct AxisPoint {
    is_central: bool,
    projection: Projection,
    surface: SurfacePoint,
}

impl AxisPoint {
    fn of(e: &Elements) -> Self {
        let projection = Projection::new(e.d);
        let central = projection.surface(e.x, e.y);
        let surface = central.unwrap_or_else(|| projection.nearest_on_outline(e.x, e.y));
        Self { is_central: central.is_some(), projection, surface }
    }

    fn greatest_eclipse(&self, e: &Elements) -> GreatestEclipsePoint {
        let mut sun = self.projection.axis_over(&self.surface);
        if !self.is_central {
            // On the outline the axis lies in the horizon.
            sun.altitude = 0.0;
        }
        GreatestEclipsePoint {
            latitude: self.surface.latitude,
            ephemeris_longitude: self.surface.hour_angle - e.mu,
            sun,
        }
    }

    /// L1 and L2: the radii of penumbra and umbra at the height of the point.
    fn radii(&self, e: &Elements) -> (f64, f64) {
        let zeta = self.surface.position.zeta;
        (e.l1 - zeta * e.tan_f1, e.l2 - zeta * e.tan_f2)
    }

    /// (L1 − L2) / (L1 + L2). Reference: *Explanatory Supplement* (2013), eq. 11.103.
    fn diameter_ratio(&self, e: &Elements) -> f64 {
        let (l1, l2) = self.radii(e);
        (l1 - l2) / (l1 + l2)
    }

    /// (L1 − m) / (L1 + L2), with m the distance from the axis.
    fn partial_magnitude(&self, e: &Elements) -> f64 {
        let (l1, l2) = self.radii(e);
        let m = (e.x - self.surface.position.xi).hypotenuse(e.y - self.surface.position.eta);
        (l1 - m) / (l1 + l2)
    }
}

/// Motion of the shadow over the point of greatest eclipse. Reference: Meeus, *Elements of Solar Eclipses*
/// (1989), p. 13.
struct Motion {
    umbra_radius: f64,
    /// Speed of the shadow relative to the ground, Earth radii per hour.
    speed: f64,
    /// By which the shadow's circle is stretched on the slanting ground across its motion.
    foreshortening: f64,
}

impl Motion {
    fn of(m: &Moving, point: &AxisPoint) -> Self {
        let p = point.surface.position;
        let ground = point.projection.axis.carried(&p, m.d_rate, m.mu_rate);
        let (u, v) = (m.x_rate - ground.xi, m.y_rate - ground.eta);
        let speed = u.hypotenuse(v);
        let along = (p.xi * u + p.eta * v) / speed;
        let (_, umbra) = point.radii(&m.at);
        Self { umbra_radius: umbra.abs(), speed, foreshortening: p.zeta.hypotenuse(along) }
    }

    fn duration_s(&self) -> f64 {
        2.0 * self.umbra_radius / self.speed * 3600.0
    }

    fn path_width_km(&self) -> f64 {
        2.0 * EQUATORIAL_RADIUS_KM * self.umbra_radius / self.foreshortening
    }
}
