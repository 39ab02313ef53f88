//! Values of headers that are made for every answer: a few words and digits, without the machinery of
//! formatting.

use crate::accounts::plan::Credits;
use hyper::header::HeaderValue;

const MOST: usize = 64;

/// A value in the making. What does not fit is left out; none of ours is as long.
pub struct ShortValue {
    bytes: [u8; MOST],
    length: usize,
}

impl ShortValue {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { bytes: [0; MOST], length: 0 }
    }

    /// Appends text.
    pub fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if let Some(place) = self.bytes.get_mut(self.length..self.length + text.len()) {
            place.copy_from_slice(text);
            self.length += text.len();
        }
        self
    }

    /// Appends a whole number.
    pub fn number(self, number: u64) -> Self {
        self.text(itoa::Buffer::new().format(number))
    }

    /// Appends credits, without zeros at the end.
    pub fn credits(self, credits: Credits) -> Self {
        if credits.0 % 1000 != 0 || credits.0 < 0 {
            return self.text(&credits.to_string());
        }
        self.number(credits.0.unsigned_abs() / 1000)
    }

    /// The value.
    pub fn value(self) -> HeaderValue {
        // Letters, digits and punctuation: always a header value.
        HeaderValue::from_bytes(&self.bytes[..self.length]).unwrap_or(HeaderValue::from_static(""))
    }
}

impl Default for ShortValue {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_credits_are_written_as_usual() {
        for number in [0, 7, 10, 99, 100, u64::from(u32::MAX), u64::MAX] {
            assert_eq!(ShortValue::new().text("r=").number(number).value(), format!("r={number}").as_str());
        }
        for credits in [0, 1, 500, 1000, 1500, 123_000, 9_999_999_500, -500, -1000] {
            assert_eq!(
                ShortValue::new().credits(Credits(credits)).value(),
                Credits(credits).to_string().as_str()
            );
        }
        assert_eq!(ShortValue::new().text("a").text(&"x".repeat(64)).value(), "a");
    }
}
