//! The line of a request: who has asked what, and what came of it.

use crate::api::chain::Answered;
use hyper::header::{HeaderMap, USER_AGENT};
use std::borrow::Cow;
use std::time::Duration;
use web::call::Call;
use web::handler::Peer;

/// Characters of the method that are logged, at most; the longest that is registered has 17.
const MOST_METHOD_CHARS: usize = 32;
/// Characters of the client's name for itself that are logged, at most.
const MOST_AGENT_CHARS: usize = 200;

/// Logs a request. Neither its query nor its headers but `User-Agent` are told: keys travel there.
pub(crate) fn log(call: &Call, peer: &Peer, operation: &'static str, answered: &Answered, took: Duration) {
    let key = answered.key.as_deref();
    let client = match call.client == peer.address.to_canonical() {
        true => Cow::Borrowed(&*peer.text),
        false => Cow::Owned(call.client.to_string()),
    };
    tracing::info!(
        method = beginning(call.method.as_str(), MOST_METHOD_CHARS),
        path = call.uri.path(),
        status = u64::from(answered.response.status().as_u16()),
        problem = answered.problem.map(|code| code.describe().0),
        operation,
        bytes = answered.response.body().length(),
        micros = took.as_micros() as u64,
        peer = &*client,
        account = key.map(|key| &*key.account.id),
        key = key.map(|key| key.id.as_str()),
        user_agent = user_agent(call.headers).as_deref(),
        request_id = call.request_id,
        "request"
    );
}

/// The first characters of a text.
fn beginning(text: &str, most_chars: usize) -> &str {
    text.char_indices().nth(most_chars).map_or(text, |(end, _)| &text[..end])
}

/// What the client calls itself, if it does: the first characters of it.
fn user_agent(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let agent = String::from_utf8_lossy(headers.get(USER_AGENT)?.as_bytes());
    Some(match agent {
        Cow::Borrowed(agent) => Cow::Borrowed(beginning(agent, MOST_AGENT_CHARS)),
        Cow::Owned(agent) => Cow::Owned(beginning(&agent, MOST_AGENT_CHARS).to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    #[test]
    fn a_long_name_is_cut_between_characters() {
        let agent = |bytes: &[u8]| {
            let value = HeaderValue::from_bytes(bytes).expect("a value");
            let headers = HeaderMap::from_iter([(USER_AGENT, value)]);
            user_agent(&headers).map(Cow::into_owned)
        };
        assert_eq!(agent(b"curl/8.5.0").as_deref(), Some("curl/8.5.0"));
        assert_eq!(agent("ö".repeat(300).as_bytes()), Some("ö".repeat(200)));
        assert_eq!(agent(&[b'a', 0xff]).as_deref(), Some("a\u{fffd}"), "what is no text is marked");
        assert_eq!(user_agent(&HeaderMap::new()), None);
    }
}
