//! Trigonometric series: the sum of `A t^p sin(c0 + c1 t + c2 t² + c3 t³ + c4 t⁴)`, and its Taylor
//! expansion.
//!
//! The lunar and solar theories and the nutation are all of this form. One pass over the terms gives the
//! value **and** all derivatives: the argument of a term is linear over a few days (what the higher powers
//! add to its rate over two days is below 1e-11 rad), so the k-th derivative only multiplies the term by its
//! rate k times. An eclipse then needs one pass instead of one for each instant, and the ephemeris one for
//! every four days.
//!
//! The loops are written on blocks of plain arrays, which the compiler turns into vector instructions; `pulp`
//! picks the widest that the machine has. Sums run in a fixed order and nothing is contracted, so every
//! machine gives the same bits.

use crate::math::polynomial;

/// Terms handled together.
const BLOCK: usize = 64;
/// Partial sums: the widest vector of any machine holds eight numbers.
const LANES: usize = 8;

/// One term, as the theories are written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Power of `t` that multiplies the term.
    pub power: u8,
    /// Amplitude, in the unit of the series.
    pub amplitude: f64,
    /// Argument of the sine: radians, per power of `t`.
    pub argument: [f64; 5],
}

/// A series, laid out for fast summation.
#[derive(Debug, Clone, Default)]
pub struct Series {
    groups: Vec<TermGroup>,
    terms: usize,
}

/// Terms of one power, linear arguments apart from the others.
#[derive(Debug, Clone)]
struct TermGroup {
    power: u8,
    linear: bool,
    blocks: Vec<TermBlock>,
}

/// Terms side by side; a block that is not full ends in terms of amplitude zero.
#[derive(Debug, Clone)]
struct TermBlock {
    amplitude: [f64; BLOCK],
    argument: [[f64; BLOCK]; 5],
}

impl Series {
    /// Lays out the terms; their order affects only the rounding of the sum.
    pub fn new(terms: &[Term]) -> Self {
        let mut keys: Vec<_> = terms.iter().map(|t| (t.power, is_linear(t))).collect();
        keys.sort_unstable();
        keys.dedup();
        let groups = keys.into_iter().map(|(power, linear)| TermGroup::new(power, linear, terms)).collect();
        Self { groups, terms: terms.len() }
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.terms
    }

    /// True without any term.
    pub fn is_empty(&self) -> bool {
        self.terms == 0
    }

    /// Value at `t`, to the rounding of the arguments: 1e-9 of the amplitude at 3e6 radians, see the source
    /// of the sine in this file.
    ///
    /// ```
    /// // The leading term of the nutation in longitude, −17.20″ sin Ω, at the Ω of Meeus, Astronomical
    /// // Algorithms (1998), example 22.a: 11.2531°, used as the constant part of its argument.
    /// use astro::math::series::{Series, Term};
    /// let node = 11.2531f64.to_radians();
    /// let term = Term { power: 0, amplitude: -17.1996, argument: [node, 0.0, 0.0, 0.0, 0.0] };
    /// assert!((Series::new(&[term]).value(0.0) - -3.3564).abs() < 1e-4);
    /// ```
    pub fn value(&self, t: f64) -> f64 {
        self.taylor::<1>(t, 1.0)[0]
    }

    /// Taylor coefficients at `t` in τ = (t′ − t) / `step`, N of them.
    ///
    /// `step` in the unit of `t`; keep the fastest argument below about 3 radians per step for `N` of 16, 0.5
    /// for 8.
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> [f64; N] {
        let arch = pulp::Arch::new();
        let mut sum = [0.0; N];
        for group in &self.groups {
            let mut lanes = [[0.0; LANES]; N];
            arch.dispatch(Accumulate { group, t, step, lanes: &mut lanes });
            let coefficients = derivatives_to_taylor(&lanes);
            let shifted = times_power(coefficients, t, step, group.power);
            for (s, c) in sum.iter_mut().zip(shifted) {
                *s += c;
            }
        }
        sum
    }
}

impl TermGroup {
    fn new(power: u8, linear: bool, terms: &[Term]) -> Self {
        let mine: Vec<_> = terms.iter().filter(|t| t.power == power && is_linear(t) == linear).collect();
        let block = |terms: &[&Term]| TermBlock {
            amplitude: std::array::from_fn(|i| terms.get(i).map_or(0.0, |t| t.amplitude)),
            argument: std::array::from_fn(|k| {
                std::array::from_fn(|i| terms.get(i).map_or(0.0, |t| t.argument[k]))
            }),
        };
        Self { power, linear, blocks: mine.chunks(BLOCK).map(block).collect() }
    }

    /// Adds, per lane, the k-th derivative with respect to τ up to sign, factorial and the power of t.
    ///
    /// The derivatives of A sin φ are A cos φ · φ′, −A sin φ · φ′², −A cos φ · φ′³ …:
    /// two chains, each of which grows by φ′² from one order to the next but one. No sine is computed
    /// twice, and the sign that alternates is left to the end.
    #[inline(always)]
    fn accumulate<const N: usize>(&self, t: f64, step: f64, lanes: &mut [[f64; LANES]; N]) {
        let mut partial = *lanes;
        for TermBlock { amplitude, argument: [c0, c1, c2, c3, c4] } in &self.blocks {
            // Arguments and their rates per unit of τ. Most terms are linear; for them three powers are
            // saved.
            let mut angle = [0.0; BLOCK];
            let mut rate = [0.0; BLOCK];
            if self.linear {
                for i in 0..BLOCK {
                    angle[i] = c0[i] + t * c1[i];
                    rate[i] = step * c1[i];
                }
            } else {
                for i in 0..BLOCK {
                    angle[i] = c0[i] + t * (c1[i] + t * (c2[i] + t * (c3[i] + t * c4[i])));
                    rate[i] = step * (c1[i] + t * (2.0 * c2[i] + t * (3.0 * c3[i] + t * (4.0 * c4[i]))));
                }
            }
            // The first two links: value and first derivative.
            let mut even = [0.0; BLOCK];
            let mut odd = [0.0; BLOCK];
            for i in 0..BLOCK {
                let (s, c) = sin_cos(angle[i]);
                even[i] = amplitude[i] * s;
                odd[i] = amplitude[i] * c * rate[i];
            }
            // Eight terms at a time go down both chains; each lane keeps sums of its own, so that the order
            // of summation, and with it every bit, is the same whatever the width of the machine's vectors.
            let rows = even
                .as_chunks::<LANES>()
                .0
                .iter()
                .zip(odd.as_chunks::<LANES>().0)
                .zip(rate.as_chunks::<LANES>().0);
            for ((even, odd), rate) in rows {
                let (mut even, mut odd, mut square) = (*even, *odd, *rate);
                for s in &mut square {
                    *s *= *s;
                }
                for pair in partial.chunks_mut(2) {
                    for l in 0..LANES {
                        pair[0][l] += even[l];
                        even[l] *= square[l];
                    }
                    if let Some(second) = pair.get_mut(1) {
                        for l in 0..LANES {
                            second[l] += odd[l];
                            odd[l] *= square[l];
                        }
                    }
                }
            }
        }
        *lanes = partial;
    }
}

/// One group's work, so that `pulp` compiles it once for every instruction set.
struct Accumulate<'a, const N: usize> {
    group: &'a TermGroup,
    t: f64,
    step: f64,
    lanes: &'a mut [[f64; LANES]; N],
}

impl<const N: usize> pulp::WithSimd for Accumulate<'_, N> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.group.accumulate(self.t, self.step, self.lanes);
    }
}

fn is_linear(t: &Term) -> bool {
    t.argument[2..].iter().all(|&c| c == 0.0)
}

/// d^k/dτ^k of a sine: sin, cos, −sin, −cos, …; divided by k!.
fn derivatives_to_taylor<const N: usize>(lanes: &[[f64; LANES]; N]) -> [f64; N] {
    let mut factorial = 1.0;
    std::array::from_fn(|k| {
        if k > 0 {
            factorial *= k as f64;
        }
        let sign = if k % 4 < 2 { 1.0 } else { -1.0 };
        sign * lanes[k].iter().sum::<f64>() / factorial
    })
}

/// Multiplies a Taylor polynomial in τ by (t + step τ)^power.
fn times_power<const N: usize>(mut c: [f64; N], t: f64, step: f64, power: u8) -> [f64; N] {
    let mut factor = [0.0; N];
    factor[0] = t;
    if N > 1 {
        factor[1] = step;
    }
    for _ in 0..power {
        c = polynomial::product_truncated(&c, &factor);
    }
    c
}

/// Sine and cosine without a branch, for |x| below 3e6; error below 1e-9 rad × |x| / 3e6, that is the
/// rounding of `x` itself.
///
/// Argument reduction and kernel polynomials of FDLIBM (Sun Microsystems 1993, `k_sin.c`, `k_cos.c`,
/// `e_rem_pio2.c`).
#[inline(always)]
fn sin_cos(x: f64) -> (f64, f64) {
    // 1.5 · 2^52: adding it leaves the nearest integer in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const HALF_PI_HIGH: f64 = 1.570_796_326_734_125_6; // 33 bits
    const HALF_PI_LOW: f64 = 6.077_100_506_506_192e-11;
    let shifted = x * std::f64::consts::FRAC_2_PI + ROUND;
    let quadrant = shifted.to_bits();
    let n = shifted - ROUND;
    let r = (x - n * HALF_PI_HIGH) - n * HALF_PI_LOW;
    let z = r * r;
    let sin = r + r
        * z
        * (-1.666_666_666_666_663_2e-1
            + z * (8.333_333_333_322_49e-3
                + z * (-1.984_126_982_985_795e-4
                    + z * (2.755_731_370_707_006_8e-6
                        + z * (-2.505_076_025_340_686_3e-8 + z * 1.589_690_995_211_55e-10)))));
    let cos = 1.0 - 0.5 * z
        + z * z
            * (4.166_666_666_666_66e-2
                + z * (-1.388_888_888_887_411e-3
                    + z * (2.480_158_728_947_673e-5
                        + z * (-2.755_731_435_139_066_3e-7
                            + z * (2.087_572_321_298_175e-9 + z * -1.135_964_755_778_819_5e-11)))));
    // Odd quadrants swap the two; quadrants 2, 3 turn the sine, 1, 2 the cosine.
    let swap = (quadrant & 1).wrapping_neg();
    let (s, c) = (sin.to_bits(), cos.to_bits());
    let flip_sin = (quadrant & 2) << 62;
    let flip_cos = (quadrant.wrapping_add(1) & 2) << 62;
    let sine = ((s & !swap) | (c & swap)) ^ flip_sin;
    let cosine = ((c & !swap) | (s & swap)) ^ flip_cos;
    (f64::from_bits(sine), f64::from_bits(cosine))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sine_and_cosine_agree_with_the_library(x in -3e6f64..3e6) {
            let (s, c) = sin_cos(x);
            prop_assert!((s - x.sin()).abs() < 2e-15 + x.abs() * 1e-16, "{x}: {s} {}", x.sin());
            prop_assert!((c - x.cos()).abs() < 2e-15 + x.abs() * 1e-16, "{x}: {c} {}", x.cos());
        }

        #[test]
        fn the_expansion_predicts_the_neighbourhood(
            a in 1.0f64..5.0,
            rate in -3.0f64..3.0,
            power in 0u8..3,
            t in -3.0f64..3.0,
            tau in -0.5f64..0.5,
        ) {
            let terms = [Term { power, amplitude: a, argument: [0.3, rate, 0.0, 0.0, 0.0] }];
            let series = Series::new(&terms);
            let direct = series.value(t + 0.1 * tau);
            let expanded = polynomial::value(&series.taylor::<10>(t, 0.1), tau);
            prop_assert!((direct - expanded).abs() < 1e-11);
            let expected = a * (t + 0.1 * tau).powi(power.into()) * (0.3 + rate * (t + 0.1 * tau)).sin();
            prop_assert!((direct - expected).abs() < 1e-12);
        }
    }
}
