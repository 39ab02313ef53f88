//! The operation `/rise-transit-set/{start-date}/{end-date}`: rise, transit and set of Sun,
//! Moon and Galactic Center.

use crate::accounts::access::Access;
use crate::accounts::plan::Plan;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{DELTA_T, Kind, Parameter};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::endpoints::bodies::{CelestialBody, CelestialBodyWord};
use crate::generation::sky::{LocalHorizontal, sky};
use crate::http::json;
use crate::http::one_of::one_of;
use crate::http::problem::{Code, Problem};
use astro::sky::horizon::{Horizon, dip};
use astro::sky::riseset::{self, Event, Limb};
use astro::sky::theory::{Sky, Target, Theory};
use astro::time::Ut1;
use bytes::Bytes;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

const START: Parameter = Parameter::path(
    "start-date",
    Kind::DateTime,
    "2024-04-08",
    "Where the first day begins, Universal Time.",
);
const END: Parameter = Parameter::path(
    "end-date",
    Kind::DateTime,
    "2024-04-10",
    "The end; days are counted up to it, and at least one is given.",
);
const OBSERVER: Parameter = Parameter::required(
    "observer",
    Kind::Observer,
    "38.9,-77.04,20",
    "Observer as `LAT,LNG,ELEVATION`: degrees (negative south and west) and metres above mean sea level (0 \
        if left out).",
)
.or(&["obs"]);
const BODY: Parameter = Parameter::required(
    "body",
    Kind::Words(CelestialBody::WORDS),
    "sun,moon",
    "Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center).",
);
const HAH: Parameter = Parameter::optional(
    "hah",
    Kind::Number { from: 0.0, to: 100_000.0 },
    "100",
    "Height of the observer above the visible horizon in metres; lowers the horizon by 1.76′ √hah. 0 if \
        left out.",
);
const MOST_DAYS: i64 = 366;
const DAY_MS: i64 = astro::constants::MS_PER_DAY;
/// How far beyond a day the search looks.
const MARGIN_DAYS: f64 = 0.1;
const COST: f64 = 3.0;

/// The operation `/rise-transit-set/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "rise-transit-set",
    id: "rise-transit-set",
    paths: &["/rise-transit-set/{start-date}/{end-date}"],
    summary: "Rise, meridian transit and set of Sun, Moon and Galactic Center",
    description: "For every 24 hours from `start-date`, keyed by the instant at which they begin: all events \
        in order of time, each with its `key`, `date` and `azAlt` (the direction of the centre then). Keys: \
        `sunrise` `solar_transit` `sunset` `moonrise` `lunar_transit` `moonset` `gc_rise` `gc_transit` \
        `gc_set`. Rise and set: upper limb on the horizon with 34′ of refraction; transit: upper passage \
        of the meridian. A body that neither rises nor sets has an entry `sun_always_above`, \
        `sun_always_below` and so on with `date` null, before its transit. Two rises in 24 hours are both \
        given. `end-date` is not included unless it equals `start-date`; a part of a day at the end counts \
        as a day. At most 366 days; the cost is 3 times the number of days times that of bodies. From the \
        ephemeris in its range (`alg` = `precise`, within 0.1 s of rigorous computations), otherwise by \
        Meeus (`standard`: within 3.9 s in 0–1599, 2.9 s in 2100–2999 and 14 s before year 0, where the \
        limb crosses the horizon steeply).",
    parameters: &[START, END, OBSERVER, BODY, HAH, DELTA_T],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: || Shape::Envelope {
        query: described::<Query>(),
        response: described::<BTreeMap<String, Vec<Entry>>>(),
    },
    prepare,
};

#[derive(Serialize, ToSchema)]
#[schema(as = RiseTransitSetQuery)]
struct Query {
    /// `rise-transit-set`.
    name: &'static str,
    /// Where the first day begins.
    #[serde(rename = "start-date")]
    start: String,
    /// The end.
    #[serde(rename = "end-date")]
    end: String,
    /// The observer.
    observer: Site,
    /// Bodies.
    #[schema(value_type = Vec<CelestialBodyWord>)]
    body: Vec<&'static str>,
    /// Height above the visible horizon, m.
    hah: f64,
    /// `precise` or `standard`.
    #[schema(value_type = RiseTransitSetTheory)]
    alg: &'static str,
    /// ΔT, if given.
    #[serde(rename = "deltaT", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    delta_t: Option<f64>,
    /// Credits.
    cost: f64,
}

one_of! {
    /// The words of the theories that this operation chooses from.
    RiseTransitSetTheory, String, [Theory::Precise, Theory::Standard].map(Word::word)
}

/// An event, or that there is none.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RiseTransitSetEvent)]
struct Entry {
    /// What happens.
    #[schema(value_type = RiseTransitSetKey)]
    key: &'static str,
    /// When, ISO 8601; null where the body stays above or below the horizon.
    date: Option<String>,
    /// Where the centre of the body stands then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    az_alt: Option<LocalHorizontal>,
}

/// Words for rise, transit, set, and for staying above or below the horizon.
type Keys = [&'static str; 5];
const SUN: Keys = ["sunrise", "solar_transit", "sunset", "sun_always_above", "sun_always_below"];
const MOON: Keys = ["moonrise", "lunar_transit", "moonset", "moon_always_above", "moon_always_below"];
const GALACTIC_CENTER: Keys = ["gc_rise", "gc_transit", "gc_set", "gc_always_above", "gc_always_below"];

one_of! {
    /// All words for events.
    RiseTransitSetKey, String, [SUN, MOON, GALACTIC_CENTER].concat()
}

/// A body, its limb, and the keys for what it does.
#[derive(Clone, Copy)]
struct Course {
    target: Target,
    limb: Limb,
    rise: &'static str,
    transit: &'static str,
    set: &'static str,
    above: &'static str,
    below: &'static str,
}

impl Course {
    fn new(body: CelestialBody, dip: f64) -> Self {
        let (limb, [rise, transit, set, above, below]) = match body {
            CelestialBody::Sun => (Limb::sun(dip), SUN),
            CelestialBody::Moon => (Limb::moon(dip), MOON),
            CelestialBody::GalacticCenter => (Limb::point(dip), GALACTIC_CENTER),
        };
        Self { target: body.target(), limb, rise, transit, set, above, below }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (start, end) = (input.required(&START, Input::instant), input.required(&END, Input::instant));
    let site = input.required(&OBSERVER, Input::site);
    let body = input.required(&BODY, Input::words::<CelestialBody>);
    let (hah, given) = (input.number(&HAH).unwrap_or(0.0), input.number(&DELTA_T));
    if let (Some(start), Some(end)) = (start.as_ref(), end.as_ref())
        && end < start
    {
        input.wrong(END.name, format!("{} comes before start-date = {}", end.iso(), start.iso()));
    }
    let ((start, end), site, body) = input.check(((start, end), site, body))?;
    let days = ((end.unix_ms - start.unix_ms + DAY_MS - 1) / DAY_MS).max(1);
    if days > MOST_DAYS {
        return Err(Problem::new(
            Code::TooLarge,
            format!("{days} days were asked for; one call gives at most {MOST_DAYS}"),
        ));
    }
    let last = Instant { unix_ms: start.unix_ms.saturating_add(days * DAY_MS) };
    let first_delta_t = context.delta_t_s(start.ut1(), given, START.name)?;
    let last_delta_t = context.delta_t_s(last.ut1(), given, END.name)?;
    let (from, to) = context.data.ephemeris.columns().range();
    let is_covered = start.ut1().to_tt(first_delta_t).0 - MARGIN_DAYS > from.0
        && last.ut1().to_tt(last_delta_t).0 + MARGIN_DAYS < to.0;
    let theory = if is_covered { Theory::Precise } else { Theory::Standard };
    let cost = COST * days as f64 * body.len() as f64;
    let query = Query {
        name: OPERATION.name,
        start: start.iso(),
        end: end.iso(),
        observer: site,
        body: body.iter().map(|b| b.word()).collect(),
        hah,
        alg: theory.word(),
        delta_t: given,
        cost,
    };

    let data = context.generation();
    let horizon = Horizon::new(site.observer());
    let courses: Vec<Course> = body.into_iter().map(|b| Course::new(b, dip(hah))).collect();
    let pieces = (0..days).map(move |day| {
        let from = Instant { unix_ms: start.unix_ms + day * DAY_MS };
        // ΔT changes by less than a millisecond in a day.
        let delta_t_s = given.unwrap_or_else(|| {
            data.delta_t.at_ut1(from.ut1()).expect("the days lie between two instants that have a ΔT")
        });
        let sky = sky(&data, theory);
        let entries = entries(&sky, &horizon, &courses, from, delta_t_s);
        piece(from, &entries, day == 0, day + 1 == days)
    });
    Ok(Prepared::stream(&query, cost, pieces))
}

/// A piece of the answer: the events of one day, keyed by its beginning.
fn piece(from: Instant, entries: &[Entry], is_first: bool, is_last: bool) -> Bytes {
    let mut buffer = Vec::with_capacity(1024);
    buffer.push(if is_first { b'{' } else { b',' });
    json::append(&mut buffer, &from.iso());
    buffer.push(b':');
    json::append(&mut buffer, &entries);
    if is_last {
        buffer.push(b'}');
    }
    Bytes::from(buffer)
}

/// The events of the 24 hours from an instant, in order of time.
fn entries(sky: &Sky, horizon: &Horizon, courses: &[Course], from: Instant, delta_t_s: f64) -> Vec<Entry> {
    let mut entries: Vec<(Option<Ut1>, Entry)> =
        courses.iter().flat_map(|s| of_day(sky, horizon, s, from.ut1(), delta_t_s)).collect();
    entries.sort_by(|a, b| a.0.map_or(f64::MIN, |t| t.0).total_cmp(&b.0.map_or(f64::MIN, |t| t.0)));
    entries.into_iter().map(|e| e.1).collect()
}

fn of_day(
    sky: &Sky,
    horizon: &Horizon,
    course: &Course,
    from: Ut1,
    delta_t_s: f64,
) -> Vec<(Option<Ut1>, Entry)> {
    let place = |t: Ut1| {
        sky.place(course.target, t, t.to_tt(delta_t_s))
            .expect("the ephemeris answers only if it covers all days and a margin")
    };
    let day = riseset::events(place, horizon, &course.limb, from, from.plus_days(1.0));
    let mut entries = Vec::new();
    if day.events.iter().all(|e| e.0 == Event::Transit) {
        entries.push((
            None,
            Entry {
                key: if day.starts_above { course.above } else { course.below },
                date: None,
                az_alt: None,
            },
        ));
    }
    entries.extend(day.events.into_iter().map(|(event, t)| {
        let key = match event {
            Event::Rise => course.rise,
            Event::Transit => course.transit,
            Event::Set => course.set,
        };
        let az_alt = Some(LocalHorizontal::new(horizon, place(t)));
        (Some(t), Entry { key, date: Some(Instant::from_ut1(t).iso()), az_alt })
    }));
    entries
}
