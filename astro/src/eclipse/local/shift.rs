//! The change of an observer's instants with ΔT or with the place of the shadow.

use crate::constants::SECONDS_PER_HOUR;
use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::local::circumstances::Circumstances;

/// Effect of a small change on a contact or on greatest eclipse, to first order.
///
/// At a contact where the limbs nearly graze, the figures grow beyond all bounds, and first order says
/// little: see [`Shift::of_contact`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// Seconds of UT by which the instant comes later for each second of ΔT.
    pub per_delta_t: f64,
    /// Seconds by which it comes earlier or later for each Earth radius by which the shadow lies elsewhere
    /// on the fundamental plane, in the direction that matters.
    pub per_earth_radius: f64,
}

/// A limb that moves across the other more slowly than this part of the Moon's whole speed grazes it.
const GRAZING: f64 = 0.05;

impl Shift {
    /// Returns the shift of a contact; none where the limbs graze.
    ///
    /// ΔT turns the observer: ξ and η change with the hour angle as Explanatory Supplement (2013), eqs.
    /// 11.36, say. What that does to the radius of the cones, 0.5 % of it, is left out.
    pub fn of_contact(c: &Circumstances) -> Option<Self> {
        let speed = c.approach / c.m;
        let (u, v) = turned(c);
        let later = -(c.u * u + c.v * v) / c.m / speed;
        (speed.abs() > GRAZING * c.n).then(|| Self::new(later, speed))
    }

    /// Returns the shift of a contact of limbs that meet in a direction from their centres (east, north),
    /// such as that of a valley of the Moon, or in the opposite one; none where they graze there.
    pub fn towards(c: &Circumstances, [east, north]: [f64; 2]) -> Option<Self> {
        let speed = c.u_rate * east + c.v_rate * north;
        let (u, v) = turned(c);
        let later = -(u * east + v * north) / speed;
        (speed.abs() > GRAZING * c.n).then(|| Self::new(later, speed))
    }

    /// Returns the shift of greatest eclipse, an approximation.
    ///
    /// This assumes that greatest eclipse is the observer's nearest approach to the axis, which is minutes
    /// from the greatest magnitude at most, and that the motion past the axis is straight and unchanged. It
    /// neglects the change of u′ and v′ by ΔT, which matters more the farther the axis passes, and of the
    /// shadow's place only the part along the motion counts.
    pub fn of_greatest(c: &Circumstances) -> Self {
        let (u, v) = turned(c);
        Self::new(-(u * c.u_rate + v * c.v_rate) / (c.n * c.n), c.n)
    }

    /// `later`: hours of TD for each second of ΔT. `speed`: Earth radii per hour.
    fn new(later: f64, speed: f64) -> Self {
        Self { per_delta_t: later * SECONDS_PER_HOUR - 1.0, per_earth_radius: SECONDS_PER_HOUR / speed.abs() }
    }
}

/// Rates of u and v for each second of ΔT, Earth radii.
fn turned(c: &Circumstances) -> (f64, f64) {
    let angle = angle_in_delta_t(1.0);
    (angle * (c.zeta * c.cos_d - c.eta * c.sin_d), angle * c.xi * c.sin_d)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earth::Observer;
    use crate::eclipse::besselian::Polynomials;
    use crate::eclipse::local::ObservedEclipse;
    use crate::eclipse::published::APRIL_2024;

    /// Seconds of UT after t0 of C1, C2, greatest eclipse, C3 and C4, with their shifts.
    fn instants(elements: &Polynomials, delta_t_s: f64) -> [(f64, Shift); 5] {
        let observer = Observer::from_degrees(25.29, -104.15, 0.0);
        let local = ObservedEclipse::new(elements, observer, delta_t_s);
        let seen = local.contacts().expect("an eclipse");
        let central = seen.central.expect("a total one");
        let contact = |c: &Circumstances| {
            (c.t * SECONDS_PER_HOUR - delta_t_s, Shift::of_contact(c).expect("no grazing"))
        };
        let greatest = seen.greatest.t * SECONDS_PER_HOUR - delta_t_s;
        [
            contact(&seen.first),
            contact(&central.second),
            (greatest, Shift::of_greatest(&seen.greatest)),
            contact(&central.third),
            contact(&seen.fourth),
        ]
    }

    #[test]
    fn another_delta_t_moves_instants_as_foretold() {
        /// Tolerance for ten seconds: the second order in them, and the part of the cones that is left out.
        const TOLERANCE_S: f64 = 0.15;
        let pairs = instants(&APRIL_2024, 69.2).into_iter().zip(instants(&APRIL_2024, 79.2));
        for (number, ((before, shift), (after, _))) in pairs.enumerate() {
            let moved = after - before;
            assert!((moved - 10.0 * shift.per_delta_t).abs() < TOLERANCE_S, "{number}: {moved} {shift:?}");
            assert!(moved < -10.0, "the Earth has turned towards the shadow: {moved}");
        }
    }

    #[test]
    fn a_shadow_elsewhere_moves_instants_as_foretold_at_most() {
        /// Earth radii: 64 m.
        const ASIDE: f64 = 1e-5;
        let mut most = [0.0f64; 5];
        for k in 0..36 {
            let (sin, cos) = (f64::from(k) * 10.0).to_radians().sin_cos();
            let mut other = APRIL_2024;
            other.x[0] += ASIDE * cos;
            other.y[0] += ASIDE * sin;
            let pairs = instants(&APRIL_2024, 69.2).into_iter().zip(instants(&other, 69.2));
            for (most, ((before, _), (after, _))) in most.iter_mut().zip(pairs) {
                *most = most.max((after - before).abs());
            }
        }
        for (most, (_, shift)) in most.into_iter().zip(instants(&APRIL_2024, 69.2)) {
            let foretold = ASIDE * shift.per_earth_radius;
            assert!((most / foretold - 1.0).abs() < 0.05, "{most} s, foretold {foretold} s");
        }
    }
}
