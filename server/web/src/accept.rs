//! Content negotiation: media types and content codings that a client accepts.

use crate::coding::Coding;
use hyper::header::{self, HeaderMap, HeaderName};
use std::borrow::Cow;

/// The header in which a browser names the purpose of a request.
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Returns whether a person will read the response: `Accept` names HTML, or a browser requests a page, a
/// frame or an embedded document.
pub fn is_for_people(headers: &HeaderMap) -> bool {
    const SHOWN: [&[u8]; 5] = [b"document", b"iframe", b"frame", b"embed", b"object"];
    // `*/*` alone says nothing: programs and browsers both send it.
    let names_html = joined(headers, header::ACCEPT)
        .split(',')
        .any(|item| item.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case("text/html"));
    let is_shown = headers.get(FETCH_DEST).is_some_and(|dest| SHOWN.contains(&dest.as_bytes()));
    (names_html || is_shown) && preferred(headers, &["text/html"]).is_some()
}

/// The index of the media type that a client prefers, the first among equals; `None` if it accepts none of
/// them. The narrowest range that matches a type decides its quality (RFC 9110, section 12.5.1). Who accepts
/// JSON also accepts a kind of it, such as GeoJSON, if there is nothing else.
pub fn preferred(headers: &HeaderMap, media_types: &[&str]) -> Option<usize> {
    let accept = joined(headers, header::ACCEPT);
    if is_anything(&accept) {
        return Some(0);
    }
    let qualities = media_types.iter().map(|media_type| quality(&accept, essence(media_type)));
    let accepted = qualities.enumerate().filter(|(_, quality)| *quality > 0.0);
    let best = accepted.reduce(|best, next| if next.1 > best.1 { next } else { best });
    let is_kind = |of: &str| essence(of).ends_with("+json") && quality(&accept, "application/json") > 0.0;
    best.map(|(number, _)| number).or_else(|| media_types.iter().position(|of| is_kind(of)))
}

/// The quality that a list of ranges gives to a media type, 0 … 1.
fn quality(accept: &str, essence: &str) -> f32 {
    let family = essence.split('/').next().unwrap_or(essence);
    let narrowness = |range: &str| match range {
        "*/*" => Some(0),
        _ if range.eq_ignore_ascii_case(essence) => Some(2),
        _ => range.strip_suffix("/*").filter(|f| f.eq_ignore_ascii_case(family)).map(|_| 1),
    };
    let fits = accept.split(',').filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let narrowness = narrowness(parts.next()?)?;
        let quality = parts.find_map(|p| p.strip_prefix("q=")?.trim().parse::<f32>().ok());
        Some((narrowness, quality.unwrap_or(1.0)))
    });
    fits.max_by_key(|(narrowness, _)| *narrowness).map_or(0.0, |(_, quality)| quality)
}

/// The best of the offered codings for `Accept-Encoding`, the first among equals; `None` if the client
/// accepts none of them.
pub fn coding(headers: &HeaderMap, offered: &[Coding]) -> Option<Coding> {
    let accepted =
        headers.contains_key(header::ACCEPT_ENCODING).then(|| joined(headers, header::ACCEPT_ENCODING));
    Coding::negotiate(accepted.as_deref(), offered)
}

/// The country in the first language of `Accept-Language`, a code in capitals; `None` without one.
pub fn country(headers: &HeaderMap) -> Option<String> {
    let languages = joined(headers, header::ACCEPT_LANGUAGE);
    let mut parts = languages.split([',', ';']).next()?.trim().split('-').skip(1);
    parts.find(|part| part.len() == 2).map(str::to_ascii_uppercase)
}

/// A media type without its parameters.
pub fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or(media_type)
}

/// Returns whether a list of ranges accepts every type equally, as most programs do. Without the header the
/// list is empty.
fn is_anything(accept: &str) -> bool {
    matches!(accept.trim(), "" | "*/*")
}

/// All values of a header as one list; empty without the header.
fn joined(headers: &HeaderMap, name: HeaderName) -> Cow<'_, str> {
    let mut values = headers.get_all(name).iter().filter_map(|v| v.to_str().ok());
    let first = Cow::Borrowed(values.next().unwrap_or(""));
    values.fold(first, |list, next| Cow::Owned(list.into_owned() + "," + next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_json_are_json_if_there_is_nothing_else() {
        // As GDAL 3.6 sends it.
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, "text/plain, application/json".parse().expect("a value"));
        assert_eq!(preferred(&headers, &["text/csv", "application/geo+json"]), Some(1));
        assert_eq!(preferred(&headers, &["application/geo+json", "application/json"]), Some(1));
        assert_eq!(preferred(&headers, &["image/png"]), None);
        headers.insert(header::ACCEPT, "application/json;q=0, text/csv".parse().expect("a value"));
        assert_eq!(preferred(&headers, &["application/geo+json"]), None);
    }

    #[test]
    fn people_are_distinguished_from_programs() {
        for (accept, dest, expected) in [
            ("text/html,application/xhtml+xml,*/*;q=0.8", None, true),
            ("*/*", None, false),
            ("*/*", Some("embed"), true),
            ("*/*", Some("script"), false),
            ("text/html;q=0, */*", None, false),
            ("application/json", Some("iframe"), false),
            ("", Some("object"), true),
        ] {
            let dest = dest.map(|dest| (FETCH_DEST, dest.parse().expect("a header")));
            let accept = (header::ACCEPT, accept.parse().expect("a header"));
            let headers = HeaderMap::from_iter([accept].into_iter().chain(dest));
            assert_eq!(is_for_people(&headers), expected, "{headers:?}");
        }
        assert!(!is_for_people(&HeaderMap::new()));
    }

    #[test]
    fn the_best_of_several_types_is_found() {
        const TYPES: [&str; 3] = ["application/geo+json", "application/json", "text/csv; charset=utf-8"];
        for (accept, expected) in [
            ("*/*", Some(0)),
            ("", Some(0)),
            ("application/json", Some(1)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Some(0)),
            ("application/*;q=0.5, text/csv", Some(2)),
            ("application/geo+json;q=0, */*", Some(1)),
            ("text/html", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT, accept.parse().expect("a header"))]);
            assert_eq!(preferred(&headers, &TYPES), expected, "{accept}");
        }
        assert_eq!(preferred(&HeaderMap::new(), &TYPES), Some(0));
    }
}
