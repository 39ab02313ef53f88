//! The operation `/`: a page about the service and the next eclipse for browsers, the same as `/version` for
//! programs.

use super::document::Document;
use super::widget::map::still::Curves;
use super::widget::shared::{calendar, disc, words};
use crate::api::prepared::Form;
use crate::api::respond::SERVICE_LINKS;
use crate::endpoints::prelude::*;
use crate::endpoints::version;
use crate::generation::eclipses;
use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use hyper::header;
use maud::{Markup, html};
use web::accept;

/// Eclipses in the list after the next one.
const LISTED: usize = 5;

/// HTML that may load only the service's own styles.
static PAGE: Form = Form {
    media_type: "text/html; charset=utf-8",
    has_envelope: false,
    headers: &[(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'",
    )],
};

/// The operation `/`.
pub(crate) const OPERATION: Operation = Operation::new("landing", &["/"], prepare)
    .documented(Group::Service, include_str!("landing.md"))
    .access(Access::Page)
    .describe(version::OPERATION.describe);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    if accept::preferred(context.call.headers, &[JSON.media_type, PAGE.media_type]) != Some(1) {
        return version::prepare(input, context);
    }
    input.check()?;
    let now_jd = UNIX_EPOCH_JD + context.call.now_ms as f64 / MS_PER_DAY as f64;
    let generation = context.generation();
    let links = Links::of(context);
    let site = context.call.site();
    let work = Work::Long(Box::new(move |buffer| {
        buffer.extend_from_slice(
            page(eclipses::after(generation.elements.usual(), now_jd), &links, &site)?.as_bytes(),
        );
        Ok(())
    }));
    Ok(Prepared::new(&PAGE, Vec::new(), 0.0, Freshness::Never, work).with_header(header::LINK, SERVICE_LINKS))
}

/// Addresses of the widgets, which visitors can open only in demo mode.
struct Links {
    widgets: String,
    is_demo: bool,
}

impl Links {
    fn of(context: &Context) -> Self {
        let port = context.call.host().rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
        let widgets = context.settings.widget_host.as_ref().map_or_else(String::new, |host| {
            format!("//{host}{}", port.map_or_else(String::new, |(_, port)| format!(":{port}")))
        });
        Self { widgets, is_demo: context.gate.is_demo }
    }

    /// The address of the map of an eclipse, if no key is needed.
    fn map(&self, eclipse: &EclipseElements) -> Option<String> {
        self.is_demo.then(|| format!("{}/eclipse-path?date={}", self.widgets, words::iso_date(eclipse)))
    }

    /// The address of the simulator at the place of greatest eclipse, if no key is needed.
    fn simulator(&self, eclipse: &EclipseElements) -> Option<String> {
        let (lat, lng) = eclipse.greatest_deg();
        let date = words::iso_date(eclipse);
        let widgets = &self.widgets;
        self.is_demo.then(|| format!("{widgets}/eclipse-simulator?date={date}&obs={lat:.3},{lng:.3}"))
    }
}

fn page(coming: &[EclipseElements], links: &Links, site: &str) -> Result<String, Problem> {
    let next = coming.first().map(|next| Curves::of(next).map(|curves| (next, curves))).transpose()?;
    let body = html! {
        header.site {
            p.name { "Umbra" }
            nav {
                a href="/docs" { "Docs" }
                a href=(map_link(links, coming.first())) { "Map" }
                a href=(simulator_link(links, coming.first())) { "Simulator" }
                a href="/console" { "Console" }
            }
        }
        main {
            @if let Some((next, curves)) = &next { (next_eclipse(next, curves, links)) }
            section.coming {
                h2 { "Upcoming eclipses" }
                ol { @for eclipse in coming.iter().skip(1).take(LISTED) { (coming_eclipse(eclipse, links)) } }
            }
            (about(site, links, coming.first()))
        }
    };
    let document = Document {
        title: "Umbra: Sun, Moon and solar eclipses",
        class: "landing",
        styles: &["look.css", "landing.css"],
        modules: None,
        image: None,
        data: None,
        body,
    };
    Ok(document.text())
}

/// A link to the map of the next eclipse, or to its documentation if a key is needed.
fn map_link(links: &Links, next: Option<&EclipseElements>) -> String {
    next.and_then(|next| links.map(next)).unwrap_or_else(|| "/docs/widgets#eclipse-path".to_owned())
}

/// A link to the simulator, or to its documentation if a key is needed.
fn simulator_link(links: &Links, next: Option<&EclipseElements>) -> String {
    let link = next.and_then(|next| links.simulator(next));
    link.unwrap_or_else(|| "/docs/widgets#eclipse-simulator".to_owned())
}

fn next_eclipse(eclipse: &EclipseElements, curves: &Curves, links: &Links) -> Markup {
    html! {
        section.next {
            div.words {
                p.kicker { "The next solar eclipse" }
                h1 { (words::date(eclipse)) }
                p.kind { (disc::of_kind(eclipse)) (sentence(eclipse)) }
                @if let (Some(map), Some(simulator)) = (links.map(eclipse), links.simulator(eclipse)) {
                    p.open {
                        a.button href=(map) { "Open the map" }
                        a.button.second href=(simulator) { "See it in the sky" }
                    }
                }
            }
            (curves.globe("hero", None))
        }
    }
}

/// Place and time of greatest eclipse.
fn sentence(eclipse: &EclipseElements) -> String {
    let facts = &eclipse.facts;
    let (latitude, longitude) = eclipse.greatest_deg();
    let kind = words::kind(eclipse);
    let how = match facts.central_duration_s {
        Some(seconds) => format!("{kind} for up to {}", words::duration(seconds)),
        None => {
            format!("{kind}, at most {:.0} % of the Sun's diameter covered", facts.magnitude.min(1.0) * 100.0)
        }
    };
    let place = facts.place.as_deref().map_or_else(String::new, |place| format!(", {place}"));
    format!(
        "{how}; greatest at {} UTC at {}{place}.",
        calendar::short_time(words::greatest(eclipse)),
        words::about(latitude, longitude)
    )
}

fn coming_eclipse(eclipse: &EclipseElements, links: &Links) -> Markup {
    let text = html! {
        (disc::of_kind(eclipse))
        span.date { (words::date(eclipse)) }
        span.kind { (words::kind(eclipse)) }
        span.where { (eclipse.facts.place.as_deref().unwrap_or("")) }
    };
    html! {
        li {
            @match links.map(eclipse) {
                Some(map) => a href=(map) { (text) },
                None => span { (text) },
            }
        }
    }
}

/// A description of the service, and first steps.
fn about(site: &str, links: &Links, next: Option<&EclipseElements>) -> Markup {
    let key = if links.is_demo { "" } else { "?apiKey=YOUR_KEY" };
    let year = next.and_then(|next| words::iso_date(next).get(..4)?.parse().ok()).unwrap_or(2026);
    let site = if site.is_empty() { "http://127.0.0.1:8080" } else { site };
    let path = format!("/solar-eclipse/catalog/{year}/{}", year + 4);
    html! {
        section.about {
            h2 { "An API for the sky" }
            p {
                "Umbra computes the Sun, the Moon and their eclipses from published theories. It offers a "
                "catalog for the years −1999 to +3000 with elements, paths and local circumstances. It also "
                "computes positions, rise and set times and ΔT, with their standard errors."
            }
            pre tabindex="0" role="region" aria-label="A first call" {
                code { "curl '" (site) (path) (key) "'" }
            }
            ul.links {
                li { a href="/docs" { "Docs" } " all operations, with examples" }
                li {
                    a href=(map_link(links, next)) { "Map" }
                    " and "
                    a href=(simulator_link(links, next)) { "simulator" }
                    " to embed in your page"
                }
                li { a href="/console" { "Console" } " keys, rules and usage" }
            }
        }
    }
}
