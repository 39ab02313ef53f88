//! Errors are short for every bad request.

use super::docs::gets;
use super::{demo, response};

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
        "/body-position/2024-01-01",
        "/rise-transit-set/2024-01-01/2024-01-02",
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
fn every_operation_names_a_wrong_cost() {
    let document = demo().get("/openapi/latest.json").json();
    // Probes ignore parameters, and a token needs credentials first.
    const OTHERS: [&str; 3] = ["/livez", "/readyz", "/auth/access-token"];
    let operations = gets(&document).filter(|(path, _)| !OTHERS.contains(&path.as_str()));
    for (_, operation) in operations {
        let Some(address) = operation["x-example"].as_str() else { continue };
        let separator = if address.contains('?') { '&' } else { '?' };
        let answer = demo().get(&format!("{address}{separator}cost=true"));
        let errors = answer.json()["errors"].to_string();
        assert!(answer.status == 400 && errors.contains("must be 1"), "{address}: {errors}");
    }
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
}

#[test]
fn a_refusal_says_what_to_write() {
    let details = "/solar-eclipse/local-circumstances/details/2026-08-12";
    let many = format!("{details}?obs={}", vec!["43.36,-5.85"; 101].join(";"));
    for (path, status, says) in [
        (
            "/rise-transit-set/2026-08-12/2026-08-13?body=sun&latitude=1&longitude=2",
            400,
            "write observer=1,2",
        ),
        ("/solar-eclipse/elements/1723487400", 400, "that is 2024-08-12T18:30:00Z"),
        ("/solar-eclipse/elements/2026-08-20", 404, "no solar eclipse within 1.5 days of 2026-08-20"),
        ("/lunar-eclipse/local-circumstances/2026-08-20?obs=1,2", 404, "of 2026-08-20"),
        ("/rise-transit-set/2026-08-12/2026-08-13?body=sun&obs=1,2&tz=Madrid", 400, "unknown time zone"),
        ("/solar-eclipse/next?obs=1,2", 404, "/solar-eclipse/search/{from}/{to}?next=any"),
        ("/celestial-events/2026-08-10/2026-08-30?tz=auto", 400, "add obs"),
        ("/body-position/2024?body=sun&deltaT=69&model=em2006", 400, "cannot be combined with deltaT"),
        ("/solar-eclipse/path/2461264.5?deltaT=69&model=em2006", 400, "cannot be combined with deltaT"),
        ("/delta-t/2024?model=ms2004", 400, "default, em2006, smh2016"),
        ("/delta-t/2024?deltaT=69", 400, "no such parameter"),
        ("/lunar-eclipse/search/2300/2301?obs=43.36,-5.85", 400, "outside the ephemeris"),
        ("/solar-eclipse/search/2026-08-12/2026-08-12?obs=1,2", 400, "write the day after, or +1d"),
        ("/lunar-eclipse/search/2030/2020?obs=43.36,-5.85", 400, "2020 does not come after from = 2030"),
        ("/lunar-eclipse/search/999/2020?obs=43,-5", 400, "for example 2026 or 2026-08-12"),
        ("/lunar-eclipse/search/2019/2020?obs=43,-5&next=annular", 400, "penumbral"),
        ("/lunar-eclipse/search/2030/2020?obs=43,-5&next=total", 400, "2020 does not come after from = 2030"),
        ("/insolation/daily/2024-01-01/2024-01-02?obs=1,2&profile=0,9", 400, "must be 4 to"),
        ("/rise-transit-set/2024-01-01/2024-01-02?obs=1,2&body=sun&day=local", 400, "local days need tz"),
        (
            "/rise-transit-set/2024-01-01/2024-01-02?obs=1,2&body=moon&events=civil_dawn",
            400,
            "an event of sun",
        ),
        (
            "/rise-transit-set/2026-06-21T15:00Z/2026-06-22?obs=1,2&body=sun&tz=auto&day=local",
            400,
            "2026-06-21",
        ),
        (
            "/insolation/monthly/2024-01-01/2024-02-01?obs=1,2&horizon=coarse&profile=0,9,9,1",
            400,
            "cannot be combined",
        ),
        ("/solar-eclipse/search/2020/2030?obs=1,2&next=total&type=partial", 400, "type: cannot be combined"),
        (&many, 400, "a list of 101 places; the maximum is 100"),
        ("/solar-eclipse/search/2026/2027?obs=43,-5;42,-3&horizon=coarse", 400, "single place"),
        ("/solar-eclipse/local-circumstances/details/2026-08-12?obs=43,-5;42,-3&limb=1", 400, "place"),
        ("/solar-eclipse/local-circumstances/details/2026-08-12?obs=43,-5;91,0;place:Nowhere", 400, "obs[1]"),
        ("/solar-eclipse/local-circumstances/details/2026-08-12?obs=43,-5;91,0;place:Nowhere", 400, "obs[2]"),
    ] {
        let answer = demo().get(path);
        let text = answer.text();
        assert_eq!(answer.status, status, "{path}: {text}");
        assert!(text.contains(says), "{path}: {text}");
        for other in ["required", " key", "era=", "obs[0]"] {
            assert!(!text.contains(other), "{path}: {text}");
        }
    }
}

#[test]
fn an_ambiguous_date_is_echoed_with_a_note() {
    let note = |path: &str| demo().get(path).json()["query"]["note"].clone();
    for path in ["/julian-day/12-08-2026", "/julian-day/12-08-2026?cost=1"] {
        assert_eq!(note(path), "12-08-2026 is read as month-day-year: 2026-12-08");
    }
    assert_eq!(
        note("/celestial-events/12.08.2026/12%2F09%2F2026?body=moon"),
        "12.08.2026 is read as month-day-year: 2026-12-08; 12/09/2026 is read as month-day-year: 2026-12-09"
    );
    assert!(note("/julian-day/2026-12-08").is_null());
}

#[test]
fn exchanged_coordinates_that_would_see_the_eclipse_get_a_hint() {
    let details = "/solar-eclipse/local-circumstances/details/2026-08-12?obs=";
    let hint = "obs is LAT,LNG: the eclipse is not visible here, but at obs=43.36,-8.41";
    assert_eq!(response(&format!("{details}-8.41,43.36"))["hint"], hint);
    for other in ["43.36,-8.41", "-40,175", "-40,-80"] {
        assert!(response(&format!("{details}{other}"))["hint"].is_null(), "{other}");
    }
}
