//! Besselian elements as the interface shows them.

use crate::generation::place_names::PlaceNames;
use artifacts::tables::theory::Theory as Source;
use artifacts::tables::{eclipses, elements};
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::local::Reach;
use astro::eclipse::path::{self, CentralWay, Vertex};
use astro::time::{Tt, Ut1};
use bytes::Bytes;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use web::json;

/// From which theories of Sun and Moon elements are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementsTheory {
    /// Those of the published canon.
    Canon,
    /// Those closest to the sky.
    Precise,
}

/// A row of the table `elements` or `elements_precise`.
#[derive(Debug, Clone)]
pub struct EclipseElements {
    /// From which of the two tables it is.
    pub theory: ElementsTheory,
    /// What Sun and Moon of the row come from.
    pub source: Source,
    /// Number in the catalog.
    pub catalog_number: i32,
    /// Saros number.
    pub saros: i16,
    /// What the catalog says of the eclipse.
    pub(crate) facts: Arc<Facts>,
    /// The polynomials as `astro` evaluates them.
    pub polynomials: Polynomials,
    /// Instant of greatest eclipse.
    pub t_max: Tt,
    /// The hour of its TD day from which t counts.
    pub t0_hour: f64,
    /// 0h of the UT date of greatest eclipse.
    pub midnight_ut: f64,
    /// The service's ΔT, s.
    pub delta_t_s: f64,
    /// `EclipseType` of the interface.
    pub type_code: u8,
    reach: OnceLock<Arc<Reach>>,
    /// The central line, for the way to it; found when it is first asked for.
    way: OnceLock<Option<Arc<CentralWay>>>,
    latitude_deg: f64,
    longitude_deg: f64,
    shown: OnceLock<Shown>,
    /// The usual answer about its curves, once it was asked for.
    pub(crate) curves: Arc<OnceLock<Curves>>,
}

/// What the catalog says of an eclipse, for people.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// Type as in the catalog: P, A, T or H and a qualifier.
    pub(crate) eclipse_type: String,
    /// Least distance of the shadow axis from the Earth's centre, Earth radii, negative south.
    pub(crate) gamma: f64,
    /// Magnitude as the canon defines it.
    pub(crate) magnitude: f64,
    /// Duration of the central phase at greatest eclipse, s.
    pub(crate) central_duration_s: Option<f64>,
    /// Country or sea of the place of greatest eclipse.
    pub(crate) place: Option<String>,
}

/// An answer about the curves of an eclipse.
#[derive(Debug, Clone)]
pub(crate) struct Curves {
    /// Number of vertices in it.
    pub(crate) vertices: usize,
    /// Its bytes.
    pub(crate) body: Bytes,
}

/// [`Structured`] as JSON, which is the same in every answer: written when it is first asked for.
#[derive(Debug, Clone)]
pub struct Shown(Arc<RawValue>);

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl PartialSchema for Shown {
    fn schema() -> RefOr<Schema> {
        Structured::schema()
    }
}

impl ToSchema for Shown {
    fn name() -> Cow<'static, str> {
        Structured::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Structured::schemas(schemas);
    }
}

/// Besselian elements of a solar eclipse. Polynomials in t, hours of TD from t0, constant term first.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BesselianElements)]
pub struct Structured {
    /// Julian Day (TD) of greatest eclipse.
    t_max: f64,
    /// The hour of the day (TD) from which `t` counts, hours.
    t0: f64,
    /// ΔT in seconds.
    #[serde(rename = "dT")]
    d_t: f64,
    /// Shadow axis on the fundamental plane, east, in equatorial radii of the Earth.
    x: [f64; 4],
    /// Shadow axis on the fundamental plane, northward, equatorial radii of the Earth.
    y: [f64; 4],
    /// Declination of the axis, degrees.
    d: [f64; 4],
    /// Radius of the penumbra on the fundamental plane, equatorial radii of the Earth.
    l1: [f64; 4],
    /// Radius of the umbra there, equatorial radii of the Earth; negative if total.
    l2: [f64; 4],
    /// Ephemeris hour angle of the axis, degrees.
    mu: [f64; 4],
    /// Tangent of the angle of the penumbral cone, a pure number.
    #[serde(rename = "tanF1")]
    tan_f1: f64,
    /// Tangent of the angle of the umbral cone, a pure number.
    #[serde(rename = "tanF2")]
    tan_f2: f64,
    /// Latitude of greatest eclipse, degrees.
    lat_greatest_eclipse: f64,
    /// Longitude of greatest eclipse, degrees, negative west.
    lng_greatest_eclipse: f64,
}

/// A value as the interface writes it.
fn raw(value: &impl Serialize) -> Box<RawValue> {
    let text = String::from_utf8(json::bytes(value)).expect("JSON is UTF-8");
    RawValue::from_string(text).expect("what was just written as JSON is JSON")
}

impl Facts {
    pub(super) fn new(eclipse: &eclipses::Row, names: &PlaceNames) -> Self {
        Self {
            eclipse_type: eclipse.eclipse_type.to_owned(),
            gamma: eclipse.gamma,
            magnitude: eclipse.magnitude,
            central_duration_s: eclipse.central_duration_s,
            place: names.of_greatest(eclipse),
        }
    }
}

impl EclipseElements {
    /// The elements of a row.
    pub(super) fn new(theory: ElementsTheory, e: &elements::Row, saros: i16, facts: Arc<Facts>) -> Self {
        Self {
            theory,
            source: e.theory,
            catalog_number: e.catalog_number,
            saros,
            facts,
            reach: OnceLock::new(),
            way: OnceLock::new(),
            polynomials: e.polynomials(),
            t_max: Tt(e.t_max_jd_tt),
            t0_hour: e.t0_hour_tt,
            midnight_ut: e.jd_midnight,
            delta_t_s: e.delta_t_s,
            type_code: e.eclipse_type_code.unsigned_abs(),
            latitude_deg: e.latitude_deg,
            longitude_deg: e.longitude_deg,
            shown: OnceLock::new(),
            curves: Arc::default(),
        }
    }

    /// The same eclipse with other radii of Sun and Moon. Its type stays that of the table.
    pub(crate) fn with_radii(&self, radii: Radii) -> Self {
        let polynomials = self.polynomials.with_radii(radii);
        // The axis is the same, and so is the way to the central line.
        let (reach, shown, curves) = (OnceLock::new(), OnceLock::new(), Arc::default());
        Self { polynomials, reach, shown, curves, ..self.clone() }
    }

    /// Bounds by which most observers are told that they see nothing; made when they are first asked for.
    pub fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Arc::new(Reach::new(&self.polynomials)))
    }

    /// Latitude and longitude of greatest eclipse, degrees.
    pub fn greatest_deg(&self) -> (f64, f64) {
        (self.latitude_deg, self.longitude_deg)
    }

    /// The kind of the eclipse as a whole, by the first letter of its type.
    pub(crate) fn primary_type(&self) -> &str {
        self.facts.eclipse_type.get(..1).unwrap_or_default()
    }

    /// The point of the central line nearest to a place, latitude and longitude for ΔT = 0 in radians; none
    /// without a central line.
    pub fn nearest_of_path(&self, latitude: f64, longitude: f64) -> Option<Vertex> {
        let failed = |error: path::Error| {
            tracing::error!(%error, eclipse = self.catalog_number, "a central line is not found");
        };
        let find = || CentralWay::of(&self.polynomials).map_err(failed).ok().flatten().map(Arc::new);
        let way = self.way.get_or_init(find);
        way.as_ref()?.nearest(&self.polynomials, latitude, longitude).map_err(failed).ok()
    }

    /// Instant of greatest eclipse, Universal Time.
    pub fn greatest_ut(&self) -> Ut1 {
        self.t_max.to_ut1(self.delta_t_s)
    }

    /// The elements as a JSON object.
    pub fn shown(&self) -> Shown {
        self.shown.get_or_init(|| Shown(Arc::from(raw(&self.structured())))).clone()
    }

    /// The elements by their names and in their usual units.
    pub(crate) fn structured(&self) -> Structured {
        let p = &self.polynomials;
        Structured {
            t_max: self.t_max.0,
            t0: self.t0_hour,
            d_t: self.delta_t_s,
            x: p.x,
            y: p.y,
            d: p.d.map(f64::to_degrees),
            l1: p.l1,
            l2: p.l2,
            mu: p.mu.map(f64::to_degrees),
            tan_f1: p.tan_f1,
            tan_f2: p.tan_f2,
            lat_greatest_eclipse: self.latitude_deg,
            lng_greatest_eclipse: self.longitude_deg,
        }
    }

    /// The elements as a list: t0, tMax, dT, x0 … x3, y, d, l1, l2, mu likewise, tanF1, tanF2.
    pub fn raw(&self) -> [f64; 29] {
        let s = self.structured();
        let cubics = [s.x, s.y, s.d, s.l1, s.l2, s.mu];
        std::array::from_fn(|k| match k {
            0 => s.t0,
            1 => s.t_max,
            2 => s.d_t,
            27 => s.tan_f1,
            28 => s.tan_f2,
            _ => cubics[(k - 3) / 4][(k - 3) % 4],
        })
    }
}
