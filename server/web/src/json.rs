//! JSON of the API: numbers with at most eight decimals and no trailing zeros, negative zero or exponent.

use crate::turns::pause;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Default maximum of decimals.
const DECIMALS: usize = 8;

/// Appends a value to a buffer; numbers have at most eight decimals.
pub fn append(buffer: &mut Vec<u8>, value: &impl Serialize) {
    append_rounded::<DECIMALS>(buffer, value);
}

/// Appends a value to a buffer; numbers have at most this many decimals, from 1 to 9.
pub fn append_rounded<const DECIMALS: usize>(buffer: &mut Vec<u8>, value: &impl Serialize) {
    value
        .serialize(&mut Serializer::with_formatter(buffer, Rounded::<DECIMALS>))
        .expect("memory takes all that is written, and the keys of all maps are texts");
}

/// Returns a value as JSON; numbers have at most eight decimals.
pub fn bytes(value: &impl Serialize) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(256);
    append(&mut buffer, value);
    buffer
}

/// Scaled numbers below this convert to integers exactly (2⁵³ is 9.007e15).
const MAX_SCALED: f64 = 9e15;

/// Writes numbers with a maximum number of decimals.
struct Rounded<const DECIMALS: usize>;

impl<const DECIMALS: usize> Rounded<DECIMALS> {
    const SCALE_WHOLE: u64 = 10u64.pow(DECIMALS as u32);
    const SCALE: f64 = Self::SCALE_WHOLE as f64;
}

/// The two digits of each number from 00 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

impl<const DECIMALS: usize> Formatter for Rounded<DECIMALS> {
    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        pause();
        Ok(())
    }

    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let scaled = value * Self::SCALE;
        if scaled.abs() >= MAX_SCALED {
            // A double of this size has no more decimals than its shortest form shows.
            return write!(writer, "{value}");
        }
        // Half away from zero, as `round` does, without a call.
        let scaled = (scaled + 0.5f64.copysign(scaled)) as i64;
        let (whole, fraction) =
            (scaled.unsigned_abs() / Self::SCALE_WHOLE, (scaled.unsigned_abs() % Self::SCALE_WHOLE) as u32);
        // From the right, two digits at a time: nine places for the decimals, the rest for the point, the
        // whole part and the sign.
        let mut digits = [b'0'; 33];
        let mut at = digits.len() - 10;
        let mut end = at;
        if fraction > 0 {
            // As a number of nine decimals, whose last zeros are then cut off.
            let billionths = fraction * (1_000_000_000 / Self::SCALE_WHOLE) as u32;
            digits[at] = b'.';
            for (k, pair) in [
                billionths / 10_000_000,
                billionths / 100_000 % 100,
                billionths / 1000 % 100,
                billionths / 10 % 100,
            ]
            .into_iter()
            .enumerate()
            {
                digits[at + 1 + 2 * k..at + 3 + 2 * k].copy_from_slice(&PAIRS[pair as usize]);
            }
            digits[at + 9] = b'0' + (billionths % 10) as u8;
            end = digits.len();
            while digits[end - 1] == b'0' {
                end -= 1;
            }
        }
        let mut rest = whole;
        while rest >= 100 {
            at -= 2;
            digits[at..at + 2].copy_from_slice(&PAIRS[(rest % 100) as usize]);
            rest /= 100;
        }
        if rest >= 10 {
            at -= 2;
            digits[at..at + 2].copy_from_slice(&PAIRS[rest as usize]);
        } else {
            at -= 1;
            digits[at] = b'0' + rest as u8;
        }
        if scaled < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        writer.write_all(&digits[at..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(value: f64) -> String {
        String::from_utf8(bytes(&value)).expect("UTF-8")
    }

    #[test]
    fn numbers_are_plain() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-1e-12, "0"),
            (1.0, "1"),
            (-120.5, "-120.5"),
            (1e-8, "0.00000001"),
            (0.123_456_789_4, "0.12345679"),
            (2_460_408.5, "2460408.5"),
            (149_597_870.7, "149597870.7"),
            (1e20, "100000000000000000000"),
            (f64::NAN, "null"),
        ] {
            assert_eq!(text(value), expected);
        }
    }

    proptest! {
        #[test]
        fn a_number_is_read_back_to_half_of_the_last_decimal(value in -1e9f64..1e9) {
            let again: f64 = text(value).parse().expect("a number");
            prop_assert!((again - value).abs() <= 0.500_000_1e-8 + value.abs() * 1e-15);
            prop_assert!(!text(value).contains('e') && !text(value).starts_with("-0 "));
        }
    }
}
