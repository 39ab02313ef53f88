//! The console in a real browser: the looks of its pages, its script, and its work without scripts.

use super::console::{EMAIL, PASSWORD, served};
use super::*;
use tests::browser::Browser;
use tests::served::{Served, operate};

const SIZES: [(u32, u32); 2] = [(1280, 900), (390, 844)];
const SCHEMES: [&str; 2] = ["light", "dark"];
const NEW_KEY: &str = "form[action='/console/keys']";
const LONG_NAME: &str = "averyveryverylongnicknameofakey1";

/// Looks at the page that is open, in both colours at both sizes; sizes and colours are as before afterwards.
fn look(browser: &mut Browser, name: &str) {
    for (width, height) in SIZES {
        browser.resize(width, height, width < 500);
        for scheme in SCHEMES {
            browser.media(&[("prefers-color-scheme", scheme)]);
            browser.picture(&format!("console-{name}-{width}-{scheme}"));
            assert_eq!(browser.violations(), serde_json::json!([]), "{name}, {width} × {height}, {scheme}");
            browser.fits(width, name);
        }
    }
    browser.resize(1280, 900, false);
}

/// Signs in, with a wrong password first.
fn signs_in(browser: &mut Browser, base: &str) {
    browser.open(&format!("{base}/console"));
    look(browser, "sign-in");
    browser.fill("input[name=email]", EMAIL);
    browser.fill("input[name=password]", "wrong password");
    browser.click_through("button.main");
    // A page gets its focus with its first frame.
    browser.wait_for("document.activeElement.id === 'sign-in-password'");
    look(browser, "sign-in-wrong");
    browser.fill("input[name=password]", PASSWORD);
    browser.click_through("button.main");
}

/// Pages that need keys in all states.
fn keys(browser: &mut Browser, base: &str, server: &Served) {
    look(browser, "empty");
    browser.fill(&format!("{NEW_KEY} input[name=nickname]"), LONG_NAME);
    browser.fill(&format!("{NEW_KEY} input[name=description]"), &"A description of some length. ".repeat(4));
    browser.click_through(&format!("{NEW_KEY} button"));
    browser.wait_for("document.activeElement.className === 'notice good fresh'");
    look(browser, "made");
    let secret = browser.value("document.getElementById('secret').textContent");
    let secret = secret.as_str().expect("a secret").to_owned();
    for path in [FREE, GATED, "/usage", "/body-position/2024-04-08?body=sun,moon", "/lunar-libration/2024"] {
        let path = format!("{path}{}apiKey={secret}", if path.contains('?') { '&' } else { '?' });
        assert_eq!(server.get(&path).status, 200, "{path}");
    }
    browser.click_through("form[action$='/test'] button");
    look(browser, "tried");
    // A reload tests nothing again.
    let here = browser.value("location.href").as_str().expect("an address").to_owned();
    browser.open(&here);
    assert!(!browser.text().contains("works."));
    browser.value("document.querySelector('.key details').open = true");
    browser.value("document.querySelector(\"form[action$='/update']\").noValidate = true");
    browser.fill("form[action$='/update'] input[name=nickname]", "no spaces");
    browser.fill("form[action$='/update'] input[name=origins]", "https://shop.example.org:8443/shop");
    browser.fill("form[action$='/update'] input[name=ips]", "300.1.2.3");
    browser.click_through("form[action$='/update'] button");
    browser.wait_for("document.activeElement.id.endsWith('-nickname')");
    assert_eq!(browser.value("document.querySelectorAll('[aria-invalid]').length"), 3);
    look(browser, "refused");
    browser.open(&format!("{base}/console"));
    for question in ["rotate", "delete"] {
        browser.click_through(&format!("a[href$='/{question}']"));
        look(browser, question);
        browser.open(&format!("{base}/console"));
    }
    browser.click_through("form[action$='/disable'] button");
    look(browser, "disabled");
}

#[test]
#[ignore = "landing: needs Chromium and axe-core"]
fn every_page_of_the_console_breaks_no_rule_of_axe_and_fits_a_phone() {
    // The default rates of the console must suffice for a browser.
    let server = served("pro", &[]);
    let base = format!("http://{}", server.address);
    let mut browser = Browser::start();
    signs_in(&mut browser, &base);
    keys(&mut browser, &base, &server);
    for (path, name) in [("usage", "usage"), ("account", "account")] {
        browser.open(&format!("{base}/console/{path}"));
        browser.value("document.querySelectorAll('details').forEach(d => d.open = true)");
        look(&mut browser, name);
    }
    browser.open(&format!("{base}/console/usage"));
    let bars = browser.value("document.querySelectorAll('svg rect title').length");
    assert!(bars.as_u64().is_some_and(|n| n >= 5), "{bars}");
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
        look(&mut browser, name);
    }
    browser.open(&format!("{base}/console/nowhere"));
    look(&mut browser, "nowhere");
    let is_own = |url: &str| [base.as_str(), "about:", "data:"].iter().any(|begin| url.starts_with(*begin));
    for url in &browser.requested {
        assert!(is_own(url), "a request to another host: {url}");
    }
    for complaint in &browser.complaints {
        assert!(!complaint.contains("Content Security Policy"), "{complaint}");
    }
}

/// Fills in the form for a new key, and sends it.
fn make_key(browser: &mut Browser, nickname: &str) {
    browser.fill(&format!("{NEW_KEY} input[name=nickname]"), nickname);
    browser.click_through(&format!("{NEW_KEY} button"));
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_script_copies_secrets_and_all_else_works_without_scripts() {
    let (mut browser, server) = (Browser::start(), served("pro", &[]));
    let base = format!("http://{}", server.address);
    browser.open(&format!("{base}/console"));
    browser.fill("input[name=email]", EMAIL);
    browser.fill("input[name=password]", PASSWORD);
    browser.click_through("button.main");
    assert_eq!(browser.value("document.cookie"), "", "scripts do not see the session");
    make_key(&mut browser, "map");
    let secret = browser.value("document.getElementById('secret').textContent");
    let secret = secret.as_str().expect("a secret").to_owned();
    let text = browser.text();
    assert!(!text.contains(&secret) && text.contains(&format!("{}…", &secret[..18])), "{text}");
    let permissions = serde_json::json!(["clipboardReadWrite", "clipboardSanitizedWrite"]);
    browser.call("Browser.grantPermissions", serde_json::json!({ "permissions": permissions }));
    browser.click("button[data-copy]");
    browser.wait_for("document.querySelector('button[data-copy]').textContent === 'Copied'");
    assert_eq!(browser.value("navigator.clipboard.readText()"), secret);
    browser.call("Emulation.setScriptExecutionDisabled", serde_json::json!({ "value": true }));
    browser.open(&format!("{base}/console"));
    browser.click_through("a[href$='/delete']");
    browser.click_through("main a[href='/console']");
    browser.click("details.new summary");
    make_key(&mut browser, "second");
    assert!(browser.value("document.querySelector('button[data-copy]').hidden") == true);
    browser.click(".notice summary");
    let shown = browser.value("document.getElementById('secret').getBoundingClientRect().height");
    assert!(shown.as_f64().is_some_and(|height| height > 10.0), "the secret can be read: {shown}");
    for key in ["map", "second"] {
        browser.click_through(&format!("a[aria-label='Delete {key}']"));
        browser.click_through("button.danger");
        assert!(browser.text().contains(&format!("The key “{key}” was deleted.")));
    }
    assert!(browser.text().contains("No keys yet"));
    browser.click_through("form[action='/console/sign-out'] button");
    assert!(browser.text().contains("Sign in"));
}
