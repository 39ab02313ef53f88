//! axe-core finds nothing to complain of.

use super::*;

/// Colours and sizes in which pages are looked at.
const LOOKS: [(&str, &str); 3] =
    [("prefers-color-scheme", "light"), ("prefers-color-scheme", "dark"), ("forced-colors", "active")];
const SIZES: [(u32, u32); 3] = [(1280, 800), (390, 844), (844, 390)];

/// axe-core finds no violation on any of the pages that `open` opens, on a desk and on a phone, in light and
/// dark.
pub(super) fn assert_no_violation_at(pages: &[&str], open: impl FnMut(&mut Browser, &str)) {
    assert_no_violation_in(&SIZES[..2], &LOOKS[..2], pages, open);
}

/// axe-core finds no violation on a page, whatever its look; `open` opens it.
fn assert_no_violation(queries: &[&str], open: impl FnMut(&mut Browser, &str)) {
    assert_no_violation_in(&SIZES, &LOOKS, queries, open);
}

fn assert_no_violation_in(
    sizes: &[(u32, u32)],
    looks: &[(&str, &str)],
    queries: &[&str],
    mut open: impl FnMut(&mut Browser, &str),
) {
    let script = tests::axe();
    let mut browser = Browser::start();
    for &(width, height) in sizes {
        browser.resize(width, height, width.min(height) < 500);
        for &(feature, look) in looks {
            browser.media(&[(feature, look)]);
            for query in queries {
                open(&mut browser, query);
                browser.value(&script);
                let found = browser.value(
                    "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + \
                     n.failureSummary).join('; ')))",
                );
                assert_eq!(found, serde_json::json!([]), "{query}, {width} × {height}, {look}");
            }
        }
    }
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn maps_break_no_rule_of_axe() {
    let queries = ["date=2024-04-08&obs=31.9,-102.1", "date=2026-08-12", "date=2025-03-29"];
    assert_no_violation(&queries, |browser, query| {
        open_map(browser, query);
        browser.value(
            "for (const part of document.querySelectorAll('.towns, .terms')) part.open = true; \
             document.getElementById('panel').dataset.sheet = 'full'",
        );
        browser.fill("#search", "Madri");
        browser.wait_for("document.querySelectorAll('#found li').length > 0");
        browser.press("ArrowDown");
    });
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn simulators_break_no_rule_of_axe() {
    assert_no_violation(&["date=2024-04-08&obs=32.8,-96.8", "date=2024-04-08&obs=48,2"], simulator::open);
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn the_first_page_breaks_no_rule_of_axe() {
    let address = format!("http://{}/", demo().address);
    assert_no_violation(&["/"], |browser, _| {
        browser.open(&address);
        browser.wait_for("Boolean(document.querySelector('.hero'))");
    });
}
