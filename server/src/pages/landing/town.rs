//! The town that a visitor of the landing page names.

use crate::generation::towns::{NamedTown, Town, Towns};
use crate::pages::prelude::*;
use crate::pages::widget::shared::request::{Observer, is_shown};
use geography::names::fold;

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
                maxlength=(MAX_NAME) required autocomplete="off";
            button.button { "Find its next eclipse" }
            button.button.second.here type="button" hidden { "My location" }
            p #said role="status" {}
            ul #towns aria-label="Towns" {}
        }
    }
}

/// A town or coordinates.
pub(super) struct NamedPlace {
    pub(super) observer: Observer,
    /// The place as parameter `obs`.
    pub(super) obs: String,
    /// Links to other towns of the name.
    pub(super) others: Markup,
}

/// The place that a visitor names, or the question which one. Of towns with one name, those in the country
/// of the visitor come first.
pub(super) fn named(data: &Data, name: &str, country: Option<&str>) -> Result<NamedPlace, Markup> {
    let of = |site: Site, zone: &str, title: String| Observer {
        site,
        zone: Zone::named(zone).filter(|zone| is_shown(zone, site)),
        title: Some(title),
        subtitle: None,
    };
    let coordinates = name.replace(' ', "");
    if let Ok(site) = Site::parse(&coordinates) {
        let observer = of(site, data.time_zones.at(site.lat, site.lng), coordinates.clone());
        return Ok(NamedPlace { observer, obs: coordinates, others: html! {} });
    }
    let towns = &data.towns;
    if let Ok(NamedTown { town, others, .. }) = towns.named(name, country) {
        let observer = of(Site::of_town(&town), town.time_zone.0, towns.label(&town));
        let others = self::others(towns, &town, &others);
        return Ok(NamedPlace { observer, obs: format!("place:{}", town.geonames_id), others });
    }
    let similar = towns.search(name, None, SUGGESTED);
    Err(html! {
        @if similar.is_empty() {
            p { "No town begins with “" (name) "”. Check the spelling, or enter a larger town nearby." }
        } @else {
            p { "Which one?" }
            ul.links {
                @for (_, town) in &similar {
                    li { a href={ "/?place=" (town.geonames_id) } { (towns.label(town)) } }
                }
            }
        }
    })
}

/// A line with other towns of the name of a town: their countries, or their whole labels if these do not tell
/// them apart.
fn others(towns: &Towns, town: &Town, others: &[Town]) -> Markup {
    let all: Vec<_> = std::iter::once(town).chain(others).cloned().collect();
    let label = |(other, label): (&Town, String)| {
        let here = all.iter().filter(|near| near.country_iso == other.country_iso);
        match fold(other.name) == fold(town.name) && here.count() == 1 {
            true => (other.geonames_id, towns.country(other.country_iso).to_owned()),
            false => (other.geonames_id, label),
        }
    };
    let labelled = all.iter().zip(towns.labels(&all)).skip(1).map(label);
    html! {
        @if !others.is_empty() {
            p.others {
                "Another " (town.name) ": "
                @for (number, (id, label)) in labelled.enumerate() {
                    @if number > 0 { " · " }
                    a href={ "/?place=" (id) } { (label) }
                }
            }
        }
    }
}

/// A name as the page accepts it.
pub(super) fn shortened(name: &str) -> &str {
    &name[..name.floor_char_boundary(MAX_NAME)]
}
