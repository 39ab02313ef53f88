//! Numbers and keys of the contacts.

use crate::api::value::{Words, one_of};
use astro::eclipse::local::Contact;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Keys of greatest eclipse and the contacts.
#[derive(Clone, Copy, PartialEq, Words)]
#[words(snake)]
pub(crate) enum ContactKey {
    SunMaxEclipseTimeLocal,
    SolarEclipseFirstContact,
    SolarEclipseSecondContact,
    SolarEclipseThirdContact,
    SolarEclipseFourthContact,
}

impl ContactKey {
    /// Returns the key of greatest eclipse, number 0, or of a contact.
    pub(crate) fn of(number: u8) -> Self {
        Self::VALUES[usize::from(number)]
    }
}

/// Numbers of greatest eclipse and the contacts.
pub(crate) enum ContactNumber {}

impl PartialSchema for ContactNumber {
    fn schema() -> RefOr<Schema> {
        one_of(Type::Integer, 0..ContactKey::VALUES.len(), "Numbers of greatest eclipse and the contacts.")
    }
}

impl ToSchema for ContactNumber {}

/// Types of solar eclipses.
pub(crate) enum EclipseTypeCode {}

impl PartialSchema for EclipseTypeCode {
    fn schema() -> RefOr<Schema> {
        let meaning = "Types of solar eclipses: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.";
        one_of(Type::Integer, 4..=8, meaning)
    }
}

impl ToSchema for EclipseTypeCode {}

/// Returns the number of a contact in responses.
pub(super) fn number_of(contact: Contact) -> u8 {
    match contact {
        Contact::Greatest => 0,
        Contact::First => 1,
        Contact::Second => 2,
        Contact::Third => 3,
        Contact::Fourth => 4,
    }
}
