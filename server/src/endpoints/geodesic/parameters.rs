//! The parameters of `/geodesic`.

use super::line::Method;
use crate::api::flag::FLAG;
use crate::api::input::{Input, Word};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{Form, JSON};
use crate::vocabulary::formats;
use geography::geodesic::Ellipsoid;

/// A GeoJSON feature.
pub(super) static GEOJSON: Form =
    Form { media_type: "application/geo+json", has_envelope: false, headers: &[] };

pub(super) const START: Parameter = Parameter::path(
    "start",
    Kind::Point,
    "37.6,-122.3",
    "Where the line begins, as `LAT,LNG`: degrees, negative south and west; longitudes up to 360 are taken.",
);
pub(super) const END: Parameter = Parameter::path("end", Kind::Point, "35.6,-3", "Where it ends.");
pub(super) const METHOD: Parameter = Parameter::required(
    "method",
    Kind::Word(<Method as Word>::WORDS),
    "uniform",
    "`uniform` cuts the line into equal parts, `midpoint` halves it until each part is nearly straight.",
);
pub(super) const FORMAT: Parameter = Parameter::required(
    "format",
    Kind::Word(<Format as Word>::WORDS),
    "geojson",
    "`array` for points with distance and direction, `geojson` for a line on a map.",
);
pub(super) const WITH_EL: Parameter = Parameter::optional(
    "with-el",
    FLAG,
    "1",
    "`1` (or `true`) gives points the height of the ground, for twice the cost.",
);
pub(super) const ELLIPSOID: Parameter = Parameter::optional(
    "ellipsoid",
    Kind::Word(<Ellipsoid as Word>::WORDS),
    "GRS80",
    "The figure of the Earth; `WGS84` if left out. `Sphere` has a radius of 6371 km.",
);
pub(super) const TOLERANCE: Parameter = Parameter::optional(
    "tolerance",
    Kind::Number { from: 0.001, to: 90.0 },
    "1",
    "With `midpoint`: by how many degrees the direction may change along a part; 0.05 if left out.",
);
pub(super) const SEGMENTS: Parameter = Parameter::optional(
    "segments",
    Kind::Integer { from: 1, to: 10_000 },
    "3",
    "With `uniform`: number of parts; 10 if left out.",
)
.in_example();

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A feature.
    GeoJson,
    /// Points in the envelope.
    Array,
}

impl Word for Format {
    const WORDS: &'static [&'static str] = &["geojson", "array"];
    const VALUES: &'static [Self] = &[Self::GeoJson, Self::Array];
}

impl formats::Format for Format {
    fn form(self) -> &'static Form {
        match self {
            Self::GeoJson => &GEOJSON,
            Self::Array => &JSON,
        }
    }
}

impl Word for Ellipsoid {
    const WORDS: &'static [&'static str] =
        &["WGS84", "GRS80", "GRS67", "ANS", "WGS72", "Clarke1858", "Clarke1880", "Sphere", "IAU1976"];
    const VALUES: &'static [Self] = &Self::ALL;
}

/// The ellipsoid in force.
pub(super) fn ellipsoid(input: &mut Input) -> Ellipsoid {
    input.word(&ELLIPSOID).unwrap_or(Ellipsoid::Wgs84)
}
