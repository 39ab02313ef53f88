//! The paths of the server: all operations and all pages.

use crate::accounts::gate::Gate;
use crate::api::documentation::Documentation;
use crate::api::operation::Operation;
use crate::endpoints::{
    body_position, catalog, date, delta_t, elements, health, julian_day, local_circumstances,
    lunar_libration, openapi, path, rise_transit_set, tiles, token, usage, version,
};
use crate::error::Error;
use crate::generation::basemap::Origin;
use crate::http::compute::MostLongAnswers;
use crate::pages::console::Console;
use crate::pages::{docs, reference};
use crate::service::Service;
use std::path::Path;
use std::sync::Arc;

/// All operations, in the order of the documentation.
static OPERATIONS: &[&Operation] = &[
    &version::OPERATION,
    &token::OPERATION,
    &usage::OPERATION,
    &julian_day::OPERATION,
    &date::OPERATION,
    &delta_t::OPERATION,
    &body_position::INSTANT,
    &body_position::RANGE,
    &rise_transit_set::OPERATION,
    &lunar_libration::OPERATION,
    &catalog::OPERATION,
    &elements::OPERATION,
    &local_circumstances::OPERATION,
    &path::OPERATION,
    &tiles::DESCRIPTION,
    &tiles::TILE,
    &tiles::ZONE,
    &openapi::OPERATION,
    &reference::OPERATION,
    &health::LIVE,
    &health::READY,
];

/// Opens the current generation of an origin, for all operations and pages; `gate` decides who may use them.
pub(crate) fn open(
    origin: Origin,
    gate: Gate,
    most_long_answers: MostLongAnswers,
) -> Result<Arc<Service>, Error> {
    let documents = |d: &Documentation| vec![Arc::clone(&d.openapi_json), docs::page_block(d)];
    Service::open(origin, gate, OPERATIONS, vec![Box::new(Console::new())], documents, most_long_answers)
}

/// [`open`] with the usual limits, for a folder and its own base map.
pub fn open_with_usual_limits(artifacts: &Path, gate: Gate) -> Result<Arc<Service>, Error> {
    open(Origin { artifacts: artifacts.to_owned(), basemap: None }, gate, MostLongAnswers::USUAL)
}
