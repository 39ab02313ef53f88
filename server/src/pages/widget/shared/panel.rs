//! The panel beside the picture, the bar and the credits, readable without scripts.

use super::contacts::{Local, accuracy};
use super::disc;
use super::request::{Credit, Observer};
use super::skyline::TowardsSun;
use super::words;
use crate::api::settings::TileLayer;
use crate::pages::prelude::*;

/// The bar with the name of the eclipse.
pub(crate) fn bar(eclipse: &EclipseElements) -> Markup {
    html! {
        header.bar {
            (disc::of_kind(eclipse))
            div {
                h1 { (words::name(eclipse)) }
                p { (about(eclipse)) }
            }
        }
    }
}

/// Saros, magnitude and duration of an eclipse. For central eclipses the magnitude of the catalog is the
/// ratio of the diameters of Moon and Sun, which differs from the magnitude at a place.
fn about(eclipse: &EclipseElements) -> String {
    let facts = &eclipse.facts;
    let what = if words::kind(eclipse) == "Partial" { "magnitude" } else { "ratio of diameters" };
    let mut about = format!("Saros {} · {what} {:.3}", eclipse.saros, facts.magnitude);
    if let Some(julian) = words::julian_date(eclipse) {
        about.insert_str(0, &format!("{julian} in the Julian calendar · "));
    }
    if let Some(seconds) = facts.central_duration_s {
        about += &format!(" · {} at greatest eclipse", words::duration(seconds));
    }
    about
}

/// The contents of the panel for an eclipse at a place.
pub(crate) struct Panel<'a> {
    pub(crate) eclipse: &'a EclipseElements,
    pub(crate) delta_t: Node,
    pub(crate) observer: &'a Observer,
    /// `true` if the request names the observer; otherwise the observer is at the place of greatest eclipse.
    pub(crate) is_requested: bool,
    pub(crate) local: &'a Local<'a>,
    /// The effect of the mountains of the limb on the contacts; none for a smooth limb.
    pub(crate) limb: Option<Markup>,
    /// The ground towards the Sun, if known.
    pub(crate) towards_sun: Option<&'a TowardsSun>,
    /// A paragraph below the summary.
    pub(crate) more: Markup,
}

pub(crate) fn panel(panel: Panel) -> Markup {
    let Panel { eclipse, delta_t, observer, is_requested, local, limb, towards_sun, more } = panel;
    let coordinates = words::coordinates(observer.site.lat, observer.site.lng);
    let name = observer.name();
    let title = if is_requested { &name } else { "Greatest eclipse" };
    let place = eclipse.facts.place.as_deref().filter(|_| !is_requested);
    html! {
        section #panel aria-labelledby="place" {
            h2 #place { (title) }
            @if let Some(subtitle) = &observer.subtitle { p.subtitle { (subtitle) } }
            p.coordinates {
                @if title != coordinates { (coordinates) }
                @if let Some(place) = place { ", " (place) }
                @if let Some(zone) = &observer.zone {
                    @if title != coordinates { " · " }
                    (zone.shown_at(words::greatest(eclipse)))
                }
            }
            p #summary { (local.summary()) }
            p #horizon { @if let Some(ground) = towards_sun { (ground.sentence(local)) } }
            (more)
            div.table tabindex="0" role="group" aria-label="Contacts" { (local.table()) }
            @if let Some(limb) = &limb { (limb) }
            p #accuracy { (accuracy(eclipse, delta_t, limb.is_none())) }
            (terms())
        }
    }
}

/// Terms and their meaning.
const TERMS: [(&str, &str); 6] = [
    (
        "C1, C2, C3, C4",
        "Contacts: the Moon touches the Sun (C1), covers it or lies within it (C2 to C3), leaves it (C4).",
    ),
    (
        "Magnitude",
        "The part of the Sun's diameter that is covered. Catalogs give the ratio of diameters for central \
         eclipses.",
    ),
    (
        "Ratio of diameters",
        "The Moon's apparent diameter divided by the Sun's. Above 1 the eclipse is total, below it annular.",
    ),
    ("Obscuration", "The part of the Sun's area that is covered."),
    ("Saros", "A series of similar eclipses, each 18 years and 11 days after the one before."),
    (
        "ΔT",
        "The time by which the rotating Earth is behind uniform time. Its error shifts the path to the east \
         or west.",
    ),
];

fn terms() -> Markup {
    html! {
        details.terms {
            summary { "What the words mean" }
            dl {
                @for (term, meaning) in TERMS {
                    dt { (term) }
                    dd { (meaning) }
                }
            }
        }
    }
}

/// Attributions, and the link to the website of the service.
pub(crate) fn credits(credit: Option<&Credit>, layer: Option<&TileLayer>, has_map: bool) -> Markup {
    html! {
        footer #credits {
            @if let Some(credit) = credit {
                a href=(credit.url) target="_blank" rel="noopener" { (credit.domain) }
                @if has_map { " · " }
            }
            @if has_map { "Natural Earth, time zones © OpenStreetMap" }
            @if let Some(layer) = layer { " · " (layer.attribution) }
        }
        div #live.unseen aria-live="polite" {}
    }
}
