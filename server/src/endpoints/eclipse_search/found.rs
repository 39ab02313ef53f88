//! An eclipse in the response.

use super::local_times::LocalTimes;
use super::way::WayToPath;
use crate::endpoints::catalog::EclipseTypePrimary;
use crate::endpoints::local_circumstances::over_terrain::visible;
use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::{AgainstSkyline, Stretches};
use crate::vocabulary::zone::Zone;
use almanac::{EclipseAccuracy, Visible};
use astro::earth::Observer;
use astro::eclipse::local::{LocalEclipseType, LocalView, ObservedEclipse, Sight};
use geographiclib_rs::Geodesic;

/// Type of an eclipse at a place.
#[derive(Words)]
#[words(remote = LocalEclipseType)]
pub(crate) enum LocalTypeWord {
    Partial,
    Annular,
    Total,
}

/// An eclipse at a place.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeenEclipse {
    /// Julian Day that identifies the eclipse: midnight UTC of its date.
    pub(super) jd: f64,
    /// Greatest eclipse for the whole Earth, UTC.
    pub(super) date: String,
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 11898)]
    pub(super) catalog: i32,
    /// Type of the whole eclipse.
    #[serde(rename = "type")]
    #[schema(value_type = EclipseTypePrimary)]
    pub(super) kind: String,
    /// Type of the eclipse at the place.
    #[schema(value_type = LocalTypeWord)]
    pub(super) local_type: &'static str,
    /// Part of the Sun's diameter that is covered at `max`.
    pub(super) magnitude: f64,
    /// Part of the Sun's disc that is covered at `max`, 0 … 1.
    pub(super) obscuration: f64,
    /// Visible duration of totality or annularity, s; null in a partial eclipse.
    pub(super) duration_sec: Option<f64>,
    /// First contact, or null.
    pub(super) c1: Option<String>,
    /// Second contact, or null.
    pub(super) c2: Option<String>,
    /// Third contact, or null.
    pub(super) c3: Option<String>,
    /// Fourth contact, or null.
    pub(super) c4: Option<String>,
    pub(super) max: SeenMaximum,
    pub(super) visibility: Visible,
    /// Greatest eclipse at the place against the skyline, visible or not; only with `horizon=terrain` or
    /// `coarse`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) greatest: Option<AgainstSkyline>,
    /// Length of the geodesic to the nearest point of the central line, km, or null.
    #[serde(rename = "pathDistanceKM")]
    pub(super) path_distance_km: Option<f64>,
    /// Direction of the geodesic at the place, degrees from north through east, or null.
    pub(super) path_bearing: Option<f64>,
    /// Local times of `c1` … `c4` and of the ends of `visibility`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local_times: Option<LocalTimes>,
    /// Uncertainty, with `extras=accuracy` or `era=canon`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) accuracy: Option<EclipseAccuracy>,
    /// First and last visible instant, for calendars.
    #[serde(skip)]
    pub(super) span: [Instant; 2],
}

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
    pub(super) eclipses: Vec<SeenEclipse>,
}

/// An item of the response: an eclipse, or with several observers a place with its eclipses.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of the items that are written")]
pub(super) enum EclipseOrPlace {
    /// An eclipse.
    Eclipse(Box<SeenEclipse>),
    /// A place.
    Place(Box<PlaceEclipses>),
}

/// The greatest visible phase.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeenMaximum {
    /// UTC.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// Airless altitude of the Sun's centre, degrees.
    pub(super) sun_alt: f64,
    /// Azimuth of the Sun from north through east, degrees.
    pub(super) sun_az: f64,
}

impl SeenEclipse {
    /// Returns the eclipse for an observer; `view` belongs to the maximum.
    pub(super) fn new(
        elements: &EclipseElements,
        local: &ObservedEclipse,
        sight: &Sight,
        view: &LocalView,
        (delta_t_s, observer, geodesic): (f64, Observer, &Geodesic),
        zone: Option<&Zone>,
        stretches: Option<&Stretches>,
    ) -> Self {
        let instant = |t: f64| Instant::from_ut1(local.instant(t).to_ut1(delta_t_s));
        let is_seen = |t: f64| stretches.map_or_else(|| sight.visibility.includes(t), |s| s.includes(t));
        let seen = |t: f64| is_seen(t).then(|| instant(t));
        let (contacts, central) = (&sight.contacts, sight.contacts.central.as_ref());
        let way = WayToPath::new(elements, delta_t_s, observer, geodesic);
        let span = sight.visibility.ends().map(instant);
        let c2 = central.and_then(|c| seen(c.second.t));
        let c3 = central.and_then(|c| seen(c.third.t));
        let (c1, c4) = (seen(contacts.first.t), seen(contacts.fourth.t));
        let times = [("c1", c1), ("c2", c2), ("c3", c3), ("c4", c4)];
        let iso = |at: Option<Instant>| at.map(Instant::iso);
        Self {
            jd: elements.midnight_ut,
            date: Instant::from_ut1(elements.t_max.to_ut1(delta_t_s)).iso(),
            catalog: elements.catalog_number,
            kind: elements.primary_type().to_owned(),
            local_type: sight.kind.word(),
            magnitude: view.magnitude,
            obscuration: view.obscuration,
            duration_sec: (sight.kind != LocalEclipseType::Partial).then_some(sight.central_s),
            c1: iso(c1),
            c2: iso(c2),
            c3: iso(c3),
            c4: iso(c4),
            max: SeenMaximum {
                date: instant(sight.maximum.t).iso(),
                local: zone.and_then(|zone| zone.iso(instant(sight.maximum.t))),
                sun_alt: view.sun.altitude.to_degrees(),
                sun_az: view.sun.azimuth.to_degrees(),
            },
            visibility: match stretches {
                Some(stretches) => visible(stretches, instant),
                None => Visible::new(&sight.visibility, instant),
            },
            greatest: None,
            path_distance_km: way.as_ref().map(|way| way.km),
            path_bearing: way.map(|way| way.bearing_deg),
            local_times: zone.map(|zone| LocalTimes::new(zone, &times, span)),
            accuracy: None,
            span,
        }
    }
}
