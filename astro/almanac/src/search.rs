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

/// A search for the eclipses whose visible maximum lies in a span of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// The place.
    pub place: Place,
    /// Start of the span, included.
    pub from: Instant,
    /// End of the span, not included.
    pub to: Instant,
    /// The basis of the computation.
    pub changes: Changes,
}

/// An eclipse at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    pub kind: char,
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
    /// The eclipses that a place sees, in order of time; an error for a span beyond the years of the pack.
    pub fn search(&self, search: &Search) -> Result<Vec<Found>, Error> {
        if search.to <= search.from {
            return Err(Error::argument("to", format!("must be after from, {}", search.from.iso())));
        }
        self.delta_t_at("from", search.from.ut1())?;
        self.delta_t_at("to", search.to.ut1())?;
        let [from, to] = [search.from.ut1().plus_days(-MAX_DAYS), search.to.ut1().plus_days(MAX_DAYS)];
        let is_near = |e: &&Eclipse| (from..to).contains(&e.greatest());
        let mut found = Vec::new();
        for eclipse in self.eclipses().iter().filter(is_near) {
            found.extend(match search.changes == Changes::default() {
                true => eclipse.found(search),
                false => eclipse.with(&search.changes, self.delta_t())?.found(search),
            });
        }
        Ok(found)
    }
}

impl Eclipse {
    fn found(&self, search: &Search) -> Option<Found> {
        let local = self.seen_from(search.place);
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

    /// Length of the geodesic to the nearest point of the central line, km, and its direction, degrees, to nine
    /// decimals: the library computes with functions of the platform, whose last bits differ.
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
        let rounded = |value: f64| (value * 1e9).round() / 1e9;
        Some((rounded(metres / 1000.0), rounded(bearing.rem_euclid(360.0))))
    }
}
