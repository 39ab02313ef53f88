//! The operation `/eclipse-simulator`: an eclipse in the sky of an observer.

use super::contacts::Local;
use super::data::{Data, Own, Simulator};
use super::disc;
use super::document::Document;
use super::embedding::{has_origin_rules, secured};
use super::map::{COST, PAGE};
use super::mountains::Mountains;
use super::nearest::Nearest;
use super::panel::{bar, credits, panel};
use super::parameters::{
    ATTRIBUTION, DATE, EXAGGERATION, FIELD, LIMB, OBS_REQUIRED, PLAY, SPEED, START, SUBTITLE, TITLE, UP, Up,
};
use super::request::{Common, Credit, Observer, eclipse, is_pro};
use super::start::{self, Start};
use super::words;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::flag::flag;
use crate::api::group::Group;
use crate::api::input::{Input, Word, shortened};
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Freshness, Prepared, Work};
use crate::api::site::Site;
use crate::generation::elements::EclipseElements;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use crate::vocabulary::eclipse_theory::{AskedElements, ERA, K1, K2, SUN_RADIUS, THEORY};
use accounts::access::{Access, KEY_PARAMETER};
use astro::time::delta_t::Node;
use maud::{Markup, html};
use serde::Serialize;
use web::problem::{Code, Problem};
use web::query::pairs;

const USUAL_SPEED: f64 = 60.0;
/// Speeds below this are as good as none.
const LEAST_SPEED: f64 = 0.1;
const USUAL_FIELD_DEG: f64 = 1.5;

/// Scripts of the page, in order.
const SCRIPTS: &[&str] =
    &["eclipse.js", "place.js", "field.js", "light.js", "corona.js", "sky.js", "readout.js", "simulator.js"];

/// The operation `/eclipse-simulator`.
pub(crate) const OPERATION: Operation = Operation {
    name: "eclipse-simulator",
    id: "eclipse-simulator",
    group: Group::Widgets,
    paths: &["/eclipse-simulator"],
    summary: "An eclipse in the sky, as a page for a frame",
    description: "A whole page for an `iframe`: the Sun and the Moon as an observer sees them during an \
        eclipse of the years 1500 … 2500, or with `era=canon` of −1999 … 3000. A look at it costs 10 \
        credits; what is done on it costs nothing. Keys, frames and refusals as at `/eclipse-path`. Where \
        there is no eclipse for the observer, the page says so and names the nearest point of the central \
        line, or that of greatest eclipse where there is no such line. With `limb=1` C2, C3 and the duration \
        are those behind the mountains of the Moon, as `limb=1` of \
        `/solar-eclipse/local-circumstances/details` gives them, with Baily's beads; where the reader goes \
        elsewhere, contacts are those of a smooth limb, and the page says so.\n\nMessages as at \
        `/eclipse-path`, with the same fields: the page hears `umbra:place` and `umbra:time` of the site \
        that shows it, which leave the other of the two as it is, and tells both.",
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

/// Everything from which a page is made.
struct Page {
    eclipse: EclipseElements,
    /// Name of the tiles.
    tiles: String,
    delta_t: Node,
    observer: Observer,
    credit: Option<Credit>,
    simulator: Simulator,
    /// The mountains of the limb, if they are wanted.
    mountains: Option<Mountains>,
    /// The beginning of the query of another simulation; none where the rules of the key forbid a page to
    /// lead to another.
    onward: Option<String>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let common = Common::read(input, context)?;
    let site = input.required(&OBS_REQUIRED, Input::site);
    let given = start_of(input);
    let mut simulator = options(input);
    let has_limb = has_limb(input, context)?;
    let (date, site) = input.check((common.date, site))?;
    let asked = common.elements;
    let eclipse = eclipse(context, date, &asked)?;
    let mountains = has_limb.then(|| Mountains::new(context, &eclipse, site)).transpose()?;
    let delta_t =
        DeltaTInForce::new(AskedDeltaT::default(), context).node(eclipse.greatest_ut(), DATE.name)?;
    let observer = Observer { title: common.title, subtitle: common.subtitle, ..Observer::at(context, site) };
    let local = Local::new(&eclipse, &observer).behind(mountains.as_ref());
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
        elements: asked,
        attribution: u8::from(common.credit.is_some()),
        cost: COST,
    };
    let echo = Prepared::echo(&query);
    simulator.limb = mountains.as_ref().map(|mountains| mountains.data(local.clock()));
    let page = Page {
        onward: onward(context, &eclipse, &asked),
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
    Ok(secured(prepared, context, &[]))
}

fn start_of(input: &mut Input) -> Option<Start> {
    let text = input.text(&START)?;
    let start = Start::parse(&text);
    if start.is_none() {
        input.wrong(START.name, Start::wrong(&shortened(&text)));
    }
    start
}

/// What the page shows at the start, but for the instant.
fn options(input: &mut Input) -> Simulator {
    let speed = input.number(&SPEED).unwrap_or(USUAL_SPEED);
    if speed > 0.0 && speed < LEAST_SPEED {
        input.wrong(SPEED.name, format!("must be 0 or a number from {LEAST_SPEED} to 3600"));
    }
    Simulator {
        t: None,
        nearest: None,
        speed,
        up: input.word(&UP).unwrap_or(Up::Zenith).word(),
        fov: input.number(&FIELD).unwrap_or(USUAL_FIELD_DEG),
        play: flag(input, &PLAY),
        exaggeration: input.number(&EXAGGERATION).unwrap_or(1.0),
        limb: None,
    }
}

/// Whether the mountains of the limb are asked for, which needs a plan.
fn has_limb(input: &mut Input, context: &Context) -> Result<bool, Problem> {
    let has_limb = flag(input, &LIMB);
    if has_limb && !is_pro(context) {
        let detail = "limb=1 needs the plan pro or higher; leave it out for a smooth limb";
        return Err(Problem::new(Code::PlanRequired, detail));
    }
    Ok(has_limb)
}

/// The beginning of the address of a simulation elsewhere, with the same key.
fn onward(context: &Context, eclipse: &EclipseElements, asked: &AskedElements) -> Option<String> {
    if has_origin_rules(context) {
        return None;
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    let key = context.call.uri.query().into_iter().flat_map(pairs).find(|(name, _)| name == KEY_PARAMETER);
    if let Some((name, key)) = key {
        query.append_pair(&name, &key);
    }
    query.append_pair(DATE.name, &words::iso_date(eclipse));
    Some(query.extend_pairs(asked.pairs()).finish())
}

impl Page {
    fn text(mut self) -> Result<String, Problem> {
        let local = Local::new(&self.eclipse, &self.observer);
        if !local.is_seen() {
            let site = self.observer.site;
            self.simulator.nearest = Some(Nearest::to((site.lng, site.lat), &self.eclipse)?);
        }
        let more = self.elsewhere();
        let name = words::name(&self.eclipse);
        let body = html! {
            (bar(&self.eclipse))
            main {
                div #stage role="region" aria-label={ "The sky: " (name) } {
                    @if let Some(view) = local.greatest_view() { (disc::as_seen(&view)) }
                }
                (panel(&self.eclipse, self.delta_t, &self.observer, true, self.mountains.as_ref(), &more))
            }
            (credits(self.credit.as_ref(), None, false))
        };
        let own = Own::Simulator { simulator: self.simulator };
        let data = Data::new(&self.tiles, &self.eclipse, Some(&self.observer), own).text();
        let document = Document {
            title: &format!("{name} · simulator"),
            class: "simulator",
            styles: &["look.css", "widget.css", "simulator.css"],
            scripts: SCRIPTS,
            data: Some(data),
            body,
        };
        Ok(document.text())
    }

    /// Where the nearest place is at which there is something to see, if there is nothing here.
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
