//! The errors of this crate.

/// The reason why a point or a curve was rejected.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Error {
    /// Coordinates outside the Earth's range.
    #[error(
        "latitude {latitude_deg}, longitude {longitude_deg}: the latitude must lie within −90 … 90 \
         degrees, the longitude be a finite number of degrees"
    )]
    Coordinates {
        /// The latitude.
        latitude_deg: f64,
        /// The longitude, degrees.
        longitude_deg: f64,
    },
    /// A ring whose edges cross, so that its inside is not defined.
    #[error("the ring crosses itself, so its inside is not defined")]
    RingCrossesItself,
}
