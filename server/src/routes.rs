//! The routes of the server: all operations and all pages.

use crate::api::documentation::{Documentation, is_of_docs};
use crate::api::headers::RefusalPage;
use crate::api::openapi as description;
use crate::api::operation::Operation;
use crate::api::settings::Settings;
use crate::endpoints::{
    az_alt_search, body_position, bounding_tiles, catalog, celestial_events, crescent, date, day, delta_t,
    eclipse_search, elements, elevation, geodesic, health, insolation, julian_day, local_circumstances,
    lunar_catalog, lunar_circumstances, lunar_libration, lunar_limb, lunar_search, meteor_showers,
    moon_picture, ogc, openapi, path, places, rise_transit_set, sightline, skyline, terminator, tiles, token,
    towns_in_path, usage, version, windows,
};
use crate::error::Error;
use crate::generation::basemap::DataOrigin;
use crate::pages::console::Console;
use crate::pages::mcp::Mcp;
use crate::pages::{assets, docs, landing, reference, site_files, status, widget};
use crate::service::{Offer, Service};
use accounts::gate::Gate;
use bytes::Bytes;
use std::path::Path;
use std::sync::Arc;
use web::problem::Problem;

/// All operations, in the order of the documentation: group by group.
pub(crate) static OPERATIONS: &[&Operation] = &[
    &julian_day::OPERATION,
    &date::OPERATION,
    &delta_t::OPERATION,
    &body_position::INSTANT,
    &body_position::RANGE,
    &day::OPERATION,
    &day::now::OPERATION,
    &rise_transit_set::OPERATION,
    &az_alt_search::OPERATION,
    &crescent::OPERATION,
    &crescent::map::OPERATION,
    &terminator::OPERATION,
    &windows::OPERATION,
    &lunar_libration::OPERATION,
    &moon_picture::OPERATION,
    &lunar_limb::OF_LIBRATION,
    &lunar_limb::AT_DATE,
    &insolation::INTENSITY,
    &insolation::IRRADIANCE,
    &insolation::DAILY,
    &insolation::MONTHLY,
    &catalog::OPERATION,
    &eclipse_search::OPERATION,
    &local_circumstances::OPERATION,
    &path::OPERATION,
    &towns_in_path::OPERATION,
    &elements::OPERATION,
    &ogc::DOCUMENT,
    &ogc::API,
    &ogc::COLLECTION,
    &ogc::ITEMS,
    &ogc::ITEM,
    &lunar_catalog::OPERATION,
    &lunar_search::OPERATION,
    &lunar_circumstances::OPERATION,
    &celestial_events::OPERATION,
    &meteor_showers::OPERATION,
    &geodesic::OPERATION,
    &elevation::OF_QUERY,
    &elevation::OF_PATH,
    &elevation::PROFILE,
    &sightline::OPERATION,
    &skyline::OPERATION,
    &places::SEARCH,
    &places::BY_ID,
    &widget::map::OPERATION,
    &widget::simulator::OPERATION,
    &widget::card::OPERATION,
    &widget::lunar::OPERATION,
    &widget::lunar::card::OPERATION,
    &assets::OPERATION,
    &bounding_tiles::OPERATION,
    &tiles::DESCRIPTION,
    &tiles::TILE,
    &tiles::ZONE,
    &version::OPERATION,
    &landing::OPERATION,
    &status::OPERATION,
    &token::OPERATION,
    &usage::OPERATION,
    &openapi::OPERATION,
    &reference::FIRST,
    &reference::FURTHER,
    &site_files::OPERATION,
    &health::LIVE,
    &health::READY,
];

/// Opens the current data generation for all operations and pages. `open_gate` opens what controls access, at
/// the same time.
pub(crate) fn open(
    origin: DataOrigin,
    open_gate: impl FnOnce() -> Result<Gate, Error>,
    settings: Settings,
) -> Result<Arc<Service>, Error> {
    let offer = Offer {
        operations: OPERATIONS,
        pages: vec![Box::new(Console::new()), Box::new(Mcp)],
        document,
        refusal_page,
    };
    Service::open(origin, open_gate, offer, settings)
}

/// The description of all documented operations, and the pages about them.
fn document(operations: &[&'static Operation], is_demo: bool) -> Documentation {
    let documented = operations.iter().copied().filter(|operation| !operation.documentation.is_empty());
    let documented: Vec<_> = documented.collect();
    let mut documentation = description::documentation(&documented, is_demo);
    documentation.pages = docs::pages(&documentation, &documented, is_demo);
    documentation
}

/// The OpenAPI description of a server that requires keys.
pub fn openapi() -> Bytes {
    document(OPERATIONS, false).openapi_json.plain().clone()
}

/// The HTML page for an error, in the style of the pages around its path.
fn refusal_page(problem: &Problem, path: &str) -> RefusalPage {
    match is_of_docs(path) {
        true => docs::error_page(problem),
        false => widget::shared::refusal::page(problem),
    }
}

/// [`open_with_usual_limits`] with profiles of the lunar limb.
pub fn open_with_limb(artifacts: &Path, limb: &Path, gate: Gate) -> Result<Arc<Service>, Error> {
    let origin = DataOrigin { limb: Some(limb.to_owned()), ..DataOrigin::of(artifacts) };
    open(origin, || Ok(gate), Settings::default())
}

/// [`open`] with default limits, for a folder and its own base map.
pub fn open_with_usual_limits(artifacts: &Path, gate: Gate) -> Result<Arc<Service>, Error> {
    open(DataOrigin::of(artifacts), || Ok(gate), Settings::default())
}

#[cfg(test)]
mod tests;
