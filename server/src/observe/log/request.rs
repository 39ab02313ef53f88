//! The log line of a request.

use crate::api::headers::Reply;
use hyper::header::{HeaderMap, USER_AGENT};
use std::borrow::Cow;
use std::time::Duration;
use web::call::Call;
use web::handler::Peer;

/// Maximum number of logged characters of the method. The longest registered one has 17.
const MAX_METHOD_CHARS: usize = 32;
/// Maximum number of logged characters of `User-Agent`.
const MAX_AGENT_CHARS: usize = 200;

/// Logs a request, without its query and its headers except `User-Agent`, because they can contain keys.
pub(crate) fn log(call: &Call, peer: &Peer, operation: &'static str, answered: &Reply, took: Duration) {
    let key = answered.key.as_deref();
    let client = match call.client == peer.address.to_canonical() {
        true => Cow::Borrowed(&*peer.text),
        false => Cow::Owned(call.client.to_string()),
    };
    tracing::info!(
        method = beginning(call.method.as_str(), MAX_METHOD_CHARS),
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
        trace_id = trace_id(call.headers),
        "request"
    );
}

/// The trace id of `traceparent`, if there is one valid header. Reference: W3C Trace Context, section 3.2.
fn trace_id(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all("traceparent").iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let mut parts = value.to_str().ok()?.splitn(5, '-');
    let mut part = |digits: usize| {
        let is_hex = |part: &&str| part.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        parts.next().filter(|part| part.len() == digits).filter(is_hex)
    };
    let [version, trace, parent, _flags] = [part(2)?, part(32)?, part(16)?, part(2)?];
    let is_zero = |part: &str| part.bytes().all(|b| b == b'0');
    // Later versions may append parts.
    let is_version = version != "ff" && (version != "00" || parts.next().is_none());
    (is_version && !is_zero(trace) && !is_zero(parent)).then_some(trace)
}

/// The first characters of a text.
fn beginning(text: &str, max_chars: usize) -> &str {
    text.char_indices().nth(max_chars).map_or(text, |(end, _)| &text[..end])
}

/// The first characters of `User-Agent`, if there is one.
fn user_agent(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let agent = String::from_utf8_lossy(headers.get(USER_AGENT)?.as_bytes());
    Some(match agent {
        Cow::Borrowed(agent) => Cow::Borrowed(beginning(agent, MAX_AGENT_CHARS)),
        Cow::Owned(agent) => Cow::Owned(beginning(&agent, MAX_AGENT_CHARS).to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::{HeaderName, HeaderValue};

    #[test]
    fn a_long_user_agent_is_cut_between_characters() {
        let agent = |bytes: &[u8]| {
            let value = HeaderValue::from_bytes(bytes).expect("a value");
            let headers = HeaderMap::from_iter([(USER_AGENT, value)]);
            user_agent(&headers).map(Cow::into_owned)
        };
        assert_eq!(agent(b"curl/8.5.0").as_deref(), Some("curl/8.5.0"));
        assert_eq!(agent("ö".repeat(300).as_bytes()), Some("ö".repeat(200)));
        assert_eq!(agent(&[b'a', 0xff]).as_deref(), Some("a\u{fffd}"), "invalid bytes are replaced");
        assert_eq!(user_agent(&HeaderMap::new()), None);
    }

    #[test]
    fn malformed_trace_contexts_are_ignored() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        let of = |values: &[String]| {
            let value = |text: &String| HeaderValue::from_str(text).expect("a value");
            let pairs = values.iter().map(|text| (HeaderName::from_static("traceparent"), value(text)));
            trace_id(&pairs.collect()).map(str::to_owned)
        };
        let good = format!("00-{TRACE}-00f067aa0ba902b7-01");
        assert_eq!(of(std::slice::from_ref(&good)).as_deref(), Some(TRACE));
        assert_eq!(of(&[format!("cc-{TRACE}-00f067aa0ba902b7-01-later")]).as_deref(), Some(TRACE));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[good.clone(), good.clone()]), None, "repeated");
        for bad in [
            format!("{good}-x"),
            format!("ff{}", &good[2..]),
            good.to_uppercase(),
            good[..54].to_owned(),
            good.replace(TRACE, &"0".repeat(32)),
            good.replace("00f067aa0ba902b7", &"0".repeat(16)),
            good.replace('-', "_"),
            format!("cc-{TRACE}-00f067aa0ba902b7-01x"),
        ] {
            assert_eq!(of(std::slice::from_ref(&bad)), None, "{bad}");
        }
    }
}
