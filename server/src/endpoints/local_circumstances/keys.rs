//! Numbers and keys of the contacts.

use crate::one_of::one_of;

/// Keys of greatest eclipse and the contacts, by their numbers.
pub(crate) const CONTACT_KEYS: [&str; 5] = [
    "sun_max_eclipse_time_local",
    "solar_eclipse_first_contact",
    "solar_eclipse_second_contact",
    "solar_eclipse_third_contact",
    "solar_eclipse_fourth_contact",
];

one_of! {
    /// Numbers of greatest eclipse and the contacts.
    ContactNumber, Integer, 0..CONTACT_KEYS.len()
}
one_of! {
    /// Keys of greatest eclipse and the contacts.
    ContactKey, String, CONTACT_KEYS
}
one_of! {
    /// Types of solar eclipses: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    EclipseTypeCode, Integer, 4..=8
}
