//! The way from a prepared to an HTTP response: negotiation, validators and the headers of the response.

use crate::api::body::body;
use crate::api::long_responses::LongResponses;
use crate::api::prelude::*;
use crate::api::prepared::{Freshness, Prepared};
use crate::api::validator::Validator;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use web::accept;
use web::body::ResponseBody;

/// Makes the response of an operation from a dataset, or 304 if the client has it already.
pub(crate) async fn respond(
    call: &Call<'_>,
    operation: &str,
    dataset: &str,
    prepared: &mut Prepared,
    coding: Coding,
    long: LongResponses<'_>,
) -> Result<Response<ResponseBody>, Problem> {
    let mut response = Response::new(ResponseBody::empty());
    response.headers_mut().reserve(20);
    let validator = Validator::new(dataset, operation, prepared);
    response.headers_mut().insert(header::CACHE_CONTROL, prepared.freshness.header());
    let form = prepared.form;
    for (name, value) in form.headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let is_lasting = !matches!(prepared.freshness, Freshness::Never | Freshness::NeverShared);
    let list = call.header(header::IF_NONE_MATCH).filter(|_| is_lasting);
    if let Some(found) = list.and_then(|list| validator.found_in(list, coding)) {
        response.headers_mut().insert(header::ETAG, found);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    if !form.has_envelope && prepared.work.is_empty() {
        response.headers_mut().insert(header::ETAG, validator.header(Coding::Identity));
        *response.status_mut() = StatusCode::NO_CONTENT;
        if let Some(address) = prepared.headers.iter().find(|(name, _)| *name == header::LOCATION) {
            response.headers_mut().insert(header::LOCATION, address.1.clone());
            *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
        }
        return Ok(response);
    }
    for (name, value) in &prepared.headers {
        response.headers_mut().insert(name, value.clone());
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(form.media_type));
    let (body, coding) = body(prepared, coding, long).await?;
    if is_lasting {
        response.headers_mut().insert(header::ETAG, validator.header(coding));
    }
    if coding != Coding::Identity {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.word()));
    }
    *response.body_mut() = body;
    Ok(response)
}

/// Returns the preferred coding of a client that accepts the form. A body in gzip is offered as gzip or
/// decoded.
pub(crate) fn negotiate(call: &Call, prepared: &Prepared) -> Result<Coding, Problem> {
    let (media_type, is_gzipped) = (prepared.form.media_type, prepared.is_gzipped);
    if !prepared.is_form_named && accept::preferred(call.headers, &[media_type]).is_none() {
        let essence = accept::essence(media_type);
        let detail = format!("the response is {essence}, which Accept excludes");
        return Err(Problem::new(Code::NotAcceptable, detail));
    }
    let offered = if is_gzipped { &[Coding::Gzip, Coding::Identity][..] } else { &Coding::LIKED };
    accept::coding(call.headers, offered).ok_or_else(|| {
        let words = offered.iter().map(|coding| coding.word()).collect::<Vec<_>>().join(", ");
        Problem::new(Code::NotAcceptable, format!("Accept-Encoding excludes every available coding: {words}"))
    })
}
