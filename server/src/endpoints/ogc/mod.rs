//! The operations `/ogc/…`: eclipses as OGC API – Features, Part 1: Core 1.0.1 (OGC 17-069r4), for QGIS, GDAL
//! and other programs for maps.

mod api;
mod collection;
mod filter;
mod items;

use crate::endpoints::prelude::*;
use collection::{Collection, OPENAPI, freshness, link};
pub(crate) use items::{ITEM, ITEMS};
use serde_json::json;

const CONFORMANCE: &str = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf";
pub(crate) const DOCUMENT: Operation =
    Operation::with::<DocumentQuery>("ogc", &["/ogc/{document}", "/ogc"], prepare)
        .documented(Group::SolarEclipses, include_str!("document.md"))
        .access(Access::Open)
        .form(&BARE_JSON);

/// The description, which does not describe itself.
pub(crate) const API: Operation =
    Operation::new("ogc", &["/ogc/api"], prepare_api).id("ogc-api").access(Access::Open).form(&OPENAPI);

pub(crate) const COLLECTION: Operation =
    Operation::with::<CollectionQuery>("ogc", &["/ogc/collections/{collection}"], prepare_collection)
        .id("ogc-collection")
        .documented(Group::SolarEclipses, include_str!("collection.md"))
        .access(Access::Open)
        .refusals(&[Code::NoData])
        .form(&BARE_JSON);

/// The parameters of `/ogc`.
#[derive(Parameters)]
struct DocumentQuery {
    /// `conformance` or `collections`.
    #[param(path, example = "collections")]
    document: Option<Document>,
}

/// The documents about the service.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
#[words(name = "OgcDocument")]
enum Document {
    Conformance,
    Collections,
}

/// The parameters of `/ogc/collections/{collection}`.
#[derive(Parameters)]
struct CollectionQuery {
    /// `solar-eclipses`, `paths` or `towns`.
    #[param(path, example = "solar-eclipses")]
    collection: String,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: DocumentQuery = input.parameters()?;
    let document = match query.document {
        Some(Document::Conformance) => {
            let classes = ["core", "oas30", "geojson"].map(|class| format!("{CONFORMANCE}/{class}"));
            json!({ "conformsTo": classes })
        }
        Some(Document::Collections) => json!({
            "links": [link(context, "self", "/collections")],
            "collections": Collection::VALUES.iter().map(|of| of.describe(context)).collect::<Vec<_>>(),
        }),
        None => json!({
            "title": "Umbra",
            "description": "Solar eclipses of five millennia, their paths, and the towns in a path.",
            "links": [
                link(context, "self", ""),
                link(context, "service-desc", "/api"),
                link(context, "service-doc", "/docs/solar-eclipses"),
                link(context, "conformance", "/conformance"),
                link(context, "data", "/collections"),
            ],
        }),
    };
    Ok(Prepared::ready(&BARE_JSON, json::bytes(&document).into(), freshness(context)))
}

fn prepare_api(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    Ok(Prepared::ready(&OPENAPI, json::bytes(&api::description()).into(), Freshness::Public))
}

fn prepare_collection(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: CollectionQuery = input.parameters()?;
    let described = Collection::named(&query.collection)?.describe(context);
    Ok(Prepared::ready(&BARE_JSON, json::bytes(&described).into(), freshness(context)))
}
