//! What both widgets show beside their picture, rendered so that it is read without scripts.

use super::contacts::{Local, accuracy};
use super::disc;
use super::mountains::Mountains;
use super::request::{Credit, Observer};
use super::words;
use crate::api::settings::TileLayer;
use crate::generation::elements::EclipseElements;
use astro::time::delta_t::Node;
use maud::{Markup, html};

/// The bar with the name of the eclipse.
pub(super) fn bar(eclipse: &EclipseElements) -> Markup {
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

/// Saros, magnitude and duration of an eclipse in a line. Where the Moon stands before the Sun as a whole,
/// the catalog's magnitude is the ratio of their diameters, which is not the magnitude of an observer.
fn about(eclipse: &EclipseElements) -> String {
    let facts = &eclipse.facts;
    let what = if words::kind(eclipse) == "Partial" { "magnitude" } else { "Moon/Sun" };
    let mut about = format!("Saros {} · {what} {:.3}", eclipse.saros, facts.magnitude);
    if let Some(julian) = words::julian_date(eclipse) {
        about.insert_str(0, &format!("{julian} in the Julian calendar · "));
    }
    if let Some(seconds) = facts.central_duration_s {
        about += &format!(" · {} at greatest eclipse", words::duration(seconds));
    }
    about
}

/// The panel of an observer, or of the place of greatest eclipse.
pub(super) fn panel(
    eclipse: &EclipseElements,
    delta_t: Node,
    observer: &Observer,
    is_asked: bool,
    mountains: Option<&Mountains>,
    more: &Markup,
) -> Markup {
    let local = Local::new(eclipse, observer).behind(mountains);
    let coordinates = words::coordinates(observer.site.lat, observer.site.lng);
    let title = observer.title.as_deref().filter(|_| is_asked);
    let title = title.unwrap_or(if is_asked { &coordinates } else { "Greatest eclipse" });
    let place = eclipse.facts.place.as_deref().filter(|_| !is_asked);
    html! {
        section #panel aria-labelledby="place" {
            h2 #place { (title) }
            @if let Some(subtitle) = &observer.subtitle { p.subtitle { (subtitle) } }
            p.coordinates {
                @if title != coordinates { (coordinates) }
                @if let Some(place) = place { ", " (place) }
                @if let Some(zone) = &observer.zone {
                    @if title != coordinates { " · " }
                    (zone.shown())
                }
            }
            p #summary { (local.summary()) }
            (more)
            div.table { (local.table()) }
            @if let Some(mountains) = mountains { (mountains.html(local.seen())) }
            p #accuracy { (accuracy(eclipse, delta_t, mountains.is_none())) }
        }
    }
}

/// Whom a page has to name, and the link to the service's website.
pub(super) fn credits(credit: Option<&Credit>, layer: Option<&TileLayer>, has_map: bool) -> Markup {
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
