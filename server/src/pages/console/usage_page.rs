//! The usage page of an account.

use super::chart::{self, OperationUsage};
use crate::pages::console::prelude::*;
use accounts::clock::{DAY_MS, Month};
use accounts::store::UsageRow;

/// Maximum number of months in the list.
const MAX_MONTHS: usize = 36;

/// Shows the usage in the requested month, or in the current one.
pub(super) async fn show(visit: &Visit<'_>, requested: Option<&str>) -> Response<ResponseBody> {
    let current = Month::of(visit.now_ms());
    let month = requested.and_then(Month::parse).filter(|m| *m <= current).unwrap_or(current);
    let id = visit.account.id.to_string();
    let read = visit.store(move |store| {
        Ok((store.account(&id)?.created_ms, store.first_used_day(&id)?, store.usage(month, Some(&id))?))
    });
    let (created_ms, first_day, usage) = match read.await {
        Ok(read) => read,
        Err(e) => return visit.failed(&e),
    };
    // A migrated account may have usage from before its creation here.
    let first_ms = first_day.map_or(i64::MAX, |day| day * DAY_MS).min(created_ms);
    let first = Month::of(first_ms).min(month);
    let title = format!("Usage in {}", words::month(month));
    visit
        .page(StatusCode::OK, ConsolePage::Usage, &title, None, |frame| {
            html! {
                @if first < current { (choice(first, current, month)) }
                @if month == current { (frame.allowance()) }
                (figures(month, &usage))
            }
        })
        .await
}

fn before(month: Month) -> Month {
    Month::of(month.from_ms() - DAY_MS)
}

/// Links to the previous and the next month, and a list of all.
fn choice(first: Month, current: Month, shown: Month) -> Markup {
    let link = |month: Month, rel: &str, arrow: (&str, &str)| {
        html! {
            a.button rel=(rel) href={ "/console/usage?month=" (month) } {
                (arrow.0) (words::month(month)) (arrow.1)
            }
        }
    };
    let months = || std::iter::successors(Some(current), |m| Some(before(*m))).take_while(|m| *m >= first);
    html! {
        nav.months aria-label="Months" {
            @if shown > first { (link(before(shown), "prev", ("← ", ""))) }
            @if shown < current { (link(Month::of(shown.end_ms()), "next", ("", " →"))) }
            @if months().nth(2).is_some() {
                form method="get" action="/console/usage" {
                    select name="month" aria-label="Month" {
                        @for month in months().take(MAX_MONTHS) {
                            option value=(month) selected[month == shown] {
                                (words::month(month))
                            }
                        }
                    }
                    button { "Show" }
                }
            }
        }
    }
}

/// The chart of a month, and tables with its figures.
fn figures(month: Month, usage: &[UsageRow]) -> Markup {
    if usage.is_empty() {
        return html! { p { "No usage in this month." } };
    }
    let operations = chart::operations(usage);
    // A deleted key and its successor may have the same nickname.
    let by_key = chart::sums(usage, |row| (row.nickname.as_str(), row.key.as_str()));
    let by_day = chart::sums(usage, |row| row.day);
    html! {
        (chart::of_month(month, usage, &operations))
        (table("By operation", "Operation", operations.iter().map(|o| {
            let OperationUsage { name, calls, credits, color } = o;
            (html! { (chart::swatch(color)) " " code { (name) } }, *calls, *credits)
        })))
        (table("By key", "Key", by_key.into_iter().map(|((name, _), (calls, credits))| {
            (html! { (name) }, calls, credits)
        })))
        details {
            summary { "By day" }
            (table("", "Day", by_day.into_iter().map(|(day, (calls, credits))| {
                (words::date(day * DAY_MS), calls, credits)
            })))
        }
    }
}

fn table(heading: &str, what: &str, rows: impl Iterator<Item = (Markup, i64, f64)>) -> Markup {
    html! {
        @if !heading.is_empty() { h2 { (heading) } }
        div.scroll {
            table {
                thead {
                    tr {
                        th scope="col" { (what) }
                        th.number scope="col" { "Calls" }
                        th.number scope="col" { "Credits" }
                    }
                }
                tbody {
                    @for (name, calls, credits) in rows {
                        tr {
                            td { (name) }
                            td.number { (words::thousands(calls)) }
                            td.number { (words::bare_credits(Credits::from_f64(credits))) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_months_are_links_and_all_months_are_in_the_list() {
        let (first, present) = (Month::new(2025, 11), Month::new(2026, 2));
        let of = |shown| choice(first, present, shown).into_string();
        let latest = of(present);
        assert!(latest.contains("month=2026-01\">← January 2026") && !latest.contains("→"), "{latest}");
        assert_eq!(latest.matches("<option").count(), 4);
        let oldest = of(first);
        assert!(oldest.contains("December 2025 →") && !oldest.contains('←'), "{oldest}");
        let alone = choice(present, present, present).into_string();
        assert!(!alone.contains("<a") && !alone.contains("<select"), "{alone}");
    }

    #[test]
    fn a_key_and_its_successor_of_the_same_name_have_a_row_each() {
        let month = Month::new(2026, 2);
        let row = |key: &str, calls: i64| UsageRow {
            account: String::new(),
            key: key.into(),
            nickname: "site".into(),
            day: month.first_day,
            endpoint: "date".into(),
            calls,
            credits: 1.0,
        };
        let page = figures(month, &[row("a", 3), row("b", 4), row("b", 5)]).into_string();
        assert_eq!(page.matches("<td>site</td>").count(), 2, "{page}");
        assert!(page.contains(">3</td>") && page.contains(">9</td>"), "{page}");
    }
}
