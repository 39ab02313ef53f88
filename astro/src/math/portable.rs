//! Elementary functions with the same bits on every machine.
//!
//! IEEE 754 fixes the four operations and the square root, but not the sine. The functions of the standard
//! library are those of the platform: two systems, or a program and a browser, differ in the last bit. The
//! crate uses these instead, so that a result has the same bits wherever it is computed; a lint forbids the
//! others.

/// Elementary functions of `libm`, a translation of musl's; each is within one unit of the last place.
pub trait Portable {
    /// Sine of an angle in radians.
    fn sine(self) -> Self;
    /// Cosine of an angle in radians.
    fn cosine(self) -> Self;
    /// Sine and cosine of an angle in radians.
    fn sine_cosine(self) -> (Self, Self)
    where
        Self: Sized;
    /// Tangent of an angle in radians.
    fn tangent(self) -> Self;
    /// Angle of a sine, −π/2 … π/2.
    fn arcsine(self) -> Self;
    /// Angle of a cosine, 0 … π.
    fn arccosine(self) -> Self;
    /// Angle of a tangent, −π/2 … π/2.
    fn arctangent(self) -> Self;
    /// Angle of the direction with this ordinate and an abscissa, −π … π.
    fn arctangent2(self, abscissa: Self) -> Self;
    /// Length of the vector with two coordinates, whose squares must be finite.
    fn hypotenuse(self, other: Self) -> Self;
    /// Error function, 2/√π ∫ e^(−t²) dt from 0.
    fn error_function(self) -> Self;
    /// Power of e.
    fn exponential(self) -> Self;
    /// Logarithm to the base 10.
    fn logarithm10(self) -> Self;
    /// Power with a real exponent.
    fn power(self, exponent: Self) -> Self;
    /// Power with an integral exponent.
    fn integer_power(self, exponent: i32) -> Self;
}

impl Portable for f64 {
    #[inline]
    fn sine(self) -> Self {
        libm::sin(self)
    }

    #[inline]
    fn cosine(self) -> Self {
        libm::cos(self)
    }

    #[inline]
    fn sine_cosine(self) -> (Self, Self) {
        libm::sincos(self)
    }

    #[inline]
    fn tangent(self) -> Self {
        libm::tan(self)
    }

    #[inline]
    fn arcsine(self) -> Self {
        libm::asin(self)
    }

    #[inline]
    fn arccosine(self) -> Self {
        libm::acos(self)
    }

    #[inline]
    fn arctangent(self) -> Self {
        libm::atan(self)
    }

    #[inline]
    fn arctangent2(self, abscissa: Self) -> Self {
        libm::atan2(self, abscissa)
    }

    #[inline]
    fn hypotenuse(self, other: Self) -> Self {
        (self * self + other * other).sqrt()
    }

    #[inline]
    fn error_function(self) -> Self {
        libm::erf(self)
    }

    #[inline]
    fn exponential(self) -> Self {
        libm::exp(self)
    }

    #[inline]
    fn logarithm10(self) -> Self {
        libm::log10(self)
    }

    #[inline]
    fn power(self, exponent: Self) -> Self {
        libm::pow(self, exponent)
    }

    #[inline]
    fn integer_power(self, exponent: i32) -> Self {
        let (mut square, mut rest, mut product) = (self, exponent.unsigned_abs(), 1.0);
        while rest > 0 {
            if rest % 2 == 1 {
                product *= square;
            }
            square *= square;
            rest /= 2;
        }
        if exponent < 0 { 1.0 / product } else { product }
    }
}
