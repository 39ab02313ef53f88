//! The search: eclipse by eclipse, skipping those that are not visible from the place.

use super::found::{LunarMaximum, LunarVisibility, LunarVisibilityReason, SeenLunarEclipse};
use super::query::LunarSearchQuery;
use crate::endpoints::eclipse_search::search::{EclipseSearch, Examine};
use crate::endpoints::lunar_circumstances::response::LunarObserver;
use crate::endpoints::prelude::*;
use almanac::LocalTimes;
use astro::constants::SECONDS_PER_HOUR;
use astro::eclipse::lunar::{LunarEclipseType, magnitudes_at};

/// Maximum time between greatest eclipse and the maximum at a place, hours: half a penumbral phase.
const MAX_HOURS: f64 = 4.0;

/// The lunar eclipses of a query at one place.
pub(crate) struct LunarExaminer {
    data: Arc<Data>,
    query: Arc<LunarSearchQuery>,
    zone: Option<Zone>,
    /// The skyline that replaces the level horizon.
    over: Option<OverSkyline>,
    delta_t: DeltaTInForce,
}

impl Examine for LunarExaminer {
    type Found = SeenLunarEclipse;

    fn examine(&self, index: usize) -> Option<SeenLunarEclipse> {
        let catalog = &self.data.lunar_catalog;
        let course = catalog.course(index, &self.data.sky(Theory::Precise))?;
        self.seen(&catalog.eclipses[index], course).filter(|found| self.matches(found))
    }
}

impl LunarExaminer {
    pub(crate) fn over(self, over: OverSkyline) -> Self {
        Self { over: Some(over), ..self }
    }

    /// Returns a search for the eclipses whose maximum at the place lies within the span of a query.
    pub(crate) fn search(
        data: Arc<Data>,
        query: Arc<LunarSearchQuery>,
        zone: Option<Zone>,
        delta_t: DeltaTInForce,
    ) -> EclipseSearch<Self> {
        let Range { start, end } = query.span();
        let tt = |at: Instant| at.ut1().to_tt(delta_t.at_ut1(at.ut1()));
        let near =
            data.lunar_catalog.between(tt(start).plus_hours(-MAX_HOURS), tt(end).plus_hours(MAX_HOURS));
        let (order, limit) = (query.order, query.limit());
        EclipseSearch::new(Self { data, query, zone, over: None, delta_t }, near, order, limit)
    }

    fn matches(&self, found: &SeenLunarEclipse) -> bool {
        let query = &self.query;
        query.span().contains(&found.max.date)
            && query.kind().is_none_or(|kind| kind.word() == found.local_type)
            && query.min_magnitude.is_none_or(|min| found.umbral_magnitude >= min)
            && query.min_alt.is_none_or(|min| found.max.moon_alt >= min)
    }

    /// Returns the eclipse as the place sees it; none if it is not visible.
    fn seen(&self, facts: &LunarFacts, course: &LunarCourse) -> Option<SeenLunarEclipse> {
        let delta_t_s = self.delta_t.at_tt(facts.greatest);
        let observer = LunarObserver::new(self.query.obs, delta_t_s, None);
        let ephemeris = self.data.ephemeris.columns();
        let greatest = course.at(LunarContact::Greatest)?;
        let hours = |contact| course.at(contact).map(|t| t.days_since(greatest) * 24.0);
        let tt = |hours: f64| greatest.plus_hours(hours);
        let instant = |t: Tt| Instant::from_ut1(t.to_ut1(delta_t_s));
        // Every course lies within the ephemeris.
        let places = |hours: f64| ephemeris.places(tt(hours)).expect(COVERED);
        let moon = |hours: f64| observer.moon(tt(hours), &places(hours));
        let limb = Limb::moon(0.0);
        let [p1, p4] = [LunarContact::PenumbraFirst, LunarContact::PenumbraFourth].map(hours);
        let instants = [p1?, 0.0, p4?];
        let body = |hours: f64| {
            let moon = moon(hours);
            (moon.direction(), (limb.radius_km / moon.distance_km()).asin())
        };
        let (stretches, reason) = match &self.over {
            Some(over) => {
                let stretches = over.stretches(instants, body);
                let reason = LunarVisibilityReason::over_skyline(&stretches);
                (stretches, reason)
            }
            None => {
                let visibility = Visibility::of(instants, |hours| limb.height(moon(hours)));
                (Stretches::from(&visibility), LunarVisibilityReason::new(&visibility))
            }
        };
        let ends = stretches.all.iter().flat_map(|(from, to)| [*from, *to]);
        // The Moon is deepest in the shadow when it is nearest to greatest eclipse.
        let nearest = ends.min_by(|a, b| a.abs().total_cmp(&b.abs()))?;
        let maximum = if stretches.includes(0.0) { 0.0 } else { nearest };
        let (kind, visible_hours) = PHASES
            .into_iter()
            .filter_map(|(kind, first, last)| Some((kind, stretches.hours_of(hours(first)?, hours(last)?))))
            .find(|(_, visible_hours)| *visible_hours > 0.0)?;
        let (penumbral_magnitude, umbral_magnitude) = magnitudes_at(&places(maximum));
        let direction = moon(maximum).direction();
        let contact = |contact| {
            let hours = hours(contact).filter(|hours| stretches.includes(*hours))?;
            Some(instant(tt(hours)))
        };
        let contacts = CONTACTS.map(|(name, c)| (name, contact(c)));
        let [p1, u1, u2, u3, u4, p4] = contacts.map(|(_, at)| at);
        let [from, to] = stretches.ends()?.map(|hours| instant(tt(hours)));
        let date = instant(tt(maximum));
        let zone = self.zone.as_ref();
        Some(SeenLunarEclipse {
            jd: greatest.to_ut1(delta_t_s).midnight().0,
            date: instant(greatest),
            catalog: facts.catalog_number,
            saros: facts.saros,
            kind: course.kind.letter(),
            local_type: kind.word(),
            penumbral_magnitude,
            umbral_magnitude,
            duration_sec: visible_hours * SECONDS_PER_HOUR,
            p1,
            u1,
            u2,
            u3,
            u4,
            p4,
            max: LunarMaximum {
                date,
                local: zone.and_then(|zone| zone.iso(date)),
                moon_alt: direction.altitude.to_degrees(),
                moon_az: direction.azimuth.to_degrees(),
            },
            visibility: LunarVisibility { from, to, reason },
            greatest: self.over.as_ref().map(|over| over.against(instant(greatest), body(0.0))),
            local_times: zone.map(|zone| LocalTimes::new(&contacts, [from, to], |at| zone.iso(at))),
        })
    }
}

/// The phases of eclipses with their first and last contact, the deepest first.
const PHASES: [(LunarEclipseType, LunarContact, LunarContact); 3] = [
    (LunarEclipseType::Total, LunarContact::UmbraSecond, LunarContact::UmbraThird),
    (LunarEclipseType::Partial, LunarContact::UmbraFirst, LunarContact::UmbraFourth),
    (LunarEclipseType::Penumbral, LunarContact::PenumbraFirst, LunarContact::PenumbraFourth),
];

/// The contacts with the names of their fields.
pub(super) const CONTACTS: [(&str, LunarContact); 6] = [
    ("p1", LunarContact::PenumbraFirst),
    ("u1", LunarContact::UmbraFirst),
    ("u2", LunarContact::UmbraSecond),
    ("u3", LunarContact::UmbraThird),
    ("u4", LunarContact::UmbraFourth),
    ("p4", LunarContact::PenumbraFourth),
];
