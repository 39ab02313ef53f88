//! The plots, each an SVG text.

use crate::Error;
use artifacts::reader::Generation;
use artifacts::tables::{delta_t, eclipses};
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::prelude::{Cartesian2d, Color, DrawingArea, IntoDrawingArea, IntoFont, RGBColor, SVGBackend};
use std::ops::Range;

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Colours that stay apart for colour-blind readers, in the order of the eclipse types of the contract.
/// Source: Okabe & Ito 2008.
pub(super) const TYPE_COLOURS: [RGBColor; 4] =
    [RGBColor(0, 0, 0), RGBColor(230, 120, 0), RGBColor(204, 60, 140), RGBColor(86, 160, 215)];
const PAPER: RGBColor = RGBColor(255, 255, 255);
const GRID: RGBColor = RGBColor(230, 230, 230);
pub(super) const LAND: RGBColor = RGBColor(226, 224, 214);
pub(super) const COAST: RGBColor = RGBColor(175, 172, 160);
const LINE: RGBColor = RGBColor(0, 90, 160);
const INK: RGBColor = RGBColor(60, 60, 60);
/// CSS properties for colours, which differ on a dark page.
const PROPERTIES: [(RGBColor, &str); 10] = [
    (TYPE_COLOURS[0], TYPE_PROPERTIES[0]),
    (TYPE_COLOURS[1], TYPE_PROPERTIES[1]),
    (TYPE_COLOURS[2], TYPE_PROPERTIES[2]),
    (TYPE_COLOURS[3], TYPE_PROPERTIES[3]),
    (PAPER, "--paper"),
    (GRID, "--line"),
    (LAND, "--land"),
    (COAST, "--coast"),
    (LINE, "--curve"),
    (INK, "--ink"),
];
/// The properties for the colours of the types, in the order of the eclipse types of the contract.
pub(crate) const TYPE_PROPERTIES: [&str; 4] = ["--total", "--annular", "--hybrid", "--partial"];
/// Size of a plot, pixels.
const PLOT: (u32, u32) = (740, 420);
const FONT: &str = "sans-serif";

/// Draws on a sheet of the given size, in colours that the page's style sets. `draw` returns the elements of
/// SVG that come on top.
pub(super) fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Sheet) -> Result<String, Box<dyn std::error::Error>>,
) -> Result<String, Error> {
    let mut text = String::new();
    let top = {
        let sheet = SVGBackend::with_string(&mut text, size).into_drawing_area();
        let top = draw(&sheet).and_then(|top| sheet.present().map(|()| top).map_err(Into::into));
        top.map_err(|e| Error::Plot(e.to_string()))?
    };
    text.insert_str(text.rfind("</svg>").expect("the sheet is an element of SVG"), &top);
    for (RGBColor(red, green, blue), property) in PROPERTIES {
        text = text.replace(&format!("\"#{red:02X}{green:02X}{blue:02X}\""), &format!("\"var({property})\""));
    }
    Ok(text)
}

/// An axis: its range, its title, and the format of its ticks.
pub(super) struct PlotAxis<'f> {
    pub(super) range: Range<f64>,
    pub(super) title: &'f str,
    pub(super) tick: &'f dyn Fn(&f64) -> String,
}

/// A chart with a light grid.
pub(super) fn axes<'a, 'b>(
    sheet: &'a Sheet<'b>,
    x: PlotAxis,
    y: PlotAxis,
) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>> {
    let mut chart = ChartBuilder::on(sheet)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(86)
        .build_cartesian_2d(x.range, y.range)?;
    chart
        .configure_mesh()
        .light_line_style(PAPER)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_desc(x.title)
        .y_desc(y.title)
        .x_labels(11)
        .y_labels(9)
        .x_label_formatter(x.tick)
        .y_label_formatter(y.tick)
        .axis_desc_style((FONT, 17).into_font().color(&INK))
        .label_style((FONT, 15).into_font().color(&INK))
        .draw()?;
    Ok(chart)
}

/// Ticks without decimals and without a group sign, as years are written.
pub(super) fn whole(value: &f64) -> String {
    format!("{value:.0}").replace('-', "−")
}

/// Whole degrees.
pub(super) fn degrees(value: &f64) -> String {
    whole(value) + "°"
}

/// ΔT with one standard error on either side over a range of years.
pub(crate) fn delta_t(generation: &Generation, years: Range<f64>) -> Result<String, Error> {
    let rows: Vec<(f64, f64, f64)> = delta_t::read(generation)?
        .iter()
        .map(|r| (r.year, r.delta_t_s, r.sigma_s))
        .filter(|r| years.contains(&r.0))
        .collect();
    let bounds = rows.iter().fold(f64::MAX..f64::MIN, |b, r| b.start.min(r.1 - r.2)..b.end.max(r.1 + r.2));
    let margin = 0.04 * (bounds.end - bounds.start);
    svg(PLOT, |sheet| {
        let range = bounds.start - margin..bounds.end + margin;
        let mut chart = axes(
            sheet,
            PlotAxis { range: years, title: "year", tick: &whole },
            PlotAxis { range, title: "ΔT, s", tick: &whole },
        )?;
        let band = rows.iter().map(|r| (r.0, r.1 + r.2)).chain(rows.iter().rev().map(|r| (r.0, r.1 - r.2)));
        chart.draw_series([Polygon::new(band.collect::<Vec<_>>(), LINE.mix(0.22).filled())])?;
        chart.draw_series([PathElement::new(
            rows.iter().map(|r| (r.0, r.1)).collect::<Vec<_>>(),
            LINE.stroke_width(2),
        )])?;
        Ok(String::new())
    })
}

/// Points over the years; the range of values is that of the points.
pub(crate) fn scatter(points: &[(f64, f64)], value: &str, decimals: usize) -> Result<String, Error> {
    let of = |f: fn(f64, f64) -> f64, from: f64| points.iter().map(|p| p.1).fold(from, f);
    let (low, high) = (of(f64::min, 0.0), of(f64::max, 0.0));
    let margin = 0.06 * (high - low).max(f64::MIN_POSITIVE);
    let years = points.iter().fold(f64::MAX..f64::MIN, |b, p| b.start.min(p.0)..b.end.max(p.0));
    svg(PLOT, |sheet| {
        let tick = |v: &f64| format!("{v:.decimals$}").replace('-', "−");
        let x = PlotAxis { range: years.start - 20.0..years.end + 20.0, title: "year", tick: &whole };
        let mut chart =
            axes(sheet, x, PlotAxis { range: low - margin..high + margin, title: value, tick: &tick })?;
        chart.draw_series(points.iter().map(|&p| Circle::new(p, 2, LINE.mix(0.5).filled())))?;
        Ok(String::new())
    })
}

/// Histogram of residuals, on a logarithmic scale with ten bins a decade.
pub(crate) fn histogram(values: &[f64], title: &str) -> Result<String, Error> {
    const PER_DECADE: f64 = 10.0;
    let bin = |v: f64| (v.max(1e-12).log10() * PER_DECADE).floor() as i64;
    let (first, last) =
        values.iter().map(|&v| bin(v)).fold((i64::MAX, i64::MIN), |(a, b), v| (a.min(v), b.max(v)));
    let mut counts = vec![0.0; usize::try_from(last - first + 1).unwrap_or(0)];
    values.iter().for_each(|&v| counts[(bin(v) - first) as usize] += 1.0);
    let highest = counts.iter().copied().fold(1.0, f64::max);
    svg(PLOT, |sheet| {
        let (from, to) = (first as f64 / PER_DECADE, (last + 1) as f64 / PER_DECADE);
        // 0.01, 0.1, 1: ticks between powers of ten have no label.
        let power = |v: &f64| match v.fract().abs() < 1e-9 {
            true => format!("{:.*}", (-v).max(0.0) as usize, 10f64.powf(*v)),
            false => String::new(),
        };
        let mut chart = axes(
            sheet,
            PlotAxis { range: from..to, title, tick: &power },
            PlotAxis { range: 0.0..highest * 1.05, title: "eclipses", tick: &whole },
        )?;
        let left = |i: usize| (first + i as i64) as f64 / PER_DECADE;
        chart.draw_series(
            counts
                .iter()
                .enumerate()
                .map(|(i, &n)| Rectangle::new([(left(i), 0.0), (left(i + 1), n)], LINE.mix(0.7).filled())),
        )?;
        Ok(String::new())
    })
}

/// Year and fraction of an eclipse, for an axis.
pub(crate) fn year(e: &eclipses::Row) -> f64 {
    f64::from(e.year) + (f64::from(e.month) - 0.5) / 12.0
}
