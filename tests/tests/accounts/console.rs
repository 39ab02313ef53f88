//! The console: in a real browser, and against those who would use it in somebody else's name.

use super::*;
use tests::browser::Browser;
use tests::served::{Answer as Raw, HOST, Headers, Served, operate};
use tests::until_true;

pub(super) const PASSWORD: &str = "correct horse battery";
pub(super) const EMAIL: &str = "ada@example.org";

/// A server with an account that may sign in.
pub(super) fn start(plan: &str, arguments: &[&str]) -> Served {
    // The account is there before the server, so that nobody has to wait until it is seen.
    let folder = tempfile::tempdir().expect("a folder");
    let create = [
        "accounts",
        "create",
        "--name",
        "Ada <b>Lovelace</b>",
        "--email",
        EMAIL,
        "--plan",
        plan,
        "--password-stdin",
    ];
    let (code, said) = operate(PROGRAM, &folder.path().join("accounts.sqlite"), &create, PASSWORD);
    assert_eq!(code, 0, "{said}");
    Served::start_in(folder, PROGRAM, tests::built(), arguments)
}

/// Sends a form.
pub(super) fn post(server: &Served, path: &str, form: &str, headers: Headers) -> Raw {
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    server.send("POST", path, &[&kind, headers].concat(), form)
}

/// The cookie of the form for signing in, and its hidden field.
pub(super) fn form_of_sign_in(server: &Served) -> (String, String) {
    let page = server.get("/console");
    let cookie = page.header("set-cookie").and_then(|c| c.split(';').next()).expect("a cookie").to_owned();
    (cookie, csrf_in(&page.text()))
}

/// The hidden field of the first form of a page.
pub(super) fn csrf_in(page: &str) -> String {
    let field = page.split("name=\"csrf\" value=\"").nth(1).and_then(|p| p.split('"').next());
    field.expect("a hidden field").to_owned()
}

pub(super) fn sign_in(server: &Served, email: &str, password: &str) -> Raw {
    let (cookie, csrf) = form_of_sign_in(server);
    let (email, password) = (email.replace('@', "%40"), password.replace(' ', "+"));
    let form = format!("csrf={csrf}&email={email}&password={password}");
    post(server, "/console/sign-in", &form, &[("Cookie", &cookie)])
}

/// The cookie of one who has signed in, and the hidden field of the forms.
pub(super) fn signed_in(server: &Served) -> (String, String) {
    let answer = sign_in(server, EMAIL, PASSWORD);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/console")), "{}", answer.text());
    let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/console", "Max-Age=43200"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let cookie = cookie.split(';').next().expect("a name and a value").to_owned();
    let page = server.get_with("/console", &[("Cookie", &cookie)]).text();
    let csrf = csrf_in(&page);
    (cookie, csrf)
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn a_holder_manages_keys_in_a_browser() {
    let mut browser = Browser::start();
    let server = start("pro", &[]);
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
    assert!(foreign.is_empty(), "asked of other hosts: {foreign:?}");
    assert!(browser.requested.len() > 20, "{}", browser.requested.len());
}

/// With a wrong password first.
fn signs_in(browser: &mut Browser, base: &str) {
    browser.open(&format!("{base}/console"));
    browser.picture("sign-in");
    browser.fill("input[name=email]", EMAIL);
    browser.fill("input[name=password]", "wrong password");
    browser.click_through("button.main");
    assert!(browser.text().contains("Email address or password is wrong"));
    assert_eq!(
        browser.value("document.querySelector('input[name=email]').value"),
        EMAIL,
        "only the password is to be typed again"
    );
    browser.fill("input[name=password]", PASSWORD);
    browser.click_through("button.main");
    let text = browser.text();
    assert!(
        text.contains("There is no key yet")
            && text.contains("Ada <b>Lovelace</b>")
            && text.contains("0 of 1000000 credits"),
        "{text}"
    );
    assert_eq!(browser.value("document.cookie"), "", "scripts do not see the session");
}

/// A key is shown once, masked, to be copied.
fn makes_a_key(browser: &mut Browser, base: &str, server: &Served) -> String {
    browser.fill("form[action='/console/keys'] input[name=nickname]", "map");
    browser.fill("form[action='/console/keys'] input[name=description]", "for the <map>");
    browser.click_through("form[action='/console/keys'] button");
    assert_eq!(browser.value("document.getElementById('secret').type"), "password");
    let secret =
        browser.value("document.getElementById('secret').value").as_str().expect("a secret").to_owned();
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
    assert!(text.contains("answered with 200") && text.contains("\"julianDay\":24"), "{text}");
    browser.picture("tested");
    browser.click_through("form[action$='/disable'] button");
    assert!(browser.text().contains("The key is disabled"));
    assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 401, "at once");
    browser.click_through("form[action$='/test'] button");
    assert!(browser.text().contains("answered with 401"), "{}", browser.text());
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
    assert!(text.contains("2001:db8::/99999") && !text.contains("map2"), "{text}");
    browser.click(".key details summary");
    browser.fill("form[action$='/update'] input[name=nickname]", "map2");
    browser.fill("form[action$='/update'] input[name=ips]", "203.0.113.0/24");
    browser.fill("form[action$='/update'] input[name=origins]", "*.example.org");
    browser.click_through("form[action$='/update'] button");
    let text = browser.text();
    assert!(
        text.contains("changes are saved")
            && text.contains("map2")
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

/// On the page of the account, which is found from that of the keys.
fn changes_the_name(browser: &mut Browser, base: &str) {
    browser.click_through("a[href='/console/account']");
    browser.picture("account");
    browser.click("details summary");
    browser.fill("input[name=name]", "Countess of Lovelace");
    browser.click_through("form[action$='/name'] button");
    let text = browser.text();
    assert!(text.contains("The name is changed") && text.contains("Countess of Lovelace"), "{text}");
    browser.open(&format!("{base}/console"));
}

/// The month as a chart; pages fit a phone.
fn looks_on_a_phone(browser: &mut Browser, base: &str) {
    assert!(
        browser
            .value("document.querySelectorAll('svg.chart rect title').length")
            .as_u64()
            .is_some_and(|n| n >= 5)
    );
    browser.picture("desktop");
    browser.resize(390, 844, true);
    browser.open(&format!("{base}/console"));
    browser.picture("phone");
    for path in ["/console", "/console/account", "/docs"] {
        browser.open(&format!("{base}{path}"));
        let widths = browser.value("[document.documentElement.scrollWidth, window.innerWidth]");
        assert!(widths[0].as_f64() <= widths[1].as_f64(), "{path} is wider than a phone: {widths}");
    }
    browser.resize(1280, 1000, false);
    browser.open(&format!("{base}/console"));
}

/// Deleted, after a question; without scripts it would not be asked, and everything else works the same.
fn deletes_and_signs_out(browser: &mut Browser, base: &str) {
    browser.value("window.confirm = () => { window.asked = true; return false; }");
    browser.click("form[action$='/delete'] button");
    browser.wait_for("window.asked === true");
    assert!(browser.text().contains("map2"), "the question was answered with no");
    browser.call("Emulation.setScriptExecutionDisabled", serde_json::json!({ "value": true }));
    browser.open(&format!("{base}/console"));
    browser.click_through("form[action$='/delete'] button");
    assert!(browser.text().contains("deleted for ever") && browser.text().contains("There is no key yet"));
    browser.click_through("form[action='/console/sign-out'] button");
    assert!(browser.text().contains("Sign in"));
}

#[test]
fn nobody_acts_in_the_name_of_another() {
    let server = start("free", &[]);
    let (cookie, csrf) = signed_in(&server);
    let form = format!("csrf={csrf}&nickname=one&description=");
    // Without the cookie, without the field, with another's, from another site.
    assert_eq!(post(&server, "/console/keys", &form, &[]).status, 303);
    assert_eq!(
        post(&server, "/console/keys", &form, &[("Cookie", "umbra_session=nonsense")]).header("location"),
        Some("/console")
    );
    for (form, header) in [
        ("nickname=one", None),
        ("csrf=&nickname=one", None),
        (form.as_str(), Some(("Origin", "https://evil.net"))),
        (form.as_str(), Some(("Origin", "null"))),
        (form.as_str(), Some(("Sec-Fetch-Site", "cross-site"))),
        (form.as_str(), Some(("Sec-Fetch-Site", "same-site"))),
    ] {
        let headers: Vec<_> = [("Cookie", cookie.as_str())].into_iter().chain(header).collect();
        let answer = post(&server, "/console/keys", form, &headers);
        assert_eq!(answer.status, 403, "{form} {header:?}");
    }
    let (other_cookie, other_csrf) = signed_in(&server);
    assert_ne!(csrf, other_csrf);
    assert_eq!(
        post(&server, "/console/keys", &form, &[("Cookie", &other_cookie)]).status,
        403,
        "the field of another session"
    );
    let made = post(
        &server,
        "/console/keys",
        &form,
        &[("Cookie", &cookie), ("Origin", &format!("http://{HOST}")), ("Sec-Fetch-Site", "same-origin")],
    );
    assert!(made.status == 200 && made.text().contains("Your new key"));
    assert_eq!(made.header("cache-control"), Some("no-store"));
    assert!(
        made.header("content-security-policy")
            .is_some_and(|p| p.starts_with("default-src 'none'") && p.contains("frame-ancestors 'none'"))
    );
    assert!(!server.log().contains(&csrf));
}

#[test]
fn rules_need_a_higher_plan_also_when_the_field_is_sent_by_hand() {
    let server = start("free", &[]);
    let (cookie, csrf) = signed_in(&server);
    let form = format!("csrf={csrf}&nickname=one&description=");
    let made = post(&server, "/console/keys", &form, &[("Cookie", &cookie)]);
    // Nothing of the form is kept.
    let id =
        made.text().split("id=\"key-").nth(1).and_then(|p| p.split('"').next()).expect("a key").to_owned();
    let refused = post(
        &server,
        &format!("/console/keys/{id}/update"),
        &format!("csrf={csrf}&nickname=two&description=&ips=192.0.2.1"),
        &[("Cookie", &cookie)],
    );
    assert!(
        refused.status == 400
            && refused.text().contains("need the plan pro")
            && !refused.text().contains("<h3>two"),
        "{}",
        refused.text()
    );
}

#[test]
fn a_key_of_another_account_is_none_of_ours() {
    let server = start("free", &[]);
    let (cookie, csrf) = signed_in(&server);
    let form = format!("csrf={csrf}&nickname=one&description=");
    let (_, said) = operate(
        PROGRAM,
        &server.accounts(),
        &["accounts", "create", "--name", "Eve", "--email", "eve@example.org", "--json"],
        "",
    );
    let eve =
        serde_json::from_str::<Value>(&said).expect("JSON")["account"].as_str().expect("an id").to_owned();
    let (_, said) = operate(
        PROGRAM,
        &server.accounts(),
        &["keys", "create", "--account", &eve, "--nickname", "hers", "--json"],
        "",
    );
    let made = serde_json::from_str::<Value>(&said).expect("JSON");
    let [hers, secret] = ["key", "secret"].map(|part| made[part].as_str().expect("a text").to_owned());
    until_true("her key", || server.get(&format!("{FREE}?apiKey={secret}")).status == 200);
    for action in ["delete", "disable", "test", "update"] {
        assert_eq!(
            post(&server, &format!("/console/keys/{hers}/{action}"), &form, &[("Cookie", &cookie)]).status,
            404,
            "{action}"
        );
    }
    assert!(operate(PROGRAM, &server.accounts(), &["keys", "show", &hers], "").1.contains("enabled"));
}

#[test]
fn the_console_has_its_methods_paths_and_sizes() {
    let server = start("free", &[]);
    let (cookie, csrf) = signed_in(&server);
    let form = format!("csrf={csrf}&nickname=one&description=");
    assert_eq!(server.get("/console/keys").header("allow"), Some("POST"));
    assert_eq!(server.get("/console/nowhere").status, 404);
    assert_eq!(server.get("/consolation").status, 404);
    assert_eq!(server.send("DELETE", "/console", &[], "").status, 405);
    let long = format!("{form}{}", "x".repeat(100_000));
    assert_eq!(post(&server, "/console/keys", &long, &[("Cookie", &cookie)]).status, 413);
}

#[test]
fn signing_out_and_another_password_end_a_session_and_not_only_its_cookie() {
    let server = start("free", &[]);
    let (cookie, csrf) = signed_in(&server);
    let (other_cookie, _) = signed_in(&server);
    assert_eq!(
        post(&server, "/console/sign-out", &format!("csrf={csrf}"), &[("Cookie", &cookie)]).status,
        303
    );
    assert!(server.get_with("/console", &[("Cookie", &cookie)]).text().contains("Sign in"));
    assert!(server.get_with("/console", &[("Cookie", &other_cookie)]).text().contains("Sign out"));
    assert_eq!(
        operate(PROGRAM, &server.accounts(), &["accounts", "set-password", EMAIL], "another good password").0,
        0
    );
    let page = || server.get_with("/console", &[("Cookie", &other_cookie)]).text();
    until_true("the end of the session", || page().contains("Sign in"));
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 401);
    assert_eq!(sign_in(&server, &EMAIL.to_uppercase(), "another good password").status, 303);
    let log = server.log();
    assert!(!log.contains(PASSWORD) && !log.contains(&csrf));
}

#[test]
fn guessing_is_slowed_down_and_behind_tls_the_cookie_is_secure() {
    let server = start("free", &["--trusted-proxies", "127.0.0.1"]);
    let (cookie, csrf) = form_of_sign_in(&server);
    let attempt = |client: &str, email: &str, password: &str, headers: Headers| {
        let form = format!("csrf={csrf}&email={email}&password={password}");
        let own = [("X-Forwarded-For", client), ("Cookie", cookie.as_str())];
        post(&server, "/console/sign-in", &form, &[&own, headers].concat())
    };
    for i in 0..10 {
        assert_eq!(attempt("192.0.2.1", EMAIL, &format!("guess{i}"), &[]).status, 401);
    }
    let braked = attempt("192.0.2.1", EMAIL, "correct+horse+battery", &[]);
    assert_eq!(
        (braked.status, braked.header("retry-after")),
        (429, Some("900")),
        "the right password does not help any more"
    );
    let elsewhere = attempt("192.0.2.2", EMAIL, "correct+horse+battery", &[("X-Forwarded-Proto", "https")]);
    assert_eq!(elsewhere.status, 303, "its holder elsewhere is not locked out");
    assert!(elsewhere.header("set-cookie").is_some_and(|c| c.ends_with("; Secure")));
    // One address that tries many names.
    let tried = (0..40)
        .filter(|i| attempt("192.0.2.3", &format!("name{i}%40example.org"), "guess", &[]).status == 401)
        .count();
    assert_eq!(tried, 30);
}
