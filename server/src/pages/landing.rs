//! The operation `/`: a page for browsers that asks for a town and shows the next eclipses; the same as
//! `/version` for programs.

mod continents;
mod countries;
mod links;
mod seen;
mod town;

use super::assets::Modules;
use super::document::Document;
use super::widget::map::still::Curves;
use super::widget::shared::card_address::card_address;
use super::widget::shared::{calendar, disc, lunar, words};
use crate::api::headers::SERVICE_LINKS;
use crate::endpoints::version;
use crate::generation::eclipses;
use crate::pages::prelude::*;
use links::Links;
use seen::Viewer;
use town::NamedPlace;
use web::accept;

/// Eclipses in each list.
const LISTED: usize = 5;

const DOCS_OF_WIDGETS: &str = "/docs/widgets";

static MODULES: LazyLock<Modules> = LazyLock::new(|| Modules::new(&["landing/landing.js"]));

/// HTML that may load the service's own files, suggest its towns, and send its form to itself.
pub(crate) static PAGE: Form = Form {
    media_type: "text/html; charset=utf-8",
    has_envelope: false,
    headers: &[
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; \
                base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        (header::VARY, "Accept, Accept-Encoding, Accept-Language, Authorization, Origin"),
    ],
};

pub(crate) const OPERATION: Operation = Operation::with::<LandingQuery>("landing", &["/"], prepare)
    .documented(Group::Service, include_str!("landing.md"))
    .access(Access::Page)
    .describe(version::OPERATION.describe);

/// The parameters of `/`.
#[derive(Parameters)]
struct LandingQuery {
    /// Name or number of a town, whose next eclipses the page shows. Programs get no other response with it.
    #[param(example = "Oviedo")]
    place: Option<String>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    if accept::preferred(context.call.headers, &[JSON.media_type, PAGE.media_type]) != Some(1) {
        return version::prepare(input, context);
    }
    let LandingQuery { place } = input.parameters()?;
    let now = Instant { unix_ms: context.call.now_ms };
    let country = accept::country(context.call.headers);
    let data = context.generation();
    let (links, is_demo) = (Links::of(context), context.gate.is_demo);
    let site = context.call.site();
    let coming = eclipses::after(data.elements.usual(), now.ut1().0).first().filter(|_| links.is_open);
    let image = coming.and_then(|next| card_address(context, next, None));
    let delta_t = DeltaTInForce::new(DeltaTInput::default(), context);
    let work = Work::compute(false, move |buffer| {
        let page = Page {
            data: &data,
            links: &links,
            site: &site,
            delta_t: &delta_t,
            place: place.as_deref(),
            country: country.as_deref(),
            now,
            is_demo,
        };
        buffer.extend_from_slice(page.text(image)?.as_bytes());
        Ok(())
    });
    Ok(Prepared::new(&PAGE, Vec::new(), 0.0, Freshness::Never, work).with_header(header::LINK, SERVICE_LINKS))
}

/// The page for browsers.
struct Page<'a> {
    data: &'a Arc<Data>,
    links: &'a Links,
    site: &'a str,
    delta_t: &'a DeltaTInForce,
    /// The town that the visitor wants.
    place: Option<&'a str>,
    /// The country of the visitor, by the language.
    country: Option<&'a str>,
    now: Instant,
    is_demo: bool,
}

impl Page<'_> {
    fn text(&self, image: Option<String>) -> Result<String, Problem> {
        let coming = eclipses::after(self.data.elements.usual(), self.now.ut1().0);
        let place = self.place.map(|name| town::shortened(name.trim())).filter(|name| !name.is_empty());
        let named = place.map(|name| town::named(self.data, name, self.country));
        let found = named.as_ref().and_then(|named| named.as_ref().ok());
        let obs = found.map(|place| place.obs.clone());
        let typed = found.and_then(|place| place.observer.title.clone());
        let typed = typed.unwrap_or_else(|| place.unwrap_or_default().to_owned());
        let shown = match named {
            Some(Ok(place)) => self.of_place(coming, place)?,
            Some(Err(question)) => html! { section.result aria-label="Result" { (question) } },
            None => self.next_eclipse(coming)?,
        };
        let body = html! {
            header.site {
                p.name { "Umbra" }
                nav aria-label="Service" {
                    a href="/docs" { "Docs" }
                    a href=(self.map_link(coming.first())) { "Map" }
                    a href=(self.simulator_link(coming.first())) { "Simulator" }
                    a href="/console" { "Console" }
                }
            }
            main {
                section.search {
                    h1 { "When is the next eclipse in your town?" }
                    (town::form(&typed))
                }
                (shown)
                div.lists { (self.solar(coming)) (self.lunar(obs.as_deref())) }
                (self.about())
            }
            (self.footer())
        };
        let document = Document {
            title: "Umbra: Sun, Moon and solar eclipses",
            class: "landing",
            styles: &["look.css", "landing.css"],
            modules: Some(&MODULES),
            image,
            data: None,
            body,
        };
        Ok(document.text())
    }

    /// A link to the map of the next eclipse, or to its documentation if a key is needed.
    fn map_link(&self, next: Option<&EclipseElements>) -> String {
        let link = next.and_then(|next| self.links.map(next, None));
        link.unwrap_or_else(|| DOCS_OF_WIDGETS.to_owned())
    }

    /// A link to the simulator, or to its documentation if a key is needed.
    fn simulator_link(&self, next: Option<&EclipseElements>) -> String {
        let link = next.and_then(|next| self.links.simulator(next, None));
        link.unwrap_or_else(|| DOCS_OF_WIDGETS.to_owned())
    }

    /// The next eclipses of the place that the visitor wants.
    fn of_place(&self, coming: &[EclipseElements], place: NamedPlace) -> Result<Markup, Problem> {
        let Self { data, links, delta_t, now, .. } = *self;
        Viewer { data, links, delta_t, now, place }.result(coming)
    }

    fn next_eclipse(&self, coming: &[EclipseElements]) -> Result<Markup, Problem> {
        let Some(eclipse) = coming.first() else { return Ok(html! {}) };
        let curves = Curves::of(eclipse)?;
        let countries = countries::of(self.data, eclipse);
        Ok(html! {
            section.next {
                div.words {
                    p.kicker { "The next solar eclipse on Earth" }
                    h2 { (words::date(eclipse)) }
                    p.kind { (disc::of_kind(eclipse)) (sentence(eclipse, &countries)) }
                    (self.links.buttons(eclipse, None))
                }
                (curves.globe("hero", None))
            }
        })
    }

    fn solar(&self, coming: &[EclipseElements]) -> Markup {
        html! {
            section.coming {
                h2 { "Upcoming solar eclipses" }
                ol {
                    @for eclipse in coming.iter().skip(1).take(LISTED) {
                        @let text = html! {
                            (disc::of_kind(eclipse))
                            span.date { (words::date(eclipse)) }
                            span.kind { (words::kind(eclipse)) }
                            span.where { (countries::of(self.data, eclipse)) }
                        };
                        li {
                            @match self.links.map(eclipse, None) {
                                Some(map) => a href=(map) { (text) },
                                None => span { (text) },
                            }
                        }
                    }
                }
            }
        }
    }

    fn lunar(&self, obs: Option<&str>) -> Markup {
        let delta_t = self.delta_t;
        let coming = self.data.lunar_catalog.after(Tt(self.now.ut1().0));
        let row = |eclipse: &LunarFacts| {
            let at = Instant::from_ut1(eclipse.greatest.to_ut1(delta_t.at_tt(eclipse.greatest)));
            let text = html! {
                span.date { (calendar::date(at)) }
                span.kind { (lunar::kind(eclipse.kind)) }
                span.where { "greatest at " (calendar::short_time(at)) " UTC" }
            };
            html! {
                li {
                    @match self.links.lunar(&at.date(), obs) {
                        Some(page) => a href=(page) { (text) },
                        None => span { (text) },
                    }
                }
            }
        };
        html! {
            section.coming.lunar {
                h2 { "Upcoming lunar eclipses" }
                ol { @for eclipse in coming.iter().take(LISTED) { (row(eclipse)) } }
            }
        }
    }

    /// For whom the service is, and first steps.
    fn about(&self) -> Markup {
        let key = if self.is_demo { "" } else { "&apiKey=YOUR_KEY" };
        let site = if self.site.is_empty() { "http://127.0.0.1:8080" } else { self.site };
        let path = "/solar-eclipse/search/now/+100y?next=any&obs=place:Oviedo";
        html! {
            section.about {
                h2 { "An API for the sky" }
                p {
                    "Umbra computes the Sun, the Moon and their eclipses from published theories, for the "
                    "years −1999 to +3000, with standard errors."
                }
                ul.cards {
                    li { b { "Websites and apps" } " Maps and simulators to embed, and JSON for your own." }
                    li {
                        b { "Travellers and photographers" }
                        " Contacts, heights of the Sun, and hills in its way."
                    }
                    li { b { "Researchers" } " Catalogs, elements and ΔT with their sources." }
                }
                pre tabindex="0" role="region" aria-label="A first call" {
                    code { "curl '" (site) (path) (key) "'" }
                }
                ul.links {
                    li { a href="/docs" { "Docs" } " all operations, with examples" }
                    li { a href="/docs/widgets" { "Widgets" } " to embed in your page" }
                    li { a href="/console" { "Console" } " keys, rules and usage" }
                }
            }
        }
    }

    fn footer(&self) -> Markup {
        html! {
            footer.site {
                p {
                    "Umbra " (crate::VERSION) " · data " (self.data.id) " · "
                    a href="/status" { "Status" }
                }
                p {
                    "Towns: GeoNames (CC BY 4.0). Time zones: OpenStreetMap contributors (ODbL). "
                    a href="/docs/accuracy" { "Sources and accuracy" }
                }
            }
        }
    }
}

/// The countries that see the eclipse, and place and time of greatest eclipse.
fn sentence(eclipse: &EclipseElements, countries: &str) -> String {
    let (latitude, longitude) = eclipse.greatest_deg();
    let kind = words::kind(eclipse);
    let (seen, most) = match eclipse.facts.central_duration_s {
        Some(seconds) => (" in ", format!("for {} there", words::duration(seconds))),
        None => {
            let part = eclipse.facts.magnitude.min(1.0) * 100.0;
            (", seen from ", format!("with {part:.0} % of the Sun's diameter covered"))
        }
    };
    let place = if countries.is_empty() { String::new() } else { format!("{seen}{countries}") };
    format!(
        "{kind}{place}; greatest at {} UTC at {}, {most}.",
        calendar::short_time(words::greatest(eclipse)),
        words::about(latitude, longitude)
    )
}
