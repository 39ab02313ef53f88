//! The operation `/rise-transit-set/{start-date}/{end-date}`: rise, transit and set of the
//! Sun, the Moon and the Galactic Center, twilights, and lower transits.

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
use crate::endpoints::rise_transit_set::entry::{Entry, EventFinder};
use crate::endpoints::rise_transit_set::extra::Extras;
use crate::endpoints::rise_transit_set::query::RiseTransitSetQuery;
use crate::vocabulary::coverage::Choice;
use crate::vocabulary::formats::calendar_shape;
use crate::vocabulary::terrain_horizon::{HorizonKind, WHOLE_COST, after_skyline};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::horizon::Horizon;
use std::collections::BTreeMap;
use web::problem::{Code, Problem};

/// Margin of the search around a day.
const MARGIN_DAYS: f64 = 0.1;
const COST: f64 = 3.0;
/// Credits per day and body over a skyline, in addition to the skyline: bodies close to it are checked every
/// minute.
const TERRAIN_COST: f64 = 6.0;

/// The operation `/rise-transit-set/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "rise-transit-set",
    id: "rise-transit-set",
    group: Group::SunAndMoon,
    paths: &["/rise-transit-set/{start-date}/{end-date}"],
    summary: "Rise, meridian transit and set of the Sun, the Moon and the Galactic Center",
    description: "Returns all events of each 24 hours from `start-date`, keyed by the start of the day and \
        in chronological order. Each event has a `key`, a `date` and `azAlt`, the direction of the centre at \
        that instant. Keys: `sunrise` `solar_transit` `sunset` `moonrise` `lunar_transit` `moonset` \
        `gc_rise` `gc_transit` `gc_set`. Rise and set refer to the upper limb on the horizon with 34′ of \
        refraction, transit to the upper meridian passage. A body that neither rises nor sets has an entry \
        `sun_always_above`, `sun_always_below` and so on with `date` null, before its transit. A day can \
        contain two rises. `end-date` is not included unless it equals `start-date`; a partial day at the \
        end counts as a full day. The maximum is 366 days. The cost is 3 per day and body; with \
        `horizon=terrain` it is 6, plus 100 for the skyline. The ephemeris is used within its range (`alg` = \
        `precise`, within 0.1 s of rigorous computations), and truncated theories outside it (`truncated`: \
        within 0.2 s in 0–2999 and 0.7 s before, if the limb crosses the horizon at more than 1° per \
        hour).\n\n\
        **`events`** adds twilights, with the requested words as keys: the Sun's centre 6°, 12° or 18° below \
        the level horizon, topocentric and without refraction. If the Sun does not cross that altitude on a \
        day, there is an entry `civil_always_above`, `astronomical_always_below` and so on. Golden and blue \
        hour start and end twice a day (`golden_hour_begin`, `golden_hour_end`, …). If the Sun crosses \
        neither limit, the entry is `…_always` or `…_never`. `solar_midnight`, `lunar_lower_transit` and \
        `gc_lower_transit` are lower meridian passages.\n\n\
        **`tz`** adds the local time of each event (`local`), according to the known past and future rules \
        of the time zone. With `day=local`, days start at local midnight.\n\n\
        **`horizon=terrain`** uses the skyline of the place instead of the level horizon. Rise and set refer \
        to the upper limb at the skyline, with the refraction in `azAlt`. A body can rise and set several \
        times behind peaks and gaps. `obstacle` describes the terrain at that point and its distance, also \
        in the descriptions of a calendar; its `kind` is `horizon` if nothing rises above the level of the \
        eye. `query.eye` is the height of the eye. Appearances of less than a minute may be missed.\n\n\
        **`format=ics`** returns a calendar with an event for each entry that has a date. \
        **`extras=accuracy`** adds the accuracy of each instant. For rises and sets, refraction (0.16° at \
        the horizon) usually dominates `sigma`.",
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
    let viewpoint = query.horizon.viewpoint(context, query.site)?;
    let height_m = viewpoint.map_or(query.site.height, |eye| eye.elevation_m);
    let finder = EventFinder {
        horizon: Horizon::new(query.site.at_height(height_m).observer()),
        courses: query.courses(),
        extras: query.events.clone().map(Extras),
        zone: query.zone().cloned(),
        skyline: None,
        accuracy_site: query.accuracy.extras.is_some().then_some(query.site),
    };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let chosen = query.chosen;
    let work = match viewpoint {
        None => Work::Stream(Box::new(written::pieces(choice, finder, query))),
        Some(eye) => Work::LongStream(after_skyline(context.generation(), eye, move |skyline| {
            let finder = EventFinder { skyline: Some(skyline), ..finder };
            Box::new(written::pieces(choice, finder, query))
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
