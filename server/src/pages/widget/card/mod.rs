//! The operation `/eclipse-card/{julian-day}`: an eclipse at a place as a picture.

use super::map::still::Curves;
use super::shared::contacts::Local;
use super::shared::disc;
use super::shared::request::{Observer, PlaceTexts};
use super::shared::response::COST;
use super::shared::words;
use crate::api::described::Described;
use crate::api::prepared::Form;
use crate::endpoints::elements::EclipseDay;
use crate::endpoints::prelude::*;
use crate::vocabulary::eclipse_theory::{AskedElements, sun_needs_precise};
use crate::vocabulary::formats::SVG;
use maud::{Markup, PreEscaped, html};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use serde_json::json;
use std::sync::{Arc, LazyLock};

/// Size of the card, pixels.
const SIZE: [u32; 2] = [1200, 630];
/// Longest line of the summary, characters.
const LINE: usize = 44;
/// Colours of the light theme; a picture has no other.
const STYLE: &str = "text{font-family:'DejaVu Sans',system-ui,sans-serif;fill:#1a1c22}\
    .muted{fill:#5b6070}.sea{fill:#cfdfea}.land{fill:#ece8df;stroke:#b9b3a6;stroke-width:2}\
    .graticule{fill:none;stroke:#b9b3a6;stroke-width:2;opacity:.45}.limb{fill:none;stroke:#b9b3a6}\
    .penumbra{fill:none;stroke:#0072b2;stroke-width:4;stroke-dasharray:24 16}\
    .horizon{fill:none;stroke:#00775a;stroke-width:4;stroke-dasharray:8 12}\
    .area{fill:#1a1c22;fill-opacity:.35;stroke:#1a1c22}.area.annular{fill:#d55e00;stroke:#d55e00}\
    .centre{fill:none;stroke:#c1121f;stroke-width:6}\
    .mark{stroke-linecap:round;stroke:#c1121f;stroke-width:32}.mark.place{stroke:#9a4a00;stroke-width:44}\
    .sky-view .sun{fill:#ffd27a}.sky-view .moon{fill:#05070b}";

/// Credits of a picture in pixels, which takes several times as long to draw.
const PNG_COST: f64 = 10.0 * COST;

static PNG: Form = Form { media_type: "image/png", has_envelope: false, headers: &[] };

/// The operation `/eclipse-card/{julian-day}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<CardQuery>("eclipse-card", &["/eclipse-card/{julian-day}"], prepare)
        .documented(Group::Widgets, include_str!("description.md"))
        .access(Access::Widget)
        .cost(COST)
        .refusals(&[Code::NoData])
        .form(&SVG)
        .describe(shape);

/// The parameters of `/eclipse-card`.
#[derive(Parameters)]
#[parameters(check = sun_needs_precise(elements))]
struct CardQuery {
    #[param(flatten)]
    day: EclipseDay,
    #[param(example = "place:Burgos,ES", alias = "observer", meaning = OBSERVER, shown)]
    obs: Option<Site>,
    #[param(flatten)]
    texts: PlaceTexts,
    /// `svg` (the default) or `png`. If left out, `Accept` decides.
    #[param(example = "svg")]
    format: Option<CardFormat>,
    #[param(flatten)]
    elements: AskedElements,
}

/// Formats of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
enum CardFormat {
    #[default]
    Svg,
    Png,
}

impl ResponseFormat for CardFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::Svg => &SVG,
            Self::Png => &PNG,
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: CardQuery = input.parameters()?;
    let chosen = CardFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    let eclipse = query.elements.eclipse_of(&context.data, query.day.jd.0)?.into_owned();
    let cost = if chosen.format == CardFormat::Png { PNG_COST } else { COST };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let (lat, lng) = eclipse.greatest_deg();
    let site = query.obs.unwrap_or_else(|| Site::new(lat, lng, 0.0));
    let is_requested = query.obs.is_some();
    let observer = Observer::new(context, site, query.texts);
    let work = Work::Long(Box::new(move |buffer| {
        let picture = card(&eclipse, &observer, is_requested)?.into_string();
        match chosen.format {
            CardFormat::Svg => buffer.extend_from_slice(picture.as_bytes()),
            CardFormat::Png => buffer.extend_from_slice(&png(&picture)),
        }
        Ok(())
    }));
    Ok(chosen.prepared(echo, cost, work))
}

/// The shapes of both formats.
fn shape() -> Shape {
    CardFormat::shapes(|format| match format {
        CardFormat::Svg => {
            (Shape::Plain(Described::text()), json!("<svg xmlns=\"http://www.w3.org/2000/svg\" …>…</svg>"))
        }
        CardFormat::Png => (Shape::Plain(Described::bytes()), json!("…")),
    })
}

/// The card of an eclipse at a place.
fn card(eclipse: &EclipseElements, observer: &Observer, is_requested: bool) -> Result<Markup, Problem> {
    let local = Local::new(eclipse, observer);
    let coordinates = words::coordinates(observer.site.lat, observer.site.lng);
    let place = match (&observer.title, is_requested) {
        (Some(title), true) => title,
        (None, true) => &coordinates,
        (_, false) => "Greatest eclipse",
    };
    let zone = observer.zone.as_ref().map_or_else(|| "UTC".to_owned(), |zone| zone.shown().to_string());
    let view = local.greatest_view().filter(|view| view.is_up() && view.obscuration > 0.0);
    let mark = is_requested.then_some((observer.site.lng, observer.site.lat));
    let globe = Curves::of(eclipse)?.globe("card", mark);
    let [width, height] = SIZE;
    let summary = lines(&local.summary());
    let below = 250 + 36 * summary.len();
    Ok(html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label={ (words::name(eclipse)) ", " (place) } {
            style { (PreEscaped(STYLE)) }
            rect width="100%" height="100%" fill="#fbfaf8" {}
            text x="56" y="96" font-size="44" { (words::kind(eclipse)) " solar eclipse" }
            text.muted x="56" y="144" font-size="30" { (words::date(eclipse)) }
            text x="56" y="204" font-size="34" { (shortened(place)) }
            @for (number, line) in summary.iter().enumerate() {
                text x="56" y=(250 + 36 * number) font-size="26" { (line) }
            }
            @for (number, (name, time)) in local.times().iter().enumerate() {
                text.muted x="56" y=(below + 20 + 38 * number) font-size="24" { (name) }
                text x="330" y=(below + 20 + 38 * number) font-size="24" { (time) }
            }
            text.muted x="56" y="592" font-size="20" { (coordinates) " · times: " (zone) }
            svg x="730" y="40" width="410" height="410" { (globe) }
            @if let Some(view) = &view {
                rect x="790" y="460" width="290" height="146" rx="8" fill="#0b0d12" {}
                svg x="790" y="460" width="290" height="146" { (disc::as_seen(view)) }
            }
        }
    })
}

/// Breaks a text into lines of at most [`LINE`] characters.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A name that fits beside the globe, without the country or with an ellipsis if need be.
fn shortened(place: &str) -> String {
    const MOST: usize = 34;
    if place.chars().count() <= MOST {
        return place.to_owned();
    }
    match place.rsplit_once(", ") {
        Some((rest, _)) => shortened(rest),
        None => place.chars().take(MOST - 1).chain(['…']).collect(),
    }
}

/// A picture as PNG.
fn png(svg: &str) -> Vec<u8> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("DejaVuSans.ttf").to_vec());
        Arc::new(fonts)
    });
    let options =
        Options { fontdb: Arc::clone(&FONTS), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("a card is valid SVG");
    let [width, height] = SIZE;
    let mut pixels = Pixmap::new(width, height).expect("the size is not zero");
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().expect("pixels can be encoded in memory")
}
