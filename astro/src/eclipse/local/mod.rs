//! Local circumstances of a solar eclipse: what one observer sees, from the Besselian elements.
//!
//! [`ObservedEclipse`] is an eclipse and an observer. It gives [`Circumstances`] at any instant, the
//! [`LocalContacts`], the part above the horizon ([`Visibility`]) and the view at an instant ([`LocalView`]);
//! [`Sight`] is the part visible with the Sun up, [`Reach`] excludes observers who see nothing, and [`limb`]
//! the effect of the Moon's mountains on the contacts. [`CentralChance`] is for an uncertain ΔT.
//!
//! Letters are those of Meeus, *Elements of Solar Eclipses 1951–2200* (1989), from which the formulas are;
//! rates (primed letters) are per hour.

mod chance;
mod circumstances;
mod contacts;
pub mod limb;
mod obscuration;
mod reach;
mod shift;
mod sight;
mod view;
pub(crate) mod visibility;

pub use chance::{CentralChance, CentralInterval};
pub(crate) use circumstances::HourlyGrid;
pub use circumstances::{Circumstances, ObservedEclipse, ObserverConstants};
pub use contacts::{CentralContacts, Contact, LocalContacts, LocalEclipseType};
pub use obscuration::obscuration;
pub use reach::Reach;
pub use shift::Shift;
pub use sight::Sight;
pub use view::LocalView;
pub use visibility::Visibility;
