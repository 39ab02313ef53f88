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
}

impl EventBuilder {
    /// Includes the view of an observer, if there is one.
    pub(super) fn new(search: EventSearch, observer: Option<Site>) -> Self {
        Self { search, observer: observer.map(LocalObserver::at) }
    }

    /// Returns the place of the observer, if there is one.
    pub(super) fn site(&self) -> Option<Site> {
        self.observer.as_ref().map(|observer| observer.site)
    }

    /// Returns the entry of an event.
    pub(super) fn entry(&self, o: &Occurrence, overflow: Option<OverflowWord>) -> CelestialEvent {
        CelestialEvent {
            key: o.key,
            body: o.key.body(),
            date: o.at.iso(),
            data: self.search.data_of(o),
            overflow,
            circumstances: self.observer.as_ref().map(|observer| observer.view(&self.search, o)),
            accuracy: self.search.accuracy(o, self.site()),
        }
    }
}
