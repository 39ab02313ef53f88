//! The search: eclipse by eclipse, skipping those that are not visible from the place.

use super::found::SeenEclipse;
use super::query::{EclipseSearchQuery, OrderWord};
use crate::endpoints::prelude::*;
use crate::vocabulary::eclipse_accuracy::{EclipseAccuracy, EclipseErrors};
use astro::earth::Observer;
use astro::eclipse::local::{ObservedEclipse, Shift, Sight};
use astro::time::Ut1;
use geographiclib_rs::Geodesic;
use std::ops::Range;
use std::sync::Arc;

/// Maximum time between the maximum at a place and greatest eclipse for the Earth by the default ΔT, days: a
/// quarter of a day, and the maximum difference of a given ΔT from the default of −1999, 1.7 days.
const MAX_DAYS: f64 = 2.0;

/// A search in progress.
pub(super) struct EclipseSearch {
    data: Arc<Data>,
    /// The parameters.
    pub(super) query: EclipseSearchQuery,
    /// The eclipses in and near the span that are still to be examined.
    rest: Range<usize>,
    observer: Observer,
    geodesic: Geodesic,
    delta_t: DeltaTInForce,
    /// The number of eclipses still to be returned.
    left: usize,
}

impl EclipseSearch {
    /// Returns a search for the eclipses whose maximum at the place lies within the span.
    pub(super) fn new(data: Arc<Data>, query: EclipseSearchQuery, delta_t: DeltaTInForce) -> Self {
        let Range { start, end } = query.span();
        let before = |end: Ut1| query.elements.eclipses(&data).partition_point(|e| e.greatest_ut() < end);
        let rest = before(start.ut1().plus_days(-MAX_DAYS))..before(end.ut1().plus_days(MAX_DAYS));
        let (observer, left) = (query.obs.observer(), query.limit());
        Self { data, query, rest, observer, geodesic: Geodesic::wgs84(), delta_t, left }
    }

    /// The number of eclipses that are still to be examined, at most.
    pub(super) fn left_to_examine(&self) -> usize {
        self.rest.len()
    }

    /// Examines up to `max` more eclipses and returns those that match; none at the end of the search.
    pub(super) fn next(&mut self, max: usize) -> Option<Vec<SeenEclipse>> {
        if self.left == 0 || self.rest.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for _ in 0..max {
            let index = match self.query.order {
                OrderWord::Ascending => self.rest.next(),
                OrderWord::Descending => self.rest.next_back(),
            };
            let Some(index) = index else { break };
            let elements = &self.query.elements;
            found.extend(self.examine(&elements.of(&elements.eclipses(&self.data)[index])));
            if found.len() == self.left {
                break;
            }
        }
        self.left -= found.len();
        Some(found)
    }

    /// Returns the eclipse as the place sees it, if it matches the query.
    fn examine(&self, elements: &EclipseElements) -> Option<SeenEclipse> {
        let delta_t_s = self.delta_t.of_eclipse(elements);
        let local = ObservedEclipse::new(&elements.polynomials, self.observer, delta_t_s);
        if !elements.reach().may_include(&local.constants(), self.observer.longitude) {
            return None;
        }
        let sight = local.sight()?;
        if !self.query.span().contains(&Instant::from_ut1(local.instant(sight.maximum.t).to_ut1(delta_t_s))) {
            return None;
        }
        let query = &self.query;
        let is_of_kind = query.kind().is_none_or(|kind| kind == sight.kind);
        if !is_of_kind || query.min_magnitude.is_some_and(|min| sight.maximum.magnitude() < min) {
            return None;
        }
        let view = local.view(&sight.maximum);
        let is_high = query.min_alt.is_none_or(|min| view.sun.altitude.to_degrees() >= min);
        is_high.then(|| SeenEclipse {
            accuracy: query.has_accuracy().then(|| self.accuracy(elements, &sight)),
            ..SeenEclipse::new(elements, &local, &sight, &view, (delta_t_s, self.observer, &self.geodesic))
        })
    }

    /// Returns the accuracy of an eclipse; it has `sigma` only if the maximum is greatest eclipse.
    fn accuracy(&self, elements: &EclipseElements, sight: &Sight) -> EclipseAccuracy {
        let (delta_t_s, sigma_s) = self.delta_t.of_eclipse_with_sigma(elements);
        let errors = EclipseErrors::new(elements, delta_t_s, sigma_s);
        let greatest = &sight.contacts.greatest;
        let is_greatest = sight.maximum.t == greatest.t;
        let sigma = is_greatest.then(|| errors.of_instant(Shift::of_greatest(greatest)));
        EclipseAccuracy { sigma, ..errors.block(elements, Some(self.observer)) }
    }
}
