//! Contacts and greatest eclipse of one observer.

use crate::eclipse::local::circumstances::{Circumstances, GRID_HOURS, HourlyGrid, ObservedEclipse};
use crate::math::real::{Mask, Real};
use crate::math::search::{self, Sample};

/// Search interval, hours: around t0 for an observer's greatest eclipse, and around that for its contacts.
/// The penumbra is on the Earth for 3.1 h at most on either side of greatest eclipse, and over one observer
/// for 2 h at most on either side.
const SEARCH_HOURS: f64 = GRID_HOURS as f64;
/// Tolerance of contact times: 0.04 ms.
const TOLERANCE_HOURS: f64 = 1e-8;
/// Steps in which the secant settles on greatest eclipse; five do for nearly all observers.
const SECANT_STEPS: usize = 12;
/// Steps in which Meeus's iteration settles on a contact that is not a graze.
const CONTACT_STEPS: usize = 8;
/// Step of the search for a contact that is a graze, hours: two minutes.
const GRAZE_STEP_HOURS: f64 = 1.0 / 30.0;

/// A contact, or greatest eclipse.
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

/// The kind of eclipse for an observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalEclipseType {
    /// The Moon covers a part of the Sun.
    Partial,
    /// A ring remains.
    Annular,
    /// The Sun is covered.
    Total,
}

/// The contacts of an observer with the umbra or antumbra.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CentralContacts {
    /// C2.
    pub second: Circumstances,
    /// C3.
    pub third: Circumstances,
}

/// The eclipse of one observer, the horizon left aside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalContacts {
    /// The kind of eclipse.
    pub kind: LocalEclipseType,
    /// C1.
    pub first: Circumstances,
    /// C2 and C3 if the eclipse is annular or total.
    pub central: Option<CentralContacts>,
    /// Greatest magnitude.
    pub greatest: Circumstances,
    /// C4.
    pub fourth: Circumstances,
}

impl LocalContacts {
    /// The contacts and greatest eclipse in order of time: behind mountains of the Moon, totality may be over
    /// before greatest eclipse.
    pub fn in_order(&self) -> Vec<(Contact, &Circumstances)> {
        let Self { first, central, greatest, fourth, .. } = self;
        let mut all = Vec::with_capacity(5);
        all.push((Contact::First, first));
        all.extend(central.as_ref().map(|c| (Contact::Second, &c.second)));
        all.push((Contact::Greatest, greatest));
        all.extend(central.as_ref().map(|c| (Contact::Third, &c.third)));
        all.push((Contact::Fourth, fourth));
        all.sort_by(|(_, a), (_, b)| a.t.total_cmp(&b.t));
        all
    }
}

impl ObservedEclipse<'_> {
    /// The eclipse of the observer, or none if the penumbra misses them (or the elements are not numbers).
    /// The Sun may be below the horizon: see [`ObservedEclipse::visibility`].
    ///
    /// Accuracy: that of the elements (for the same ΔT, contacts within 0.41 s of direct topocentric places
    /// in 1901–2100; those at which the limbs approach slower than 0.05″/s within 0.08″, up to 2.8 s).
    /// Source: Meeus, *Elements of Solar Eclipses* (1989), pp. 24–27.
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::{LocalEclipseType, ObservedEclipse};
    /// use astro::eclipse::published::{APRIL_2024, AUGUST_2017};
    ///
    /// let totality_s = |e: &ObservedEclipse| {
    ///     let contacts = e.contacts().expect("an eclipse");
    ///     assert_eq!(contacts.kind, LocalEclipseType::Total);
    ///     contacts.central.map_or(0.0, |c| (c.third.t - c.second.t) * 3600.0)
    /// };
    /// // At the points of greatest eclipse: 2 min 40 s in 2017, 4 min 28 s in 2024 (see the addresses of the
    /// // elements).
    /// let in_kentucky = Observer::from_degrees(36.97, -87.67, 0.0);
    /// assert!((totality_s(&ObservedEclipse::new(&AUGUST_2017, in_kentucky, 70.3)) - 160.0).abs() < 1.0);
    /// let in_durango = Observer::from_degrees(25.29, -104.14, 0.0);
    /// assert!((totality_s(&ObservedEclipse::new(&APRIL_2024, in_durango, 74.0)) - 268.0).abs() < 1.0);
    /// // In Lima, far south of the penumbra, nothing happens.
    /// let in_lima = Observer::from_degrees(-12.05, -77.04, 150.0);
    /// assert!(ObservedEclipse::new(&APRIL_2024, in_lima, 69.2).contacts().is_none());
    /// ```
    pub fn contacts(&self) -> Option<LocalContacts> {
        let greatest = self.greatest()?;
        let (penumbra, umbra) = (|c: &Circumstances| c.penumbra, |c: &Circumstances| c.umbra.abs());
        let first = self.contact(&greatest, -1.0, penumbra)?;
        let fourth = self.contact(&greatest, 1.0, penumbra)?;
        let central = self
            .contact(&greatest, -1.0, umbra)
            .zip(self.contact(&greatest, 1.0, umbra))
            .map(|(second, third)| CentralContacts { second, third });
        let kind = match central {
            None => LocalEclipseType::Partial,
            Some(_) if greatest.umbra < 0.0 => LocalEclipseType::Total,
            Some(_) => LocalEclipseType::Annular,
        };
        Some(LocalContacts { kind, first, central, greatest, fourth })
    }

    /// The instant of greatest magnitude (L1 − m) / (L1 + L2).
    pub(super) fn greatest(&self) -> Option<Circumstances> {
        let start = self.nearest_hour(&HourlyGrid::new(self.elements));
        let (c, is_settled) = self.settled(start);
        if is_settled {
            return Some(c);
        }
        // The magnitude is greatest within minutes of the nearest approach, which lies between the
        // neighbours on the grid: a bracket that no step can leave. The search refuses only what is not a
        // number.
        let fading_less = |t: f64| -self.at(t).magnitude();
        search::minimum(fading_less, start - 1.0, start + 1.0, TOLERANCE_HOURS).ok().map(|t| self.at(t))
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
        let (c, is_settled) = self.crossing(greatest, side, &radius);
        if is_settled { Some(c) } else { self.bracketed(greatest, side, outside) }
    }

    /// The contact by steps of two minutes away from the greatest phase, then a bracketed root: for grazes,
    /// on which the iteration does not settle.
    fn bracketed(
        &self,
        greatest: &Circumstances,
        side: f64,
        outside: impl Fn(&Circumstances) -> f64,
    ) -> Option<Circumstances> {
        let outside = |t: f64| outside(&self.at(t));
        let steps = (SEARCH_HOURS / GRAZE_STEP_HOURS) as usize;
        let samples = (0..=steps).map(|k| greatest.t + side * k as f64 * GRAZE_STEP_HOURS);
        let samples = samples.map(|t| Sample::of(outside, t));
        let crossing = search::sign_changes(outside, samples, TOLERANCE_HOURS).next()?;
        Some(self.at(crossing.t))
    }
}

impl<R: Real> ObservedEclipse<'_, R> {
    /// Greatest magnitude, and whether the iteration settles. The nearest approach on a coarse grid keeps
    /// Newton's steps away from a second minimum on the night side.
    #[inline(always)]
    pub(crate) fn nearly_greatest(&self, grid: &HourlyGrid) -> (Circumstances<R>, R::Mask) {
        self.settled(self.nearest_hour(grid))
    }

    /// Greatest magnitude by the secant from `start`, and whether it settles.
    #[inline(always)]
    fn settled(&self, start: R) -> (Circumstances<R>, R::Mask) {
        let (mut t, mut last_fading, mut last_step) = (start, start, start);
        let (mut is_open, mut k) = (start.at_most(start), 0);
        loop {
            k += 1;
            let c = self.each_at(t);
            let fading = self.fading(&c);
            // D grows by n² each hour if the motion is straight; after the first step its rate is known.
            let straight = c.n * c.n;
            let secant = (fading - last_fading) / last_step;
            let is_known = secant.splat(0.0).less(secant);
            let rate = if k > 1 { is_known.select(secant, straight) } else { straight };
            let step = (-fading / rate).clamped(-1.0, 1.0);
            is_open = is_open.and(step.absolute().less(step.splat(TOLERANCE_HOURS)).not());
            if k == SECANT_STEPS || !is_open.any() {
                return (c, is_open.not());
            }
            // Without a step all stays as it is.
            (last_fading, last_step) = (fading, is_open.select(step, step.splat(0.0)));
            t = t + last_step;
        }
    }

    /// The magnitude's rate, but for a factor that is negative everywhere: D − m (L1′ − (L1 − m)
    /// (L1′ + L2′) / (L1 + L2)).
    #[inline(always)]
    fn fading(&self, c: &Circumstances<R>) -> R {
        let penumbra_rate = c.l1_rate - c.zeta_rate * self.elements.tan_f1;
        let umbra_rate = c.l2_rate - c.zeta_rate * self.elements.tan_f2;
        let widening = penumbra_rate - c.magnitude() * (penumbra_rate + umbra_rate);
        c.approach - c.m * widening
    }

    /// The contact before (`side` −1) or after (+1) the greatest phase by Meeus's iteration, where a straight
    /// motion would cross the circle; and whether it settles on this side.
    #[inline(always)]
    pub(crate) fn crossing(
        &self,
        greatest: &Circumstances<R>,
        side: f64,
        radius: impl Fn(&Circumstances<R>) -> R,
    ) -> (Circumstances<R>, R::Mask) {
        let mut c = *greatest;
        let mut is_open = c.t.at_most(c.t);
        let mut is_settled = is_open.not();
        for _ in 0..CONTACT_STEPS {
            let sine = c.delta / radius(&c);
            is_open = is_open.and(sine.splat(1.0).less(sine.absolute()).not());
            let root = (sine.splat(1.0) - sine * sine).square_root();
            let step = -c.approach / (c.n * c.n) + radius(&c) * side / c.n * root;
            let step = is_open.select(step, step.splat(0.0));
            c = self.each_at(c.t + step);
            let settles = is_open.and(step.absolute().less(step.splat(TOLERANCE_HOURS)));
            is_settled = is_settled.or(settles);
            is_open = is_open.and(settles.not());
            if !is_open.any() {
                break;
            }
        }
        let after = (c.t - greatest.t) * side;
        let zero = after.splat(0.0);
        let is_there = zero.at_most(after).and(after.absolute().less(after.splat(SEARCH_HOURS)));
        (c, is_settled.and(is_there))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::Observer;
    use crate::eclipse::besselian::Polynomials;
    use crate::eclipse::published::APRIL_2024;
    use proptest::prelude::*;

    prop_compose! {
        /// Shadows like those that occur, and worse.
        fn shadows()(
            x0 in -1.5f64..1.5,
            x1 in 0.3f64..0.7,
            y0 in -1.7f64..1.7,
            y1 in -0.3f64..0.3,
            d in -0.45f64..0.45,
            mu in -10.0f64..10.0,
            l2 in -0.03f64..0.03,
        ) -> Polynomials {
            Polynomials {
                x: [x0, x1, 1e-5, -8e-6],
                y: [y0, y1, -1e-4, 4e-6],
                d: [d, 2.6e-4, 0.0, 0.0],
                mu: [mu, 0.261_81, 0.0, 0.0],
                l1: [0.55, 6e-5, -1e-5, 0.0],
                l2: [l2, 6e-5, -1e-5, 0.0],
                ..APRIL_2024
            }
        }
    }

    /// Found by the test below when contacts came from the iteration alone: where l2 is 0 at t0, the umbra is
    /// a point that the observer's way all but meets, and neither contact settled.
    #[test]
    fn contacts_of_an_umbra_that_is_a_point_lie_on_their_circles() {
        let shadow = Polynomials {
            x: [0.493_701_559_557_616_8, 0.3, 1e-5, -8e-6],
            y: [1.394_598_033_566_598_8, 0.118_076_266_971_125_64, -1e-4, 4e-6],
            d: [-0.426_712_732_480_098_83, 2.6e-4, 0.0, 0.0],
            mu: [2.558_681_960_342_806, 0.261_81, 0.0, 0.0],
            l1: [0.55, 6e-5, -1e-5, 0.0],
            l2: [0.0, 6e-5, -1e-5, 0.0],
            tan_f1: 0.004_67,
            tan_f2: 0.004_64,
            ..APRIL_2024
        };
        let observer = Observer::from_degrees(22.249_949_652_610_674, -114.324_275_182_831_8, 0.0);
        assert_contacts_are_in_order(&ObservedEclipse::new(&shadow, observer, 69.0));
    }

    /// Asserts that contacts, if there are any, come in order, that each lies on its circle, and that the
    /// greatest phase is the greatest.
    fn assert_contacts_are_in_order(local: &ObservedEclipse) {
        let Some(e) = local.contacts() else { return };
        assert!(e.first.t <= e.greatest.t && e.greatest.t <= e.fourth.t);
        for c in [&e.first, &e.fourth] {
            assert!((c.m - c.penumbra).abs() < 1e-7, "{} {}", c.m, c.penumbra);
        }
        if let Some(CentralContacts { second, third }) = &e.central {
            assert!(e.first.t <= second.t && second.t <= third.t && third.t <= e.fourth.t);
            for c in [second, third] {
                assert!((c.m - c.umbra.abs()).abs() < 1e-7);
            }
        }
        let most = e.greatest.magnitude();
        for t in [-1e-3, 1e-3] {
            assert!(local.at(e.greatest.t + t).magnitude() <= most + 1e-9);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn contacts_come_in_order_and_lie_on_their_circles(
            shadow in shadows(),
            latitude in -90.0f64..=90.0,
            longitude in -180.0f64..=180.0,
        ) {
            let local = ObservedEclipse::new(&shadow, Observer::from_degrees(latitude, longitude, 0.0), 69.0);
            assert_contacts_are_in_order(&local);
        }

        #[test]
        fn where_the_secant_does_not_settle_the_bracket_finds_the_same(
            shadow in shadows(),
            latitude in -90.0f64..=90.0,
            longitude in -180.0f64..=180.0,
        ) {
            let local = ObservedEclipse::new(&shadow, Observer::from_degrees(latitude, longitude, 0.0), 69.0);
            if let Some(c) = local.greatest()
                && c.m < c.penumbra
                && c.t.abs() < SEARCH_HOURS
            {
                let magnitude = |t: f64| -local.at(t).magnitude();
                let t = search::minimum(magnitude, c.t - 1.0, c.t + 1.0, TOLERANCE_HOURS).expect("finite");
                prop_assert!((t - c.t).abs() < 1e-5, "{t} {}", c.t);
            }
        }
    }
}
