//! The console, and attempts to use it in another user's name.

use super::*;
use server::testing::password;
use std::ops::Deref;
use tests::served::{Served, operate};

pub(super) const PASSWORD: &str = "correct horse battery";
pub(super) const EMAIL: &str = "ada@example.org";
const NAME: &str = "Ada <b>Lovelace</b>";
const LOCAL: &str = "127.0.0.1";
const SESSION_MS: i64 = 12 * 3_600_000;
const NOTICE_MS: i64 = 300_000;

/// A service with an account that may sign in, whose clock only the test advances.
pub(super) struct Console(Site);

impl Deref for Console {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.0
    }
}

impl Console {
    /// Answers a request of a local client or proxy, after the ledger has read what commands have changed.
    pub(super) fn send(&self, method: &str, path: &str, headers: Headers, body: &str) -> Raw {
        self.tick();
        self.0.send(method, path, headers, body, LOCAL)
    }

    pub(super) fn get(&self, path: &str) -> Raw {
        self.send("GET", path, &[], "")
    }

    pub(super) fn get_with(&self, path: &str, headers: Headers) -> Raw {
        self.send("GET", path, headers, "")
    }

    /// A page as a visitor sees it.
    pub(super) fn page(&self, visitor: &Visitor, path: &str) -> String {
        self.get_with(path, &[("Cookie", &visitor.0)]).text()
    }

    /// Sends a form of a visitor.
    pub(super) fn submit(&self, visitor: &Visitor, path: &str, fields: &str) -> Raw {
        let form = format!("csrf={}&{fields}", visitor.1);
        post(self, path, &form, &[("Cookie", &visitor.0)])
    }
}

/// A user who has signed in: the cookie of the session, and the hidden field of its forms.
pub(super) type Visitor = (String, String);

/// Starts a service in this process with an account that may sign in. A local proxy is trusted.
pub(super) fn start(plan: Plan) -> Console {
    start_with(plan, |_| {})
}

/// Starts a service like [`start`] with other rules.
pub(super) fn start_with(plan: Plan, change: impl FnOnce(&mut Rules)) -> Console {
    let site = Site::with(|rules| {
        rules.trusted_proxies = IpRules::parse(LOCAL).expect("an address");
        change(rules);
    });
    let hash = password::hash(PASSWORD, EMAIL).expect("a good password");
    site.store(move |store| store.create_account(NAME, EMAIL, plan, Some(&hash), &by()));
    Console(site)
}

/// Starts the program on accounts with one that may sign in.
pub(super) fn served(plan: &str, arguments: &[&str]) -> Served {
    // Create the account before the server starts, so that the server reads it at once.
    let folder = tempfile::tempdir().expect("a folder");
    let create = ["accounts", "create", "--name", NAME, "--email", EMAIL, "--plan", plan, "--password-stdin"];
    let (code, said) = operate(PROGRAM, &folder.path().join("accounts.sqlite"), &create, PASSWORD);
    assert_eq!(code, 0, "{said}");
    Served::start_in(folder, PROGRAM, tests::built(), arguments)
}

/// A server with a console, in this process or another.
pub(super) trait HasConsole {
    fn answer(&self, method: &str, path: &str, headers: Headers, body: &str) -> Raw;
}

impl HasConsole for Served {
    fn answer(&self, method: &str, path: &str, headers: Headers, body: &str) -> Raw {
        self.send(method, path, headers, body)
    }
}

impl HasConsole for Console {
    fn answer(&self, method: &str, path: &str, headers: Headers, body: &str) -> Raw {
        self.send(method, path, headers, body)
    }
}

pub(super) fn post(server: &impl HasConsole, path: &str, form: &str, headers: Headers) -> Raw {
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    server.answer("POST", path, &[&kind, headers].concat(), form)
}

/// The cookie of the form for signing in, and its hidden field.
pub(super) fn form_of_sign_in(server: &impl HasConsole) -> Visitor {
    let page = server.answer("GET", "/console", &[], "");
    (cookie_in(&page), csrf_in(&page.text()))
}

/// The name and the value of the cookie that a response sets.
pub(super) fn cookie_in(answer: &Raw) -> String {
    answer.header("set-cookie").and_then(|c| c.split(';').next()).expect("a cookie").to_owned()
}

/// The hidden field of the first form of a page.
pub(crate) fn csrf_in(page: &str) -> String {
    let field = page.split("name=\"csrf\" value=\"").nth(1).and_then(|p| p.split('"').next());
    field.expect("a hidden field").to_owned()
}

pub(super) fn secret_in(page: &str) -> String {
    let secret = page.split("id=\"secret\">").nth(1).and_then(|p| p.split('<').next());
    secret.unwrap_or_else(|| panic!("no secret: {page}")).to_owned()
}

/// The fields of the form for signing in.
pub(super) fn credentials(csrf: &str, email: &str, password: &str) -> String {
    let (email, password) = (email.replace('@', "%40"), password.replace(' ', "+"));
    format!("csrf={csrf}&email={email}&password={password}")
}

pub(super) fn sign_in(server: &impl HasConsole, email: &str, password: &str) -> Raw {
    let (cookie, csrf) = form_of_sign_in(server);
    post(server, "/console/sign-in", &credentials(&csrf, email, password), &[("Cookie", &cookie)])
}

/// Signs in with the right password.
pub(super) fn signed_in(server: &impl HasConsole) -> Visitor {
    let answer = sign_in(server, EMAIL, PASSWORD);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/console")), "{}", answer.text());
    let set = answer.header("set-cookie").expect("a cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Path=/console", "Max-Age=43200"] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = cookie_in(&answer);
    let csrf = csrf_in(&server.answer("GET", "/console", &[("Cookie", &cookie)], "").text());
    (cookie, csrf)
}

/// Creates a key; returns its name and its secret.
pub(super) fn make_key(server: &impl HasConsole, visitor: &Visitor, nickname: &str) -> (String, String) {
    let form = format!("csrf={}&nickname={nickname}&description=", visitor.1);
    let made = post(server, "/console/keys", &form, &[("Cookie", &visitor.0)]);
    assert_eq!(made.status, 303, "{}", made.text());
    let secret = secret_in(&server.answer("GET", "/console", &[("Cookie", &visitor.0)], "").text());
    (secret["umbra_".len()..][..12].to_owned(), secret)
}

#[test]
fn no_visitor_acts_in_the_name_of_another() {
    let server = start(Plan::Free);
    let (visitor, other) = (signed_in(&server), signed_in(&server));
    assert_ne!(visitor.1, other.1);
    let (cookie, right) = (visitor.0.as_str(), format!("csrf={}&nickname=one&description=", visitor.1));
    let send = |form: &str, headers: &[(&str, &str)]| post(&server, "/console/keys", form, headers);
    assert_eq!(send(&right, &[]).status, 303);
    let location = Some("/console");
    assert_eq!(send(&right, &[("Cookie", "umbra_session=nonsense")]).header("location"), location);
    // Without the field, from another site, with the field of another session.
    for (form, cookie, header) in [
        ("nickname=one", cookie, None),
        ("csrf=&nickname=one", cookie, None),
        (right.as_str(), cookie, Some(("Origin", "https://evil.net"))),
        (right.as_str(), cookie, Some(("Origin", "null"))),
        (right.as_str(), cookie, Some(("Sec-Fetch-Site", "cross-site"))),
        (right.as_str(), cookie, Some(("Sec-Fetch-Site", "same-site"))),
        (right.as_str(), other.0.as_str(), None),
    ] {
        let headers: Vec<_> = [("Cookie", cookie)].into_iter().chain(header).collect();
        assert_eq!(send(form, &headers).status, 403, "{form} {headers:?}");
    }
    let origin = format!("http://{HOST}");
    let made = send(&right, &[("Cookie", cookie), ("Origin", &origin), ("Sec-Fetch-Site", "same-origin")]);
    assert_eq!((made.status, made.header("location")), (303, location));
    let page = server.get_with("/console", &[("Cookie", cookie)]);
    assert!(page.text().contains("The key “one” was created"), "{}", page.text());
    let policy = page.header("content-security-policy").expect("a policy");
    for part in ["default-src 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe") && !page.text().contains("style="), "{policy}");
}

#[test]
fn a_key_of_another_account_is_none_of_ours() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    let (_, hers, secret) = server.account(Plan::Free);
    for action in ["delete", "disable", "test", "update", "rotate"] {
        let path = format!("/console/keys/{hers}/{action}");
        assert_eq!(server.submit(&visitor, &path, "nickname=one&description=").status, 404, "{action}");
        let answer = server.get_with(&path, &[("Cookie", &visitor.0)]);
        assert!([303, 404].contains(&answer.status) && !answer.text().contains(&hers), "{action}");
    }
    assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 200);
}

#[test]
fn the_console_has_its_methods_and_paths() {
    let server = start(Plan::Free);
    let (cookie, _) = signed_in(&server);
    // A GET request for the address of a form redirects to the page that contains the form.
    for (form, page) in [("keys", ""), ("sign-in", ""), ("sign-out", ""), ("account/name", "/account")] {
        let led = server.get_with(&format!("/console/{form}"), &[("Cookie", &cookie)]);
        let page = format!("/console{page}");
        assert_eq!((led.status, led.header("location")), (303, Some(page.as_str())), "{form}");
    }
    for page in ["", "/usage", "/account"] {
        let refused = server.send("POST", &format!("/console{page}"), &[], "");
        assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")), "{page}");
    }
    assert_eq!(["/console/nowhere", "/consolation"].map(|path| server.get(path).status), [404; 2]);
    assert_eq!(server.send("DELETE", "/console", &[], "").status, 405);
}

#[test]
fn signing_out_and_another_password_end_a_session_and_not_only_its_cookie() {
    let server = start(Plan::Free);
    let (visitor, other) = (signed_in(&server), signed_in(&server));
    assert_eq!(server.submit(&visitor, "/console/sign-out", "").status, 303);
    assert!(server.page(&visitor, "/console").contains("Sign in"));
    assert!(server.page(&other, "/console").contains("Sign out"));
    let set_password = ["accounts", "set-password", EMAIL];
    assert_eq!(operate(PROGRAM, &server.accounts(), &set_password, "another good password").0, 0);
    assert!(server.page(&other, "/console").contains("Sign in"));
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 401);
    assert_eq!(sign_in(&server, &EMAIL.to_uppercase(), "another good password").status, 303);
}

#[test]
fn a_session_ends_after_twelve_hours_and_a_notice_after_five_minutes() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    for (wait_ms, is_shown) in [(NOTICE_MS - 1, true), (NOTICE_MS, false)] {
        let name = format!("name=Countess+{wait_ms}");
        assert_eq!(server.submit(&visitor, "/console/account/name", &name).status, 303);
        server.pass_ms(wait_ms);
        assert_eq!(server.page(&visitor, "/console").contains("The name is now"), is_shown, "{wait_ms} ms");
    }
    server.pass_ms(SESSION_MS - 2 * NOTICE_MS);
    assert!(server.page(&visitor, "/console").contains("Sign out"));
    server.pass_ms(1);
    assert!(server.page(&visitor, "/console").contains("Sign in"));
}

#[test]
fn guessing_is_slowed_down_and_behind_tls_the_cookie_is_secure() {
    let server = start(Plan::Free);
    let (cookie, csrf) = form_of_sign_in(&server);
    let attempt = |client: &str, email: &str, password: &str, headers: Headers| {
        let own = [("X-Forwarded-For", client), ("Cookie", cookie.as_str())];
        post(&server, "/console/sign-in", &credentials(&csrf, email, password), &[&own, headers].concat())
    };
    // Ten attempts on one account, however its address is spelled.
    let spelled = [EMAIL, "+ada@example.org", "Ada@Example.ORG", "%09ada@example.org+"];
    for (i, email) in spelled.into_iter().cycle().take(10).enumerate() {
        assert_eq!(attempt("192.0.2.1", email, &format!("guess{i}"), &[]).status, 401, "{email}");
    }
    let braked = attempt("192.0.2.1", EMAIL, PASSWORD, &[]);
    let found = (braked.status, braked.header("retry-after"));
    assert_eq!(found, (429, Some("900")), "the right password does not help any more");
    let elsewhere = attempt("192.0.2.2", EMAIL, PASSWORD, &[("X-Forwarded-Proto", "https")]);
    assert_eq!(elsewhere.status, 303, "its holder elsewhere is not locked out");
    assert!(elsewhere.header("set-cookie").is_some_and(|c| c.ends_with("; Secure")));
    for (wait_ms, status) in [(899_999, 429), (1, 303)] {
        server.pass_ms(wait_ms);
        assert_eq!(attempt("192.0.2.1", EMAIL, PASSWORD, &[]).status, status);
    }
}
