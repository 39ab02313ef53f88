//! The operation `/celestial-events/{start-date}/{end-date}`: seasons, phases, eclipses and other events of
//! Sun, Moon and Galactic Center.

mod data;
mod entry;
mod key;
mod request;
mod search;
mod seen;
mod written;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::OBS;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::api::site::Site;
use crate::vocabulary::bodies::CelestialBodyWord;
use crate::vocabulary::delta_t::DELTA_T;
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use crate::vocabulary::formats::{CalendarFormat, CalendarFormatWord, FORMAT, Format, calendar_shape};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::constants::MS_PER_DAY;
use entry::{Entry, Teller};
use key::CelestialEventKey;
use request::{BODY, CIRCUMSTANCES, END, EVENTS, OVERFLOW, Request, START};
use search::Search;
use serde::Serialize;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

/// Credits for each body.
const COST: f64 = 10.0;
/// What circumstances multiply the cost with.
const CIRCUMSTANCES_FACTOR: f64 = 1.5;
/// What the events outside of the range multiply the cost with.
const OVERFLOW_FACTOR: f64 = 1.2;

/// The operation `/celestial-events/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "celestial-events",
    id: "celestial-events",
    group: Group::Events,
    paths: &["/celestial-events/{start-date}/{end-date}"],
    summary: "Seasons, phases, eclipses, nodes and extremes of Sun and Moon",
    description: "All events of a range of at most 400 days in order of time, [start, end) in days of 24 \
        hours, a part of a day counting as one. They are geocentric and apparent, in the true equinox of \
        date. `sun`: `march_equinox` `june_solstice` `september_equinox` `december_solstice`, `perihelion` \
        `aphelion`, `solar_eclipse` (greatest eclipse). `moon`: `new_moon` `first_quarter` `full_moon` \
        `last_quarter`, `lunar_perigee` `lunar_apogee`, `lunar_ascending_node` `lunar_descending_node` \
        (apparent latitude 0), `lunar_max_north` `lunar_max_south` (greatest declination either way), \
        `lunar_eclipse`. `gc`: `gc_solar_conjunction` `gc_solar_opposition` (of Sun and Galactic Center in \
        ecliptic longitude).\n\n\
        `data`: `{distance}` in km of perigee and apogee, in au of perihelion and aphelion, between the \
        centres at that instant; `{distance, supermoon}` of phases (supermoon: a full or new Moon nearer \
        than 360,000 km); `{declination}` of greatest declinations, degrees; `{catalog, type, magnitude, \
        saros, gamma, jd, lat, lng}` of eclipses of the Sun; `{catalog, type, penumbralMagnitude, \
        umbralMagnitude, partialDuration, totalDuration}` (s) of those of the Moon; otherwise null.\n\n\
        `circumstances=1` tells what the observer sees at the instant: `azAlt` of the body, `visible` (its \
        upper limb above the horizon, with 34′ of refraction) and `sunAltitude`; `local` of a solar eclipse \
        is null where nothing of it is seen, and its magnitude and obscuration are the greatest that are \
        seen, which may be those of sunrise or sunset; `phases` of a lunar eclipse have the Moon's apparent \
        altitude. `overflow=1` adds the last event of each kind before the range and the first at its end or \
        after it, as far as the ephemeris reaches; they are marked by `overflow`.\n\n\
        The cost is 10 times the number of bodies, times 1.5 with circumstances, times 1.2 with overflow. \
        From the ephemeris, in its range (1500–2500 unless built otherwise). Against JPL DE440 in 1900–2100 \
        for the same ΔT: equinoxes and solstices within 0.3 s, phases 0.2 s, nodes 0.4 s, greatest \
        declinations 0.8 s, perigee and apogee 0.2 s (distance 0.02 km), perihelion and aphelion 27 s (4 \
        km). Greatest eclipses of the Sun are those of the eclipse's elements. `accuracy` says how sure each \
        instant is: far from today it is as unsure as ΔT.",
    parameters: &[START, END, BODY, EVENTS, OBS, CIRCUMSTANCES, OVERFLOW, FORMAT, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge, Code::OutsideEphemeris],
    form: &JSON,
    describe: shape,
    prepare,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = CelestialEventsQuery)]
struct Query {
    /// `celestial-events`.
    name: &'static str,
    /// Where the range begins.
    #[serde(rename = "start-date")]
    start: String,
    /// Its end, as given.
    #[serde(rename = "end-date")]
    end: String,
    /// Bodies.
    #[schema(value_type = Vec<CelestialBodyWord>)]
    body: Vec<&'static str>,
    /// Kinds of events.
    #[schema(value_type = Vec<CelestialEventKey>)]
    events: Vec<&'static str>,
    /// The observer, or null.
    obs: Option<Site>,
    /// Whether the observer's view is told: 0 or 1.
    circumstances: u8,
    /// Whether the nearest events outside are told: 0 or 1.
    overflow: u8,
    /// The form of the answer.
    #[schema(value_type = CalendarFormatWord)]
    format: &'static str,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let chosen = CalendarFormat::chosen(input, context, &FORMAT);
    let request = Request::read(input)?;
    let delta_t = DeltaTInForce::new(request.delta_t, context);
    let (from, to) = request.range(context, &delta_t)?;
    let factor = |is_on: bool, factor: f64| if is_on { factor } else { 1.0 };
    let cost = COST
        * request.body.len() as f64
        * factor(request.circumstances, CIRCUMSTANCES_FACTOR)
        * factor(request.overflow, OVERFLOW_FACTOR);
    let query = Query {
        name: OPERATION.name,
        start: request.start.iso(),
        end: request.end.iso(),
        body: request.body.iter().map(|b| b.word()).collect(),
        events: request.events.iter().map(|e| e.word()).collect(),
        obs: request.obs,
        circumstances: u8::from(request.circumstances),
        overflow: u8::from(request.overflow),
        format: chosen.format.word(),
        delta_t: request.delta_t,
        cost,
    };
    let search = Search { data: context.generation(), keys: request.events, delta_t };
    let observer = request.obs.filter(|_| request.circumstances);
    let is_short = to.unix_ms - from.unix_ms <= written::DAYS * MS_PER_DAY;
    let stretches = written::stretches(from, to, request.overflow);
    // A year of all events takes some milliseconds.
    let pieces = Box::new(written::pieces(Teller::new(search, observer), chosen.format, stretches));
    let work = if is_short { Work::Stream(pieces) } else { Work::LongStream(pieces) };
    Ok(chosen.prepared(Prepared::echo(&query), cost, work))
}

/// Both forms of the answer.
fn shape() -> Shape {
    let calendar =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nBEGIN:VEVENT\r\nUID:full_moon-2024-03-25@umbra\r\n…";
    let json = || Shape::Envelope { query: described::<Query>(), response: described::<Entry>().list() };
    calendar_shape(json, calendar)
}
