//! The next eclipses that a place sees.

use super::links::Links;
use super::town::NamedPlace;
use crate::endpoints::lunar_search::query::LunarSearchQuery;
use crate::endpoints::lunar_search::search::LunarExaminer;
use crate::pages::prelude::*;
use crate::pages::widget::map::still::Curves;
use crate::pages::widget::shared::contacts::Local;
use crate::pages::widget::shared::request::Observer;
use crate::pages::widget::shared::{disc, lunar, words};
use almanac::WayToPath;
use astro::eclipse::local::{LocalEclipseType, Sight};

/// Solar eclipses in the list after the next one.
const LISTED: usize = 3;
/// Time in which the next lunar eclipse is searched, days; every place sees one in it.
const LUNAR_DAYS: i64 = 3653;

/// A place, and what its eclipses come from.
pub(super) struct Viewer<'a> {
    pub(super) data: &'a Arc<Data>,
    pub(super) links: &'a Links,
    pub(super) delta_t: &'a DeltaTInForce,
    pub(super) now: Instant,
    pub(super) place: NamedPlace,
}

/// A solar eclipse that the place sees.
struct Seen<'a> {
    eclipse: &'a EclipseElements,
    local: Local<'a>,
    sight: Sight,
}

impl<'a> Seen<'a> {
    fn new(eclipse: &'a EclipseElements, observer: &Observer) -> Option<Self> {
        let local = Local::new(eclipse, observer);
        let sight = local.eclipse().sight()?;
        let local = local.titled_at(sight.maximum.t);
        Some(Self { eclipse, local, sight })
    }
}

impl Viewer<'_> {
    /// The next eclipses of the place; `coming` are all on Earth.
    pub(super) fn result(&self, coming: &[EclipseElements]) -> Result<Markup, Problem> {
        let (site, title) =
            (self.place.observer.site, self.place.observer.title.as_deref().unwrap_or_default());
        let mut seen = coming.iter().filter_map(|eclipse| Seen::new(eclipse, &self.place.observer));
        let Some(next) = seen.next() else {
            return Ok(html! {
                section.result { p { "No eclipse is visible from " (title) " until " (last_year()) "." } }
            });
        };
        let further: Vec<_> = seen.by_ref().take(LISTED).collect();
        let listed = || std::iter::once(&next).chain(&further);
        let is_total = |seen: &Seen| seen.sight.kind == LocalEclipseType::Total;
        let total = if listed().any(is_total) { None } else { Some(seen.find(is_total)) };
        // Where the next eclipse is that is total or annular elsewhere only.
        let elsewhere = listed().find_map(|seen| Some((seen.eclipse.catalog_number, self.elsewhere(seen)?)));
        let line = |seen: &Seen| {
            elsewhere.as_ref().filter(|(of, _)| *of == seen.eclipse.catalog_number).map(|(_, line)| line)
        };
        Ok(html! {
            section.next.result aria-label="Result" {
                div.words {
                    p.kicker { "The next solar eclipse in " (title) }
                    (self.place.others)
                    h2 { (next.local.title_date()) }
                    p.kind { (disc::of_sight(&next.sight)) (next.local.summary()) }
                    @if let Some(line) = line(&next) { p { (line) } }
                    (self.links.buttons(next.eclipse, Some(&self.place.obs)))
                    @if !further.is_empty() {
                        p { "After that:" }
                        ul.further {
                            @for seen in &further {
                                li {
                                    (disc::of_sight(&seen.sight))
                                    div {
                                        (self.date(seen)) " " span { (seen.local.summary()) }
                                        @if let Some(line) = line(seen) { " " (line) }
                                    }
                                }
                            }
                        }
                    }
                    @match &total {
                        Some(Some(total)) => p { "Next total eclipse here: " (self.date(total)) "." },
                        Some(None) => p { "No total eclipse here until " (last_year()) "." },
                        None => {},
                    }
                    (self.lunar())
                }
                (Curves::of(next.eclipse)?.globe("hero", Some((site.lng, site.lat))))
            }
        })
    }

    /// The date of an eclipse as a link to its map.
    fn date(&self, seen: &Seen) -> Markup {
        let date = seen.local.title_date();
        html! {
            @match self.links.map(seen.eclipse, Some(&self.place.obs)) {
                Some(map) => a href=(map) { (date) },
                None => (date),
            }
        }
    }

    /// The nearest people who see an eclipse total or annular of which this place sees a part.
    fn elsewhere(&self, seen: &Seen) -> Option<Markup> {
        let Seen { eclipse, sight, .. } = seen;
        let observer = self.place.observer.site.observer();
        let is_partial = sight.kind == LocalEclipseType::Partial;
        let nearest = |latitude, longitude| eclipse.nearest_of_path(latitude, longitude);
        let way = is_partial.then(|| WayToPath::new(observer, eclipse.delta_t_s, nearest));
        let WayToPath { km, bearing_deg, lat, lng } = way??;
        let there = Observer { site: Site::new(lat, lng, 0.0), ..self.place.observer.clone() };
        let kind = match Seen::new(eclipse, &there)?.sight.kind {
            LocalEclipseType::Total => "Total",
            LocalEclipseType::Annular => "Annular",
            LocalEclipseType::Partial => return None,
        };
        let map = self.links.map(eclipse, Some(&format!("{lat:.4},{lng:.4}")));
        Some(html! {
            (kind) " " (words::kilometres(km)) " to the " (words::compass(bearing_deg))
            @if let Some(map) = map { ": " a href=(map) { "see where" } } @else { "." }
        })
    }

    /// The next lunar eclipse of the place.
    fn lunar(&self) -> Markup {
        let end = Instant { unix_ms: self.now.unix_ms + LUNAR_DAYS * MS_PER_DAY };
        let site = self.place.observer.site;
        let query = Arc::new(LunarSearchQuery::next_at(site, self.now..end, DeltaTInput::default()));
        let (data, zone) = (Arc::clone(self.data), self.place.observer.zone.as_ref());
        let search = LunarExaminer::search(data, query, zone.cloned(), self.delta_t.clone());
        html! {
            @if let Some(seen) = search.first() {
                p.moon {
                    "Next lunar eclipse here: "
                    @match self.links.lunar(&seen.date.date(), Some(&self.place.obs)) {
                        Some(page) => a href=(page) { (lunar::date(&seen, zone)) },
                        None => (lunar::date(&seen, zone)),
                    }
                    ". "
                    (lunar::summary(&seen, zone))
                }
            }
        }
    }
}

/// The last year with elements.
fn last_year() -> i32 {
    *ElementsInput::default().years().end()
}
