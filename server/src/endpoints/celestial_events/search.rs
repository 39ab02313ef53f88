//! Finding the events of a stretch of time.

use crate::api::input::Word;
use crate::api::instant::Instant;
use crate::api::site::Site;
use crate::endpoints::celestial_events::key::EventKey;
use crate::generation::Data;
use crate::generation::catalog::LunarFacts;
use crate::vocabulary::accuracy::{Accuracy, Basis, CANON};
use crate::vocabulary::coverage::COVERED;
use crate::vocabulary::delta_t::DeltaTInForce;
use astro::Error;
use astro::eclipse::lunar::LunarCourse;
use astro::ephemeris::residual::TheoryName;
use astro::sky::events::{Course, SkyEvent, between, syzygy_sigma};
use astro::sky::theory::Theory;
use astro::time::Tt;
use std::sync::Arc;

/// Beyond both ends of a stretch the ephemeris is searched for so long, in which no ΔT changes by more.
const MARGIN_S: f64 = 1.0;
/// How far the ephemeris must reach beyond what is searched, days: for light times and for rates, which are
/// differences over some hours; with room to spare.
pub(super) const EPHEMERIS_MARGIN_DAYS: f64 = 0.9;

/// What is sought, and where it is found.
pub(super) struct Search {
    /// The generation.
    pub(super) data: Arc<Data>,
    /// The kinds of events.
    pub(super) keys: Vec<EventKey>,
    /// ΔT.
    pub(super) delta_t: DeltaTInForce,
}

/// An event that was found.
#[derive(Clone)]
pub(super) struct Occurrence {
    /// Its kind.
    pub(super) key: EventKey,
    /// When.
    pub(super) t: Tt,
    /// The same in UT, to the millisecond.
    pub(super) at: Instant,
    /// The solar eclipse, by its place in the list of all elements.
    pub(super) solar: Option<usize>,
    /// The lunar eclipse.
    pub(super) lunar: Option<LunarFound>,
}

/// A lunar eclipse that was found.
#[derive(Clone)]
pub(super) struct LunarFound {
    /// Number in the catalog.
    pub(super) catalog_number: i32,
    /// Its contacts.
    pub(super) course: Arc<LunarCourse>,
}

impl Search {
    /// All events from `from` to `to`, the end not included, in order of time.
    pub(super) fn between(&self, from: Instant, to: Instant) -> Vec<Occurrence> {
        let mut found = self.of_ephemeris(&self.keys, from, to);
        if self.keys.contains(&EventKey::SolarEclipse) {
            found.extend(self.solar().filter(|o| (from..to).contains(&o.at)));
        }
        if self.keys.contains(&EventKey::LunarEclipse) {
            found.extend(self.lunar(from, to));
        }
        found.sort_by_key(|o| o.at);
        found
    }

    /// The last event of each kind before an instant, in order of time. What lies before the ephemeris or the
    /// tables of eclipses is left out.
    pub(super) fn last_before(&self, end: Instant) -> Vec<Occurrence> {
        let of_sky = |key: &EventKey| self.nearest(*key, days_later(end, -key.longest_days()), end).pop();
        let mut found: Vec<_> = self.sky_keys().filter_map(of_sky).collect();
        if self.keys.contains(&EventKey::SolarEclipse) {
            found.extend(self.solar().take_while(|o| o.at < end).last());
        }
        if self.keys.contains(&EventKey::LunarEclipse) {
            found.extend(self.lunar(days_later(end, -LONGEST_WITHOUT_LUNAR_DAYS), end).pop());
        }
        found.sort_by_key(|o| o.at);
        found
    }

    /// The first event of each kind from an instant on, in order of time; as [`Search::last_before`].
    pub(super) fn first_from(&self, start: Instant) -> Vec<Occurrence> {
        let first = |found: Vec<Occurrence>| found.into_iter().next();
        let of_sky = |key: &EventKey| first(self.nearest(*key, start, days_later(start, key.longest_days())));
        let mut found: Vec<_> = self.sky_keys().filter_map(of_sky).collect();
        if self.keys.contains(&EventKey::SolarEclipse) {
            found.extend(self.solar().find(|o| o.at >= start));
        }
        if self.keys.contains(&EventKey::LunarEclipse) {
            found.extend(first(self.lunar(start, days_later(start, LONGEST_WITHOUT_LUNAR_DAYS))));
        }
        found.sort_by_key(|o| o.at);
        found
    }

    fn sky_keys(&self) -> impl Iterator<Item = &EventKey> {
        self.keys.iter().filter(|key| matches!(key, EventKey::Sky(_)))
    }

    fn nearest(&self, key: EventKey, from: Instant, to: Instant) -> Vec<Occurrence> {
        self.of_ephemeris(&[key], from, to)
    }

    /// The events that the ephemeris tells, as far as it reaches.
    fn of_ephemeris(&self, keys: &[EventKey], from: Instant, to: Instant) -> Vec<Occurrence> {
        let wanted: Vec<SkyEvent> = keys
            .iter()
            .filter_map(|key| match key {
                EventKey::Sky(event) => Some(*event),
                EventKey::SolarEclipse | EventKey::LunarEclipse => None,
            })
            .collect();
        let course = Course { ephemeris: self.data.ephemeris.columns() };
        let coverage = self.data.coverage(EPHEMERIS_MARGIN_DAYS);
        let earliest = self.tt(from).plus_seconds(-MARGIN_S).0.max(coverage.start().0);
        let latest = self.tt(to).plus_seconds(MARGIN_S).0.min(coverage.end().0);
        if earliest >= latest {
            return Vec::new();
        }
        let found = between(&course, &wanted, Tt(earliest), Tt(latest)).expect(COVERED);
        let occurrence = |(event, t)| self.occurrence(EventKey::Sky(event), t);
        let mut found: Vec<_> =
            found.into_iter().map(occurrence).filter(|o| (from..to).contains(&o.at)).collect();
        found.sort_by_key(|o| o.at);
        found
    }

    /// The solar eclipses that the ephemeris holds: there are elements of more years.
    fn solar(&self) -> impl Iterator<Item = Occurrence> {
        let coverage = self.data.coverage(0.0);
        let usual = self.data.elements.usual().iter().enumerate();
        usual.filter(move |(_, e)| coverage.contains(&e.t_max)).map(|(index, elements)| {
            let t = elements.t_max;
            let at = Instant::from_ut1(t.to_ut1(self.delta_t.of_eclipse(elements)));
            Occurrence { key: EventKey::SolarEclipse, t, at, solar: Some(index), lunar: None }
        })
    }

    /// The lunar eclipses of a stretch of time as far as the ephemeris reaches.
    fn lunar(&self, from: Instant, to: Instant) -> Vec<Occurrence> {
        let all = &self.data.lunar_catalog.eclipses;
        // The canon's instant of greatest eclipse differs by seconds from that of the ephemeris.
        let [first, end] = [(from, -1.0), (to, 1.0)].map(|(at, hour)| {
            let limit = self.tt(at).plus_hours(hour);
            all.partition_point(|facts| facts.greatest < limit)
        });
        let course_of = |greatest| match LunarCourse::near(&self.data.ephemeris.columns(), greatest) {
            Ok(course) => course,
            Err(Error::OutOfRange { .. }) => None,
            Err(e) => {
                tracing::error!("a lunar eclipse of the catalog has no course: {e}");
                None
            }
        };
        let occurrence = |facts: &LunarFacts| {
            let course = Arc::new(course_of(facts.greatest)?);
            let lunar = LunarFound { catalog_number: facts.catalog_number, course };
            let t = lunar.greatest();
            Some(Occurrence { lunar: Some(lunar), ..self.occurrence(EventKey::LunarEclipse, t) })
        };
        all[first..end].iter().filter_map(occurrence).filter(|o| (from..to).contains(&o.at)).collect()
    }

    /// The accuracy of the instant of an event; kilometres are those of the observer's parallel.
    pub(super) fn accuracy(&self, o: &Occurrence, site: Option<Site>) -> Accuracy {
        let course = Course { ephemeris: self.data.ephemeris.columns() };
        let (theory, sigma) = match o.key {
            EventKey::Sky(event) => (Theory::Precise.word(), event.sigma(&course, o.t)),
            EventKey::LunarEclipse => (Theory::Precise.word(), syzygy_sigma(TheoryName::Sky, &course, o.t)),
            EventKey::SolarEclipse => (CANON, syzygy_sigma(TheoryName::Canon, &course, o.t)),
        };
        let sigma = sigma.expect(COVERED);
        let basis = Basis {
            delta_t_s: match o.solar.map(|index| &self.data.elements.usual()[index]) {
                Some(elements) => self.delta_t.of_eclipse(elements),
                None => self.delta_t.at_tt(o.t),
            },
            delta_t_sigma_s: self.delta_t.sigma_s(o.at.ut1()),
            theory,
            theory_sigma_arcsec: sigma.arcsec,
        };
        basis.of_event(site, sigma.seconds)
    }

    fn occurrence(&self, key: EventKey, t: Tt) -> Occurrence {
        let at = Instant::from_ut1(t.to_ut1(self.delta_t.at_tt(t)));
        Occurrence { key, t, at, solar: None, lunar: None }
    }

    /// An instant of UT as one of TT.
    fn tt(&self, at: Instant) -> Tt {
        at.ut1().to_tt(self.delta_t.at_ut1(at.ut1()))
    }
}

/// What is longer than the time from a lunar eclipse to the next, days: penumbral ones included, there are
/// two a year at least, half a year apart.
const LONGEST_WITHOUT_LUNAR_DAYS: f64 = 200.0;

impl LunarFound {
    /// Greatest eclipse.
    pub(super) fn greatest(&self) -> Tt {
        use astro::eclipse::lunar::LunarContact::Greatest;
        let moment = self.course.moments.iter().find(|m| m.contact == Greatest);
        moment.expect("every eclipse has a greatest one").t
    }
}

fn days_later(at: Instant, days: f64) -> Instant {
    Instant { unix_ms: at.unix_ms + (days * astro::constants::MS_PER_DAY as f64) as i64 }
}
