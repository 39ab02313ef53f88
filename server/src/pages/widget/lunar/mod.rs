//! The operation `/lunar-eclipse`: a page about a lunar eclipse, without scripts.

pub(crate) mod card;
mod shown;
mod way;

use self::shown::{Row, Shown};
use super::shared::card_address::lunar_card_address;
use super::shared::panel::credits;
use super::shared::request::{
    ATTRIBUTION, Attribution, Credit, Observer, PlaceTexts, address, attribution_needs_pro,
};
use super::shared::response::{COST, PAGE, secured};
use super::shared::{calendar, lunar, words};
use crate::endpoints::lunar_circumstances::LunarEclipse;
use crate::pages::assets::Modules;
use crate::pages::document::Document;
use crate::pages::prelude::*;
use maud::Render;

static MODULES: LazyLock<Modules> = LazyLock::new(|| Modules::new(&[]));

pub(crate) const OPERATION: Operation =
    Operation::with::<LunarEclipseQuery>("lunar-eclipse", &["/lunar-eclipse"], prepare)
        .documented(Group::Widgets, include_str!("description.md"))
        .access(Access::Widget)
        .cost(COST)
        .refusals(&[Code::NoData, Code::PlanRequired])
        .form(&PAGE)
        .describe(|| Shape::Plain(described::<String>()));

/// The parameters of `/lunar-eclipse`.
#[derive(Parameters)]
struct LunarEclipseQuery {
    /// Date of the eclipse, preferably `YYYY-MM-DD`; any instant within 1.5 days of greatest eclipse selects
    /// it.
    #[param(example = "2028-12-31")]
    date: Instant,
    #[param(example = "place:Oviedo", alias = "observer", meaning = OBSERVER, shown)]
    obs: Option<Site>,
    #[param(flatten)]
    texts: PlaceTexts,
    #[param(example = "1", meaning = ATTRIBUTION, default = Attribution::SHOWN)]
    attribution: Attribution,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    attribution_needs_pro(input, context, &LunarEclipseQuery::ATTRIBUTION)?;
    let query: LunarEclipseQuery = input.parameters()?;
    let credit = query.attribution.credit(context);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    let delta_t = DeltaTInForce::new(DeltaTInput::default(), context);
    let jd = query.date.ut1().0;
    let eclipse = LunarEclipse::of(context, jd, &delta_t, LunarEclipseQuery::DATE.name)
        .map_err(|problem| with_nearest(context, problem, jd, &delta_t))?;
    let observer = query.obs.map(|site| Observer::new(context, site, query.texts));
    let image = lunar_card_address(context, query.date, query.obs);
    let shown = Shown { data: context.generation(), eclipse, delta_t, observer };
    let calendar = query.obs.filter(|_| context.gate.is_demo).map(|site| calendar_address(query.date, site));
    let work = Work::compute(false, move |buffer| {
        buffer.extend_from_slice(page(&shown, image, calendar, credit.as_ref()).as_bytes());
        Ok(())
    });
    let prepared = Prepared::new(&PAGE, echo, COST, Freshness::NeverShared, work);
    Ok(secured(prepared, context, &MODULES, &[]))
}

/// The error with links to the eclipses before and after a day.
fn with_nearest(context: &Context, problem: Problem, jd: f64, delta_t: &DeltaTInForce) -> Problem {
    if problem.code != Code::NoData {
        return problem;
    }
    let all = &context.data.lunar_catalog.eclipses;
    let instant = |e: &LunarFacts| Instant::from_ut1(e.greatest.to_ut1(delta_t.at_tt(e.greatest)));
    let (before, after) = all.split_at(all.partition_point(|e| instant(e).ut1().0 < jd));
    let nearest = before.last().into_iter().chain(after.first());
    let link = |facts: &LunarFacts| {
        let at = instant(facts);
        let words = format!("{} ({})", calendar::date(at), lunar::kind(facts.kind).to_lowercase());
        (words, address(context, &at.date()))
    };
    let text = "there is no lunar eclipse on this date. The nearest are these".to_owned();
    problem.with_page_text(text, nearest.map(link).collect())
}

/// The address of the eclipse at a place as a calendar.
fn calendar_address(date: Instant, site: Site) -> String {
    let [from, to] = [-2, 2].map(|days| Instant { unix_ms: date.unix_ms + days * MS_PER_DAY }.date());
    let Site { lat, lng, height, .. } = site;
    format!("/lunar-eclipse/search/{from}/{to}?obs={lat},{lng},{height}&tz=auto&format=ics")
}

fn page(shown: &Shown, image: Option<String>, calendar: Option<String>, credit: Option<&Credit>) -> String {
    let (name, seen) = (shown.name(), shown.seen());
    let calendar = calendar.filter(|_| seen.is_some());
    let observer = shown.observer.as_ref();
    let title = observer.map(Observer::name);
    let body = html! {
        header.bar { div { h1 { (name) } p { (shown.about()) } } }
        main {
            figure #stage { (shown.picture().render()) }
            section #panel aria-labelledby="place" {
                h2 #place { (title.as_deref().unwrap_or("Contacts")) }
                @if let Some(of) = observer {
                    @if let Some(subtitle) = &of.subtitle { p.subtitle { (subtitle) } }
                    @if let Some(zone) = &of.zone { p.coordinates { (zone.shown_at(shown.greatest())) } }
                }
                p #summary { (shown.summary(seen.as_ref())) }
                div.table tabindex="0" role="group" aria-label="Contacts" {
                    (table(&shown.rows(), observer))
                }
                p #accuracy { "The edge of the shadow is diffuse: times are uncertain by half a minute." }
                @if let Some(calendar) = calendar { p { a.button href=(calendar) { "Add to a calendar" } } }
            }
        }
        (credits(credit, None, false))
    };
    let document = Document {
        title: &name,
        class: "lunar",
        styles: &["look.css", "widget.css"],
        modules: None,
        image,
        data: None,
        body,
    };
    document.text()
}

/// The table of contacts, with local times and the Moon for an observer.
fn table(rows: &[Row], observer: Option<&Observer>) -> Markup {
    let zone = observer.and_then(|of| of.zone.as_ref());
    let time = |at: Instant| html! { (calendar::short_time(at)) " " small { (calendar::day(at)) } };
    let columns = ["Local", "UTC", "Altitude", "Azimuth"];
    let shown = [zone.is_some(), true, observer.is_some(), observer.is_some()];
    html! {
        table #contacts {
            thead {
                tr {
                    th scope="col" { "Event" }
                    @for (column, _) in columns.iter().zip(shown).filter(|(_, shown)| *shown) {
                        th scope="col" { (column) }
                    }
                }
            }
            tbody {
                @for Row { key, name, at, moon } in rows {
                    @let is_down = moon.is_some_and(|(.., is_up)| !is_up);
                    tr data-contact=(key) class=[is_down.then_some("below")] {
                        th scope="row" {
                            (key) " · " (name)
                            @if is_down { " " small { "below the horizon" } }
                        }
                        @if let Some(local) = zone.map(|zone| zone.local(*at).unwrap_or(*at)) {
                            td { (time(local)) }
                        }
                        td { time datetime=(at.iso()) { (time(*at)) } }
                        @if let Some((altitude, azimuth, _)) = moon {
                            td { (words::degrees(*altitude)) }
                            td { (words::degrees(*azimuth)) }
                        }
                    }
                }
            }
        }
    }
}
