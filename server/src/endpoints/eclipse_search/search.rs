//! The search itself: an eclipse after the other, those first ruled out that the place cannot see.

use super::found::Found;
use crate::api::instant::Instant;
use crate::api::site::Site;
use crate::generation::Data;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::delta_t::DeltaTInForce;
use crate::vocabulary::eclipse_accuracy::{EclipseAccuracy, EclipseErrors};
use crate::vocabulary::eclipse_theory::AskedElements;
use astro::earth::Observer;
use astro::eclipse::local::{LocalEclipseType, ObservedEclipse, Shift, Sight};
use astro::time::Ut1;
use geographiclib_rs::Geodesic;
use std::ops::Range;
use std::sync::Arc;

/// No place sees an eclipse longer than this before or after it is greatest for the Earth by the service's
/// own ΔT, days: a quarter of a day, and the most by which a given ΔT can differ from that of −1999, 1.7
/// days.
const LONGEST_DAYS: f64 = 2.0;

/// A search under way.
pub(super) struct Search {
    data: Arc<Data>,
    /// The elements that are asked for.
    asked: AskedElements,
    /// The eclipses about the span that have not been looked at.
    rest: Range<usize>,
    span: Range<Instant>,
    observer: Observer,
    geodesic: Geodesic,
    /// ΔT for all eclipses, if given, s.
    delta_t: DeltaTInForce,
    /// The only kind that is wanted.
    pub(super) kind: Option<LocalEclipseType>,
    /// Whether it is told how sure an eclipse is.
    pub(super) has_accuracy: bool,
    /// Least magnitude.
    pub(super) min_magnitude: f64,
    /// Least altitude of the Sun at the maximum, degrees.
    pub(super) min_alt_deg: f64,
    /// How many more are wanted.
    pub(super) left: usize,
    /// Whether the last comes first.
    pub(super) is_backwards: bool,
}

impl Search {
    /// A search for all eclipses whose maximum at the place comes at an instant or later, and before another.
    pub(super) fn new(
        data: Arc<Data>,
        asked: AskedElements,
        (from, to): (Instant, Instant),
        site: Site,
        delta_t: DeltaTInForce,
    ) -> Self {
        let before = |end: Ut1| asked.eclipses(&data).partition_point(|e| e.greatest_ut() < end);
        let rest = before(from.ut1().plus_days(-LONGEST_DAYS))..before(to.ut1().plus_days(LONGEST_DAYS));
        Self {
            data,
            asked,
            rest,
            span: from..to,
            observer: site.observer(),
            geodesic: Geodesic::wgs84(),
            delta_t,
            kind: None,
            has_accuracy: false,
            min_magnitude: 0.0,
            min_alt_deg: f64::NEG_INFINITY,
            left: usize::MAX,
            is_backwards: false,
        }
    }

    /// What is found among the next so many eclipses; none when all have been looked at, or enough was found.
    pub(super) fn next(&mut self, most: usize) -> Option<Vec<Found>> {
        if self.left == 0 || self.rest.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for _ in 0..most {
            let Some(index) = (if self.is_backwards { self.rest.next_back() } else { self.rest.next() })
            else {
                break;
            };
            found.extend(self.look(&self.asked.of(&self.asked.eclipses(&self.data)[index])));
            if found.len() == self.left {
                break;
            }
        }
        self.left -= found.len();
        Some(found)
    }

    /// What the place sees of an eclipse, if that is wanted.
    fn look(&self, elements: &EclipseElements) -> Option<Found> {
        let delta_t_s = self.delta_t.of_eclipse(elements);
        let local = ObservedEclipse::new(&elements.polynomials, self.observer, delta_t_s);
        if !elements.reach().may_include(&local.constants(), self.observer.longitude) {
            return None;
        }
        let sight = local.sight()?;
        if !self.span.contains(&Instant::from_ut1(local.instant(sight.maximum.t).to_ut1(delta_t_s))) {
            return None;
        }
        let is_of_kind = self.kind.is_none_or(|kind| kind == sight.kind);
        if !is_of_kind || sight.maximum.magnitude() < self.min_magnitude {
            return None;
        }
        let view = local.view(&sight.maximum);
        let is_high = view.sun.altitude.to_degrees() >= self.min_alt_deg;
        is_high.then(|| Found {
            accuracy: self.has_accuracy.then(|| self.accuracy(elements, &sight)),
            ..Found::new(elements, &local, &sight, &view, (delta_t_s, self.observer, &self.geodesic))
        })
    }

    /// The accuracy of an eclipse; `sigma` only where the maximum is greatest eclipse.
    fn accuracy(&self, elements: &EclipseElements, sight: &Sight) -> EclipseAccuracy {
        let (delta_t_s, sigma_s) = self.delta_t.of_eclipse_with_sigma(elements);
        let errors = EclipseErrors::new(elements, delta_t_s, sigma_s);
        let greatest = &sight.contacts.greatest;
        let is_greatest = sight.maximum.t == greatest.t;
        let sigma = is_greatest.then(|| errors.of_instant(Shift::of_greatest(greatest)));
        EclipseAccuracy { sigma, ..errors.block(elements, Some(self.observer)) }
    }
}
