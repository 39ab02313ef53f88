//! Local times of an eclipse, by the names of the fields with the instants: only from the service.

use crate::instant::Instant;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Local times, ISO 8601 with the offset from UTC, by the names of the fields with the instants. The ends of
/// `visibility` are `from` and `to`. Fields that are null have no local time.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(value_type = BTreeMap<String, String>)]
pub struct LocalTimes(BTreeMap<&'static str, String>);

impl LocalTimes {
    /// The local times of contacts and of the ends of the visible part; `local` is that of an instant.
    pub fn new(
        contacts: &[(&'static str, Option<Instant>)],
        [from, to]: [Instant; 2],
        local: impl Fn(Instant) -> Option<String>,
    ) -> Self {
        let ends = [("from", Some(from)), ("to", Some(to))];
        Self(contacts.iter().chain(&ends).filter_map(|(name, at)| Some((*name, local((*at)?)?))).collect())
    }

    /// The local time of a field.
    pub fn of(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}
