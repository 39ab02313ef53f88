//! What `/rise-transit-set` is asked for.

use super::extra::{Extra, Extras};
use super::parameters::{BODY, DAY, Day, END, EVENTS, FORMAT, HAH, OBSERVER, START, TZ};
use crate::api::context::Context;
use crate::api::icalendar;
use crate::api::input::{Input, Word, shortened};
use crate::api::instant::Instant;
use crate::api::site::Site;
use crate::vocabulary::accuracy::{AccuracyExtra, EXTRAS};
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::AskedDeltaT;
use crate::vocabulary::formats::{CalendarFormat, Chosen, Format};
use crate::vocabulary::terrain_horizon::{HORIZON, HorizonKind};
use crate::vocabulary::zone::Zone;
use astro::constants::MS_PER_DAY;
use web::problem::Problem;

const MOST_DAYS: i64 = 366;

/// The parameters of a request.
pub(super) struct Request {
    /// The range as it was given.
    pub(super) days: Days,
    pub(super) site: Site,
    pub(super) bodies: Vec<CelestialBody>,
    /// Height above the visible horizon, m.
    pub(super) hah: f64,
    /// The horizon, if it was named.
    pub(super) horizon: Option<HorizonKind>,
    /// Events beside the usual, if any were named.
    pub(super) extras: Option<Extras>,
    /// Whether it is told how sure instants are.
    pub(super) is_sure_told: bool,
    /// The zone of local times.
    pub(super) zone: Option<Zone>,
    /// Where days begin, if that was said.
    pub(super) day: Option<Day>,
    pub(super) chosen: Chosen<CalendarFormat>,
    /// The ΔT that is asked for.
    pub(super) delta_t: AskedDeltaT,
}

impl Request {
    pub(super) fn read(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let (start, end) = (input.required(&START, Input::instant), input.required(&END, Input::instant));
        let site = input.required(&OBSERVER, Input::site);
        let bodies = input.required(&BODY, Input::words::<CelestialBody>);
        let (hah, delta_t) = (input.number(&HAH).unwrap_or(0.0), input.delta_t());
        let horizon = input.word::<HorizonKind>(&HORIZON);
        let extras = input.words::<Extra>(&EVENTS).map(Extras);
        let is_sure_told = input.words::<AccuracyExtra>(&EXTRAS).is_some();
        // In a query a plus sign stands for a space unless it is written %2B; no name has a space.
        let tz = input.text(&TZ).map(|tz| tz.replace(' ', "+"));
        let day = input.word::<Day>(&DAY);
        let chosen = CalendarFormat::chosen(input, context, &FORMAT);
        Days::check_order(input, (&START, &start), (&END, &end));
        if horizon == Some(HorizonKind::Terrain) && input.has(&HAH) {
            input
                .wrong(HAH.name, "only with the level horizon; horizon=terrain knows how low the skyline is");
        }
        if let (Some(extras), Some(bodies)) = (&extras, bodies.as_ref()) {
            check_bodies(input, extras, bodies);
        }
        let named = tz.as_deref().filter(|tz| *tz != "auto");
        let named_zone = named.map(Zone::named);
        if let (Some(name), Some(None)) = (named, &named_zone) {
            let right = "must be a name of the IANA database or auto; Europe/Madrid would be right";
            input.wrong(TZ.name, format!("\"{}\" {right}", shortened(name)));
        }
        if day == Some(Day::Local) {
            if tz.is_none() {
                input.wrong(DAY.name, "local days need tz; tz=auto would be right");
            }
            for (parameter, at) in [(&START, start.as_ref()), (&END, end.as_ref())] {
                if let Some(at) = at.filter(|at| at.unix_ms % MS_PER_DAY != 0) {
                    let date = at.date();
                    let detail = format!("with day=local a date alone is taken; {date} would be right");
                    input.wrong(parameter.name, detail);
                }
            }
        }
        let ((start, end), site, bodies) = input.check(((start, end), site, bodies))?;
        let zone = match named_zone {
            Some(zone) => zone,
            None => tz.map(|_| of_place(context, site)).transpose()?,
        };
        let days = Days::counted(start, end, MOST_DAYS)?;
        if chosen.format == CalendarFormat::Ics {
            check_years(days)?;
        }
        Ok(Self { days, site, bodies, hah, horizon, extras, is_sure_told, zone, day, chosen, delta_t })
    }

    /// The zone at whose midnights days begin; none if they are 24 hours from the first instant.
    pub(super) fn local_days(&self) -> Option<&Zone> {
        self.zone.as_ref().filter(|_| self.day == Some(Day::Local))
    }

    /// Where each day begins, numbered from 0, up to the end of the last.
    pub(super) fn begin(&self, day: i64) -> Instant {
        let midnight = |zone: &Zone| zone.begin_of(self.days.start.unix_ms.div_euclid(MS_PER_DAY) + day);
        self.local_days().and_then(midnight).unwrap_or_else(|| self.days.begin(day))
    }
}

/// Records events of bodies that were not asked for.
fn check_bodies(input: &mut Input, extras: &Extras, bodies: &[CelestialBody]) {
    for extra in &extras.0 {
        if let Some(body) = extra.body().filter(|body| !bodies.contains(body)) {
            let (event, body) = (extra.word(), body.word());
            input.wrong(EVENTS.name, format!("{event} belongs to {body}, which body does not name"));
        }
    }
}

fn of_place(context: &Context, site: Site) -> Result<Zone, Problem> {
    Zone::of(context, site).ok_or_else(|| {
        let detail =
            "the time zone of the place is not known here; a name of the IANA database would be right";
        Problem::parameter(TZ.name, detail)
    })
}

/// Refuses years that no calendar program takes.
fn check_years(days: Days) -> Result<(), Problem> {
    // Local days may begin a day earlier.
    icalendar::check_year(days.start.unix_ms - MS_PER_DAY, START.name)
}
