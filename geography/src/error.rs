//! The errors of this crate.

/// The error that a question about a point or a curve can have.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Error {
    /// Numbers that are not the coordinates of a point of the Earth.
    #[error(
        "latitude {latitude_deg}, longitude {longitude_deg}: the latitude must lie within −90 … 90 \
         degrees, the longitude be a finite number of degrees"
    )]
    Coordinates {
        /// The latitude that was given.
        latitude_deg: f64,
        /// The longitude that was given.
        longitude_deg: f64,
    },
    /// A ring whose edges cross, so that it has no inside and outside.
    #[error("the ring crosses itself; its inside cannot be told from its outside")]
    RingCrossesItself,
    /// Bytes that are not the Well-Known Binary that [`crate::wkb::bytes`] writes.
    #[error("byte {at}: not the Well-Known Binary of a point, of lines or of polygons")]
    Binary {
        /// The first byte that is wrong or absent.
        at: usize,
    },
    /// Geometry that is not valid on the map.
    #[error("{problem}")]
    NotValid {
        /// What is wrong.
        problem: &'static str,
    },
}
