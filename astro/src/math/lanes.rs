//! Vectors of doubles, as wide as the machine has them.
//!
//! The elementary functions take the way of `libm`, which [`Portable`] calls: the same reductions and the
//! same polynomials, with selections in the place of branches. Where a number takes a way that is rare (huge
//! or tiny, or next to a boundary of the reduction), all numbers of the vector go through `libm` one by one.
//!
//! Source: FDLIBM (Sun Microsystems 1993), `e_rem_pio2.c`, `k_sin.c`, `k_cos.c`, `e_asin.c`, `e_acos.c`,
//! `s_atan.c`, `e_atan2.c`.

use crate::math::portable::Portable;
use crate::math::real::{Mask, Real};
use pulp::Simd;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The widest vector of any machine.
pub const MAX_LANES: usize = 8;
/// Numbers of a vector as an array; those beyond its width are zero.
type Numbers = [f64; MAX_LANES];

/// A vector of doubles.
#[derive(Debug, Clone, Copy)]
pub struct Lanes<S: Simd> {
    simd: S,
    vector: S::f64s,
}

/// Yes or no for each number of a vector.
#[derive(Debug, Clone, Copy)]
pub struct LaneMask<S: Simd> {
    simd: S,
    mask: S::m64s,
}

impl<S: Simd> Lanes<S> {
    /// The first numbers of a slice; zero where it is too short.
    #[inline(always)]
    pub fn load(simd: S, numbers: &[f64]) -> Self {
        if let [vector, ..] = S::as_simd_f64s(numbers).0 {
            return Self { simd, vector: *vector };
        }
        let mut padded = [0.0; MAX_LANES];
        padded[..numbers.len()].copy_from_slice(numbers);
        Self { simd, vector: S::as_simd_f64s(&padded).0[0] }
    }

    /// Writes the numbers into a slice, as many as it has room for.
    #[inline(always)]
    pub fn store(self, numbers: &mut [f64]) {
        numbers.copy_from_slice(&self.numbers()[..numbers.len()]);
    }

    #[inline(always)]
    fn with(self, vector: S::f64s) -> Self {
        Self { vector, ..self }
    }

    #[inline(always)]
    fn mask(self, mask: S::m64s) -> LaneMask<S> {
        LaneMask { simd: self.simd, mask }
    }

    /// The numbers.
    #[inline(always)]
    pub fn numbers(self) -> Numbers {
        let mut numbers = [0.0; MAX_LANES];
        S::as_mut_simd_f64s(&mut numbers).0[0] = self.vector;
        numbers
    }

    #[inline(always)]
    fn of_numbers(self, numbers: Numbers) -> Self {
        Self::load(self.simd, &numbers[..S::F64_LANES])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(self.simd.xor_f64s(self.vector, other.vector))
    }

    /// The sign bit alone.
    #[inline(always)]
    fn sign(self) -> Self {
        self.with(self.simd.and_f64s(self.vector, self.splat(-0.0).vector))
    }

    /// The value without the lower half of its bits.
    #[inline(always)]
    fn upper_half(self) -> Self {
        let simd = self.simd;
        let bits = simd.transmute_u64s_f64s(self.vector);
        self.with(simd.transmute_f64s_u64s(simd.and_u64s(bits, simd.splat_u64s(0xffff_ffff_0000_0000))))
    }

    /// Returns whether one of its bits is set, counted as of an integer.
    #[inline(always)]
    fn has_bit(self, bit: u64) -> LaneMask<S> {
        let (simd, bit) = (self.simd, self.simd.splat_u64s(bit));
        let bits = simd.and_u64s(simd.transmute_u64s_f64s(self.vector), bit);
        self.mask(simd.equal_u64s(bits, bit))
    }

    /// `from <= self < to` for a value without sign.
    #[inline(always)]
    fn is_within(self, from: f64, to: f64) -> LaneMask<S> {
        self.splat(from).at_most(self).and(self.less(self.splat(to)))
    }

    /// c0 + x c1 + x² c2 …
    #[inline(always)]
    fn polynomial<const N: usize>(self, coefficients: [f64; N]) -> Self {
        let mut sum = self.splat(coefficients[N - 1]);
        for coefficient in coefficients[..N - 1].iter().rev() {
            sum = self * sum + *coefficient;
        }
        sum
    }

    /// The part of a sine between −π/4 and π/4 that has x³ as a factor: x² times the first, and the second.
    #[inline(always)]
    fn sine_parts(self) -> [Self; 2] {
        let z = self * self;
        let first = [8.333_333_333_322_49e-3, -1.984_126_982_985_795e-4, 2.755_731_370_707_006_8e-6];
        let second = [-2.505_076_025_340_686_3e-8, 1.589_690_995_211_55e-10];
        [z.polynomial(first) + z * (z * z) * z.polynomial(second), z * self]
    }

    /// Sine between −π/4 and π/4.
    #[inline(always)]
    fn small_sine(self) -> Self {
        let [r, v] = self.sine_parts();
        self + v * (self * self * r + SINE_1)
    }

    /// Sine of the sum with a tiny rest, between −π/4 and π/4.
    #[inline(always)]
    fn near_sine(self, rest: Self) -> Self {
        let [r, v] = self.sine_parts();
        self - ((self * self * (rest * 0.5 - v * r) - rest) - v * SINE_1)
    }

    /// Cosine of the sum with a tiny rest, between −π/4 and π/4.
    #[inline(always)]
    fn near_cosine(self, rest: Self) -> Self {
        let z = self * self;
        let w = z * z;
        let first = [4.166_666_666_666_66e-2, -1.388_888_888_887_411e-3, 2.480_158_728_947_673e-5];
        let second = [-2.755_731_435_139_066_3e-7, 2.087_572_321_298_175e-9, -1.135_964_755_778_819_5e-11];
        let r = z * z.polynomial(first) + w * w * z.polynomial(second);
        let (half, one) = (z * 0.5, z.splat(1.0));
        let w = one - half;
        w + (((one - w) - half) + (z * r - self * rest))
    }

    /// The rational function of arcsine and arccosine: R(z) of FDLIBM.
    #[inline(always)]
    fn arcsine_ratio(self) -> Self {
        let p = self
            * self.polynomial([
                1.666_666_666_666_666_6e-1,
                -3.255_658_186_224_009e-1,
                2.012_125_321_348_629_3e-1,
                -4.005_553_450_067_941e-2,
                7.915_349_942_898_145e-4,
                3.479_331_075_960_212e-5,
            ]);
        let q = self.polynomial([
            1.0,
            -2.403_394_911_734_414,
            2.020_945_760_233_505_7,
            -6.882_839_716_054_533e-1,
            7.703_815_055_590_194e-2,
        ]);
        p / q
    }
}

/// π/2 in two parts.
const HALF_PI_HIGH: f64 = FRAC_PI_2;
const HALF_PI_LOW: f64 = 6.123_233_995_736_766e-17;
/// π in two parts.
const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;
/// π/2 of `e_rem_pio2.c`: 33 bits, and the rest.
const PIO2_1: f64 = 1.570_796_326_734_125_6;
const PIO2_1T: f64 = 6.077_100_506_506_192e-11;
/// Adding it leaves the nearest integer in the low bits.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;
/// Part of an angle below which what is left of it is next to a multiple of π/2: 2⁻¹⁵.
const NEAR: f64 = 1.0 / 32_768.0;
/// The coefficient of x³ of the sine.
const SINE_1: f64 = -1.666_666_666_666_663_2e-1;
/// Below about π/4 nothing is reduced.
const UNREDUCED: f64 = f64::from_bits(0x3fe9_21fc_0000_0000);

impl<S: Simd> Real for Lanes<S> {
    type Mask = LaneMask<S>;

    #[inline(always)]
    fn splat(self, value: f64) -> Self {
        self.with(self.simd.splat_f64s(value))
    }

    #[inline(always)]
    fn less(self, other: Self) -> LaneMask<S> {
        self.mask(self.simd.less_than_f64s(self.vector, other.vector))
    }

    #[inline(always)]
    fn at_most(self, other: Self) -> LaneMask<S> {
        self.mask(self.simd.less_than_or_equal_f64s(self.vector, other.vector))
    }

    #[inline(always)]
    fn absolute(self) -> Self {
        self.with(self.simd.abs_f64s(self.vector))
    }

    #[inline(always)]
    fn square_root(self) -> Self {
        self.with(self.simd.sqrt_f64s(self.vector))
    }

    #[inline(always)]
    fn sine_cosine(self) -> (Self, Self) {
        let (x, absolute) = (self, self.absolute());
        let is_small = absolute.less(x.splat(UNREDUCED));
        let is_large = x.splat(1e-7).at_most(absolute);
        if is_small.and(is_large).all() {
            return (x.small_sine(), x.near_cosine(x.splat(0.0)));
        }
        let turns = x * std::f64::consts::FRAC_2_PI;
        let shifted = turns + TO_INTEGER;
        let n = shifted - TO_INTEGER;
        let r = x - n * PIO2_1;
        let w = n * PIO2_1T;
        let reduced = r - w;
        // Not next to a multiple of π/2, where digits cancel, nor half way between two.
        let is_usual = (absolute * NEAR).at_most(reduced.absolute()).or(is_small);
        let is_usual = is_usual.and((turns - n).absolute().less(x.splat(0.4999)));
        let is_usual = is_usual.and(absolute.less(x.splat(1e5))).and(is_large);
        if !is_usual.all() {
            let [sines, cosines] = each_sine_cosine(x.numbers());
            return (x.of_numbers(sines), x.of_numbers(cosines));
        }
        let y1 = is_small.select(x.splat(0.0), (r - reduced) - w);
        let y0 = is_small.select(x, reduced);
        let sine = is_small.select(x.small_sine(), y0.near_sine(y1));
        let cosine = y0.near_cosine(y1);
        // Odd quadrants swap the two; quadrants 2, 3 turn the sine, 1, 2 the cosine.
        let (odd, half_turn) = (shifted.has_bit(1), shifted.has_bit(2));
        let (zero, minus) = (x.splat(0.0), x.splat(-0.0));
        let turn_sine = half_turn.select(minus, zero);
        let turn_cosine = odd.select(minus, zero).xor(turn_sine);
        (odd.select(cosine, sine).xor(turn_sine), odd.select(sine, cosine).xor(turn_cosine))
    }

    #[inline(always)]
    fn arcsine(self) -> Self {
        let absolute = self.absolute();
        // |x| < 0.5, beyond 0.975, and between.
        let is_small = absolute.less(self.splat(0.5));
        if is_small.all() {
            // A tiny one is itself.
            let ratio = (self * self).arcsine_ratio();
            let is_tiny = absolute.is_within(f64::MIN_POSITIVE, f64::from_bits(0x3e50_0000_0000_0000));
            return is_tiny.select(self, self + self * ratio);
        }
        if absolute.less(self.splat(1.0)).not().any() {
            return self.of_numbers(each(self.numbers(), Portable::arcsine));
        }
        let half = (self.splat(1.0) - absolute) * 0.5;
        let z = is_small.select(self * self, half);
        let s = half.square_root();
        let r = z.arcsine_ratio();
        let f = s.upper_half();
        let c = (half - f * f) / (s + f);
        let near = self.splat(HALF_PI_HIGH) - ((s + s * r) * 2.0 - HALF_PI_LOW);
        let middle = self.splat(0.5 * HALF_PI_HIGH)
            - (s * 2.0 * r
                - (self.splat(HALF_PI_LOW) - c * 2.0)
                - (self.splat(0.5 * HALF_PI_HIGH) - f * 2.0));
        let is_near = self.splat(f64::from_bits(0x3fef_3333_0000_0000)).at_most(absolute);
        let large = is_near.select(near, middle).xor(self.sign());
        let is_tiny = absolute.is_within(f64::MIN_POSITIVE, f64::from_bits(0x3e50_0000_0000_0000));
        is_small.select(is_tiny.select(self, self + self * r), large)
    }

    #[inline(always)]
    fn arccosine(self) -> Self {
        let absolute = self.absolute();
        if absolute.is_within(f64::from_bits(0x3c60_0001_0000_0000), 1.0).not().any() {
            return self.of_numbers(each(self.numbers(), Portable::arccosine));
        }
        let is_small = absolute.less(self.splat(0.5));
        let half = (self.splat(1.0) - absolute) * 0.5;
        let z = is_small.select(self * self, half);
        let s = half.square_root();
        let r = z.arcsine_ratio();
        let small = self.splat(HALF_PI_HIGH) - (self - (self.splat(HALF_PI_LOW) - self * r));
        let negative = (self.splat(HALF_PI_HIGH) - (s + (r * s - HALF_PI_LOW))) * 2.0;
        let f = s.upper_half();
        let c = (half - f * f) / (s + f);
        let positive = (f + (r * s + c)) * 2.0;
        let large = self.less(self.splat(0.0)).select(negative, positive);
        is_small.select(small, large)
    }

    #[inline(always)]
    fn arctangent2(self, abscissa: Self) -> Self {
        let (y, x) = (self, abscissa);
        let ratio = (y / x).absolute();
        let is_usual = ratio.is_within(1e-8, 1e18);
        let is_usual = is_usual.and(x.absolute().is_within(1e-30, 1e30));
        if is_usual.not().any() {
            return y.of_numbers(each_arctangent2(y.numbers(), x.numbers()));
        }
        // The reductions of `s_atan.c` by 0.5, 1, 1.5 and infinity.
        let below = |bits: u64| ratio.less(ratio.splat(f64::from_bits(bits)));
        let below_7_16 = below(0x3fdc_0000_0000_0000);
        let below_11_16 = below(0x3fe6_0000_0000_0000);
        let below_19_16 = below(0x3ff3_0000_0000_0000);
        let below_39_16 = below(0x4003_8000_0000_0000);
        let choose = |values: [Self; 5]| {
            let [a, b, c, d, e] = values;
            let rest = below_19_16.select(c, below_39_16.select(d, e));
            below_7_16.select(a, below_11_16.select(b, rest))
        };
        let one = ratio.splat(1.0);
        let over = choose([ratio, ratio * 2.0 - 1.0, ratio - 1.0, ratio - 1.5, -one]);
        let under = choose([one, ratio + 2.0, ratio + 1.0, ratio * 1.5 + 1.0, ratio]);
        let t = over / under;
        let z = t * t;
        let w = z * z;
        let s1 = z * w.polynomial([
            3.333_333_333_333_293e-1,
            1.428_571_427_250_346_6e-1,
            9.090_887_133_436_507e-2,
            6.661_073_137_387_531e-2,
            4.976_877_994_615_932_4e-2,
            1.628_582_011_536_578_2e-2,
        ]);
        let s2 = w * w.polynomial([
            -1.999_999_999_987_648_3e-1,
            -1.111_111_040_546_235_6e-1,
            -7.691_876_205_044_83e-2,
            -5.833_570_133_790_573_5e-2,
            -3.653_157_274_421_691_5e-2,
        ]);
        let sum = t * (s1 + s2);
        let splat = |value: f64| ratio.splat(value);
        let high =
            choose([0.0, 4.636_476_090_008_061e-1, FRAC_PI_4, 9.827_937_232_473_29e-1, FRAC_PI_2].map(splat));
        let low = choose(
            [
                0.0,
                2.269_877_745_296_168_7e-17,
                3.061_616_997_868_383e-17,
                1.390_331_103_123_099_8e-17,
                6.123_233_995_736_766e-17,
            ]
            .map(splat),
        );
        let angle = below_7_16.select(t - sum, high - (sum - low - t));
        // The quadrant.
        let zero = ratio.splat(0.0);
        let behind = (angle - PI_LOW) - PI;
        let is_behind = x.less(zero);
        let is_down = y.less(zero);
        let ahead = is_down.select(-angle, angle);
        let behind = is_down.select(behind, ratio.splat(PI) - (angle - PI_LOW));
        is_behind.select(behind, ahead)
    }

    #[inline(always)]
    fn normalized(self) -> Self {
        if self.absolute().less(self.splat(TAU)).not().any() {
            return self.of_numbers(each(self.numbers(), Real::normalized));
        }
        let zero = self.splat(0.0);
        let turned = self.less(zero).select(self + TAU, self);
        turned.less(self.splat(TAU)).select(turned, zero)
    }
}

#[cold]
#[inline(never)]
fn each(mut numbers: Numbers, function: fn(f64) -> f64) -> Numbers {
    numbers.iter_mut().for_each(|x| *x = function(*x));
    numbers
}

#[cold]
#[inline(never)]
fn each_sine_cosine(numbers: Numbers) -> [Numbers; 2] {
    let both = numbers.map(Portable::sine_cosine);
    [both.map(|(sine, _)| sine), both.map(|(_, cosine)| cosine)]
}

#[cold]
#[inline(never)]
fn each_arctangent2(mut y: Numbers, x: Numbers) -> Numbers {
    y.iter_mut().zip(x).for_each(|(y, x)| *y = Portable::arctangent2(*y, x));
    y
}

macro_rules! operators {
    ($($trait:ident $method:ident $of_simd:ident;)+) => {$(
        impl<S: Simd> $trait for Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(self.simd.$of_simd(self.vector, other.vector))
            }
        }

        impl<S: Simd> $trait<f64> for Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: f64) -> Self {
                $trait::$method(self, self.splat(other))
            }
        }
    )+};
}

operators! {
    Add add add_f64s;
    Sub sub sub_f64s;
    Mul mul mul_f64s;
    Div div div_f64s;
}

impl<S: Simd> Neg for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.with(self.simd.neg_f64s(self.vector))
    }
}

impl<S: Simd> LaneMask<S> {
    /// Yes or no for each number.
    #[inline(always)]
    pub fn flags(self) -> [bool; MAX_LANES] {
        let [one, zero] =
            [1.0, 0.0].map(|value| Lanes::<S> { simd: self.simd, vector: self.simd.splat_f64s(value) });
        self.select(one, zero).numbers().map(|number| number != 0.0)
    }

    #[inline(always)]
    fn with(self, mask: S::m64s) -> Self {
        Self { mask, ..self }
    }
}

impl<S: Simd> Mask<Lanes<S>> for LaneMask<S> {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(self.simd.and_m64s(self.mask, other.mask))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(self.simd.or_m64s(self.mask, other.mask))
    }

    #[inline(always)]
    fn not(self) -> Self {
        self.with(self.simd.not_m64s(self.mask))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.simd.first_true_m64s(self.mask) < S::F64_LANES
    }

    #[inline(always)]
    fn select(self, yes: Lanes<S>, no: Lanes<S>) -> Lanes<S> {
        yes.with(self.simd.select_f64s(self.mask, yes.vector, no.vector))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::{Arch, WithSimd};

    /// The functions over pairs of numbers, against those of [`Portable`]; bits must be equal.
    struct Compare<'a>(&'a [(f64, f64)]);

    impl WithSimd for Compare<'_> {
        type Output = ();

        fn with_simd<S: Simd>(self, simd: S) {
            for chunk in self.0.chunks_exact(S::F64_LANES) {
                let load =
                    |of: fn(&(f64, f64)) -> f64| Lanes::load(simd, &chunk.iter().map(of).collect::<Vec<_>>());
                let (x, y) = (load(|pair| pair.0), load(|pair| pair.1));
                let (sine, cosine) = x.sine_cosine();
                let found = [sine, cosine, x.arcsine(), x.arccosine(), x.arctangent2(y), x.normalized()];
                let found = found.map(Lanes::numbers);
                for (k, (x, y)) in chunk.iter().enumerate() {
                    let (sine, cosine) = Portable::sine_cosine(*x);
                    let expected = [
                        sine,
                        cosine,
                        Portable::arcsine(*x),
                        Portable::arccosine(*x),
                        Portable::arctangent2(*x, *y),
                        Real::normalized(*x),
                    ];
                    for (name, (found, expected)) in ["sin", "cos", "asin", "acos", "atan2", "normal"]
                        .iter()
                        .zip(found.iter().zip(expected))
                    {
                        let is_same = found[k].to_bits() == expected.to_bits()
                            || (found[k].is_nan() && expected.is_nan());
                        assert!(is_same, "{name}({x:e}, {y:e}): {} for {expected}", found[k]);
                    }
                }
            }
        }
    }

    #[test]
    fn vectors_have_the_bits_of_single_numbers() {
        let mut random = 1u64;
        let mut uniform = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0
        };
        let finite = [0.0, -0.0, 1.0, -1.0, 0.5, 0.975, 1e-300, 5e-324, 1e300, FRAC_PI_2, PI, -TAU, 1e-9];
        let others = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 2f64.powi(-26), 2f64.powi(-57)];
        let special = [&finite[..], &others].concat();
        let pairs_of = |x: &f64| special.iter().map(|y| (*x, *y)).collect::<Vec<_>>();
        let mut pairs: Vec<(f64, f64)> = special.iter().flat_map(pairs_of).collect();
        for scale in [1e-12, 1e-6, 0.5, 1.0, 1.0, 1.0, 2.0, 4.0, 8.0, 40.0, 1e4, 1e7] {
            pairs.extend((0..50_000).map(|_| (scale * uniform(), uniform())));
        }
        // Boundaries of the reductions: multiples of π/4, 7/16, 11/16 and so on, and their neighbours.
        for k in 1..200 {
            for boundary in [f64::from(k) * PI / 4.0, f64::from(k) / 16.0] {
                for step in -20..20 {
                    pairs.push((boundary * (1.0 + f64::from(step) * 1e-7), 1.0));
                    pairs.push((f64::from_bits(boundary.to_bits().wrapping_add_signed(step.into())), -1.0));
                }
            }
        }
        // Whole vectors of usual numbers, so that none takes the way of single numbers for its neighbour.
        Arch::new().dispatch(Compare(&pairs));
        pulp::Scalar::new().vectorize(Compare(&pairs));
    }
}
