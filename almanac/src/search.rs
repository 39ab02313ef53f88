//! The eclipses of a place: the response of `/solar-eclipse/search`.

#[cfg(feature = "service")]
use crate::accuracy::EclipseAccuracy;
use crate::canon::Canon;
use crate::eclipse::{Changes, Eclipse, EclipseTypePrimary};
use crate::error::Error;
use crate::instant::Instant;
use crate::local::Visible;
#[cfg(feature = "service")]
use crate::local::chance::Chance;
#[cfg(feature = "service")]
use crate::local::obstacle::AgainstSkyline;
#[cfg(feature = "service")]
use crate::local_times::LocalTimes;
use crate::place::Place;
use crate::way::WayToPath;
use crate::words::words;
use astro::batch;
use astro::eclipse::local::{LocalEclipseType, LocalView, ObservedEclipse, Sight};
use astro::time::Ut1;
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
#[cfg_attr(feature = "service", derive(utoipa::ToSchema), schema(as = SeenEclipse))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Julian Day that identifies the eclipse: midnight UTC of its date.
    pub jd: f64,
    /// Greatest eclipse for the whole Earth, UTC.
    #[cfg_attr(feature = "service", schema(value_type = String))]
    pub date: Instant,
    /// Number in the catalog.
    #[cfg_attr(feature = "service", schema(minimum = 1, maximum = 11898))]
    pub catalog: i32,
    /// Type of the whole eclipse.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "mobile", uniffi(name = "type"))]
    #[cfg_attr(feature = "service", schema(value_type = EclipseTypePrimary))]
    pub kind: &'static str,
    /// Type of the eclipse at the place.
    #[cfg_attr(feature = "service", schema(value_type = LocalType))]
    pub local_type: &'static str,
    /// Part of the Sun's diameter that is covered at `max`.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered at `max`, 0 … 1.
    pub obscuration: f64,
    /// Visible duration of totality or annularity, s; null in a partial eclipse.
    pub duration_sec: Option<f64>,
    /// First contact, or null.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub c1: Option<Instant>,
    /// Second contact, or null.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub c2: Option<Instant>,
    /// Third contact, or null.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub c3: Option<Instant>,
    /// Fourth contact, or null.
    #[cfg_attr(feature = "service", schema(value_type = Option<String>))]
    pub c4: Option<Instant>,
    /// The greatest visible phase.
    pub max: Maximum,
    /// The part above the horizon.
    pub visibility: Visible,
    /// Greatest eclipse at the place against the skyline, visible or not; only with `horizon=terrain` or
    /// `coarse`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub greatest: Option<AgainstSkyline>,
    /// Length of the geodesic to the nearest point of the central line, km, or null.
    #[serde(rename = "pathDistanceKM")]
    pub path_distance_km: Option<f64>,
    /// Direction of the geodesic at the place, degrees from north through east, or null.
    pub path_bearing: Option<f64>,
    /// Local times of `c1` … `c4` and of the ends of `visibility`; only with `tz`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub local_times: Option<LocalTimes>,
    /// Uncertainty, with `extras=accuracy` or `era=canon`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub accuracy: Option<EclipseAccuracy>,
    /// Chance of totality or a ring for an uncertain ΔT; only with `extras=chance`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub chance: Option<Chance>,
    /// First and last visible instant, for calendars.
    #[cfg(feature = "service")]
    #[serde(skip)]
    pub span: [Instant; 2],
}

/// The greatest visible phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema), schema(as = SeenMaximum))]
#[serde(rename_all = "camelCase")]
pub struct Maximum {
    /// UTC.
    #[cfg_attr(feature = "service", schema(value_type = String))]
    pub date: Instant,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[cfg(feature = "service")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub local: Option<String>,
    /// Airless altitude of the Sun's centre, degrees.
    pub sun_alt: f64,
    /// Azimuth of the Sun from north through east, degrees.
    pub sun_az: f64,
}

/// Type of an eclipse at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalType {
    /// Partial.
    Partial,
    /// Annular.
    Annular,
    /// Total.
    Total,
}

words!(LocalType as "LocalTypeWord", "Type of an eclipse at a place.":
    Partial = "partial",
    Annular = "annular",
    Total = "total",
);

impl From<LocalEclipseType> for LocalType {
    fn from(kind: LocalEclipseType) -> Self {
        match kind {
            LocalEclipseType::Partial => Self::Partial,
            LocalEclipseType::Annular => Self::Annular,
            LocalEclipseType::Total => Self::Total,
        }
    }
}

impl From<LocalType> for batch::LocalType {
    fn from(kind: LocalType) -> Self {
        match kind {
            LocalType::Partial => Self::Partial,
            LocalType::Annular => Self::Annular,
            LocalType::Total => Self::Total,
        }
    }
}

/// Maximum time between the maximum at a place and greatest eclipse for the Earth, days: a quarter of a day,
/// and the maximum difference of a given ΔT from that of the table.
const MAX_DAYS: f64 = 2.0;

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

impl Found {
    /// An eclipse of a place, `local`, with its visible part. `whole` are its Julian Day, greatest eclipse,
    /// number and type; `view` belongs to the maximum; `is_seen` is `true` for visible instants, in hours
    /// from t0 of the elements.
    pub fn new(
        (jd, greatest, catalog, kind): (f64, Ut1, i32, EclipseTypePrimary),
        (local, delta_t_s): (&ObservedEclipse, f64),
        (sight, view): (&Sight, &LocalView),
        way: Option<&WayToPath>,
        is_seen: impl Fn(f64) -> bool,
    ) -> Self {
        let instant = |t: f64| Instant::from_ut1(local.instant(t).to_ut1(delta_t_s));
        let seen = |t: f64| is_seen(t).then(|| instant(t));
        let central = sight.contacts.central.as_ref();
        Self {
            jd,
            date: Instant::from_ut1(greatest),
            catalog,
            kind: kind.word(),
            local_type: LocalType::from(sight.kind).word(),
            magnitude: view.magnitude,
            obscuration: view.obscuration,
            duration_sec: (sight.kind != LocalEclipseType::Partial).then_some(sight.central_s),
            c1: seen(sight.contacts.first.t),
            c2: central.and_then(|c| seen(c.second.t)),
            c3: central.and_then(|c| seen(c.third.t)),
            c4: seen(sight.contacts.fourth.t),
            max: Maximum {
                date: instant(sight.maximum.t),
                #[cfg(feature = "service")]
                local: None,
                sun_alt: view.sun.altitude.to_degrees(),
                sun_az: view.sun.azimuth.to_degrees(),
            },
            visibility: Visible::new(&sight.visibility, instant),
            #[cfg(feature = "service")]
            greatest: None,
            path_distance_km: way.map(|way| way.km),
            path_bearing: way.map(|way| way.bearing_deg),
            #[cfg(feature = "service")]
            local_times: None,
            #[cfg(feature = "service")]
            accuracy: None,
            #[cfg(feature = "service")]
            chance: None,
            #[cfg(feature = "service")]
            span: sight.visibility.ends().map(instant),
        }
    }

    /// Adds the local times; `local` is that of an instant.
    #[cfg(feature = "service")]
    pub fn add_local_times(&mut self, local: impl Fn(Instant) -> Option<String>) {
        let contacts = [("c1", self.c1), ("c2", self.c2), ("c3", self.c3), ("c4", self.c4)];
        self.max.local = local(self.max.date);
        if let Some(chance) = &mut self.chance {
            chance.add_local_times(&local);
        }
        self.local_times = Some(LocalTimes::new(&contacts, self.span, local));
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
        if !(search.from..search.to).contains(&self.instant(sight.maximum.t)) {
            return None;
        }
        let view = local.view(&sight.maximum);
        let nearest = |latitude, longitude| self.way()?.nearest(self.elements(), latitude, longitude).ok();
        let way = WayToPath::new(observer, self.delta_t_s(), nearest);
        // To eight decimals like the service: functions of the platform differ in their last bits.
        let rounded = |value: f64| (value * 1e8).round() / 1e8;
        let way =
            way.map(|way| WayToPath { km: rounded(way.km), bearing_deg: rounded(way.bearing_deg), ..way });
        Some(Found::new(
            (self.jd(), self.greatest(), self.catalog, self.kind),
            (&local, self.delta_t_s()),
            (&sight, &view),
            way.as_ref(),
            |t| sight.visibility.includes(t),
        ))
    }
}
