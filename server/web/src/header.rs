//! Values of headers that every response needs, built without `format!` and its allocations.

use hyper::header::HeaderValue;

/// Capacity of a value, on the stack. No header that the server builds is longer.
const MAX_BYTES: usize = 64;

/// Builds a header value of at most 64 bytes.
pub struct ShortValue {
    bytes: [u8; MAX_BYTES],
    length: usize,
}

impl Default for ShortValue {
    fn default() -> Self {
        Self { bytes: [0; MAX_BYTES], length: 0 }
    }
}

impl ShortValue {
    /// Appends a text to the value. Panics beyond 64 bytes.
    pub fn text(mut self, text: &str) -> Self {
        let end = self.length + text.len();
        let place = self.bytes.get_mut(self.length..end).expect("a short value has at most 64 bytes");
        place.copy_from_slice(text.as_bytes());
        self.length = end;
        self
    }

    /// Appends a whole number to the value.
    pub fn number(self, number: u64) -> Self {
        self.text(itoa::Buffer::new().format(number))
    }

    /// Appends a number of thousandths to the value, as a decimal number without zeros at its end.
    pub fn thousandths(self, thousandths: i64) -> Self {
        let (whole, part) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
        let value = self.text(if thousandths < 0 { "-" } else { "" }).number(whole);
        if part == 0 {
            return value;
        }
        let digits = [part / 100, part / 10 % 10, part % 10].map(|digit| b'0' + digit as u8);
        let digits = std::str::from_utf8(&digits).expect("digits are ASCII");
        value.text(".").text(digits.trim_end_matches('0'))
    }

    /// The finished value.
    pub fn value(self) -> HeaderValue {
        HeaderValue::from_bytes(&self.bytes[..self.length])
            .expect("letters, digits and punctuation are a header value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_usual() {
        for number in [0, 7, 10, 99, 100, u64::MAX] {
            let value = ShortValue::default().text("r=").number(number).value();
            assert_eq!(value, format!("r={number}").as_str());
        }
        for (thousandths, text) in [
            (0, "0"),
            (1, "0.001"),
            (1250, "1.25"),
            (123_000, "123"),
            (9_999_999_050, "9999999.05"),
            (-500, "-0.5"),
            (-1000, "-1"),
        ] {
            assert_eq!(ShortValue::default().thousandths(thousandths).value(), text);
        }
    }

    #[test]
    #[should_panic(expected = "at most 64 bytes")]
    fn a_value_is_never_shortened_in_silence() {
        let _ = ShortValue::default().text("a").text(&"x".repeat(64));
    }
}
