//! Local times of an eclipse, by the names of the fields with the instants.

use crate::api::instant::Instant;
use crate::vocabulary::zone::Zone;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Local times, ISO 8601 with the offset from UTC, by the names of the fields with the instants. The ends of
/// `visibility` are `from` and `to`. Fields that are null have no local time.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(value_type = BTreeMap<String, String>)]
pub(crate) struct LocalTimes(BTreeMap<&'static str, String>);

impl LocalTimes {
    /// Returns the local times of contacts and of the ends of the visible part.
    pub(crate) fn new(
        zone: &Zone,
        contacts: &[(&'static str, Option<Instant>)],
        [from, to]: [Instant; 2],
    ) -> Self {
        let ends = [("from", Some(from)), ("to", Some(to))];
        let local = |&(name, at): &(&'static str, Option<Instant>)| Some((name, zone.iso(at?)?));
        Self(contacts.iter().chain(&ends).filter_map(local).collect())
    }

    /// Returns the local time of a field.
    pub(crate) fn of(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
