//! What stands in a page as JSON, for its scripts.

use super::assets;
use super::nearest::Nearest;
use super::request::Observer;
use super::words;
use crate::api::settings::TileLayer;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::eclipse_theory::AskedElements;
use astro::eclipse::besselian::Polynomials;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use web::json;

/// Files that a page loads when they are first needed.
const GLOBE: &[&str] = &["d3-array.min.js", "d3-geo.min.js", "globe.js"];

/// The data of a page.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    /// Address of a tile of the built-in map.
    pub(super) tiles: String,
    /// Address of the time zone of a place.
    pub(super) zone: String,
    pub(super) assets: Assets,
    pub(super) eclipse: Eclipse,
    pub(super) greatest: Place,
    pub(super) obs: Option<&'a Observer>,
    #[serde(flatten)]
    pub(super) own: Own<'a>,
}

/// What only one of the widgets has.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Own<'a> {
    Map {
        view: View,
        layers: Vec<LayerData<'a>>,
        downloads: Option<Vec<Download>>,
        /// Whether the page may lead to the simulator.
        onward: bool,
        paths: &'a RawValue,
    },
    Simulator {
        simulator: Simulator,
    },
}

/// Addresses of files that are loaded later.
#[derive(Serialize)]
pub(super) struct Assets {
    globe: Vec<String>,
}

/// Which eclipse it is, with its Besselian elements.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Eclipse {
    /// Greatest eclipse, UT.
    date: String,
    name: String,
    delta_t: f64,
    elements: Box<RawValue>,
}

/// Polynomials in hours of TD from t0, in the units of `/solar-eclipse/elements`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Elements {
    /// Julian Day (TD) from which hours count.
    t0: f64,
    x: [f64; 4],
    y: [f64; 4],
    d: [f64; 4],
    mu: [f64; 4],
    l1: [f64; 4],
    l2: [f64; 4],
    tan_f1: f64,
    tan_f2: f64,
}

/// A place in degrees.
#[derive(Serialize)]
pub(super) struct Place {
    lat: f64,
    lng: f64,
}

/// What the map shows at the start.
#[derive(Serialize)]
pub(super) struct View {
    pub(super) center: Option<[f64; 2]>,
    pub(super) z: i64,
    pub(super) map: &'static str,
    pub(super) globe: bool,
}

/// An outside layer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerData<'a> {
    word: &'a str,
    url: &'a str,
    attribution: &'a str,
    max_zoom: u8,
}

/// A file that can be downloaded; the script adds the key.
#[derive(Serialize)]
pub(super) struct Download {
    format: &'static str,
    href: String,
}

/// What the simulator shows at the start.
#[derive(Serialize)]
pub(super) struct Simulator {
    pub(super) t: Option<String>,
    /// Where to go if nothing is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nearest: Option<Nearest>,
    pub(super) speed: f64,
    pub(super) up: &'static str,
    pub(super) fov: f64,
    pub(super) play: bool,
    pub(super) exaggeration: f64,
    /// The mountains of the Moon's limb, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limb: Option<LimbData>,
}

/// The mountains of the Moon's limb for an observer at greatest eclipse.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LimbData {
    /// Position angle of the Moon's axis, degrees.
    pub(super) axis: f64,
    /// Heights over 1737.4 km, metres, at axis angles 0°, 0.2° ….
    pub(super) heights: Vec<i32>,
    /// C2 and C3 behind the mountains, UTC, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) contacts: Option<[String; 2]>,
    /// What lies between them, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) duration_sec: Option<f64>,
}

impl<'a> Data<'a> {
    /// The data of a page; `tiles` is the name of the tiles.
    pub(super) fn new(
        tiles: &str,
        eclipse: &EclipseElements,
        obs: Option<&'a Observer>,
        own: Own<'a>,
    ) -> Self {
        let (lat, lng) = eclipse.greatest_deg();
        Self {
            tiles: format!("/tiles/{tiles}/{{z}}/{{x}}/{{y}}.mvt"),
            zone: format!("/tiles/{tiles}/zone/{{lat}}/{{lng}}"),
            assets: Assets { globe: GLOBE.iter().map(|name| assets::address(name)).collect() },
            eclipse: Eclipse::new(eclipse),
            greatest: Place { lat, lng },
            obs,
            own,
        }
    }

    /// The data as JSON.
    pub(super) fn text(&self) -> String {
        String::from_utf8(json::bytes(self)).expect("JSON is UTF-8")
    }
}

impl Eclipse {
    fn new(eclipse: &EclipseElements) -> Self {
        Self {
            date: words::greatest(eclipse).iso(),
            name: words::name(eclipse),
            delta_t: eclipse.delta_t_s,
            elements: Elements::new(&eclipse.polynomials).text(),
        }
    }
}

impl Elements {
    /// With twelve decimals: those eight that the interface has would move contacts by milliseconds, since
    /// the highest coefficients are multiplied by 27.
    fn new(p: &Polynomials) -> Self {
        let round = |x: f64| (x * 1e12).round() / 1e12;
        let degrees = |c: [f64; 4]| c.map(|x| round(x.to_degrees()));
        Self {
            t0: p.t0.0,
            x: p.x.map(round),
            y: p.y.map(round),
            d: degrees(p.d),
            mu: degrees(p.mu),
            l1: p.l1.map(round),
            l2: p.l2.map(round),
            tan_f1: round(p.tan_f1),
            tan_f2: round(p.tan_f2),
        }
    }

    fn text(&self) -> Box<RawValue> {
        to_raw_value(self).expect("numbers are JSON")
    }
}

impl<'a> From<&'a TileLayer> for LayerData<'a> {
    fn from(layer: &'a TileLayer) -> Self {
        let TileLayer { word, url, attribution, max_zoom, .. } = layer;
        Self { word, url, attribution, max_zoom: *max_zoom }
    }
}

/// The files of the path of an eclipse, by the elements that were asked for.
pub(super) fn downloads(eclipse: &EclipseElements, asked: &AskedElements) -> Vec<Download> {
    let jd = eclipse.midnight_ut;
    let own: String = asked.pairs().map(|(name, value)| format!("&{name}={value}")).collect();
    let one = |format| Download {
        format,
        href: format!("/solar-eclipse/path/{jd}?paths=classic&format={format}{own}"),
    };
    ["geojson", "kml", "gpx"].map(one).into()
}
