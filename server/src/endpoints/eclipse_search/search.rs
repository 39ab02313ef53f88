//! The search: eclipse by eclipse, skipping those that are not visible from the place.

use super::query::EclipseSearchQuery;
use super::span::OrderWord;
use crate::endpoints::local_circumstances::over_terrain::visible;
use crate::endpoints::prelude::*;
use almanac::WayToPath;
use astro::eclipse::local::{CentralChance, LocalContacts, LocalView, ObservedEclipse, Shift, Sight};

/// Examines the eclipses of a list for one place.
pub(crate) trait Examine {
    /// An eclipse that the place sees.
    type Found;

    /// Returns the eclipse with a number if it matches the query.
    fn examine(&self, index: usize) -> Option<Self::Found>;
}

/// A search in progress: eclipse by eclipse.
pub(crate) struct EclipseSearch<E> {
    examiner: E,
    /// The eclipses that are still to be examined.
    rest: Range<usize>,
    order: OrderWord,
    /// The number of eclipses still to be returned.
    left: usize,
}

impl<E: Examine> EclipseSearch<E> {
    /// Returns a search for at most `limit` of the eclipses with the numbers of `rest`.
    pub(crate) fn new(examiner: E, rest: Range<usize>, order: OrderWord, limit: usize) -> Self {
        Self { examiner, rest, order, left: limit }
    }

    /// Replaces the examiner.
    pub(crate) fn with(self, change: impl FnOnce(E) -> E) -> Self {
        Self { examiner: change(self.examiner), ..self }
    }

    /// The number of eclipses that are still to be examined, at most.
    pub(crate) fn left_to_examine(&self) -> usize {
        self.rest.len()
    }

    /// Examines up to `max` more eclipses and returns those that match; none at the end of the search.
    pub(crate) fn next(&mut self, max: usize) -> Option<Vec<E::Found>> {
        if self.left == 0 || self.rest.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for _ in 0..max {
            let index = match self.order {
                OrderWord::Ascending => self.rest.next(),
                OrderWord::Descending => self.rest.next_back(),
            };
            let Some(index) = index else { break };
            found.extend(self.examiner.examine(index));
            if found.len() == self.left {
                break;
            }
        }
        self.left -= found.len();
        Some(found)
    }

    pub(crate) fn first(mut self) -> Option<E::Found> {
        std::iter::from_fn(|| self.next(1)).flatten().next()
    }
}

/// Maximum time between the maximum at a place and greatest eclipse for the Earth by the default ΔT, days: a
/// quarter of a day, and the maximum difference of a given ΔT from the default of −1999, 1.7 days.
const MAX_DAYS: f64 = 2.0;

/// Returns the numbers of the eclipses whose maximum at some place may lie within the span of a query.
pub(super) fn span_of(data: &Data, query: &EclipseSearchQuery) -> Range<usize> {
    let Range { start, end } = query.span();
    let before = |end: Ut1| query.elements.eclipses(data).partition_point(|e| e.greatest_ut() < end);
    before(start.ut1().plus_days(-MAX_DAYS))..before(end.ut1().plus_days(MAX_DAYS))
}

/// Returns the direction and the semidiameter of the Sun.
fn sun(view: &LocalView) -> (Horizontal, f64) {
    (view.sun, view.sun_semidiameter)
}

/// The solar eclipses of a query at one place.
pub(crate) struct SolarExaminer {
    data: Arc<Data>,
    query: Arc<EclipseSearchQuery>,
    observer: Observer,
    zone: Option<Zone>,
    /// The skyline that replaces the level horizon.
    over: Option<OverSkyline>,
    delta_t: DeltaTInForce,
}

impl Examine for SolarExaminer {
    type Found = Found;

    fn examine(&self, index: usize) -> Option<Found> {
        let elements = &self.query.elements;
        self.seen(&elements.of(&elements.eclipses(&self.data)[index]))
    }
}

impl SolarExaminer {
    pub(crate) fn over(self, over: OverSkyline) -> Self {
        Self { over: Some(over), ..self }
    }

    /// Returns a search for the eclipses whose maximum at a place lies within the span of a query.
    pub(crate) fn search(
        data: Arc<Data>,
        query: Arc<EclipseSearchQuery>,
        site: Site,
        zone: Option<Zone>,
        delta_t: DeltaTInForce,
    ) -> EclipseSearch<Self> {
        let rest = span_of(&data, &query);
        let (order, limit) = (query.order, query.limit());
        let examiner = Self { data, query, observer: site.observer(), zone, over: None, delta_t };
        EclipseSearch::new(examiner, rest, order, limit)
    }

    /// Returns the eclipse as the place sees it, if it matches the query.
    fn seen(&self, elements: &EclipseElements) -> Option<Found> {
        let delta_t_s = self.delta_t.of_eclipse(elements);
        let local = ObservedEclipse::new(&elements.polynomials, self.observer, delta_t_s);
        if !elements.reach().may_include(&local.constants(), self.observer.longitude) {
            return None;
        }
        let stretches = match &self.over {
            Some(over) => Some(self.stretches(over, &local)?),
            None => None,
        };
        let sight = match &stretches {
            Some((contacts, stretches)) => {
                let [from, to] = stretches.ends()?;
                let visibility = Visibility::Part { from, to, rises: false, sets: false };
                local.sight_in(*contacts, visibility, stretches.all.iter().copied())?
            }
            None => local.sight()?,
        };
        let instant = |t: f64| Instant::from_ut1(local.instant(t).to_ut1(delta_t_s));
        if !self.query.span().contains(&instant(sight.maximum.t)) {
            return None;
        }
        let query = &self.query;
        let is_of_kind = query.kind().is_none_or(|kind| kind == LocalType::from(sight.kind));
        if !is_of_kind || query.min_magnitude.is_some_and(|min| sight.maximum.magnitude() < min) {
            return None;
        }
        let view = local.view(&sight.maximum);
        if query.min_alt.is_some_and(|min| view.sun.altitude.to_degrees() < min) {
            return None;
        }
        let greatest = elements.t_max.to_ut1(delta_t_s);
        let nearest = |latitude, longitude| elements.nearest_of_path(latitude, longitude);
        let mut found = Found::new(
            (elements.midnight_ut, greatest, elements.catalog_number, elements.primary_type()),
            (&local, delta_t_s),
            (&sight, &view),
            WayToPath::new(self.observer, delta_t_s, nearest).as_ref(),
            |t| stretches.as_ref().map_or_else(|| sight.visibility.includes(t), |(_, s)| s.includes(t)),
        );
        if let Some((_, stretches)) = &stretches {
            found.visibility = visible(stretches, instant);
        }
        if let (_, Some(sigma_s)) = self.delta_t.of_eclipse_with_sigma(elements)
            && query.has_chance()
        {
            let chance = CentralChance::of(&elements.polynomials, self.observer, delta_t_s, sigma_s);
            found.chance = chance.as_ref().map(Into::into);
        }
        if let Some(zone) = &self.zone {
            found.add_local_times(|at| zone.iso(at));
        }
        let greatest = &sight.contacts.greatest;
        let over = self.over.as_ref();
        found.greatest = over.map(|over| over.against(instant(greatest.t), sun(&local.view(greatest))));
        found.accuracy = query.has_accuracy().then(|| self.accuracy(elements, &sight));
        Some(found)
    }

    /// Returns the contacts of an eclipse, and the stretches in which the Sun is above the skyline.
    fn stretches(&self, over: &OverSkyline, local: &ObservedEclipse) -> Option<(LocalContacts, Stretches)> {
        let contacts = local.contacts()?;
        let instants = [contacts.first.t, contacts.greatest.t, contacts.fourth.t];
        let stretches = over.stretches(instants, |t| sun(&local.view(&local.at(t))));
        Some((contacts, stretches))
    }

    /// Returns the accuracy of an eclipse; it has `sigma` only if the maximum is greatest eclipse.
    fn accuracy(&self, elements: &EclipseElements, sight: &Sight) -> EclipseAccuracy {
        let (delta_t_s, sigma_s) = self.delta_t.of_eclipse_with_sigma(elements);
        let errors = elements.errors(delta_t_s, sigma_s);
        let greatest = &sight.contacts.greatest;
        let is_greatest = sight.maximum.t == greatest.t;
        let sigma = is_greatest.then(|| errors.of_instant(Shift::of_greatest(greatest)));
        EclipseAccuracy { sigma, ..errors.block(self.observer) }
    }
}
