//! The operations `/tiles/…`: the base map as vector tiles, its description, and the time zone of a place.

use crate::api::context::Context;
use crate::api::described::{Described, described};
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{Form, Freshness, Prepared, Work};
use accounts::access::Access;
use geography::tiles::TileId;
use hyper::header::{self, HeaderName};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use web::accept;
use web::json;
use web::problem::{Code, Problem};

/// Every site may show the tiles; what they are depends on nothing but their address.
const FOR_ALL: &[(HeaderName, &str)] =
    &[(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (header::VARY, "Accept, Accept-Encoding")];
static TILE_FORM: Form =
    Form { media_type: "application/vnd.mapbox-vector-tile", has_envelope: false, headers: FOR_ALL };
/// For clients that know no type of vector tiles, such as generated ones, and ask for bytes.
static BYTES_FORM: Form =
    Form { media_type: "application/octet-stream", has_envelope: false, headers: FOR_ALL };
static TILE_FORMS: [&Form; 2] = [&TILE_FORM, &BYTES_FORM];
static JSON_FORM: Form = Form { media_type: "application/json", has_envelope: false, headers: FOR_ALL };

/// Stands for the name of the tiles in force.
const CURRENT: &str = "current";

/// The greatest zoom, column and row that are read.
const MOST_ZOOM: i64 = 30;
const MOST_NUMBER: i64 = (1 << MOST_ZOOM) - 1;

const TILES: Parameter = Parameter::path(
    "generation",
    Kind::Text,
    CURRENT,
    "Name of the tiles in force, or `current`. The name is `dataset` of `/version`, with a mark behind it \
        where the base map is not that of the dataset; what stands under it never changes, and may be kept \
        for ever. Under `current` it may be kept for an hour. Any other name is answered with 404, which \
        says the right one.",
);
const ZOOM: Parameter = Parameter::path(
    "z",
    Kind::Integer { from: 0, to: MOST_ZOOM },
    "4",
    "Zoom. The builder's own base map has 0 … 6; enlarge the tiles of the greatest.",
);
const COLUMN: Parameter =
    Parameter::path("x", Kind::Integer { from: 0, to: MOST_NUMBER }, "8", "Column, from 0 in the west.");
const ROW: Parameter =
    Parameter::path("y", Kind::Integer { from: 0, to: MOST_NUMBER }, "6", "Row, from 0 in the north.");
const LATITUDE: Parameter =
    Parameter::path("lat", Kind::Number { from: -90.0, to: 90.0 }, "41.65", "Latitude, degrees.");
const LONGITUDE: Parameter = Parameter::path(
    "lng",
    Kind::Number { from: -180.0, to: 180.0 },
    "-4.73",
    "Longitude, degrees, negative west.",
);

/// The operation `/tiles/{generation}/{z}/{x}/{y}.mvt`.
pub(crate) const TILE: Operation = Operation {
    name: "tiles",
    id: "tile",
    group: Group::Tiles,
    paths: &["/tiles/{generation}/{z}/{x}/{y}.mvt"],
    summary: "A tile of the base map",
    description: "A Mapbox Vector Tile in Web Mercator: land, water, borders, names. 204 for a tile in which \
        there is nothing, such as open sea; 404 beside the map and beyond its greatest zoom. Whose `Accept` \
        names only `application/octet-stream` gets the same bytes under that type. \
        Needs no credentials, costs nothing, and counts on a limit of its own, `tiles`.",
    parameters: &[TILES, ZOOM, COLUMN, ROW],
    access: Access::Asset,
    cost: 0.0,
    refusals: &[Code::NoData],
    form: &TILE_FORM,
    describe: || Shape::BytesOrNothing(&TILE_FORMS),
    prepare: prepare_tile,
};

/// The operation `/tiles/{generation}`.
pub(crate) const DESCRIPTION: Operation = Operation {
    name: "tiles/description",
    id: "tiles-description",
    group: Group::Tiles,
    paths: &["/tiles/{generation}"],
    summary: "Description of the base map",
    description: "TileJSON 3.0.0, for MapLibre, OpenLayers, QGIS and others: address of the tiles, zooms, \
        bounds, attribution, and the layers with their fields. Needs no credentials and costs nothing.",
    parameters: &[TILES],
    form: &JSON_FORM,
    describe: || Shape::Plain(Described::any_object()),
    prepare: prepare_description,
    ..TILE
};

/// The operation `/tiles/{generation}/zone/{lat}/{lng}`.
pub(crate) const ZONE: Operation = Operation {
    name: "tiles/zone",
    id: "tiles-zone",
    group: Group::Tiles,
    paths: &["/tiles/{generation}/zone/{lat}/{lng}"],
    summary: "The time zone of a place",
    description: "IANA time zone, for local times. Near a border, within about a kilometre, it may be that \
        of the neighbour, and where two zones claim a place, either; at sea it is a nautical zone, whose \
        sign is inverted: `Etc/GMT-6` is 90° E. Contains information from timezone-boundary-builder, made \
        available under the ODbL, and made from OpenStreetMap. Needs no credentials and costs nothing.",
    parameters: &[TILES, LATITUDE, LONGITUDE],
    form: &JSON_FORM,
    describe: || Shape::Plain(described::<TimeZone>()),
    prepare: prepare_zone,
    ..TILE
};

/// A time zone.
#[derive(Serialize, ToSchema)]
struct TimeZone {
    /// Its name in the IANA database, such as `Europe/Madrid`.
    zone: String,
}

/// What tells the answers of these operations apart: their type and parameters.
#[derive(Serialize)]
struct Query {
    media_type: &'static str,
    numbers: [f64; 3],
}

fn prepare_tile(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let tiles = input.required(&TILES, Input::text);
    let zoom = input.required(&ZOOM, Input::integer);
    let [column, row] = [&COLUMN, &ROW].map(|p| input.required(p, Input::integer));
    let (tiles, (zoom, column, row)) = input.check((tiles, (zoom, column, row)))?;
    check_tiles(context, &tiles)?;
    let about = context.data.basemap.about();
    let absent = |detail: String| Problem::new(Code::NoData, detail);
    if zoom < i64::from(about.min_zoom) || zoom > i64::from(about.max_zoom) {
        return Err(absent(format!(
            "the base map has the zooms {} to {}; enlarge the tiles of zoom {1}",
            about.min_zoom, about.max_zoom
        )));
    }
    // The zoom is within the map's, and columns and rows are less than 2^30.
    let Some(id) = TileId::new(zoom as u8, column as u32, row as u32) else {
        let most = (1i64 << zoom) - 1;
        return Err(absent(format!("zoom {zoom} has columns and rows from 0 to {most}")));
    };
    let work = match context.data.basemap.tile(id) {
        None => Work::Absent,
        Some(tile) if tile.is_gzip => Work::Gzipped(tile.bytes),
        Some(tile) => Work::Ready(tile.bytes),
    };
    let media_types = TILE_FORMS.map(|form| form.media_type);
    // Who takes neither is refused as everywhere.
    let form = TILE_FORMS[accept::preferred(context.headers, &media_types).unwrap_or(0)];
    Ok(answer(form, &tiles, [zoom as f64, column as f64, row as f64], work))
}

fn prepare_description(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let tiles = input.required(&TILES, Input::text);
    let tiles = input.check(tiles)?;
    check_tiles(context, &tiles)?;
    let (about, metadata) = (context.data.basemap.about(), context.data.basemap.metadata());
    let present = &context.data.tiles_id;
    let address = format!("{}/tiles/{present}/{{z}}/{{x}}/{{y}}.mvt", context.call.site());
    let [west, south, east, north] = about.bounds_deg;
    let mut described = json!({
        "tilejson": "3.0.0",
        "tiles": [&address],
        "minzoom": about.min_zoom,
        "maxzoom": about.max_zoom,
        "bounds": [west, south, east, north],
        "center": [about.center_deg[0], about.center_deg[1], about.center_zoom],
        "vector_layers": [],
    });
    for key in ["name", "description", "attribution", "version", "vector_layers"] {
        if let Some(value) = metadata.get(key) {
            described[key] = Value::clone(value);
        }
    }
    let mut bytes = Vec::new();
    json::append(&mut bytes, &described);
    let echo = Prepared::echo(&address);
    Ok(Prepared::new(&JSON_FORM, echo, 0.0, Freshness::Public, Work::Ready(bytes.into())))
}

fn prepare_zone(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let tiles = input.required(&TILES, Input::text);
    let [latitude, longitude] = [&LATITUDE, &LONGITUDE].map(|p| input.required(p, Input::number));
    let (tiles, latitude, longitude) = input.check((tiles, latitude, longitude))?;
    check_tiles(context, &tiles)?;
    let zone = context.data.time_zones.at(latitude, longitude).to_owned();
    let mut bytes = Vec::new();
    json::append(&mut bytes, &TimeZone { zone });
    Ok(answer(&JSON_FORM, &tiles, [latitude, longitude, 0.0], Work::Ready(bytes.into())))
}

/// An answer that never changes under the name of the tiles.
fn answer(form: &'static Form, tiles: &str, numbers: [f64; 3], work: Work) -> Prepared {
    let freshness = if tiles == CURRENT { Freshness::Public } else { Freshness::Forever };
    Prepared::new(form, Prepared::echo(&Query { media_type: form.media_type, numbers }), 0.0, freshness, work)
}

/// Refuses the name of other tiles than those in force.
fn check_tiles(context: &Context, given: &str) -> Result<(), Problem> {
    let present = &context.data.tiles_id;
    if given == present || given == CURRENT {
        return Ok(());
    }
    let detail = format!("there are no tiles of that name; those in force are /tiles/{present}");
    Err(Problem::new(Code::NoData, detail))
}
