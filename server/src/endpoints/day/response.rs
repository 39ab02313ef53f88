//! The response of `/day`.

use super::moon_phase::DayMoonPhase;
use crate::endpoints::eclipse_search::query::EclipseSearchQuery;
use crate::endpoints::eclipse_search::search::SolarExaminer;
use crate::endpoints::lunar_search::found::SeenLunarEclipse;
use crate::endpoints::lunar_search::query::LunarSearchQuery;
use crate::endpoints::lunar_search::search::LunarExaminer;
use crate::endpoints::prelude::*;
use crate::endpoints::rise_transit_set::entry::{BodyCourse, EventFinder};
use crate::endpoints::rise_transit_set::extra::{RequestedEvents, RiseTransitSetExtra};
use crate::endpoints::windows::found::{SkyWindow, windows_of};
use crate::vocabulary::zone::Zone;
use almanac::{Appearance, Found, RiseSetEvent};
use astro::appearance::SunAndMoon;
use astro::constants::MS_PER_DAY;
use astro::sky::horizon::Horizon;
use astro::sky::theory::{Target, Theory};
use std::ops::Range;
use std::sync::Arc;

/// Time in which the next eclipses are searched, days: a century. Every place sees several eclipses in it.
const SEARCH_DAYS: i64 = 36_525;

/// The Sun, the Moon and the next eclipses of a place on a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayOfPlace {
    /// The local date, ISO 8601.
    date: String,
    /// Start of the local day, UTC.
    from: String,
    /// End of the local day, UTC.
    to: String,
    /// Time with the Sun's upper limb above the horizon, s.
    day_length_sec: f64,
    sun: DayCourse,
    moon: DayCourse,
    twilights: DayTwilights,
    night: DayNight,
    moon_phase: DayMoonPhase,
    /// The next solar eclipse that is visible from the place, as `/solar-eclipse/search` returns it; or null
    /// after the last one of the tables.
    solar_eclipse: Option<Found>,
    /// The next lunar eclipse that is visible from the place, as `/lunar-eclipse/search` returns it; or null
    /// after the last one of the ephemeris.
    lunar_eclipse: Option<SeenLunarEclipse>,
}

/// Rise, upper transit and set of a body on a day.
#[derive(Serialize, ToSchema)]
struct DayCourse {
    /// The first rise, or null.
    rise: Option<RiseSetEvent>,
    /// The first upper transit, or null.
    transit: Option<RiseSetEvent>,
    /// The last set, or null.
    set: Option<RiseSetEvent>,
    /// The reason why one of them is null; null if none is.
    reason: Option<MissingReason>,
    /// The body as it is seen at its upper transit; only with `extras=appearance` and a transit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    appearance: Option<Appearance>,
}

/// The night that begins on a day: windows of `/windows` from the middle of the day to 24 hours later.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DayNight {
    /// Sun's centre below −18°, the set `dark`; empty without astronomical night.
    dark: Vec<SkyWindow>,
    /// Dark, moonless and the Galactic Center above 10°, the set `milky-way`.
    milky_way: Vec<SkyWindow>,
}

/// Twilights of a day: the Sun's centre 6°, 12° and 18° below the level horizon.
#[derive(Serialize, ToSchema)]
struct DayTwilights {
    civil: DayTwilight,
    nautical: DayTwilight,
    astronomical: DayTwilight,
}

/// A twilight: its start in the morning and its end in the evening.
#[derive(Serialize, ToSchema)]
struct DayTwilight {
    /// The first dawn, or null.
    dawn: Option<RiseSetEvent>,
    /// The last dusk, or null.
    dusk: Option<RiseSetEvent>,
    /// The reason why one of them is null; null if none is.
    reason: Option<MissingReason>,
}

/// The reason why an event is missing: the body, or the Sun relative to the altitude of a twilight, is above
/// or below all day, or the event falls on the day before or after.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
#[words(snake)]
enum MissingReason {
    AlwaysAbove,
    AlwaysBelow,
    NotOnThisDay,
}

/// A checked request.
pub(super) struct DayFinder {
    /// The generation.
    pub(super) data: Arc<Data>,
    /// The observer.
    pub(super) site: Site,
    /// The zone of the day.
    pub(super) zone: Zone,
    pub(super) delta_t: DeltaTInForce,
    /// ΔT as the request selects it.
    pub(super) delta_t_input: DeltaTInput,
    /// The local date.
    pub(super) date: String,
    /// Start and end of the day.
    pub(super) span: Range<Instant>,
    pub(super) has_appearance: bool,
}

impl DayFinder {
    /// Returns the response.
    pub(super) fn answer(self) -> DayOfPlace {
        let Range { start: from, end: to } = self.span;
        let mut events = self.events();
        let day_length_sec = day_length_s(&events, from, to);
        let mut sun = DayCourse::from_events(&mut events, ["sunrise", "solar_transit", "sunset"], "sun");
        let mut moon = DayCourse::from_events(&mut events, ["moonrise", "lunar_transit", "moonset"], "moon");
        if self.has_appearance {
            sun.appearance = self.appearance(&sun, Target::Sun);
            moon.appearance = self.appearance(&moon, Target::Moon);
        }
        let twilights = DayTwilights {
            civil: DayTwilight::from_events(&mut events, ["civil_dawn", "civil_dusk"], "civil"),
            nautical: DayTwilight::from_events(&mut events, ["nautical_dawn", "nautical_dusk"], "nautical"),
            astronomical: DayTwilight::from_events(
                &mut events,
                ["astronomical_dawn", "astronomical_dusk"],
                "astronomical",
            ),
        };
        let night = self.night();
        let moon_phase = DayMoonPhase::new(&self.data, &self.delta_t, &self.zone, [from, to]);
        let ahead = from..Instant { unix_ms: from.unix_ms + SEARCH_DAYS * MS_PER_DAY };
        let solar = Arc::new(EclipseSearchQuery::next_at(self.site, ahead.clone(), self.delta_t_input));
        let lunar = Arc::new(LunarSearchQuery::next_at(self.site, ahead, self.delta_t_input));
        let (data, zone, delta_t) = (Arc::clone(&self.data), Some(self.zone.clone()), self.delta_t.clone());
        DayOfPlace {
            date: self.date,
            from: from.iso(),
            to: to.iso(),
            day_length_sec,
            sun,
            moon,
            twilights,
            night,
            moon_phase,
            solar_eclipse: SolarExaminer::search(data, solar, self.site, zone, delta_t).first(),
            lunar_eclipse: LunarExaminer::search(self.data, lunar, Some(self.zone), self.delta_t).first(),
        }
    }

    fn night(&self) -> DayNight {
        let noon = Instant { unix_ms: (self.span.start.unix_ms + self.span.end.unix_ms) / 2 }.ut1();
        let (sky, delta_t_s) = (self.data.sky(Theory::Precise), self.delta_t.at_ut1(noon));
        let span = [noon, noon.plus_days(1.0)];
        let of = |set: &str| windows_of(set, (&sky, self.site, delta_t_s), span, &self.zone);
        DayNight { dark: of("dark"), milky_way: of("milky-way") }
    }

    /// Returns the appearance of a body at its upper transit.
    fn appearance(&self, course: &DayCourse, target: Target) -> Option<Appearance> {
        let ut = course.transit.as_ref()?.date?.ut1();
        let tt = ut.to_tt(self.delta_t.at_ut1(ut));
        let sky = SunAndMoon::of(&self.data.sky(Theory::Precise), ut, tt).expect(COVERED);
        Some(Appearance::new(&sky, target, Some(&Horizon::new(self.site.observer()))))
    }

    /// Returns the events of `/rise-transit-set` for the day.
    fn events(&self) -> Vec<RiseSetEvent> {
        let course = |body: CelestialBody| BodyCourse { body, limb: body.limb(0.0) };
        let finder = EventFinder {
            horizon: Horizon::new(self.site.observer()),
            courses: vec![course(CelestialBody::Sun), course(CelestialBody::Moon)],
            extras: Some(RequestedEvents(vec![RiseTransitSetExtra::Twilights])),
            zone: Some(self.zone.clone()),
            skyline: None,
            accuracy_site: None,
        };
        let Range { start, end } = self.span;
        finder.entries(&self.data.sky(Theory::Precise), start, end, self.delta_t.with_sigma(start.ut1()))
    }
}

/// Returns the time from sunrises to sunsets within a day, s.
fn day_length_s(events: &[RiseSetEvent], from: Instant, to: Instant) -> f64 {
    let is_always_above = events.iter().any(|e| e.key == "sun_always_above");
    let crossings = events.iter().filter(|e| e.key == "sunrise" || e.key == "sunset");
    let crossings: Vec<_> = crossings.filter_map(|e| Some((e.key == "sunrise", e.date?))).collect();
    let mut up_since = match crossings.first() {
        Some((is_rise, _)) => (!is_rise).then_some(from),
        None => is_always_above.then_some(from),
    };
    let mut up_ms = 0;
    for (is_rise, at) in crossings {
        match is_rise {
            true => up_since = Some(at),
            false => up_ms += up_since.take().map_or(0, |since| at.unix_ms - since.unix_ms),
        }
    }
    up_ms += up_since.map_or(0, |since| to.unix_ms - since.unix_ms);
    up_ms as f64 / 1000.0
}

/// Removes and returns the first event with a key, or the last one.
fn take(events: &mut Vec<RiseSetEvent>, key: &str, is_last: bool) -> Option<RiseSetEvent> {
    let is_it = |event: &RiseSetEvent| event.key == key;
    let index = if is_last { events.iter().rposition(is_it) } else { events.iter().position(is_it) };
    index.map(|index| events.remove(index))
}

/// Returns why events of a body or a twilight are missing.
fn reason(events: &[RiseSetEvent], name: &str, is_complete: bool) -> Option<MissingReason> {
    let has = |state| events.iter().any(|e| e.key.strip_prefix(name) == Some(state));
    match is_complete {
        true => None,
        false if has("_always_above") => Some(MissingReason::AlwaysAbove),
        false if has("_always_below") => Some(MissingReason::AlwaysBelow),
        false => Some(MissingReason::NotOnThisDay),
    }
}

impl DayCourse {
    fn from_events(events: &mut Vec<RiseSetEvent>, keys: [&str; 3], body: &str) -> Self {
        let [rise, transit, set] = keys;
        let rise = take(events, rise, false);
        let transit = take(events, transit, false);
        let set = take(events, set, true);
        let is_complete = rise.is_some() && transit.is_some() && set.is_some();
        Self { reason: reason(events, body, is_complete), rise, transit, set, appearance: None }
    }
}

impl DayTwilight {
    fn from_events(events: &mut Vec<RiseSetEvent>, [dawn, dusk]: [&str; 2], name: &str) -> Self {
        let (dawn, dusk) = (take(events, dawn, false), take(events, dusk, true));
        Self { reason: reason(events, name, dawn.is_some() && dusk.is_some()), dawn, dusk }
    }
}
