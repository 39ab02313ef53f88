//! Uncertainty of the instants of events.

use crate::Error;
use crate::constants::{J2000, SECONDS_PER_DAY};
use crate::ephemeris::Body;
use crate::ephemeris::residual::{TheoryName, elongation_sigma, sigma};
use crate::math::angle::{ARCSEC, normalize_signed};
use crate::math::portable::Portable;
use crate::sky::events::course::SunMoonCourse;
use crate::sky::events::series::SkyEvent;
use crate::time::Tt;

/// Half of the interval of a rate's difference quotient: 86 s.
const HALF_STEP_DAYS: f64 = 1e-3;
// Root mean squares of what the instants of extremes differ by from those of JPL DE440 in 1900–2100, s: they
// rest on how fast an error changes and not on how large it is, so that no rate tells them. By the ephemeris,
// and by the truncated theories.
/// Perihelion and aphelion.
const APSIS_SUN_S: [f64; 2] = [8.5, 290.0];
/// Perigee and apogee.
const APSIS_MOON_S: [f64; 2] = [0.045, 24.0];
/// Greatest declinations.
const DECLINATION_S: [f64; 2] = [0.17, 0.85];
/// By how much the elongation of the truncated theories at phases is worse than its parts tell, in 1900–2100.
const TRUNCATED_ELONGATION: f64 = 1.3;
/// Mean motions of the Sun and the Moon in longitude, arcseconds per second.
const MOTIONS_ARCSEC_S: [f64; 2] = [0.041_068, 0.549_016];

/// Neglected effects on the place of the Galactic Center, arcseconds: aberration by the Earth's motion about
/// the Sun leaves out that of the Sun itself.
const GALACTIC_CENTER_ARCSEC: f64 = 0.0085;

/// One standard error that the ephemeris leaves in an event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EventSigma {
    /// Error of the direction that decides it, arcseconds.
    pub arcsec: f64,
    /// Error of its instant in TT, s.
    pub seconds: f64,
}

impl SkyEvent {
    /// One standard error that the ephemeris leaves in an event at `t`.
    ///
    /// The error of an angle at a value is the measured residual of the century over the rate of the angle.
    /// That of an extreme distance or declination is its measure of 1900–2100: by the ephemeris in proportion
    /// to the residual of the century, by the truncated theories with the time in which the body moves by
    /// that residual. Outside the ephemeris: [`Error::OutOfRange`].
    pub fn sigma(self, course: &SunMoonCourse, t: Tt) -> Result<EventSigma, Error> {
        use SkyEvent as E;
        let theory = course.sky.theory.name();
        let of = |body| sigma(theory, body, t).arcsec;
        let at_rate = |arcsec: f64, angle: &dyn Fn(Tt) -> Result<f64, Error>| {
            Ok(EventSigma { arcsec, seconds: arcsec / rate_arcsec_s(angle, t)?.abs() })
        };
        let measured = |body, [of_ephemeris, of_truncated]: [f64; 2]| {
            let of_today = sigma(theory, body, Tt(J2000)).arcsec;
            let motion = MOTIONS_ARCSEC_S[usize::from(body == Body::Moon)];
            let seconds = match theory {
                TheoryName::Sky => of_ephemeris * of(body) / of_today,
                _ => of_truncated.hypotenuse(of(body) / motion),
            };
            Ok(EventSigma { arcsec: of(body), seconds })
        };
        match self {
            E::MarchEquinox
            | E::JuneSolstice
            | E::SeptemberEquinox
            | E::DecemberSolstice
            | E::SolarLongitude(_) => at_rate(of(Body::Sun), &|t| course.sun_longitude(t)),
            E::NewMoon | E::FirstQuarter | E::FullMoon | E::LastQuarter | E::LunarElongation(_) => {
                at_rate(elongation_arcsec(theory, t), &|t| course.elongation(t))
            }
            E::AscendingNode | E::DescendingNode => at_rate(of(Body::Moon), &|t| course.moon_latitude(t)),
            E::GalacticCenterConjunction | E::GalacticCenterOpposition => {
                at_rate(of(Body::Sun).hypotenuse(GALACTIC_CENTER_ARCSEC), &|t| course.from_galactic_center(t))
            }
            E::Perihelion | E::Aphelion => measured(Body::Sun, APSIS_SUN_S),
            E::Perigee | E::Apogee => measured(Body::Moon, APSIS_MOON_S),
            E::MaxNorth | E::MaxSouth => measured(Body::Moon, DECLINATION_S),
        }
    }
}

/// One standard error that a theory leaves in greatest eclipse at `t`, of the Sun or of the Moon: that of the
/// elongation, over its rate.
pub fn syzygy_sigma(theory: TheoryName, course: &SunMoonCourse, t: Tt) -> Result<EventSigma, Error> {
    let arcsec = elongation_arcsec(theory, t);
    Ok(EventSigma { arcsec, seconds: arcsec / rate_arcsec_s(&|t| course.elongation(t), t)?.abs() })
}

fn elongation_arcsec(theory: TheoryName, t: Tt) -> f64 {
    let widened = if theory == TheoryName::Truncated { TRUNCATED_ELONGATION } else { 1.0 };
    widened * elongation_sigma(theory, t) / ARCSEC
}

/// Rate of an angle, arcseconds per second of TT.
fn rate_arcsec_s(angle: &dyn Fn(Tt) -> Result<f64, Error>, t: Tt) -> Result<f64, Error> {
    let (before, after) = (t.plus_days(-HALF_STEP_DAYS), t.plus_days(HALF_STEP_DAYS));
    Ok(normalize_signed(angle(after)? - angle(before)?) / ARCSEC / (2.0 * HALF_STEP_DAYS * SECONDS_PER_DAY))
}
