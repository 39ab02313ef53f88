//! Usage of a month as a picture: a bar a day, a colour an operation.

use crate::accounts::clock::Month;
use crate::accounts::store::UsageRow;
use crate::pages::html::escaped;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Told apart by most eyes, on light and dark ground (Okabe & Ito 2008, without black).
const COLORS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a800"];
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 20.0;
const TOP: f64 = 8.0;

/// The chart, its legend, and the same as a table.
pub fn of_month(month: Month, usage: &[UsageRow]) -> String {
    let mut operations = BTreeMap::<&str, (i64, f64)>::new();
    let mut days = BTreeMap::<i64, BTreeMap<&str, f64>>::new();
    for row in usage {
        let sum = operations.entry(&row.endpoint).or_default();
        (sum.0, sum.1) = (sum.0 + row.calls, sum.1 + row.credits);
        *days.entry(row.day).or_default().entry(&row.endpoint).or_default() += row.credits;
    }
    if operations.is_empty() {
        return "<p>Nothing has been used in this month.</p>".to_owned();
    }
    let mut order: Vec<(&str, (i64, f64))> = operations.into_iter().collect();
    order.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    let color = |i: usize| COLORS[i % COLORS.len()];
    let top = nice(days.values().map(|d| d.values().sum::<f64>()).fold(0.0, f64::max));
    let count = (month.end_day - month.first_day) as f64;
    let (step, scale) = ((WIDTH - LEFT) / count, (HEIGHT - TOP - BOTTOM) / top);
    let ground = HEIGHT - BOTTOM;

    let mut html = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Credits by day and operation\">"
    );
    for part in [0.0, 0.5, 1.0] {
        let y = ground - part * top * scale;
        let _ = write!(
            html,
            "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"grid\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{}</text>",
            LEFT - 5.0,
            y + 4.0,
            part * top
        );
    }
    for day in 0..count as i64 {
        let x = LEFT + day as f64 * step;
        if day == 0 || (day + 1) % 5 == 0 {
            let _ = write!(
                html,
                "<text x=\"{:.1}\" y=\"{:.1}\" class=\"middle\">{}</text>",
                x + step / 2.0,
                HEIGHT - 5.0,
                day + 1
            );
        }
        let Some(parts) = days.get(&(month.first_day + day)) else { continue };
        let mut y = ground;
        for (i, (operation, _)) in order.iter().enumerate() {
            let Some(credits) = parts.get(operation) else { continue };
            y -= credits * scale;
            let _ = write!(
                html,
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"><title>{}: {} credits on day {}</title></rect>",
                x + step * 0.12,
                step * 0.76,
                credits * scale,
                color(i),
                escaped(operation),
                credits,
                day + 1
            );
        }
    }
    html.push_str("</svg><div class=\"scroll\"><table><thead><tr><th>Operation</th><th>Calls</th><th>Credits</th></tr></thead><tbody>");
    for (i, (operation, (calls, credits))) in order.iter().enumerate() {
        let swatch = format!(
            "<svg class=\"swatch\" viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect width=\"1\" height=\"1\" fill=\"{}\"/></svg>",
            color(i)
        );
        let _ = write!(
            html,
            "<tr><td>{swatch} <code>{}</code></td><td>{calls}</td><td>{credits}</td></tr>",
            escaped(operation)
        );
    }
    html.push_str("</tbody></table></div>");
    html
}

/// The next of 1, 2, 5, 10, 20, … that is not less.
fn nice(most: f64) -> f64 {
    let power = 10f64.powf(most.max(1e-3).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|n| *n >= most * 0.999_999).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_on_round_numbers() {
        for (most, top) in [
            (0.5, 0.5),
            (0.6, 1.0),
            (1.0, 1.0),
            (7.0, 10.0),
            (118.0, 200.0),
            (1000.0, 1000.0),
            (2001.0, 5000.0),
        ] {
            assert!((nice(most) - top).abs() < 1e-9, "{most}: {}", nice(most));
        }
    }

    #[test]
    fn every_day_of_use_has_its_bars() {
        let month = Month::new(2024, 2);
        let row = |day: i64, endpoint: &str, credits: f64| UsageRow {
            account: String::new(),
            key: String::new(),
            nickname: String::new(),
            day: month.first_day + day,
            endpoint: endpoint.into(),
            calls: 2,
            credits,
        };
        let chart = of_month(month, &[row(0, "usage", 3.0), row(28, "date", 0.5), row(28, "usage", 6.0)]);
        assert_eq!(chart.matches("<title>").count(), 3);
        assert!(
            chart.contains("on day 29")
                && chart.find("<code>usage").unwrap_or(0) < chart.find("<code>date").unwrap_or(0),
            "most used first"
        );
        assert!(of_month(month, &[]).contains("Nothing"));
    }
}
