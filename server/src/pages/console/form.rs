//! A submitted form and its origin.

use crate::pages::prelude::*;
use std::collections::HashMap;

/// The fields of a form by their names.
pub(super) struct SubmittedForm(HashMap<String, String>);

impl SubmittedForm {
    /// Parses a request body.
    pub(super) fn read(body: &[u8]) -> Self {
        Self(form_urlencoded::parse(body).into_owned().collect())
    }

    /// The value of a field, if the form has it.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The value of a field, empty if missing.
    pub(super) fn typed(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().to_owned()
    }

    /// The trimmed value of a field, empty if missing.
    pub(super) fn field(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().trim().to_owned()
    }
}

/// Returns whether the browser reports a page of this host as the origin of the form. (Cookies with
/// `SameSite=Strict` and the hidden field are further protections.)
pub(super) fn is_of_same_origin(call: &Call) -> bool {
    let by_site =
        call.headers.get("sec-fetch-site").is_none_or(|s| matches!(s.as_bytes(), b"same-origin" | b"none"));
    let by_origin = call
        .header(header::ORIGIN)
        .is_none_or(|o| o.split_once("://").is_some_and(|(_, of)| of.eq_ignore_ascii_case(call.host())));
    by_site && by_origin
}
