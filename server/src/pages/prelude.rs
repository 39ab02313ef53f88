//! The imports of most pages.

pub(crate) use crate::api::prepared::Form;
pub(crate) use crate::endpoints::prelude::*;
pub(crate) use crate::service::Service;
pub(crate) use accounts::key::Key;
pub(crate) use accounts::plan::Credits;
pub(crate) use accounts::rate::Attempt;
pub(crate) use accounts::snapshot::Account;
pub(crate) use accounts::store::{StoreError, Stored};
pub(crate) use astro::time::delta_t::Node;
pub(crate) use hyper::header::HeaderValue;
pub(crate) use hyper::{Response, StatusCode, header};
pub(crate) use maud::{Markup, html};
pub(crate) use serde::Deserialize;
pub(crate) use serde_json::value::RawValue;
pub(crate) use serde_json::{Value, json};
pub(crate) use std::sync::LazyLock;
pub(crate) use subtle::ConstantTimeEq;
pub(crate) use web::body::ResponseBody;
pub(crate) use web::call::Call;
