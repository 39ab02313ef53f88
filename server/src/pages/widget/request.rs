//! What both widgets are asked for: an eclipse, an observer, and what is said of the place.

use super::parameters::{ATTRIBUTION, Attribution, DATE, SUBTITLE, TITLE};
use super::words;
use crate::accounts::plan::Plan;
use crate::accounts::text::acts_unseen;
use crate::api::context::Context;
use crate::api::input::{Input, Required};
use crate::api::instant::Instant;
use crate::api::parameter::Parameter;
use crate::api::site::Site;
use crate::api::zone::Zone;
use crate::generation::elements::EclipseElements;
use crate::http::problem::{Code, Problem};
use serde::{Serialize, Serializer};

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
#[derive(Debug, Clone, Serialize)]
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
}

impl Common {
    /// Reads the parameters of both widgets; refuses what the plan does not open.
    pub(super) fn read(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let date = input.required(&DATE, Input::instant);
        let (title, subtitle) = (text(input, &TITLE), text(input, &SUBTITLE));
        let is_hidden = input.word(&ATTRIBUTION) == Some(Attribution::Hidden);
        if is_hidden && !is_pro(context) {
            let detail = "attribution=0 needs the plan pro or higher; leave it out to show the page with the \
                          link";
            return Err(Problem::new(Code::PlanRequired, detail));
        }
        Ok(Self { date, title, subtitle, credit: (!is_hidden).then(|| credit(context)) })
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

/// The eclipse of a date; the problem names those before and after it.
pub(super) fn eclipse(context: &Context, date: Instant) -> Result<EclipseElements, Problem> {
    let jd = date.ut1().0;
    if let Some(found) = context.data.elements_on(jd) {
        return Ok(found.clone());
    }
    let elements = &context.data.elements;
    let next = elements.len() - context.data.elements_after(jd).len();
    let told = |index: usize| {
        let eclipse = elements.get(index)?;
        Some(format!("date={} ({})", words::iso_date(eclipse), words::kind(eclipse).to_lowercase()))
    };
    let nearest: Vec<String> =
        [next.checked_sub(1), Some(next)].into_iter().flatten().filter_map(told).collect();
    let detail = format!(
        "there is no solar eclipse on this date in the years 1500 to 2500; nearest are {}",
        nearest.join(" and ")
    );
    Err(Problem::new(Code::NoData, detail))
}
