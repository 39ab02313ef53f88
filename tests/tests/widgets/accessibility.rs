//! Every page in every look: it fits the screen, and axe-core finds nothing to complain of.

use super::*;

/// Colours and sizes in which pages are looked at.
const LOOKS: [(&str, &str); 3] =
    [("prefers-color-scheme", "light"), ("prefers-color-scheme", "dark"), ("forced-colors", "active")];
const SIZES: [(u32, u32); 3] = [(1280, 800), (390, 844), (844, 390)];

/// Pages that `open` opens fit the screen and break no rule of axe-core, in the first `count` sizes and
/// looks; the parts that `targets` selects are large enough for fingers, too.
pub(super) fn assert_no_violation(
    count: usize,
    targets: &str,
    queries: &[&str],
    mut open: impl FnMut(&mut Browser, &str),
) {
    let mut browser = Browser::start();
    for &(width, height) in &SIZES[..count] {
        browser.resize(width, height, width.min(height) < 500);
        for &(feature, look) in &LOOKS[..count] {
            browser.media(&[(feature, look)]);
            for query in queries {
                open(&mut browser, query);
                let what = format!("{query}, {width} × {height}, {look}");
                browser.fits(width, &what);
                let small = browser.value(&format!(
                    "[...document.querySelectorAll('{targets}')].filter(e => e.offsetParent) \
                     .map(e => [e.outerHTML, e.getBoundingClientRect()]) \
                     .filter(([, r]) => r.width && (r.width < 24 || r.height < 24)).map(([html]) => html)"
                ));
                assert_eq!(small, serde_json::json!([]), "{what}: targets smaller than 24 pixels");
                assert_no_other_host(&browser, &what);
                browser.picture(&what.replace(['/', '&', ' '], "-"));
                assert_eq!(browser.violations(), serde_json::json!([]), "{what}");
            }
        }
    }
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn maps_break_no_rule_of_axe() {
    let queries = ["date=2024-04-08&obs=31.9,-102.1", "date=2026-08-12", "date=2025-03-29"];
    let targets = "button, summary, label:not([for=search]), input[type=range]";
    assert_no_violation(3, targets, &queries, |browser, query| {
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
    let queries = ["date=2024-04-08&obs=32.8,-96.8&title=Dallas", "date=2024-04-08&obs=48,2"];
    assert_no_violation(3, "button, input, a:not(.elsewhere a)", &queries, simulator::open);
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn the_first_page_breaks_no_rule_of_axe() {
    let address = format!("http://{}/", demo().address);
    assert_no_violation(3, "none", &["/"], |browser, _| {
        browser.open(&address);
        browser.wait_for("Boolean(document.querySelector('.hero'))");
    });
}
