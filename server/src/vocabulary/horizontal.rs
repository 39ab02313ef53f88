//! How a place over the horizon is written.

use astro::accuracy::refraction_sigma_arcsec;
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use serde::Serialize;
use utoipa::ToSchema;

/// Airless altitude below which refraction lifts nothing over the level horizon, degrees.
const LOWEST_SEEN_DEG: f64 = -1.0;

/// Azimuth from north through east, and altitude; degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct AzAlt {
    /// Azimuth from north through east, degrees.
    azimuth: f64,
    /// Altitude above the horizon, degrees.
    altitude: f64,
}

impl From<Horizontal> for AzAlt {
    fn from(direction: Horizontal) -> Self {
        Self { azimuth: direction.azimuth.to_degrees(), altitude: direction.altitude.to_degrees() }
    }
}

/// How an observer sees a body; degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct LocalHorizontal {
    /// The direction from the centre of the Earth, without air and without parallax.
    #[serde(rename = "true")]
    geocentric: AzAlt,
    /// What the eye sees: parallax and refraction included.
    apparent: AzAlt,
    /// Parallax included, without air.
    parallax: AzAlt,
    /// What refraction adds to the altitude, degrees.
    refraction: f64,
}

impl LocalHorizontal {
    /// Azimuth and altitude of what the eye sees, degrees.
    pub(crate) fn apparent_deg(&self) -> [f64; 2] {
        [self.apparent.azimuth, self.apparent.altitude]
    }

    /// One standard error of the refraction, arcseconds; none of a body so far below the horizon that no
    /// light comes from it.
    pub(crate) fn refraction_sigma_arcsec(&self) -> Option<f64> {
        let sigma = || refraction_sigma_arcsec(self.refraction.to_radians());
        (self.parallax.altitude > LOWEST_SEEN_DEG).then(sigma)
    }

    /// How the observer of `horizon` sees a body.
    pub(crate) fn new(horizon: &Horizon, place: ApparentPlace) -> Self {
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
}
