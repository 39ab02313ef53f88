//! Pages for visitors without a key, on the account of the operator's public key.

use super::*;
use server::testing::KeyId;

const BROWSER: Headers = &[("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
const MAP: &str = "/eclipse-path?date=2026-08-12&obs=place:Burgos,ES";
/// Pages that need a key on other servers.
const PAGES: [&str; 6] = [
    MAP,
    "/eclipse-simulator?date=2026-08-12&obs=place:Burgos,ES",
    "/lunar-eclipse?date=2028-12-31",
    "/eclipse-card/2026-08-12?format=svg",
    "/lunar-eclipse-card/2028-12-31",
    "/moon-picture/2026-08-20?obs=43.36,-5.85",
];
/// The first call of the documentation.
const SEARCH: &str = "/solar-eclipse/search/now/+100y?next=any&obs=place:Oviedo&tz=auto";

fn visit(site: &Site, path: &str) -> Raw {
    site.tick();
    site.send("GET", path, BROWSER, "", CLIENT)
}

#[test]
fn visitors_see_pages_on_the_account_of_the_public_key() {
    let mut site = Site::open();
    let (_, id, secret) = site.account(Plan::Pro);
    let is_refused = |site: &Site| {
        assert!(PAGES.iter().all(|path| visit(site, path).status == 401));
        assert!(!visit(site, "/").text().contains("/eclipse-path?"));
    };
    is_refused(&site);
    site.rules.public_key = KeyId::parse(&id);
    let site = site.restart();
    let home = visit(&site, "/").text();
    for link in ["/eclipse-path?date=", "/eclipse-simulator?date=", "/lunar-eclipse?date="] {
        assert!(home.contains(link), "{link}: {home}");
    }
    for path in PAGES {
        let page = visit(&site, path);
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        assert!(page.header("x-credits-remaining").is_none(), "{path}");
        assert!(page.header("ratelimit-policy").is_some_and(|policy| policy.contains("pages")), "{path}");
    }
    let page = visit(&site, MAP);
    let policy = page.header("content-security-policy").expect("a policy").to_owned();
    assert!(policy.ends_with("; frame-ancestors 'self'"), "other sites need a key: {policy}");
    let own = visit(&site, &format!("{MAP}&attribution=0")).status;
    assert_eq!(own, 403, "visitors have no features of the operator's plan");
    let page = page.text();
    let named = page.split("=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let loaded: Vec<_> = named.filter(|address| address.starts_with("/widget/")).collect();
    assert!(loaded.len() > 5, "{page}");
    for path in loaded.into_iter().chain(["/places?q=Burgos", "/tiles/current"]) {
        assert_eq!(visit(&site, path).status, 200, "{path}");
    }
    // What needs a key is not offered, and the operator pays for what is.
    assert!(!page.contains("/solar-eclipse/path/") && !page.contains("/solar-eclipse/towns/"), "{page}");
    assert!(page.contains("og:image\" content=\"") && !page.contains(&secret), "{page}");
    let usage = site.with_key("/usage", &secret, &[]).json;
    // The pages cost 60, the Moon 2, this call 3.
    assert_eq!(usage["response"]["used"], 65.0, "{usage}");
    for path in [SEARCH, FREE, GATED, "/day/today?obs=place:Oviedo"] {
        assert_eq!(visit(&site, path).status, 401, "{path}");
    }
    assert_eq!(site.with_key(MAP, "umbra_no", &[]).status, 401, "a wrong key is an error");
    site.store(move |store| store.set_enabled(&id, false, &by()));
    is_refused(&site);
}

#[test]
fn the_first_call_of_the_documentation_works_with_every_plan() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    let answer = site.with_key(SEARCH, &secret, &[]);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let lunar = "/lunar-eclipse/search/now/+9y?next=any&obs=place:Oviedo";
    assert_eq!(site.with_key(lunar, &secret, &[]).status, 200);
}
