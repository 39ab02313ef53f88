//! The formats of the body of a request and of its response.

use crate::api::prelude::*;
use hyper::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use rows::Format;
use web::accept;

/// The formats of a request and its response.
#[derive(Debug, PartialEq)]
pub(super) struct Formats {
    /// The format of the body, from `Content-Type`.
    pub(super) request: Format,
    /// `true` if the body is compressed.
    pub(super) is_gzip: bool,
    /// The format of the response: the one that `Accept` prefers, that of the body among equals.
    pub(super) response: Format,
    /// The coding of the response. Arrow and Parquet stay as they are.
    pub(super) coding: Coding,
}

impl Formats {
    /// Returns the formats of a request, or what is wrong with its headers.
    pub(super) fn negotiated(call: &Call) -> Result<Self, Problem> {
        let request = call.header(CONTENT_TYPE).and_then(Format::of_media_type).ok_or_else(|| {
            let detail = format!("Content-Type must be one of {}", media_types(Format::ALL));
            Problem::new(Code::UnsupportedMediaType, detail)
        })?;
        let is_gzip = match call.header(CONTENT_ENCODING).unwrap_or("identity").trim() {
            coding if coding.eq_ignore_ascii_case("identity") => false,
            coding if ["gzip", "x-gzip"].iter().any(|word| coding.eq_ignore_ascii_case(word)) => true,
            _ => {
                let detail = "Content-Encoding must be gzip or identity";
                return Err(Problem::new(Code::UnsupportedMediaType, detail));
            }
        };
        let mut offered = Format::ALL;
        offered.sort_by_key(|format| *format != request);
        let chosen = accept::preferred(call.headers, &offered.map(Format::media_type)).ok_or_else(|| {
            let detail = format!("Accept must allow one of {}", media_types(Format::ALL));
            Problem::new(Code::NotAcceptable, detail)
        })?;
        let response = offered[chosen];
        let coding = match response {
            Format::Arrow | Format::Parquet => Coding::Identity,
            Format::Json | Format::Ndjson | Format::Csv => accept::coding(call.headers, &Coding::LIKED)
                .ok_or_else(|| {
                    let detail = format!("{ACCEPT_ENCODING} excludes every available coding");
                    Problem::new(Code::NotAcceptable, detail)
                })?,
        };
        Ok(Self { request, is_gzip, response, coding })
    }
}

fn media_types(formats: [Format; 5]) -> String {
    formats.map(Format::media_type).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::{ACCEPT, HeaderMap, HeaderName};
    use hyper::{Method, Uri};

    fn negotiated(headers: &[(HeaderName, &str)]) -> Result<Formats, Code> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.parse().expect("a header")));
        let headers: HeaderMap = headers.collect();
        let call = Call {
            method: &Method::POST,
            uri: &Uri::from_static("/elevation"),
            headers: &headers,
            client: [192, 0, 2, 1].into(),
            is_over_tls: false,
            now_ms: 0,
            request_id: "",
        };
        Formats::negotiated(&call).map_err(|problem| problem.code)
    }

    #[test]
    fn the_response_has_the_format_of_the_body_unless_accept_prefers_another() {
        let csv = (CONTENT_TYPE, "text/csv; charset=utf-8");
        let formats = |accept| negotiated(&[csv.clone(), (ACCEPT, accept)]).map(|f| f.response);
        assert_eq!(formats("*/*"), Ok(Format::Csv));
        assert_eq!(formats("application/json, text/csv"), Ok(Format::Csv));
        assert_eq!(formats("text/csv;q=0.5, application/*"), Ok(Format::Json));
        assert_eq!(formats("image/png"), Err(Code::NotAcceptable));
        assert_eq!(negotiated(&[]), Err(Code::UnsupportedMediaType));
        assert_eq!(negotiated(&[csv.clone(), (CONTENT_ENCODING, "br")]), Err(Code::UnsupportedMediaType));
        assert!(negotiated(&[csv, (CONTENT_ENCODING, "GZIP")]).is_ok_and(|f| f.is_gzip));
    }

    #[test]
    fn only_text_is_compressed() {
        let coding = |media_type| {
            negotiated(&[(CONTENT_TYPE, media_type), (ACCEPT_ENCODING, "gzip")]).map(|f| f.coding)
        };
        assert_eq!(coding("application/x-ndjson"), Ok(Coding::Gzip));
        assert_eq!(coding("application/vnd.apache.arrow.stream"), Ok(Coding::Identity));
    }
}
