//! The entries of the response.

use crate::endpoints::celestial_events::data::CelestialEventData;
use crate::endpoints::celestial_events::key::CelestialEventKey;
use crate::endpoints::celestial_events::observer::{CelestialEventCircumstances, LocalObserver};
use crate::endpoints::celestial_events::search::{EventSearch, Occurrence};
use crate::endpoints::prelude::*;

/// Side of the range on which an event lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub(super) enum OverflowWord {
    /// Before the range.
    Before,
    /// At the end of the range or after it.
    After,
}

/// An event.
#[derive(Serialize, ToSchema)]
pub(super) struct CelestialEvent {
    /// Kind of event.
    pub(super) key: CelestialEventKey,
    /// Body of the event.
    body: CelestialBody,
    /// Instant, UTC, ISO 8601.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
    /// `true` if two standard errors of the instant reach across local midnight, so that the local date is
    /// uncertain; absent otherwise. Only with `tz`.
    #[serde(rename = "dateUncertain", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    date_uncertain: Option<bool>,
    /// Only with `dateUncertain`: the possible local dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) note: Option<String>,
    /// Data of the event, or null.
    pub(super) data: Option<CelestialEventData>,
    /// Only with `overflow=1` and outside the range: whether this is the last event of its kind before the
    /// range or the first after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    overflow: Option<OverflowWord>,
    /// Only with `circumstances=1`: the observer's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) circumstances: Option<CelestialEventCircumstances>,
    /// Accuracy of the instant.
    pub(super) accuracy: Accuracy,
}

/// Builds entries of events.
pub(super) struct EventBuilder {
    /// The generation and ΔT.
    pub(super) search: EventSearch,
    observer: Option<LocalObserver>,
    /// The zone of local times, with `tz`.
    pub(super) zone: Option<Zone>,
}

impl EventBuilder {
    /// Includes the view of an observer and the local times of a zone, if there are any.
    pub(super) fn new(search: EventSearch, observer: Option<Site>, zone: Option<Zone>) -> Self {
        Self { search, observer: observer.map(LocalObserver::at), zone }
    }

    /// Returns the place of the observer, if there is one.
    pub(super) fn site(&self) -> Option<Site> {
        self.observer.as_ref().map(|observer| observer.site)
    }

    pub(super) fn entry(&self, o: &Occurrence, overflow: Option<OverflowWord>) -> CelestialEvent {
        let zone = self.zone.as_ref();
        let circumstances = self.observer.as_ref().map(|observer| observer.view(&self.search, o));
        let accuracy = self.search.accuracy(o, self.site());
        let note = zone.and_then(|zone| date_note(zone, o.at, accuracy.sigma?));
        CelestialEvent {
            key: o.kind.key,
            body: o.kind.key.body(),
            date: o.at.iso(),
            local: zone.and_then(|zone| zone.iso(o.at)),
            date_uncertain: note.as_ref().map(|_| true),
            note,
            data: self.search.data_of(o),
            overflow,
            circumstances: circumstances.map(|seen| seen.in_zone(zone)),
            accuracy,
        }
    }
}

/// Standard errors on either side of an instant within which its local date must be one.
const DATE_SIGMAS: f64 = 2.0;

/// Returns the local dates that an instant may have; none if there is only one.
fn date_note(zone: &Zone, at: Instant, sigma_s: f64) -> Option<String> {
    let reach_ms = (DATE_SIGMAS * sigma_s * 1000.0) as i64;
    let date = |ms: i64| Some(zone.local(Instant { unix_ms: at.unix_ms + ms })?.date());
    let [first, last] = [date(-reach_ms)?, date(reach_ms)?];
    let reach_s = reach_ms as f64 / 1000.0;
    (first != last).then(|| {
        format!("the local date is uncertain, {first} to {last}: two standard errors are {reach_s:.1} s")
    })
}
