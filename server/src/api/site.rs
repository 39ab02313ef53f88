//! The place of an observer in requests and responses.

use astro::earth::Observer;

/// The place of an observer.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = Observer)]
pub(crate) struct Site {
    /// Degrees, north positive.
    pub(crate) lat: f64,
    /// Degrees, east positive.
    pub(crate) lng: f64,
    /// Metres above mean sea level.
    pub(crate) height: f64,
}

impl Site {
    /// Returns the same place at another height above mean sea level, m.
    pub(crate) fn at_height(self, height: f64) -> Self {
        Self { height, ..self }
    }

    /// Returns the observer for `astro`.
    pub(crate) fn observer(self) -> Observer {
        Observer::from_degrees(self.lat, self.lng, self.height)
    }
}
