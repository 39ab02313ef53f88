//! Horizontal coordinates in responses.

use astro::accuracy::refraction_sigma_arcsec;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use serde::Serialize;

/// Altitude without refraction below which a body is never visible over the level horizon, degrees.
const MIN_VISIBLE_DEG: f64 = -1.0;

/// Azimuth from north through east, and altitude; degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct AzAlt {
    /// Azimuth from north through east, degrees.
    pub azimuth: f64,
    /// Altitude above the horizon, degrees.
    pub altitude: f64,
}

impl From<Horizontal> for AzAlt {
    fn from(direction: Horizontal) -> Self {
        Self { azimuth: direction.azimuth.to_degrees(), altitude: direction.altitude.to_degrees() }
    }
}

/// Horizontal coordinates of a body for an observer, degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct LocalHorizontal {
    /// Geocentric direction, without parallax and without refraction.
    #[serde(rename = "true")]
    pub geocentric: AzAlt,
    /// Apparent direction, with parallax and refraction.
    pub apparent: AzAlt,
    /// Topocentric direction, with parallax and without refraction.
    pub parallax: AzAlt,
    /// Refraction, degrees.
    pub refraction: f64,
}

impl LocalHorizontal {
    /// The horizontal coordinates of a body for the observer of `horizon`.
    pub fn new(horizon: &Horizon, place: ApparentPlace) -> Self {
        let geocentric = horizon.geocentric(place.body_km, place.gast).direction();
        let topocentric = horizon.topocentric(place.body_km, place.gast).direction();
        let refraction = horizon.refraction(topocentric.altitude);
        Self {
            geocentric: geocentric.into(),
            apparent: Horizontal { altitude: topocentric.altitude + refraction, ..topocentric }.into(),
            parallax: topocentric.into(),
            refraction: refraction.to_degrees(),
        }
    }

    /// One standard error of the refraction, arcseconds; none for a body too far below the horizon to be
    /// visible.
    pub fn refraction_sigma_arcsec(&self) -> Option<f64> {
        let sigma = || refraction_sigma_arcsec(self.refraction.to_radians());
        (self.parallax.altitude > MIN_VISIBLE_DEG).then(sigma)
    }
}
