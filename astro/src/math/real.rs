//! Numbers that formulas are written for: one double, or a vector of them.
//!
//! A formula that is generic over [`Real`] gives each number of a vector the bits that it gives a single
//! double: the four operations and the square root are IEEE's, nothing is contracted, and the elementary
//! functions are those of [`Portable`].

use crate::math::angle;
use crate::math::portable::Portable;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// One double, or several side by side.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<f64, Output = Self>
    + Sub<f64, Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// Yes or no for each number.
    type Mask: Mask<Self>;

    /// Returns this value in all numbers.
    fn splat(self, value: f64) -> Self;
    /// Compares: less.
    fn less(self, other: Self) -> Self::Mask;
    /// Compares: less or equal.
    fn at_most(self, other: Self) -> Self::Mask;
    /// The value without its sign.
    fn absolute(self) -> Self;
    /// Square root.
    fn square_root(self) -> Self;
    /// Sine and cosine of an angle in radians.
    fn sine_cosine(self) -> (Self, Self);
    /// Angle of a sine, −π/2 … π/2.
    fn arcsine(self) -> Self;
    /// Angle of a cosine, 0 … π.
    fn arccosine(self) -> Self;
    /// Angle of the direction with this ordinate and an abscissa, −π … π.
    fn arctangent2(self, abscissa: Self) -> Self;
    /// The angle in 0 … 2π (2π excluded).
    fn normalized(self) -> Self;

    /// Length of the vector with two coordinates, whose squares must be finite.
    #[inline(always)]
    fn hypotenuse(self, other: Self) -> Self {
        (self * self + other * other).square_root()
    }

    /// The nearest value between two limits.
    #[inline(always)]
    fn clamped(self, least: f64, greatest: f64) -> Self {
        let (least, greatest) = (self.splat(least), self.splat(greatest));
        let raised = self.less(least).select(least, self);
        greatest.less(raised).select(greatest, raised)
    }

    /// The angle in degrees.
    #[inline(always)]
    fn degrees(self) -> Self {
        // As `f64::to_degrees`.
        self * (180.0 / std::f64::consts::PI)
    }
}

/// Yes or no for each number of a [`Real`].
pub trait Mask<R>: Copy {
    /// Both.
    fn and(self, other: Self) -> Self;
    /// One of them at least.
    fn or(self, other: Self) -> Self;
    /// The opposite.
    fn not(self) -> Self;
    /// Returns whether it is true for any number.
    fn any(self) -> bool;
    /// For each number the first value where it is yes, otherwise the second.
    fn select(self, yes: R, no: R) -> R;

    /// Returns whether it is true for all numbers.
    #[inline(always)]
    fn all(self) -> bool {
        !self.not().any()
    }
}

impl Real for f64 {
    type Mask = bool;

    #[inline(always)]
    fn splat(self, value: f64) -> Self {
        value
    }

    #[inline(always)]
    fn less(self, other: Self) -> bool {
        self < other
    }

    #[inline(always)]
    fn at_most(self, other: Self) -> bool {
        self <= other
    }

    #[inline(always)]
    fn absolute(self) -> Self {
        self.abs()
    }

    #[inline(always)]
    fn square_root(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn sine_cosine(self) -> (Self, Self) {
        Portable::sine_cosine(self)
    }

    #[inline(always)]
    fn arcsine(self) -> Self {
        Portable::arcsine(self)
    }

    #[inline(always)]
    fn arccosine(self) -> Self {
        Portable::arccosine(self)
    }

    #[inline(always)]
    fn arctangent2(self, abscissa: Self) -> Self {
        Portable::arctangent2(self, abscissa)
    }

    #[inline(always)]
    fn normalized(self) -> Self {
        angle::normalize(self)
    }
}

impl Mask<f64> for bool {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self && other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self || other
    }

    #[inline(always)]
    fn not(self) -> Self {
        !self
    }

    #[inline(always)]
    fn any(self) -> bool {
        self
    }

    #[inline(always)]
    fn select(self, yes: f64, no: f64) -> f64 {
        if self { yes } else { no }
    }
}
