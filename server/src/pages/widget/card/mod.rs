//! The operation `/eclipse-card/{julian-day}`: an eclipse at a place as a picture.

mod pixels;

use super::map::still::Curves;
use super::shared::contacts::Local;
use super::shared::disc;
use super::shared::picture::{Picture, Shape as Drawn};
use super::shared::request::{Observer, PlaceTexts, credit};
use super::shared::response::COST;
use super::shared::words;
use crate::endpoints::elements::EclipseDay;
use crate::pages::prelude::*;
use crate::vocabulary::formats::SVG;
use maud::PreEscaped;

/// Longest line of the summary, characters.
const LINE: usize = 44;
const BACKGROUND: &str = "#fbfaf8";
/// Colours of the light theme; a picture has no other.
const STYLE: &str = "text{font-family:'DejaVu Sans',system-ui,sans-serif;fill:#1a1c22}\
    .muted{fill:#5b6070}.sea{fill:#cfdfea}.land{fill:#ece8df;stroke:#b9b3a6;stroke-width:2}\
    .graticule{fill:none;stroke:#b9b3a6;stroke-width:2;opacity:.45}.limb{fill:none;stroke:#b9b3a6}\
    .penumbra{fill:none;stroke:#0072b2;stroke-width:4;stroke-dasharray:24 16}\
    .horizon{fill:none;stroke:#00775a;stroke-width:4;stroke-dasharray:8 12}\
    .area{fill:#1a1c22;fill-opacity:.35;stroke:#1a1c22}.area.annular{fill:#d55e00;stroke:#d55e00}\
    .centre{fill:none;stroke:#c1121f;stroke-width:6}\
    .mark{stroke-linecap:round;stroke:#c1121f;stroke-width:32}.mark.place{stroke:#9a4a00;stroke-width:44}\
    .sky-view .sun{fill:#ffd27a}.sky-view .moon{fill:#05070b}\
    .way .outer{fill:#252f4a}.way .inner{fill:#4a1d1a}.way .moon{fill:none;stroke:#cfd6e6;stroke-width:2}\
    .way .deepest{fill:#b9806a}.way .key{fill:#f3f1ec}";

/// Credits of a picture in pixels, which takes several times as long to draw.
pub(super) const PNG_COST: f64 = 10.0 * COST;

static PNG: Form = Form { media_type: "image/png", has_envelope: false, headers: &[] };

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
    elements: ElementsInput,
}

/// Formats of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub(super) enum CardFormat {
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
    let domain = credit(context).domain;
    let work = Work::compute(false, move |buffer| {
        let card = card(&eclipse, &observer, is_requested, domain)?;
        buffer.extend_from_slice(&drawn(&card, chosen.format));
        Ok(())
    });
    Ok(chosen.prepared(echo, cost, work))
}

pub(super) fn drawn(card: &Picture, format: CardFormat) -> Vec<u8> {
    match format {
        CardFormat::Svg => svg(card).into_string().into_bytes(),
        CardFormat::Png => pixels::png(card, BACKGROUND, STYLE),
    }
}

/// The shapes of both formats.
pub(super) fn shape() -> Shape {
    CardFormat::shapes(|format| match format {
        CardFormat::Svg => {
            (Shape::Plain(Described::text()), json!("<svg xmlns=\"http://www.w3.org/2000/svg\" …>…</svg>"))
        }
        CardFormat::Png => (Shape::Plain(Described::bytes()), json!("…")),
    })
}

/// The card of an eclipse at a place.
fn card(
    eclipse: &EclipseElements,
    observer: &Observer,
    is_requested: bool,
    domain: String,
) -> Result<Picture, Problem> {
    let local = Local::new(eclipse, observer);
    let (name, coordinates) = (observer.name(), words::coordinates(observer.site.lat, observer.site.lng));
    let place = if is_requested { &name } else { "Greatest eclipse" };
    let zone = observer
        .zone
        .as_ref()
        .map_or_else(|| "UTC".to_owned(), |zone| zone.shown_at(words::greatest(eclipse)));
    let view = local.greatest_view().filter(|view| view.is_up() && view.obscuration > 0.0);
    let mark = is_requested.then_some((observer.site.lng, observer.site.lat));
    let globe = Curves::of(eclipse)?.globe("card", mark);
    let summary = lines(&local.summary());
    let below = 250 + 36 * summary.len();
    let text = |x, y, size, text| Drawn::Text { class: None, x, y, size, text };
    let muted = |x, y, size, text| Drawn::Text { class: Some("muted"), x, y, size, text };
    let mut shapes = vec![
        text(56, 96, 44, format!("{} solar eclipse", words::kind(eclipse))),
        muted(56, 144, 30, words::date(eclipse)),
        text(56, 204, 34, shortened(place)),
    ];
    shapes
        .extend(summary.into_iter().enumerate().map(|(number, line)| text(56, 250 + 36 * number, 26, line)));
    for (number, (name, time)) in local.times().into_iter().enumerate() {
        let y = below + 20 + 38 * number;
        shapes.extend([muted(56, y, 24, name.to_owned()), text(330, y, 24, time)]);
    }
    shapes.push(muted(56, 592, 20, format!("{coordinates} · times: {zone}")));
    shapes.push(muted(56, 618, 16, domain));
    shapes.push(Drawn::Inset { area: [730, 40, 410, 410], picture: globe });
    if let Some(view) = &view {
        let area = [790, 460, 290, 146];
        shapes.push(Drawn::Panel { area, corner: 8, fill: "#0b0d12" });
        shapes.push(Drawn::Inset { area, picture: disc::as_seen(view) });
    }
    Ok(Picture {
        class: String::new(),
        view: [0.0, 0.0, 1200.0, 630.0],
        label: format!("{}, {place}", words::name(eclipse)),
        shapes,
    })
}

/// A card as a document of its own.
fn svg(card: &Picture) -> Markup {
    let [.., width, height] = card.view;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox=(card.view_box()) role="img" aria-label=(card.label) {
            style { (PreEscaped(STYLE)) }
            rect width="100%" height="100%" fill=(BACKGROUND) {}
            @for shape in &card.shapes { (shape) }
        }
    }
}

/// Breaks a text into lines of at most [`LINE`] characters.
pub(super) fn lines(text: &str) -> Vec<String> {
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
pub(super) fn shortened(place: &str) -> String {
    const MOST: usize = 34;
    if place.chars().count() <= MOST {
        return place.to_owned();
    }
    match place.rsplit_once(", ") {
        Some((rest, _)) => shortened(rest),
        None => place.chars().take(MOST - 1).chain(['…']).collect(),
    }
}
