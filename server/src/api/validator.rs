//! Strong validators of responses: `ETag` and `If-None-Match`.

use crate::api::prelude::*;
use crate::api::prepared::Prepared;
use foldhash::quality::FixedState;
use hyper::header::HeaderValue;
use std::hash::BuildHasher;

/// Identifies a response: generation, version, operation, all parameters, media type, and whether it is only
/// the cost.
pub(crate) struct Validator<'a> {
    dataset: &'a str,
    hash: u64,
}

impl<'a> Validator<'a> {
    /// Makes the validator of a response.
    pub(crate) fn new(dataset: &'a str, operation: &str, prepared: &Prepared) -> Self {
        let is_without_response = !prepared.form.has_envelope || prepared.work.is_empty();
        // The same on all servers. Only validators of one address are compared.
        let hasher = FixedState::default();
        let hash = hasher.hash_one((
            crate::VERSION,
            operation,
            &prepared.echo,
            prepared.form.media_type,
            is_without_response,
        ));
        Self { dataset, hash }
    }

    /// The value of `ETag` in a coding: `"<dataset>-<hash>-<coding>"`.
    pub(crate) fn header(&self, coding: Coding) -> HeaderValue {
        let mut text = Vec::with_capacity(64);
        text.push(b'"');
        text.extend_from_slice(self.dataset.as_bytes());
        text.push(b'-');
        text.extend((0..16).rev().map(|k| b"0123456789abcdef"[(self.hash >> (4 * k)) as usize & 15]));
        text.push(b'-');
        text.extend_from_slice(coding.word().as_bytes());
        text.push(b'"');
        HeaderValue::from_maybe_shared(Bytes::from(text))
            .expect("a validator consists of letters, digits and hyphens")
    }

    /// Returns the validator that `If-None-Match` contains, of this response in any coding; that of `coding`
    /// for `*`.
    pub(crate) fn found_in(&self, list: &str, coding: Coding) -> Option<HeaderValue> {
        let tags = list.split(',').map(|tag| tag.trim());
        tags.map(|tag| tag.strip_prefix("W/").unwrap_or(tag)).find_map(|tag| match tag {
            "*" => Some(self.header(coding)),
            _ => Coding::ALL.map(|coding| self.header(coding)).into_iter().find(|mine| mine == tag),
        })
    }
}
