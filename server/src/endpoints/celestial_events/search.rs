//! The search for events of a period.

use crate::endpoints::celestial_events::key::{CelestialEventKey, EventKind, MAX_YEAR_DAYS};
use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::CANON;
use astro::ephemeris::residual::TheoryName;
use astro::sky::events::{SunMoonCourse, between, syzygy_sigma};
use std::ops::RangeInclusive;

/// Margin of the search on both sides of a period, s. ΔT changes by less within a period.
const MARGIN_S: f64 = 1.0;
/// Margin of the ephemeris on both sides of the search, days: enough for light times and for rates, which are
/// differences over several hours.
pub(super) const EPHEMERIS_MARGIN_DAYS: f64 = 0.9;

/// The years of the theories outside the ephemeris.
const TRUNCATED_YEARS: [i32; 2] = [-2000, 3001];

/// The kinds of events to find, with the data.
pub(super) struct EventSearch {
    /// The generation, the theory and ΔT.
    pub(super) choice: Choice,
    pub(super) kinds: Vec<EventKind>,
}

/// An event that was found.
#[derive(Clone)]
pub(super) struct Occurrence {
    pub(super) kind: EventKind,
    pub(super) t: Tt,
    /// Instant in UT, to the millisecond.
    pub(super) at: Instant,
    /// Index of the solar eclipse in the list of all elements.
    pub(super) solar: Option<usize>,
    pub(super) lunar: Option<LunarFound>,
}

#[derive(Clone)]
pub(super) struct LunarFound {
    pub(super) catalog_number: i32,
    /// Its contacts.
    pub(super) course: Arc<LunarCourse>,
}

/// Sorts events, and drops those of two steps that are one. Those with a step of 15° have a name.
pub(super) fn in_order(mut found: Vec<Occurrence>) -> Vec<Occurrence> {
    found.sort_by_key(|o| o.at);
    found.dedup_by(|b, a| {
        let is_one = a.kind.key == b.kind.key && b.at.unix_ms - a.at.unix_ms < 60_000;
        if is_one && b.kind.step_deg == 15 {
            std::mem::swap(a, b);
        }
        is_one
    });
    found
}

impl EventSearch {
    /// Returns all events from `from` to `to`, the end not included, in chronological order.
    pub(super) fn between(&self, from: Instant, to: Instant) -> Vec<Occurrence> {
        let mut found = self.of_sky(&self.kinds, from, to);
        if self.has(CelestialEventKey::SolarEclipse) {
            found.extend(self.solar(from).take_while(|o| o.at < to));
        }
        if self.has(CelestialEventKey::LunarEclipse) {
            found.extend(self.lunar(from, to));
        }
        in_order(found)
    }

    /// Returns the last event of a kind before an instant; none before the ephemeris or the tables.
    pub(super) fn last_before(&self, kind: EventKind, end: Instant) -> Option<Occurrence> {
        match kind.key {
            CelestialEventKey::SolarEclipse => {
                self.solar(days_later(end, -MAX_YEAR_DAYS)).take_while(|o| o.at < end).last()
            }
            CelestialEventKey::LunarEclipse => {
                self.lunar(days_later(end, -MAX_LUNAR_INTERVAL_DAYS), end).pop()
            }
            key => self.of_sky(&[kind], days_later(end, -key.max_interval_days()), end).pop(),
        }
    }

    /// Returns the first event of a kind at an instant or after it; see [`EventSearch::last_before`].
    pub(super) fn first_from(&self, kind: EventKind, start: Instant) -> Option<Occurrence> {
        let first = |found: Vec<Occurrence>| found.into_iter().next();
        match kind.key {
            CelestialEventKey::SolarEclipse => self.solar(start).next(),
            CelestialEventKey::LunarEclipse => {
                first(self.lunar(start, days_later(start, MAX_LUNAR_INTERVAL_DAYS)))
            }
            key => first(self.of_sky(&[kind], start, days_later(start, key.max_interval_days()))),
        }
    }

    fn has(&self, key: CelestialEventKey) -> bool {
        self.kinds.iter().any(|kind| kind.key == key)
    }

    /// Sun and Moon by the theory.
    pub(super) fn course(&self) -> SunMoonCourse<'_> {
        SunMoonCourse { sky: self.choice.sky() }
    }

    /// Returns the range of the theory, less a margin of the ephemeris.
    fn coverage(&self, margin_days: f64) -> RangeInclusive<Tt> {
        if self.choice.is_precise() {
            return self.choice.data.coverage(margin_days);
        }
        let [begin, end] = TRUNCATED_YEARS.map(|year| Tt(Date { year, month: 1, day: 1.0 }.gregorian_jd()));
        begin..=end
    }

    /// Returns the events of the theory, within its range: all but eclipses.
    fn of_sky(&self, kinds: &[EventKind], from: Instant, to: Instant) -> Vec<Occurrence> {
        let (kinds, events): (Vec<_>, Vec<_>) =
            kinds.iter().filter_map(|kind| Some((*kind, kind.sky_event()?))).unzip();
        let coverage = self.coverage(EPHEMERIS_MARGIN_DAYS);
        let earliest = self.tt(from).plus_seconds(-MARGIN_S).0.max(coverage.start().0);
        let latest = self.tt(to).plus_seconds(MARGIN_S).0.min(coverage.end().0);
        if earliest >= latest {
            return Vec::new();
        }
        let found = between(&self.course(), &events, Tt(earliest), Tt(latest)).expect(COVERED);
        let kind = |event| events.iter().position(|e| *e == event).map(|index| kinds[index]);
        let occurrence = |(event, t)| Some(self.occurrence(kind(event)?, t));
        let mut found: Vec<_> =
            found.into_iter().filter_map(occurrence).filter(|o| (from..to).contains(&o.at)).collect();
        found.sort_by_key(|o| o.at);
        found
    }

    /// Returns the solar eclipses from an instant on, within the theory; the elements may cover more years.
    fn solar(&self, from: Instant) -> impl Iterator<Item = Occurrence> {
        let (coverage, all) = (self.coverage(0.0), self.choice.data.elements.all());
        let begin = self.tt(from).plus_hours(-1.0);
        let first = all.partition_point(|e| e.t_max < begin);
        let within = all.iter().enumerate().skip(first).filter(move |(_, e)| coverage.contains(&e.t_max));
        let found = within.map(|(index, elements)| {
            let t = elements.t_max;
            let at = Instant::from_ut1(t.to_ut1(self.choice.delta_t.of_eclipse(elements)));
            let kind = EventKind { key: CelestialEventKey::SolarEclipse, step_deg: 0 };
            Occurrence { kind, t, at, solar: Some(index), lunar: None }
        });
        found.skip_while(move |o| o.at < from)
    }

    /// Returns the lunar eclipses of a period, within the theory.
    fn lunar(&self, from: Instant, to: Instant) -> Vec<Occurrence> {
        // The instants of greatest eclipse in the canon and in the ephemeris differ by seconds.
        let [first, end] = [(from, -1.0), (to, 1.0)].map(|(at, hour)| self.tt(at).plus_hours(hour));
        let (catalog, sky) = (&self.choice.data.lunar_catalog, self.choice.sky());
        let kind = EventKind { key: CelestialEventKey::LunarEclipse, step_deg: 0 };
        let occurrence = |facts: &LunarFacts| {
            let course = Arc::new(facts.course(&sky)?);
            let lunar = LunarFound { catalog_number: facts.catalog_number, course };
            let t = lunar.greatest();
            Some(Occurrence { lunar: Some(lunar), ..self.occurrence(kind, t) })
        };
        let near = &catalog.eclipses[catalog.between(first, end)];
        near.iter().filter_map(occurrence).filter(|o| (from..to).contains(&o.at)).collect()
    }

    /// Returns the accuracy of the instant of an event; kilometres apply to the observer's parallel.
    pub(super) fn accuracy(&self, o: &Occurrence, site: Option<Site>) -> Accuracy {
        let (course, theory) = (self.course(), self.choice.theory);
        let (theory, sigma) = match o.kind.sky_event() {
            Some(event) => (theory.word(), event.sigma(&course, o.t)),
            None if o.solar.is_some() => (CANON, syzygy_sigma(TheoryName::Canon, &course, o.t)),
            None => (theory.word(), syzygy_sigma(theory.name(), &course, o.t)),
        };
        let delta_t = &self.choice.delta_t;
        let sigma = sigma.expect(COVERED);
        let basis = AccuracyBasis {
            delta_t_s: match o.solar.map(|index| &self.choice.data.elements.all()[index]) {
                Some(elements) => delta_t.of_eclipse(elements),
                None => delta_t.at_tt(o.t),
            },
            delta_t_sigma_s: delta_t.sigma_s(o.at.ut1()),
            theory,
            theory_sigma_arcsec: sigma.arcsec,
        };
        basis.of_event(site, sigma.seconds)
    }

    fn occurrence(&self, kind: EventKind, t: Tt) -> Occurrence {
        let at = Instant::from_ut1(t.to_ut1(self.choice.delta_t.at_tt(t)));
        Occurrence { kind, t, at, solar: None, lunar: None }
    }

    fn tt(&self, at: Instant) -> Tt {
        at.ut1().to_tt(self.choice.delta_t.at_ut1(at.ut1()))
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
