//! The eclipses of a place: the response of `/solar-eclipse/search`.

use crate::canon::Canon;
use crate::eclipse::{Changes, Eclipse};
use crate::error::Error;
use crate::instant::Instant;
use crate::local::Visible;
use crate::place::Place;
use astro::earth::Observer;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::local::LocalEclipseType;
use geographiclib_rs::{Geodesic, InverseGeodesic};
use serde::Serialize;
use std::borrow::Cow;

/// A search for the eclipses whose visible maximum lies in a span of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Start of the span, included.
    pub from: Instant,
    /// End of the span, not included.
    pub to: Instant,
    /// The basis of the computation.
    pub changes: Changes,
}

/// An eclipse at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Julian Day that identifies the eclipse: midnight UTC of its date.
    pub jd: f64,
    /// Greatest eclipse for the whole Earth, UTC.
    pub date: Instant,
    /// Number in the catalog.
    pub catalog: i32,
    /// Type of the whole eclipse: P, A, T or H.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "mobile", uniffi(name = "type"))]
    pub kind: &'static str,
    /// Type at the place: `partial`, `annular` or `total`.
    pub local_type: &'static str,
    /// Part of the Sun's diameter that is covered at `max`.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered at `max`, 0 … 1.
    pub obscuration: f64,
    /// Visible duration of totality or annularity, s; null in a partial eclipse.
    pub duration_sec: Option<f64>,
    /// First contact, or null if it is not visible.
    pub c1: Option<Instant>,
    /// Second contact, or null.
    pub c2: Option<Instant>,
    /// Third contact, or null.
    pub c3: Option<Instant>,
    /// Fourth contact, or null.
    pub c4: Option<Instant>,
    /// The greatest visible phase.
    pub max: Maximum,
    /// The part above the horizon.
    pub visibility: Visible,
    /// Length of the geodesic to the nearest point of the central line, km, or null.
    #[serde(rename = "pathDistanceKM")]
    pub path_distance_km: Option<f64>,
    /// Its direction at the place, degrees from north through east, or null.
    pub path_bearing: Option<f64>,
}

/// The greatest visible phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct Maximum {
    /// UTC.
    pub date: Instant,
    /// Airless altitude of the Sun's centre, degrees.
    pub sun_alt: f64,
    /// Azimuth of the Sun from north through east, degrees.
    pub sun_az: f64,
}

/// Maximum time between the maximum at a place and greatest eclipse for the Earth, days: a quarter of a day,
/// and the maximum difference of a given ΔT from that of the table.
const MAX_DAYS: f64 = 2.0;

/// The word for the type of an eclipse at a place.
pub fn local_type(kind: LocalEclipseType) -> &'static str {
    match kind {
        LocalEclipseType::Partial => "partial",
        LocalEclipseType::Annular => "annular",
        LocalEclipseType::Total => "total",
    }
}

impl Canon {
    /// The eclipses that each of some places sees, in order of time; an error for a span beyond the years of
    /// the eclipses.
    pub fn search(&self, search: &Search, places: &[Place]) -> Result<Vec<Vec<Found>>, Error> {
        self.check_span([search.from, search.to], ["from", "to"])?;
        search.changes.check()?;
        let [from, to] = [search.from.ut1().plus_days(-MAX_DAYS), search.to.ut1().plus_days(MAX_DAYS)];
        let near = self.eclipses().iter().filter(|e| (from..to).contains(&e.greatest()));
        let is_usual = search.changes == Changes::default();
        let changed = |e: &Eclipse| e.with(&search.changes, self.delta_t());
        let near = near.map(|e| if is_usual { Ok(Cow::Borrowed(e)) } else { changed(e).map(Cow::Owned) });
        let near = near.collect::<Result<Vec<_>, Error>>()?;
        let of_place = |place: &Place| near.iter().filter_map(|e| e.found(search, *place)).collect();
        Ok(places.iter().map(of_place).collect())
    }
}

impl Eclipse {
    fn found(&self, search: &Search, place: Place) -> Option<Found> {
        let local = self.seen_from(place);
        let observer = local.observer();
        if !self.reach().may_include(&local.constants(), observer.longitude) {
            return None;
        }
        let sight = local.sight()?;
        let maximum = self.instant(sight.maximum.t);
        if !(search.from..search.to).contains(&maximum) {
            return None;
        }
        let view = local.view(&sight.maximum);
        let seen = |t: f64| sight.visibility.includes(t).then(|| self.instant(t));
        let central = sight.contacts.central.as_ref();
        let way = self.way_to_path(observer);
        Some(Found {
            jd: self.jd(),
            date: Instant::from_ut1(self.greatest()),
            catalog: self.catalog,
            kind: self.letter,
            local_type: local_type(sight.kind),
            magnitude: view.magnitude,
            obscuration: view.obscuration,
            duration_sec: (sight.kind != LocalEclipseType::Partial).then_some(sight.central_s),
            c1: seen(sight.contacts.first.t),
            c2: central.and_then(|c| seen(c.second.t)),
            c3: central.and_then(|c| seen(c.third.t)),
            c4: seen(sight.contacts.fourth.t),
            max: Maximum {
                date: maximum,
                sun_alt: view.sun.altitude.to_degrees(),
                sun_az: view.sun.azimuth.to_degrees(),
            },
            visibility: Visible::new(&sight.visibility, |t| self.instant(t)),
            path_distance_km: way.map(|(km, _)| km),
            path_bearing: way.map(|(_, bearing)| bearing),
        })
    }

    /// Length of the geodesic to the nearest point of the central line, km, and its direction, degrees, to
    /// eight decimals like the service: the library uses functions of the platform, whose last bits differ.
    fn way_to_path(&self, observer: Observer) -> Option<(f64, f64)> {
        let turn = angle_in_delta_t(self.delta_t_s());
        let Observer { latitude, longitude, .. } = observer;
        let nearest = self.way()?.nearest(self.elements(), latitude, longitude - turn).ok()?;
        let (metres, bearing, _, _): (f64, f64, f64, f64) = Geodesic::wgs84().inverse(
            latitude.to_degrees(),
            longitude.to_degrees(),
            nearest.latitude.to_degrees(),
            (nearest.longitude + turn).to_degrees(),
        );
        let rounded = |value: f64| (value * 1e8).round() / 1e8;
        Some((rounded(metres / 1000.0), rounded(bearing.rem_euclid(360.0))))
    }
}
