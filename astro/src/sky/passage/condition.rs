//! Conditions of an observer's sky: where bodies are, how far apart, how much of the Moon is lit, and what
//! rises over the horizon.

use crate::math::portable::Portable;
use crate::math::vector::{Vector, dot, norm};
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::HorizonVector;
use crate::sky::passage::cap::Cap;
use crate::sky::passage::finder::{Conditions, Crossing, MAX_CONDITIONS, SHORTEST_DAYS, Sampled};
use crate::sky::passage::view::PassageView;
use crate::sky::phase::illuminated_fraction;
use crate::sky::rim::{FASTEST, SkylineProfile};
use crate::sky::riseset::Limb;
use crate::time::Ut1;
use std::cell::OnceCell;

/// Maximum number of bodies of a search.
pub const MAX_BODIES: usize = 4;
/// The number of the Sun, whose light [`Quantity::Lit`] needs.
pub const SUN: usize = 0;
/// The number of the Moon, after which all are fixed directions.
pub const MOON: usize = 1;
/// Bound of the second derivative of the cosine of a separation, per square day: a + 2 v w + v² of the Moon
/// as of [`Cap::bend`], 0.93, and w = 0.0175 of the Sun make 0.95.
const SEPARATION_BEND: f64 = 1.0;
/// Bound of the second derivative of the height of a limb, per square day: [`Cap::bend`] across the Earth's
/// axis, and 2 for the radius.
const LIMB_BEND: f64 = 48.0;
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

impl Condition {
    /// Returns bounds of the motion, with the cosine of the declination of a fixed direction.
    fn motion(&self, cos_declination: Option<f64>, cos_latitude: f64) -> Motion {
        let of = |cap: &Cap| cos_declination.map_or(cap.bend(), |cosine| cap.bend_of_fixed(cosine));
        let bend = match &self.quantity {
            Quantity::Cap(cap) => of(cap),
            Quantity::EitherCap([one, other]) => of(one).max(of(other)),
            Quantity::Limb(..) => LIMB_BEND,
            Quantity::Separation(_) => SEPARATION_BEND,
            Quantity::Lit(_) => LIT_BEND,
        };
        let speed = match cos_declination {
            None => [(cos_latitude + OWN_MOTION).min(1.0), 1.0],
            Some(cos_declination) => [cos_latitude.min(cos_declination), cos_declination],
        };
        Motion { bend, altitude_and_path: speed.map(|part| FASTEST * part) }
    }
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

/// Passages over a skyline that are shorter may be missed, days: 10 s. Skylines have an altitude each half
/// degree or so, which the sky turns in two minutes.
const SKYLINE_DAYS: f64 = 10.0 / 86_400.0;
/// The Moon's own motion over that of the Earth, with a margin.
const OWN_MOTION: f64 = 0.07;
/// More than precession moves a fixed direction in two years, radians.
const PRECESSION: f64 = 2e-4;

/// Conditions of an observer's sky that must hold together.
pub struct SkyConditions<'a, F> {
    view: &'a PassageView,
    conditions: &'a [Condition],
    place: F,
    motions: [Motion; MAX_CONDITIONS],
}

/// Bounds of the motion of the body of a condition.
#[derive(Debug, Clone, Copy, Default)]
struct Motion {
    /// As of [`Conditions::bend`].
    bend: f64,
    /// Change of its altitude and its path, radians a day.
    altitude_and_path: [f64; 2],
}

/// The sky at an instant; each body is computed when it is first needed.
pub struct SkyLook {
    t: Ut1,
    bodies: [(OnceCell<ApparentPlace>, OnceCell<Vector>); MAX_BODIES],
}

impl<'a, F: Fn(usize, Ut1) -> ApparentPlace> SkyConditions<'a, F> {
    /// Conditions of an observer for the two years after an instant. `place` gives the place of a body at an
    /// instant by its number: [`SUN`], [`MOON`], or the numbers of fixed directions.
    pub fn new(view: &'a PassageView, conditions: &'a [Condition], place: F, from: Ut1) -> Self {
        let mut motions = [Motion::default(); MAX_CONDITIONS];
        for (motion, condition) in motions.iter_mut().zip(conditions) {
            let body = condition.bodies[0];
            let cos_declination = (body > MOON).then(|| {
                let [x, y, z] = place(body, from).body_km;
                (x.hypotenuse(y) / norm([x, y, z]) + PRECESSION).min(1.0)
            });
            *motion = condition.motion(cos_declination, view.horizon.cos_latitude());
        }
        Self { view, conditions, place, motions }
    }

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
        self.motions[condition].bend
    }

    fn shortest_days(&self, condition: usize) -> f64 {
        match self.conditions[condition].quantity {
            Quantity::Limb(_, Some(_)) => SKYLINE_DAYS,
            _ => SHORTEST_DAYS,
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
                let path = self.motions[condition].altitude_and_path.map(|a_day| a_day * days);
                Crossing::unless(skyline.is_clear(limbs, path), ends[0].margin(self, condition))
            }
            _ => {
                let [a, b] = ends.map(|end| end.margin(self, condition));
                Crossing::of(a, b, most_bend)
            }
        }
    }
}
