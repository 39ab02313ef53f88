//! The imports of most modules.

pub(crate) use crate::api::input::Input;
pub(crate) use crate::api::parameter::{Accepted, Parameter};
pub(crate) use bytes::Bytes;
pub(crate) use serde::Serialize;
pub(crate) use serde_json::json;
pub(crate) use std::borrow::Cow;
pub(crate) use std::sync::Arc;
pub(crate) use std::time::Duration;
pub(crate) use utoipa::ToSchema;
pub(crate) use utoipa::openapi::{RefOr, Schema};
pub(crate) use web::call::Call;
pub(crate) use web::coding::Coding;
pub(crate) use web::compute::Slots;
pub(crate) use web::problem::{Code, Problem};
