//! The imports of most words and operations: parameters, responses, observers and times.

pub(crate) use crate::api::context::Context;
pub(crate) use crate::api::described::{Described, described};
pub(crate) use crate::api::group::Group;
pub(crate) use crate::api::input::Input;
pub(crate) use crate::api::instant::Instant;
pub(crate) use crate::api::operation::{Operation, Shape};
pub(crate) use crate::api::parameter::{Accepted, OBSERVER, Parameter};
pub(crate) use crate::api::parameters::Parameters;
pub(crate) use crate::api::place::{Point, Site};
pub(crate) use crate::api::prepared::{Freshness, JSON, Prepared, Work};
pub(crate) use crate::api::value::{Flag, Words};
pub(crate) use crate::generation::Data;
pub(crate) use crate::generation::elements::EclipseElements;
pub(crate) use accounts::access::Access;
pub(crate) use accounts::plan::Plan;
pub(crate) use almanac::{Body as CelestialBody, LocalHorizontal};
pub(crate) use astro::constants::MS_PER_DAY;
pub(crate) use astro::sky::horizon::Horizon;
pub(crate) use astro::sky::theory::{Target, Theory};
pub(crate) use astro::time::{Tt, Ut1};
pub(crate) use bytes::Bytes;
pub(crate) use serde::Serialize;
pub(crate) use std::ops::Range;
pub(crate) use std::sync::Arc;
pub(crate) use utoipa::ToSchema;
pub(crate) use web::json;
pub(crate) use web::problem::{Code, Problem};
