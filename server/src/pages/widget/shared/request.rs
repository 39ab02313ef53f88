//! Requests of both widgets: the eclipse, the observer, and texts for the place.

use super::calendar;
use super::response::has_origin_rules;
use super::words;
use crate::api::value::Value;
use crate::generation::eclipses;
use crate::pages::prelude::*;
use accounts::text::acts_unseen;
use astro::eclipse::path;
use serde::Serializer;
use web::query::pairs;

/// Maximum length of a title, characters.
const MAX_CHARACTERS: usize = 200;

/// South of this latitude few people live, and each station has a clock of its own.
const ANTARCTIC_DEG: f64 = -60.0;

/// The observer of a page, with texts for the place.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Observer {
    #[serde(flatten)]
    pub(crate) site: Site,
    /// Time zone, if known; none at sea and on Antarctica, where the pages show UTC alone.
    #[serde(serialize_with = "zone_name")]
    pub(crate) zone: Option<Zone>,
    pub(crate) title: Option<String>,
    pub(crate) subtitle: Option<String>,
}

impl Observer {
    /// An observer with texts for the place.
    pub(crate) fn new(context: &Context, site: Site, texts: PlaceTexts) -> Self {
        let [title, subtitle] = [texts.title, texts.subtitle].map(|text| text.map(|text| text.0));
        let title = title.or_else(|| site.place.map(|place| place.name.to_string()));
        let subtitle = subtitle.or_else(|| site.near_town().map(str::to_owned));
        Self { site, zone: Zone::of(context, site).filter(|zone| is_shown(zone, site)), title, subtitle }
    }
}

impl Observer {
    /// The name of the place, or its coordinates.
    pub(crate) fn name(&self) -> String {
        self.title.clone().unwrap_or_else(|| words::coordinates(self.site.lat, self.site.lng))
    }
}

/// Returns whether pages show local time at a place: not at sea and on Antarctica.
pub(crate) fn is_shown(zone: &Zone, site: Site) -> bool {
    site.lat > ANTARCTIC_DEG && !zone.name.starts_with("Etc/")
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

/// The description of `date`.
pub(crate) const DATE: &str = "Date of the eclipse, preferably `YYYY-MM-DD`; any instant within 1.5 days of \
    greatest eclipse selects it. Years 1500 … 2500, or −1999 … 3000 with `era=canon`. Dates are always \
    Gregorian (`-000584-05-22`).";
/// The name of the parameter that selects the eclipse.
pub(crate) const DATE_NAME: &str = "date";
/// The description of `attribution`.
pub(crate) const ATTRIBUTION: &str =
    "`0` hides the link to the service's website; requires the plan Pro or higher.";

/// Texts for the place of the observer.
#[derive(Debug, Clone, Default, Parameters)]
pub(crate) struct PlaceTexts {
    /// Name of the observer's place, plain text of at most 200 characters. Ignored without `obs`.
    #[param(example = "Camp")]
    title: Option<ShortText>,
    /// Text below the title, plain text of at most 200 characters. Ignored without `obs`.
    #[param(example = "Nazas")]
    subtitle: Option<ShortText>,
}

/// A short text without control characters.
#[derive(Debug, Clone)]
struct ShortText(String);

impl Value for ShortText {
    type Echo = str;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::text()
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        if text.chars().count() > MAX_CHARACTERS {
            input.wrong(p.name, format!("must have at most {MAX_CHARACTERS} characters"));
            return None;
        }
        if let Some(c) = text.chars().find(|c| acts_unseen(*c)) {
            let detail = format!("must have no control characters; U+{:04X} is one", u32::from(c));
            input.wrong(p.name, detail);
            return None;
        }
        Some(text.trim().to_owned()).filter(|text| !text.is_empty()).map(Self)
    }

    fn echo(&self) -> impl Serialize {
        &self.0
    }
}

/// The link of the page to the service's website: 1, or 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attribution(u8);

impl Value for Attribution {
    type Echo = u8;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::word(&Self::WORDS)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.word(p, &Self::WORDS).map(|shown| Self(shown as u8))
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

impl Attribution {
    const WORDS: [&str; 2] = ["0", "1"];
    /// The link is shown.
    pub(crate) const SHOWN: Self = Self(1);

    /// Returns the link unless it is hidden.
    pub(crate) fn credit(self, context: &Context) -> Option<Credit> {
        (self == Self::SHOWN).then(|| credit(context))
    }
}

/// Refuses `attribution=0` without the plan pro, before any parameter is checked.
pub(crate) fn attribution_needs_pro(input: &Input, context: &Context, p: &Parameter) -> Result<(), Problem> {
    let detail = "attribution=0 requires the plan pro or higher; omit it to show the link";
    needs_pro(input, context, p, &["0"], detail)
}

/// Refuses `limb=1` in the same way.
pub(crate) fn limb_needs_pro(input: &Input, context: &Context, p: &Parameter) -> Result<(), Problem> {
    let detail = "limb=1 requires the plan pro or higher; omit it for a smooth limb";
    needs_pro(input, context, p, &["1", "true"], detail)
}

/// Refuses some values of a parameter without the plan pro, before any parameter is checked.
fn needs_pro(
    input: &Input,
    context: &Context,
    p: &Parameter,
    values: &[&str],
    detail: &str,
) -> Result<(), Problem> {
    let is_one = |text: &str| values.iter().any(|value| value.eq_ignore_ascii_case(text));
    let is_requested = input.text(p).is_some_and(|text| is_one(&text));
    match is_requested && !has_plan(context, Plan::Pro) {
        true => Err(Problem::new(Code::PlanRequired, detail)),
        false => Ok(()),
    }
}

/// Returns whether the caller has the features of a plan; a demonstration has all features, the public key
/// none.
pub(crate) fn has_plan(context: &Context, plan: Plan) -> bool {
    !context.caller.is_public() && context.caller.key().is_none_or(|key| key.entitlements.open(plan))
}

/// The service's website; without one, the host of the request.
pub(crate) fn credit(context: &Context) -> Credit {
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
    elements: &ElementsInput,
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
    (format!("{date} ({which}{kind})"), address(context, &words::iso_date(eclipse)))
}

/// The address of the same page with the eclipse of another date; none if the rules of the key forbid links.
/// It contains the key, so a page must not print it.
pub(crate) fn address(context: &Context, date: &str) -> Option<String> {
    if has_origin_rules(context) {
        return None;
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    let others = context.call.uri.query().into_iter().flat_map(pairs).filter(|(name, _)| name != DATE_NAME);
    query.extend_pairs(others);
    Some(format!("?{}", query.append_pair(DATE_NAME, date).finish()))
}

/// The error for curves that could not be computed.
pub(crate) fn curves_failed(eclipse: &EclipseElements, error: &maps::Error) -> Problem {
    if let maps::Error::Curve(path::Error::Limb { problem }) = error {
        return Problem::new(Code::Unavailable, problem.clone());
    }
    let catalog_number = eclipse.catalog_number;
    tracing::error!(catalog_number, %error, "the curves of an eclipse could not be computed");
    let detail = "the curves of this eclipse could not be computed; see the server's log";
    Problem::new(Code::Internal, detail)
}
