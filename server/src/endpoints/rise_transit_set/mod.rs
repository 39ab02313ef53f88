//! The operation `/rise-transit-set/{start-date}/{end-date}`: rise, transit and set of Sun,
//! Moon and Galactic Center, twilights, and lower transits.

mod entry;
mod extra;
mod over_terrain;
mod query;
mod written;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::endpoints::rise_transit_set::entry::{Course, Entry, Wanted};
use crate::endpoints::rise_transit_set::extra::Extras;
use crate::endpoints::rise_transit_set::query::RiseTransitSetQuery;
use crate::vocabulary::coverage::Choice;
use crate::vocabulary::formats::calendar_shape;
use crate::vocabulary::terrain_horizon::{HorizonKind, WHOLE_COST, after_skyline};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::horizon::{Horizon, dip};
use std::collections::BTreeMap;
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
    parameters: RiseTransitSetQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge],
    form: &JSON,
    describe: shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query = RiseTransitSetQuery::new(input, context)?;
    let ends = [query.begin(0), query.begin(query.days.count)];
    let names = [RiseTransitSetQuery::START_DATE.name, RiseTransitSetQuery::END_DATE.name];
    let choice = Choice::new(context, ends, MARGIN_DAYS, query.delta_t, names)?;
    query.alg = choice.theory.into();
    let cost = cost(&query);
    let over = query.horizon.viewpoint(context, query.site)?;
    let height_m = over.map_or(query.site.height, |eye| eye.elevation_m);
    let wanted = Wanted {
        horizon: Horizon::new(query.site.at_height(height_m).observer()),
        courses: query.body.iter().map(|b| Course::new(*b, dip(query.hah))).collect(),
        extras: query.events.clone().map(Extras),
        zone: query.zone().cloned(),
        skyline: None,
        sure_at: query.accuracy.extras.is_some().then_some(query.site),
    };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let chosen = query.chosen;
    let work = match over {
        None => Work::Stream(Box::new(written::pieces(choice, wanted, query))),
        Some(eye) => Work::LongStream(after_skyline(context.generation(), eye, move |skyline| {
            let wanted = Wanted { skyline: Some(skyline), ..wanted };
            Box::new(written::pieces(choice, wanted, query))
        })),
    };
    Ok(chosen.prepared(echo, cost, work))
}

fn cost(query: &RiseTransitSetQuery) -> f64 {
    let days_of_bodies = query.days.count as f64 * query.body.len() as f64;
    match query.horizon.horizon {
        Some(HorizonKind::Terrain) => WHOLE_COST + TERRAIN_COST * days_of_bodies,
        Some(HorizonKind::Level) | None => COST * days_of_bodies,
    }
}

/// The shapes of both formats.
fn shape() -> Shape {
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Umbra//Umbra//EN\r\nBEGIN:VEVENT\r\n\
        UID:sunrise-1786492800-0-43.36--8.41@umbra\r\nDTSTAMP:20000101T120000Z\r\n\
        DTSTART:20260812T053525Z\r\nSUMMARY:Sunrise\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let json = Shape::envelope::<RiseTransitSetQuery, BTreeMap<String, Vec<Entry>>>;
    calendar_shape(json, calendar)
}
