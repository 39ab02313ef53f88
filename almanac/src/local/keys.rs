//! Numbers and keys of the contacts.

use crate::words::words;
use astro::eclipse::local::Contact;

/// Keys of greatest eclipse and the contacts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactKey {
    /// Greatest eclipse, number 0.
    Greatest,
    /// C1.
    First,
    /// C2.
    Second,
    /// C3.
    Third,
    /// C4.
    Fourth,
}

words!(ContactKey as "ContactKey", "Keys of greatest eclipse and the contacts.":
    Greatest = "sun_max_eclipse_time_local",
    First = "solar_eclipse_first_contact",
    Second = "solar_eclipse_second_contact",
    Third = "solar_eclipse_third_contact",
    Fourth = "solar_eclipse_fourth_contact",
);

impl ContactKey {
    /// The number in responses: 0 greatest, 1 … 4 contacts.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl From<Contact> for ContactKey {
    fn from(contact: Contact) -> Self {
        match contact {
            Contact::Greatest => Self::Greatest,
            Contact::First => Self::First,
            Contact::Second => Self::Second,
            Contact::Third => Self::Third,
            Contact::Fourth => Self::Fourth,
        }
    }
}
