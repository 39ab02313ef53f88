//! Servers that share their accounts in a PostgreSQL: to people they are one.

use super::*;
use crate::accounts::console::{
    EMAIL, PASSWORD, cookie_in, credentials, csrf_in, form_of_sign_in, post, secret_in,
};
use crate::accounts::notices::receiver;
use crate::accounts::operator::{json, made, text, until_status, written};
use tests::served::operate;
use tests::until_true;

fn make_account(place: &Path) {
    let name = ["accounts", "create", "--name", "Ada", "--email", EMAIL, "--plan", "pro", "--password-stdin"];
    let (code, said) = operate(PROGRAM, place, &name, PASSWORD);
    assert_eq!(code, 0, "{said}");
}

/// Gets the sign-in form from one server and sends it to another; returns the cookie.
fn sign_in(from: &Served, to: &Served, password: &str) -> String {
    let (cookie, csrf) = form_of_sign_in(from);
    let form = credentials(&csrf, EMAIL, password);
    let answer = post(to, "/console/sign-in", &form, &[("Cookie", &cookie)]);
    assert_eq!(answer.status, 303, "{}", answer.text());
    cookie_in(&answer)
}

fn page(server: &Served, path: &str, cookie: &str) -> String {
    server.get_with(path, &[("Cookie", cookie)]).text()
}

fn is_in(server: &Served, cookie: &str) -> bool {
    page(server, "/console", cookie).contains("Sign out")
}

/// Waits until a session is over at a server.
fn until_out(server: &Served, cookie: &str) {
    until_true("the end of the session", || !is_in(server, cookie));
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn a_session_of_one_server_works_at_another() {
    let (postgres, place) = shared();
    make_account(&place);
    let (a, b) = (serving(&place, &[]), serving(&place, &[]));
    let cookie = sign_in(&a, &b, PASSWORD);
    let csrf = csrf_in(&page(&a, "/console", &cookie));
    assert_eq!(csrf, csrf_in(&page(&b, "/console/account", &cookie)), "a form of one goes to the other");
    // The secret of a key created at one server is shown by the other, once, and is stored encrypted.
    let form = format!("csrf={csrf}&nickname=main&description=");
    assert_eq!(post(&b, "/console/keys", &form, &[("Cookie", &cookie)]).status, 303);
    let kept = postgres.sql("SELECT encode(sealed, 'escape'), is_secret FROM session_notices");
    assert!(kept.ends_with("|t") && !kept.contains("umbra_") && !kept.contains("main"), "{kept}");
    let token = cookie.split('=').nth(1).expect("a value");
    let dump = postgres.sql("SELECT encode(id, 'hex'), encode(id, 'escape'), account FROM sessions");
    assert!(!dump.contains(token) && !dump.contains(&csrf), "{dump}");
    let shown = page(&a, "/console", &cookie);
    let secret = secret_in(&shown);
    assert!(shown.contains("The key “main” was created."));
    for server in [&a, &b] {
        assert!(!page(server, "/console", &cookie).contains(&secret), "shown once");
        until_status(server, &format!("{FREE}?apiKey={secret}"), 200);
    }
    // So are tokens.
    let account = json(&place, &["accounts", "show", EMAIL])["account"]["id"].clone();
    let basic = format!("ServiceAuth {}:{secret}", account.as_str().expect("an id"));
    let token = a.get_with("/auth/access-token", &[("Authorization", &basic)]).json()["token"].clone();
    let token = format!("ServiceAuth {}", token.as_str().expect("a token"));
    assert_eq!([&a, &b].map(|server| server.get_with(FREE, &[("Authorization", &token)]).status), [200; 2]);
    // A key of one server's page is disabled at the other, and refused by both.
    let id = secret.strip_prefix("umbra_").and_then(|rest| rest.get(..12)).expect("a name");
    let csrf = format!("csrf={csrf}");
    let disabled = post(&a, &format!("/console/keys/{id}/disable"), &csrf, &[("Cookie", &cookie)]);
    assert_eq!(disabled.status, 303);
    assert!(page(&b, "/console", &cookie).contains("is now disabled. Requests with this key"), "the notice");
    [&a, &b].iter().for_each(|server| until_status(server, &format!("{FREE}?apiKey={secret}"), 401));
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn what_ends_sessions_ends_them_at_every_server() {
    let (_postgres, place) = shared();
    make_account(&place);
    let (a, b) = (serving(&place, &[]), serving(&place, &[]));
    let cookies = || (sign_in(&a, &a, PASSWORD), sign_in(&b, &b, PASSWORD));
    let form = |server: &Served, cookie: &str, path: &str, fields: &str| {
        let csrf = csrf_in(&page(server, "/console/account", cookie));
        post(server, path, &format!("csrf={csrf}&{fields}"), &[("Cookie", cookie)])
    };
    let (first, second) = cookies();
    form(&a, &first, "/console/sign-out", "");
    until_out(&b, &first);
    assert!(is_in(&a, &second) && is_in(&b, &second), "another session goes on");
    let (first, _) = cookies();
    form(&b, &second, "/console/account/sign-out-everywhere", "");
    [&first, &second].iter().for_each(|cookie| until_out(&a, cookie));
    let (first, second) = cookies();
    let fields = "password=correct+horse+battery&new-password=another+good+password";
    let changed = form(&a, &first, "/console/account/password", fields);
    assert_eq!(changed.status, 303, "{}", changed.text());
    [&first, &second].iter().for_each(|cookie| until_out(&b, cookie));
    let renewed = cookie_in(&changed);
    assert!(page(&b, "/console/account", &renewed).contains("The password was changed"), "at once");
    assert!(is_in(&a, &sign_in(&b, &b, "another good password")));
    text(&place, &["accounts", "suspend", EMAIL]);
    [&a, &b].iter().for_each(|server| until_out(server, &renewed));
    text(&place, &["accounts", "resume", EMAIL]);
    assert!(!is_in(&a, &renewed), "a suspension ends sessions for ever");
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn of_concurrent_uses_of_a_link_at_two_servers_one_succeeds() {
    let (_postgres, place) = shared();
    make_account(&place);
    let servers = [serving(&place, &[]), serving(&place, &[])];
    let link = json(&place, &["accounts", "reset-password", EMAIL])["path"].clone();
    let link = link.as_str().expect("a path");
    let set = |n: usize| {
        post(&servers[n % 2], link, &format!("new-password=another+good+password+{n}"), &[]).status
    };
    let statuses = std::thread::scope(|scope| {
        let uses: Vec<_> = (0..8).map(|n| scope.spawn(move || set(n))).collect();
        uses.into_iter().map(|one| one.join().expect("a status")).collect::<Vec<_>>()
    });
    let successes: Vec<usize> = (0..8).filter(|n| statuses[*n] == 200).collect();
    assert!(successes.len() == 1 && statuses.iter().filter(|s| **s == 404).count() == 7, "{statuses:?}");
    let password = format!("another good password {}", successes[0]);
    sign_in(&servers[0], &servers[1], &password);
    let link = json(&place, &["accounts", "reset-password", EMAIL])["path"].clone();
    let link = link.as_str().expect("a path");
    text(&place, &["accounts", "suspend", EMAIL]);
    for server in &servers {
        assert_eq!(post(server, link, "new-password=another+good+password", &[]).status, 404);
    }
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn usage_is_that_of_all_servers() {
    let (mut postgres, place) = shared();
    make_account(&place);
    let key = json(&place, &["keys", "create", "--account", EMAIL, "--nickname", "main"]);
    let secret = key["secret"].as_str().expect("a secret").to_owned();
    let (a, b) = (serving(&place, &[]), serving(&place, &[]));
    for server in [&a, &a, &a, &b, &b, &b, &b] {
        assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 200);
    }
    let usage = |server: &Served| server.get(&format!("/usage?apiKey={secret}"));
    let calls = |answer: &Raw| answer.json()["response"]["calls"].as_i64();
    // The first call is in its own response.
    let mut requests = 0;
    until_true("the calls of both servers", || {
        requests += 1;
        calls(&usage(&a)) == Some(7 + requests)
    });
    until_true("the calls of the other server", || {
        requests += 1;
        let all = usage(&b).json()["response"]["byEndpoint"].clone();
        let mut all = all.as_array().expect("operations").iter();
        all.any(|o| o["endpoint"] == "julian-day" && o["calls"] == 7)
    });
    let cookie = sign_in(&a, &b, PASSWORD);
    until_true("the figures of the console", || {
        let figures = [page(&a, "/console", &cookie), page(&b, "/console", &cookie)];
        figures.iter().all(|page| page.contains(&format!("{} calls", 7 + requests)))
    });
    // Without the database a server reports its last values.
    postgres.kill();
    let alone = usage(&a);
    assert_eq!(alone.status, 200, "{}", alone.text());
    assert!(calls(&alone).is_some_and(|calls| calls >= 3), "{}", alone.text());
    assert_eq!(usage(&a).status, 200);
    until_true("the complaint", || a.log_so_far().contains("the usage of other servers cannot be read"));
}

/// Asserts what a server answers that cannot check the key of a path.
fn checks_no_key(server: &Served, path: &str) {
    let refused = server.get(path);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("accounts-unavailable")));
    assert!(refused.header("retry-after").is_some());
    for (open, status) in [("/version", 200), ("/docs", 200), ("/livez", 200), (FREE, 401), ("/console", 200)]
    {
        assert_eq!(server.get(open).status, status, "{open}");
    }
    for ready in [server.get("/readyz"), server.admin("/readyz")] {
        assert!(ready.status == 503 && ready.text().contains("no key can be checked"), "{}", ready.text());
    }
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn without_postgres_known_keys_work_for_a_limited_time() {
    let (mut postgres, place) = shared();
    let (account, _, secret) = made(&place, "pro");
    let (patient, server) =
        (serving(&place, &["--stale-seconds", "86400"]), serving(&place, &["--stale-seconds", "2"]));
    let path = format!("{FREE}?apiKey={secret}");
    [&patient, &server].iter().for_each(|server| until_status(server, &path, 200));
    postgres.kill();
    until_true("the warning", || patient.admin("/readyz").text().contains("keys are used as they were"));
    assert_eq!((patient.get("/readyz").status, patient.get(&path).status), (200, 200), "a known key");
    until_status(&server, &path, 503);
    assert_eq!(patient.get(&path).status, 200, "for as long as the operator allows");
    checks_no_key(&server, &path);
    let basic = format!("ServiceAuth {account}:{secret}");
    assert_eq!(server.get_with("/auth/access-token", &[("Authorization", &basic)]).status, 503);
    assert!(server.metric("umbra_accounts_stale_seconds ") > 2.0);
    until_true("the word in the log", || server.log_so_far().contains("for longer than --stale-seconds"));
    postgres.run();
    until_status(&server, &path, 200);
    assert_eq!(server.get("/readyz").status, 200);
    until_true("the good news", || server.log_so_far().contains("keys are accepted again"));
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn a_server_starts_without_postgres_and_serves_keys_when_it_answers() {
    let (mut postgres, place) = shared();
    let (_, _, secret) = made(&place, "pro");
    postgres.kill();
    let server = serving(&place, &[]);
    let path = format!("{FREE}?apiKey={secret}");
    checks_no_key(&server, &path);
    assert!(!server.get(FREE).text().contains("accounts create"), "there may be accounts");
    // The attempts meanwhile must not be logged.
    until_true("some attempts", || server.metric("umbra_accounts_stale_seconds ") > 1.0);
    let log = server.log_so_far();
    assert_eq!(log.matches("does not answer").count(), 1, "{log}");
    assert!(log.contains("starts without its accounts"), "{log}");
    postgres.run();
    until_status(&server, &path, 200);
    assert_eq!((server.get("/readyz").status, server.get(&path).status), (200, 200));
    until_true("the usage", || written(&place) == 2);
    until_true("the good news", || server.log_so_far().contains("keys are accepted again"));
    text(&place, &["accounts", "suspend", "pro@example.org"]);
    until_status(&server, &path, 403);
    // What does not mend by waiting is an error at once.
    let other = PathBuf::from(format!("postgres://umbra@127.0.0.1:{}/nothing", postgres.port()));
    let (code, said) =
        operate(PROGRAM, &other, &["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"], "");
    assert!(code != 0 && said.contains("createdb"), "{said}");
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn a_console_without_postgres_says_so_and_keeps_its_sessions() {
    let (mut postgres, place) = shared();
    make_account(&place);
    let server = serving(&place, &[]);
    let cookie = sign_in(&server, &server, PASSWORD);
    postgres.kill();
    let answer = server.get_with("/console", &[("Cookie", &cookie)]);
    assert!(answer.status == 503 && answer.text().contains("their database is offline"), "{}", answer.text());
    assert_eq!(server.get_with("/console", &[("Cookie", "umbra_session=nonsense")]).status, 200);
    postgres.run();
    until_true("the session", || is_in(&server, &cookie));
}

#[test]
#[ignore = "landing: needs PostgreSQL"]
fn of_several_servers_one_posts_a_notice() {
    let (postgres, place) = shared();
    let (address, sent) = receiver(&[500, 204]);
    let (_, _, secret) = made(&place, "free");
    text(&place, &["plans", "set-allowance", "free", "5"]);
    let servers = [0, 1, 2].map(|_| serving(&place, &["--notice-webhook", &address]));
    for call in 0..9 {
        servers[call % 3].get(&format!("{FREE}?apiKey={secret}"));
    }
    until_true("the notice of 80 %", || sent.lock().expect("the list").len() >= 2);
    let left = || postgres.sql("SELECT count(*) FROM notices WHERE done_ms IS NULL");
    until_true("its mark", || left() == "0");
    let sent = sent.lock().expect("the list").clone();
    let levels: Vec<_> = sent.iter().filter_map(|(_, document)| document["level"].as_i64()).collect();
    assert_eq!(levels, [80, 80], "the second after a refusal: {sent:?}");
    assert_eq!(postgres.sql("SELECT count(*), min(done_by) FROM notices"), "1|webhook");
}
