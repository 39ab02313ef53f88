//! A vertex of a curve.

/// A point of a curve with a value along the curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Longitude, degrees, east positive.
    pub longitude_deg: f64,
    /// Latitude on the ellipsoid, degrees, within −90 … 90.
    pub latitude_deg: f64,
    /// Any quantity that varies along the curve, such as an instant. It is interpolated where a cut or a pole
    /// inserts a vertex.
    pub t: f64,
}

impl Vertex {
    /// The vertex at this fraction of the straight edge to another.
    pub(crate) fn towards(self, other: Self, fraction: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * fraction;
        Self {
            longitude_deg: between(self.longitude_deg, other.longitude_deg),
            latitude_deg: between(self.latitude_deg, other.latitude_deg),
            t: between(self.t, other.t),
        }
    }

    /// Returns this vertex with another longitude.
    pub(super) fn at_longitude(self, longitude_deg: f64) -> Self {
        Self { longitude_deg, ..self }
    }

    /// Returns whether both vertices have the same coordinates.
    pub(super) fn has_place_of(self, other: Self) -> bool {
        self.longitude_deg == other.longitude_deg && self.latitude_deg == other.latitude_deg
    }

    pub(super) fn is_on_antimeridian(self) -> bool {
        self.longitude_deg.abs() == 180.0
    }

    pub(super) fn is_at_pole(self) -> bool {
        self.latitude_deg.abs() == 90.0
    }
}
