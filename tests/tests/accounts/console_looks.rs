//! The pages of the console in every look: they fit the screen, and axe-core finds nothing to complain of.

use super::console::{EMAIL, PASSWORD, served};
use super::*;
use tests::browser::Browser;
use tests::served::{Served, operate};

const SIZES: [(u32, u32); 2] = [(1280, 900), (390, 844)];
const SCHEMES: [&str; 2] = ["light", "dark"];
const NEW_KEY: &str = "form[action='/console/keys']";
const LONG_NAME: &str = "averyveryverylongnicknameofakey1";

/// Looks at the page that is open, in both colours at both sizes; sizes and colours are as before afterwards.
fn look(browser: &mut Browser, script: &str, name: &str) {
    for (width, height) in SIZES {
        browser.resize(width, height, width < 500);
        for scheme in SCHEMES {
            browser.media(&[("prefers-color-scheme", scheme)]);
            browser.picture(&format!("console-{name}-{width}-{scheme}"));
            browser.value(script);
            let found = browser.value(
                "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + \
                 n.failureSummary).join('; ')))",
            );
            assert_eq!(found, serde_json::json!([]), "{name}, {width} × {height}, {scheme}");
            browser.fits(width, name);
        }
    }
    browser.resize(1280, 900, false);
}

/// Signs in, with a wrong password first.
fn signs_in(browser: &mut Browser, script: &str, base: &str) {
    browser.open(&format!("{base}/console"));
    look(browser, script, "sign-in");
    browser.fill("input[name=email]", EMAIL);
    browser.fill("input[name=password]", "wrong password");
    browser.click_through("button.main");
    // A page gets its focus with its first frame.
    browser.wait_for("document.activeElement.id === 'sign-in-password'");
    look(browser, script, "sign-in-wrong");
    browser.fill("input[name=password]", PASSWORD);
    browser.click_through("button.main");
}

/// Pages that need keys in all states.
fn keys(browser: &mut Browser, script: &str, base: &str, server: &Served) {
    look(browser, script, "empty");
    browser.fill(&format!("{NEW_KEY} input[name=nickname]"), LONG_NAME);
    browser.fill(&format!("{NEW_KEY} input[name=description]"), &"A description of some length. ".repeat(4));
    browser.click_through(&format!("{NEW_KEY} button"));
    browser.wait_for("document.activeElement.className === 'notice good fresh'");
    look(browser, script, "made");
    let secret = browser.value("document.getElementById('secret').textContent");
    let secret = secret.as_str().expect("a secret").to_owned();
    for path in [FREE, GATED, "/usage", "/body-position/2024-04-08?body=sun,moon", "/lunar-libration/2024"] {
        let separator = if path.contains('?') { '&' } else { '?' };
        assert_eq!(server.get(&format!("{path}{separator}apiKey={secret}")).status, 200, "{path}");
    }
    browser.click_through("form[action$='/test'] button");
    look(browser, script, "tried");
    browser.value("document.querySelector('.key details').open = true");
    browser.value("document.querySelector(\"form[action$='/update']\").noValidate = true");
    browser.fill("form[action$='/update'] input[name=nickname]", "no spaces");
    browser.fill("form[action$='/update'] input[name=origins]", "https://shop.example.org:8443/shop");
    browser.fill("form[action$='/update'] input[name=ips]", "300.1.2.3");
    browser.click_through("form[action$='/update'] button");
    browser.wait_for("document.activeElement.id.endsWith('-nickname')");
    assert_eq!(browser.value("document.querySelectorAll('[aria-invalid]').length"), 3);
    look(browser, script, "refused");
    browser.open(&format!("{base}/console"));
    for question in ["rotate", "delete"] {
        browser.click_through(&format!("a[href$='/{question}']"));
        look(browser, script, question);
        browser.open(&format!("{base}/console"));
    }
    browser.click_through("form[action$='/disable'] button");
    look(browser, script, "disabled");
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn every_page_of_the_console_breaks_no_rule_of_axe_and_fits_a_phone() {
    let script = tests::axe();
    // The default rates of the console must suffice for a browser.
    let server = served("pro", &[]);
    let base = format!("http://{}", server.address);
    let mut browser = Browser::start();
    signs_in(&mut browser, &script, &base);
    keys(&mut browser, &script, &base, &server);
    for (path, name) in [("usage", "usage"), ("account", "account")] {
        browser.open(&format!("{base}/console/{path}"));
        browser.value("document.querySelectorAll('details').forEach(d => d.open = true)");
        look(&mut browser, &script, name);
    }
    let letters = "parseFloat(getComputedStyle(document.querySelector('.chart text')).fontSize)";
    browser.resize(390, 844, true);
    browser.open(&format!("{base}/console/usage"));
    assert!(browser.value(letters).as_f64().is_some_and(|size| size >= 12.0), "letters of the chart");
    // The warnings.
    for (allowance, name) in [("33", "warned"), ("1", "exhausted")] {
        let set = ["plans", "set-allowance", "pro", allowance];
        assert_eq!(operate(PROGRAM, &server.accounts(), &set, "").0, 0);
        tests::until_true("the warning", || {
            browser.open(&format!("{base}/console"));
            browser.text().contains("credits of this month")
        });
        look(&mut browser, &script, name);
    }
    browser.open(&format!("{base}/console/nowhere"));
    look(&mut browser, &script, "nowhere");
    let own = |url: &&String| url.starts_with(&base) || url.starts_with("about:") || url.starts_with("data:");
    let foreign: Vec<_> = browser.requested.iter().filter(|url| !own(url)).collect();
    assert!(foreign.is_empty(), "requests to other hosts: {foreign:?}");
    let policy: Vec<_> =
        browser.complaints.iter().filter(|c| c.contains("Content Security Policy")).collect();
    assert!(policy.is_empty(), "{policy:?}");
}
