//! The operation `/lunar-eclipse-card/{julian-day}`: a lunar eclipse at a place as a picture.

use super::shown::Shown;
use crate::endpoints::lunar_circumstances::LunarEclipse;
use crate::pages::prelude::*;
use crate::pages::widget::card::{CardFormat, PNG_COST, drawn, lines, shape, shortened};
use crate::pages::widget::shared::calendar;
use crate::pages::widget::shared::picture::{Picture, Shape as Drawn};
use crate::pages::widget::shared::request::{Observer, PlaceTexts, credit};
use crate::pages::widget::shared::response::COST;
use crate::vocabulary::formats::SVG;

pub(crate) const OPERATION: Operation =
    Operation::with::<LunarCardQuery>("lunar-eclipse-card", &["/lunar-eclipse-card/{julian-day}"], prepare)
        .documented(Group::Widgets, include_str!("card.md"))
        .access(Access::Widget)
        .cost(COST)
        .refusals(&[Code::NoData])
        .form(&SVG)
        .describe(shape);

/// The parameters of `/lunar-eclipse-card`.
#[derive(Parameters)]
struct LunarCardQuery {
    /// Julian Day that identifies the eclipse: midnight UTC of its date, or any instant within 1.5 days of
    /// greatest eclipse. A date is accepted too (`2028-12-31`).
    #[param(path, name = "julian-day", example = "2462136.5", echo = "jd")]
    jd: Day,
    #[param(example = "place:Burgos,ES", alias = "observer", meaning = OBSERVER, shown)]
    obs: Option<Site>,
    #[param(flatten)]
    texts: PlaceTexts,
    /// `svg` (the default) or `png`. If left out, `Accept` decides.
    #[param(example = "svg")]
    format: Option<CardFormat>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LunarCardQuery = input.parameters()?;
    let chosen = CardFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    let delta_t = DeltaTInForce::new(DeltaTInput::default(), context);
    let eclipse = LunarEclipse::of(context, query.jd.0, &delta_t, LunarCardQuery::JD.name)?;
    let cost = if chosen.format == CardFormat::Png { PNG_COST } else { COST };
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let observer = query.obs.map(|site| Observer::new(context, site, query.texts));
    let shown = Shown { data: context.generation(), eclipse, delta_t, observer };
    let domain = credit(context).domain;
    let work = Work::compute(false, move |buffer| {
        buffer.extend_from_slice(&drawn(&card(&shown, &domain), chosen.format));
        Ok(())
    });
    Ok(chosen.prepared(echo, cost, work))
}

fn card(shown: &Shown, domain: &str) -> Picture {
    let observer = shown.observer.as_ref();
    let zone = observer.and_then(|of| of.zone.as_ref());
    let clock = zone.map_or_else(|| "UTC".to_owned(), |zone| zone.shown_at(shown.greatest()));
    let place = observer.map(Observer::name);
    let text = |class, x, y, size, text| Drawn::Text { class, x, y, size, text };
    let muted = Some("muted");
    let mut shapes = vec![
        text(None, 56, 96, 44, format!("{} lunar eclipse", shown.kind())),
        text(muted, 56, 144, 30, calendar::date(shown.greatest())),
        text(None, 56, 204, 34, shortened(place.as_deref().unwrap_or("Everywhere under the Moon"))),
    ];
    let summary = lines(&shown.summary(shown.seen().as_ref()));
    let below = 270 + 36 * summary.len();
    shapes.extend(summary.into_iter().enumerate().map(|(n, line)| text(None, 56, 250 + 36 * n, 26, line)));
    let rows = shown.rows();
    let seen = rows.iter().filter(|row| row.moon.is_none_or(|(.., is_up)| is_up));
    for (number, row) in seen.enumerate() {
        let at = zone.and_then(|zone| zone.local(row.at)).unwrap_or(row.at);
        let y = below + 32 * number;
        shapes.push(text(muted, 56, y, 24, row.name.to_owned()));
        shapes.push(text(None, 360, y, 24, calendar::short_time(at)));
    }
    shapes.push(text(muted, 56, 592, 20, format!("Times: {clock}")));
    shapes.push(text(muted, 56, 618, 16, domain.to_owned()));
    shapes.push(Drawn::Inset { area: [640, 55, 520, 520], picture: shown.picture() });
    Picture {
        class: String::new(),
        view: [0.0, 0.0, 1200.0, 630.0],
        label: place.map_or_else(|| shown.name(), |place| format!("{}, {place}", shown.name())),
        shapes,
    }
}
