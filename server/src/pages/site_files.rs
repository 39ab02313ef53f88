//! Files for programs that read the service as a site: the first calls, all pages, their addresses, changes,
//! and whom to write to about security.

use super::docs::site_or_default;
use super::reference;
use crate::api::prepared::TEXT;
use crate::pages::prelude::*;
use maud::PreEscaped;
use ring::digest::{SHA256, digest};
use std::fmt::Write;

static XML: Form = Form { media_type: "application/xml; charset=utf-8", has_envelope: false, headers: &[] };
static ATOM: Form =
    Form { media_type: "application/atom+xml; charset=utf-8", has_envelope: false, headers: &[] };

const DECLARATION: PreEscaped<&str> = PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
/// The changes of the programs.
const CHANGES: &str = include_str!("../../../CHANGELOG.md");
const TITLE_LENGTH: usize = 80;
/// Time after which the contact is to be read again, days.
const CONTACT_DAYS: i64 = 180;

/// Calls that answer most questions.
const CALLS: [(&str, &str); 5] = [
    ("/solar-eclipse/search/now/+100y?next=any&obs=place:Oviedo&tz=auto", "The next solar eclipse of a town"),
    ("/day/today?obs=place:Oviedo", "Today's Sun, Moon, twilights and eclipses at a place, in local time"),
    ("/now?obs=place:Oviedo", "Where the Sun and the Moon are now, and what comes next"),
    (
        "/solar-eclipse/local-circumstances/details/2026-08-12?obs=place:Burgos,ES&tz=auto",
        "What a place sees of a solar eclipse: contacts, duration, magnitude",
    ),
    ("/celestial-events/now/+60d", "The next phases of the Moon, seasons, and other events"),
];

/// These files. They are not described: each is what programs expect at its address.
pub(crate) const OPERATION: Operation = Operation::new(
    "site-files",
    &[
        "/llms.txt",
        "/llms-full.txt",
        "/docs.md",
        "/openapi.json",
        "/accuracy",
        "/robots.txt",
        "/sitemap.xml",
        "/changes.atom",
        "/.well-known/security.txt",
    ],
    prepare,
)
.access(Access::Page)
.form(&TEXT);

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    let site = context.call.site();
    let site = site_or_default(&site);
    let (form, text) = match context.call.path() {
        "/llms.txt" => (&TEXT, beginning(site, context)),
        "/robots.txt" => (&TEXT, robots(site)),
        "/sitemap.xml" => (&XML, sitemap(site, context).into_string()),
        "/changes.atom" => (&ATOM, feed(site, &context.data.built_at).into_string()),
        "/.well-known/security.txt" => (&TEXT, contact(site, context)?),
        "/openapi.json" => return Ok(moved(&BARE_JSON, "/openapi/latest.json")),
        "/accuracy" => return Ok(moved(&TEXT, "/docs/accuracy#verification")),
        path => return Ok(reference::markdown(context, path == "/docs.md")),
    };
    let echo = Prepared::echo(&text);
    Ok(Prepared::new(form, echo, 0.0, Freshness::Hour, Work::ready(text)).with_form_named())
}

/// A redirect to an address.
fn moved(form: &'static Form, to: &'static str) -> Prepared {
    let moved = Prepared::new(form, Vec::new(), 0.0, Freshness::Public, Work::default());
    moved.with_form_named().with_header(header::LOCATION, HeaderValue::from_static(to))
}

/// A summary of the service, the first calls, and all pages, as Markdown.
fn beginning(site: &str, context: &Context) -> String {
    let key = match context.gate.is_demo {
        true => "This server needs no key.",
        false => "Add `apiKey=YOUR_KEY` to calls; a key is made at /console.",
    };
    let mut text = format!(
        "# Umbra\n\n\
         > Data about the Sun, the Moon and eclipses, −1999 … 3000: positions, rise and set, twilights, \
         phases, every solar and lunar eclipse, its path, and what a place sees of it.\n\n\
         Every call is a `GET`; the response is JSON, `{{query, response}}`, with sources and notes. `obs` \
         is `place:NAME` or `LAT,LNG`; `tz=auto` adds local times; `fields=` selects and `digits=` rounds; \
         `cost=1` returns only the price. Errors name the parameter and a valid value. {key}\n\n\
         ## Five calls that answer most questions\n\n"
    );
    let mut list = |title: &str, address: &str, more: &str| {
        let _ = writeln!(text, "- [{title}]({site}{address}){more}");
    };
    CALLS.iter().for_each(|(address, title)| list(title, address, ""));
    list("The description of all operations", "/openapi/latest.json", " (OpenAPI 3.1, an outline)");
    list("The description of one", "/openapi/day.json", ": the same for the id of every operation below");
    list("All pages in one", "/llms-full.txt", " (600 kB)");
    list("Tools for agents", "/docs/agents.md", ": the Model Context Protocol, `POST /mcp`");
    list("Changes", "/changes.atom", " (Atom)");
    text.push_str("\n## Pages\n\n");
    for page in &context.documentation.pages {
        let _ = writeln!(text, "- [{}]({site}{}.md)", page.title, address(page.name));
    }
    text
}

/// The address of a page of the documentation.
fn address(name: &str) -> String {
    if name.is_empty() { "/docs".to_owned() } else { format!("/docs/{name}") }
}

/// Crawlers may read pages and descriptions, and make no calls.
fn robots(site: &str) -> String {
    let allowed = ["/$", "/docs", "/llms", "/openapi", "/changes.atom", "/sitemap.xml", "/widget/"];
    let allowed: String = allowed.iter().map(|path| format!("Allow: {path}\n")).collect();
    format!("User-agent: *\n{allowed}Disallow: /\n\nSitemap: {site}/sitemap.xml\n")
}

fn sitemap(site: &str, context: &Context) -> Markup {
    let pages = context.documentation.pages.iter().map(|page| address(page.name));
    html! {
        (DECLARATION)
        urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {
            @for page in std::iter::once("/".to_owned()).chain(pages) { url { loc { (site) (page) } } }
        }
    }
}

/// The changes of [`CHANGES`], which are the same in every feed.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let sections = CHANGES.split("\n## ").skip(1);
    let entries = sections.flat_map(|section| {
        let (version, items) = section.split_once('\n').unwrap_or((section, ""));
        let entry = move |item: &'static str| {
            let change = item.split("\n\n").next().unwrap_or(item);
            let html = crate::pages::html::inline(change).into_string();
            Entry { version, title: title(change), id: id(change), date: date(version), html }
        };
        items.split("\n- ").skip(1).map(entry)
    });
    entries.collect()
});

/// Version and title of each change, in the order of the list.
pub(crate) fn changes() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENTRIES.iter().map(|entry| (entry.version, &entry.title[..]))
}

/// A change in the feed.
struct Entry {
    version: &'static str,
    title: String,
    id: String,
    /// The date of the version; none if it is not published.
    date: Option<String>,
    html: String,
}

/// The changes as a feed. A change keeps its id when its version gets a number and a date.
fn feed(site: &str, built_at: &str) -> Markup {
    html! {
        (DECLARATION)
        feed xmlns="http://www.w3.org/2005/Atom" {
            title { "Changes of Umbra" }
            id { (id("feed")) }
            updated { (built_at) }
            author { name { "Umbra" } }
            link rel="self" href={ (site) "/changes.atom" } {}
            link rel="alternate" href={ (site) "/docs" } {}
            @for Entry { version, title, id, date, html } in ENTRIES.iter() {
                entry {
                    title { (title) }
                    id { (id) }
                    updated { (date.as_deref().unwrap_or(built_at)) }
                    link rel="alternate" href={ (site) "/docs" } {}
                    category term=(version) {}
                    content type="html" { (html) }
                }
            }
        }
    }
}

/// The beginning of a change without marks.
fn title(change: &str) -> String {
    let plain: String = change.split_whitespace().collect::<Vec<_>>().join(" ").replace(['`', '*'], "");
    let cut: String = plain.chars().take(TITLE_LENGTH).collect();
    if cut.len() < plain.len() { cut + "…" } else { cut }
}

/// A UUID of version 8 (RFC 9562) that depends on a text alone.
fn id(text: &str) -> String {
    let hash = digest(&SHA256, text.as_bytes());
    let hex: String = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("urn:uuid:{}-{}-8{}-a{}-{}", &hex[..8], &hex[8..12], &hex[12..15], &hex[15..18], &hex[18..30])
}

/// The date at the end of the heading of a version, if it is published.
fn date(version: &str) -> Option<String> {
    let date = version.split_whitespace().next_back()?;
    let is_date = date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    is_date.then(|| format!("{date}T00:00:00Z"))
}

/// Reference: RFC 9116.
fn contact(site: &str, context: &Context) -> Result<String, Problem> {
    let contact = context.settings.site.as_ref().and_then(|site| site.contact.as_ref()).ok_or_else(|| {
        Problem::new(Code::NoData, "the operator names no contact: --site-url URL,contact=mailto:ADDRESS")
    })?;
    let days = context.call.now_ms / MS_PER_DAY + CONTACT_DAYS;
    let expires = Instant { unix_ms: days * MS_PER_DAY }.iso();
    Ok(format!(
        "Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n\
         Canonical: {site}/.well-known/security.txt\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_has_a_title_a_date_and_an_id_of_its_text() {
        assert_eq!(title("`/day` has\n  **names**."), "/day has names.");
        assert_eq!(title(&"é".repeat(99)).chars().count(), TITLE_LENGTH + 1);
        assert_eq!(date("0.2.0, 2027-01-31").as_deref(), Some("2027-01-31T00:00:00Z"));
        assert_eq!((date("Unreleased"), date("0.1.0, not released yet")), (None, None));
        assert_eq!(id("feed").len(), "urn:uuid:00000000-0000-8000-a000-000000000000".len());
        assert_ne!(id("a"), id("b"));
    }
}
