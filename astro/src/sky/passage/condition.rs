//! Conditions of an observer's sky: where bodies are, how far apart, how much of the Moon is lit, and what
//! rises over the horizon.

use crate::math::portable::Portable;
use crate::math::vector::{Vector, dot};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::HorizonVector;
use crate::sky::passage::cap::Cap;
use crate::sky::passage::finder::{Conditions, Crossing, MAX_BEND, Sampled};
use crate::sky::passage::view::PassageView;
use crate::sky::phase::illuminated_fraction;
use crate::sky::rim::SkylineProfile;
use crate::sky::riseset::Limb;
use crate::time::Ut1;
use std::cell::OnceCell;

/// Maximum number of bodies of a search.
pub const MAX_BODIES: usize = 4;
/// The number of the Sun, whose light [`Quantity::Lit`] needs.
pub const SUN: usize = 0;
/// The number of the Moon.
pub const MOON: usize = 1;
/// Bound of the second derivative of the cosine of a separation, per square day: a + 2 v w + v² of the Moon
/// as in [`MAX_BEND`], 0.93, and w = 0.0175 of the Sun make 0.95.
const SEPARATION_BEND: f64 = 1.0;
/// Bound of the second derivative of the illuminated fraction, per square day: half of that of the cosine of
/// the phase angle, for which the Moon's 15.4° and the Sun's 1° a day and its acceleration, 0.07, make 0.15.
const LIT_BEND: f64 = 0.1;

/// A condition: a quantity is not negative, or not positive.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The bodies of the quantity, twice a single one; numbered as in [`SkyConditions::place`].
    pub bodies: [usize; 2],
    /// The quantity.
    pub quantity: Quantity,
    /// `true` if the quantity must not be negative.
    pub is_more: bool,
}

/// A quantity, less its limit.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// Depth of the direction in a cap, [`Cap::margin`].
    Cap(Cap),
    /// Depth in one of two caps, whichever is greater; must not be negative.
    EitherCap([Cap; 2]),
    /// Height of the upper limb over its horizon, or over a skyline.
    Limb(Limb, Option<SkylineProfile>),
    /// Cosine of the separation of the bodies, less this.
    Separation(f64),
    /// Illuminated fraction of the Moon's disc, from the centre of the Earth, less this.
    Lit(f64),
}

impl Quantity {
    /// Rate of the quantity at the limit by the angle that decides it, per radian.
    pub fn per_radian(&self) -> f64 {
        match self {
            Self::Cap(cap) => cap.sin_radius(),
            Self::EitherCap(_) | Self::Limb(..) => 1.0,
            Self::Separation(cosine) => (1.0 - cosine * cosine).sqrt(),
            Self::Lit(fraction) => (fraction * (1.0 - fraction)).sqrt(),
        }
    }
}

/// Conditions of an observer's sky that must hold together.
pub struct SkyConditions<'a, F> {
    /// The observer, and the kind of the directions.
    pub view: &'a PassageView,
    /// The conditions.
    pub conditions: &'a [Condition],
    /// The place of a body at an instant, by its number: [`SUN`], [`MOON`], or any others.
    pub place: F,
}

/// The sky at an instant; each body is computed when it is first needed.
pub struct SkyLook {
    t: Ut1,
    bodies: [(OnceCell<ApparentPlace>, OnceCell<Vector>); MAX_BODIES],
}

impl<F: Fn(usize, Ut1) -> ApparentPlace> SkyConditions<'_, F> {
    fn place(&self, body: usize, look: &SkyLook) -> ApparentPlace {
        *look.bodies[body].0.get_or_init(|| (self.place)(body, look.t))
    }

    fn direction(&self, body: usize, look: &SkyLook) -> Vector {
        *look.bodies[body].1.get_or_init(|| self.view.airless(self.place(body, look)))
    }

    fn seen(&self, body: usize, look: &SkyLook) -> HorizonVector {
        let place = self.place(body, look);
        self.view.horizon.topocentric(place.body_km, place.gast)
    }
}

impl<F: Fn(usize, Ut1) -> ApparentPlace> Conditions for SkyConditions<'_, F> {
    type Look = SkyLook;

    fn count(&self) -> usize {
        self.conditions.len()
    }

    fn look(&self, t: Ut1) -> SkyLook {
        SkyLook { t, bodies: [const { (OnceCell::new(), OnceCell::new()) }; MAX_BODIES] }
    }

    fn margin(&self, condition: usize, look: &SkyLook) -> f64 {
        let Condition { bodies: [a, b], quantity, is_more } = &self.conditions[condition];
        let value = match quantity {
            Quantity::Cap(cap) => cap.margin(self.direction(*a, look)),
            Quantity::EitherCap(caps) => {
                let [one, other] = caps.map(|cap| cap.margin(self.direction(*a, look)));
                one.max(other)
            }
            Quantity::Limb(limb, None) => limb.margin(self.seen(*a, look)),
            Quantity::Limb(limb, Some(skyline)) => {
                skyline.rim(&self.view.horizon, limb.radius_km).margin(self.seen(*a, look))
            }
            Quantity::Separation(cosine) => dot(self.direction(*a, look), self.direction(*b, look)) - cosine,
            Quantity::Lit(fraction) => {
                let [sun, moon] = [SUN, MOON].map(|body| self.place(body, look).body_km);
                illuminated_fraction(sun, moon) - fraction
            }
        };
        if *is_more { value } else { -value }
    }

    fn bend(&self, condition: usize) -> f64 {
        match self.conditions[condition].quantity {
            Quantity::Cap(_) | Quantity::EitherCap(_) | Quantity::Limb(..) => MAX_BEND,
            Quantity::Separation(_) => SEPARATION_BEND,
            Quantity::Lit(_) => LIT_BEND,
        }
    }

    fn crossing(&self, condition: usize, ends: [&Sampled<SkyLook>; 2]) -> Crossing {
        let Condition { bodies: [body, _], quantity, .. } = &self.conditions[condition];
        let days = ends[1].t - ends[0].t;
        let most_bend = self.bend(condition) * days.integer_power(2) / 2.0;
        match quantity {
            _ if Crossing::is_hopeless(most_bend) => Crossing::Undecided,
            Quantity::EitherCap(caps) => {
                let [a, b] = ends.map(|end| self.direction(*body, end.look(self)));
                match caps.map(|cap| Crossing::of(cap.margin(a), cap.margin(b), most_bend)) {
                    [Crossing::Inside, _] | [_, Crossing::Inside] => Crossing::Inside,
                    [Crossing::Outside, one] | [one, Crossing::Outside] => one,
                    _ => Crossing::Undecided,
                }
            }
            Quantity::Limb(limb, Some(skyline)) => {
                let rim = skyline.rim(&self.view.horizon, limb.radius_km);
                let limbs = ends.map(|end| rim.limb(self.seen(*body, end.look(self))));
                Crossing::unless(skyline.is_clear(limbs, days), ends[0].margin(self, condition))
            }
            _ => {
                let [a, b] = ends.map(|end| end.margin(self, condition));
                Crossing::of(a, b, most_bend)
            }
        }
    }
}
