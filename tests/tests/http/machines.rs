//! Texts about the service for programs: slices of the OpenAPI description, pages as Markdown, and files for
//! crawlers, agents and readers of feeds.

use super::*;

/// Maximum size of the description, and of one of its slices, bytes.
const MAX_DESCRIPTION: usize = 400_000;
const MAX_SLICE: usize = 30_000;

/// The references in a part of a document that lead nowhere.
fn broken<'a>(part: &'a Value, document: &Value, found: &mut Vec<&'a str>) {
    if let Some(reference) = part["$ref"].as_str()
        && document.pointer(&reference[1..]).is_none()
    {
        found.push(reference);
    }
    match part {
        Value::Object(members) => members.values().for_each(|part| broken(part, document, found)),
        Value::Array(items) => items.iter().for_each(|part| broken(part, document, found)),
        _ => {}
    }
}

/// Checks a document: its references, the parameters of its paths, and its security.
fn check(document: &Value, name: &str) {
    assert_eq!(document["openapi"], "3.1.0", "{name}");
    assert!(document["info"]["title"].is_string() && document["info"]["version"].is_string(), "{name}");
    let null = ["allOf", "properties", "items"].map(|key| format!("\"{key}\":null"));
    assert!(null.iter().all(|null| !document.to_string().contains(null)), "{name}");
    let mut found = Vec::new();
    broken(document, document, &mut found);
    assert_eq!(found, Vec::<&str>::new(), "{name}");
    for (path, item) in document["paths"].as_object().expect("paths") {
        for operation in item.as_object().expect("operations").values() {
            assert!(operation["responses"]["200"]["description"].is_string(), "{name}: {path}");
            let resolved =
                |p: &Value| p["$ref"].as_str().and_then(|at| document.pointer(&at[1..])).unwrap_or(p).clone();
            let parameters = operation["parameters"].as_array().expect("parameters").iter().map(resolved);
            let in_path: BTreeSet<String> = parameters
                .filter(|p| p["in"] == "path")
                .map(|p| format!("{{{}}}", p["name"].as_str().expect("a name")))
                .collect();
            let named = path.split('/').filter(|part| part.contains('{'));
            let named = named.map(|part| part.split_inclusive('}').next().unwrap_or(part).to_owned());
            assert_eq!(in_path, named.collect(), "{name}: {path}");
            for scheme in
                operation["security"].as_array().expect("a list").iter().filter_map(Value::as_object)
            {
                let known = &document["components"]["securitySchemes"];
                assert!(scheme.keys().all(|key| known[key].is_object()), "{name}: {path}");
            }
        }
    }
}

#[test]
fn the_description_is_short_and_has_a_slice_for_each_operation() {
    let moved = demo().get("/openapi.json");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/openapi/latest.json")));
    let whole = good("/openapi/latest.json");
    println!("whole: {} bytes", whole.body.len());
    assert!(whole.body.len() <= MAX_DESCRIPTION, "{} bytes", whole.body.len());
    let document = whole.json();
    check(&document, "latest");
    let mut sizes = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let id = operation["operationId"].as_str().expect("an id");
            let answer = good(&format!("/openapi/{id}.json"));
            let slice = answer.json();
            check(&slice, id);
            let own = &slice["paths"][path][method];
            assert_eq!(
                (&own["operationId"], &own["summary"]),
                (&operation["operationId"], &operation["summary"])
            );
            sizes.push((answer.body.len(), id.to_owned()));
        }
    }
    sizes.sort();
    let aim = sizes.iter().filter(|(size, _)| *size <= MAX_SLICE / 2).count();
    println!("{} slices, {aim} of at most 15 kB, the largest: {:?}", sizes.len(), &sizes[sizes.len() - 4..]);
    assert!(sizes.iter().all(|(size, _)| *size <= MAX_SLICE), "{:?}", sizes.last());
    assert_ne!(good("/openapi/day.json").header("etag"), good("/openapi/date.json").header("etag"));
    let unknown = demo().get("/openapi/nothing.json").json();
    assert!(unknown["detail"].as_str().is_some_and(|detail| detail.contains("day.json")), "{unknown}");
}

fn links(markdown: &str) -> Vec<String> {
    let links = markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links
        .map(|link| link.split('#').next().unwrap_or_default().to_owned())
        .filter(|link| !link.is_empty())
        .collect()
}

#[test]
fn every_page_is_markdown_too() {
    let pages = docs::pages();
    let mut known = BTreeSet::new();
    let mut linked = BTreeSet::new();
    let mut bytes = 0;
    for (address, html) in &pages {
        let named = good(&format!("{address}.md"));
        assert_eq!(named.header("content-type"), Some("text/markdown; charset=utf-8"), "{address}");
        let accepted = demo().get_with(address, &[("Accept", "text/markdown, text/html;q=0.5")]);
        assert_eq!(accepted.header("content-type"), Some("text/markdown; charset=utf-8"), "{address}");
        assert_eq!(named.body, accepted.body, "{address}");
        // `/docs.md` is a file of the site.
        assert_eq!(named.header("etag") == accepted.header("etag"), address != "/docs", "{address}");
        let page = demo().get_with(address, &[("Accept", "text/html, text/markdown;q=0.5")]);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{address}");
        assert_ne!(page.header("etag"), accepted.header("etag"), "{address}");
        assert!(page.header("vary").is_some_and(|vary| vary.contains("Accept,")), "{address}");
        let text = named.text();
        let main = html.split("<main").nth(1).and_then(|rest| rest.split("</main>").next()).expect("a text");
        assert!(text.starts_with("# "), "{address}: {text}");
        assert_eq!(text.matches("|---").count() > 0, main.contains("<table"), "{address}");
        assert_eq!(text.matches("\n|---").count(), main.matches("<table").count(), "{address}: tables");
        assert_eq!(text.matches("```").count(), 2 * main.matches("<pre").count(), "{address}: code");
        // Each row of a table has as many cells as its head.
        let mut cells = 0;
        for line in text.lines() {
            let count = line.replace("\\|", "").matches('|').count();
            let is_row = line.starts_with('|');
            assert!(!is_row || cells == 0 || count == cells, "{address}: {line}");
            cells = if is_row { count } else { 0 };
        }
        linked.extend(links(&text).into_iter().filter(|link| link.starts_with("/docs")));
        known.insert(format!("{address}.md"));
        bytes += named.body.len();
    }
    assert_eq!(linked.difference(&known).collect::<Vec<_>>(), Vec::<&String>::new(), "links to no page");
    let whole = good("/llms-full.txt").text();
    println!("{} pages, {bytes} bytes of Markdown, llms-full.txt {} bytes", pages.len(), whole.len());
    for (address, _) in pages.iter().filter(|(address, _)| *address != "/docs/schemas") {
        let text = good(&format!("{address}.md")).text();
        assert!(whole.contains(&text), "{address} is missing");
    }
    assert_eq!(demo().get_with("/docs/dates", &[("Accept", "application/json")]).status, 406);
    assert_eq!(demo().get("/docs/nothing.md").status, 404);
}

#[test]
fn the_links_for_agents_and_crawlers_answer() {
    let first = good("/llms.txt");
    assert!(first.body.len() < 12_000, "{} bytes", first.body.len());
    let text = first.text();
    let site = text
        .split("](")
        .nth(1)
        .and_then(|link| link.split("/solar-eclipse").next())
        .expect("a site")
        .to_owned();
    let all = links(&text);
    for link in &all {
        let path = link.strip_prefix(&site).unwrap_or_else(|| panic!("{link} is of another site"));
        let answer = demo().get(path);
        let answer = answer.header("location").map_or_else(|| demo().get(path), |moved| demo().get(moved));
        assert_eq!(answer.status, 200, "{link}");
    }
    let robots = good("/robots.txt");
    assert!(
        robots.text().ends_with(&format!("Disallow: /\n\nSitemap: {site}/sitemap.xml\n")),
        "{}",
        robots.text()
    );
    let map = good("/sitemap.xml");
    assert_eq!(map.header("content-type"), Some("application/xml; charset=utf-8"));
    let (names, texts) = elements(&map.text());
    assert_eq!(
        (names[0].as_str(), names.iter().filter(|name| *name == "url").count()),
        ("urlset", texts.len())
    );
    let mut pages: Vec<String> = docs::pages().into_keys().map(|page| site.clone() + &page).collect();
    pages.push(format!("{site}/"));
    let listed: BTreeSet<_> = texts.into_iter().map(|(_, text)| text).collect();
    assert_eq!(listed, pages.into_iter().collect());
    println!("{} links of llms.txt, {} bytes", all.len(), first.body.len());
}

/// The names of all elements of XML in order, and the texts with the elements that they are in.
fn elements(xml: &str) -> (Vec<String>, Vec<(String, String)>) {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut names, mut texts, mut open) = (Vec::new(), Vec::new(), Vec::<String>::new());
    loop {
        match reader.read_event().expect("XML") {
            Event::Start(start) => {
                open.push(String::from_utf8_lossy(start.name().as_ref()).into_owned());
                names.extend(open.last().cloned());
                texts.extend(open.last().map(|name| (name.clone(), String::new())));
            }
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => {
                if let Some((_, last)) = texts.last_mut() {
                    last.push_str(&String::from_utf8_lossy(&text));
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    texts.retain(|(_, text)| !text.trim().is_empty());
    (names, texts)
}

#[test]
fn the_changes_are_a_feed() {
    let feed = good("/changes.atom");
    assert_eq!(feed.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    let (names, texts) = elements(&feed.text());
    let count = |name: &str| names.iter().filter(|known| *known == name).count();
    let of = |name: &'static str| {
        texts.iter().filter(move |(known, _)| known == name).map(|(_, text)| text.clone())
    };
    let entries = count("entry");
    println!("{entries} changes");
    assert!(entries > 20 && names[0] == "feed", "{entries}");
    for name in ["title", "id", "updated"] {
        assert_eq!(of(name).count(), entries + 1, "{name}");
    }
    assert_eq!(of("id").collect::<BTreeSet<_>>().len(), entries + 1, "each id once");
    assert!(of("id").all(|id| id.starts_with("urn:uuid:") && id.len() == 45));
    assert!(of("updated").all(|date| date.ends_with('Z') && date.as_bytes()[10] == b'T'));
    assert_eq!(feed.header("etag"), good("/changes.atom").header("etag"));
}

#[test]
fn the_contact_is_that_of_the_operator() {
    assert_eq!(demo().get("/.well-known/security.txt").status, 404);
    let server = start(&["--demo", "--site-url", "https://umbra.example.org/,contact=mailto:a@example.org"]);
    let answer = server.get("/.well-known/security.txt");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/plain; charset=utf-8")));
    let text = answer.text();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Contact: mailto:a@example.org");
    let expires = lines[1].strip_prefix("Expires: ").expect("a date");
    assert!(expires.ends_with("T00:00:00.000Z"), "{expires}");
    assert!(lines[3].ends_with("/.well-known/security.txt"), "{text}");
}
