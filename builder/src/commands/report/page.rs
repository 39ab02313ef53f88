//! The page of the report: one file of HTML that loads nothing else.

use super::contents::Contents;
use super::counts::{PlaceCounts, TYPES};
use super::{plots, world};
use crate::Error;
use crate::commands::verify::CanonResidual;
use artifacts::tables::{eclipses, elements};
use astro::constants::EQUATORIAL_RADIUS_KM;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::ops::RangeInclusive;

/// The page as HTML.
pub(crate) fn html(contents: &Contents) -> Result<String, Error> {
    let title = format!("Umbra, generation {}", contents.generation.manifest().id);
    let body = html! {
        (introduction(contents, &title))
        (eclipses(contents)?)
        (central_paths(contents)?)
        (delta_t(contents)?)
        (residuals(contents)?)
        (fits(contents)?)
        (times(contents)?)
        (tables(contents))
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { (body) }
                footer { small {
                    "Outlines: Natural Earth 1:10m. Sea areas: limits drawn from IHO S-23 (1953), with the \
                     ids of Marine Regions. Licences of everything: LICENSES.md. Questions to the tables and \
                     their answers: COOKBOOK.md of the project."
                } }
            }
        }
    };
    Ok(page.into_string())
}

const STYLE: &str = include_str!("style.css");

/// A heading, a paragraph, and plots side by side.
fn section(title: &str, about: &Markup, plots: &[String]) -> Markup {
    html! {
        h2 { (title) }
        p { (about) }
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

fn introduction(contents: &Contents, title: &str) -> Markup {
    let inputs = &contents.generation.manifest().inputs;
    let count = |letter: &str| contents.solar.iter().filter(|e| e.eclipse_type_primary == letter).count();
    let types = TYPES.map(|(letter, word)| format!("{} {word}", count(letter))).join(", ");
    html! {
        h1 { (title) }
        p {
            (contents.solar.len()) " solar eclipses of the years −1999 … +3000: " (types)
            ". Built by engine " (inputs.engine_version) " from " (inputs.sources.len()) " source files."
        }
    }
}

fn eclipses(contents: &Contents) -> Result<Markup, Error> {
    let types = [0, 1, 2, 3].map(|index| (index, TYPES[index].1.to_owned()));
    let map = world::greatest_eclipses(contents.generation, &contents.solar)?;
    Ok(section("Where greatest eclipse is", &legend(&types), &[map]))
}

fn central_paths(contents: &Contents) -> Result<Markup, Error> {
    const YEARS: RangeInclusive<i32> = 2001..=2100;
    let count = |letter: &str| {
        let is_of_type = |e: &&eclipses::Row| YEARS.contains(&e.year) && e.eclipse_type_primary == letter;
        contents.solar.iter().filter(is_of_type).count()
    };
    let types = [0, 1, 2].map(|index| (index, format!("{} {}", count(TYPES[index].0), TYPES[index].1)));
    let about = html! {
        (legend(&types))
        "Where the Sun is covered or a ring of it remains, " (YEARS.start()) "–" (YEARS.end())
        ", with the central lines; all curves of 1500–2500 are in paths.parquet."
    };
    let map = world::central_paths(contents.generation, YEARS)?;
    Ok(section("The central paths of this century", &about, &[map]))
}

/// The colours of types, by their place in [`TYPES`], with words next to them.
fn legend(types: &[(usize, String)]) -> Markup {
    html! {
        @for (index, words) in types {
            span.key {
                span.dot style=(format!("background:var({})", plots::TYPE_PROPERTIES[*index])) {} (words)
            }
        }
    }
}

fn delta_t(contents: &Contents) -> Result<Markup, Error> {
    let about = html! {
        "The service's ΔT = TT − UT1 with one standard error on either side: over all five millennia, and \
         since the first table from observations."
    };
    let plots = [
        plots::delta_t(contents.generation, -2000.0..3001.0)?,
        plots::delta_t(contents.generation, 1600.0..2150.0)?,
    ];
    Ok(section("ΔT and its uncertainty", &about, &plots))
}

fn residuals(contents: &Contents) -> Result<Markup, Error> {
    let Some((path, residuals)) = &contents.residuals else {
        return Ok(html! {
            h2 { "Differences from a canon" }
            p { "None given: " code { "builder report --canon FILE.csv" } " shows them here." }
        });
    };
    let worst = |f: fn(&CanonResidual) -> f64| residuals.iter().map(|r| f(r).abs()).fold(0.0, f64::max);
    let file = path.file_name().expect("a table that was read has a name");
    let about = html! {
        (residuals.len()) " eclipses of " (file.to_string_lossy())
        ", ours minus the canon's. The canon prints whole seconds and four decimals of γ: half a unit of \
         the last place is its rounding. Worst: "
        (format!("{:.2} s and {:.1e} Earth radii.", worst(|r| r.time_s), worst(|r| r.gamma)))
    };
    let points = |f: fn(&CanonResidual) -> f64| {
        residuals.iter().map(|r| (f64::from(r.year), f(r))).collect::<Vec<_>>()
    };
    let time = plots::scatter(&points(|r| r.time_s), "time of greatest eclipse, s", 1, false)?;
    let gamma = plots::scatter(&points(|r| r.gamma), "γ, Earth radii", 0, true)?;
    Ok(section("Differences from the canon", &about, &[time, gamma]))
}

fn fits(contents: &Contents) -> Result<Markup, Error> {
    // The catalog is numbered from 1.
    let year = |e: &elements::Row| {
        let index = usize::try_from(e.catalog_number).ok().and_then(|number| number.checked_sub(1));
        let eclipse = index.and_then(|index| contents.solar.get(index));
        plots::year(eclipse.expect("elements are those of eclipses of the same generation"))
    };
    let points: Vec<_> = contents.elements.iter().map(|e| (year(e), e.fit_residual_earth_radii)).collect();
    let values: Vec<f64> = points.iter().map(|p| p.1).collect();
    let worst = values.iter().copied().fold(0.0, f64::max);
    let about = html! {
        "Besselian elements: worst distance of x and y from the cubic fitted over t0 ± 3 h, for "
        (values.len()) " eclipses. Worst "
        (format!("{worst:.1e} Earth radii, {:.1} m.", worst * EQUATORIAL_RADIUS_KM * 1000.0))
        @if let Some(s) = &contents.summary {
            " The ephemeris follows its series to " (format!("{:.6}″", s.worst_ephemeris_residual_arcsec))
            " and " (format!("{:.1} m", s.worst_ephemeris_residual_m)) " of the Moon's distance."
        }
    };
    let plots = [
        plots::scatter(&points, "residual, Earth radii", 0, true)?,
        plots::histogram(&values, "residual, Earth radii")?,
    ];
    Ok(section("Residuals of the fits", &about, &plots))
}

fn times(contents: &Contents) -> Result<Markup, Error> {
    let Some(summary) = &contents.summary else {
        return Ok(html! {
            h2 { "Time of each stage" }
            p { "Not known: another build has been run here since this generation was made." }
        });
    };
    let about = html! {
        "Wall time of the build that made this generation, " (format!("{:.1} s", summary.total_s)) " in all."
    };
    Ok(section("Time of each stage", &about, &[plots::stages(&summary.stages_s)?]))
}

fn tables(contents: &Contents) -> Markup {
    let counts = &contents.counts;
    html! {
        h2 { "Greatest eclipses by country and sea" }
        div.tables {
            (table("Countries", &counts.countries))
            (table("IHO sea areas", &counts.seas))
        }
        p {
            (counts.neither.all()) " " (counts.neither.name)
            ": the Caspian Sea, or land that no country's code is in common use for."
        }
    }
}

fn table(title: &str, places: &[PlaceCounts]) -> Markup {
    html! {
        table {
            caption {
                (title) ": " (places.iter().map(PlaceCounts::all).sum::<u32>()) " in " (places.len())
            }
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
