//! The parameters of `/meteor-showers` and the selection of showers.

use crate::api::input::shortened;
use crate::api::value::Value;
use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::AccuracyAlways;
use crate::vocabulary::formats::CALENDAR_FORMAT;
use astro::Error;
use astro::constants::DAYS_PER_CENTURY;
use astro::sky::events::showers::{Activity, Appearance, Shower};
use astro::sky::events::{SHOWERS, SunMoonCourse, solar_longitude};

const MAX_DAYS: i64 = 400;
/// First supported year, and the first year after the supported ones.
const YEARS: (i32, i32) = (1900, 2101);
/// Year of the dates in the list.
const YEAR_OF_LIST: i32 = 2026;
/// Upper limit of the length of an activity, and of the distance of a peak from its ends, days.
const MAX_ACTIVITY_DAYS: f64 = 70.0;
/// Margin around the range in which peaks and activities are searched, days.
const MARGIN_DAYS: f64 = 265.0;
/// Time from one peak to the next, days.
const YEAR_DAYS: f64 = DAYS_PER_CENTURY / 100.0;

/// The parameters of `/meteor-showers`.
#[derive(Parameters)]
#[parameters(check = in_order(start_date, end_date))]
#[parameters(check = is_in_years(start_date, &Self::START_DATE))]
#[parameters(check = is_in_years(end_date, &Self::END_DATE))]
pub(super) struct MeteorShowersQuery {
    /// Start of the first day, Universal Time, in the years 1900 … 2100.
    #[param(path, example = "2025-08-10")]
    start_date: Instant,
    /// End of the range, which is rounded up to days of 24 hours, at least 1.
    #[param(path, example = "2025-08-15")]
    end_date: EndDate,
    #[param(flatten)]
    days_input: DaysInput,
    /// Showers to return, comma-separated: codes (in upper or lower case) or numbers of the IAU Meteor Data
    /// Center. The default is all showers.
    #[param(example = "PER,GEM", null)]
    shower: Option<Showers>,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER, null)]
    pub(super) obs: Option<Site>,
    /// Minimum zenithal hourly rate, meteors per hour. Unless it is 0 (the default), showers with a variable
    /// rate are omitted.
    #[param(example = "10", min = 0.0, max = 1000.0, default)]
    min_zhr: f64,
    #[param(flatten)]
    extras: AccuracyAlways,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    #[param(example = "json", meaning = CALENDAR_FORMAT, always)]
    pub(super) format: Option<CalendarFormat>,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
    /// Sources of the list of showers.
    #[param(computed)]
    pub(super) credit: &'static str,
}

/// Showers of the list, without duplicates.
struct Showers(Vec<&'static Shower>);

impl Value for Showers {
    type Echo = [String];

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::form("^ *[A-Za-z0-9]{1,4} *(, *[A-Za-z0-9]{1,4} *){0,36}$")
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        let mut found: Vec<&Shower> = Vec::new();
        let mut unknown = Vec::new();
        for word in text.split(',').map(|part| part.trim_matches(' ')) {
            let number = Some(word)
                .filter(|w| w.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|w| w.parse::<u16>().ok());
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
            input.wrong(p.name, detail);
        }
        Some(Self(found))
    }

    fn echo(&self) -> impl Serialize {
        self.0.iter().map(|shower| shower.code).collect::<Vec<_>>()
    }
}

fn is_in_years(input: &mut Input, at: &Instant, p: &Parameter) {
    if *at < beginning_of(YEARS.0) || *at > beginning_of(YEARS.1) {
        let detail = format!("{} lies outside the years {} to {}", at.iso(), YEARS.0, YEARS.1 - 1);
        input.wrong(p.name, detail);
    }
}

pub(super) type ListedShower = (&'static Shower, Appearance);

impl MeteorShowersQuery {
    /// Returns the appearances within the range, in the order of their peaks.
    pub(super) fn appearances(
        &self,
        context: &Context,
        delta_t: &DeltaTInForce,
    ) -> Result<Vec<ListedShower>, Problem> {
        let days = Days::counted(self.start_date, *self.end_date, MAX_DAYS)?;
        let ends = [(days.start, Self::START_DATE.name), (days.last(), Self::END_DATE.name)];
        let remark = format!(", or within {MARGIN_DAYS} days of its ends");
        coverage::check(&context.data, ends, delta_t, MARGIN_DAYS, &remark)?;
        let tt = |at: Instant, name| Ok::<Tt, Problem>(at.ut1().to_tt(delta_t.checked(at.ut1(), name)?));
        let (from, to) = (tt(self.start_date, Self::START_DATE.name)?, tt(days.last(), Self::END_DATE.name)?);
        let course = SunMoonCourse { sky: context.data.sky(Theory::Precise) };
        let longitude = |date| longitude_of(context, &course, date);
        let mut listed = Vec::new();
        for shower in SHOWERS.iter().filter(|shower| self.selects(shower)) {
            let activity = Activity::new(shower, longitude(shower.from)?, longitude(shower.to)?);
            let within = within(&activity, &course, from, to).map_err(|e| outside(&e))?;
            listed.extend(within.into_iter().map(|appearance| (shower, appearance)));
        }
        listed.sort_by(|a, b| a.1.peak.0.total_cmp(&b.1.peak.0));
        Ok(listed)
    }

    fn selects(&self, shower: &Shower) -> bool {
        let is_named =
            self.shower.as_ref().is_none_or(|Showers(list)| list.iter().any(|s| s.code == shower.code));
        is_named && shower.zenithal_hourly_rate.unwrap_or(0.0) >= self.min_zhr
    }
}

/// Returns the appearances that are active in a range: at most one a year.
fn within(activity: &Activity, course: &SunMoonCourse, from: Tt, to: Tt) -> Result<Vec<Appearance>, Error> {
    let mut all = vec![activity.nearest(course, from)?];
    if all[0].peak.plus_days(YEAR_DAYS - MAX_ACTIVITY_DAYS) < to {
        all.push(activity.nearest(course, all[0].peak.plus_days(YEAR_DAYS))?);
    }
    Ok(all.into_iter().filter(|appearance| appearance.is_within(from, to)).collect())
}

/// Returns the solar longitude at the start of a day in the year of the list.
fn longitude_of(context: &Context, course: &SunMoonCourse, (month, day): (u8, u8)) -> Result<f64, Problem> {
    let date = Date { year: YEAR_OF_LIST, month: i32::from(month), day: f64::from(day) };
    let ut = Ut1(date.gregorian_jd());
    let delta_t_s = DeltaTInForce::new(DeltaTInput::default(), context).at_ut1(ut);
    solar_longitude::at(course, ut.to_tt(delta_t_s)).map_err(|e| outside(&e))
}

fn outside(error: &Error) -> Problem {
    Problem::new(Code::OutsideEphemeris, format!("the ephemeris does not cover the showers' year: {error}"))
}

fn beginning_of(year: i32) -> Instant {
    Instant::from_ut1(Ut1(Date { year, month: 1, day: 1.0 }.gregorian_jd()))
}
