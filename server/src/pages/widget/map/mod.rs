//! The operation `/eclipse-path`: an eclipse on the map.

mod curves;
mod globe;
mod land;
mod plane;
pub(crate) mod still;

use self::still::Curves;
use super::shared::card_address::card_address;
use super::shared::contacts::Local;
use super::shared::data::Data;
use super::shared::mountains::{LimbContacts, Mountains};
use super::shared::panel::{Panel, bar, credits, panel};
use super::shared::request::{
    ATTRIBUTION, Attribution, Credit, DATE, DATE_NAME, Observer, PlaceTexts, attribution_needs_pro, eclipse,
    has_plan, limb_needs_pro,
};
use super::shared::response::{COST, PAGE, has_origin_rules, secured};
use super::shared::skyline::TowardsSun;
use super::shared::words;
use crate::api::place::LatLng;
use crate::api::settings::{Layer, TileLayer};
use crate::generation::elements::ElementsTheory;
use crate::generation::towns_in_path::TownInPath;
use crate::generation::{Data as GenerationData, MapCurves};
use crate::pages::assets::Modules;
use crate::pages::document::Document;
use crate::pages::prelude::*;
use crate::vocabulary::edge_choice::EdgeChoice;
use almanac::LocalType;
use maps::Edge;

/// Initial zoom of a map with streets.
const DEFAULT_ZOOM: i64 = 13;
/// Initial zoom of the built-in map, whose tiles have no more detail.
const DEFAULT_BUILT_IN_ZOOM: i64 = 7;
/// Maximum initial zoom of the built-in map: nearer views show little but the eclipse.
const MAX_BUILT_IN_ZOOM: i64 = 9;

/// The scripts of a page that begins with the flat map, and of one that begins with the globe.
static MODULES: LazyLock<[Modules; 2]> =
    LazyLock::new(|| ["map/flat.js", "map/globe.js"].map(|view| Modules::showing(&["map/map.js"], &[view])));

/// Credits for limits behind mountains: less than half of those of the same curves of
/// `/solar-eclipse/path`, because maps of one eclipse share them.
const LIMITS_COST: f64 = 2000.0;

/// From this zoom and up to this latitude, the flat map is better than the globe.
const NEAR_ZOOM: i64 = 5;
const FLAT_LATITUDE: f64 = 75.0;
/// Styles of the page, in order.
const STYLES: &[&str] = &["look.css", "leaflet.css", "widget.css", "map.css"];

pub(crate) const OPERATION: Operation =
    Operation::with::<EclipsePathQuery>("eclipse-path", &["/eclipse-path"], prepare)
        .documented(Group::Widgets, include_str!("description.md"))
        .access(Access::Widget)
        .cost(COST)
        .refusals(&[Code::NoData, Code::PlanRequired, Code::Unavailable])
        .form(&PAGE)
        .describe(|| Shape::Plain(described::<String>()));

/// The parameters of `/eclipse-path`.
#[derive(Parameters)]
#[parameters(check = sun_needs_precise(elements))]
struct EclipsePathQuery {
    #[param(example = "2024-04-08", meaning = DATE)]
    date: Instant,
    /// Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level
    /// (default 0). The page marks the place and shows its local circumstances.
    #[param(example = "25.29,-104.15", alias = "observer", shown)]
    obs: Option<Site>,
    #[param(flatten)]
    texts: PlaceTexts,
    /// Centre of the map as `LAT,LNG`, degrees; default `obs`. Without both, the map shows the whole path and
    /// ignores `z`.
    #[param(example = "25.29,-104.15")]
    center: Option<LatLng>,
    /// Initial zoom of the map. The default is 13, or 7 on the built-in map, where the maximum is 9.
    #[param(example = "9", min = 0, max = 19)]
    z: Option<i64>,
    /// Style of the map: `osm` (the default), `ocm` or `top`. Uses external tiles if the operator configured
    /// them for this style, and the built-in map otherwise.
    #[param(example = "osm", default = Layer::Osm)]
    map: Layer,
    /// `1` adds the limits behind the mountains of the Moon on the ground, with one standard error to either
    /// side, and includes the mountains in C2 and C3 of `obs`. Requires the plan Pro or higher and data of
    /// the operator.
    #[param(example = "0", default)]
    limb: Flag,
    #[param(flatten)]
    elements: ElementsInput,
    #[param(example = "1", meaning = ATTRIBUTION, default = Attribution::SHOWN)]
    attribution: Attribution,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MapData<'a> {
    view: View,
    /// The ground towards the Sun at greatest eclipse.
    horizon: Option<TowardsSun>,
    /// Time zone of the place of greatest eclipse.
    greatest_zone: Option<&'a str>,
    layers: Vec<LayerData<'a>>,
    downloads: Option<Vec<Download>>,
    /// `true` if the page may link to the simulator.
    onward: bool,
    paths: &'a RawValue,
    /// The limits behind the mountains of the Moon, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<&'a RawValue>,
    /// C2 and C3 of the observer with the mountains, if requested and if they have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    limb: Option<LimbContacts>,
    /// Large towns in the path, the longest duration first.
    towns: Vec<PathTown>,
    /// Address of all of them, if the caller may open it; the script adds the key.
    all_towns: Option<String>,
}

#[derive(Serialize)]
struct PathTown {
    name: String,
    country: String,
    lat: f64,
    lng: f64,
    height: i32,
    population: i32,
    kind: &'static str,
    duration: f64,
}

/// Number of towns on a page: the largest in the path.
const MAX_TOWNS: usize = 60;

/// The initial view of the map.
#[derive(Serialize)]
struct View {
    center: Option<[f64; 2]>,
    z: i64,
    map: &'static str,
    globe: bool,
}

/// An external layer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LayerData<'a> {
    word: &'a str,
    url: &'a str,
    attribution: &'a str,
    max_zoom: u8,
}

/// A file that can be downloaded; the script adds the key.
#[derive(Serialize)]
struct Download {
    format: &'static str,
    href: String,
}

/// The input of the page.
struct Page {
    eclipse: EclipseElements,
    data: Arc<GenerationData>,
    /// Address of the card.
    image: Option<String>,
    recent: Arc<MapCurves>,
    /// The limits behind the mountains, if requested.
    limits: Option<Limits>,
    /// The mountains before the observer, if requested.
    mountains: Option<Mountains>,
    elements: ElementsInput,
    /// Version of the tiles.
    tiles: String,
    delta_t: Node,
    observer: Option<Observer>,
    /// An observer at the place of greatest eclipse.
    greatest: Observer,
    credit: Option<Credit>,
    view: View,
    layers: Vec<TileLayer>,
    has_downloads: bool,
    /// `true` if the caller may open the list of towns in the path.
    has_all_towns: bool,
    /// `true` if the page may link to the simulator.
    is_onward: bool,
}

/// The limits behind the mountains of the Moon: where to find or keep them, and how to compute them.
struct Limits {
    recent: Arc<MapCurves>,
    edge: Edge,
    /// The map of the Moon's heights, in words.
    height_map: String,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    attribution_needs_pro(input, context, &EclipsePathQuery::ATTRIBUTION)?;
    limb_needs_pro(input, context, &EclipsePathQuery::LIMB)?;
    let mut query: EclipsePathQuery = input.parameters()?;
    let credit = query.attribution.credit(context);
    let layers = &context.settings.layers;
    let map = query.map.word();
    let z = match layers.iter().any(|layer| layer.word == map) {
        true => query.z.unwrap_or(DEFAULT_ZOOM),
        false => query.z.map_or(DEFAULT_BUILT_IN_ZOOM, |z| z.min(MAX_BUILT_IN_ZOOM)),
    };
    query.z = Some(z);
    let eclipse = eclipse(context, query.date, &query.elements)?;
    let delta_t =
        DeltaTInForce::new(DeltaTInput::default(), context).node(eclipse.greatest_ut(), DATE_NAME)?;
    let sun_radius = query.elements.sun_radius;
    let obs = query.obs.map(|site| if query.limb.0 { site.on_ground(&context.data) } else { site });
    let mountains = obs.filter(|_| query.limb.0);
    let mountains = mountains.map(|site| Mountains::new(context, &eclipse, site, sun_radius));
    let mountains = mountains.transpose()?.flatten();
    let has_limits = query.limb.0 && words::kind(&eclipse) != "Partial";
    let limits = has_limits.then(|| Limits::new(context, &eclipse, delta_t.sigma_s, sun_radius));
    let limits = limits.transpose()?;
    let cost = COST + if limits.is_some() { LIMITS_COST } else { 0.0 };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let EclipsePathQuery { texts, center, elements, .. } = query;
    let center = center.map(|LatLng(center)| center).or(obs.map(|site| [site.lat, site.lng]));
    let (lat, lng) = eclipse.greatest_deg();
    let page = Page {
        image: card_address(context, &eclipse, obs),
        eclipse,
        data: context.generation(),
        recent: Arc::clone(&context.data.map_curves),
        limits,
        mountains,
        elements,
        tiles: context.data.tiles_id.clone(),
        delta_t,
        observer: obs.map(|site| Observer::new(context, site, texts)),
        greatest: Observer::new(context, Site::new(lat, lng, 0.0), PlaceTexts::default()),
        credit,
        view: View { center, z, map, globe: false },
        layers: layers.clone(),
        has_downloads: may_call(context, Plan::Pro),
        has_all_towns: may_call(context, Plan::Starter),
        is_onward: !has_origin_rules(context),
    };
    let cached = page.cached(&page.recent);
    let cached_limits = page.limits.as_ref().and_then(|limits| page.cached(&limits.recent));
    let has_curves = cached.is_some() && cached_limits.is_some() == page.limits.is_some();
    // Hills are read from disk, and beads are looked for all around the limb.
    let is_short = has_curves && page.mountains.is_none() && page.data.elevation.terrain_id().is_none();
    let work = Work::compute(is_short, move |buffer| {
        buffer.extend_from_slice(page.text(cached, cached_limits)?.as_bytes());
        Ok(())
    });
    let prepared = Prepared::new(&PAGE, echo, cost, Freshness::NeverShared, work);
    // The import maps are the same.
    Ok(secured(prepared, context, &MODULES[0], layers))
}

/// Returns whether the page may link to operations of a plan: links have no origin that the rules could
/// allow, and visitors no key.
fn may_call(context: &Context, plan: Plan) -> bool {
    has_plan(context, plan) && !has_origin_rules(context) && !context.caller.is_public()
}

impl Limits {
    fn new(
        context: &Context,
        eclipse: &EclipseElements,
        delta_t_sigma_s: f64,
        sun_radius_arcsec: Option<f64>,
    ) -> Result<Self, Problem> {
        let limb = context.data.limb()?;
        let edge = EdgeChoice { limb: Some(limb), is_on_ground: true, sun_radius_arcsec };
        let errors = eclipse.errors(eclipse.delta_t_s, Some(delta_t_sigma_s));
        Ok(Self {
            recent: Arc::clone(&context.data.map_limits),
            edge: edge.edge(&context.data, &errors, delta_t_sigma_s),
            height_map: limb.manifest().source.to_string(),
        })
    }
}

impl Page {
    /// The page; `cached` are the curves of the eclipse and `cached_limits` those behind mountains, if
    /// available.
    fn text(
        mut self,
        cached: Option<Arc<Box<RawValue>>>,
        cached_limits: Option<Arc<Box<RawValue>>>,
    ) -> Result<String, Problem> {
        let curves = Curves::of(&self.eclipse)?;
        let is_near = self.view.z >= NEAR_ZOOM
            && self.view.center.is_some_and(|[latitude, _]| latitude.abs() < FLAT_LATITUDE);
        self.view.globe = curves.is_for_globe() && !is_near;
        let modules = &MODULES[usize::from(self.view.globe)];
        let observer = self.observer.as_ref().unwrap_or(&self.greatest);
        let layer = self.layers.iter().find(|layer| layer.word == self.view.map);
        let name = words::name(&self.eclipse);
        let mountains = self.mountains.as_ref();
        let local = Local::new(&self.eclipse, observer).with_limb(mountains.and_then(Mountains::central));
        let towards_sun = TowardsSun::of(&local, &self.data.elevation, observer.site);
        let shown = Panel {
            eclipse: &self.eclipse,
            delta_t: self.delta_t,
            observer,
            is_requested: self.observer.is_some(),
            local: &local,
            limb: mountains.map(|mountains| mountains.html(local.eclipse())),
            towards_sun: towards_sun.as_ref(),
            more: html! {
                @if let Some(Limits { height_map, .. }) = &self.limits {
                    p.limits {
                        "The limits behind the mountains of the Moon include its heights (" (height_map)
                        "), the height of the ground and the Sun’s radius that eclipses show. The band "
                        "around them is one standard error. At places other than that of the address, C2, "
                        "C3 and the duration assume a smooth Moon."
                    }
                }
            },
        };
        let body = html! {
            (bar(&self.eclipse))
            main {
                div #stage role="region" aria-label={ "Map: " (name) } {
                    (curves.picture(self.observer.as_ref().map(|observer| observer.site)))
                }
                (panel(shown))
            }
            (credits(self.credit.as_ref(), layer, true))
        };
        let towns = self.towns();
        let paths = self.kept(&self.recent, cached, || curves::curves(&self.eclipse))?;
        let of_limits = |limits: &Limits| {
            self.kept(&limits.recent, cached_limits, || curves::limits(&self.eclipse, limits.edge.clone()))
        };
        let limits = self.limits.as_ref().map(of_limits).transpose()?;
        let limb = mountains.and_then(|mountains| mountains.contacts_data(local.clock()));
        let own = MapData {
            view: self.view,
            horizon: towards_sun,
            greatest_zone: self.greatest.zone.as_ref().map(|zone| zone.name.as_str()),
            all_towns: (self.has_all_towns && !towns.is_empty())
                .then(|| all_towns(&self.eclipse, &self.elements)),
            layers: self.layers.iter().map(Into::into).collect(),
            downloads: self.has_downloads.then(|| downloads(&self.eclipse, &self.elements, limits.is_some())),
            onward: self.is_onward,
            paths: &paths,
            limits: limits.as_ref().map(|limits| &***limits),
            limb,
            towns,
        };
        let data = Data::new(&self.tiles, &self.eclipse, self.observer.as_ref(), own).text();
        let document = Document {
            title: &format!("{name} · map"),
            class: "map",
            styles: STYLES,
            modules: Some(modules),
            image: self.image,
            data: Some(data),
            body,
        };
        Ok(document.text())
    }

    /// The largest towns in the path, the longest duration first.
    fn towns(&self) -> Vec<PathTown> {
        let rows = self.data.town_rows();
        let is_usual = !self.elements.has_own_radii();
        let found = self.data.towns_in_path(&self.eclipse, self.eclipse.delta_t_s, is_usual, MAX_TOWNS);
        let mut sizes: Vec<_> = found.iter().map(|town| town.row).collect();
        sizes.sort_unstable();
        let last = sizes.get(MAX_TOWNS).copied().unwrap_or(usize::MAX);
        // To 11 m.
        let rounded = |degrees: f64| (degrees * 1e4).round() / 1e4;
        let town = |town: &TownInPath| PathTown {
            name: rows.name.value(town.row).to_owned(),
            country: rows.country_iso.value(town.row).to_owned(),
            lat: rounded(rows.latitude_deg.value(town.row)),
            lng: rounded(rows.longitude_deg.value(town.row)),
            height: rows.height_m.value(town.row),
            population: rows.population.value(town.row),
            kind: LocalType::from(town.kind).word(),
            duration: (town.duration_s * 10.0).round() / 10.0,
        };
        found.iter().filter(|town| town.row < last).map(town).collect()
    }

    fn cached(&self, recent: &MapCurves) -> Option<Arc<Box<RawValue>>> {
        self.key().and_then(|key| recent.get(&key))
    }

    /// Curves of the eclipse: those that were cached before, those that another request has cached since, or
    /// else computed ones, which it caches.
    fn kept(
        &self,
        recent: &MapCurves,
        cached: Option<Arc<Box<RawValue>>>,
        curves: impl FnOnce() -> Result<Box<RawValue>, Problem>,
    ) -> Result<Arc<Box<RawValue>>, Problem> {
        if let Some(cached) = cached.or_else(|| self.cached(recent)) {
            return Ok(cached);
        }
        let curves = Arc::new(curves()?);
        if let Some(key) = self.key() {
            recent.keep(key, Arc::clone(&curves));
        }
        Ok(curves)
    }

    /// The key of the cache; none for radii of this request only.
    fn key(&self) -> Option<(i32, ElementsTheory)> {
        (!self.elements.has_own_radii()).then_some((self.eclipse.catalog_number, self.eclipse.theory))
    }
}

impl<'a> From<&'a TileLayer> for LayerData<'a> {
    fn from(layer: &'a TileLayer) -> Self {
        let TileLayer { word, url, attribution, max_zoom, .. } = layer;
        Self { word, url, attribution, max_zoom: *max_zoom }
    }
}

/// The requested elements as parameters of another operation.
fn own(elements: &ElementsInput) -> String {
    elements.pairs().map(|(name, value)| format!("&{name}={value}")).collect()
}

/// The address of all towns in the path.
fn all_towns(eclipse: &EclipseElements, elements: &ElementsInput) -> String {
    format!("/solar-eclipse/towns/{}?format=csv{}", words::iso_date(eclipse), own(elements))
}

/// The files of the path of an eclipse, with the requested elements.
fn downloads(eclipse: &EclipseElements, elements: &ElementsInput, has_limits: bool) -> Vec<Download> {
    let (jd, own) = (eclipse.midnight_ut, own(elements));
    let limits = if has_limits { "&limits=limb&ground=1" } else { "" };
    let one = |format| Download {
        format,
        href: format!("/solar-eclipse/path/{jd}?paths=classic&format={format}{limits}{own}"),
    };
    ["geojson", "kml", "gpx"].map(one).into()
}
