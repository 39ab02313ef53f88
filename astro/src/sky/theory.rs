//! The choice of the theory for each body: decided here and nowhere else.
//!
//! | | Sun | Moon |
//! |---|---|---|
//! | [`Theory::Standard`] | Meeus, chapter 25 | Meeus, chapter 47 |
//! | [`Theory::TruncatedSun`] | VSOP87, truncated | Meeus, chapter 47 |
//! | [`Theory::Truncated`] | VSOP87, truncated | ELP/MPP02, truncated |
//! | [`Theory::Precise`] | the ephemeris | the ephemeris |
//!
//! Directions that do not move are the same by every theory.

use crate::Error;
use crate::ephemeris::chebyshev_table::{BodyPlace, Columns};
use crate::ephemeris::residual::{self, TheoryName};
use crate::ephemeris::{Body, Places};
use crate::ephemeris::{sun, truncated};
use crate::math::portable::Portable;
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::fixed_direction::{FIXED_SIGMA_ARCSEC, FixedDirection};
use crate::sky::position::{LunarPosition, SolarPosition};
use crate::theory::meeus;
use crate::theory::vsop87;
use crate::time::{Tt, Ut1};

/// Effect on the Moon of the neglected light time between observer and centre of the Earth,
/// arcseconds as a standard error: it goes 0.55″ in a second, and the light takes up to 0.02 s.
const OBSERVER_LIGHT_ARCSEC: f64 = 0.007;

/// By how much the hour angle of the truncated Moon is worse than its longitude, arcseconds, as passages of
/// the meridian in five millennia show: errors of the longitude and of the equinox do not cancel in it.
const HOUR_ANGLE_ARCSEC: f64 = 0.35;

/// The theory of Sun and Moon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theory {
    /// Meeus, *Astronomical Algorithms* (1998), chapters 25 and 47: Sun 0.01°, Moon 10″. Valid −2000 …
    /// +3000.
    Standard,
    /// The Sun by truncated VSOP87, within 1″ in 1500–2500; the Moon as [`Theory::Standard`].
    TruncatedSun,
    /// Both by [`truncated::TruncatedTheories`]: within 1.1″ of JPL DE406 in 0–3000. Valid −2000 …
    /// +3000; what answers where no ephemeris reaches.
    Truncated,
    /// Both by the ephemeris that was handed in, within 1″ of JPL DE440, in the years that it covers.
    Precise,
}

impl Theory {
    /// The theory of the appearance of bodies beside positions by this one: short series leave too much of
    /// the equation of time, up to 2.4 s, and of the bright limb.
    pub fn for_appearance(self) -> Self {
        if self == Self::Precise { self } else { Self::Truncated }
    }

    /// The theory used for a target when this one is requested: one of the theories has no Moon.
    pub fn answering(self, target: Target) -> Self {
        match (self, target) {
            (Self::TruncatedSun, Target::Moon) => Self::Standard,
            (theory, _) => theory,
        }
    }

    /// One standard error of the direction of a target at `t`, arcseconds in each coordinate: of Sun and Moon
    /// the measured residual of the century, [`residual::sigma`], of the Moon with the light time between
    /// observer and centre of the Earth; of fixed directions what is left out of
    /// them, [`FIXED_SIGMA_ARCSEC`].
    pub fn sigma_arcsec(self, target: Target, t: Tt) -> f64 {
        let name = self.name();
        match target {
            Target::Sun => residual::sigma(name, Body::Sun, t).arcsec,
            Target::Moon => {
                let left_out =
                    if self == Self::Truncated { HOUR_ANGLE_ARCSEC } else { OBSERVER_LIGHT_ARCSEC };
                residual::sigma(name, Body::Moon, t).arcsec.hypotenuse(left_out)
            }
            Target::Fixed(_) => FIXED_SIGMA_ARCSEC,
        }
    }

    /// The theory in the tables of residuals.
    pub fn name(self) -> TheoryName {
        match self {
            Self::Standard => TheoryName::Standard,
            Self::TruncatedSun => TheoryName::TruncatedSun,
            Self::Truncated => TheoryName::Truncated,
            Self::Precise => TheoryName::Sky,
        }
    }
}

/// Targets of observations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// A direction that does not move.
    Fixed(FixedDirection),
}

/// A theory with the tables that it needs.
#[derive(Debug, Clone, Copy)]
pub struct Sky<'a> {
    /// The theory that answers.
    pub theory: Theory,
    /// The ephemeris of [`Theory::Precise`].
    pub ephemeris: Columns<'a>,
    /// The Earth of [`Theory::TruncatedSun`].
    pub truncated_earth: &'a vsop87::Earth,
    /// Sun and Moon of [`Theory::Truncated`].
    pub truncated: &'a truncated::TruncatedTheories,
}

impl Sky<'_> {
    /// The Sun at `t`. Outside the ephemeris, if that is to answer: [`Error::OutOfRange`].
    #[inline]
    pub fn sun(&self, t: Tt) -> Result<SolarPosition, Error> {
        Ok(match self.theory {
            Theory::Standard => SolarPosition::Meeus(meeus::sun(t)),
            Theory::TruncatedSun => SolarPosition::vsop87(sun::apparent(self.truncated_earth, t)),
            Theory::Truncated => SolarPosition::Ephemeris(self.truncated.place(Body::Sun, t)),
            Theory::Precise => SolarPosition::Ephemeris(self.ephemeris.place(Body::Sun, t)?),
        })
    }

    /// The Moon at `t`. Outside the ephemeris, if that is to answer: [`Error::OutOfRange`].
    #[inline]
    pub fn moon(&self, t: Tt) -> Result<LunarPosition, Error> {
        Ok(match self.theory {
            Theory::Standard | Theory::TruncatedSun => LunarPosition::Meeus(meeus::moon(t)),
            Theory::Truncated => LunarPosition::Ephemeris(self.truncated.place(Body::Moon, t)),
            Theory::Precise => LunarPosition::Ephemeris(self.ephemeris.place(Body::Moon, t)?),
        })
    }

    /// One body at `t` with nutation and obliquity: by the ephemeris for [`Theory::Precise`], where
    /// [`Error::OutOfRange`] is an instant outside of it, and else by the truncated theories.
    #[inline]
    pub fn body(&self, body: Body, t: Tt) -> Result<BodyPlace, Error> {
        match self.theory {
            Theory::Precise => self.ephemeris.place(body, t),
            _ => Ok(self.truncated.place(body, t)),
        }
    }

    /// Sun and Moon at `t`; theories and errors as of [`Sky::body`].
    pub fn places(&self, t: Tt) -> Result<Places, Error> {
        if self.theory == Theory::Precise {
            return self.ephemeris.places(t);
        }
        let (sun, moon) = (self.truncated.place(Body::Sun, t), self.truncated.place(Body::Moon, t));
        Ok(Places {
            sun_km: sun.km,
            moon_km: moon.km,
            nutation_longitude: sun.nutation_longitude,
            obliquity: sun.obliquity,
        })
    }

    /// The apparent place of `target` at an instant given in both scales. Outside the ephemeris, if
    /// that is to answer: [`Error::OutOfRange`].
    #[inline]
    pub fn place(&self, target: Target, ut: Ut1, tt: Tt) -> Result<ApparentPlace, Error> {
        Ok(match target {
            Target::Sun => self.sun(tt)?.place(ut, tt),
            Target::Moon => self.moon(tt)?.place(ut, tt),
            Target::Fixed(direction) => direction.place(ut, tt),
        })
    }
}
