//! Errors are short for every bad request.

use super::demo;

/// Maximum bytes of an error response for each byte of a bad request of 1 kB or more: 2.1 × 1.5
/// (PERFORMANCE.md).
const MOST_BYTES_FOR_A_BYTE: f64 = 2.1 * 1.5;

/// Queries of about `bytes` bytes that cause as many errors as possible.
fn bad_requests(bytes: usize) -> Vec<String> {
    let many = |piece: &str| piece.repeat((bytes / piece.len()).max(1));
    let distinct: String = (0..bytes / 6).map(|k| format!("p{k:03x}&")).collect();
    let mut all = Vec::new();
    for path in [
        "/livez",
        "/version",
        "/julian-day/2024",
        "/body-position/2024-01-01",
        "/rise-transit-set/2024-01-01/2024-01-02",
        "/solar-eclipse/catalog/1/2",
        "/solar-eclipse/local-circumstances/details/2460408.5",
        "/nowhere",
    ] {
        for query in [many("a&"), many("body=sun&"), many("%00&"), distinct.clone()] {
            all.push(format!("{path}?{query}"));
        }
        for name in ["body", "extras", "obs", "deltaT", "interval", "alg", "cost", "apiKey"] {
            all.push(format!("{path}?{name}={}", many(",")));
            all.push(format!("{path}?{name}={}", many("x,")));
            all.push(format!("{path}?{name}={}", many("\u{e9}").replace('\u{e9}', "%C3%A9")));
        }
        all.push(format!("{path}/{}", many("a/")));
        all.push(format!("{path}/{}", many("%22")));
    }
    all
}

#[test]
fn a_refusal_is_not_much_longer_than_its_request() {
    let (mut worst, mut requests) = ((0.0, String::new()), 0);
    for bytes in [1000, 2500, 7900] {
        for path in bad_requests(bytes) {
            let answer = demo().get(&path);
            let ratio = answer.body.len() as f64 / path.len().max(1000) as f64;
            requests += 1;
            if ratio > worst.0 {
                worst = (ratio, path.chars().take(60).collect());
            }
        }
    }
    println!("{requests} bad requests; at worst {:.2} bytes for a byte: {}…", worst.0, worst.1);
    assert!(worst.0 < MOST_BYTES_FOR_A_BYTE, "{:.2} for {}…", worst.0, worst.1);
}

#[test]
fn a_refusal_names_sixteen_errors_and_counts_the_others() {
    let answer = demo().get(&format!("/version?{}", "a&".repeat(4000)));
    let problem = answer.json();
    assert_eq!(answer.status, 400);
    assert_eq!(problem["errors"].as_array().map(Vec::len), Some(16));
    assert!(problem["detail"].as_str().is_some_and(|d| d.contains("and 30 more")), "{problem}");
    let list = demo().get(&format!("/body-position/2024?body={}", "x,".repeat(30)));
    assert!(list.text().contains("\\\"x\\\" and 28 more"), "{}", list.text());
    let long = demo().get(&format!("/body-position/2024?body={}", "x,".repeat(3000)));
    assert!(long.text().contains("a list of 3001 words; the maximum is 64"), "{}", long.text());
}

#[test]
fn malformed_bodies_and_hosts_are_bad_requests() {
    let code = |raw: &str| {
        let answer = demo().abused(raw);
        (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
    };
    let chunk = "GET /version HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n";
    assert_eq!(code(chunk), (400, "body-malformed".into()));
    for hosts in ["", "Host: a\r\nHost: b\r\n", "Host: a b\r\n", "Host: b/c@d\r\n"] {
        let raw = format!("GET /version HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        assert_eq!(code(&raw), (400, "bad-host".into()), "{hosts:?}");
    }
    assert_eq!(demo().abused("GET /version HTTP/1.0\r\n\r\n").status, 200);
}

#[test]
fn probes_ignore_what_supervisors_add() {
    for path in ["/livez?a&b=1&cost=7", "/readyz?t=123456"] {
        assert_eq!(demo().get(path).status, 200, "{path}");
    }
}

#[test]
fn a_refusal_says_what_to_write() {
    for (path, status, says) in [
        (
            "/solar-eclipse/local-circumstances/details/2026-08-12?lat=43.36&lon=-8.41",
            400,
            "write obs=43.36,-8.41",
        ),
        (
            "/rise-transit-set/2026-08-12/2026-08-13?body=sun&latitude=1&longitude=2",
            400,
            "write observer=1,2",
        ),
        ("/julian-day/2026-13-01", 400, "there is no month 13"),
        ("/julian-day/20260812", 400, "did you mean 2026-08-12?"),
        ("/solar-eclipse/elements/1723487400", 400, "that is 2024-08-12T18:30:00Z"),
        ("/solar-eclipse/elements/2026-08-20", 404, "no solar eclipse within 1.5 days of 2026-08-20"),
        ("/lunar-eclipse/local-circumstances/2026-08-20?obs=1,2", 404, "of 2026-08-20"),
        ("/rise-transit-set/2026-08-12/2026-08-13?body=sun&obs=1,2&tz=Madrid", 400, "unknown time zone"),
        ("/sunrise?city=Oviedo", 404, "did you mean /rise-transit-set/{start-date}/{end-date}?"),
        ("/solar-eclipse/next?obs=1,2", 404, "/solar-eclipse/search/{from}/{to}?next=any"),
        ("/solar-eclipse/2026", 404, "did you mean /solar-eclipse/catalog/2026/2026?"),
    ] {
        let answer = demo().get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.text().contains(says), "{path}: {}", answer.text());
        assert!(!answer.text().contains("required") && !answer.text().contains(" key"), "{}", answer.text());
    }
}

#[test]
fn words_and_zones_are_accepted_in_capitals() {
    let path = |body: &str, zone: &str, format: &str| {
        format!(
            "/rise-transit-set/2026-08-12/2026-08-13?obs=43.36,-8.41&body={body}&tz={zone}&format={format}"
        )
    };
    let right = demo().get(&path("sun", "Europe/Madrid", "json")).json();
    assert_eq!(demo().get(&path("Sun", "europe/madrid", "JSON")).json(), right);
    assert_eq!(demo().get("/solar-eclipse/path/2026-08-12?format=geoJSON&paths=C").status, 200);
    let search = "/solar-eclipse/search/-1000/-900?obs=43,-8&era=";
    assert_eq!(demo().get(&format!("{search}Canon")).json(), demo().get(&format!("{search}canon")).json());
}

#[test]
fn an_ambiguous_date_is_echoed_with_a_note() {
    let query = |path: &str| demo().get(path).json()["query"].clone();
    let note = "12-08-2026 is read as month-day-year: 2026-12-08";
    assert_eq!(query("/julian-day/12-08-2026")["note"], note);
    assert_eq!(query("/julian-day/12-08-2026?cost=1")["note"], note);
    let range = query("/celestial-events/12.08.2026/12%2F09%2F2026?body=moon");
    assert_eq!(
        range["note"],
        "12.08.2026 is read as month-day-year: 2026-12-08; 12/09/2026 is read as month-day-year: 2026-12-09"
    );
    assert!(query("/julian-day/2026-12-08")["note"].is_null());
}

#[test]
fn exchanged_coordinates_that_would_see_the_eclipse_get_a_hint() {
    let response = |obs: &str| {
        let path = format!("/solar-eclipse/local-circumstances/details/2026-08-12?obs={obs}");
        demo().get(&path).json()["response"].clone()
    };
    let hint = "obs is LAT,LNG: the eclipse is not visible here, but at obs=43.36,-8.41";
    assert_eq!(response("-8.41,43.36")["hint"], hint);
    assert!(response("43.36,-8.41")["hint"].is_null());
    assert!(response("-40,175")["hint"].is_null());
    assert!(response("-40,-80")["hint"].is_null());
}
