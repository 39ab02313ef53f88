//! The console in a real browser.

use super::console::{EMAIL, PASSWORD, served};
use super::*;
use tests::browser::Browser;
use tests::served::Served;

#[test]
#[ignore = "landing: needs Chromium"]
fn a_holder_manages_keys_in_a_browser() {
    let mut browser = Browser::start();
    let server = served("pro", &[]);
    let base = format!("http://{}", server.address);
    browser.resize(1280, 1000, false);
    signs_in(&mut browser, &base);
    let secret = makes_a_key(&mut browser, &base, &server);
    tries_and_disables(&mut browser, &server, &secret);
    edits_with_rules(&mut browser, &server, &secret);
    changes_the_name(&mut browser, &base);
    looks_on_a_phone(&mut browser, &base);
    deletes_and_signs_out(&mut browser, &base);
    let foreign: Vec<_> = browser
        .requested
        .iter()
        .filter(|url| !url.starts_with(&base) && !url.starts_with("about:") && !url.starts_with("data:"))
        .collect();
    assert!(foreign.is_empty(), "requests to other hosts: {foreign:?}");
    assert!(browser.requested.len() > 20, "{}", browser.requested.len());
}

/// With a wrong password first.
fn signs_in(browser: &mut Browser, base: &str) {
    browser.open(&format!("{base}/console"));
    browser.picture("sign-in");
    browser.fill("input[name=email]", EMAIL);
    browser.fill("input[name=password]", "wrong password");
    browser.click_through("button.main");
    assert!(browser.text().contains("The email address or the password is wrong"));
    assert_eq!(
        browser.value("document.querySelector('input[name=email]').value"),
        EMAIL,
        "only the password is to be typed again"
    );
    browser.fill("input[name=password]", PASSWORD);
    browser.click_through("button.main");
    let text = browser.text();
    assert!(
        text.contains("No keys yet")
            && text.contains("Ada <b>Lovelace</b>")
            && text.contains("0 of 1,000,000 credits"),
        "{text}"
    );
    assert_eq!(browser.value("document.cookie"), "", "scripts do not see the session");
}

/// A key is shown once, masked, to be copied.
fn makes_a_key(browser: &mut Browser, base: &str, server: &Served) -> String {
    browser.fill("form[action='/console/keys'] input[name=nickname]", "map");
    browser.fill("form[action='/console/keys'] input[name=description]", "for the <map>");
    browser.click_through("form[action='/console/keys'] button");
    let secret = browser.value("document.getElementById('secret').textContent");
    let secret = secret.as_str().expect("a secret").to_owned();
    assert!(
        !browser.text().contains(&secret) && browser.text().contains(&format!("{}…", &secret[..18])),
        "{}",
        browser.text()
    );
    browser.call(
        "Browser.grantPermissions",
        serde_json::json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] }),
    );
    browser.click("button[data-copy]");
    browser.wait_for("document.querySelector('button[data-copy]').textContent === 'Copied'");
    assert_eq!(browser.value("navigator.clipboard.readText()"), secret);
    browser.picture("created");
    for path in
        [FREE, FREE, "/usage", GATED, "/body-position/2024-04-08?body=sun,moon", "/lunar-libration/2024"]
    {
        let separator = if path.contains('?') { '&' } else { '?' };
        assert_eq!(server.get(&format!("{path}{separator}apiKey={secret}")).status, 200, "{path}");
    }
    browser.open(&format!("{base}/console"));
    assert!(
        !browser.value("document.documentElement.outerHTML").as_str().unwrap_or("").contains(&secret),
        "never again"
    );
    secret
}

/// It is tried, disabled, tried, enabled.
fn tries_and_disables(browser: &mut Browser, server: &Served, secret: &str) {
    browser.click_through("form[action$='/test'] button");
    let text = browser.text();
    assert!(text.contains("“map” works.") && text.contains("\"julianDay\":24"), "{text}");
    // A reload tries nothing again: it is a page like others.
    let here = browser.value("location.href").as_str().expect("an address").to_owned();
    browser.open(&here);
    assert!(!browser.text().contains("“map” works."));
    browser.picture("tested");
    browser.click_through("form[action$='/disable'] button");
    assert!(browser.text().contains("“map” is now disabled."));
    assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 401, "at once");
    browser.click_through("form[action$='/test'] button");
    assert!(browser.text().contains(": 401"), "{}", browser.text());
    browser.click_through("form[action$='/enable'] button");
    assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 200);
}

/// Edited, with rules; a rule that is wrong changes nothing.
fn edits_with_rules(browser: &mut Browser, server: &Served, secret: &str) {
    browser.click(".key details summary");
    browser.fill("form[action$='/update'] input[name=nickname]", "map2");
    browser.fill("form[action$='/update'] input[name=ips]", "203.0.113.0/24, 2001:db8::/99999");
    browser.click_through("form[action$='/update'] button");
    let text = browser.text();
    assert!(text.contains("2001:db8::/99999") && text.contains("were not saved"), "{text}");
    let typed = "document.querySelector(\"form[action$='/update'] input[name=nickname]\").value";
    assert_eq!(browser.value(typed), "map2", "what was typed stays, in a form that is open");
    browser.fill("form[action$='/update'] input[name=ips]", "203.0.113.0/24");
    browser.fill("form[action$='/update'] input[name=origins]", "*.example.org");
    browser.click_through("form[action$='/update'] button");
    let text = browser.text();
    assert!(
        text.contains("The changes to “map2” were saved")
            && text.contains("*.example.org")
            && text.contains("203.0.113.0/24"),
        "{text}"
    );
    assert_eq!(
        server.get_with(&format!("{FREE}?apiKey={secret}"), &[("Origin", "https://a.example.org")]).status,
        403,
        "another address"
    );
}

/// Tests the page of the account, which the page of the keys links to.
fn changes_the_name(browser: &mut Browser, base: &str) {
    browser.click_through("a[href='/console/account']");
    browser.picture("account");
    browser.click("details summary");
    browser.fill("input[name=name]", "Countess of Lovelace");
    browser.click_through("form[action$='/name'] button");
    let text = browser.text();
    assert!(text.contains("The name is now “Countess of Lovelace”."), "{text}");
    browser.open(&format!("{base}/console"));
}

/// The month as a chart; pages fit a phone.
fn looks_on_a_phone(browser: &mut Browser, base: &str) {
    browser.click_through("a[href='/console/usage']");
    let bars = browser.value("document.querySelectorAll('svg rect title').length");
    assert!(bars.as_u64().is_some_and(|n| n >= 5), "{bars}");
    browser.resize(390, 844, true);
    for path in ["/console", "/console/usage", "/console/account", "/docs"] {
        browser.open(&format!("{base}{path}"));
        browser.fits(390, path);
    }
    browser.resize(1280, 1000, false);
    browser.open(&format!("{base}/console"));
}

/// Deleted, after a question, all without scripts: only copying needs them.
fn deletes_and_signs_out(browser: &mut Browser, base: &str) {
    browser.call("Emulation.setScriptExecutionDisabled", serde_json::json!({ "value": true }));
    browser.open(&format!("{base}/console"));
    browser.click_through("a[href$='/delete']");
    assert!(browser.text().contains("Delete “map2”?"));
    browser.click_through("main a[href='/console']");
    assert!(browser.text().contains("203.0.113.0/24"), "it is kept");
    browser.click("details.new summary");
    browser.fill("form[action='/console/keys'] input[name=nickname]", "second");
    browser.click_through("form[action='/console/keys'] button");
    assert!(browser.value("document.querySelector('button[data-copy]').hidden") == true);
    browser.click(".notice summary");
    let shown = browser.value("document.getElementById('secret').getBoundingClientRect().height");
    assert!(shown.as_f64().is_some_and(|height| height > 10.0), "the secret can be read: {shown}");
    for key in ["map2", "second"] {
        browser.click_through(&format!("a[aria-label='Delete {key}']"));
        browser.click_through("button.danger");
        assert!(browser.text().contains(&format!("The key “{key}” was deleted.")));
    }
    assert!(browser.text().contains("No keys yet"));
    browser.click_through("form[action='/console/sign-out'] button");
    assert!(browser.text().contains("Sign in"));
}
