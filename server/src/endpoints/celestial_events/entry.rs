//! The entries of the response.

use crate::api::place::Site;
use crate::api::value::Words;
use crate::endpoints::celestial_events::data::EventData;
use crate::endpoints::celestial_events::key::CelestialEventKey;
use crate::endpoints::celestial_events::observer::{LocalObserver, ObserverView};
use crate::endpoints::celestial_events::search::{Occurrence, Search};
use crate::vocabulary::accuracy::Accuracy;
use crate::vocabulary::bodies::CelestialBody;
use serde::Serialize;
use utoipa::ToSchema;

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
#[schema(as = CelestialEvent)]
pub(super) struct Entry {
    /// Kind of event.
    pub(super) key: CelestialEventKey,
    /// Body of the event.
    body: CelestialBody,
    /// Instant, UTC, ISO 8601.
    pub(super) date: String,
    /// Data of the event, or null.
    pub(super) data: Option<EventData>,
    /// Only with `overflow=1` and outside the range: whether this is the last event of its kind before the
    /// range or the first after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    overflow: Option<OverflowWord>,
    /// Only with `circumstances=1`: the observer's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) circumstances: Option<ObserverView>,
    /// Accuracy of the instant.
    pub(super) accuracy: Accuracy,
}

/// Builds entries of events.
pub(super) struct EntryBuilder {
    /// The generation and ΔT.
    pub(super) search: Search,
    observer: Option<LocalObserver>,
}

impl EntryBuilder {
    /// Includes the view of an observer, if there is one.
    pub(super) fn new(search: Search, observer: Option<Site>) -> Self {
        Self { search, observer: observer.map(LocalObserver::at) }
    }

    /// Returns the place of the observer, if there is one.
    pub(super) fn site(&self) -> Option<Site> {
        self.observer.as_ref().map(|observer| observer.site)
    }

    /// Returns the entry of an event.
    pub(super) fn entry(&self, o: &Occurrence, overflow: Option<OverflowWord>) -> Entry {
        Entry {
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
