//! The widgets, their files, and the landing page: what they say without scripts, who may show them, and how
//! they are refused.

use super::forms::decoded;
use super::{demo, start};
use std::path::Path;
use tests::served::{Answer, Headers, Served};
use tests::until_true;

const MAP: &str = "/eclipse-path?date=2024-04-08&obs=25.29,-104.15";
const SIMULATOR: &str = "/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15";
const BROWSER: (&str, &str) = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

/// What a browser gets at a demonstration.
fn browsed(path: &str) -> Answer {
    demo().get_with(path, &[BROWSER])
}

/// The policy of a page.
fn policy(answer: &Answer) -> &str {
    answer.header("content-security-policy").unwrap_or("")
}

/// The JSON that stands in a page.
fn data(answer: &Answer) -> serde_json::Value {
    let text = answer.text();
    let json = text.split("<script id=\"umbra\" type=\"application/json\">").nth(1);
    let json = json.and_then(|rest| rest.split("</script>").next()).unwrap_or_else(|| panic!("{text}"));
    serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"))
}

/// What stands in a page before its data.
fn shown(answer: &Answer) -> String {
    answer.text().split("<script id=").next().unwrap_or_default().to_owned()
}

/// A key of an account of a plan; a name of the key and its secret.
fn key(server: &Served, plan: &str) -> (String, String) {
    let said = |arguments: &[&str]| {
        let (code, text) = server.operate(arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
    };
    let email = format!("{plan}@example.org");
    let account = said(&["accounts", "create", "--name", "Ada", "--email", &email, "--plan", plan, "--json"]);
    let account = account["account"].as_str().expect("an id").to_owned();
    let key = said(&["keys", "create", "--account", &account, "--nickname", "main", "--json"]);
    let (key, secret) = (key["key"].as_str().expect("a name"), key["secret"].as_str().expect("a secret"));
    until_true("the key", || server.get(&format!("/delta-t/2024?apiKey={secret}")).status == 200);
    (key.to_owned(), secret.to_owned())
}

#[test]
fn a_map_is_of_use_without_scripts() {
    let answer = browsed(MAP);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("no-store, private"));
    assert_eq!(answer.header("referrer-policy"), Some("strict-origin"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert!(answer.header("set-cookie").is_none() && answer.header("etag").is_none());
    assert_eq!(
        policy(&answer),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'"
    );
    let page = shown(&answer);
    for part in [
        "<h1>Total solar eclipse, 8 April 2024</h1>",
        "Saros 139",
        "Total for 4\u{a0}min\u{a0}28\u{a0}s at 12:17",
        "America/Monterrey",
        "12:15:06",
        "data-contact=\"C2\"",
        "<svg class=\"still plane\"",
        "class=\"mark place\"",
        "Natural Earth",
        "Smooth limb",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains(" style=") && !page.contains("<style"), "the policy forbids them: {page}");
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing from elsewhere: {page}");
}

#[test]
fn the_data_of_a_map_are_those_of_the_operations() {
    let data = data(&browsed(MAP));
    let elements = demo().get("/solar-eclipse/elements/2460408.5").json();
    // The operation gives eight decimals.
    const TOLERANCE: f64 = 0.6e-8;
    let is_near = |a: &serde_json::Value, b: &serde_json::Value| {
        (a.as_f64().unwrap_or(f64::NAN) - b.as_f64().unwrap_or(f64::NAN)).abs() <= TOLERANCE
    };
    for name in ["x", "y", "d", "mu", "l1", "l2", "tanF1", "tanF2"] {
        let (own, operation) = (&data["eclipse"]["elements"][name], &elements["response"][name]);
        let is_good = match (own.as_array(), operation.as_array()) {
            (Some(own), Some(others)) => own.len() == 4 && own.iter().zip(others).all(|(a, b)| is_near(a, b)),
            _ => is_near(own, operation),
        };
        assert!(is_good, "{name}: {own} {operation}");
    }
    assert_eq!(data["eclipse"]["elements"]["t0"], 2_460_409.25);
    assert!(is_near(&data["eclipse"]["deltaT"], &elements["response"]["dT"]));
    assert_eq!(data["eclipse"]["name"], "Total solar eclipse, 8 April 2024");
    assert_eq!(data["obs"]["lat"], 25.29);
    assert_eq!(
        data["view"],
        serde_json::json!({"center": [25.29, -104.15], "z": 7, "map": "osm", "globe": false})
    );
    let paths = demo().get(
        "/solar-eclipse/path/2460408.5?paths=c,tn,ts,area,pn,ps,rs,mh,pts,eqn,eqs,iso&eqm=4&isoStep=10\
         &cut=none&tolerance=300&format=geojson",
    );
    let ids = |collection: &serde_json::Value| {
        let features = collection["features"].as_array().cloned().unwrap_or_default();
        let mut ids: Vec<String> = features.iter().map(|feature| feature["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&data["paths"]), ids(&paths.json()));
    assert_eq!(data["obs"]["zone"], "America/Monterrey");
    let downloads = data["downloads"].as_array().expect("a demonstration has everything");
    for download in downloads {
        let href = download["href"].as_str().expect("an address");
        assert_eq!(demo().get(href).status, 200, "{href}");
    }
}

#[test]
fn the_table_has_the_contacts_of_the_operation() {
    for (date, jd, obs) in [
        ("2024-04-08", "2460408.5", "25.29,-104.15,1200"),
        ("2026-08-12", "2461264.5", "41.65,-4.73"),
        ("2012-05-20", "2456067.5", "39.5,-119.8"),
        ("2025-03-29", "2460763.5", "51.5,0"),
        ("1504-09-18", "2270644.5", "0,-60"),
    ] {
        let answer = browsed(&format!("/eclipse-path?date={date}&obs={obs}"));
        assert_eq!(answer.status, 200, "{date}: {}", answer.text());
        let local = demo().get(&format!("/solar-eclipse/local-circumstances/details/{jd}?obs={obs}")).json();
        let contacts = local["response"]["contacts"].as_array().unwrap_or_else(|| panic!("{date}: {local}"));
        let page = shown(&answer);
        for contact in contacts {
            let instant = contact["date"].as_str().expect("an instant");
            assert!(page.contains(&format!("datetime=\"{instant}\"")), "{date} {instant}: {page}");
        }
        assert_eq!(page.matches("<time datetime=").count(), contacts.len(), "{date}");
    }
}

#[test]
fn eclipses_near_a_pole_and_partial_ones_are_shown_on_a_globe() {
    for (date, is_globe) in [
        ("2026-08-12", true),
        ("2021-12-04", true),
        ("2025-03-29", true),
        ("2012-05-20", false),
        ("2013-11-03", false),
        ("1504-09-18", true),
    ] {
        let answer = browsed(&format!("/eclipse-path?date={date}"));
        assert_eq!(answer.status, 200, "{date}: {}", answer.text());
        assert_eq!(data(&answer)["view"]["globe"], is_globe, "{date}");
        assert_eq!(shown(&answer).contains("still globe"), is_globe, "{date}");
        assert!(shown(&answer).contains("Greatest eclipse"), "without an observer");
    }
}

#[test]
fn the_simulator_begins_where_it_is_told() {
    let at = |more: &str| data(&browsed(&format!("{SIMULATOR}{more}")))["simulator"]["t"].clone();
    let contacts =
        demo().get("/solar-eclipse/local-circumstances/details/2460408.5?obs=25.29,-104.15").json();
    let contact = |index: usize| {
        contacts["response"]["contacts"][index]["date"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(at("&t=C2"), contact(1));
    assert_eq!(at("&t=max"), contact(2));
    assert_eq!(at("&t=2024-04-08T18:00:00Z"), "2024-04-08T18:00:00.000Z");
    let seconds = |text: &str| text[17..23].parse::<f64>().unwrap_or(f64::NAN);
    let later = at("&t=C2%2B0.5");
    let later = later.as_str().unwrap_or_default();
    assert!((seconds(later) - seconds(&contact(1)) - 0.5).rem_euclid(60.0) < 1e-6, "{later}");
    assert_eq!(at("&t=C2+0.5"), later, "a plus sign that was not escaped");
    let options = data(&browsed(&format!("{SIMULATOR}&speed=0&up=north&fov=2&play=1&exaggeration=3")));
    for (name, expected) in [("speed", 0.0), ("fov", 2.0), ("exaggeration", 3.0)] {
        assert_eq!(options["simulator"][name], expected, "{name}");
    }
    assert_eq!((&options["simulator"]["up"], &options["simulator"]["play"]), (&"north".into(), &true.into()));
    assert!(shown(&browsed(SIMULATOR)).contains("sky-view"));
}

#[test]
fn a_place_without_an_eclipse_is_told_of_the_nearest_one() {
    let answer = browsed("/eclipse-simulator?date=2024-04-08&obs=-35,149&t=C2");
    assert_eq!(answer.status, 200);
    let page = shown(&answer);
    assert!(page.contains("below the horizon here") && page.contains("nearest point"), "{page}");
    assert_eq!(data(&answer)["simulator"]["t"], serde_json::Value::Null);
    let link = page.split("href=\"?").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let there = browsed(&format!("/eclipse-simulator?{}", link.replace("&amp;", "&")));
    assert!(shown(&there).contains("Total for"), "{link}");
}

#[test]
fn every_refusal_is_a_page_for_people_and_a_problem_for_programs() {
    for (path, status, says) in [
        ("/eclipse-path", 400, "date"),
        ("/eclipse-path?date=yesterday", 400, "Date.parse"),
        ("/eclipse-path?date=2024-05-09", 404, "2 October 2024 (annular)</a>"),
        ("/eclipse-path?date=1499-12-31", 404, "1500"),
        ("/eclipse-path?date=%2B275000-01-01", 404, "nearest"),
        ("/eclipse-path?date=2024-04-08&obs=91,0", 400, "latitude"),
        ("/eclipse-path?date=2024-04-08&obs=here", 400, "LAT,LNG"),
        ("/eclipse-path?date=2024-04-08&center=1,2,3", 400, "center"),
        ("/eclipse-path?date=2024-04-08&center=1", 400, "center"),
        ("/eclipse-path?date=2024-04-08&z=20", 400, "whole number from 0 to 19"),
        ("/eclipse-path?date=2024-04-08&map=google", 400, "osm, ocm, top"),
        ("/eclipse-path?date=2024-04-08&zoom=3", 400, "no such parameter"),
        ("/eclipse-path?date=2024-04-08&attribution=2", 400, "attribution"),
        ("/eclipse-path?date=2024-04-08&date=2024-04-08", 400, "more than once"),
        ("/eclipse-simulator?date=2024-04-08", 400, "obs"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&t=C5", 400, "C2-30"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&t=2023-01-01", 400, "12 hours"),
        ("/eclipse-simulator?date=2024-04-08&obs=40,-120&t=C2", 400, "there is no C2"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&speed=0.01", 400, "speed"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&up=down", 400, "zenith"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&fov=0", 400, "0.3"),
        ("/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15&limb=2", 400, "limb"),
    ] {
        let page = browsed(path);
        assert_eq!(page.status, status, "{path}: {}", page.text());
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(policy(&page).starts_with("default-src 'none'; style-src 'self'; img-src 'self'"), "{path}");
        assert!(page.text().contains(says), "{path}: {}", page.text());
        assert!(page.text().contains("<h1>"), "{path}");
        let problem = demo().get_with(path, &[("Accept", "*/*")]);
        assert_eq!(
            (problem.status, problem.header("content-type")),
            (status, Some("application/problem+json"))
        );
        // A browser that loads an embedded document takes everything, and says for what.
        let embedded = demo().get_with(path, &[("Accept", "*/*"), ("Sec-Fetch-Dest", "embed")]);
        assert_eq!(embedded.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    }
    assert_eq!(demo().get_with(MAP, &[("Accept", "application/json")]).status, 406);
    let head = demo().send("HEAD", MAP, &[BROWSER], "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(demo().send("POST", MAP, &[BROWSER], "x").status, 405);
}

#[test]
fn hostile_texts_are_shown_as_texts_or_refused() {
    let hostile =
        "%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%22'";
    for widget in [MAP, SIMULATOR] {
        let answer = browsed(&format!("{widget}&title={hostile}&subtitle={hostile}"));
        assert_eq!(answer.status, 200);
        let text = answer.text();
        assert!(!text.contains("<script>alert") && !text.contains("<img"), "{text}");
        let own = text.matches("<script").count();
        assert_eq!(text.matches("</script>").count(), own, "{text}");
        assert!(text.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "{text}");
        let told = data(&answer)["obs"]["title"].as_str().unwrap_or_default().to_owned();
        assert_eq!(told, "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'");
        for (more, status) in [
            (format!("title={}", "x".repeat(200)), 200),
            (format!("title={}", "x".repeat(201)), 400),
            (format!("title={}", "%C3%A9".repeat(200)), 200),
            ("title=%E2%80%AEgnp".into(), 400),
            ("subtitle=a%00b".into(), 400),
            ("subtitle=%FF".into(), 200),
        ] {
            assert_eq!(browsed(&format!("{widget}&{more}")).status, status, "{more}");
        }
    }
    for path in [
        format!("/eclipse-path?date={hostile}"),
        format!("/eclipse-path?date=2024-04-08&obs={hostile}"),
        format!("/eclipse-path?date=2024-04-08&{hostile}=1"),
    ] {
        let answer = browsed(&path);
        assert_eq!(answer.status, 400, "{path}");
        assert!(
            !answer.text().contains("<script>alert") && !answer.text().contains("<img"),
            "{}",
            answer.text()
        );
    }
    // Without an observer a title has no effect.
    assert!(!browsed("/eclipse-path?date=2024-04-08&title=Nowhere").text().contains("Nowhere"));
}

#[test]
fn the_price_can_be_asked_and_is_paid_once() {
    let server = start(&[]);
    let (_, secret) = key(&server, "free");
    for widget in [MAP, SIMULATOR] {
        let cost = server.get(&format!("{widget}&apiKey={secret}&cost=1")).json();
        assert_eq!(cost["query"]["cost"], 10.0, "{cost}");
        let used = |answer: &Answer| {
            answer.header("x-credits-used").and_then(|used| used.parse::<f64>().ok()).unwrap_or(f64::NAN)
        };
        let before = used(&server.get(&format!("{widget}&apiKey={secret}&cost=1")));
        let answer = server.get_with(&format!("{widget}&apiKey={secret}"), &[BROWSER]);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(used(&answer) - before, 10.0);
        assert!(!answer.text().contains(&secret), "the key stands nowhere in the page");
        let refused = server.get_with(&format!("{widget}&apiKey={secret}&x=1"), &[BROWSER]);
        assert_eq!(used(&refused) - before, 10.0, "refusals cost nothing");
    }
}

#[test]
fn the_link_to_the_website_follows_the_plan() {
    let server = start(&["--site-url", "https://umbra.example.org/about"]);
    for (plan, may_hide) in [("free", false), ("starter", false), ("pro", true), ("enterprise", true)] {
        let (_, secret) = key(&server, plan);
        let get = |more: &str| server.get_with(&format!("{MAP}&apiKey={secret}{more}"), &[BROWSER]);
        let page = get("");
        let link = "<a href=\"https://umbra.example.org/about\" target=\"_blank\" rel=\"noopener\">\
                    umbra.example.org</a>";
        assert!(page.text().contains(link), "{plan}: {}", page.text());
        assert_eq!(data(&page)["downloads"].is_null(), !may_hide, "{plan}");
        let hidden = get("&attribution=0");
        assert_eq!(hidden.status, if may_hide { 200 } else { 403 }, "{plan}");
        assert!(!hidden.text().contains("umbra.example.org</a>"), "{plan}");
        assert!(may_hide || hidden.text().contains("Attribution=0 needs the plan pro"), "{}", hidden.text());
        let limb = server.get(&format!("{SIMULATOR}&apiKey={secret}&limb=1"));
        assert_eq!(limb.status, if may_hide { 503 } else { 403 }, "{plan}");
    }
}

#[test]
fn a_key_with_rules_is_for_frames_of_its_sites() {
    let server = start(&[]);
    let (name, secret) = key(&server, "pro");
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
            200 => assert!(
                policy(&answer).ends_with(&format!("; frame-ancestors {ancestor}")),
                "{headers:?}: {}",
                policy(&answer)
            ),
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

/// What the first link of a refusal leads to, and its words.
fn linked(page: &str, path: &str) -> (Answer, String) {
    let link = page.split("href=\"?").nth(1).and_then(|rest| rest.split_once("</a>")).expect("a link").0;
    let (query, words) = link.split_once("\">").expect("an address and words");
    (browsed(&format!("{path}?{}", query.replace("&amp;", "&"))), words.to_owned())
}

#[test]
fn a_day_without_an_eclipse_leads_to_those_before_and_after_it() {
    let answer = browsed("/eclipse-path?obs=25.29,-104.15&date=2024-05-09&title=A%26B");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("The nearest are these."), "{}", answer.text());
    let (there, words) = linked(&answer.text(), "/eclipse-path");
    assert_eq!((there.status, words.as_str()), (200, "8 April 2024 (total)"));
    assert_eq!((&data(&there)["obs"]["lat"], &data(&there)["obs"]["title"]), (&25.29.into(), &"A&B".into()));
    let problem = demo().get("/eclipse-path?date=2024-05-09").json();
    let detail = problem["detail"].as_str().unwrap_or("");
    assert!(detail.contains("date=2024-04-08 (total) and date=2024-10-02 (annular)"), "{detail}");
}

#[test]
fn a_day_of_the_julian_calendar_leads_to_its_gregorian_date() {
    let answer = browsed("/eclipse-simulator?obs=40,10&date=1504-09-08");
    assert_eq!(answer.status, 404);
    assert!(answer.text().contains("Julian calendar"), "{}", answer.text());
    let (there, words) = linked(&answer.text(), "/eclipse-simulator");
    assert_eq!((there.status, words.as_str()), (200, "18 September 1504 (Gregorian, annular)"));
    let page = shown(&there);
    assert!(page.contains("18 September 1504 (Gregorian)</h1>"), "{page}");
    assert!(page.contains("8 September 1504 in the Julian calendar"), "{page}");
}

#[test]
fn without_a_key_a_widget_says_so_on_a_page() {
    let server = start(&[]);
    key(&server, "free");
    let answer = server.get_with(MAP, &[BROWSER]);
    assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("ServiceAuth")));
    assert!(answer.text().contains("apiKey=…"), "{}", answer.text());
    assert_eq!(server.get_with(&format!("{MAP}&apiKey=umbra_no"), &[BROWSER]).status, 401);
}

#[test]
fn files_are_kept_for_ever_and_have_every_coding() {
    let page = browsed(MAP).text();
    let files: Vec<&str> = page.split(['"', ' ']).filter(|part| part.starts_with("/widget/")).collect();
    assert!(files.len() >= 2, "{page}");
    for file in files {
        let plain = demo().get_with(file, &[("Origin", "https://anywhere.example")]);
        assert_eq!(plain.status, 200, "{file}");
        assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(plain.header("access-control-allow-origin"), Some("*"));
        assert_eq!(plain.header("cross-origin-resource-policy"), Some("cross-origin"));
        assert_eq!(plain.header("vary"), Some("Accept, Accept-Encoding"));
        let kind = match file.rsplit_once('.').expect("an extension").1 {
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => "text/javascript; charset=utf-8",
        };
        assert_eq!(plain.header("content-type"), Some(kind), "{file}");
        for coding in ["br", "gzip"].into_iter().filter(|_| plain.body.len() >= 1024) {
            let coded = demo().get_with(file, &[("Accept-Encoding", coding)]);
            assert_eq!(coded.header("content-encoding"), Some(coding), "{file}");
            assert_eq!(decoded(coding, &coded.body), plain.body, "{file} in {coding}");
        }
        let tag = plain.header("etag").expect("a validator");
        assert_eq!(demo().get_with(file, &[("If-None-Match", tag)]).status, 304);
        // The name without the hash is no name for ever.
        let (rest, extension) = file.rsplit_once('.').expect("an extension");
        let (stem, hash) = rest.rsplit_once('.').unwrap_or_else(|| panic!("{file} has no hash"));
        assert!(hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{file}");
        let unhashed = demo().get(&format!("{stem}.{extension}"));
        assert_eq!(unhashed.header("cache-control"), Some("public, max-age=3600"), "{file}");
        assert_eq!(demo().get(&format!("{stem}.00000000.{extension}")).status, 404, "{file}");
    }
}

#[test]
fn files_have_a_limit_of_their_own() {
    let server = start(&["--rate-tiles", "5/10s,10s", "--rate-standard", "20/10s,10s"]);
    let statuses: Vec<u16> = (0..7).map(|_| server.get("/widget/look.css").status).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    let refused = server.get("/widget/look.css");
    assert!(refused.header("retry-after").is_some() && refused.text().contains("rate-limited"));
    assert_eq!(refused.header("ratelimit-policy"), Some("\"tiles\";q=5;w=10"));
    assert_eq!(server.get("/version").status, 200, "operations are counted apart");
}

#[test]
fn widgets_answer_at_their_host_alone() {
    let server = start(&["--demo", "--widget-host", "Widgets.example.org"]);
    let get = |host: &str, path: &str| server.get_with(path, &[("Host", host), BROWSER]);
    assert_eq!(get("widgets.example.org:8443", MAP).status, 200);
    let elsewhere = get("api.example.org", MAP);
    assert_eq!(elsewhere.status, 404);
    assert!(elsewhere.text().contains("https://widgets.example.org/eclipse-path"), "{}", elsewhere.text());
    assert_eq!(get("api.example.org", "/widget/look.css").status, 200, "the files are everywhere");
    assert!(
        get("api.example.org:8443", "/").text().contains("href=\"//widgets.example.org:8443/eclipse-path")
    );
}

#[test]
fn outside_tiles_are_named_in_policy_data_and_credits() {
    let server = start(&[
        "--demo",
        "--map-tiles",
        "osm=https://tiles.example.org/{z}/{x}/{y}.png,max-zoom=18,attribution=© A & B, C",
        "--map-tiles",
        "top=https://topo.example.net:8443/{z}/{x}/{y},attribution=D",
    ]);
    let answer = server.get_with(MAP, &[BROWSER]);
    assert!(
        policy(&answer).contains("; img-src 'self' https://tiles.example.org https://topo.example.net:8443;"),
        "{}",
        policy(&answer)
    );
    assert!(shown(&answer).contains("© A &amp; B, C") && !shown(&answer).contains(" · D"));
    let layers = data(&answer)["layers"].clone();
    assert_eq!(layers[0]["maxZoom"], 18);
    assert_eq!(layers[1]["url"], "https://topo.example.net:8443/{z}/{x}/{y}");
    let simulator = server.get_with(SIMULATOR, &[BROWSER]);
    assert!(!policy(&simulator).contains("example"), "it shows no map");
}

#[test]
fn wrong_options_are_refused_at_the_start() {
    for (option, value, says) in [
        ("--map-tiles", "osm=http://a.org/{z}/{x}/{y},attribution=A", "https://"),
        ("--map-tiles", "osm=https://a.org/{z}/{x}/{y}", "attribution"),
        ("--site-url", "umbra.example.org", "https://umbra.example.org/"),
        ("--widget-host", "https://a.org", "without scheme"),
        ("--rate-tiles", "many", "100/10s,60s"),
    ] {
        let (code, text) = tests::served::operate(crate::PROGRAM, Path::new("none"), &[option, value], "");
        assert!(code != 0 && text.contains(says), "{option} {value}: {text}");
    }
    let twice = "top=https://a.org/{z}/{x}/{y},attribution=A";
    let arguments = ["--map-tiles", twice, "--map-tiles", twice];
    let (code, text) = tests::served::operate(crate::PROGRAM, Path::new("none"), &arguments, "");
    assert!(code != 0 && text.contains("top is given twice"), "{text}");
}

#[test]
fn browsers_see_a_page_at_the_root_and_programs_the_version() {
    for (accept, is_page) in [
        (BROWSER.1, true),
        ("text/html", true),
        ("*/*", false),
        ("application/json, text/html", false),
        ("application/json, text/html;q=0.9", false),
    ] {
        let answer = demo().get_with("/", &[("Accept", accept)]);
        assert_eq!(answer.status, 200, "{accept}");
        let kind = if is_page { "text/html; charset=utf-8" } else { "application/json" };
        assert_eq!(answer.header("content-type"), Some(kind), "{accept}");
        assert!(answer.header("vary").is_some_and(|vary| vary.contains("Accept,")), "{accept}");
    }
    assert_eq!(demo().get("/").json()["response"], demo().get("/version").json()["response"]);
    let page = browsed("/");
    assert_eq!(
        policy(&page),
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    let text = page.text();
    assert!(!text.contains("<script") && !text.contains(" style="), "{text}");
    assert!(text.contains("<svg class=\"hero globe\"") && text.contains("curl"), "{text}");
    assert_eq!(text.matches("<li><a href=\"/eclipse-path?date=").count(), 5 + 1, "{text}");
    assert!(text.contains("<a class=\"button second\" href=\"/eclipse-simulator?date="), "{text}");
    for link in text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let target = link.split('#').next().unwrap_or(link).replace("&amp;", "&");
        assert_eq!(browsed(&target).status, 200, "{link}");
    }
    // Where a key is needed, the map is only told of.
    let server = start(&[]);
    let text = server.get_with("/", &[BROWSER]).text();
    assert!(!text.contains("/eclipse-path?") && text.contains("/docs#eclipse-path"), "{text}");
    assert!(!text.contains("/eclipse-simulator?") && text.contains("/docs#eclipse-simulator"), "{text}");
    assert!(browsed("/docs").text().contains("id=\"eclipse-path\""));
}
