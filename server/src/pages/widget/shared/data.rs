//! The data of a page as JSON, for its scripts.

use super::request::Observer;
use super::words;
use crate::pages::prelude::*;
use astro::eclipse::besselian::Polynomials;
use serde_json::value::to_raw_value;

#[derive(Serialize)]
pub(crate) struct Data<'a, T> {
    /// Address of a tile of the built-in map.
    tiles: String,
    /// Address of the time zone of a place.
    zone: String,
    eclipse: Eclipse,
    greatest: Place,
    obs: Option<&'a Observer>,
    /// Data of one widget only.
    #[serde(flatten)]
    own: T,
}

/// The eclipse with its Besselian elements.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Eclipse {
    /// Greatest eclipse, UT.
    date: String,
    name: String,
    /// ΔT, s, with all digits.
    delta_t: Box<RawValue>,
    elements: Box<RawValue>,
}

/// Polynomials in hours of TD from t0 with all digits, angles in radians: scripts compute with the bits of
/// the server.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Elements {
    /// Julian Day (TD) at which t = 0.
    t0: f64,
    x: [f64; 4],
    y: [f64; 4],
    d: [f64; 4],
    mu: [f64; 4],
    l1: [f64; 4],
    l2: [f64; 4],
    tan_f1: f64,
    tan_f2: f64,
    radii: RadiiData,
}

/// Radii that the elements were computed with, in Earth equatorial radii.
#[derive(Serialize)]
struct RadiiData {
    k1: f64,
    k2: f64,
    sun: f64,
}

/// A place in degrees.
#[derive(Serialize)]
struct Place {
    lat: f64,
    lng: f64,
}

impl<'a, T: Serialize> Data<'a, T> {
    /// The data of a page; `tiles` names the version of the tiles.
    pub(crate) fn new(tiles: &str, eclipse: &EclipseElements, obs: Option<&'a Observer>, own: T) -> Self {
        let (lat, lng) = eclipse.greatest_deg();
        Self {
            tiles: format!("/tiles/{tiles}/{{z}}/{{x}}/{{y}}.mvt"),
            zone: format!("/tiles/{tiles}/zone/{{lat}}/{{lng}}"),
            eclipse: Eclipse::new(eclipse),
            greatest: Place { lat, lng },
            obs,
            own,
        }
    }

    /// The data as JSON.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(json::bytes(self)).expect("JSON is UTF-8")
    }
}

impl Eclipse {
    fn new(eclipse: &EclipseElements) -> Self {
        Self {
            date: words::greatest(eclipse).iso(),
            name: words::name(eclipse),
            delta_t: exact(&eclipse.delta_t_s),
            elements: exact(&Elements::from(&eclipse.polynomials)),
        }
    }
}

impl From<&Polynomials> for Elements {
    fn from(p: &Polynomials) -> Self {
        let Polynomials { t0, x, y, d, mu, l1, l2, tan_f1, tan_f2, radii, .. } = *p;
        let radii = RadiiData { k1: radii.k1, k2: radii.k2, sun: radii.sun };
        Self { t0: t0.0, x, y, d, mu, l1, l2, tan_f1, tan_f2, radii }
    }
}

fn exact(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("numbers are JSON")
}
