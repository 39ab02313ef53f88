//! Requests of both widgets: the eclipse, the observer, and texts for the place.

use super::calendar;
use super::parameters::{ATTRIBUTION, Attribution, DATE, SUBTITLE, TITLE};
use super::response::has_origin_rules;
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

/// Maximum length of a title, characters.
const MAX_CHARACTERS: usize = 200;

/// The observer of a page, with texts for the place.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Observer {
    #[serde(flatten)]
    pub(crate) site: Site,
    /// Time zone, if known.
    #[serde(serialize_with = "zone_name")]
    pub(crate) zone: Option<Zone>,
    pub(crate) title: Option<String>,
    pub(crate) subtitle: Option<String>,
}

impl Observer {
    /// An observer without texts.
    pub(crate) fn at(context: &Context, site: Site) -> Self {
        Self { site, zone: Zone::of(context, site), title: None, subtitle: None }
    }
}

fn zone_name<S: Serializer>(zone: &Option<Zone>, serializer: S) -> Result<S::Ok, S::Error> {
    zone.as_ref().map(|zone| &zone.name).serialize(serializer)
}

/// The link to the service's website.
#[derive(Debug, Clone)]
pub(crate) struct Credit {
    pub(crate) url: String,
    pub(crate) domain: String,
}

/// Parameters of both widgets.
pub(crate) struct Common {
    pub(crate) date: Required<Instant>,
    pub(crate) title: Option<String>,
    pub(crate) subtitle: Option<String>,
    pub(crate) credit: Option<Credit>,
    /// The requested elements.
    pub(crate) elements: AskedElements,
}

impl Common {
    /// Reads the parameters; rejects those that the plan does not include.
    pub(crate) fn read(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let date = input.required(&DATE, Input::instant);
        let elements = input.elements();
        let (title, subtitle) = (text(input, &TITLE), text(input, &SUBTITLE));
        let is_hidden = input.word(&ATTRIBUTION) == Some(Attribution::Hidden);
        if is_hidden && !is_pro(context) {
            let detail = "attribution=0 requires the plan pro or higher; omit it to show the link";
            return Err(Problem::new(Code::PlanRequired, detail));
        }
        Ok(Self { date, title, subtitle, credit: (!is_hidden).then(|| credit(context)), elements })
    }
}

/// Whether the caller has the features of the plan Pro; a demonstration has all features.
pub(crate) fn is_pro(context: &Context) -> bool {
    context.caller.key().is_none_or(|key| key.entitlements.open(Plan::Pro))
}

/// Reads a short text without control characters.
fn text(input: &mut Input, parameter: &'static Parameter) -> Option<String> {
    let text = input.text(parameter)?;
    if text.chars().count() > MAX_CHARACTERS {
        input.wrong(parameter.name, format!("must have at most {MAX_CHARACTERS} characters"));
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

/// The eclipse of a date. The error names the eclipses before and after it, or the one on that date of the
/// Julian calendar.
pub(crate) fn eclipse(
    context: &Context,
    date: Instant,
    elements: &AskedElements,
) -> Result<EclipseElements, Problem> {
    let (jd, all) = (date.ut1().0, elements.eclipses(&context.data));
    if let Some(found) = eclipses::on(all, jd) {
        return Ok(elements.of(found).into_owned());
    }
    if let Some(found) = eclipses::on(all, Date::gregorian(jd).civil_jd()) {
        return Err(julian(context, date, found));
    }
    let nearest: Vec<_> = eclipses::around(all, jd).collect();
    let years = elements.years();
    let nothing =
        format!("there is no solar eclipse on this date in the years {} to {}", years.start(), years.end());
    let named: Vec<_> = nearest.iter().map(|eclipse| named(eclipse)).collect();
    let elsewhere = elements.elsewhere(&context.data, jd);
    let detail = format!("{nothing}; the nearest are {}{elsewhere}", named.join(" and "));
    let links = nearest.iter().map(|eclipse| link(context, eclipse)).collect();
    Err(Problem::new(Code::NoData, detail)
        .with_page_text(format!("{nothing}{elsewhere}. The nearest are these"), links))
}

/// The error for a date of the Julian calendar, which the catalog uses before 1582 October 15.
fn julian(context: &Context, date: Instant, found: &EclipseElements) -> Problem {
    let day = date.date();
    let calendar = format!(
        "dates are Gregorian, and there is no solar eclipse on {day}; there is one on that day of the Julian \
         calendar, which the catalog uses before 15 October 1582"
    );
    let detail = format!("{calendar}: {}", named(found));
    Problem::new(Code::NoData, detail).with_page_text(calendar, vec![link(context, found)])
}

/// An eclipse as a parameter: `date=2026-02-17 (annular)`.
fn named(eclipse: &EclipseElements) -> String {
    format!("date={} ({})", words::iso_date(eclipse), words::kind(eclipse).to_lowercase())
}

/// An eclipse in words, with its address.
fn link(context: &Context, eclipse: &EclipseElements) -> (String, Option<String>) {
    let which = if words::julian_date(eclipse).is_some() { "Gregorian, " } else { "" };
    let (date, kind) = (calendar::date(words::greatest(eclipse)), words::kind(eclipse).to_lowercase());
    (format!("{date} ({which}{kind})"), address(context, eclipse))
}

/// The address of the same page with another eclipse; none if the rules of the key forbid links. It contains
/// the key, so a page must not print it.
fn address(context: &Context, eclipse: &EclipseElements) -> Option<String> {
    if has_origin_rules(context) {
        return None;
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    let others = context.call.uri.query().into_iter().flat_map(pairs).filter(|(name, _)| name != DATE.name);
    query.extend_pairs(others);
    Some(format!("?{}", query.append_pair(DATE.name, &words::iso_date(eclipse)).finish()))
}

/// The error for curves that could not be computed.
pub(crate) fn curves_failed(eclipse: &EclipseElements, error: &maps::Error) -> Problem {
    let catalog_number = eclipse.catalog_number;
    tracing::error!(catalog_number, %error, "the curves of an eclipse could not be computed");
    let detail = "the curves of this eclipse could not be computed; see the server's log";
    Problem::new(Code::Internal, detail)
}
