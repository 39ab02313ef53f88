//! What both widgets are asked for: an eclipse, an observer, and what is said of the place.

use super::calendar;
use super::embedding::has_origin_rules;
use super::parameters::{ATTRIBUTION, Attribution, DATE, SUBTITLE, TITLE};
use super::words;
use crate::api::context::Context;
use crate::api::input::{Input, Required};
use crate::api::instant::Instant;
use crate::api::parameter::Parameter;
use crate::api::site::Site;
use crate::generation::eclipses;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::eclipse_theory::AskedElements;
use crate::vocabulary::zone::Zone;
use accounts::plan::Plan;
use accounts::text::acts_unseen;
use astro::time::Date;
use serde::{Serialize, Serializer};
use web::problem::{Code, Problem};
use web::query::pairs;

/// Characters of a title, at most.
const MOST_CHARACTERS: usize = 200;

/// The observer of a page, with what is said of the place.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Observer {
    #[serde(flatten)]
    pub(super) site: Site,
    /// Time zone; none if it is not known.
    #[serde(serialize_with = "zone_name")]
    pub(super) zone: Option<Zone>,
    pub(super) title: Option<String>,
    pub(super) subtitle: Option<String>,
}

impl Observer {
    /// An observer at a place of which nothing is said.
    pub(super) fn at(context: &Context, site: Site) -> Self {
        Self { site, zone: Zone::of(context, site), title: None, subtitle: None }
    }
}

fn zone_name<S: Serializer>(zone: &Option<Zone>, serializer: S) -> Result<S::Ok, S::Error> {
    zone.as_ref().map(|zone| &zone.name).serialize(serializer)
}

/// The link to the service's website.
#[derive(Debug, Clone)]
pub(super) struct Credit {
    pub(super) url: String,
    pub(super) domain: String,
}

/// What of a request is the same for both widgets, as far as no parameter is wrong.
pub(super) struct Common {
    pub(super) date: Required<Instant>,
    pub(super) title: Option<String>,
    pub(super) subtitle: Option<String>,
    pub(super) credit: Option<Credit>,
    /// The elements that are asked for.
    pub(super) elements: AskedElements,
}

impl Common {
    /// Reads the parameters of both widgets; refuses what the plan does not open.
    pub(super) fn read(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let date = input.required(&DATE, Input::instant);
        let elements = input.elements();
        let (title, subtitle) = (text(input, &TITLE), text(input, &SUBTITLE));
        let is_hidden = input.word(&ATTRIBUTION) == Some(Attribution::Hidden);
        if is_hidden && !is_pro(context) {
            let detail = "attribution=0 needs the plan pro or higher; leave it out to show the page with the \
                          link";
            return Err(Problem::new(Code::PlanRequired, detail));
        }
        Ok(Self { date, title, subtitle, credit: (!is_hidden).then(|| credit(context)), elements })
    }
}

/// Whether the caller has what the plan Pro gives; a demonstration has everything.
pub(super) fn is_pro(context: &Context) -> bool {
    context.caller.key().is_none_or(|key| key.entitlements.open(Plan::Pro))
}

/// Reads a plain text, short and without characters that act unseen.
fn text(input: &mut Input, parameter: &'static Parameter) -> Option<String> {
    let text = input.text(parameter)?;
    if text.chars().count() > MOST_CHARACTERS {
        input.wrong(parameter.name, format!("must have at most {MOST_CHARACTERS} characters"));
        return None;
    }
    if let Some(c) = text.chars().find(|c| acts_unseen(*c)) {
        let detail = format!("must have no control characters; U+{:04X} is one", u32::from(c));
        input.wrong(parameter.name, detail);
        return None;
    }
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn credit(context: &Context) -> Credit {
    match &context.settings.site {
        Some(site) => Credit { url: site.url.clone(), domain: site.domain.clone() },
        None => {
            let host = context.call.host();
            let domain = if host.is_empty() { "Umbra" } else { host };
            Credit { url: "/".to_owned(), domain: domain.to_owned() }
        }
    }
}

/// The eclipse of a date; the problem names those before and after it, or the one of that date in the Julian
/// calendar.
pub(super) fn eclipse(
    context: &Context,
    date: Instant,
    asked: &AskedElements,
) -> Result<EclipseElements, Problem> {
    let (jd, all) = (date.ut1().0, asked.eclipses(&context.data));
    if let Some(found) = eclipses::on(all, jd) {
        return Ok(asked.of(found).into_owned());
    }
    if let Some(found) = eclipses::on(all, Date::gregorian(jd).civil_jd()) {
        return Err(julian(context, date, found));
    }
    let nearest: Vec<_> = eclipses::around(all, jd).collect();
    let years = asked.years();
    let nothing =
        format!("there is no solar eclipse on this date in the years {} to {}", years.start(), years.end());
    let named: Vec<_> = nearest.iter().map(|eclipse| named(eclipse)).collect();
    let elsewhere = asked.elsewhere(&context.data, jd);
    let detail = format!("{nothing}; nearest are {}{elsewhere}", named.join(" and "));
    let links = nearest.iter().map(|eclipse| link(context, eclipse)).collect();
    Err(Problem::new(Code::NoData, detail)
        .told_as(format!("{nothing}{elsewhere}. The nearest are these"), links))
}

/// The problem of a date of the Julian calendar, such as the catalog has before 1582 October 15.
fn julian(context: &Context, date: Instant, found: &EclipseElements) -> Problem {
    let day = date.date();
    let calendar = format!(
        "dates here are Gregorian, and there is no solar eclipse on {day}; there is one on that day of the \
         Julian calendar, in which the catalog gives dates before 15 October 1582"
    );
    let detail = format!("{calendar}: {}", named(found));
    Problem::new(Code::NoData, detail).told_as(calendar, vec![link(context, found)])
}

/// An eclipse as it is asked for: `date=2026-02-17 (annular)`.
fn named(eclipse: &EclipseElements) -> String {
    format!("date={} ({})", words::iso_date(eclipse), words::kind(eclipse).to_lowercase())
}

/// An eclipse in words, with its address.
fn link(context: &Context, eclipse: &EclipseElements) -> (String, Option<String>) {
    let which = if words::julian_date(eclipse).is_some() { "Gregorian, " } else { "" };
    let (date, kind) = (calendar::date(words::greatest(eclipse)), words::kind(eclipse).to_lowercase());
    (format!("{date} ({which}{kind})"), address(context, eclipse))
}

/// The address of the same page with another eclipse; none where the rules of the key forbid a page to lead
/// to another. It has the key, which no page may show as a text.
fn address(context: &Context, eclipse: &EclipseElements) -> Option<String> {
    if has_origin_rules(context) {
        return None;
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    let others = context.call.uri.query().into_iter().flat_map(pairs).filter(|(name, _)| name != DATE.name);
    query.extend_pairs(others);
    Some(format!("?{}", query.append_pair(DATE.name, &words::iso_date(eclipse)).finish()))
}
