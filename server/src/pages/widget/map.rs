//! The operation `/eclipse-path`: an eclipse on the map.

use super::data::{Data, Own, View, downloads};
use super::document::Document;
use super::drawn;
use super::embedding::{has_origin_rules, secured};
use super::panel::{bar, credits, panel};
use super::parameters::{ATTRIBUTION, CENTER, DATE, Layer, MAP, OBS, SUBTITLE, TITLE, ZOOM};
use super::request::{Common, Credit, Observer, eclipse, is_pro};
use super::still::Curves;
use super::words;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Compute, Form, Freshness, Prepared, Work};
use crate::api::settings::TileLayer;
use crate::api::site::Site;
use crate::generation::cache::Cache;
use crate::generation::elements::{EclipseElements, ElementsTheory};
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use crate::vocabulary::eclipse_theory::{AskedElements, ERA, K1, K2, SUN_RADIUS, THEORY};
use accounts::access::Access;
use astro::time::delta_t::Node;
use maud::html;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;
use web::problem::{Code, Problem};

/// A page.
pub(super) static PAGE: Form =
    Form { media_type: "text/html; charset=utf-8", has_envelope: false, headers: &[] };
/// Credits of a page.
pub(super) const COST: f64 = 10.0;
/// Zoom at the start where the map has streets.
const USUAL_ZOOM: i64 = 13;
/// The same on the built-in map, whose tiles end there.
const USUAL_BUILT_IN_ZOOM: i64 = 7;
/// The built-in map shows little but the eclipse in nearer views: none is shown at the start.
const MOST_BUILT_IN_ZOOM: i64 = 8;

/// Scripts of the page, in order.
const SCRIPTS: &[&str] = &[
    "leaflet.js",
    "eclipse.js",
    "place.js",
    "geometry.js",
    "tiles.js",
    "basemap.js",
    "labels.js",
    "refine.js",
    "curves.js",
    "flat.js",
    "legend.js",
    "field.js",
    "panel.js",
    "slider.js",
    "share.js",
    "map.js",
];
/// Styles of the page, in order.
const STYLES: &[&str] = &["look.css", "leaflet.css", "widget.css", "map.css"];

/// The operation `/eclipse-path`.
pub(crate) const OPERATION: Operation = Operation {
    name: "eclipse-path",
    id: "eclipse-path",
    group: Group::Widgets,
    paths: &["/eclipse-path"],
    summary: "An eclipse on the map, as a page for a frame",
    description: "A whole page for an `iframe`: the path of an eclipse of the years 1500 … 2500, or with \
        `era=canon` of −1999 … 3000, on a map, \
        with local circumstances of any place. A look at it costs 10 credits; what is done on it costs \
        nothing. Any key opens it. A frame says where it stands by `Referer`: the origin rules of the key \
        are matched against its host where there is no `Origin`, and the page then lets only that site \
        show it (`frame-ancestors`); a site must not forbid `Referer` (`no-referrer`). Refusals are pages \
        of the same look where `Accept` takes HTML, and problems otherwise.\n\n\
        The page and the site that shows it talk by `postMessage`. To the page: `{type: \"umbra:place\", \
        lat, lng, height}` shows a place (numbers: degrees, north and east positive, longitudes to ±360; \
        metres, 0 if left out), `{type: \"umbra:time\", t}` an instant (`t` is a text of ISO 8601 such as \
        `2024-04-08T18:17:00.000Z`, limited to what the slider reaches) and pauses; anything else is not \
        heard. From the page, for the place of its address and for each that its reader chooses: \
        `umbra:place` with the same three and what is seen there, `kind` (`total`, `annular`, `partial` or \
        `none`), `magnitude`, `obscuration` (0 … 1), `durationSec` (of totality or annularity, seconds), \
        `c1`, `c2`, `max`, `c3`, `c4` (instants of ISO 8601, or null). When its reader changes the time, \
        and up to four times a second while it plays: `umbra:time` with `t` to the millisecond. What the \
        site asked for is not told back to it.",
    parameters: &[
        DATE,
        OBS,
        TITLE,
        SUBTITLE,
        CENTER,
        ZOOM,
        MAP,
        THEORY,
        ERA,
        K1,
        K2,
        SUN_RADIUS,
        ATTRIBUTION,
    ],
    access: Access::Widget,
    cost: COST,
    refusals: &[Code::NoData, Code::PlanRequired],
    form: &PAGE,
    describe: || Shape::Plain(described::<String>()),
    prepare,
};

/// The echo of a request.
#[derive(Serialize)]
struct Query<'a> {
    name: &'static str,
    date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    obs: Option<Site>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    center: Option<[f64; 2]>,
    z: i64,
    map: &'static str,
    #[serde(flatten)]
    elements: AskedElements,
    attribution: u8,
    cost: f64,
}

/// Everything from which a page is made.
struct Page {
    eclipse: EclipseElements,
    /// The curves of the eclipses that were asked for lately.
    recent: Arc<Cache<(i32, ElementsTheory), Box<RawValue>>>,
    /// The elements that were asked for.
    asked: AskedElements,
    /// Name of the tiles.
    tiles: String,
    delta_t: Node,
    observer: Option<Observer>,
    /// An observer at the place of greatest eclipse.
    greatest: Observer,
    credit: Option<Credit>,
    view: View,
    layers: Vec<TileLayer>,
    has_downloads: bool,
    /// Whether the page may lead to another.
    is_onward: bool,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let common = Common::read(input, context)?;
    let site = input.site(&OBS);
    let center = input.place(&CENTER);
    let zoom = input.integer(&ZOOM);
    let map = input.word(&MAP).unwrap_or(Layer::Osm).word();
    let layers = &context.settings.layers;
    let zoom = match layers.iter().any(|layer| layer.word == map) {
        true => zoom.unwrap_or(USUAL_ZOOM),
        false => zoom.map_or(USUAL_BUILT_IN_ZOOM, |zoom| zoom.min(MOST_BUILT_IN_ZOOM)),
    };
    let date = input.check(common.date)?;
    let asked = common.elements;
    let eclipse = eclipse(context, date, &asked)?;
    let delta_t =
        DeltaTInForce::new(AskedDeltaT::default(), context).node(eclipse.greatest_ut(), DATE.name)?;
    let query = Query {
        name: OPERATION.name,
        date: date.iso(),
        obs: site,
        title: common.title.as_deref(),
        subtitle: common.subtitle.as_deref(),
        center,
        z: zoom,
        map,
        elements: asked,
        attribution: u8::from(common.credit.is_some()),
        cost: COST,
    };
    let echo = Prepared::echo(&query);
    let view = View { center: center.or(site.map(|site| [site.lat, site.lng])), z: zoom, map, globe: false };
    let (lat, lng) = eclipse.greatest_deg();
    let page = Page {
        eclipse,
        recent: Arc::clone(&context.data.map_curves),
        asked,
        tiles: context.data.tiles_id.clone(),
        delta_t,
        observer: site.map(|site| Observer {
            title: common.title,
            subtitle: common.subtitle,
            ..Observer::at(context, site)
        }),
        greatest: Observer::at(context, Site { lat, lng, height: 0.0 }),
        credit: common.credit,
        view,
        layers: layers.clone(),
        // A download and another page come without an origin that rules would allow.
        has_downloads: is_pro(context) && !has_origin_rules(context),
        is_onward: !has_origin_rules(context),
    };
    let kept = page.key().and_then(|key| page.recent.get(&key));
    let has_curves = kept.is_some();
    let text: Compute = Box::new(move |buffer| {
        buffer.extend_from_slice(page.text(kept)?.as_bytes());
        Ok(())
    });
    // What takes long are the curves.
    let work = if has_curves { Work::Compute(text) } else { Work::Long(text) };
    let prepared = Prepared::new(&PAGE, echo, COST, Freshness::NeverShared, work);
    Ok(secured(prepared, context, layers))
}

impl Page {
    /// The page, with the curves of the eclipse if they are `kept`.
    fn text(mut self, kept: Option<Arc<Box<RawValue>>>) -> Result<String, Problem> {
        let curves = Curves::of(&self.eclipse)?;
        self.view.globe = curves.is_for_globe();
        let observer = self.observer.as_ref().unwrap_or(&self.greatest);
        let layer = self.layers.iter().find(|layer| layer.word == self.view.map);
        let name = words::name(&self.eclipse);
        let body = html! {
            (bar(&self.eclipse))
            main {
                div #stage role="region" aria-label={ "Map: " (name) } {
                    (curves.picture(self.observer.as_ref().map(|observer| observer.site)))
                }
                (panel(&self.eclipse, self.delta_t, observer, self.observer.is_some(), None, &html! {}))
            }
            (credits(self.credit.as_ref(), layer, true))
        };
        let paths = kept.map_or_else(|| self.drawn(), Ok)?;
        let own = Own::Map {
            view: self.view,
            layers: self.layers.iter().map(Into::into).collect(),
            downloads: self.has_downloads.then(|| downloads(&self.eclipse, &self.asked)),
            onward: self.is_onward,
            paths: &paths,
        };
        let data = Data::new(&self.tiles, &self.eclipse, self.observer.as_ref(), own).text();
        let document = Document {
            title: &format!("{name} · map"),
            class: "map",
            styles: STYLES,
            scripts: SCRIPTS,
            data: Some(data),
            body,
        };
        Ok(document.text())
    }

    /// Computes the curves of the eclipse and keeps them for the next visitors.
    fn drawn(&self) -> Result<Arc<Box<RawValue>>, Problem> {
        let curves = Arc::new(drawn::curves(&self.eclipse)?);
        if let Some(key) = self.key() {
            self.recent.keep(key, Arc::clone(&curves));
        }
        Ok(curves)
    }

    /// By what the curves are kept; none with radii that only this visitor asks for.
    fn key(&self) -> Option<(i32, ElementsTheory)> {
        (!self.asked.has_own_radii()).then_some((self.eclipse.catalog_number, self.eclipse.theory))
    }
}
