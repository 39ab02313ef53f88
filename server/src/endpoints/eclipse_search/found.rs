//! The items of the response.

use crate::endpoints::prelude::*;

/// The eclipses of one of several places.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlaceEclipses {
    /// The place.
    pub(super) obs: Site,
    /// The time zone of the place; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) tz: Option<String>,
    /// The eclipses that are visible from the place.
    pub(super) eclipses: Vec<Found>,
}

/// An item of the response: an eclipse, or with several observers a place with its eclipses.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of the items that are written")]
pub(super) enum EclipseOrPlace {
    /// An eclipse.
    Eclipse(Box<Found>),
    /// A place.
    Place(Box<PlaceEclipses>),
}
