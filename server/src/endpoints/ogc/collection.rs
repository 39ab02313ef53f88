//! The collections of `/ogc`, and the links between its documents.

use crate::endpoints::prelude::*;
use crate::endpoints::{catalog, path, towns_in_path};
use accounts::access::KEY_PARAMETER;
use accounts::gate::check_plan;
use serde_json::{Value, json};
use web::query;

const CRS: &str = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
/// An OpenAPI 3.0 document.
pub(super) static OPENAPI: Form =
    Form { media_type: "application/vnd.oai.openapi+json;version=3.0", has_envelope: false, headers: &[] };

/// The collections.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
#[words(name = "OgcCollection")]
pub(super) enum Collection {
    #[word("solar-eclipses")]
    SolarEclipses,
    Paths,
    Towns,
}

impl Collection {
    /// Returns the collection with a name.
    pub(super) fn named(name: &str) -> Result<Self, Problem> {
        let found = Self::VALUES.iter().copied().find(|collection| collection.word() == name);
        found.ok_or_else(|| {
            let detail = "there is no such collection; there are solar-eclipses, paths and towns";
            Problem::new(Code::NoData, detail)
        })
    }

    /// Returns an error unless the plan of a caller is that of the operation with the same data.
    pub(super) fn check_plan(self, context: &Context) -> Result<(), Problem> {
        let same = match self {
            Self::SolarEclipses => catalog::OPERATION.access,
            Self::Paths => path::OPERATION.access,
            Self::Towns => towns_in_path::OPERATION.access,
        };
        Ok(check_plan(context.caller, same)?)
    }

    /// Default and maximum number of features in a response.
    pub(super) fn limits(self) -> [i64; 2] {
        match self {
            Self::SolarEclipses => [100, 10_000],
            Self::Paths => [10, 50],
            Self::Towns => [100, 1000],
        }
    }

    /// Describes the collection, with its links.
    pub(super) fn describe(self, context: &Context) -> Value {
        let (title, description) = match self {
            Self::SolarEclipses => (
                "Solar eclipses",
                "All 11,898 solar eclipses of the years −1999 … 3000: the place and instant of greatest \
                 eclipse. The id is the Julian Day of the eclipse.",
            ),
            Self::Paths => (
                "Paths of totality and annularity",
                "The areas from which solar eclipses of the years −1999 … 3000 are total or annular. The id \
                 is the Julian Day of the eclipse. Select eclipses by datetime or eclipse: each path is \
                 computed for the request.",
            ),
            Self::Towns => (
                "Towns in a path",
                "The towns from which one eclipse is total or annular, the longest duration first. Select \
                 the eclipse by eclipse=, its date or Julian Day; the default is the next one with a path.",
            ),
        };
        let path = format!("/collections/{}", self.word());
        json!({
            "id": self.word(),
            "title": title,
            "description": description,
            "itemType": "feature",
            "crs": [CRS],
            // RFC 3339 has no years before 0: the beginning is open.
            "extent": {
                "spatial": { "bbox": [[-180, -90, 180, 90]], "crs": CRS },
                "temporal": {
                    "interval": [[null, "3000-12-31T23:59:59Z"]],
                    "trs": "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian",
                },
            },
            "links": [
                link(context, "self", &path),
                link(context, "items", &format!("{path}/items")),
                link(context, "license", "/docs"),
            ],
        })
    }
}

/// The key as the client has sent it in the query, with its name; none if it was sent elsewhere, or not.
fn key<'a>(context: &Context<'a>) -> Option<&'a str> {
    let mut pairs = context.call.uri.query().unwrap_or("").split('&');
    pairs.find(|pair| is_of(pair, KEY_PARAMETER))
}

/// Returns whether a pair of a query, as the client has written it, is of a parameter.
pub(super) fn is_of(pair: &str, name: &str) -> bool {
    query::pairs(pair).next().is_some_and(|(given, _)| given == name)
}

/// Returns a link.
pub(super) fn anchor(rel: &str, media_type: &str, href: String) -> Value {
    json!({ "rel": rel, "type": media_type, "href": href })
}

/// Returns a link to a path below `/ogc`, or to a page. Links carry the key on if the client has sent it in
/// the query: programs for maps follow links as they are.
pub(super) fn link(context: &Context, rel: &str, path: &str) -> Value {
    let site = context.call.site();
    let media_type = match rel {
        "service-doc" | "license" => return anchor(rel, "text/html", format!("{site}{path}")),
        "service-desc" => OPENAPI.media_type,
        "items" => GEOJSON.media_type,
        "self" if path.contains("/items/") => GEOJSON.media_type,
        _ => BARE_JSON.media_type,
    };
    let key = key(context).map_or_else(String::new, |key| format!("?{key}"));
    anchor(rel, media_type, format!("{site}/ogc{path}{key}"))
}

/// Returns the caching of a response with links: they contain the host, and possibly the key.
pub(super) fn freshness(context: &Context) -> Freshness {
    if key(context).is_some() { Freshness::NeverShared } else { Freshness::Hour }
}
