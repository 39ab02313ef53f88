//! Ellipsoids of revolution in use.

use geographiclib_rs::Geodesic;
use std::sync::OnceLock;

/// An ellipsoid of revolution that approximates the Earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ellipsoid {
    /// World Geodetic System 1984.
    Wgs84,
    /// Geodetic Reference System 1980.
    Grs80,
    /// Geodetic Reference System 1967.
    Grs67,
    /// Australian National Spheroid.
    Ans,
    /// World Geodetic System 1972.
    Wgs72,
    /// Clarke 1858.
    Clarke1858,
    /// Clarke 1880.
    Clarke1880,
    /// A sphere of 6371 km.
    Sphere,
    /// International Astronomical Union 1976.
    Iau1976,
}

impl Ellipsoid {
    /// All ellipsoids.
    pub const ALL: [Self; 9] = [
        Self::Wgs84,
        Self::Grs80,
        Self::Grs67,
        Self::Ans,
        Self::Wgs72,
        Self::Clarke1858,
        Self::Clarke1880,
        Self::Sphere,
        Self::Iau1976,
    ];

    /// The equatorial radius in metres, and the flattening.
    ///
    /// ```
    /// use geography::geodesic::Ellipsoid;
    /// assert_eq!(Ellipsoid::Sphere.axes(), (6_371_000.0, 0.0));
    /// ```
    pub fn axes(self) -> (f64, f64) {
        let (radius_m, inverse_flattening) = match self {
            Self::Wgs84 => (6_378_137.0, 298.257_223_563),
            Self::Grs80 => (6_378_137.0, 298.257_222_101),
            Self::Grs67 => (6_378_160.0, 298.247_167_427),
            Self::Ans => (6_378_160.0, 298.25),
            Self::Wgs72 => (6_378_135.0, 298.26),
            Self::Clarke1858 => (6_378_293.645, 294.26),
            Self::Clarke1880 => (6_378_249.145, 293.465),
            Self::Sphere => (6_371_000.0, f64::INFINITY),
            Self::Iau1976 => (6_378_140.0, 298.257),
        };
        (radius_m, 1.0 / inverse_flattening)
    }

    /// The solver for its geodesics, made on first use: its series depend on the ellipsoid alone.
    pub(super) fn geodesic(self) -> &'static Geodesic {
        static GEODESICS: [OnceLock<Geodesic>; Ellipsoid::ALL.len()] =
            [const { OnceLock::new() }; Ellipsoid::ALL.len()];
        let (radius_m, flattening) = self.axes();
        GEODESICS[self as usize].get_or_init(|| Geodesic::new(radius_m, flattening))
    }
}
