//! The parameters of `/rise-transit-set`.

use super::entry::BodyCourse;
use super::extra::RiseTransitSetExtra;
use super::next::NEXT_DAYS;
use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::WHOLE_COST;
use astro::sky::horizon::dip;

/// Margin of the search around a day.
pub(super) const MARGIN_DAYS: f64 = 0.1;
pub(super) const COST: f64 = 3.0;
/// Credits per day and body over a skyline, in addition to the skyline: bodies close to it are checked every
/// minute.
const TERRAIN_COST: f64 = 6.0;
/// Days that a search for the next events costs: in the open, and over a skyline, behind which the Sun may
/// stay for weeks.
const SEARCH_DAYS: [f64; 2] = [2.0, 10.0];

const MAX_DAYS: i64 = 366;

/// The parameters of `/rise-transit-set`.
#[derive(Parameters)]
#[parameters(check = in_order(start_date, end_date), check = has_no_dip(horizon))]
#[parameters(check = are_of_bodies(events, next, body), check = has_zone(day), check = is_search(next))]
#[parameters(check = is_date(day, start_date, &Self::START_DATE))]
#[parameters(check = is_date(day, end_date, &Self::END_DATE))]
pub(super) struct RiseTransitSetQuery {
    /// Start of the first day, Universal Time. With `day=local` a date relative to the present, such as
    /// `today` or `+30d`, is the local date.
    #[param(path, example = "2024-04-08")]
    start_date: Instant,
    /// End of the range, which is rounded up to whole days, at least 1.
    #[param(path, example = "2024-04-10")]
    end_date: EndDate,
    #[param(flatten)]
    days_input: DaysInput,
    /// Observer as `LAT,LNG,ELEVATION`: degrees (negative south and west) and metres above mean sea level
    /// (default 0).
    #[param(name = "observer", alias = "obs", example = "38.9,-77.04,20")]
    pub(super) site: Site,
    /// Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center).
    #[param(example = "sun,moon")]
    pub(super) body: Vec<CelestialBody>,
    /// Height of the observer above the visible horizon in metres. It lowers the horizon by 1.76′ √hah. The
    /// default is 0.
    #[param(example = "100", min = 0.0, max = 100_000.0, default)]
    hah: f64,
    #[param(flatten)]
    pub(super) horizon: HorizonChoice,
    /// Additional events, comma-separated or repeated. For the Sun: `civil_dawn` and `civil_dusk` (6° below
    /// the horizon), `nautical_…` (12°), `astronomical_…` (18°), `twilights` for all six, `golden_hour` (from
    /// −4° to 6°), `blue_hour` (from −6° to −4°) and `solar_midnight`. For other bodies:
    /// `lunar_lower_transit`, `gc_lower_transit`. `all`: all events of the bodies in `body`.
    #[param(example = "civil_dawn,civil_dusk")]
    pub(super) events: Option<Vec<RiseTransitSetExtra>>,
    /// Finds only the first of these events from `start-date`, within two years: `rise`, `transit`, `set` of
    /// each body, and words of `events`. Cannot be combined with `end-date`, `days`, `events`, `format=csv`.
    #[param(example = "rise,set")]
    pub(super) next: Option<Vec<RiseTransitSetExtra>>,
    #[param(flatten)]
    pub(super) accuracy: AccuracyExtras,
    #[param(flatten)]
    zone: ZoneInput,
    /// `utc` (the default): days of 24 hours from `start-date`. `local` requires `tz`: `start-date` and
    /// `end-date` are local dates without a time, and each day lasts from one local midnight to the next, 23
    /// or 25 hours when clocks change.
    #[param(example = "utc")]
    day: Option<RiseTransitSetDay>,
    /// `json`, `ics`, a calendar to subscribe to (iCalendar, RFC 5545; years 1 … 9999), or `csv`, the rows of
    /// `POST`. The default is the format that `Accept` prefers.
    #[param(example = "json")]
    format: Option<TableFormat>,
    /// `precise` or `truncated`.
    #[param(computed)]
    pub(super) alg: TheoryOfEvents,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
    /// The days from `start_date` to `end_date`.
    #[param(computed, silent)]
    pub(super) days: Days,
    /// The format of the response.
    #[param(computed, silent)]
    pub(super) chosen: UsedFormat<CalendarFormat>,
}

type ExtraList = Option<Vec<RiseTransitSetExtra>>;

/// Start of days: every 24 hours, or at local midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
enum RiseTransitSetDay {
    /// Every 24 hours.
    Utc,
    /// At local midnight.
    Local,
}

fn has_no_dip(input: &mut Input, horizon: &HorizonChoice) {
    let hah = &RiseTransitSetQuery::HAH;
    if horizon.is_skyline() && input.has(hah) {
        input.wrong(hah.name, "only with the level horizon; the height of a skyline is that of the terrain");
    }
}

/// Rejects events of bodies that are not in `body`.
fn are_of_bodies(input: &mut Input, events: &ExtraList, next: &ExtraList, bodies: &[CelestialBody]) {
    for (p, events) in [(&RiseTransitSetQuery::EVENTS, events), (&RiseTransitSetQuery::NEXT, next)] {
        for event in events.iter().flatten() {
            if let Some(body) = event.body().filter(|body| !bodies.contains(body)) {
                let detail = format!("{} is an event of {}, which is not in body", event.word(), body.word());
                input.wrong(p.name, detail);
            }
        }
    }
}

/// Rejects what contradicts a search for the next events.
fn is_search(input: &mut Input, next: &ExtraList) {
    use RiseTransitSetQuery as Q;
    for p in [&Q::END_DATE, &DaysInput::DAYS, &Q::EVENTS].into_iter().filter(|_| next.is_some()) {
        if input.text(p).is_some() {
            let detail =
                "cannot be combined with next, which names the events of two years; remove one of them";
            input.wrong(p.name, detail);
        }
    }
}

fn has_zone(input: &mut Input, day: &Option<RiseTransitSetDay>) {
    if *day == Some(RiseTransitSetDay::Local) && !input.has(&ZoneInput::TZ) {
        input.wrong(RiseTransitSetQuery::DAY.name, "local days need tz, for example tz=auto");
    }
}

fn is_date(input: &mut Input, day: &Option<RiseTransitSetDay>, at: &Instant, p: &Parameter) {
    if *day == Some(RiseTransitSetDay::Local) && at.unix_ms % MS_PER_DAY != 0 && input.text(p).is_some() {
        let detail = format!("must be a date without a time with day=local, for example {}", at.date());
        input.wrong(p.name, detail);
    }
}

impl RiseTransitSetQuery {
    /// Returns the price of the days and bodies.
    pub(super) fn cost(&self) -> f64 {
        let bodies = self.body.len() as f64;
        let [open, over] = if self.next.is_some() { SEARCH_DAYS } else { [self.days.count as f64; 2] };
        match self.horizon.is_skyline() {
            true => WHOLE_COST + TERRAIN_COST * over * bodies,
            false => COST * open * bodies,
        }
    }

    pub(super) fn new(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let mut query: Self = input.parameters()?;
        query.zone.resolve(context, Some(query.site))?;
        query.days = Days::counted(query.start_date, *query.end_date, MAX_DAYS)?;
        query.chosen = TableFormat::choose(&mut query.format, context);
        if query.chosen.format == CalendarFormat::Ics {
            // Local days can start a day earlier.
            icalendar::check_year(query.start_date.unix_ms - MS_PER_DAY, Self::START_DATE.name)?;
        }
        Ok(query)
    }

    /// Returns the format of rows that the client names or prefers, if the query has nothing that rows cannot
    /// have.
    pub(super) fn rows_format(&self, context: &Context) -> Result<Option<RowsFormat>, Problem> {
        let is_plain = self.zone().is_none() && !self.horizon.is_skyline() && self.next.is_none();
        TableFormat::rows_of(self.format, is_plain, Self::FORMAT.name, context)
    }

    /// Returns the theory for the span with a margin at both ends, and ΔT.
    pub(super) fn choice(&self, context: &Context, margin_days: f64) -> Result<Choice, Problem> {
        let end = if self.next.is_some() { Self::START_DATE.name } else { Self::END_DATE.name };
        let names = [Self::START_DATE.name, end];
        Choice::new(context, self.span(), margin_days, self.delta_t, names)
    }

    /// Returns the ends of the days, or of the search.
    pub(super) fn span(&self) -> [Instant; 2] {
        let from = self.begin(0);
        let searched = Instant { unix_ms: from.unix_ms + NEXT_DAYS * MS_PER_DAY };
        [from, if self.next.is_some() { searched } else { self.begin(self.days.count) }]
    }

    /// Returns the bodies with their limbs, over a horizon below the level one if the observer is above it.
    pub(super) fn courses(&self) -> Vec<BodyCourse> {
        let dip = dip(self.hah);
        self.body.iter().map(|body| BodyCourse { body: *body, limb: body.limb(dip) }).collect()
    }

    /// Returns the zone of local times.
    pub(super) fn zone(&self) -> Option<&Zone> {
        self.zone.tz.as_ref().and_then(ZoneChoice::zone)
    }

    /// Returns the zone of local days; none for days of 24 hours.
    fn local_days(&self) -> Option<&Zone> {
        self.zone().filter(|_| self.day == Some(RiseTransitSetDay::Local))
    }

    /// Returns the start of a day, numbered from 0. The start after the last day is the end of the range.
    pub(super) fn begin(&self, day: i64) -> Instant {
        let midnight = |zone: &Zone| zone.begin_of(self.days.start.unix_ms.div_euclid(MS_PER_DAY) + day);
        self.local_days().and_then(midnight).unwrap_or_else(|| self.days.begin(day))
    }
}
