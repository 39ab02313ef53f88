//! Content negotiation: whether a client takes the media type of an answer, and which coding it prefers.

use crate::http::coding::Coding;
use hyper::header::{self, HeaderMap, HeaderName};

/// Whether `Accept` takes a media type (RFC 9110, section 12.5.1). Without the header everything is taken.
pub(crate) fn takes(headers: &HeaderMap, media_type: &str) -> bool {
    if !headers.contains_key(header::ACCEPT) {
        return true;
    }
    let accept = joined(headers, header::ACCEPT);
    let essence = essence(media_type);
    let family = essence.split('/').next().unwrap_or(essence);
    let matches = |item: &str| {
        let mut parts = item.split(';').map(str::trim);
        let range = parts.next().unwrap_or("");
        let refused = parts
            .any(|p| p.strip_prefix("q=").is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q <= 0.0)));
        !refused
            && (range == "*/*"
                || range.eq_ignore_ascii_case(essence)
                || range.strip_suffix("/*").is_some_and(|f| f.eq_ignore_ascii_case(family)))
    };
    accept.trim().is_empty() || accept.split(',').any(matches)
}

/// The best coding for `Accept-Encoding`; none if the client takes no coding that there is.
pub(crate) fn coding(headers: &HeaderMap) -> Option<Coding> {
    let accepted =
        headers.contains_key(header::ACCEPT_ENCODING).then(|| joined(headers, header::ACCEPT_ENCODING));
    Coding::negotiate(accepted.as_deref())
}

/// A media type without its parameters.
pub(crate) fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or(media_type)
}

/// All values of a header as one list.
fn joined(headers: &HeaderMap, name: HeaderName) -> String {
    headers.get_all(name).iter().filter_map(|v| v.to_str().ok()).collect::<Vec<_>>().join(",")
}
