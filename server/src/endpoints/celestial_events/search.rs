//! The search for events of a period.

use crate::endpoints::celestial_events::key::CelestialEventKey;
use crate::endpoints::prelude::*;
use crate::generation::catalog::LunarFacts;
use crate::vocabulary::accuracy::CANON;
use astro::eclipse::lunar::{LunarContact, LunarCourse};
use astro::ephemeris::residual::TheoryName;
use astro::sky::events::{SunMoonCourse, between, syzygy_sigma};
use astro::sky::theory::Theory;
use astro::time::Tt;
use std::sync::Arc;

/// Margin of the search on both sides of a period, s. ΔT changes by less within a period.
const MARGIN_S: f64 = 1.0;
/// Margin of the ephemeris on both sides of the search, days: enough for light times and for rates, which are
/// differences over several hours.
pub(super) const EPHEMERIS_MARGIN_DAYS: f64 = 0.9;

/// The kinds of events to find, with the data.
pub(super) struct EventSearch {
    /// The generation.
    pub(super) data: Arc<Data>,
    /// The kinds of events.
    pub(super) keys: Vec<CelestialEventKey>,
    pub(super) delta_t: DeltaTInForce,
}

/// An event that was found.
#[derive(Clone)]
pub(super) struct Occurrence {
    /// Its kind.
    pub(super) key: CelestialEventKey,
    /// Instant in TT.
    pub(super) t: Tt,
    /// Instant in UT, to the millisecond.
    pub(super) at: Instant,
    /// Index of the solar eclipse in the list of all elements.
    pub(super) solar: Option<usize>,
    /// The lunar eclipse.
    pub(super) lunar: Option<LunarFound>,
}

/// A lunar eclipse that was found.
#[derive(Clone)]
pub(super) struct LunarFound {
    pub(super) catalog_number: i32,
    /// Its contacts.
    pub(super) course: Arc<LunarCourse>,
}

impl EventSearch {
    /// Returns all events from `from` to `to`, the end not included, in chronological order.
    pub(super) fn between(&self, from: Instant, to: Instant) -> Vec<Occurrence> {
        let mut found = self.of_ephemeris(&self.keys, from, to);
        if self.keys.contains(&CelestialEventKey::SolarEclipse) {
            found.extend(self.solar().filter(|o| (from..to).contains(&o.at)));
        }
        if self.keys.contains(&CelestialEventKey::LunarEclipse) {
            found.extend(self.lunar(from, to));
        }
        found.sort_by_key(|o| o.at);
        found
    }

    /// Returns the last event of each kind before an instant, in chronological order. Omits events before the
    /// ephemeris or the tables of eclipses.
    pub(super) fn last_before(&self, end: Instant) -> Vec<Occurrence> {
        let of_sky = |key: &CelestialEventKey| {
            self.nearest(*key, days_later(end, -key.max_interval_days()), end).pop()
        };
        let mut found: Vec<_> = self.sky_keys().filter_map(of_sky).collect();
        if self.keys.contains(&CelestialEventKey::SolarEclipse) {
            found.extend(self.solar().take_while(|o| o.at < end).last());
        }
        if self.keys.contains(&CelestialEventKey::LunarEclipse) {
            found.extend(self.lunar(days_later(end, -MAX_LUNAR_INTERVAL_DAYS), end).pop());
        }
        found.sort_by_key(|o| o.at);
        found
    }

    /// Returns the first event of each kind at an instant or after it; see [`EventSearch::last_before`].
    pub(super) fn first_from(&self, start: Instant) -> Vec<Occurrence> {
        let first = |found: Vec<Occurrence>| found.into_iter().next();
        let of_sky = |key: &CelestialEventKey| {
            first(self.nearest(*key, start, days_later(start, key.max_interval_days())))
        };
        let mut found: Vec<_> = self.sky_keys().filter_map(of_sky).collect();
        if self.keys.contains(&CelestialEventKey::SolarEclipse) {
            found.extend(self.solar().find(|o| o.at >= start));
        }
        if self.keys.contains(&CelestialEventKey::LunarEclipse) {
            found.extend(first(self.lunar(start, days_later(start, MAX_LUNAR_INTERVAL_DAYS))));
        }
        found.sort_by_key(|o| o.at);
        found
    }

    fn sky_keys(&self) -> impl Iterator<Item = &CelestialEventKey> {
        self.keys.iter().filter(|key| key.sky_event().is_some())
    }

    fn nearest(&self, key: CelestialEventKey, from: Instant, to: Instant) -> Vec<Occurrence> {
        self.of_ephemeris(&[key], from, to)
    }

    /// Returns the events of the ephemeris, within its range.
    fn of_ephemeris(&self, keys: &[CelestialEventKey], from: Instant, to: Instant) -> Vec<Occurrence> {
        let (keys, events): (Vec<_>, Vec<_>) =
            keys.iter().filter_map(|key| Some((*key, key.sky_event()?))).unzip();
        let course = SunMoonCourse { ephemeris: self.data.ephemeris.columns() };
        let coverage = self.data.coverage(EPHEMERIS_MARGIN_DAYS);
        let earliest = self.tt(from).plus_seconds(-MARGIN_S).0.max(coverage.start().0);
        let latest = self.tt(to).plus_seconds(MARGIN_S).0.min(coverage.end().0);
        if earliest >= latest {
            return Vec::new();
        }
        let found = between(&course, &events, Tt(earliest), Tt(latest)).expect(COVERED);
        let key = |event| events.iter().position(|e| *e == event).map(|index| keys[index]);
        let occurrence = |(event, t)| Some(self.occurrence(key(event)?, t));
        let mut found: Vec<_> =
            found.into_iter().filter_map(occurrence).filter(|o| (from..to).contains(&o.at)).collect();
        found.sort_by_key(|o| o.at);
        found
    }

    /// Returns the solar eclipses within the ephemeris; the elements cover more years.
    fn solar(&self) -> impl Iterator<Item = Occurrence> {
        let coverage = self.data.coverage(0.0);
        let usual = self.data.elements.usual().iter().enumerate();
        usual.filter(move |(_, e)| coverage.contains(&e.t_max)).map(|(index, elements)| {
            let t = elements.t_max;
            let at = Instant::from_ut1(t.to_ut1(self.delta_t.of_eclipse(elements)));
            Occurrence { key: CelestialEventKey::SolarEclipse, t, at, solar: Some(index), lunar: None }
        })
    }

    /// Returns the lunar eclipses of a period, within the ephemeris.
    fn lunar(&self, from: Instant, to: Instant) -> Vec<Occurrence> {
        // The instants of greatest eclipse in the canon and in the ephemeris differ by seconds.
        let [first, end] = [(from, -1.0), (to, 1.0)].map(|(at, hour)| self.tt(at).plus_hours(hour));
        let (catalog, ephemeris) = (&self.data.lunar_catalog, self.data.ephemeris.columns());
        let occurrence = |facts: &LunarFacts| {
            let course = Arc::new(facts.course(&ephemeris)?);
            let lunar = LunarFound { catalog_number: facts.catalog_number, course };
            let t = lunar.greatest();
            Some(Occurrence { lunar: Some(lunar), ..self.occurrence(CelestialEventKey::LunarEclipse, t) })
        };
        let near = &catalog.eclipses[catalog.between(first, end)];
        near.iter().filter_map(occurrence).filter(|o| (from..to).contains(&o.at)).collect()
    }

    /// Returns the accuracy of the instant of an event; kilometres apply to the observer's parallel.
    pub(super) fn accuracy(&self, o: &Occurrence, site: Option<Site>) -> Accuracy {
        let course = SunMoonCourse { ephemeris: self.data.ephemeris.columns() };
        let (theory, sigma) = match o.key.sky_event() {
            Some(event) => (Theory::Precise.word(), event.sigma(&course, o.t)),
            None if o.solar.is_some() => (CANON, syzygy_sigma(TheoryName::Canon, &course, o.t)),
            None => (Theory::Precise.word(), syzygy_sigma(TheoryName::Sky, &course, o.t)),
        };
        let sigma = sigma.expect(COVERED);
        let basis = AccuracyBasis {
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

    fn occurrence(&self, key: CelestialEventKey, t: Tt) -> Occurrence {
        let at = Instant::from_ut1(t.to_ut1(self.delta_t.at_tt(t)));
        Occurrence { key, t, at, solar: None, lunar: None }
    }

    /// Converts an instant from UT to TT.
    fn tt(&self, at: Instant) -> Tt {
        at.ut1().to_tt(self.delta_t.at_ut1(at.ut1()))
    }
}

/// Upper limit of the time between two lunar eclipses, days: including penumbral eclipses, there are at least
/// two a year, half a year apart.
const MAX_LUNAR_INTERVAL_DAYS: f64 = 200.0;

impl LunarFound {
    /// Returns the instant of greatest eclipse.
    pub(super) fn greatest(&self) -> Tt {
        self.course.at(LunarContact::Greatest).expect("every eclipse has a greatest one")
    }
}

fn days_later(at: Instant, days: f64) -> Instant {
    Instant { unix_ms: at.unix_ms + (days * astro::constants::MS_PER_DAY as f64) as i64 }
}
