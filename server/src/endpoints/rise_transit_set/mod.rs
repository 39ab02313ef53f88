//! The operation `/rise-transit-set/{start-date}/{end-date}`: rise, transit and set of Sun,
//! Moon and Galactic Center, twilights, and lower transits.

mod entry;
mod extra;
mod over_terrain;
mod parameters;
mod request;
mod written;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word, words};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::DELTA_T;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::api::site::Site;
use crate::endpoints::rise_transit_set::entry::{Course, Entry, Wanted};
use crate::endpoints::rise_transit_set::extra::Extra;
use crate::endpoints::rise_transit_set::parameters as p;
use crate::endpoints::rise_transit_set::parameters::Day;
use crate::endpoints::rise_transit_set::request::Request;
use crate::one_of::one_of;
use crate::vocabulary::accuracy::{AccuracyExtra, AccuracyExtraWord, EXTRAS};
use crate::vocabulary::bodies::CelestialBodyWord;
use crate::vocabulary::coverage::{Choice, TheoryOfEvents};
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL};
use crate::vocabulary::formats::{CalendarFormat, Chosen, calendar_shape};
use crate::vocabulary::terrain_horizon::{
    HORIZON, HorizonKind, HorizonWord, WHOLE_COST, after_skyline, eye_m, viewpoint,
};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::horizon::{Horizon, dip};
use geography::sight::Viewpoint;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

/// How far beyond a day the search looks.
const MARGIN_DAYS: f64 = 0.1;
const COST: f64 = 3.0;
/// The same over a skyline, beside the price of that: a body is looked at each minute while it is near it.
const TERRAIN_COST: f64 = 6.0;

/// The operation `/rise-transit-set/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "rise-transit-set",
    id: "rise-transit-set",
    group: Group::SunAndMoon,
    paths: &["/rise-transit-set/{start-date}/{end-date}"],
    summary: "Rise, meridian transit and set of Sun, Moon and Galactic Center",
    description: "For every 24 hours from `start-date`, keyed by the instant at which they begin: all events \
        in order of time, each with its `key`, `date` and `azAlt` (the direction of the centre then). Keys: \
        `sunrise` `solar_transit` `sunset` `moonrise` `lunar_transit` `moonset` `gc_rise` `gc_transit` \
        `gc_set`. Rise and set: upper limb on the horizon with 34′ of refraction; transit: upper passage \
        of the meridian. A body that neither rises nor sets has an entry `sun_always_above`, \
        `sun_always_below` and so on with `date` null, before its transit. Two rises in 24 hours are both \
        given. `end-date` is not included unless it equals `start-date`; a part of a day at the end counts \
        as a day. At most 366 days. The cost is 3 for each day and body; with `horizon=terrain` 6, and 100 \
        for the skyline. From the ephemeris in its range (`alg` = `precise`, within 0.1 s of rigorous \
        computations), otherwise by truncated theories (`truncated`: within 0.2 s in 0–2999 and 0.7 s \
        before, where the limb crosses the horizon at more than 1° in an hour).\n\n\
        **`events`** adds twilights, whose keys are their words: the Sun's centre 6°, 12° or 18° below the \
        level horizon, topocentric and airless. On a day on which the Sun does not come through that \
        altitude there is an entry `civil_always_above`, `astronomical_always_below` and so on. Golden and \
        blue hour begin and end twice a day (`golden_hour_begin`, `golden_hour_end`, …); where neither edge \
        is crossed they are there `…_always` or `…_never`. `solar_midnight`, `lunar_lower_transit` and \
        `gc_lower_transit` are lower passages of the meridian. **`tz`** adds the time of a clock to each \
        event (`local`), also under old and future rules of the zone as far as they are known; with \
        `day=local` days begin at local midnight. **`horizon=terrain`** takes the skyline of the place \
        instead of the level horizon: rise and set are those of the upper limb over it, as often as peaks \
        and gaps let it pass, with the refraction that `azAlt` shows; `obstacle` tells what it comes up \
        over or goes behind, and how far away that is, also in the descriptions of a calendar; `kind` is \
        `horizon` where nothing rises above the level of the eye, whose height `query.eye` tells. A visit of \
        less than a minute may be missed. **`format=ics`** is a calendar with an event for each entry that \
        has a date. **`extras=accuracy`** adds how sure each instant is: `sigma` of rises and sets is mostly \
        that of refraction, 0.16° at the horizon.",
    parameters: &[
        p::START,
        p::END,
        p::OBSERVER,
        p::BODY,
        p::HAH,
        HORIZON,
        p::EVENTS,
        EXTRAS,
        p::TZ,
        p::DAY,
        p::FORMAT,
        DELTA_T,
        DELTA_T_MODEL,
    ],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: shape,
    prepare,
};

/// The parameters in force, and the cost.
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
    /// The horizon, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<HorizonWord>)]
    horizon: Option<&'static str>,
    /// Height of the eye above mean sea level, m; only with `horizon=terrain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    eye: Option<f64>,
    /// Events beside the usual, if any were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Vec<RiseTransitSetExtra>)]
    events: Option<Vec<&'static str>>,
    /// Extras, if any were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Vec<AccuracyExtraWord>)]
    extras: Option<[&'static str; 1]>,
    /// The time zone, if one was asked for; that of the place for `auto`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tz: Option<String>,
    /// Where days begin, if that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<RiseTransitSetDay>)]
    day: Option<&'static str>,
    /// Form of the answer, unless it is JSON that was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<RiseTransitSetFormat>)]
    format: Option<&'static str>,
    /// `precise` or `truncated`.
    #[schema(value_type = TheoryOfEvents)]
    alg: &'static str,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

one_of! {
    /// Events that are given beside the usual.
    RiseTransitSetExtra, String, words::<Extra>()
}
one_of! {
    /// Where days begin: 24 hours after one another, or at midnight of the place.
    RiseTransitSetDay, String, words::<Day>()
}
one_of! {
    /// Forms of the answer: JSON or a calendar.
    RiseTransitSetFormat, String, words::<CalendarFormat>()
}

impl Query {
    fn new(request: &Request, eye: Option<Viewpoint>, alg: &'static str, cost: f64) -> Self {
        let Chosen { format, is_named } = request.chosen;
        let has_format = is_named || format != CalendarFormat::Json;
        Self {
            name: OPERATION.name,
            start: request.days.start.iso(),
            end: request.days.end.iso(),
            observer: request.site,
            body: request.bodies.iter().map(|b| b.word()).collect(),
            hah: request.hah,
            horizon: request.horizon.map(Word::word),
            eye: eye.map(eye_m),
            events: request.extras.as_ref().map(|extras| extras.0.iter().map(|e| e.word()).collect()),
            extras: request.is_sure_told.then(|| [AccuracyExtra::Accuracy.word()]),
            tz: request.zone.as_ref().map(|zone| zone.name.clone()),
            day: request.day.map(Word::word),
            format: has_format.then(|| format.word()),
            alg,
            delta_t: request.delta_t,
            cost,
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let request = Request::read(input, context)?;
    let ends = [request.begin(0), request.begin(request.days.count)];
    let names = [p::START.name, p::END.name];
    let choice = Choice::new(context, ends, MARGIN_DAYS, request.delta_t, names)?;
    let cost = cost(&request);
    let over = match request.horizon {
        Some(HorizonKind::Terrain) => Some(viewpoint(context, request.site)?),
        Some(HorizonKind::Level) | None => None,
    };
    let query = Query::new(&request, over, choice.theory.word(), cost);
    let height_m = over.map_or(request.site.height, |eye| eye.elevation_m);
    let wanted = Wanted {
        horizon: Horizon::new(request.site.at_height(height_m).observer()),
        courses: request.bodies.iter().map(|b| Course::new(*b, dip(request.hah))).collect(),
        extras: request.extras.clone(),
        zone: request.zone.clone(),
        skyline: None,
        sure_at: request.is_sure_told.then_some(request.site),
    };
    let chosen = request.chosen;
    let work = match over {
        None => Work::Stream(Box::new(written::pieces(choice, wanted, request))),
        Some(eye) => Work::LongStream(after_skyline(context.generation(), eye, move |skyline| {
            let wanted = Wanted { skyline: Some(skyline), ..wanted };
            Box::new(written::pieces(choice, wanted, request))
        })),
    };
    Ok(chosen.prepared(Prepared::echo(&query), cost, work))
}

fn cost(request: &Request) -> f64 {
    let days_of_bodies = request.days.count as f64 * request.bodies.len() as f64;
    match request.horizon {
        Some(HorizonKind::Terrain) => WHOLE_COST + TERRAIN_COST * days_of_bodies,
        Some(HorizonKind::Level) | None => COST * days_of_bodies,
    }
}

/// The shapes of both formats.
fn shape() -> Shape {
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Umbra//Umbra//EN\r\nBEGIN:VEVENT\r\n\
        UID:sunrise-1786492800-0-43.36--8.41@umbra\r\nDTSTAMP:20000101T120000Z\r\n\
        DTSTART:20260812T053525Z\r\nSUMMARY:Sunrise\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    calendar_shape(described::<Query>, described::<BTreeMap<String, Vec<Entry>>>, calendar)
}
