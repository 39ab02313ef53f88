//! axe-core finds nothing to complain of.

use super::*;

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
#[cfg_attr(not(has_axe), ignore = "needs axe-core: name its axe.min.js in UMBRA_AXE")]
fn maps_break_no_rule_of_axe() {
    let file = option_env!("UMBRA_AXE").unwrap_or_default();
    let script = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut browser = Browser::start();
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.resize(width, height, width < 500);
        for scheme in ["light", "dark"] {
            browser.media(&[("prefers-color-scheme", scheme)]);
            for query in ["date=2024-04-08&obs=31.9,-102.1", "date=2026-08-12", "date=2025-03-29"] {
                open_map(&mut browser, query);
                browser.value("document.querySelector('.legend').open = true");
                browser.value(&script);
                let found = browser.value(
                    "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + \
                     n.failureSummary).join('; ')))",
                );
                assert_eq!(found, serde_json::json!([]), "{query}, {width}, {scheme}");
            }
        }
    }
}
