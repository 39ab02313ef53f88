//! The operation `/celestial-events/{start-date}/{end-date}`: seasons, phases, eclipses and other events of
//! the Sun, the Moon and the Galactic Center.

mod data;
mod entry;
mod key;
mod observer;
mod query;
mod search;
mod written;

use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameters::Parameters;
use crate::api::prepared::{JSON, Prepared, Work};
use crate::api::value::Flag;
use crate::vocabulary::delta_t::DeltaTInForce;
use crate::vocabulary::formats::{CalendarFormat, Format, calendar_shape};
use accounts::access::Access;
use accounts::plan::Plan;
use astro::constants::MS_PER_DAY;
use entry::{Entry, EntryBuilder};
use query::CelestialEventsQuery;
use search::Search;
use web::problem::{Code, Problem};

/// Credits for each body.
const COST: f64 = 10.0;
/// Cost factor of `circumstances=1`.
const CIRCUMSTANCES_FACTOR: f64 = 1.5;
/// Cost factor of `overflow=1`.
const OVERFLOW_FACTOR: f64 = 1.2;

/// The operation `/celestial-events/{start-date}/{end-date}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "celestial-events",
    id: "celestial-events",
    group: Group::Events,
    paths: &["/celestial-events/{start-date}/{end-date}"],
    summary: "Seasons, phases, eclipses, nodes and extremes of the Sun and the Moon",
    description: "Returns all events of a range of at most 400 days in chronological order. The range \
        includes `start-date`, excludes `end-date` and is rounded up to days of 24 hours. Events are \
        apparent and geocentric, referred to the true equinox of date. `sun`: `march_equinox` \
        `june_solstice` `september_equinox` `december_solstice`, `perihelion` `aphelion`, `solar_eclipse` \
        (greatest eclipse). `moon`: `new_moon` `first_quarter` `full_moon` `last_quarter`, `lunar_perigee` \
        `lunar_apogee`, `lunar_ascending_node` `lunar_descending_node` (apparent latitude 0), \
        `lunar_max_north` `lunar_max_south` (extremes of declination), `lunar_eclipse`. `gc`: \
        `gc_solar_conjunction` `gc_solar_opposition` (in ecliptic longitude).\n\n\
        `data` depends on the kind of event. Perigee and apogee have `{distance}` in km, perihelion and \
        aphelion in au, between the centres. Phases have `{distance, supermoon}` (supermoon: a full or new \
        Moon closer than 360,000 km). Extremes of declination have `{declination}` in degrees. Solar \
        eclipses have `{catalog, type, magnitude, saros, gamma, jd, lat, lng}`, lunar eclipses `{catalog, \
        type, penumbralMagnitude, umbralMagnitude, partialDuration, totalDuration}` (durations in s). For \
        other events `data` is null.\n\n\
        `circumstances=1` adds the observer's view at the instant: `azAlt` of the body, `visible` (whether \
        its upper limb is above the horizon, with 34′ of refraction) and `sunAltitude`. Solar eclipses have \
        `local`, which is null if the eclipse is not visible; its magnitude and obscuration are the maximum \
        visible values, possibly at sunrise or sunset. Lunar eclipses have `phases` with the Moon's apparent \
        altitude. `overflow=1` adds the last event of each kind before the range and the first at its end or \
        after it, within the ephemeris; the field `overflow` marks these events.\n\n\
        The cost is 10 times the number of bodies, times 1.5 with `circumstances=1`, times 1.2 with \
        `overflow=1`. Events come from the ephemeris and are limited to its range (1500–2500 by default). \
        Differences from JPL DE440 in 1900–2100 for the same ΔT are within 0.3 s for equinoxes and \
        solstices, 0.2 s for phases, 0.4 s for nodes, 0.8 s for extremes of declination, 0.2 s for perigee \
        and apogee (distance 0.02 km) and 27 s for perihelion and aphelion (4 km). The instant of a solar \
        eclipse is greatest eclipse by the Besselian elements. `accuracy` is the accuracy of each instant; \
        far from the present, the uncertainty of ΔT dominates.",
    parameters: CelestialEventsQuery::ALL,
    access: Access::Key(Plan::Free),
    cost: COST,
    refusals: &[Code::TooLarge, Code::OutsideEphemeris],
    form: &JSON,
    describe: shape,
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: CelestialEventsQuery = input.parameters()?;
    let chosen = CalendarFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    let keys = query.keys();
    query.events = Some(keys.clone());
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let (from, to) = (query.start_date, query.end(context, &delta_t)?);
    let factor = |flag: Flag, factor: f64| if flag.0 { factor } else { 1.0 };
    let cost = COST
        * query.body.len() as f64
        * factor(query.circumstances, CIRCUMSTANCES_FACTOR)
        * factor(query.overflow, OVERFLOW_FACTOR);
    let search = Search { data: context.generation(), keys, delta_t };
    let observer = query.obs.filter(|_| query.circumstances.0);
    let is_short = to.unix_ms - from.unix_ms <= written::DAYS * MS_PER_DAY;
    let periods = written::periods(from, to, query.overflow.0);
    // A year of all events takes several milliseconds.
    let pieces = Box::new(written::pieces(EntryBuilder::new(search, observer), chosen.format, periods));
    let work = if is_short { Work::Stream(pieces) } else { Work::LongStream(pieces) };
    Ok(chosen.prepared(Prepared::echo(&query.in_query(OPERATION.name, cost)), cost, work))
}

/// The shapes of both formats.
fn shape() -> Shape {
    let calendar =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nBEGIN:VEVENT\r\nUID:full_moon-2024-03-25@umbra\r\n…";
    calendar_shape(Shape::list::<CelestialEventsQuery, Entry>, calendar)
}
