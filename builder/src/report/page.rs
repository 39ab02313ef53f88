//! The page: one file, nothing loaded from anywhere.

use super::counts::{Counts, Line, TYPES};
use super::{Report, plots};
use crate::Error;
use std::fmt::Write;

/// The whole page.
pub fn html(report: &Report, counts: &Counts) -> Result<String, Error> {
    let manifest = report.generation.manifest();
    let mut body = format!(
        "<h1>Umbra, generation {}</h1>\n<p>{} solar eclipses of the years −1999 … +3000: {}. Built by engine {} from {} source files.</p>\n",
        manifest.id,
        report.solar.len(),
        types(report),
        escaped(&manifest.inputs.engine_version),
        manifest.inputs.sources.len()
    );
    section(&mut body, "Where greatest eclipse is", &legend(), &[plots::world_map(report)?]);
    let about = "The service's ΔT = TT − UT1 with one standard error on either side: over all five millennia, and since the first table from observations.";
    section(
        &mut body,
        "ΔT and its uncertainty",
        about,
        &[plots::delta_t(report, -2000.0..3001.0)?, plots::delta_t(report, 1600.0..2150.0)?],
    );
    residuals(&mut body, report)?;
    fits(&mut body, report)?;
    times(&mut body, report)?;
    body.push_str("<h2>Greatest eclipses by country and sea</h2>\n<div class=tables>\n");
    table(&mut body, "Countries", &counts.countries);
    table(&mut body, "IHO sea areas", &counts.seas);
    let _ = write!(
        body,
        "</div>\n<p>{} {}: the Caspian Sea, or land that no country's code is in common use for.</p>\n",
        counts.neither.all(),
        counts.neither.name
    );
    Ok(format!(
        "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>Umbra, generation {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}{CREDITS}</body>\n</html>\n",
        manifest.id
    ))
}

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; max-width: 1500px; margin: 0 auto; padding: 1rem; color: #222; background: #fff; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
figure { margin: 0; } svg { width: 100%; height: auto; display: block; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 600px), 1fr)); gap: 1rem; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 2rem; align-items: start; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .1rem .4rem; border-bottom: 1px solid #e4e4e4; text-align: right; } th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
.key { white-space: nowrap; margin-right: 1.2rem; } .dot { display: inline-block; width: .7rem; height: .7rem; border-radius: 50%; margin-right: .3rem; }
";

const CREDITS: &str = "<p><small>Outlines: Natural Earth 1:10m. Sea areas: limits drawn from IHO S-23 (1953), with the ids of Marine Regions. Licences of everything: LICENSES.md.</small></p>\n";

fn section(body: &mut String, title: &str, about: &str, plots: &[String]) {
    let _ = write!(body, "<h2>{title}</h2>\n<p>{about}</p>\n<div class=plots>\n");
    for plot in plots {
        let _ = writeln!(body, "<figure>{}</figure>", scalable(plot));
    }
    body.push_str("</div>\n");
}

/// Lets the page shrink the plot: the size in pixels becomes that of its own coordinates, and its greatest.
fn scalable(svg: &str) -> String {
    let Some(end) = svg.find('>') else { return svg.to_owned() };
    let (head, rest) = svg.split_at(end);
    let size = |name: &str| {
        head.split_once(&format!("{name}=\""))
            .and_then(|(_, t)| t.split_once('"'))
            .map_or("0", |(value, _)| value)
    };
    let (width, height) = (size(" width"), size(" height"));
    format!(
        "<svg style=\"max-width:{width}px\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\"{rest}"
    )
}

fn types(report: &Report) -> String {
    let count = |letter: char| report.solar.iter().filter(|e| e.eclipse_type.starts_with(letter)).count();
    TYPES.map(|(letter, word)| format!("{} {word}", count(letter))).join(", ")
}

fn legend() -> String {
    let key = |((_, word), c): (&(char, &str), &plotters::prelude::RGBColor)| {
        format!(
            "<span class=key><span class=dot style=\"background:rgb({},{},{})\"></span>{word}</span>",
            c.0, c.1, c.2
        )
    };
    TYPES.iter().zip(&plots::TYPE_COLOURS).map(key).collect()
}

fn residuals(body: &mut String, report: &Report) -> Result<(), Error> {
    let Some((path, residuals)) = &report.residuals else {
        body.push_str("<h2>Differences from a canon</h2>\n<p>None given: <code>builder report --canon FILE.csv</code> shows them here.</p>\n");
        return Ok(());
    };
    let worst =
        |f: fn(&crate::verify::Residual) -> f64| residuals.iter().map(|r| f(r).abs()).fold(0.0, f64::max);
    let about = format!(
        "{} eclipses of {}, ours minus the canon's. The canon prints whole seconds and four decimals of γ: half a unit of the last place is its rounding. Worst: {:.2} s and {:.1e} Earth radii.",
        residuals.len(),
        escaped(&path.file_name().unwrap_or_default().to_string_lossy()),
        worst(|r| r.time_s),
        worst(|r| r.gamma)
    );
    let points = |f: fn(&crate::verify::Residual) -> f64| {
        residuals.iter().map(|r| (f64::from(r.year), f(r))).collect::<Vec<_>>()
    };
    let time = plots::scatter(&points(|r| r.time_s), "time of greatest eclipse, s", 1, false)?;
    let gamma = plots::scatter(&points(|r| r.gamma), "γ, Earth radii", 0, true)?;
    section(body, "Differences from the canon", &about, &[time, gamma]);
    Ok(())
}

fn fits(body: &mut String, report: &Report) -> Result<(), Error> {
    let of = |number: i32| report.solar.get((number as usize).wrapping_sub(1));
    let points: Vec<_> = report
        .elements
        .iter()
        .filter_map(|e| Some((plots::year(of(e.catalog_number)?), e.fit_residual_earth_radii)))
        .collect();
    let values: Vec<f64> = points.iter().map(|p| p.1).collect();
    let worst = values.iter().copied().fold(0.0, f64::max);
    let ephemeris = report.summary.as_ref().map_or_else(String::new, |s| {
        format!(
            " The ephemeris follows its series to {:.6}″ and {:.1} m of the Moon's distance.",
            s.worst_ephemeris_residual_arcsec, s.worst_ephemeris_residual_m
        )
    });
    let about = format!(
        "Besselian elements: worst distance of x and y from the cubic fitted over t0 ± 3 h, for {} eclipses. Worst {worst:.1e} Earth radii, {:.1} m.{ephemeris}",
        values.len(),
        worst * 6_378_137.0
    );
    let plots = [
        plots::scatter(&points, "residual, Earth radii", 0, true)?,
        plots::histogram(&values, "residual, Earth radii")?,
    ];
    section(body, "Residuals of the fits", &about, &plots);
    Ok(())
}

fn times(body: &mut String, report: &Report) -> Result<(), Error> {
    let Some(summary) = &report.summary else {
        body.push_str("<h2>Time of each stage</h2>\n<p>Not known: another build has been run here since this generation was made.</p>\n");
        return Ok(());
    };
    let about = format!("Wall time of the build that made this generation, {:.1} s in all.", summary.total_s);
    section(body, "Time of each stage", &about, &[plots::stages(&summary.stages_s)?]);
    Ok(())
}

fn table(body: &mut String, title: &str, lines: &[Line]) {
    let _ = write!(
        body,
        "<table><caption>{title}: {} in {}</caption><tr><th>code<th>name<th>all",
        lines.iter().map(Line::all).sum::<usize>(),
        lines.len()
    );
    TYPES.iter().for_each(|(_, word)| {
        let _ = write!(body, "<th>{word}");
    });
    body.push('\n');
    for line in lines {
        let _ = write!(body, "<tr><td>{}<td>{}<td>{}", line.code, escaped(&line.name), line.all());
        line.of_type.iter().for_each(|n| {
            let _ = write!(body, "<td>{n}");
        });
        body.push('\n');
    }
    body.push_str("</table>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
