//! Apparent places of the Sun and the Moon, made from the theories.
//!
//! Whatever answers "where are Sun and Moon?" from a theory is an [`Ephemerides`]. Three do:
//! [`canon::CanonTheories`], which the eclipses come from, [`apparent::SkyTheories`], which the table of
//! [`chebyshev_table`] comes from, and [`kernel::KernelTheories`], which takes its place where a
//! numerical ephemeris is at hand.

pub mod apparent;
pub mod canon;
pub mod chebyshev_table;
pub mod kernel;
mod light_time;
mod measured;
mod orientation;
pub mod residual;
pub mod sun;
pub mod truncated;

use crate::earth::rotation::gast;
use crate::math::portable::Portable;
use crate::math::vector::Vector;
use crate::time::{Tt, Ut1};

/// A body of the ephemeris.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
}

/// Apparent geocentric places of Sun and Moon, true equator and equinox of date: light time is applied, and
/// with it the annual aberration of the Sun.
///
/// A distance is that between Earth and body when the light left the body: for the Moon up to 40 km from the
/// distance to where the Earth is when the light arrives, which is how some ephemerides state it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Places {
    /// The Sun, km.
    pub sun_km: Vector,
    /// The Moon, km.
    pub moon_km: Vector,
    /// Nutation in longitude, radians.
    pub nutation_longitude: f64,
    /// True obliquity of the ecliptic, radians.
    pub obliquity: f64,
}

/// Theories of the Sun and the Moon.
///
/// A series is summed once for a stretch of time, the [`EphemerisArc`]; within it a place is a few
/// polynomials.
pub trait Ephemerides {
    /// Expands the theories about `center`: one pass over the series, the dear part.
    fn arc(&self, center: Tt) -> impl EphemerisArc;

    /// Apparent places at one instant, straight from the series.
    fn places(&self, t: Tt) -> Places {
        self.arc(t).places(0.0)
    }
}

/// Hours on either side of its centre for which every [`EphemerisArc`] is good.
pub const ARC_HOURS: f64 = 6.0;

/// Positions of Sun and Moon for a stretch of time, from one pass over the theories.
pub trait EphemerisArc {
    /// The instant about which the arc was expanded.
    fn center(&self) -> Tt;

    /// Sun and Moon `hours` of TT after the centre, within at least [`ARC_HOURS`] of it; farther away the
    /// expansion loses its digits without a sign.
    fn places(&self, hours: f64) -> Places;

    /// Sun and Moon `days` of TT after the centre: [`EphemerisArc::places`] for callers that count in days.
    fn places_after_days(&self, days: f64) -> Places {
        self.places(days * 24.0)
    }

    /// Mean obliquity of the ecliptic `hours` after the centre, radians.
    fn mean_obliquity(&self, hours: f64) -> f64;

    /// Greenwich apparent sidereal time `hours` after the centre with TD in the place of UT1, radians in 0 …
    /// 2π: the clock by which the hour angle of Besselian elements counts.
    ///
    /// Source: that of IAU 2006, see [`gast`].
    fn ephemeris_sidereal_time(&self, hours: f64) -> f64 {
        let (t, places) = (self.center().plus_hours(hours), self.places(hours));
        gast(Ut1(t.0), t, places.nutation_longitude, places.obliquity)
    }

    /// Equation of the equinoxes `hours` after the centre, radians: nutation in longitude times the cosine of
    /// the mean obliquity. Source: Aoki et al. (1982), Astron. Astrophys. 105, 359.
    fn equation_of_equinoxes(&self, hours: f64) -> f64 {
        self.places(hours).nutation_longitude * self.mean_obliquity(hours).cosine()
    }
}
