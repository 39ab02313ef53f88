//! The parameters of `/meteor-showers`, and the showers that they name.

use crate::api::context::Context;
use crate::api::input::{Input, shortened};
use crate::api::instant::Instant;
use crate::api::parameter::{Kind, OBS, Parameter};
use crate::api::site::Site;
use crate::vocabulary::coverage;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use astro::Error;
use astro::constants::DAYS_PER_CENTURY;
use astro::sky::events::showers::{Activity, Appearance, Shower};
use astro::sky::events::{Course, SHOWERS, solar_longitude};
use astro::time::{Date, Tt, Ut1};
use web::problem::{Code, Problem};

pub(super) const START: Parameter = Parameter::path(
    "start-date",
    Kind::DateTime,
    "2025-08-10",
    "Where the first day begins, Universal Time, in the years 1900 … 2100.",
);
pub(super) const END: Parameter = Parameter::path(
    "end-date",
    Kind::DateTime,
    "2025-08-15",
    "The end; days of 24 hours are counted up to it, and there is at least one.",
);
pub(super) const SHOWER: Parameter = Parameter::optional(
    "shower",
    Kind::Form("^ *[A-Za-z0-9]{1,4} *(, *[A-Za-z0-9]{1,4} *){0,36}$"),
    "PER,GEM",
    "Only these showers, comma-separated: codes of the IAU Meteor Data Center, in capitals or not, or its \
        numbers. All if left out.",
);
pub(super) const MIN_ZHR: Parameter = Parameter::optional(
    "minZhr",
    Kind::Number { from: 0.0, to: 1000.0 },
    "10",
    "Only showers with at least this zenithal hourly rate; those whose rate varies are then left out unless \
        it is 0. 0 if left out.",
);
const MOST_DAYS: i64 = 400;
/// First year, and the first that is too late.
const YEARS: (i32, i32) = (1900, 2101);
/// The year of the list's dates.
const YEAR_OF_LIST: i32 = 2026;
/// No activity is longer, and no peak farther from its ends, days.
const LONGEST_DAYS: f64 = 70.0;
/// How far from the range a peak is looked for, with its activity, days.
const MARGIN_DAYS: f64 = 265.0;
/// From one peak to the next, days, and a day.
const YEAR_DAYS: f64 = DAYS_PER_CENTURY / 100.0;

/// The parameters of a request, as read.
pub(super) struct Request {
    pub(super) start: Instant,
    pub(super) end: Instant,
    pub(super) showers: Option<Vec<&'static Shower>>,
    pub(super) obs: Option<Site>,
    pub(super) min_zhr: f64,
    pub(super) delta_t: AskedDeltaT,
}

/// A shower and one of its appearances.
pub(super) type Listed = (&'static Shower, Appearance);

impl Request {
    /// Reads all parameters but the form of the answer.
    pub(super) fn read(input: &mut Input) -> Result<Self, Problem> {
        let (start, end) = (input.required(&START, Input::instant), input.required(&END, Input::instant));
        let showers = showers(input);
        let obs = input.site(&OBS);
        let min_zhr = input.number(&MIN_ZHR).unwrap_or(0.0);
        let delta_t = input.delta_t();
        Days::check_order(input, (&START, &start), (&END, &end));
        let (first, too_late) = (beginning_of(YEARS.0), beginning_of(YEARS.1));
        let is_outside = |at: &Instant| *at < first || *at > too_late;
        for (parameter, at) in [(&START, start.as_ref()), (&END, end.as_ref())] {
            if let Some(at) = at.filter(|at| is_outside(at)) {
                let detail = format!("{} lies outside the years {} to {}", at.iso(), YEARS.0, YEARS.1 - 1);
                input.wrong(parameter.name, detail);
            }
        }
        let (start, end) = input.check((start, end))?;
        Ok(Self { start, end, showers, obs, min_zhr, delta_t })
    }

    /// The appearances within the range, in the order of their peaks.
    pub(super) fn appearances(
        &self,
        context: &Context,
        delta_t: &DeltaTInForce,
    ) -> Result<Vec<Listed>, Problem> {
        let days = Days::counted(self.start, self.end, MOST_DAYS)?;
        let ends = [(days.start, START.name), (days.last(), END.name)];
        let remark = format!(", or within {MARGIN_DAYS} days of its ends");
        coverage::check(context, ends, delta_t, MARGIN_DAYS, &remark)?;
        let tt = |at: Instant, name| Ok::<Tt, Problem>(at.ut1().to_tt(delta_t.checked(at.ut1(), name)?));
        let (from, to) = (tt(self.start, START.name)?, tt(days.last(), END.name)?);
        let course = Course { ephemeris: context.data.ephemeris.columns() };
        let longitude = |date| longitude_of(context, &course, date);
        let mut listed = Vec::new();
        for shower in SHOWERS.iter().filter(|shower| self.wants(shower)) {
            let activity = Activity::new(shower, longitude(shower.from)?, longitude(shower.to)?);
            let within = within(&activity, &course, from, to).map_err(|e| outside(&e))?;
            listed.extend(within.into_iter().map(|appearance| (shower, appearance)));
        }
        listed.sort_by(|a, b| a.1.peak.0.total_cmp(&b.1.peak.0));
        Ok(listed)
    }

    fn wants(&self, shower: &Shower) -> bool {
        let is_named = self.showers.as_ref().is_none_or(|list| list.iter().any(|s| s.code == shower.code));
        is_named && shower.zenithal_hourly_rate.unwrap_or(0.0) >= self.min_zhr
    }
}

/// The appearances that are active in a range: at most one a year.
fn within(activity: &Activity, course: &Course, from: Tt, to: Tt) -> Result<Vec<Appearance>, Error> {
    let mut all = vec![activity.nearest(course, from)?];
    if all[0].peak.plus_days(YEAR_DAYS - LONGEST_DAYS) < to {
        all.push(activity.nearest(course, all[0].peak.plus_days(YEAR_DAYS))?);
    }
    Ok(all.into_iter().filter(|appearance| appearance.is_within(from, to)).collect())
}

/// The solar longitude at the beginning of a day of the list's year.
fn longitude_of(context: &Context, course: &Course, (month, day): (u8, u8)) -> Result<f64, Problem> {
    let date = Date { year: YEAR_OF_LIST, month: i32::from(month), day: f64::from(day) };
    let ut = Ut1(date.gregorian_jd());
    let delta_t_s = DeltaTInForce::new(AskedDeltaT::default(), context).at_ut1(ut);
    solar_longitude::at(course, ut.to_tt(delta_t_s)).map_err(|e| outside(&e))
}

fn outside(error: &Error) -> Problem {
    Problem::new(Code::OutsideEphemeris, format!("the ephemeris does not cover the showers' year: {error}"))
}

fn beginning_of(year: i32) -> Instant {
    Instant::from_ut1(Ut1(Date { year, month: 1, day: 1.0 }.gregorian_jd()))
}

/// Reads the showers that are named, each once; unknown ones are recorded as wrong.
fn showers(input: &mut Input) -> Option<Vec<&'static Shower>> {
    let text = input.text(&SHOWER)?;
    let mut found: Vec<&Shower> = Vec::new();
    let mut unknown = Vec::new();
    for word in text.split(',').map(|part| part.trim_matches(' ')) {
        let number =
            Some(word).filter(|w| w.bytes().all(|b| b.is_ascii_digit())).and_then(|w| w.parse::<u16>().ok());
        let is_it = |s: &&Shower| s.code.eq_ignore_ascii_case(word) || number == Some(s.number);
        match SHOWERS.iter().find(is_it) {
            Some(shower) if found.iter().any(|s| s.code == shower.code) => {}
            Some(shower) => found.push(shower),
            None => unknown.push(word),
        }
    }
    if !unknown.is_empty() {
        let codes: Vec<_> = SHOWERS.iter().map(|shower| shower.code).collect();
        let detail = format!(
            "\"{}\" must be a shower of the list, by its code or IAU number: {}",
            shortened(&unknown.join(",")),
            codes.join(", ")
        );
        input.wrong(SHOWER.name, detail);
    }
    Some(found)
}
