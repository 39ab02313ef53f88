//! The operation `/eclipse-simulator`: an eclipse in the sky of an observer.

mod mountains;
mod nearest;
mod start;

use self::mountains::{LimbData, Mountains};
use self::nearest::Nearest;
use self::start::Start;
use super::shared::contacts::Local;
use super::shared::data::Data;
use super::shared::disc;
use super::shared::panel::{Panel, bar, credits, panel};
use super::shared::parameters::{
    ATTRIBUTION, DATE, EXAGGERATION, FIELD, LIMB, OBS_REQUIRED, PLAY, SPEED, START, SUBTITLE, TITLE, UP, Up,
};
use super::shared::request::{Common, Credit, Observer, eclipse, is_pro};
use super::shared::response::{COST, PAGE, has_origin_rules, secured};
use super::shared::words;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::flag::flag;
use crate::api::group::Group;
use crate::api::input::{Input, Word, shortened};
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Freshness, Prepared, Work};
use crate::api::site::Site;
use crate::generation::elements::EclipseElements;
use crate::pages::assets::Modules;
use crate::pages::document::Document;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use crate::vocabulary::eclipse_theory::{AskedElements, ERA, K1, K2, SUN_RADIUS, THEORY};
use accounts::access::{Access, KEY_PARAMETER};
use astro::time::delta_t::Node;
use maud::{Markup, html};
use serde::Serialize;
use std::sync::LazyLock;
use web::problem::{Code, Problem};
use web::query::pairs;

const DEFAULT_SPEED: f64 = 60.0;
/// Minimum speed of playback.
const MIN_SPEED: f64 = 0.1;
const DEFAULT_FIELD_DEG: f64 = 1.5;

static MODULES: LazyLock<Modules> = LazyLock::new(|| Modules::new(&["simulator/simulator.js"]));

/// The operation `/eclipse-simulator`.
pub(crate) const OPERATION: Operation = Operation {
    name: "eclipse-simulator",
    id: "eclipse-simulator",
    group: Group::Widgets,
    paths: &["/eclipse-simulator"],
    summary: "Simulator of an eclipse in the sky, as a page for a frame",
    description: "A complete page for an `iframe`: the Sun and the Moon in the sky of an observer during an \
        eclipse. Covers the years 1500 … 2500, or −1999 … 3000 with `era=canon`. Loading the page costs 10 \
        credits; using it costs nothing. Keys, frames and errors work as for `/eclipse-path`.\n\n\
        If the observer sees no eclipse, the page says so and names the nearest point of the central line, \
        or the point of greatest eclipse if there is no central line. With `limb=1`, C2, C3 and the \
        duration include the mountains of the Moon and Baily's beads, as in \
        `/solar-eclipse/local-circumstances/details`. If the reader chooses another place, the contacts \
        assume a smooth limb, and the page says so.\n\n\
        Messages have the same fields as for `/eclipse-path`. The page accepts `umbra:place` and \
        `umbra:time` from the embedding site and sends both. A new place does not change the time, and a \
        new time does not change the place.",
    parameters: &[
        DATE,
        OBS_REQUIRED,
        TITLE,
        SUBTITLE,
        START,
        SPEED,
        UP,
        FIELD,
        PLAY,
        LIMB,
        EXAGGERATION,
        THEORY,
        ERA,
        K1,
        K2,
        SUN_RADIUS,
        ATTRIBUTION,
    ],
    access: Access::Widget,
    cost: COST,
    refusals: &[Code::NoData, Code::PlanRequired, Code::Unavailable],
    form: &PAGE,
    describe: || Shape::Plain(described::<String>()),
    prepare,
};

/// Data of the page.
#[derive(Serialize)]
struct SimulatorData {
    simulator: Simulator,
}

/// The initial view.
#[derive(Serialize)]
struct Simulator {
    t: Option<String>,
    /// The nearest place with an eclipse, if the observer sees none.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    speed: f64,
    up: &'static str,
    fov: f64,
    play: bool,
    exaggeration: f64,
    /// The mountains of the Moon's limb, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    limb: Option<LimbData>,
}

/// The echo of a request.
#[derive(Serialize)]
struct Query<'a> {
    name: &'static str,
    date: String,
    obs: Site,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<&'a str>,
    #[serde(flatten)]
    simulator: &'a Simulator,
    limb: u8,
    #[serde(flatten)]
    elements: AskedElements,
    attribution: u8,
    cost: f64,
}

/// The input of the page.
struct Page {
    eclipse: EclipseElements,
    /// Version of the tiles.
    tiles: String,
    delta_t: Node,
    observer: Observer,
    credit: Option<Credit>,
    simulator: Simulator,
    /// The mountains of the limb, if requested.
    mountains: Option<Mountains>,
    /// The beginning of the query of another simulation; none if the rules of the key forbid links.
    onward: Option<String>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let common = Common::read(input, context)?;
    let site = input.required(&OBS_REQUIRED, Input::site);
    let given = start_of(input);
    let mut simulator = options(input);
    let has_limb = has_limb(input, context)?;
    let (date, site) = input.check((common.date, site))?;
    let elements = common.elements;
    let eclipse = eclipse(context, date, &elements)?;
    let mountains = has_limb.then(|| Mountains::new(context, &eclipse, site)).transpose()?;
    let delta_t =
        DeltaTInForce::new(AskedDeltaT::default(), context).node(eclipse.greatest_ut(), DATE.name)?;
    let observer = Observer { title: common.title, subtitle: common.subtitle, ..Observer::at(context, site) };
    let local = Local::new(&eclipse, &observer).with_limb(mountains.as_ref().and_then(Mountains::found));
    let at = start::instant(given, START.name, &eclipse, &local)?;
    simulator.t = at.map(|at| at.iso());
    let query = Query {
        name: OPERATION.name,
        date: date.iso(),
        obs: site,
        title: observer.title.as_deref(),
        subtitle: observer.subtitle.as_deref(),
        simulator: &simulator,
        limb: u8::from(has_limb),
        elements,
        attribution: u8::from(common.credit.is_some()),
        cost: COST,
    };
    let echo = Prepared::echo(&query);
    simulator.limb = mountains.as_ref().map(|mountains| mountains.data(local.clock()));
    let page = Page {
        onward: onward(context, &eclipse, &elements),
        eclipse,
        tiles: context.data.tiles_id.clone(),
        delta_t,
        observer,
        credit: common.credit,
        simulator,
        mountains,
    };
    let work = Work::Long(Box::new(move |buffer| {
        buffer.extend_from_slice(page.text()?.as_bytes());
        Ok(())
    }));
    let prepared = Prepared::new(&PAGE, echo, COST, Freshness::NeverShared, work);
    Ok(secured(prepared, context, &MODULES, &[]))
}

fn start_of(input: &mut Input) -> Option<Start> {
    let text = input.text(&START)?;
    let start = Start::parse(&text);
    if start.is_none() {
        input.wrong(START.name, Start::wrong(&shortened(&text)));
    }
    start
}

/// The initial view, without the instant.
fn options(input: &mut Input) -> Simulator {
    let speed = input.number(&SPEED).unwrap_or(DEFAULT_SPEED);
    if speed > 0.0 && speed < MIN_SPEED {
        input.wrong(SPEED.name, format!("must be 0 or a number from {MIN_SPEED} to 3600"));
    }
    Simulator {
        t: None,
        nearest: None,
        speed,
        up: input.word(&UP).unwrap_or(Up::Zenith).word(),
        fov: input.number(&FIELD).unwrap_or(DEFAULT_FIELD_DEG),
        play: flag(input, &PLAY),
        exaggeration: input.number(&EXAGGERATION).unwrap_or(1.0),
        limb: None,
    }
}

/// Whether the request includes the mountains of the limb, which requires a plan.
fn has_limb(input: &mut Input, context: &Context) -> Result<bool, Problem> {
    let has_limb = flag(input, &LIMB);
    if has_limb && !is_pro(context) {
        let detail = "limb=1 requires the plan pro or higher; omit it for a smooth limb";
        return Err(Problem::new(Code::PlanRequired, detail));
    }
    Ok(has_limb)
}

/// The beginning of the query of a simulation at another place, with the same key.
fn onward(context: &Context, eclipse: &EclipseElements, elements: &AskedElements) -> Option<String> {
    if has_origin_rules(context) {
        return None;
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    let key = context.call.uri.query().into_iter().flat_map(pairs).find(|(name, _)| name == KEY_PARAMETER);
    if let Some((name, key)) = key {
        query.append_pair(&name, &key);
    }
    query.append_pair(DATE.name, &words::iso_date(eclipse));
    Some(query.extend_pairs(elements.pairs()).finish())
}

impl Page {
    fn text(mut self) -> Result<String, Problem> {
        let mountains = self.mountains.as_ref();
        let local = Local::new(&self.eclipse, &self.observer).with_limb(mountains.and_then(Mountains::found));
        if !local.is_seen() {
            let site = self.observer.site;
            self.simulator.nearest = Some(Nearest::to((site.lng, site.lat), &self.eclipse)?);
        }
        let shown = Panel {
            eclipse: &self.eclipse,
            delta_t: self.delta_t,
            observer: &self.observer,
            is_requested: true,
            local: &local,
            limb: mountains.map(|mountains| mountains.html(local.eclipse())),
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
        let own = SimulatorData { simulator: self.simulator };
        let data = Data::new(&self.tiles, &self.eclipse, Some(&self.observer), own).text();
        let document = Document {
            title: &format!("{name} · simulator"),
            class: "simulator",
            styles: &["look.css", "widget.css", "simulator.css"],
            modules: Some(&MODULES),
            data: Some(data),
            body,
        };
        Ok(document.text())
    }

    /// A link to the nearest place with an eclipse, if the observer sees none.
    fn elsewhere(&self) -> Markup {
        let Some(Nearest { lat, lng, km, is_central }) = &self.simulator.nearest else { return html! {} };
        let what =
            if *is_central { "nearest point of the central line" } else { "point of greatest eclipse" };
        let text = words::coordinates(*lat, *lng);
        html! {
            p.elsewhere {
                "The " (what) ", " (format!("{km:.0}")) " km from here, is "
                @match &self.onward {
                    Some(query) => a href={ "?" (query) "&obs=" (format!("{lat:.4},{lng:.4}")) } { (text) },
                    None => (text),
                }
                "."
            }
        }
    }
}
