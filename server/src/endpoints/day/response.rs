//! The response of `/day`.

use super::moon_phase::DayMoonPhase;
use super::place::PlaceFinder;
use crate::endpoints::lunar_search::found::SeenLunarEclipse;
use crate::endpoints::prelude::*;
use crate::endpoints::windows::found::{SkyWindow, windows_of};

type Events = Vec<RiseSetEvent>;

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
    /// The next event for each one that is null; only if one is. Its `date` is null if there is none within
    /// two years or before the end of the ephemeris.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    next: Vec<RiseSetEvent>,
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
    /// The next event for each one that is null; only if one is. Its `date` is null if there is none within
    /// two years or before the end of the ephemeris.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    next: Vec<RiseSetEvent>,
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
    pub(super) place: PlaceFinder,
    /// The local date.
    pub(super) date: String,
    /// Start and end of the day.
    pub(super) span: Range<Instant>,
}

impl DayFinder {
    pub(super) fn answer(self) -> DayOfPlace {
        let Self { place, date, span: Range { start: from, end: to } } = self;
        let mut events = place.events([from, to]);
        let day_length_sec = day_length_s(&events, from, to);
        let is_missing = |key: &str| !events.iter().any(|event| event.key == key);
        let mut next = place.next(to, Some(&place.zone), is_missing);
        let mut course = |keys, body| DayCourse::from_events(&mut events, &mut next, keys, body);
        let mut sun = course(["sunrise", "solar_transit", "sunset"], "sun");
        let mut moon = course(["moonrise", "lunar_transit", "moonset"], "moon");
        for (course, target) in [(&mut sun, Target::Sun), (&mut moon, Target::Moon)] {
            let transit = course.transit.as_ref().and_then(|transit| transit.date);
            course.appearance = transit.and_then(|at| place.appearance(at, target));
        }
        let mut twilight = |keys, name| DayTwilight::from_events(&mut events, &mut next, keys, name);
        let twilights = DayTwilights {
            civil: twilight(["civil_dawn", "civil_dusk"], "civil"),
            nautical: twilight(["nautical_dawn", "nautical_dusk"], "nautical"),
            astronomical: twilight(["astronomical_dawn", "astronomical_dusk"], "astronomical"),
        };
        let (solar_eclipse, lunar_eclipse) = place.eclipses(from);
        DayOfPlace {
            date,
            from: from.iso(),
            to: to.iso(),
            day_length_sec,
            sun,
            moon,
            twilights,
            night: night(&place, [from, to]),
            moon_phase: DayMoonPhase::new(&place, [from, to]),
            solar_eclipse,
            lunar_eclipse,
        }
    }
}

fn night(place: &PlaceFinder, [from, to]: [Instant; 2]) -> DayNight {
    let noon = Instant { unix_ms: (from.unix_ms + to.unix_ms) / 2 }.ut1();
    let (sky, delta_t_s) = (place.sky(), place.delta_t.at_ut1(noon));
    let span = [noon, noon.plus_days(1.0)];
    let of = |set: &str| windows_of(set, (&sky, place.site, delta_t_s), span, &place.zone);
    DayNight { dark: of("dark"), milky_way: of("milky-way") }
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
fn take(events: &mut Events, key: &str, is_last: bool) -> Option<RiseSetEvent> {
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
    fn from_events(events: &mut Events, next: &mut Events, keys: [&str; 3], body: &str) -> Self {
        let next = next.extract_if(.., |event| keys.contains(&event.key)).collect();
        let [rise, transit, set] = keys;
        let rise = take(events, rise, false);
        let transit = take(events, transit, false);
        let set = take(events, set, true);
        let is_complete = rise.is_some() && transit.is_some() && set.is_some();
        Self { reason: reason(events, body, is_complete), rise, transit, set, next, appearance: None }
    }
}

impl DayTwilight {
    fn from_events(events: &mut Events, next: &mut Events, [dawn, dusk]: [&str; 2], name: &str) -> Self {
        let next = next.extract_if(.., |event| [dawn, dusk].contains(&event.key)).collect();
        let (dawn, dusk) = (take(events, dawn, false), take(events, dusk, true));
        Self { reason: reason(events, name, dawn.is_some() && dusk.is_some()), dawn, dusk, next }
    }
}
