//! Numbers as parameters, and in words.

use crate::api::date_time;
use crate::api::input::MAX_ITEMS;
use crate::api::prelude::*;
use crate::api::value::Value;
use astro::constants::UNIX_EPOCH_JD;
use utoipa::{Number, PartialSchema};

/// The first and the last Julian Day that has a date: those that an ECMAScript date can express.
pub(crate) const JULIAN_DAYS: [f64; 2] = [UNIX_EPOCH_JD - 100_000_000.0, UNIX_EPOCH_JD + 100_000_000.0];

impl Value for f64 {
    type Echo = Self;

    fn accepted(p: &Parameter) -> Accepted {
        let [from, to] = p.bounds;
        Accepted {
            schema: json!({ "type": "number", "minimum": from, "maximum": to }),
            words: format!("Number, {} to {}", shown(from), shown(to)),
        }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = |text: &str| {
            let is_date = p.bounds == JULIAN_DAYS && date_time::parse(text).is_some();
            let hint = if is_date { "; /julian-day gives that of a date" } else { "" };
            format!("must be a number from {} to {}{hint}", p.bounds[0], p.bounds[1])
        };
        input.parse(p, |text| within(text, p.bounds), right)
    }

    fn echo(&self) -> impl Serialize {
        self
    }
}

/// Separated by commas, or the parameter repeated; each number once, in the order given.
impl Value for Vec<f64> {
    const IS_LIST: bool = true;
    type Echo = [f64];

    fn accepted(p: &Parameter) -> Accepted {
        let [from, to] = p.bounds;
        let items = json!({ "type": "number", "minimum": from, "maximum": to });
        Accepted {
            schema: json!({ "type": "array", "items": items, "minItems": 1, "maxItems": MAX_ITEMS }),
            words: format!(
                "Numbers from {} to {}, with commas between, at most {MAX_ITEMS}",
                shown(from),
                shown(to)
            ),
        }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = || format!("a number from {} to {}", p.bounds[0], p.bounds[1]);
        input.list(p, "numbers", |text| within(text, p.bounds), right)
    }

    fn echo(&self) -> impl Serialize {
        self
    }
}

/// Two numbers within bounds, the lesser first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MinMax(pub(crate) [f64; 2]);

impl Value for MinMax {
    type Echo = [f64];

    fn accepted(p: &Parameter) -> Accepted {
        let [from, to] = p.bounds.map(shown);
        Accepted::described(format!("`MIN,MAX`: two numbers from {from} to {to}, the lesser first"))
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let [from, to] = p.bounds;
        let parse = |text: &str| match decimals(text)?[..] {
            [min, max] if from <= min && min <= max && max <= to => Some(Self([min, max])),
            _ => None,
        };
        let right = |_: &str| format!("must be MIN,MAX: two numbers from {from} to {to}, the lesser first");
        input.parse(p, parse, right)
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

/// Implements [`Value`] for whole numbers; the schema of the echo has the bounds of the parameter.
macro_rules! whole {
    ($type:ty) => {
        impl Value for $type {
            type Echo = Self;

            fn accepted(p: &Parameter) -> Accepted {
                let [from, to] = p.bounds.map(|bound| bound as i64);
                Accepted {
                    schema: json!({ "type": "integer", "minimum": from, "maximum": to }),
                    words: format!("Whole number, {} to {}", shown_whole(from), shown_whole(to)),
                }
            }

            fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
                read_whole(input, p).and_then(|value| value.try_into().ok())
            }

            fn echo(&self) -> impl Serialize {
                *self
            }

            fn schema(p: &Parameter) -> RefOr<Schema> {
                let mut schema = <Self as PartialSchema>::schema();
                if let RefOr::T(Schema::Object(object)) = &mut schema {
                    let [from, to] = p.bounds.map(|bound| Some(Number::Int(bound as isize)));
                    (object.minimum, object.maximum) = (from, to);
                }
                schema
            }
        }
    };
}

whole!(i64);
whole!(i32);
whole!(u32);

fn read_whole(input: &mut Input, p: &Parameter) -> Option<i64> {
    let [from, to] = p.bounds.map(|bound| bound as i64);
    let parse = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_whole = digits.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|n| is_whole && (from..=to).contains(n))
    };
    input.parse(p, parse, |_| format!("must be a whole number from {from} to {to}"))
}

fn within(text: &str, [from, to]: [f64; 2]) -> Option<f64> {
    decimal(text).filter(|n| (from..=to).contains(n))
}

/// A decimal number as JSON has it, with a sign and leading zeros allowed; never infinite, and −0 is 0.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_matches(' ');
    let looks = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    (looks && text.bytes().any(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
        .filter(|n: &f64| n.is_finite())
        .map(|n| n + 0.0)
}

/// Decimal numbers with commas between them.
pub(crate) fn decimals(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(decimal).collect()
}

/// A number with a true minus and thousands separators.
pub(crate) fn shown(value: f64) -> String {
    let text = value.abs().to_string();
    let (whole, part) = text.split_once('.').map_or((text.as_str(), None), |(w, p)| (w, Some(p)));
    let sign = if value < 0.0 { "−" } else { "" };
    let part = part.map_or_else(String::new, |part| format!(".{part}"));
    format!("{sign}{}{part}", thousands(whole))
}

/// A whole number with a true minus and thousands separators.
pub(crate) fn shown_whole(value: i64) -> String {
    let sign = if value < 0 { "−" } else { "" };
    format!("{sign}{}", thousands(&value.unsigned_abs().to_string()))
}

/// Digits in groups of three. Numbers of four digits have no separator, because years have none.
fn thousands(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let group = |(k, digit): (usize, char)| {
        let is_first_of_three = k > 0 && (digits.len() - k).is_multiple_of(3);
        is_first_of_three.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators_and_a_true_minus() {
        for (value, text) in [
            (-97_559_412.5, "−97,559,412.5"),
            (0.0, "0"),
            (3000.0, "3000"),
            (1e9, "1,000,000,000"),
            (1.5, "1.5"),
        ] {
            assert_eq!(shown(value), text);
        }
        assert_eq!((shown_whole(-12_000), shown_whole(-1999)), ("−12,000".into(), "−1999".into()));
    }
}
