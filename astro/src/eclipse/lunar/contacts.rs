//! The contacts of the Moon with the Earth's shadow, from the ephemeris.

use super::depth::{CONTACT_HOURS, LunarEclipseType, TOLERANCE_HOURS, greatest_hours, kind_of, magnitudes};
use super::shadow::LunarShadow;
use crate::Error;
use crate::accuracy::AngularRates;
use crate::constants::K_PENUMBRA;
use crate::ephemeris::Places;
use crate::math::search;
use crate::math::vector::{dot, norm, scale, sub, unit};
use crate::sky::theory::Sky;
use crate::time::Tt;

/// Search interval for the true greatest eclipse around an approximate one, hours.
const NEAR_HOURS: f64 = 1.0;

/// A contact of the Moon with the shadow, or greatest eclipse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LunarContact {
    /// P1, the penumbra is reached.
    PenumbraFirst,
    /// U1, the umbra is reached.
    UmbraFirst,
    /// U2, all of the Moon is in the umbra.
    UmbraSecond,
    /// The Moon's centre is nearest to the axis.
    Greatest,
    /// U3, the end of totality.
    UmbraThird,
    /// U4, the umbra is left.
    UmbraFourth,
    /// P4, the penumbra is left.
    PenumbraFourth,
}

/// A contact, when it is, and where Sun and Moon are then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LunarMoment {
    /// The kind of event.
    pub contact: LunarContact,
    /// The instant.
    pub t: Tt,
    /// Apparent geocentric places.
    pub places: Places,
}

impl LunarMoment {
    /// Rates of the Moon's distance from the axis of the shadow, which decides the instant of a contact; at
    /// greatest eclipse the speed at which it goes past.
    ///
    /// `sky`: the theory that the moment was found by. It reaches hours beyond every contact
    /// ([`LunarCourse::near`] sees to that); with another that does not, this panics.
    pub fn rates(&self, sky: &Sky) -> AngularRates {
        let apart = |t: Tt| {
            let p = sky.places(t).expect("the theory by which a moment was found reaches beyond it");
            (unit(p.moon_km), unit(scale(-1.0, p.sun_km)))
        };
        let (moon, axis) = apart(self.t);
        let way = sub(moon, axis);
        let [before, after] = [-1.0, 1.0].map(|minute| {
            let (moon, axis) = apart(self.t.plus_seconds(minute * 30.0));
            sub(moon, axis)
        });
        let along = match self.contact {
            LunarContact::Greatest => unit(sub(after, before)),
            _ => unit(way),
        };
        let distance = |t: Tt| {
            let (moon, axis) = apart(t);
            match self.contact {
                LunarContact::Greatest => dot(sub(moon, axis), along),
                _ => norm(sub(moon, axis)),
            }
        };
        AngularRates::of(|_, t| distance(t), self.t.to_ut1(0.0), self.t)
    }
}

/// A lunar eclipse with all its contacts, the same for all observers.
#[derive(Debug, Clone, PartialEq)]
pub struct LunarCourse {
    /// Kind of eclipse.
    pub kind: LunarEclipseType,
    /// Distance of the Moon's centre from the axis at greatest eclipse, Earth equatorial radii, negative
    /// south.
    pub gamma: f64,
    /// Part of the Moon's diameter in the penumbra.
    pub penumbral_magnitude: f64,
    /// Part of the Moon's diameter in the umbra; negative without touching it.
    pub umbral_magnitude: f64,
    /// Contacts and greatest eclipse, in order of time; those that the eclipse has.
    pub moments: Vec<LunarMoment>,
}

impl LunarCourse {
    /// The eclipse that is greatest within an hour of `near`, or `None` if the Moon misses the penumbra.
    ///
    /// The shadow is that of [`at_lunation`](crate::eclipse::lunar::at_lunation): Danjon's rule, the Moon's
    /// radius 0.272488; but distances from its axis are those of geometry and not the canon's. Accuracy with
    /// the published ephemeris, against direct geometry from JPL DE440 with the same rule, all 459 eclipses
    /// of 1900–2100: contacts within 0.45 s, greatest eclipse 0.3 s, magnitudes 2.1e-5; but for a totality
    /// that is a graze (2015 April 4, magnitude 1.0008) 1.3 s. Errors: [`Error::OutOfRange`] where the table
    /// does not cover six hours on either side of `near`, [`Error::NoConvergence`] if there is no full moon.
    /// Source: Espenak & Meeus, *Five Millennium Canon of Lunar Eclipses* (2009), section 1.
    pub fn near(sky: &Sky, near: Tt) -> Result<Option<Self>, Error> {
        for end in [-1.0, 1.0] {
            sky.places(near.plus_hours(end * (NEAR_HOURS + CONTACT_HOURS)))?;
        }
        let course = FullMoon { sky, near };
        let greatest = course.greatest()?;
        let s = course.shadow(greatest);
        let (penumbral_magnitude, umbral_magnitude) = magnitudes(&s);
        if penumbral_magnitude <= 0.0 {
            return Ok(None);
        }
        let kind = kind_of(umbral_magnitude);
        let moments = course.moments(greatest, kind)?;
        Ok(Some(Self { kind, gamma: s.gamma(), penumbral_magnitude, umbral_magnitude, moments }))
    }

    /// Returns the instant of a contact; none if the eclipse does not have it.
    pub fn at(&self, contact: LunarContact) -> Option<Tt> {
        self.moments.iter().find(|moment| moment.contact == contact).map(|moment| moment.t)
    }
}

/// Distance from the axis at which a contact takes place, Earth equatorial radii.
type ContactDistance = fn(&LunarShadow) -> f64;

/// Sun and Moon about a full moon; times are hours from `near`.
struct FullMoon<'a> {
    sky: &'a Sky<'a>,
    near: Tt,
}

impl FullMoon<'_> {
    fn places(&self, hours: f64) -> Places {
        let t = self.near.plus_hours(hours);
        self.sky.places(t).expect("the table covers both ends of all that is searched")
    }

    fn shadow(&self, hours: f64) -> LunarShadow {
        LunarShadow::of(&self.places(hours))
    }

    fn greatest(&self) -> Result<f64, Error> {
        let separation = |hours: f64| self.shadow(hours).separation;
        greatest_hours(separation, NEAR_HOURS)
    }

    /// The contacts of an eclipse of that kind, in order of time.
    fn moments(&self, greatest: f64, kind: LunarEclipseType) -> Result<Vec<LunarMoment>, Error> {
        use LunarContact::{Greatest, PenumbraFirst, PenumbraFourth};
        use LunarContact::{UmbraFirst, UmbraFourth, UmbraSecond, UmbraThird};
        let limits: [(LunarContact, LunarContact, ContactDistance); 3] = [
            (PenumbraFirst, PenumbraFourth, |s| s.penumbra + K_PENUMBRA),
            (UmbraFirst, UmbraFourth, |s| s.umbra + K_PENUMBRA),
            (UmbraSecond, UmbraThird, |s| s.umbra - K_PENUMBRA),
        ];
        let met = match kind {
            LunarEclipseType::Penumbral => 1,
            LunarEclipseType::Partial => 2,
            LunarEclipseType::Total => 3,
        };
        let mut hours = vec![(Greatest, greatest)];
        for (first, last, limit) in &limits[..met] {
            let outside = |t: f64| {
                let s = self.shadow(t);
                s.distance - limit(&s)
            };
            for (contact, side) in [(*first, -CONTACT_HOURS), (*last, CONTACT_HOURS)] {
                hours.push((contact, search::root(outside, greatest, greatest + side, TOLERANCE_HOURS)?));
            }
        }
        hours.sort_by(|a, b| a.1.total_cmp(&b.1));
        let moment = |(contact, hours): (LunarContact, f64)| LunarMoment {
            contact,
            t: self.near.plus_hours(hours),
            places: self.places(hours),
        };
        Ok(hours.into_iter().map(moment).collect())
    }
}
