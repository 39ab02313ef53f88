//! Local circumstances of a solar eclipse: the response of `/solar-eclipse/local-circumstances/details`.

#[cfg(feature = "service")]
pub mod chance;
mod circumstances;
mod contact;
mod keys;
#[cfg(feature = "service")]
pub mod limb;
mod observation;
#[cfg(feature = "service")]
pub mod obstacle;
#[cfg(feature = "service")]
pub mod quantities;
mod visibility;

use crate::eclipse::Eclipse;
use crate::place::Place;

pub use circumstances::LocalCircumstances;
#[cfg(feature = "service")]
pub use circumstances::LocalSpan;
pub use contact::{Contact, Observational};
pub use keys::ContactKey;
pub use observation::Observation;
pub use visibility::{VisibilityReason, Visible};

impl Eclipse {
    /// Returns the local circumstances. A microsecond's work, and some more for the text of instants.
    pub fn local(&self, place: Place) -> LocalCircumstances {
        let local = self.seen_from(place);
        let observation = Observation {
            kind: self.basis.type_code,
            higher: None,
            errors: self.errors(),
            ephemeris: None,
            #[cfg(feature = "service")]
            has_quantities: false,
            local,
        };
        observation.over_level(observation.local.contacts().as_ref())
    }
}
