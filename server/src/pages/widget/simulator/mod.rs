//! The operation `/eclipse-simulator`: an eclipse in the sky of an observer.

mod nearest;
mod start;

use self::nearest::Nearest;
use self::start::Start;
use super::shared::card_address::card_address;
use super::shared::contacts::Local;
use super::shared::data::Data;
use super::shared::disc;
use super::shared::mountains::{LimbData, Mountains};
use super::shared::panel::{Panel, bar, credits, panel};
use super::shared::request::{
    ATTRIBUTION, Attribution, Credit, DATE, DATE_NAME, Observer, PlaceTexts, attribution_needs_pro, eclipse,
    limb_needs_pro,
};
use super::shared::response::{COST, PAGE, has_origin_rules, secured};
use super::shared::skyline::{SeenSkyline, TowardsSun};
use super::shared::words;
use crate::generation::Data as GenerationData;
use crate::pages::assets::Modules;
use crate::pages::document::Document;
use crate::pages::prelude::*;
use crate::vocabulary::terrain_horizon::{ARC_COST, HorizonChoice, after_arc_of_skyline};
use accounts::access::KEY_PARAMETER;
use std::iter;
use web::query::pairs;

/// Minimum speed of playback.
const MIN_SPEED: f64 = 0.1;

static MODULES: LazyLock<Modules> = LazyLock::new(|| Modules::new(&["simulator/simulator.js"]));

pub(crate) const OPERATION: Operation =
    Operation::with::<EclipseSimulatorQuery>("eclipse-simulator", &["/eclipse-simulator"], prepare)
        .documented(Group::Widgets, include_str!("description.md"))
        .access(Access::Widget)
        .cost(COST)
        .refusals(&[Code::NoData, Code::PlanRequired, Code::Unavailable])
        .form(&PAGE)
        .describe(|| Shape::Plain(described::<String>()));

/// The parameters of `/eclipse-simulator`.
#[derive(Parameters)]
#[parameters(check = is_fast_enough(speed), check = sun_needs_precise(elements))]
struct EclipseSimulatorQuery {
    #[param(example = "2024-04-08", meaning = DATE)]
    date: Instant,
    /// Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level
    /// (default 0).
    #[param(example = "25.29,-104.15", alias = "observer")]
    obs: Site,
    #[param(flatten)]
    texts: PlaceTexts,
    /// Initial instant: an ISO 8601 instant, or `C1`, `C2`, `max`, `C3`, `C4` with an optional offset in
    /// seconds, such as `C2-30`; at most 12 hours from greatest eclipse. The default is a minute before C1,
    /// or sunrise if that is later.
    #[param(example = "C2-30", null)]
    t: Option<Start>,
    /// Speed of time, 0.1 … 3600, or 0 to stop it. The default is 60.
    #[param(example = "60", min = 0.0, max = 3600.0, default = 60.0)]
    speed: f64,
    /// Direction at the top: `zenith` (the default), celestial `north`, or the north of the `sun`.
    #[param(example = "zenith", default = Up::Zenith)]
    up: Up,
    /// Field of view, degrees. The default is 1.5.
    #[param(example = "1.5", min = 0.3, max = 20.0, default = 1.5)]
    fov: f64,
    /// `1` starts playback when the page loads, unless the browser prefers reduced motion.
    #[param(example = "0", default)]
    play: bool,
    /// `1` draws the mountains of the Moon's limb and includes them in C2 and C3. Requires the plan Pro or
    /// higher and data of the operator.
    #[param(example = "0", default, echo_after = exaggeration)]
    limb: Flag,
    /// Exaggeration of the heights of the limb. The default is 1. Ignored without `limb=1`.
    #[param(example = "1", min = 1.0, max = 100.0, default = 1.0)]
    exaggeration: f64,
    #[param(flatten)]
    horizon: HorizonChoice,
    #[param(flatten)]
    elements: ElementsInput,
    #[param(example = "1", meaning = ATTRIBUTION, default = Attribution::SHOWN)]
    attribution: Attribution,
}

/// Direction at the top of the sky.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
enum Up {
    Zenith,
    North,
    Sun,
}

#[derive(Serialize)]
struct SimulatorData {
    simulator: Simulator,
    /// The ground towards the Sun at greatest eclipse.
    horizon: Option<TowardsSun>,
    /// Altitudes of the skyline, degrees, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    skyline: Option<Vec<Option<f64>>>,
    /// `true` if the page may link to the map.
    onward: bool,
}

/// The initial view.
#[derive(Serialize)]
struct Simulator {
    t: Option<String>,
    /// The nearest place with an eclipse, if the observer sees none.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    speed: f64,
    up: Up,
    fov: f64,
    play: bool,
    exaggeration: f64,
    /// The mountains of the Moon's limb, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    limb: Option<LimbData>,
}

/// The input of the page.
struct Page {
    eclipse: EclipseElements,
    data: Arc<GenerationData>,
    /// Version of the tiles.
    tiles: String,
    delta_t: Node,
    observer: Observer,
    credit: Option<Credit>,
    simulator: Simulator,
    /// The mountains of the limb, if requested.
    mountains: Option<Mountains>,
    /// Address of the card.
    image: Option<String>,
    /// The beginning of the query of another simulation; none if the rules of the key forbid links.
    onward: Option<String>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    attribution_needs_pro(input, context, &EclipseSimulatorQuery::ATTRIBUTION)?;
    limb_needs_pro(input, context, &EclipseSimulatorQuery::LIMB)?;
    let mut query: EclipseSimulatorQuery = input.parameters()?;
    let credit = query.attribution.credit(context);
    let eclipse = eclipse(context, query.date, &query.elements)?;
    let sun_radius_arcsec = query.elements.sun_radius;
    let mountains = query.limb.0.then(|| Mountains::new(context, &eclipse, query.obs, sun_radius_arcsec));
    let mountains = mountains.transpose()?.flatten();
    let delta_t =
        DeltaTInForce::new(DeltaTInput::default(), context).node(eclipse.greatest_ut(), DATE_NAME)?;
    let observer = Observer::new(context, query.obs, query.texts.clone());
    let local = Local::new(&eclipse, &observer).with_limb(mountains.as_ref().and_then(Mountains::central));
    // Where nothing is seen, no hills matter.
    let eye = if local.is_seen() { query.horizon.eye(context, query.obs)? } else { None };
    let cost = COST + if eye.is_some() { ARC_COST } else { 0.0 };
    let azimuths_deg = if eye.is_some() { SeenSkyline::azimuths_deg(&local) } else { Vec::new() };
    let start = start::instant(query.t, EclipseSimulatorQuery::T.name, &eclipse, &local)?;
    query.t = start.map(Start::At);
    let simulator = Simulator {
        t: start.map(Instant::iso),
        nearest: None,
        speed: query.speed,
        up: query.up,
        fov: query.fov,
        play: query.play,
        exaggeration: query.exaggeration,
        limb: mountains.as_ref().map(|mountains| mountains.data(local.clock())),
    };
    let page = Page {
        image: card_address(context, &eclipse, Some(query.obs)),
        onward: onward(context, &eclipse, &query.elements),
        eclipse,
        data: context.generation(),
        tiles: context.data.tiles_id.clone(),
        delta_t,
        observer,
        credit,
        simulator,
        mountains,
    };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let work = match eye {
        None => Work::compute(false, move |buffer| {
            buffer.extend_from_slice(page.with_nearest()?.text(None).as_bytes());
            Ok(())
        }),
        Some(eye) => Work::pieces(
            false,
            after_arc_of_skyline(context.generation(), eye, &azimuths_deg, move |skyline| {
                Box::new(iter::once_with(move || Bytes::from(page.text(Some(SeenSkyline { skyline, eye })))))
            }),
        ),
    };
    let prepared = Prepared::new(&PAGE, echo, cost, Freshness::NeverShared, work);
    Ok(secured(prepared, context, &MODULES, &[]))
}

fn is_fast_enough(input: &mut Input, speed: &f64) {
    if *speed > 0.0 && *speed < MIN_SPEED {
        let detail = format!("must be 0 or a number from {MIN_SPEED} to 3600");
        input.wrong(EclipseSimulatorQuery::SPEED.name, detail);
    }
}

/// The beginning of the query of a simulation at another place, with the same key.
fn onward(context: &Context, eclipse: &EclipseElements, elements: &ElementsInput) -> Option<String> {
    if has_origin_rules(context) {
        return None;
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    let key = context.call.uri.query().into_iter().flat_map(pairs).find(|(name, _)| name == KEY_PARAMETER);
    if let Some((name, key)) = key {
        query.append_pair(&name, &key);
    }
    query.append_pair(DATE_NAME, &words::iso_date(eclipse));
    Some(query.extend_pairs(elements.pairs()).finish())
}

impl Page {
    /// Adds the nearest place with an eclipse if the observer sees none.
    fn with_nearest(mut self) -> Result<Self, Problem> {
        if !Local::new(&self.eclipse, &self.observer).is_seen() {
            let site = self.observer.site;
            self.simulator.nearest = Some(Nearest::to((site.lng, site.lat), &self.eclipse)?);
        }
        Ok(self)
    }

    fn text(self, skyline: Option<SeenSkyline>) -> String {
        let mountains = self.mountains.as_ref();
        let local =
            Local::new(&self.eclipse, &self.observer).with_limb(mountains.and_then(Mountains::central));
        let site = self.observer.site;
        let towards_sun = match &skyline {
            Some(skyline) => skyline.towards_sun(&local, site),
            None => TowardsSun::of(&local, &self.data.elevation, site),
        };
        let shown = Panel {
            eclipse: &self.eclipse,
            delta_t: self.delta_t,
            observer: &self.observer,
            is_requested: true,
            local: &local,
            limb: mountains.map(|mountains| mountains.html(local.eclipse())),
            towards_sun: towards_sun.as_ref(),
            more: self.elsewhere(),
        };
        let name = words::name(&self.eclipse);
        let body = html! {
            (bar(&self.eclipse))
            main {
                div #stage role="region" aria-label={ "The sky: " (name) } {
                    @if let Some(view) = local.greatest_view() { (disc::as_seen(&view)) }
                }
                (panel(shown))
            }
            (credits(self.credit.as_ref(), None, false))
        };
        let own = SimulatorData {
            simulator: self.simulator,
            horizon: towards_sun,
            skyline: skyline.map(|skyline| skyline.altitudes_deg()),
            onward: self.onward.is_some(),
        };
        let data = Data::new(&self.tiles, &self.eclipse, Some(&self.observer), own).text();
        let document = Document {
            title: &format!("{name} · simulator"),
            class: "simulator",
            styles: &["look.css", "widget.css", "simulator.css"],
            modules: Some(&MODULES),
            image: self.image,
            data: Some(data),
            body,
        };
        document.text()
    }

    /// A link to the nearest place with an eclipse, if the observer sees none.
    fn elsewhere(&self) -> Markup {
        let Some(Nearest { lat, lng, km, is_central }) = &self.simulator.nearest else { return html! {} };
        let what =
            if *is_central { "nearest point of the central line" } else { "point of greatest eclipse" };
        let text = words::coordinates(*lat, *lng);
        html! {
            p.elsewhere {
                "The " (what) ", " (words::kilometres(*km)) " from here, is "
                @match &self.onward {
                    Some(query) => a href={ "?" (query) "&obs=" (format!("{lat:.4},{lng:.4}")) } { (text) },
                    None => (text),
                }
                "."
            }
        }
    }
}
