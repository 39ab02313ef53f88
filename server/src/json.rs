//! JSON as the interface prints it: numbers with at most eight decimals, no trailing zeros, no negative zero, no exponent.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Appends a value to a buffer.
pub fn append(buffer: &mut Vec<u8>, value: &impl Serialize) {
    // Writing into memory does not fail, and keys are texts everywhere.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut *buffer, Rounded));
}

/// A value as bytes.
pub fn bytes(value: &impl Serialize) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(256);
    append(&mut buffer, value);
    buffer
}

/// Decimals of a number.
const DECIMALS: usize = 8;
const SCALE: f64 = 1e8;
/// Scaled numbers below this are whole in a double.
const MOST_SCALED: f64 = 9e15;

struct Rounded;

impl Formatter for Rounded {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let scaled = (value * SCALE).round();
        if scaled.abs() >= MOST_SCALED {
            // A double of this size has no more decimals than its shortest form shows.
            return write!(writer, "{value}");
        }
        let mut digits = [b'0'; 32];
        let (mut rest, mut at) = (scaled.abs() as u64, digits.len());
        let mut fraction = 0;
        // From the right: decimals as soon as one is not zero, then the whole part, at least one digit of it.
        let mut started = false;
        while fraction < DECIMALS {
            let digit = (rest % 10) as u8;
            rest /= 10;
            fraction += 1;
            if digit != 0 || started {
                started = true;
                at -= 1;
                digits[at] = b'0' + digit;
            }
        }
        if started {
            at -= 1;
            digits[at] = b'.';
        }
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if scaled < 0.0 {
            at -= 1;
            digits[at] = b'-';
        }
        writer.write_all(&digits[at..])
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
