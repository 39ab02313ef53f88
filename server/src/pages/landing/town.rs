//! The next eclipse of a town, for the landing page.

use super::links::Links;
use crate::api::place::Site;
use crate::generation::Data;
use crate::generation::elements::EclipseElements;
use crate::generation::towns::NamedTown;
use crate::pages::widget::map::still::Curves;
use crate::pages::widget::shared::contacts::Local;
use crate::pages::widget::shared::request::Observer;
use crate::pages::widget::shared::{disc, words};
use crate::vocabulary::zone::Zone;
use maud::{Markup, html};
use web::problem::Problem;

/// Eclipses in the list after the next one.
const LISTED: usize = 3;
/// Towns that a page suggests for an unknown or ambiguous name.
const SUGGESTED: usize = 8;
/// Longest name, bytes; longer ones are cut.
const MAX_NAME: usize = 200;

/// The form that asks for a town.
pub(super) fn form(place: &str) -> Markup {
    html! {
        form.where role="search" action="/" method="get" {
            label for="place" { "Your town" }
            input #place type="search" name="place" value=(place) placeholder="Oviedo, or Santiago, Chile"
                maxlength=(MAX_NAME) required autocomplete="off" list="towns";
            datalist #towns {}
            button.button { "Find its next eclipse" }
        }
    }
}

/// The next eclipses of a town; of a name that is not a single town, the towns that the visitor may mean.
pub(super) fn result(
    data: &Data,
    coming: &[EclipseElements],
    links: &Links,
    name: &str,
) -> Result<Markup, Problem> {
    let (observer, place) = match observer(data, name) {
        Ok(found) => found,
        Err(similar) => return Ok(html! { section.result aria-label="Result" { (similar) } }),
    };
    let title = observer.title.clone().unwrap_or_default();
    let mut seen = coming.iter().filter(|eclipse| Local::new(eclipse, &observer).is_seen());
    let Some(next) = seen.next() else {
        return Ok(html! { section.result { p { "No eclipse is visible from " (title) " until 2500." } } });
    };
    let further: Vec<_> = seen.take(LISTED).collect();
    Ok(html! {
        section.next.result aria-label="Result" {
            div.words {
                p.kicker { "The next solar eclipse in " (title) }
                h2 { (words::date(next)) }
                p.kind { (disc::of_kind(next)) (Local::new(next, &observer).summary()) }
                (links.buttons(next, Some(&place)))
                @if !further.is_empty() {
                    p { "After that:" }
                    ul.further {
                        @for eclipse in further {
                            li {
                                @match links.map(eclipse, Some(&place)) {
                                    Some(map) => a href=(map) { (words::date(eclipse)) },
                                    None => (words::date(eclipse)),
                                }
                                " " span { (Local::new(eclipse, &observer).summary()) }
                            }
                        }
                    }
                }
            }
            (Curves::of(next)?.globe("hero", Some((observer.site.lng, observer.site.lat))))
        }
    })
}

/// The observer that a visitor names by a town or coordinates, and its `obs`; else the question what was
/// meant.
fn observer(data: &Data, name: &str) -> Result<(Observer, String), Markup> {
    let of = |site: Site, zone: &str, title: String| Observer {
        site,
        zone: Zone::named(zone),
        title: Some(title),
        subtitle: None,
    };
    let coordinates = name.replace(' ', "");
    if let Ok(site) = Site::parse(&coordinates, None) {
        return Ok((of(site, data.time_zones.at(site.lat, site.lng), coordinates.clone()), coordinates));
    }
    let towns = data.towns.as_ref();
    let towns = towns.ok_or_else(|| html! { p { "This server has no towns. Enter LAT,LNG." } })?;
    if let Ok(NamedTown { town, .. }) = towns.named(name) {
        let site = Site::of_town(&town);
        return Ok((of(site, town.time_zone.0, towns.label(&town)), format!("place:{}", town.geonames_id)));
    }
    let similar = towns.search(name, None, SUGGESTED);
    Err(html! {
        @if similar.is_empty() {
            p { "No town begins with “" (name) "”. Check the spelling, or enter a larger town nearby." }
        } @else {
            p { "Which one?" }
            ul.links {
                @for town in &similar {
                    li { a href={ "/?place=" (town.geonames_id) } { (towns.label(town)) } }
                }
            }
        }
    })
}

/// A name as the page accepts it.
pub(super) fn shortened(name: &str) -> &str {
    &name[..name.floor_char_boundary(MAX_NAME)]
}
