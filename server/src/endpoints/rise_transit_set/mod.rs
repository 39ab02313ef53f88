//! The operation `/rise-transit-set/{start-date}/{end-date}`: rise, transit and set of Sun,
//! Moon and Galactic Center, twilights, and lower transits.

mod entry;
mod extra;
mod over_terrain;
mod parameters;
mod request;
mod sure;
mod written;

use crate::api::accuracy::{AccuracyExtra, AccuracyExtraWord, EXTRAS};
use crate::api::context::Context;
use crate::api::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use crate::api::described::{Described, described};
use crate::api::group::Group;
use crate::api::input::{Input, Word, words};
use crate::api::operation::{DescribedForm, Operation, Shape};
use crate::api::parameter::DELTA_T;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::api::site::Site;
use crate::endpoints::bodies::CelestialBodyWord;
use crate::endpoints::ephemeris_or_truncated::TheoryOfEvents;
use crate::endpoints::rise_transit_set::entry::{Course, Entry, Wanted};
use crate::endpoints::rise_transit_set::extra::Extra;
use crate::endpoints::rise_transit_set::parameters as p;
use crate::endpoints::rise_transit_set::parameters::{Day, Format};
use crate::endpoints::rise_transit_set::request::Request;
use crate::endpoints::rise_transit_set::written::Days;
use crate::endpoints::terrain_horizon::{
    HORIZON, HorizonKind, HorizonWord, WHOLE_COST, after_skyline, eye_m, viewpoint,
};
use crate::one_of::one_of;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::horizon::{Horizon, dip};
use astro::sky::theory::Theory;
use geography::sight::Viewpoint;
use serde::Serialize;
use serde_json::{Value, json};
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
    RiseTransitSetFormat, String, words::<Format>()
}

impl Query {
    fn new(request: &Request, eye: Option<Viewpoint>, alg: &'static str, cost: f64) -> Self {
        let has_format = request.is_format_named || request.format != Format::Json;
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
            format: has_format.then(|| request.format.word()),
            alg,
            delta_t: request.delta_t,
            cost,
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let request = Request::read(input, context)?;
    let delta_t = DeltaTInForce::new(request.delta_t, context);
    let theory = theory(&request, &delta_t, context)?;
    let cost = cost(&request);
    let over = match request.horizon {
        Some(HorizonKind::Terrain) => Some(viewpoint(context, request.site)?),
        Some(HorizonKind::Level) | None => None,
    };
    let query = Query::new(&request, over, theory.word(), cost);
    let height_m = over.map_or(request.site.height, |eye| eye.elevation_m);
    let wanted = Wanted {
        horizon: Horizon::new(request.site.at_height(height_m).observer()),
        courses: request.bodies.iter().map(|b| Course::new(*b, dip(request.hah))).collect(),
        extras: request.extras.clone(),
        zone: request.zone.clone(),
        skyline: None,
        sure_at: request.is_sure_told.then_some(request.site),
    };
    let (form, is_format_named) = (request.format.form(), request.is_format_named);
    let data = context.generation();
    let work = match over {
        None => Work::Stream(Box::new(Days::new((data, theory, delta_t), wanted, request))),
        Some(eye) => Work::LongStream(after_skyline(context.generation(), eye, move |skyline| {
            let wanted = Wanted { skyline: Some(skyline), ..wanted };
            Box::new(Days::new((data, theory, delta_t), wanted, request))
        })),
    };
    let prepared = Prepared::new(form, Prepared::echo(&query), cost, Freshness::Day, work);
    Ok(if is_format_named { prepared.with_form_named() } else { prepared })
}

fn cost(request: &Request) -> f64 {
    let days_of_bodies = request.days.count as f64 * request.bodies.len() as f64;
    match request.horizon {
        Some(HorizonKind::Terrain) => WHOLE_COST + TERRAIN_COST * days_of_bodies,
        Some(HorizonKind::Level) | None => COST * days_of_bodies,
    }
}

/// The ephemeris if it covers all days and a margin, the truncated theories otherwise.
fn theory(request: &Request, delta_t: &DeltaTInForce, context: &Context) -> Result<Theory, Problem> {
    let (first, last) = (request.begin(0).ut1(), request.begin(request.days.count).ut1());
    let first_delta_t = delta_t.checked(first, p::START.name)?;
    let last_delta_t = delta_t.checked(last, p::END.name)?;
    let (from, to) = context.data.ephemeris.columns().range();
    let is_covered = first.to_tt(first_delta_t).0 - MARGIN_DAYS > from.0
        && last.to_tt(last_delta_t).0 + MARGIN_DAYS < to.0;
    Ok(if is_covered { Theory::Precise } else { Theory::Truncated })
}

/// All forms of the answer.
fn shape() -> Shape {
    let form = |format: &Format| DescribedForm {
        form: format.form(),
        shape: match format {
            Format::Json => Shape::Envelope {
                query: described::<Query>(),
                response: described::<BTreeMap<String, Vec<Entry>>>(),
            },
            Format::Ics => {
                Shape::Plain(Described { schema: json!({ "type": "string" }), components: Vec::new() })
            }
        },
        example: example(*format),
    };
    Shape::Forms(Format::VALUES.iter().map(form).collect())
}

/// An answer in a form; JSON has the recorded one.
fn example(format: Format) -> Value {
    match format {
        Format::Json => Value::Null,
        Format::Ics => json!(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Umbra//Umbra//EN\r\nBEGIN:VEVENT\r\n\
             UID:sunrise-1786492800-0-43.36--8.41@umbra\r\nDTSTAMP:20000101T120000Z\r\n\
             DTSTART:20260812T053525Z\r\nSUMMARY:Sunrise\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        ),
    }
}
