//! The operations `/tiles/…`: the base map as vector tiles, its description, and the ground at a
//! place: its time zone, height and horizon.

use crate::api::near_town::{FAR, NearTown, near};
use crate::endpoints::prelude::*;
use crate::generation::elevation::EYE_M;
use geography::sight::GroundPlace;
use geography::tiles::TileId;
use hyper::header::{self, HeaderName};
use serde_json::{Value, json};
use web::accept;

/// Every site may show the tiles; their content depends only on their address.
const FOR_ALL: &[(HeaderName, &str)] =
    &[(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (header::VARY, "Accept, Accept-Encoding")];
static TILE_FORM: Form =
    Form { media_type: "application/vnd.mapbox-vector-tile", has_envelope: false, headers: FOR_ALL };
/// For clients without support for vector tiles, such as generated ones, which request bytes.
static BYTES_FORM: Form =
    Form { media_type: "application/octet-stream", has_envelope: false, headers: FOR_ALL };
static TILE_FORMS: [&Form; 2] = [&TILE_FORM, &BYTES_FORM];
static JSON_FORM: Form = Form { media_type: "application/json", has_envelope: false, headers: FOR_ALL };

/// Alias for the name of the current tiles.
const CURRENT: &str = "current";

/// Limits of the parameters.
const MAX_ZOOM: u32 = 30;
const MAX_INDEX: u32 = (1 << MAX_ZOOM) - 1;

/// The parameters of `/tiles/{generation}`.
#[derive(Parameters)]
#[parameters(inline)]
struct TilesQuery {
    /// Name of the current tiles, or `current`. The name is `dataset` of `/version`, with a suffix if the
    /// base map is not part of the dataset. Content under this name never changes and may be cached forever;
    /// under `current` it may be cached for an hour. Any other name returns 404 with the current name.
    #[param(path, example = "current", silent)]
    generation: String,
}

/// The echo of the description of the tiles, which depends on the host.
#[derive(Serialize)]
struct DescriptionEcho<'a, Q> {
    #[serde(flatten)]
    query: Q,
    tiles: &'a str,
}

/// The parameters of a tile.
#[derive(Parameters)]
struct TileQuery {
    #[param(flatten)]
    tiles: TilesQuery,
    /// Zoom. The builder's own base map has 0 … 6; scale up tiles of the maximum zoom for more.
    #[param(path, example = "4", min = 0, max = MAX_ZOOM)]
    z: u32,
    /// Column, from 0 in the west.
    #[param(path, example = "8", min = 0, max = MAX_INDEX)]
    x: u32,
    /// Row, from 0 in the north.
    #[param(path, example = "6", min = 0, max = MAX_INDEX)]
    y: u32,
}

/// The parameters of a time zone.
#[derive(Parameters)]
struct ZoneQuery {
    #[param(flatten)]
    tiles: TilesQuery,
    /// Latitude, degrees.
    #[param(path, example = "41.65", min = -90.0, max = 90.0)]
    lat: f64,
    /// Longitude, degrees, negative west.
    #[param(path, example = "-4.73", min = -180.0, max = 180.0)]
    lng: f64,
    /// Direction of the horizon, degrees from north through east.
    #[param(example = "283", min = 0.0, max = 360.0)]
    azimuth: Option<f64>,
}

pub(crate) const TILE: Operation =
    Operation::with::<TileQuery>("tiles", &["/tiles/{generation}/{z}/{x}/{y}.mvt"], prepare_tile)
        .id("tile")
        .documented(Group::Tiles, include_str!("tile.md"))
        .access(Access::Asset)
        .refusals(&[Code::NoData])
        .form(&TILE_FORM)
        .describe(|| Shape::BytesOrNothing(&TILE_FORMS));

pub(crate) const DESCRIPTION: Operation =
    Operation::with::<TilesQuery>("tiles/description", &["/tiles/{generation}"], prepare_description)
        .id("tiles-description")
        .documented(Group::Tiles, include_str!("tiles_description.md"))
        .access(Access::Asset)
        .refusals(&[Code::NoData])
        .form(&JSON_FORM);

pub(crate) const ZONE: Operation =
    Operation::with::<ZoneQuery>("tiles/zone", &["/tiles/{generation}/zone/{lat}/{lng}"], prepare_zone)
        .id("tiles-zone")
        .documented(Group::Tiles, include_str!("tiles_zone.md"))
        .access(Access::Asset)
        .refusals(&[Code::NoData])
        .form(&JSON_FORM)
        .describe(|| Shape::Plain(described::<TimeZone>()));

/// The ground at a place: its time zone, and heights of ETOPO5, 9 km apart, or of a town within 2 km.
#[derive(Serialize, ToSchema)]
struct TimeZone {
    /// Name of the time zone in the IANA database, such as `Europe/Madrid`.
    zone: String,
    /// Height of the ground, metres above mean sea level; null where it is unknown.
    height: Option<f64>,
    /// Distance and direction of the place from the nearest town; only if it is within 100 km.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false)]
    near: Option<NearTown>,
    /// Altitude of the ground in the direction `azimuth`, degrees; only with `azimuth` and known heights.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    horizon: Option<f64>,
    /// By how much `horizon` may be wrong, degrees: three standard errors of heights
    /// 9 km apart; only with `horizon`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    doubt: Option<f64>,
}

fn prepare_tile(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: TileQuery = input.parameters()?;
    query.tiles.check(context)?;
    let TileQuery { z, x, y, .. } = query;
    let about = context.data.basemap.about();
    let absent = |detail: String| Problem::new(Code::NoData, detail);
    if z < about.min_zoom.into() || z > about.max_zoom.into() {
        return Err(absent(format!(
            "the base map has the zooms {} to {}; scale up the tiles of zoom {1}",
            about.min_zoom, about.max_zoom
        )));
    }
    let Some(id) = TileId::new(z as u8, x, y) else {
        let max = (1i64 << z) - 1;
        return Err(absent(format!("zoom {z} has columns and rows from 0 to {max}")));
    };
    let tile = context.data.basemap.tile(id);
    let is_gzipped = tile.as_ref().is_some_and(|tile| tile.is_gzip);
    let work = tile.map_or_else(Work::default, |tile| Work::ready(tile.bytes));
    let media_types = TILE_FORMS.map(|form| form.media_type);
    // If neither is accepted, the request is refused later like any other.
    let form = TILE_FORMS[accept::preferred(context.call.headers, &media_types).unwrap_or(0)];
    let echo = Prepared::echo(&query.in_query(TILE.name, 0.0));
    let prepared = Prepared::new(form, echo, 0.0, query.tiles.freshness(), work);
    Ok(Prepared { is_gzipped, ..prepared })
}

fn prepare_description(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: TilesQuery = input.parameters()?;
    query.check(context)?;
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
    let echo =
        Prepared::echo(&DescriptionEcho { query: query.in_query(DESCRIPTION.name, 0.0), tiles: &address });
    let work = Work::ready(json::bytes(&described));
    // It contains the host of the request.
    Ok(Prepared::new(&JSON_FORM, echo, 0.0, Freshness::Hour, work))
}

fn prepare_zone(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: ZoneQuery = input.parameters()?;
    query.tiles.check(context)?;
    let zone = context.data.time_zones.at(query.lat, query.lng).to_owned();
    let echo = Prepared::echo(&query.in_query(ZONE.name, 0.0));
    let (place, elevation) = ([query.lat, query.lng], &context.data.elevation);
    let towns = &context.data.towns;
    let near = Some(near(towns, place).0).filter(|words| words.as_str() != FAR);
    let grid_sigma_m = elevation.coarse_sigma_m(query.lat, query.lng);
    let of_town = towns.ground_m(place, grid_sigma_m).map(|[height_m, _]| height_m);
    let height = of_town.or_else(|| elevation.coarse_m(query.lat, query.lng)).map(f64::round);
    let horizon = |azimuth| {
        let place = GroundPlace { latitude_deg: query.lat, longitude_deg: query.lng };
        elevation.coarse_horizon_deg(place, of_town.map(|height_m| height_m + EYE_M), azimuth)
    };
    let horizon = query.azimuth.and_then(horizon);
    let (horizon, doubt) = (horizon.map(|at| at.altitude), horizon.map(|at| at.doubt));
    let work = Work::ready(json::bytes(&TimeZone { zone, height, near, horizon, doubt }));
    Ok(Prepared::new(&JSON_FORM, echo, 0.0, query.tiles.freshness(), work))
}

impl TilesQuery {
    /// Returns an error unless these are the current tiles.
    fn check(&self, context: &Context) -> Result<(), Problem> {
        let current = &context.data.tiles_id;
        if self.generation == *current || self.generation == CURRENT {
            return Ok(());
        }
        let detail = format!("there are no tiles of that name; the current tiles are /tiles/{current}");
        Err(Problem::new(Code::NoData, detail))
    }

    /// Content under the name of the tiles never changes.
    fn freshness(&self) -> Freshness {
        if self.generation == CURRENT { Freshness::Public } else { Freshness::Forever }
    }
}
