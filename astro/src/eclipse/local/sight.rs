//! The visible part of an eclipse, while the Sun is up.

use crate::eclipse::local::circumstances::{Circumstances, ObservedEclipse};
use crate::eclipse::local::contacts::{LocalContacts, LocalEclipseType};
use crate::eclipse::local::visibility::{Visibility, seconds_in};

/// The part of an eclipse with the Sun's upper limb above the horizon. Instants in hours of
/// TD from t0.
#[derive(Debug, Clone, PartialEq)]
pub struct Sight {
    /// The contacts, whether the Sun is up or not.
    pub contacts: LocalContacts,
    /// The part above the horizon; never [`Visibility::None`].
    pub visibility: Visibility,
    /// The visible kind of eclipse: partial if none of the total or annular phase is above the horizon.
    pub kind: LocalEclipseType,
    /// Greatest eclipse if the Sun is up then; otherwise sunrise or sunset, whichever shows more of it.
    pub maximum: Circumstances,
    /// For how long the total or annular phase is seen, seconds; 0 of a partial eclipse.
    pub central_s: f64,
}

impl ObservedEclipse<'_> {
    /// The visible part with the Sun up, or `None`. Accuracy and sources as
    /// [`ObservedEclipse::contacts`] and [`ObservedEclipse::visibility`].
    ///
    /// ```
    /// use astro::earth::Observer;
    /// use astro::eclipse::local::{LocalEclipseType, ObservedEclipse};
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // In Dublin the Sun of 2024 April 8 sets long before greatest eclipse, in Dallas all is seen.
    /// let sight = |latitude, longitude| {
    ///     ObservedEclipse::new(&APRIL_2024, Observer::from_degrees(latitude, longitude, 0.0), 69.2).sight()
    /// };
    /// let in_dublin = sight(53.35, -6.26).expect("a little is seen");
    /// assert!(in_dublin.maximum.t < in_dublin.contacts.greatest.t);
    /// let in_dallas = sight(32.8, -96.8).expect("all is seen");
    /// assert_eq!(in_dallas.kind, LocalEclipseType::Total);
    /// assert_eq!(in_dallas.maximum, in_dallas.contacts.greatest);
    /// ```
    pub fn sight(&self) -> Option<Sight> {
        let contacts = self.contacts()?;
        let visibility = self.visibility(&contacts);
        self.sight_in(contacts, visibility, visibility.stretches().into_iter().flatten())
    }

    /// Returns the sight for stretches over a skyline, in which the Sun is visible; `visibility` spans them.
    pub fn sight_in(
        &self,
        contacts: LocalContacts,
        visibility: Visibility,
        stretches: impl Iterator<Item = (f64, f64)> + Clone,
    ) -> Option<Sight> {
        let central_s = contacts
            .central
            .as_ref()
            .map_or(0.0, |central| seconds_in(stretches.clone(), central.second.t, central.third.t));
        let kind = if central_s > 0.0 { contacts.kind } else { LocalEclipseType::Partial };
        let is_seen = |t: f64| stretches.clone().any(|(from, to)| (from..=to).contains(&t));
        let maximum = if is_seen(contacts.greatest.t) {
            contacts.greatest
        } else {
            let ends = stretches.flat_map(|(from, to)| [from, to]).map(|t| self.at(t));
            ends.max_by(|a, b| a.magnitude().total_cmp(&b.magnitude()))?
        };
        Some(Sight { contacts, visibility, kind, maximum, central_s })
    }
}
