//! The part of an eclipse above the observer's horizon.

use crate::constants::SECONDS_PER_HOUR;
use crate::eclipse::local::circumstances::ObservedEclipse;
use crate::eclipse::local::contacts::LocalContacts;
use crate::math::search::{self, Sample, SignChange};

/// The part of an eclipse with the upper limb of the Sun, or of the Moon in a lunar eclipse, above the
/// horizon. Instants in hours: of a solar eclipse of TD from t0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Visibility {
    /// The body is down throughout.
    None,
    /// One stretch.
    Part {
        /// First contact or rise.
        from: f64,
        /// Last contact or set.
        to: f64,
        /// `true` if the body rises during the eclipse.
        rises: bool,
        /// `true` if it sets.
        sets: bool,
    },
    /// Two stretches: the body sets and rises again.
    Interrupted {
        /// Beginning of the first.
        from: f64,
        /// Set, the end of the first.
        set: f64,
        /// Rise, the beginning of the last.
        rise: f64,
        /// End of the last.
        to: f64,
    },
}

impl Visibility {
    /// Beginning and end of each stretch.
    pub fn stretches(&self) -> [Option<(f64, f64)>; 2] {
        match *self {
            Self::None => [None, None],
            Self::Part { from, to, .. } => [Some((from, to)), None],
            Self::Interrupted { from, set, rise, to } => [Some((from, set)), Some((rise, to))],
        }
    }

    /// Beginning of the first stretch and end of the last; NaN if nothing is visible.
    pub fn ends(&self) -> [f64; 2] {
        match *self {
            Self::None => [f64::NAN; 2],
            Self::Part { from, to, .. } | Self::Interrupted { from, to, .. } => [from, to],
        }
    }

    /// Returns whether the body is up at an instant of the eclipse.
    pub fn includes(&self, t: f64) -> bool {
        self.stretches().iter().flatten().any(|(from, to)| (*from..=*to).contains(&t))
    }

    /// Seconds of the visible part between two instants.
    pub(crate) fn seconds_between(&self, begin: f64, end: f64) -> f64 {
        seconds_in(self.stretches().into_iter().flatten(), begin, end)
    }

    /// The visible part of an eclipse that lasts from `first` to `fourth` and is greatest at `greatest`, in
    /// hours from any origin. `height`: altitude of the upper limb over the visible horizon, radians.
    ///
    /// Rise and set are found to 0.4 s. A body that is up or down for less than a 48th of the eclipse, near a
    /// pole, may be overlooked.
    pub fn of([first, greatest, fourth]: [f64; 3], height: impl Fn(f64) -> f64) -> Self {
        // Far from the horizon one sample decides: the body cannot reach it before the eclipse is over.
        let middle = height(greatest);
        if middle.abs() > longest_turn([first, greatest, fourth]) {
            return if middle > 0.0 { Self::whole([first, fourth]) } else { Self::None };
        }
        let step = (fourth - first) / STRETCHES;
        let next = |s: &Sample| match s.t {
            t if t < fourth => Some(Sample::of(&height, (t + next_step(step, s.value)).min(fourth))),
            _ => None,
        };
        let begin = Sample::of(&height, first);
        let samples = std::iter::successors(Some(begin), next);
        let crossings: Vec<SignChange> = search::sign_changes(&height, samples, TOLERANCE_HOURS).collect();
        Self::with_crossings([first, fourth], begin.value > 0.0, &crossings)
    }

    /// All of an eclipse between its ends.
    pub(crate) fn whole([first, fourth]: [f64; 2]) -> Self {
        Self::Part { from: first, to: fourth, rises: false, sets: false }
    }

    /// The visible part between the ends of an eclipse, at whose beginning the body is up or not.
    pub(crate) fn with_crossings([first, fourth]: [f64; 2], is_up: bool, crossings: &[SignChange]) -> Self {
        match *crossings {
            [] if is_up => Self::whole([first, fourth]),
            [] => Self::None,
            [SignChange { t, is_rising: true }] => {
                Self::Part { from: t, to: fourth, rises: true, sets: false }
            }
            [SignChange { t, is_rising: false }] => {
                Self::Part { from: first, to: t, rises: false, sets: true }
            }
            [SignChange { t: rise, is_rising: true }, .., SignChange { t: set, is_rising: false }] => {
                Self::Part { from: rise, to: set, rises: true, sets: true }
            }
            [SignChange { t: set, is_rising: false }, .., SignChange { t: rise, is_rising: true }] => {
                Self::Interrupted { from: first, set, rise, to: fourth }
            }
            // Changes alternate, so the rest begins and ends alike.
            [earliest, second, ref rest @ ..] => {
                let last = rest.last().unwrap_or(&second);
                let (from, set, rise, to) = match earliest.is_rising {
                    true => (earliest.t, second.t, last.t, fourth),
                    false => (first, earliest.t, second.t, last.t),
                };
                Self::Interrupted { from, set, rise, to }
            }
        }
    }
}

/// Seconds of stretches between two instants, all in hours.
pub(super) fn seconds_in(stretches: impl Iterator<Item = (f64, f64)>, begin: f64, end: f64) -> f64 {
    stretches.map(|(from, to)| (to.min(end) - from.max(begin)).max(0.0)).sum::<f64>() * SECONDS_PER_HOUR
}

/// Altitude, radians, beyond which the body cannot reach the horizon during an eclipse with these contacts
/// and this middle, hours.
pub(crate) fn longest_turn([first, greatest, fourth]: [f64; 3]) -> f64 {
    (fourth - greatest).max(greatest - first) * FASTEST + CLEAR
}

/// Hours to the next sample. Far from the horizon it can wait until the body can have come half way there.
fn next_step(step: f64, height: f64) -> f64 {
    step.max(height.abs() / FASTEST / 2.0)
}

/// The fastest that the altitude changes, radians per hour: the turn of the Earth, at the equator.
pub(crate) const FASTEST: f64 = std::f64::consts::TAU / 24.0;
/// Altitude, radians, that the body must have beyond what the turn of the Earth can take from it for the
/// horizon to be out of question. What that rate leaves out (the motion of Sun or Moon, the parallax, the
/// change of the semidiameter) is five times smaller: the margin only decides how often the shortcut applies.
const CLEAR: f64 = 0.3;
/// Rise and set are found to this: 0.4 s, far below what refraction leaves certain.
pub(crate) const TOLERANCE_HOURS: f64 = 1e-4;
/// Stretches into which an eclipse is cut in the search for rise and set: five minutes of the longest solar
/// eclipse, eight of the longest lunar one. A body that is up or down for less than that, near a pole, may be
/// overlooked.
pub(crate) const STRETCHES: f64 = 48.0;

impl ObservedEclipse<'_> {
    /// Returns the part of the eclipse above the horizon, sunrise and sunset to a second.
    ///
    /// The horizon is level, without dip; the Sun counts as up while its upper limb is, with 34′ of
    /// refraction. Source: *Explanatory Supplement* (2013), section 12.3, for the convention.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::{ObservedEclipse, Visibility};
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // In Paris the Sun of 2024 April 8 sets before first contact; in Dallas all of the eclipse is seen.
    /// let in_paris = ObservedEclipse::new(&APRIL_2024, Observer::from_degrees(48.9, 2.3, 0.0), 69.2);
    /// assert!(in_paris.contacts().is_none_or(|c| in_paris.visibility(&c) == Visibility::None));
    /// let in_dallas = ObservedEclipse::new(&APRIL_2024, Observer::from_degrees(32.8, -96.8, 0.0), 69.2);
    /// let contacts = in_dallas.contacts().expect("an eclipse");
    /// let whole = Visibility::Part {
    ///     from: contacts.first.t,
    ///     to: contacts.fourth.t,
    ///     rises: false,
    ///     sets: false,
    /// };
    /// assert_eq!(in_dallas.visibility(&contacts), whole);
    /// ```
    pub fn visibility(&self, contacts: &LocalContacts) -> Visibility {
        let instants = [contacts.first.t, contacts.greatest.t, contacts.fourth.t];
        Visibility::of(instants, |t| self.sun_over_horizon(t))
    }

    /// Altitude of the Sun's upper limb over the visible horizon at `t`, radians.
    pub(crate) fn sun_over_horizon(&self, t: f64) -> f64 {
        self.upper_limb(&self.at(t))
    }
}
