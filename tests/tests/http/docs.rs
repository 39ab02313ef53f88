//! The documentation: every page is there, every link leads somewhere, every operation has an example, and
//! the pages describe the running server correctly.

use super::widgets::browsed;
use super::*;

/// Addresses of all pages with their texts: those that links lead to from the first one.
pub(crate) fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut open = vec!["/docs".to_owned()];
    while let Some(address) = open.pop() {
        let answer = demo().get(&address);
        assert_eq!(answer.status, 200, "{address}");
        let html = answer.text();
        let found =
            attributes(&html, "href").into_iter().map(|link| link.split('#').next().unwrap_or("").to_owned());
        open.extend(
            found.filter(|link| link.starts_with("/docs") && *link != address && !pages.contains_key(link)),
        );
        pages.insert(address, html);
        open.retain(|address| !pages.contains_key(address));
    }
    pages
}

/// The text of an attribute or an element.
pub(super) fn unescaped(text: &str) -> String {
    let parts = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    parts.into_iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Values of an attribute in a page.
fn attributes(html: &str, name: &str) -> Vec<String> {
    let begin = format!(" {name}=\"");
    let values = html.split(&begin).skip(1).filter_map(|rest| rest.split('"').next());
    values.map(unescaped).collect()
}

#[test]
fn every_link_and_every_anchor_leads_somewhere() {
    let pages = pages();
    let ids: BTreeMap<_, BTreeSet<String>> = pages
        .iter()
        .map(|(address, html)| (address.as_str(), attributes(html, "id").into_iter().collect()))
        .collect();
    let mut others = BTreeSet::new();
    let mut anchors = 0;
    for (page, html) in &pages {
        let of_page = attributes(html, "id");
        assert_eq!(of_page.len(), ids[page.as_str()].len(), "{page}: an id occurs twice");
        for link in attributes(html, "href") {
            let (target, anchor) = link.split_once('#').map_or((link.as_str(), None), |(t, a)| (t, Some(a)));
            let target = if target.is_empty() { page.as_str() } else { target };
            match (ids.get(target), anchor) {
                (Some(ids), Some(anchor)) => {
                    anchors += 1;
                    assert!(ids.contains(anchor), "{page} leads to {link}");
                }
                (Some(_), None) => {}
                (None, _) => drop(others.insert(target.to_owned())),
            }
        }
    }
    for target in &others {
        assert_eq!(demo().get(target).status, 200, "{target}");
    }
    println!("{} pages, {anchors} anchors, {} other addresses", pages.len(), others.len());
    let document = demo().get("/openapi/latest.json").json();
    let paths = gets(&document).count();
    // Two paths are of one operation.
    let expected = 1 + 13 + 10 + 1 + paths - 1;
    assert_eq!(pages.len(), expected, "first page, guides, groups, schemas, operations: {:?}", pages.keys());
}

/// The operations by `GET` with their paths; those that a path has only by `POST` are on the page of another.
pub(crate) fn gets(document: &serde_json::Value) -> impl Iterator<Item = (&String, &serde_json::Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths.iter().filter_map(|(path, item)| Some((path, item.get("get")?)))
}

#[test]
fn every_operation_has_a_page_an_example_and_a_price() {
    let document = demo().get("/openapi/latest.json").json();
    let pages = pages();
    let tags = document["tags"].as_array().expect("tags");
    let mut order = Vec::new();
    for (path, operation) in gets(&document) {
        let id = operation["operationId"].as_str().expect("a name");
        let at = tags.iter().position(|tag| tag["name"] == operation["tags"][0]).expect("a tag");
        order.push(at);
        let html = &pages[tags[at]["externalDocs"]["url"].as_str().expect("the page of a tag")];
        assert!(pages["/docs"].contains(&format!("<li id=\"{}\">", id.trim_end_matches("-2"))), "{id}");
        // A second path of an operation is on its page.
        if !id.ends_with("-2") {
            assert!(html.contains(path.as_str()), "{path}");
            assert!(html.contains(&format!("<li id=\"{id}\">")), "{id}: old links lead to the group");
            let page = pages.get(&format!("/docs/{id}")).unwrap_or_else(|| panic!("{id} has no page"));
            for part in ["curl ", "requests.get(", "fetch(", path.as_str()] {
                assert!(page.contains(part), "{id}: {part}");
            }
            let slice = demo().get(&format!("/openapi/{id}.json")).json();
            let operation = &slice["paths"][path]["get"];
            let mut bodies = operation["responses"]["200"]["content"].as_object().into_iter().flatten();
            let is_text = bodies.any(|(_, body)| !body["example"].is_null());
            assert!(page.contains("class=\"answer\"") || !is_text, "{id}");
            assert!(page.contains("free") || page.contains("credit"), "{id} has no price");
        }
    }
    assert!(order.is_sorted(), "the operations of a group stand together: {order:?}");
}

#[test]
fn pages_load_files_of_this_server_alone() {
    for (address, html) in pages() {
        let page = demo().get(&address);
        let policy = page.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{address}: {policy}");
        for foreign in ["@import", "url(", " style=", "<style", " onclick="] {
            assert!(!html.contains(foreign), "{address}: {foreign}");
        }
        for file in attributes(&html, "src").iter().chain(&attributes(&html, "href")) {
            assert!(file.starts_with('/') || file.starts_with('#'), "{address}: {file}");
        }
        let of_server = html.matches("<script src=\"/widget/").count();
        assert_eq!(html.matches("<script").count(), of_server, "{address}");
    }
}

#[test]
fn calls_have_the_host_under_which_the_reader_has_come() {
    let [here, there] =
        ["a.example.org", "b.example.org"].map(|host| demo().get_with("/docs/julian-day", &[("Host", host)]));
    let html = unescaped(&here.text());
    assert!(html.contains("curl 'http://a.example.org/julian-day/"), "{html}");
    assert_ne!(here.header("etag"), there.header("etag"), "another text has another validator");
    assert_eq!(here.header("cache-control"), Some("private, max-age=3600"), "no cache between mixes them up");
    assert!(!html.contains("YOUR_KEY"), "a demonstration needs none");
    let html = without_accounts().get("/docs/julian-day").text();
    assert!(html.contains("?apiKey=YOUR_KEY"), "{html}");
}

#[test]
fn plans_and_rates_are_those_of_the_running_server() {
    let rates = ["--rate-standard", "37/11s,71s", "--rate-pages", "4321/13s,17s"];
    let server = start(&[&rates[..], &["--premium-host", "premium.example.org"]].concat());
    let page = server.get("/docs/costs");
    let html = page.text();
    for part in [
        "37 requests in 11 s, then a wait of 71 s",
        "first page: 4321 requests in 13 s, then a wait of 17 s",
        "premium.example.org",
        "<th scope=\"row\">free</th>",
        "<th scope=\"row\">starter</th>",
        "<th scope=\"row\">pro</th>",
        "<th scope=\"row\">enterprise</th>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let (code, said) = server.operate(&["plans", "set-allowance", "starter", "123456"]);
    assert_eq!(code, 0, "{said}");
    let changed = tests::until("the new allowance", || {
        Some(server.get("/docs/costs")).filter(|page| page.text().contains("123,456"))
    });
    assert_ne!(page.header("etag"), changed.header("etag"));
}

#[test]
fn unknown_pages_get_an_html_error_with_a_link_back() {
    for path in ["/docs/nothing", "/docs/time/nothing", "/docs/"] {
        let page = browsed(path);
        assert_eq!(page.status, if path == "/docs/" { 200 } else { 404 }, "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(page.text().contains("href=\"/docs\""), "{path}");
    }
    let refused = demo().get("/docs/nothing");
    assert_eq!((refused.status, refused.header("content-type")), (404, Some("application/problem+json")));
}

#[test]
fn programs_find_the_description_from_the_first_answer() {
    for path in ["/", "/version", "/nothing", "/julian-day/x"] {
        let answer = demo().get(path);
        let link = answer.header("link").unwrap_or_default();
        for target in ["</docs>; rel=\"service-doc\"", "</openapi/latest.json>; rel=\"service-desc\""] {
            assert!(link.contains(target), "{path}: {link}");
        }
    }
    let page = browsed("/");
    assert!(page.header("link").is_some_and(|link| link.contains("service-doc")));
    let ids = attributes(&demo().get("/docs").text(), "id");
    for path in ["/julian-day/x", "/nothing", "/body-position/2024-01-01"] {
        let kind = demo().get(path).json()["type"].as_str().unwrap_or_default().to_owned();
        assert!(kind.strip_prefix("/docs#").is_some_and(|code| ids.iter().any(|id| id == code)), "{kind}");
    }
}
