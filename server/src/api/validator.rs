//! Strong validators of answers: `ETag` and `If-None-Match`.

use crate::api::prepared::{Prepared, Work};
use bytes::Bytes;
use hyper::header::HeaderValue;
use std::hash::{DefaultHasher, Hash, Hasher};
use web::coding::Coding;

/// Identifies an answer: generation, version, operation, every parameter in force, and whether it is only the
/// cost.
pub(crate) struct Validator<'a> {
    dataset: &'a str,
    hash: u64,
}

impl<'a> Validator<'a> {
    /// Makes the validator of an operation's answer from a dataset.
    pub(crate) fn new(dataset: &'a str, operation: &str, prepared: &Prepared) -> Self {
        let mut hasher = DefaultHasher::new();
        let is_without_response = !prepared.form.has_envelope || matches!(prepared.work, Work::Nothing);
        (crate::VERSION, operation, &prepared.echo, is_without_response).hash(&mut hasher);
        Self { dataset, hash: hasher.finish() }
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
            .expect("the name of a generation is letters and digits, as everything else in a validator")
    }

    /// Whether any coding of this answer is in an `If-None-Match`.
    pub(crate) fn is_in(&self, list: &str) -> bool {
        let mine = |tag: &str| Coding::ALL.iter().any(|c| self.header(*c).as_bytes() == tag.as_bytes());
        list.split(',')
            .map(|tag| tag.trim())
            .any(|tag| tag == "*" || mine(tag.strip_prefix("W/").unwrap_or(tag)))
    }
}
