//! An eclipse in the response.

use crate::endpoints::catalog::record::EclipseTypePrimary;
use crate::endpoints::local_circumstances::visibility::VisibilityEntry;
use crate::endpoints::prelude::*;
use crate::vocabulary::eclipse_accuracy::EclipseAccuracy;
use astro::earth::Observer;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::local::{LocalEclipseType, LocalView, ObservedEclipse, Sight};
use geographiclib_rs::{Geodesic, InverseGeodesic};

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
pub(super) struct SeenEclipse {
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
    pub(super) visibility: VisibilityEntry,
    /// Length of the geodesic to the nearest point of the central line, km, or null.
    #[serde(rename = "pathDistanceKM")]
    pub(super) path_distance_km: Option<f64>,
    /// Direction of the geodesic at the place, degrees from north through east, or null.
    pub(super) path_bearing: Option<f64>,
    /// Uncertainty, with `extras=accuracy` or `era=canon`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) accuracy: Option<EclipseAccuracy>,
    /// First and last visible instant, for calendars.
    #[serde(skip)]
    pub(super) span: (Instant, Instant),
}

/// The greatest visible phase.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeenMaximum {
    /// UTC.
    pub(super) date: String,
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
    ) -> Self {
        let instant = |t: f64| Instant::from_ut1(local.instant(t).to_ut1(delta_t_s));
        let seen = |t: f64| sight.visibility.includes(t).then(|| instant(t).iso());
        let (contacts, central) = (&sight.contacts, sight.contacts.central.as_ref());
        let way = way_to_path(elements, delta_t_s, observer, geodesic);
        let stretches = sight.visibility.stretches();
        let first = stretches.iter().flatten().map(|s| s.0).fold(f64::INFINITY, f64::min);
        let last = stretches.iter().flatten().map(|s| s.1).fold(f64::NEG_INFINITY, f64::max);
        Self {
            jd: elements.midnight_ut,
            date: Instant::from_ut1(elements.t_max.to_ut1(delta_t_s)).iso(),
            catalog: elements.catalog_number,
            kind: elements.primary_type().to_owned(),
            local_type: sight.kind.word(),
            magnitude: view.magnitude,
            obscuration: view.obscuration,
            duration_sec: (sight.kind != LocalEclipseType::Partial).then_some(sight.central_s),
            c1: seen(contacts.first.t),
            c2: central.and_then(|c| seen(c.second.t)),
            c3: central.and_then(|c| seen(c.third.t)),
            c4: seen(contacts.fourth.t),
            max: SeenMaximum {
                date: instant(sight.maximum.t).iso(),
                sun_alt: view.sun.altitude.to_degrees(),
                sun_az: view.sun.azimuth.to_degrees(),
            },
            visibility: VisibilityEntry::new(&sight.visibility, |t| instant(t).iso()),
            path_distance_km: way.map(|(km, _)| km),
            path_bearing: way.map(|(_, bearing)| bearing),
            accuracy: None,
            span: (instant(first), instant(last)),
        }
    }
}

/// Returns the length of the geodesic from an observer to the nearest point of the central line, km, and its
/// direction at the observer, degrees; none without a central line.
fn way_to_path(
    elements: &EclipseElements,
    delta_t_s: f64,
    observer: Observer,
    geodesic: &Geodesic,
) -> Option<(f64, f64)> {
    let turn = angle_in_delta_t(delta_t_s);
    let nearest = elements.nearest_of_path(observer.latitude, observer.longitude - turn)?;
    let (latitude, longitude) = (nearest.latitude, nearest.longitude + turn);
    let (metres, bearing, _, _): (f64, f64, f64, f64) = geodesic.inverse(
        observer.latitude.to_degrees(),
        observer.longitude.to_degrees(),
        latitude.to_degrees(),
        longitude.to_degrees(),
    );
    Some((metres / 1000.0, bearing.rem_euclid(360.0)))
}
