//! The imports of nearly every operation: its definition, its parameters and its response.

pub(crate) use crate::api::context::Context;
pub(crate) use crate::api::group::Group;
pub(crate) use crate::api::input::Input;
pub(crate) use crate::api::instant::Instant;
pub(crate) use crate::api::operation::{Operation, Shape};
pub(crate) use crate::api::parameter::OBSERVER;
pub(crate) use crate::api::parameters::Parameters;
pub(crate) use crate::api::place::{Point, Site};
pub(crate) use crate::api::prepared::{Freshness, JSON, Prepared, Work};
pub(crate) use crate::api::value::{Flag, Words};
pub(crate) use crate::generation::Data;
pub(crate) use crate::generation::elements::EclipseElements;
pub(crate) use crate::vocabulary::accuracy::{Accuracy, AccuracyBasis};
pub(crate) use crate::vocabulary::coverage::{COVERED, Choice};
pub(crate) use crate::vocabulary::days::{Days, DaysInput, EndDate, in_order};
pub(crate) use crate::vocabulary::delta_t::{DeltaTInForce, DeltaTInput};
pub(crate) use crate::vocabulary::formats::{CalendarFormat, ResponseFormat};
pub(crate) use crate::vocabulary::series::SeriesWriter;
pub(crate) use accounts::access::Access;
pub(crate) use accounts::plan::Plan;
pub(crate) use almanac::{Body as CelestialBody, LocalHorizontal};
pub(crate) use serde::Serialize;
pub(crate) use utoipa::ToSchema;
pub(crate) use web::problem::{Code, Problem};
