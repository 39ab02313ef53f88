//! The id of a request, which clients, proxies and the log share.

use hyper::header::{HeaderMap, HeaderName, HeaderValue};

/// The header that carries the id of a request, there and back.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length of an id from a client or proxy.
const MAX_CHARS: usize = 128;
/// Length of a new id: 80 bits, enough to be unique in any log.
const MADE_CHARS: usize = 16;
/// Digits of ids, without letters that look like others (i, l, o, u).
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The id of a request: its header, if that is 1 to 128 letters, digits, dots, hyphens and underscores, else
/// a new id.
pub fn of(headers: &HeaderMap) -> HeaderValue {
    let mut brought = headers.get_all(REQUEST_ID).iter();
    match (brought.next(), brought.next()) {
        // A repeated header is ambiguous, so it counts as none.
        (Some(id), None) if is_good(id.as_bytes()) => id.clone(),
        _ => new(),
    }
}

fn is_good(id: &[u8]) -> bool {
    let is_allowed = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    (1..=MAX_CHARS).contains(&id.len()) && id.iter().all(is_allowed)
}

/// A new id: unique, but not secret, so a fast generator suffices.
fn new() -> HeaderValue {
    let mut bits = fastrand::u128(..);
    let id = [(); MADE_CHARS].map(|()| {
        let digit = DIGITS[(bits % 32) as usize];
        bits /= 32;
        digit
    });
    HeaderValue::from_bytes(&id).expect("letters and digits are a header value")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(ids: &[&str]) -> HeaderValue {
        let value = |id: &&str| (REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).expect("a value"));
        of(&ids.iter().map(value).collect::<HeaderMap>())
    }

    #[test]
    fn an_id_from_outside_is_kept_if_it_is_short_and_plain() {
        let longest = "a".repeat(128);
        for id in ["7", "0af7651916cd43dd-8448.eb_211C", &longest] {
            assert_eq!(with(&[id]), id);
        }
        let too_long = "a".repeat(129);
        for wrong in [&[""][..], &["a b"], &["a\"b"], &["ä"], &[&too_long], &["a", "b"], &[]] {
            let made = with(wrong);
            assert_ne!(made, with(wrong));
            assert!(made.len() == 16 && made.as_bytes().iter().all(u8::is_ascii_alphanumeric), "{made:?}");
        }
    }
}
