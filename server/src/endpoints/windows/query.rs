//! The parameters of `/windows`.

use super::when::SkyCondition;
use crate::api::number::decimal;
use crate::api::place::Equatorial;
use crate::api::value::Value;
use crate::endpoints::prelude::*;
use crate::vocabulary::horizon_profile::HorizonInput;

/// Credits per day.
pub(super) const COST: f64 = 10.0;
/// Margin of the search around the range, days: that of rates.
const MARGIN_DAYS: f64 = 0.1;
const MAX_DAYS: i64 = 3660;

/// The parameters of `/windows`.
#[derive(Parameters)]
#[parameters(check = in_order(start_date, end_date), check = has_star(when))]
#[parameters(check = notes_refraction(when, reference))]
pub(super) struct WindowsQuery {
    /// Start of the search, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2026-08-12")]
    pub(super) start_date: Instant,
    /// End of the search. The range is rounded up to days of 24 hours: at least 1, at most 3,660.
    #[param(path, example = "2026-08-14")]
    end_date: EndDate,
    #[param(flatten)]
    days_input: DaysInput,
    #[param(example = "43.36,-8.41,20", alias = "observer", meaning = OBSERVER)]
    pub(super) obs: Site,
    /// Conditions that must hold together, at most 8, comma-separated or repeated: `BODY.QUANTITY` with `<`,
    /// `<=`, `>` or `>=` and a number, or `=FROM..TO`, of which one end may be missing; or `dark`,
    /// `moonless`, `golden`, `blue`, `milky-way`. In addresses `<` is `%3C` and `>` is `%3E`.
    #[param(example = "sun.alt=..-18,moon.alt=..0,gc.alt=10..")]
    pub(super) when: Vec<SkyCondition>,
    /// Right ascension and declination of J2000.0 in degrees, comma-separated, of the body `star` in `when`.
    #[param(alias = "ra-decl", example = "83.82,-5.39")]
    pub(super) star: Option<Equatorial>,
    /// Reference of directions in `when`: `parallax` (topocentric, without refraction; the default, because
    /// twilights are defined so), `apparent` (topocentric, with refraction) or `true` (geocentric, without
    /// refraction). Named sets and horizons have their own definitions of refraction.
    #[param(name = "ref", example = "parallax", default = Reference::Parallax)]
    pub(super) reference: Reference,
    #[param(flatten)]
    pub(super) horizon: HorizonInput,
    /// Duration of the shortest window in the response, seconds, minutes or hours: `90s`, `30m` or `2h`. The
    /// echo is in seconds.
    #[param(example = "30m")]
    pub(super) min: Option<MinDuration>,
    #[param(flatten)]
    pub(super) accuracy: AccuracyExtras,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    /// `json`, `ics`, a calendar to subscribe to (iCalendar, RFC 5545; years 1 … 9999), or `csv`, the rows of
    /// `POST`. The default is the format that `Accept` prefers.
    #[param(example = "json")]
    format: Option<TableFormat>,
    /// `precise` or `truncated`.
    #[param(computed)]
    pub(super) alg: TheoryOfEvents,
    #[param(flatten)]
    delta_t: DeltaTInput,
    /// The days from `start_date` to `end_date`.
    #[param(computed, silent)]
    pub(super) days: Days,
    /// The format of the response.
    #[param(computed, silent)]
    pub(super) chosen: UsedFormat<CalendarFormat>,
}

fn has_star(input: &mut Input, when: &[SkyCondition]) {
    if when.iter().any(SkyCondition::is_of_star) && !input.has(&WindowsQuery::STAR) {
        let detail = "required for the body star in when, for example star=83.82,-5.39";
        input.wrong(WindowsQuery::STAR.name, detail);
    }
}

/// Notes how refraction is treated where it changes the result.
fn notes_refraction(input: &mut Input, when: &[SkyCondition], reference: &Reference) {
    if !input.has(&WindowsQuery::REFERENCE) && when.iter().any(SkyCondition::is_refracted) {
        let note = "altitudes in when are topocentric without refraction, as twilights are defined; \
            ref=apparent adds refraction, 29′ at the horizon";
        input.remark(note.to_owned());
    }
    let is_low = |condition: &SkyCondition| condition.altitude_deg().is_some() && !condition.is_refracted();
    if *reference == Reference::Apparent && when.iter().any(is_low) {
        let note = "twilights are defined without refraction; use ref=parallax or dark for them";
        input.remark(note.to_owned());
    }
}

/// A duration, s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MinDuration(pub(super) f64);

impl Value for MinDuration {
    type Echo = f64;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::form("^[0-9]+(\\.[0-9]+)?[smh]$")
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let parse = |text: &str| {
            let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
            let unit_s = [("s", 1.0), ("m", 60.0), ("h", 3600.0)].into_iter().find(|(u, _)| *u == unit)?.1;
            decimal(number).filter(|number| *number >= 0.0).map(|number| Self(number * unit_s))
        };
        input.parse(p, parse, |_| "must be a duration such as 90s, 30m or 2h".to_owned())
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

impl WindowsQuery {
    pub(super) fn new(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let mut query: Self = input.parameters()?;
        query.zone.resolve(context, Some(query.obs))?;
        query.days = Days::counted(query.start_date, *query.end_date, MAX_DAYS)?;
        query.chosen = TableFormat::choose(&mut query.format, context);
        if query.chosen.format == CalendarFormat::Ics {
            icalendar::check_year(query.start_date.unix_ms, Self::START_DATE.name)?;
        }
        Ok(query)
    }

    /// Returns the format of rows that the client names or prefers, if the query has nothing that rows cannot
    /// have.
    pub(super) fn rows_format(&self, context: &Context) -> Result<Option<RowsFormat>, Problem> {
        let is_level = !self.horizon.choice.is_skyline() && self.horizon.profile.is_none();
        let is_plain = self.zone.tz.is_none() && is_level;
        TableFormat::rows_of(self.format, is_plain, Self::FORMAT.name, context)
    }

    /// Returns the zone of local times, if any.
    pub(super) fn zone(&self) -> Option<&Zone> {
        self.zone.tz.as_ref().and_then(ZoneChoice::zone)
    }

    /// Returns the theory for the range, and ΔT.
    pub(super) fn choice(&self, context: &Context) -> Result<Choice, Problem> {
        let names = [Self::START_DATE.name, Self::END_DATE.name];
        Choice::new(context, [self.days.start, self.days.last()], MARGIN_DAYS, self.delta_t, names)
    }

    /// Returns the price of the days.
    pub(super) fn cost(&self) -> f64 {
        COST * self.days.count as f64 + self.horizon.cost()
    }
}
