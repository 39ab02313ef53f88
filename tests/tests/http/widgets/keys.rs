//! Access to widgets: keys, plans, prices, and the sites of a key's rules.

use super::super::start;
use super::{BROWSER, MAP, SIMULATOR, data, policy, shown};
use crate::accounts::operator::json;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests::served::{Answer, Headers, Served};
use tests::until_true;

/// A server of these tests, which link to a website.
fn server() -> &'static Served {
    static SERVER: OnceLock<Served> = OnceLock::new();
    // Tests wait for new keys faster than people.
    let options = ["--site-url", "https://umbra.example.org/about", "--rate-standard", "1000000/10s,1s"];
    SERVER.get_or_init(|| start(&options).to_the_end())
}

/// A key of a new account of a plan; a name of the key and its secret.
fn key(server: &Served, plan: &str) -> (String, String) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let email = format!("{plan}{}@example.org", COUNT.fetch_add(1, Ordering::Relaxed));
    let accounts = server.accounts();
    json(&accounts, &["accounts", "create", "--name", "Ada", "--email", &email, "--plan", plan]);
    let key = json(&accounts, &["keys", "create", "--account", &email, "--nickname", "main"]);
    let (key, secret) = (key["key"].as_str().expect("a name"), key["secret"].as_str().expect("a secret"));
    until_true("the key", || server.get(&format!("/delta-t/2024?apiKey={secret}")).status == 200);
    (key.to_owned(), secret.to_owned())
}

#[test]
fn without_a_key_a_widget_says_so_on_a_page() {
    let server = server();
    key(server, "free");
    let answer = server.get_with(MAP, &[BROWSER]);
    assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("ServiceAuth")));
    assert!(answer.text().contains("apiKey=YOUR_KEY"), "{}", answer.text());
    assert_eq!(server.get_with(&format!("{MAP}&apiKey=umbra_no"), &[BROWSER]).status, 401);
}

#[test]
fn the_price_can_be_queried_and_is_paid_once() {
    let server = server();
    let (_, secret) = key(server, "free");
    for widget in [MAP, SIMULATOR] {
        let cost = server.get(&format!("{widget}&apiKey={secret}&cost=1")).json();
        assert_eq!(cost["query"]["cost"], 10.0, "{cost}");
        let used =
            |answer: &Answer| answer.header("x-credits-used").map_or(f64::NAN, |n| n.parse().expect("n"));
        let before = used(&server.get(&format!("{widget}&apiKey={secret}&cost=1")));
        let answer = server.get_with(&format!("{widget}&apiKey={secret}"), &[BROWSER]);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(used(&answer) - before, 10.0);
        assert!(!answer.text().contains(&secret), "the page does not contain the key");
        let refused = server.get_with(&format!("{widget}&apiKey={secret}&x=1"), &[BROWSER]);
        assert_eq!(used(&refused) - before, 10.0, "refusals cost nothing");
    }
}

#[test]
fn the_link_to_the_website_follows_the_plan() {
    let server = server();
    for (plan, may_hide) in [("free", false), ("starter", false), ("pro", true), ("enterprise", true)] {
        let (_, secret) = key(server, plan);
        let get = |more: &str| server.get_with(&format!("{MAP}&apiKey={secret}{more}"), &[BROWSER]);
        let page = get("");
        let link = "<a href=\"https://umbra.example.org/about\" target=\"_blank\" rel=\"noopener\">umbra";
        assert!(page.text().contains(link), "{plan}: {}", page.text());
        assert_eq!(data(&page)["downloads"].is_null(), !may_hide, "{plan}");
        let hidden = get("&attribution=0");
        assert_eq!(hidden.status, if may_hide { 200 } else { 403 }, "{plan}");
        assert!(!hidden.text().contains("umbra.example.org</a>"), "{plan}");
        assert_eq!(hidden.text().contains("attribution=0 requires the plan pro"), !may_hide, "{plan}");
        let limb = server.get(&format!("{SIMULATOR}&apiKey={secret}&limb=1"));
        assert_eq!(limb.status, if may_hide { 503 } else { 403 }, "{plan}");
    }
}

#[test]
fn a_key_with_rules_is_for_frames_of_its_sites() {
    let server = server();
    let (name, secret) = key(server, "pro");
    let path = format!("{MAP}&apiKey={secret}");
    let get = |headers: Headers| server.get_with(&path, &[&[BROWSER], headers].concat());
    let free = get(&[("Referer", "https://anywhere.example/")]);
    assert!(free.status == 200 && !policy(&free).contains("frame-ancestors"));
    assert_eq!(server.operate(&["keys", "set-origins", &name, "*.example.org; localhost"]).0, 0);
    until_true("the rules", || get(&[]).status == 401);
    let missing = get(&[]);
    assert!(missing.text().contains("referrerpolicy=&quot;no-referrer&quot;"), "{}", missing.text());
    assert_eq!(server.get(&path).json()["code"], "origin-required");
    for (headers, status, ancestor) in [
        (&[("Referer", "https://app.example.org/page?of=x")][..], 200, "https://app.example.org"),
        (&[("Referer", "http://localhost:3000/")], 200, "http://localhost:3000"),
        (&[("Origin", "https://b.example.org:8443")], 200, "https://b.example.org:8443"),
        (
            &[("Origin", "https://b.example.org"), ("Referer", "https://evil.net/")],
            200,
            "https://b.example.org",
        ),
        (&[("Origin", "https://evil.net"), ("Referer", "https://b.example.org/")], 403, ""),
        (&[("Origin", "null"), ("Referer", "https://b.example.org/")], 403, ""),
        (&[("Referer", "https://evil.net/?x=https://app.example.org/")], 403, ""),
        (&[("Referer", "https://app.example.org.evil.net/")], 403, ""),
        (&[("Referer", "https://app.example.org;script-src%20*/")], 403, ""),
        (&[("Referer", "about:blank")], 403, ""),
    ] {
        let answer = get(headers);
        assert_eq!(answer.status, status, "{headers:?}: {}", shown(&answer));
        match status {
            200 => {
                assert!(policy(&answer).ends_with(&format!("; frame-ancestors {ancestor}")), "{headers:?}")
            }
            _ => assert!(!policy(&answer).contains("frame-ancestors"), "who embeds it must see why"),
        }
    }
    // Such a key's page offers nothing that its rules would refuse.
    let ruled = data(&get(&[("Referer", "https://app.example.org/")]));
    assert!(ruled["downloads"].is_null() && ruled["onward"] == false, "{ruled}");
    assert_eq!(data(&free)["onward"], true);
    // Other operations go by Origin alone.
    let other = format!("/delta-t/2024?apiKey={secret}");
    assert_eq!(server.get_with(&other, &[("Referer", "https://app.example.org/")]).status, 401);
    // A page of a key with rules leads to no other, which the rules would refuse.
    let elsewhere = format!("/eclipse-simulator?date=2024-04-08&obs=-35,149&apiKey={secret}");
    let page = server.get_with(&elsewhere, &[BROWSER, ("Referer", "https://app.example.org/")]);
    assert!(shown(&page).contains("nearest point") && !shown(&page).contains("href=\"?"), "{}", shown(&page));
}
