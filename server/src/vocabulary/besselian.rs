//! Besselian elements in responses.

use crate::generation::elements::EclipseElements;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::sync::Arc;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use web::json;

/// [`Structured`] as JSON, cached with the elements.
#[derive(Debug, Clone)]
pub(crate) struct Shown(Arc<RawValue>);

impl From<&EclipseElements> for Shown {
    fn from(elements: &EclipseElements) -> Self {
        Self(elements.json(|| {
            let text = String::from_utf8(json::bytes(&Structured::from(elements))).expect("JSON is UTF-8");
            RawValue::from_string(text).expect("the text is JSON")
        }))
    }
}

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
pub(crate) struct Structured {
    /// Julian Day (TD) of greatest eclipse.
    t_max: f64,
    /// The hour of the day (TD) from which `t` counts, hours.
    t0: f64,
    /// ΔT in seconds.
    #[serde(rename = "dT")]
    d_t: f64,
    /// Shadow axis on the fundamental plane, eastward, equatorial radii of the Earth.
    x: [f64; 4],
    /// Shadow axis on the fundamental plane, northward, equatorial radii of the Earth.
    y: [f64; 4],
    /// Declination of the axis, degrees.
    d: [f64; 4],
    /// Radius of the penumbra on the fundamental plane, equatorial radii of the Earth.
    l1: [f64; 4],
    /// Radius of the umbra on the fundamental plane, equatorial radii of the Earth; negative if total.
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

impl From<&EclipseElements> for Structured {
    fn from(elements: &EclipseElements) -> Self {
        let p = elements.published.as_deref().unwrap_or(&elements.polynomials);
        let (latitude_deg, longitude_deg) = elements.greatest_deg();
        Self {
            t_max: elements.t_max.0,
            t0: elements.t0_hour,
            d_t: elements.delta_t_s,
            x: p.x,
            y: p.y,
            d: p.d.map(f64::to_degrees),
            l1: p.l1,
            l2: p.l2,
            mu: p.mu.map(f64::to_degrees),
            tan_f1: p.tan_f1,
            tan_f2: p.tan_f2,
            lat_greatest_eclipse: latitude_deg,
            lng_greatest_eclipse: longitude_deg,
        }
    }
}

impl Structured {
    /// Returns the elements as a list: t0, tMax, dT, x0 … x3, then y, d, l1, l2 and mu in the same way,
    /// tanF1, tanF2.
    pub(crate) fn list(&self) -> Vec<f64> {
        let cubics = [self.x, self.y, self.d, self.l1, self.l2, self.mu];
        let ends = [self.tan_f1, self.tan_f2];
        [self.t0, self.t_max, self.d_t].into_iter().chain(cubics.into_iter().flatten()).chain(ends).collect()
    }
}
