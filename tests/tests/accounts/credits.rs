//! The prices of calls, refunds, and the renewal of the allowance.

use super::*;

/// Credits used, from the header of the response.
fn used(answer: &Answered) -> f64 {
    answer.header("x-credits-used").parse().unwrap_or(f64::NAN)
}

#[test]
fn what_is_charged_and_what_is_not() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Pro);
    let mut expected = 0.0;
    for (path, status, cost) in [
        (FREE, 200, 0.5),
        ("/body-position/2024-04-08T12:00:00Z/2024-04-08T13:00:00Z?body=sun,moon&interval=60", 200, 118.0),
        ("/rise-transit-set/2024-04-08/2024-04-10?observer=1,2,3&body=sun,moon", 200, 12.0),
        (GATED, 200, 20.0),
        // No data: the least call.
        ("/solar-eclipse/elements/2460419.9", 404, 1.0),
        ("/solar-eclipse/local-circumstances/details/2460419.9?obs=1,2,3", 404, 20.0),
        // Refused, or only a query of the price.
        ("/julian-day/nonsense", 400, 0.0),
        ("/julian-day/2024?cost=1", 200, 0.0),
        ("/solar-eclipse/elements/2460419.9?cost=1", 404, 0.0),
        ("/usage", 200, 3.0),
    ] {
        let answer = site.with_key(path, &secret, &[]);
        expected += cost;
        assert_eq!((answer.status, used(&answer)), (status, expected), "{path}");
        assert_eq!(answer.header("x-credits-remaining").parse(), Ok(1_000_000.0 - expected), "{path}");
        let says = &answer.json["query"]["cost"];
        assert!(says.is_null() || path.contains("cost=1") || *says == cost, "{path}: {says}");
    }
    // A response that the client has already costs as much; one in a form that it rejects costs nothing.
    let tag = site.with_key(FREE, &secret, &[]).header("etag").to_owned();
    let again = site.with_key(FREE, &secret, &[("if-none-match", &tag)]);
    assert_eq!((again.status, used(&again)), (304, expected + 1.0));
    let refused = site.with_key(FREE, &secret, &[("accept", "image/png")]);
    assert_eq!((refused.status, used(&refused)), (406, expected + 1.0));
    let head = site.ask(Method::HEAD, &format!("{FREE}?apiKey={secret}"), &[], CLIENT);
    assert_eq!((head.status, used(&head)), (200, expected + 1.5));
    let preflight = site.ask(Method::OPTIONS, &format!("{FREE}?apiKey={secret}"), &[], CLIENT);
    for free in [preflight, site.with_key("/version", &secret, &[])] {
        assert_eq!(free.header("x-credits-used"), "", "what needs no key charges none");
    }
}

#[test]
fn a_price_that_takes_work_is_charged_once_and_not_without_credits_for_the_least() {
    const CURVES: &str = "/solar-eclipse/path/2460408.5?paths=all&tolerance=100";
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Pro);
    let cost = site.with_key(&format!("{CURVES}&format=json&cost=1"), &secret, &[]);
    let most = cost.json["query"]["cost"].as_f64().expect("a price");
    assert!(most > 100.0 && used(&cost) == 0.0 && cost.json["query"]["isEstimate"] == true, "{most}");
    let image = site.with_key(CURVES, &secret, &[("accept", "image/png")]);
    assert_eq!((image.status, used(&image)), (406, 0.0));
    let answer = site.with_key(&format!("{CURVES}&format=json"), &secret, &[]);
    let credits = used(&answer);
    assert!(answer.status == 200 && (most / 1.3..=most).contains(&credits), "{credits} of {most}");
    let route = "/geodesic/37.6,-122.3/35.6,-3?method=midpoint&format=array&tolerance=0.1";
    let points = site.with_key(&format!("{route}&cost=1"), &secret, &[]).json["query"]["cost"].as_f64();
    let answer = site.with_key(route, &secret, &[]);
    assert_eq!((answer.status, Some(used(&answer))), (200, points.map(|points| credits + points)));
    let parts = site.with_key("/usage", &secret, &[]).json["response"]["byEndpoint"].clone();
    assert_eq!([0, 1, 2].map(|n| parts[n]["calls"].as_i64()), [Some(1); 3], "{parts}");
    // With less than the least price or the estimate, no curves are computed.
    for left in [9.0, most - 1.0] {
        let (_, _, secret) = site.account(Plan::Pro);
        site.allow(Plan::Pro, left);
        let refused = site.with_key(CURVES, &secret, &[]);
        assert_eq!((refused.status, used(&refused)), (402, 0.0), "{left}");
    }
}

#[test]
fn usage_is_by_key_and_by_operation() {
    let site = Site::open();
    let (account, _, main) = site.account(Plan::Starter);
    let owner = account.clone();
    let (map_id, map) =
        site.store(move |s| s.create_key(&owner, "map", "", &by()).map(|k| (k.id.to_string(), k.text)));
    for _ in 0..4 {
        site.with_key(FREE, &main, &[]);
        site.with_key("/body-position/2024?body=sun", &map, &[]);
        site.with_key("/body-position/2024-01-01/2024-01-02?body=sun&interval=43200", &map, &[]);
    }
    site.store(move |s| s.delete_key(&map_id, &by()));
    let answer = site.with_key("/usage", &main, &[]);
    let usage = &answer.json["response"];
    let expected = serde_json::json!({
        "account": account, "plan": "starter",
        "period": { "from": "2026-11-01T00:00:00.000Z", "to": "2026-12-01T00:00:00.000Z" },
        "allowance": 100_000, "used": 13, "remaining": 99_987, "calls": 13,
        "byKey": [
            { "nickname": "map", "used": 8, "calls": 8 },
            { "nickname": "main", "used": 5, "calls": 5 },
        ],
        "byEndpoint": [
            { "endpoint": "body-position", "used": 8, "calls": 8 },
            { "endpoint": "usage", "used": 3, "calls": 1 },
            { "endpoint": "julian-day", "used": 2, "calls": 4 },
        ],
    });
    assert_eq!(*usage, expected);
    assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
    // The same after the server has ended and begun again.
    let site = site.restart();
    let usage = &site.with_key("/usage", &main, &[]).json["response"];
    assert_eq!((usage["used"].as_f64(), usage["calls"].as_i64()), (Some(16.0), Some(14)));
}

#[test]
fn the_allowance_ends_and_is_new_at_midnight() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    site.allow(Plan::Free, 2.25);
    for left in ["1.75", "1.25", "0.75", "0.25"] {
        assert_eq!(site.with_key(FREE, &secret, &[]).header("x-credits-remaining"), left);
    }
    let refused = site.with_key(FREE, &secret, &[]);
    assert_eq!((refused.status, refused.code()), (402, "credits-exhausted"));
    assert_eq!(refused.header("x-credits-remaining"), "0.25");
    assert!(refused.text.contains("2026-12-01T00:00:00.000Z"), "{}", refused.text);
    let seconds = (Month::new(2026, 12).from_ms() - NOON_MS) / 1000;
    assert_eq!(refused.header("retry-after"), seconds.to_string());
    assert_eq!(site.with_key("/julian-day/2024?cost=1", &secret, &[]).status, 200, "a price is free");
    site.pass_ms(seconds * 1000 - 1);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 402);
    site.pass_ms(1);
    assert_eq!(site.with_key(FREE, &secret, &[]).header("x-credits-remaining"), "1.75");
    // A higher allowance holds at once.
    site.allow(Plan::Free, 0.0);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 402);
    site.allow(Plan::Free, 10.0);
    assert_eq!(site.with_key(FREE, &secret, &[]).header("x-credits-used"), "1");
}

#[test]
fn every_operation_reports_its_price() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    let pair = format!("ServiceAuth {account}:{secret}");
    for (path, name) in [
        ("/auth/access-token?cost=1", "auth/access-token"),
        ("/docs?cost=1", "docs"),
        ("/openapi/latest.json?cost=1", "openapi"),
    ] {
        let answer = site.ask(Method::GET, path, &[("authorization", &pair)], CLIENT);
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{path}");
        let (got, expected) = (answer.json["query"]["name"].as_str(), answer.json["query"]["cost"].as_f64());
        assert!(got.is_some_and(|n| n.starts_with(name)) && expected == Some(0.0), "{}", answer.json);
        assert!(answer.json.get("token").is_none() && answer.json.get("response").is_none(), "{path}");
    }
    assert_eq!(site.with_key("/version?cost=1", &secret, &[]).json["query"]["cost"], 0.0);
}

#[test]
fn usage_is_reported_when_the_credits_are_gone() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    site.allow(Plan::Free, 2.0);
    assert_eq!(site.with_key(FREE, &secret, &[]).header("x-credits-remaining"), "1.5");
    for (calls, remaining) in [(2, "0"), (3, "0"), (4, "0")] {
        let answer = site.with_key("/usage", &secret, &[]);
        assert_eq!((answer.status, answer.header("x-credits-remaining")), (200, remaining));
        let usage = &answer.json["response"];
        assert_eq!((usage["used"].as_f64(), usage["calls"].as_i64()), (Some(2.0), Some(calls)));
    }
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 402);
}
