//! The initial instant of the simulator.

use crate::api::instant::read_date;
use crate::api::value::Value;
use crate::endpoints::prelude::*;
use crate::pages::widget::shared::contacts::Local;
use crate::pages::widget::shared::words;

/// The simulator begins this long before the first contact.
const BEFORE_MS: i64 = 60_000;
/// Maximum distance of the initial instant from greatest eclipse.
const MAX_MS: i64 = 12 * 3_600_000;
/// Contacts that an instant can refer to.
const KEYS: [&str; 5] = ["C1", "C2", "max", "C3", "C4"];

/// A requested instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Start {
    At(Instant),
    Contact { key: &'static str, after_ms: i64 },
}

impl Start {
    /// Parses a date, or a contact in upper or lower case with an optional offset in seconds.
    fn parse(input: &mut Input, text: &str) -> Option<Self> {
        let begins = |key: &&str| text.get(..key.len()).is_some_and(|word| word.eq_ignore_ascii_case(key));
        let Some(key) = KEYS.into_iter().find(begins) else {
            return read_date(input, text).map(Self::At);
        };
        // A plus sign in a query decodes to a space.
        let mut rest = text[key.len()..].chars();
        let sign = match rest.next() {
            None => return Some(Self::Contact { key, after_ms: 0 }),
            Some('-') => -1.0,
            Some('+' | ' ') => 1.0,
            Some(_) => return None,
        };
        let digits = rest.as_str();
        let is_number = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let seconds = digits.parse::<f64>().ok().filter(|_| is_number)?;
        let after_ms = (sign * seconds * 1000.0).round() as i64;
        (after_ms.abs() <= MAX_MS).then_some(Self::Contact { key, after_ms })
    }
}

impl Value for Start {
    const IS_DATE: bool = true;
    type Echo = str;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::text()
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = "must be an instant such as 2024-04-08T18:17:00Z, or C1, C2, max, C3 or C4 with an \
            optional offset in seconds, such as C2-30";
        let text = input.text(p)?;
        let start = Self::parse(input, &text);
        input.parse(p, |_| start, |_| right.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        match self {
            Self::At(at) => at.iso(),
            Self::Contact { key, .. } => (*key).to_owned(),
        }
    }
}

/// The initial instant; none if the observer sees nothing and the request names none.
pub(super) fn instant(
    start: Option<Start>,
    parameter: &'static str,
    eclipse: &EclipseElements,
    local: &Local,
) -> Result<Option<Instant>, Problem> {
    let greatest = words::greatest(eclipse);
    match start {
        Some(Start::At(at)) if (at.unix_ms - greatest.unix_ms).abs() > MAX_MS => {
            let detail = format!("must lie within 12 hours of greatest eclipse, {}", greatest.iso());
            Err(Problem::parameter(parameter, detail))
        }
        Some(Start::At(at)) => Ok(Some(at)),
        _ if !local.is_seen() => Ok(None),
        Some(Start::Contact { key, after_ms }) => {
            let contact = local.instant_of(key).ok_or_else(|| {
                let detail = format!("there is no {key} at this place; there are C1, max and C4");
                Problem::parameter(parameter, detail)
            })?;
            Ok(Some(Instant { unix_ms: contact.unix_ms + after_ms }))
        }
        None => {
            let first = local.instant_of("C1");
            let seen = local.first_seen();
            Ok(match (first, seen) {
                (Some(first), Some(seen)) if seen > first => Some(seen),
                (first, _) => first.map(|first| Instant { unix_ms: first.unix_ms - BEFORE_MS }),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_refer_to_contacts() {
        let contact = |key, after_ms| Some(Start::Contact { key, after_ms });
        for (text, expected) in [
            ("C2-30", contact("C2", -30_000)),
            ("max", contact("max", 0)),
            ("Max", contact("max", 0)),
            ("MAX-5", contact("max", -5000)),
            ("c3+1.5", contact("C3", 1500)),
            ("C3+1.5", contact("C3", 1500)),
            ("C3 10", contact("C3", 10_000)),
            ("1970-01-01T00:00:01Z", Some(Start::At(Instant { unix_ms: 1000 }))),
            ("C2-", None),
            ("C2--3", None),
            ("C2-1e3", None),
            ("C2é", None),
            ("C5x", None),
            ("C1+99999", None),
        ] {
            let mut input = Input::new((&[], &[]), std::iter::empty(), None);
            assert_eq!(Start::parse(&mut input, text), expected, "{text}");
        }
    }
}
