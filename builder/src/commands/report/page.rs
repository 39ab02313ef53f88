//! The page of the report: one file of HTML that loads nothing else.

use super::centuries::{centuries, century, first_year};
use super::contents::Contents;
use super::counts::{PlaceCounts, TYPES, column};
use super::plots::{PlotAxis, degrees, whole};
use super::{dots, plots, queries, world};
use crate::Error;
use crate::commands::verify::CanonResidual;
use artifacts::tables::{eclipses, elements};
use astro::constants::EQUATORIAL_RADIUS_KM;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::ops::RangeInclusive;

pub(crate) fn html(contents: &Contents) -> Result<String, Error> {
    let sections = [
        by_century(contents),
        greatest(contents)?,
        this_century(contents)?,
        saros(contents)?,
        by_latitude(contents)?,
        places(contents),
        delta_t(contents)?,
        accuracy(contents)?,
    ];
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (TITLE) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    (introduction(contents, &sections))
                    @for section in &sections { (section.markup) }
                }
                (footer(contents))
                script type="module" { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

const TITLE: &str = "Solar eclipses of five millennia";
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("report.js");

/// A section with its title in the list of contents.
struct Section {
    title: &'static str,
    id: String,
    markup: Markup,
}

impl Section {
    /// A heading, a paragraph, content, and the query for the data.
    fn new(title: &'static str, about: &Markup, content: &Markup, query: &str) -> Self {
        let id = title.to_lowercase().replace(' ', "-");
        let markup = html! {
            section id=(id) {
                h2 { (title) }
                p { (about) }
                (content)
                details { summary { "Query" } pre.query { (query) } }
            }
        };
        Self { title, id, markup }
    }

    /// A section with plots side by side.
    fn of_plots(title: &'static str, about: &Markup, plots: &[String], query: &str) -> Self {
        Self::new(title, about, &figures(title, plots), query)
    }
}

/// Plots side by side.
fn figures(title: &str, plots: &[String]) -> Markup {
    html! {
        div.plots {
            // A narrow screen scrolls the plot, not the page; with the keyboard too.
            @for plot in plots {
                figure tabindex="0" aria-label=(title) { (PreEscaped(scalable(plot, title))) }
            }
        }
    }
}

/// Lets the page shrink the plot: the size in pixels becomes the view box and the maximum. Below a fraction
/// of it, the text would be unreadable.
fn scalable(svg: &str, title: &str) -> String {
    const LEAST: f64 = 0.6;
    let (head, rest) = svg.split_at(svg.find('>').expect("a plot is an element of SVG"));
    let size = |name: &str| {
        let value = head.split_once(&format!("{name}=\"")).and_then(|(_, t)| t.split_once('"'));
        value.expect("the sheet states its width and height").0
    };
    let (width, height) = (size(" width"), size(" height"));
    let least = LEAST * width.parse::<f64>().expect("the width of a sheet is a number");
    format!(
        "<svg role=\"img\" aria-label=\"{title}\" style=\"min-width:{least}px;max-width:{width}px\" \
         viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\"{rest}"
    )
}

fn introduction(contents: &Contents, sections: &[Section]) -> Markup {
    let count = |letter: &str| contents.solar.iter().filter(|e| e.eclipse_type_primary == letter).count();
    let types = TYPES.map(|(letter, word)| format!("{} {word}", grouped(count(letter)))).join(", ");
    let centuries = || centuries(&contents.solar).into_keys();
    html! {
        h1 { (TITLE) }
        p {
            "From −1999 to 3000 the Moon covers the Sun, in whole or in part, "
            (grouped(contents.solar.len())) " times: " (types) "."
        }
        nav aria-label="Contents" {
            ul { @for section in sections { li { a href={ "#" (section.id) } { (section.title) } } } }
        }
        // The script shows it.
        form hidden aria-label="Filter" {
            @for (index, (letter, word)) in TYPES.iter().enumerate() {
                label.key {
                    input type="checkbox" name="type" value=(letter) checked;
                    (dot(index)) (word)
                }
            }
            label {
                "from " select name="from" {
                    @for c in centuries() { option value=(c) { (year(first_year(c))) } }
                }
            }
            label {
                " to " select name="to" {
                    @for c in centuries().rev() { option value=(c) { (year(first_year(c) + 99)) } }
                }
            }
            output {}
        }
    }
}

fn footer(contents: &Contents) -> Markup {
    let manifest = contents.generation.manifest();
    html! {
        footer {
            @if let Some(summary) = &contents.summary {
                details {
                    summary { "Time of each stage of the build: " (format!("{:.1} s", summary.total_s)) }
                    ul {
                        @for (stage, time_s) in &summary.stages_s {
                            li { (stage) (format!(" {time_s:.2} s")) }
                        }
                    }
                }
            }
            p { small {
                "Generation " (manifest.id) ", Umbra " (manifest.inputs.engine_version)
                ". Outlines: Natural Earth 1:10m. Sea areas: limits drawn from IHO S-23 (1953), with the ids \
                 of Marine Regions. LICENSES.md, next to this page, lists all licences. COOKBOOK.md of the \
                 project answers further questions with DuckDB, Polars and pandas."
            } }
        }
    }
}

fn by_century(contents: &Contents) -> Section {
    let centuries = centuries(&contents.solar);
    let about = html! {
        "A century has 222 to 255 solar eclipses. The longest eclipses of 1501–2499 link to their maps."
    };
    let longest = |e: Option<&eclipses::Row>| html! { @if let Some(e) = e { (duration(contents, e)) } };
    let table = html! {
        div.scroll tabindex="0" { table {
            tr {
                th scope="col" { "years" } th scope="col" { "all" }
                @for (_, word) in TYPES { th scope="col" { (word) } }
                th scope="col" { "longest total" } th scope="col" { "longest annular" }
            }
            @for (century, counts) in &centuries {
                tr data-century=(century) data-counts=(counts.of_type.map(|n| n.to_string()).join(" ")) {
                    td { (year(first_year(*century))) " … " (year(first_year(*century) + 99)) }
                    td { (counts.of_type.iter().sum::<u32>()) }
                    @for count in counts.of_type { td { (count) } }
                    @for e in counts.longest { td { (longest(e)) } }
                }
            }
        } }
    };
    Section::new("Eclipses by century", &about, &table, queries::CENTURIES)
}

/// The duration of a central eclipse, with its date and a link to its map if the service has one.
fn duration(contents: &Contents, e: &eclipses::Row) -> Markup {
    const MAPS: RangeInclusive<i32> = 1501..=2499;
    let time_s = e.central_duration_s.unwrap_or_default().round();
    let text = format!("{:.0} min {:02.0} s", (time_s / 60.0).floor(), time_s % 60.0);
    let date = format!("{}-{:02}-{:02}", year(e.year), e.month, e.day);
    html! {
        (text) " "
        @if MAPS.contains(&e.year) { a href=(map(contents, e)) { (date) } } @else { (date) }
    }
}

/// The address of the map of an eclipse.
fn map(contents: &Contents, e: &eclipses::Row) -> String {
    // Maps have the date in UTC, the catalog in TD.
    let of_catalog = contents.elements.iter().find(|row| row.catalog_number == e.catalog_number);
    let date = of_catalog.map_or((e.year, e.month, e.day), |row| (row.year, row.month, row.day));
    format!("{}/eclipse-path?date={:04}-{:02}-{:02}", contents.site, date.0, date.1, date.2)
}

fn greatest(contents: &Contents) -> Result<Section, Error> {
    let about = html! {
        "Each point is the place where the axis of the Moon's shadow passes nearest the centre of the Earth. \
         Partial eclipses lie in the polar regions, where the axis misses the Earth. "
        (legend(&all_types()))
    };
    let map = world::greatest_eclipses(contents.generation, &contents.solar)?;
    Ok(Section::of_plots("Where eclipses are greatest", &about, &[map], queries::GREATEST))
}

fn this_century(contents: &Contents) -> Result<Section, Error> {
    const YEARS: RangeInclusive<i32> = 2001..=2100;
    let central =
        || contents.solar.iter().filter(|e| YEARS.contains(&e.year) && e.central_duration_s.is_some());
    let count = |letter: &str| {
        let is_of_type = |e: &&eclipses::Row| YEARS.contains(&e.year) && e.eclipse_type_primary == letter;
        contents.solar.iter().filter(is_of_type).count()
    };
    let types = [0, 1, 2].map(|index| (index, format!("{} {}", count(TYPES[index].0), TYPES[index].1)));
    let about = html! {
        "Where the Moon covers the Sun or leaves a ring of it, " (YEARS.start()) "–" (YEARS.end()) ". "
        (legend(&types))
    };
    let content = html! {
        (figures("Paths of this century", &[world::central_paths(contents.generation, YEARS)?]))
        details {
            summary { "The " (central().count()) " central eclipses, with links to their maps" }
            div.scroll tabindex="0" { table {
                tr {
                    @for word in ["type", "greatest at", "duration, date", "width, km", "Saros"] {
                        th scope="col" { (word) }
                    }
                }
                @for e in central() {
                    tr data-type=(e.eclipse_type_primary) data-century=(century(e.year)) {
                        td { (TYPES[column(e.eclipse_type_primary)].1) }
                        td { (contents.names.place(e)) }
                        td { (duration(contents, e)) }
                        td { @if let Some(width_km) = e.path_width_km { (format!("{width_km:.0}")) } }
                        td { (e.saros) }
                    }
                }
            } }
        }
    };
    Ok(Section::new("Paths of this century", &about, &content, queries::PATHS))
}

fn saros(contents: &Contents) -> Result<Section, Error> {
    /// Size of the plot, pixels: five for each series.
    const SIZE: (u32, u32) = (1500, 1100);
    let about = html! {
        "Eclipses of a series follow each other by 18 years 11 days. A series begins and ends with partial \
         eclipses at opposite poles, and has 70 to 86 eclipses. "
        (legend(&all_types()))
    };
    let x = PlotAxis { range: -2050.0..3050.0, title: "year", tick: &whole };
    let y = PlotAxis { range: -15.0..193.0, title: "Saros series", tick: &whole };
    let plot = dots::plot(SIZE, x, y, &contents.solar, |e| Some((plots::year(e), e.saros.into())))?;
    Ok(Section::of_plots("Saros series", &about, &[plot], queries::SAROS))
}

fn by_latitude(contents: &Contents) -> Result<Section, Error> {
    /// Size of a plot, pixels.
    const SIZE: (u32, u32) = (740, 560);
    /// Wider paths are those of grazing eclipses near the poles, km.
    const WIDEST_KM: f64 = 600.0;
    let is_wider = |e: &&eclipses::Row| e.path_width_km.is_some_and(|km| km > WIDEST_KM);
    let about = html! {
        "Eclipses last longest near the equator, where the ground turns along with the shadow. Near the \
         poles the shadow falls at a low angle, and paths are wide. "
        (grouped(contents.solar.iter().filter(is_wider).count())) " paths are wider than the plot. "
        (legend(&all_types()[..3]))
    };
    let latitude = || PlotAxis { range: -90.0..90.0, title: "latitude of greatest eclipse", tick: &degrees };
    let width = PlotAxis { range: 0.0..WIDEST_KM, title: "width of the path, km", tick: &whole };
    let time = PlotAxis { range: 0.0..13.0, title: "duration on the central line, min", tick: &whole };
    let solar = &contents.solar;
    let plots = [
        dots::plot(SIZE, latitude(), width, solar, |e| {
            e.path_width_km.filter(|km| *km <= WIDEST_KM).map(|km| (e.latitude_deg, km))
        })?,
        dots::plot(SIZE, latitude(), time, solar, |e| {
            e.central_duration_s.map(|s| (e.latitude_deg, s / 60.0))
        })?,
    ];
    Ok(Section::of_plots("Width and duration by latitude", &about, &plots, queries::WIDTHS))
}

/// All types with their words.
fn all_types() -> [(usize, String); 4] {
    [0, 1, 2, 3].map(|index| (index, TYPES[index].1.to_owned()))
}

/// The colours of types, by their place in [`TYPES`], with words next to them.
fn legend(types: &[(usize, String)]) -> Markup {
    html! {
        @for (index, words) in types {
            span.key { (dot(*index)) (words) }
        }
    }
}

/// The colour of a type.
fn dot(index: usize) -> Markup {
    html! { span.dot style=(format!("background:var({})", plots::TYPE_PROPERTIES[index])) {} }
}

/// Digits in groups of three.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// A year with a true minus.
fn year(year: i32) -> String {
    whole(&year.into())
}

fn delta_t(contents: &Contents) -> Result<Section, Error> {
    let about = html! {
        "The Earth turns ever more slowly, so the time of its turning falls behind uniform time: ΔT = TT − \
         UT1, with one standard error on either side. It decides at which longitude an eclipse is seen."
    };
    let plots = [
        plots::delta_t(contents.generation, -2000.0..3001.0)?,
        plots::delta_t(contents.generation, 1600.0..2150.0)?,
    ];
    Ok(Section::of_plots("ΔT and its uncertainty", &about, &plots, queries::DELTA_T))
}

/// Differences from a canon, if one was given, and residuals of the fits.
fn accuracy(contents: &Contents) -> Result<Section, Error> {
    // The catalog is numbered from 1.
    let year = |e: &elements::Row| {
        let index = usize::try_from(e.catalog_number).ok().and_then(|number| number.checked_sub(1));
        let eclipse = index.and_then(|index| contents.solar.get(index));
        plots::year(eclipse.expect("elements are those of eclipses of the same generation"))
    };
    let metres = |e: &elements::Row| e.fit_residual_earth_radii * EQUATORIAL_RADIUS_KM * 1000.0;
    let points: Vec<_> = contents.elements.iter().map(|e| (year(e), metres(e))).collect();
    let values: Vec<f64> = points.iter().map(|p| p.1).collect();
    let worst = values.iter().copied().fold(0.0, f64::max);
    let about = html! {
        "Besselian elements are cubics over six hours. The shadow axis that they give is at most "
        (format!("{worst:.1} m")) " from the computed one, for " (grouped(values.len())) " eclipses."
        @if let Some(s) = &contents.summary {
            " The ephemeris follows its series to " (format!("{:.6}″", s.worst_ephemeris_residual_arcsec))
            " and " (format!("{:.1} m", s.worst_ephemeris_residual_m)) " of the Moon's distance."
        }
    };
    let plots = [plots::scatter(&points, "residual, m", 1)?, plots::histogram(&values, "residual, m")?];
    let content = html! { (figures("Residuals of the fits", &plots)) (residuals(contents)?) };
    Ok(Section::new("Accuracy", &about, &content, queries::FITS))
}

fn residuals(contents: &Contents) -> Result<Markup, Error> {
    let Some((path, residuals)) = &contents.residuals else { return Ok(html! {}) };
    let worst = |f: fn(&CanonResidual) -> f64| residuals.iter().map(|r| f(r).abs()).fold(0.0, f64::max);
    let file = path.file_name().expect("a table that was read has a name");
    let points = |f: fn(&CanonResidual) -> f64| {
        residuals.iter().map(|r| (f64::from(r.year), f(r))).collect::<Vec<_>>()
    };
    let millionths: fn(&CanonResidual) -> f64 = |r| r.gamma * 1e6;
    let plots = [
        plots::scatter(&points(|r| r.time_s), "time of greatest eclipse, s", 1)?,
        plots::scatter(&points(millionths), "γ, millionths of an Earth radius", 0)?,
    ];
    Ok(html! {
        h3 { "Differences from a canon" }
        p {
            (grouped(residuals.len())) " eclipses of " (file.to_string_lossy())
            ", ours minus the canon's. The canon prints whole seconds and four decimals of γ: half a unit of \
             the last place is its rounding. Worst: "
            (format!("{:.2} s and {:.0} millionths", worst(|r| r.time_s), worst(millionths)))
            " of an Earth radius."
        }
        (figures("Differences from a canon", &plots))
    })
}

fn places(contents: &Contents) -> Section {
    let counts = &contents.counts;
    let about = html! {
        "Where greatest eclipse is. " (counts.neither.all()) " are " (counts.neither.name)
        ": the Caspian Sea, or land that no country's code is in common use for."
    };
    let content = html! {
        div.tables { (table("Countries", &counts.countries)) (table("IHO sea areas", &counts.seas)) }
    };
    Section::new("Countries and seas", &about, &content, queries::PLACES)
}

fn table(title: &str, places: &[PlaceCounts]) -> Markup {
    let all: u32 = places.iter().map(PlaceCounts::all).sum();
    html! {
        details {
            summary { (title) ": " (grouped(all as usize)) " in " (places.len()) }
            table {
                tr {
                    @for word in ["code", "name", "all"] { th scope="col" { (word) } }
                    @for (_, word) in TYPES { th scope="col" { (word) } }
                }
                @for place in places {
                    tr {
                        td { (place.code) } td { (place.name) } td { (place.all()) }
                        @for count in place.of_type { td { (count) } }
                    }
                }
            }
        }
    }
}
