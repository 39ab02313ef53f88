//! The entries of the answer.

use crate::api::input::Word;
use crate::api::site::Site;
use crate::endpoints::celestial_events::data::EventData;
use crate::endpoints::celestial_events::key::CelestialEventKey;
use crate::endpoints::celestial_events::search::{Occurrence, Search};
use crate::endpoints::celestial_events::seen::{Eyes, SeenThere};
use crate::one_of::one_of;
use crate::vocabulary::accuracy::Accuracy;
use crate::vocabulary::bodies::CelestialBodyWord;
use serde::Serialize;
use utoipa::ToSchema;

const BEFORE: &str = "before";
const AFTER: &str = "after";

one_of! {
    /// On which side of the range an event lies.
    OverflowWord, String, [BEFORE, AFTER]
}

/// Where an event lies: in the range, or the nearest of its kind outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Before the range.
    Before,
    /// In the range.
    Within,
    /// At its end or after it.
    After,
}

/// An event.
#[derive(Serialize, ToSchema)]
#[schema(as = CelestialEvent)]
pub(super) struct Entry {
    /// What happens.
    #[schema(value_type = CelestialEventKey)]
    pub(super) key: &'static str,
    /// To which body.
    #[schema(value_type = CelestialBodyWord)]
    pub(super) body: &'static str,
    /// UTC, ISO 8601.
    pub(super) date: String,
    /// What is told of it, or null.
    pub(super) data: Option<EventData>,
    /// With `overflow=1`: the last of its kind before the range, or the first after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OverflowWord, nullable = false, required = false)]
    overflow: Option<&'static str>,
    /// With `circumstances=1`: what the observer sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) circumstances: Option<SeenThere>,
    /// How sure the instant is.
    pub(super) accuracy: Accuracy,
}

/// Makes entries of events.
pub(super) struct Teller {
    /// The generation and ΔT.
    pub(super) search: Search,
    eyes: Option<Eyes>,
}

impl Teller {
    /// Tells what an observer sees, if there is one.
    pub(super) fn new(search: Search, observer: Option<Site>) -> Self {
        Self { search, eyes: observer.map(Eyes::at) }
    }

    /// Where the observer is, if there is one.
    pub(super) fn site(&self) -> Option<Site> {
        self.eyes.as_ref().map(|eyes| eyes.site)
    }

    /// The entry of an event.
    pub(super) fn entry(&self, o: &Occurrence, side: Side) -> Entry {
        Entry {
            key: o.key.word(),
            body: o.key.body().word(),
            date: o.at.iso(),
            data: self.search.data_of(o),
            overflow: match side {
                Side::Before => Some(BEFORE),
                Side::Within => None,
                Side::After => Some(AFTER),
            },
            circumstances: self.eyes.as_ref().map(|eyes| eyes.see(&self.search, o)),
            accuracy: self.search.accuracy(o, self.site()),
        }
    }
}
