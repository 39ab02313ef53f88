//! Chart of a month's usage: one bar per day, one colour per operation.

use super::words;
use crate::pages::prelude::*;
use accounts::clock::Month;
use accounts::store::UsageRow;

/// Colours of operations, suitable for colour-blind readers (Okabe & Ito 2008, without black).
const COLORS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a800"];
/// Heights in pixels: the chart, its upper margin, the base line of the bars. Widths are percentages, so that
/// the chart fills the available width and its text keeps its size.
const HEIGHT: f64 = 200.0;
const TOP: f64 = 8.0;
const GROUND: f64 = 176.0;
/// Credits at the top of the chart, at least, so that its lines are at whole numbers.
const MIN_TOP: f64 = 2.0;

/// Usage of an operation in the month.
pub(super) struct OperationUsage<'a> {
    pub(super) name: &'a str,
    pub(super) calls: i64,
    /// Cost of the calls.
    pub(super) credits: f64,
    /// Colour in the chart.
    pub(super) color: &'static str,
}

/// Credits by day and name of the operation.
type DailyCredits<'a> = BTreeMap<i64, BTreeMap<&'a str, f64>>;

/// The scales of the chart, from days and credits to its coordinates.
struct ChartAxes {
    /// Width of a day, % of the chart.
    step: f64,
    /// Height of a credit, pixels.
    scale: f64,
    /// Credits at the top of the chart.
    most: f64,
}

/// Sums of calls and credits, grouped by `of`.
pub(super) fn sums<'a, K: Ord>(
    usage: &'a [UsageRow],
    of: impl Fn(&'a UsageRow) -> K,
) -> BTreeMap<K, (i64, f64)> {
    let mut sums = BTreeMap::<K, (i64, f64)>::new();
    for row in usage {
        let (calls, credits) = sums.entry(of(row)).or_default();
        (*calls, *credits) = (*calls + row.calls, *credits + row.credits);
    }
    sums
}

/// Operations of the month, most credits first.
pub(super) fn operations(usage: &[UsageRow]) -> Vec<OperationUsage<'_>> {
    let mut sums: Vec<(&str, (i64, f64))> = sums(usage, |row| row.endpoint.as_str()).into_iter().collect();
    sums.sort_by(|(_, (_, a)), (_, (_, b))| b.total_cmp(a));
    let colored = sums.into_iter().zip(COLORS.into_iter().cycle());
    colored.map(|((name, (calls, credits)), color)| OperationUsage { name, calls, credits, color }).collect()
}

/// The chart of a month.
pub(super) fn of_month(month: Month, usage: &[UsageRow], operations: &[OperationUsage]) -> Markup {
    let mut days = DailyCredits::new();
    for row in usage {
        *days.entry(row.day).or_default().entry(&row.endpoint).or_default() += row.credits;
    }
    let count = month.end_day - month.first_day;
    let most = nice(days.values().map(|d| d.values().sum::<f64>()).fold(MIN_TOP, f64::max));
    let axes = ChartAxes { step: 100.0 / count as f64, scale: (GROUND - TOP) / most, most };
    html! {
        figure.chart {
            figcaption.hint { "Credits per day" }
            div.scale aria-hidden="true" {
                @for part in [1.0, 0.5, 0.0] {
                    span { (words::bare_credits(Credits::from_f64(part * most))) }
                }
            }
            svg height=(HEIGHT) role="img" aria-label="Credits by day and operation; see the tables below" {
                (axes.grid())
                @for day in 0..count {
                    @if day == 0 || (day + 1) % 5 == 0 { (axes.label(day)) }
                    @if let Some(parts) = days.get(&(month.first_day + day)) {
                        (axes.bars(day, parts, operations))
                    }
                }
            }
        }
    }
}

impl ChartAxes {
    /// Lines at zero, half and full height.
    fn grid(&self) -> Markup {
        html! {
            @for part in [0.0, 0.5, 1.0] {
                @let y = tenths(GROUND - part * self.most * self.scale);
                line x1="0" x2="100%" y1=(y) y2=(y) class="grid" {}
            }
        }
    }

    /// The number of a day of the month below the ground.
    fn label(&self, day: i64) -> Markup {
        html! { text x=(percent((day as f64 + 0.5) * self.step)) y=(HEIGHT - 6.0) { (day + 1) } }
    }

    /// The credits of a day, one operation above the other.
    fn bars(&self, day: i64, parts: &BTreeMap<&str, f64>, operations: &[OperationUsage]) -> Markup {
        let (x, width) = (percent((day as f64 + 0.12) * self.step), percent(self.step * 0.76));
        let used = operations.iter().filter_map(|o| Some((o, *parts.get(o.name)?)));
        let stacked = used.scan(GROUND, |top, (operation, credits)| {
            *top -= credits * self.scale;
            Some((operation, credits, *top))
        });
        html! {
            @for (OperationUsage { name, color, .. }, credits, top) in stacked {
                rect x=(x) y=(tenths(top)) width=(width) height=(tenths(credits * self.scale)) fill=(color) {
                    title { (name) " on day " (day + 1) ": " (words::credits(Credits::from_f64(credits))) }
                }
            }
        }
    }
}

/// A square in the colour of an operation.
pub(super) fn swatch(color: &str) -> Markup {
    html! {
        svg.swatch viewBox="0 0 1 1" aria-hidden="true" { rect width="1" height="1" fill=(color) {} }
    }
}

/// A length with one decimal.
fn tenths(length: f64) -> String {
    format!("{length:.1}")
}

/// A share of the width.
fn percent(share: f64) -> String {
    format!("{share:.2}%")
}

/// The next of 1, 2, 5, 10, 20, … that is not less than `most`.
fn nice(most: f64) -> f64 {
    let power = 10f64.powf(most.max(1e-3).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|n| *n >= most * 0.999_999).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_on_round_numbers() {
        for (most, top) in [(0.5, 0.5), (0.6, 1.0), (7.0, 10.0), (118.0, 200.0), (1e3, 1e3), (2001.0, 5e3)] {
            assert!((nice(most) - top).abs() < 1e-9, "{most}: {}", nice(most));
        }
    }

    #[test]
    fn every_day_with_usage_has_bars() {
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
        let usage = [row(0, "usage", 3.0), row(28, "date", 0.5), row(28, "usage", 6.0)];
        let operations = operations(&usage);
        let names: Vec<_> = operations.iter().map(|o| (o.name, o.calls)).collect();
        assert_eq!(names, [("usage", 4), ("date", 2)], "most used first");
        let chart = of_month(month, &usage, &operations).into_string();
        assert_eq!(chart.matches("<title>").count(), 3);
        assert!(chart.contains("date on day 29: 0.5 credits") && chart.contains(">10</span>"), "{chart}");
    }
}
