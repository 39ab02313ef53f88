//! Limits of addresses: their headers, that every request counts, and the separate limit of the console.

use super::console::{EMAIL, PASSWORD, credentials, form_of_sign_in, post, served};
use super::*;

#[test]
fn who_is_in_a_back_off_can_still_sign_in() {
    const FEW: &str = "3/86400s,86400s";
    let server = served("free", &["--rate-standard", FEW, "--rate-pages", FEW]);
    // Bodies that are too large count as well.
    let large = "x".repeat(100_000);
    for remaining in [2, 1, 0] {
        let answer = server.send("POST", "/version", &[], &large);
        assert_eq!((answer.status, answer.json()["code"].as_str()), (413, Some("body-too-large")));
        assert!(answer.header("ratelimit").is_some_and(|r| r.contains(&format!("r={remaining};"))));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    let refused = server.send("POST", "/nowhere", &[], &large);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("86400")));
    let (cookie, csrf) = form_of_sign_in(&server);
    let form = credentials(&csrf, EMAIL, PASSWORD);
    assert_eq!(post(&server, "/console/sign-in", &form, &[("Cookie", &cookie)]).status, 303);
    let statuses = [(); 2].map(|()| server.get("/console").status);
    assert_eq!(statuses, [200, 429], "the console has a limit of its own");
    let large = server.send("POST", "/console/keys", &[], &large);
    assert_eq!(large.status, 429, "also with a body that is too large");
}

#[test]
fn a_rate_is_reported_in_headers_and_ends_in_a_back_off() {
    let site = Site::with(|rules| {
        rules.standard = "100/10s,60s".parse().expect("a policy");
        rules.premium = "250/10s,10s".parse().expect("a policy");
        rules.tiles = "5/3600s,10s".parse().expect("a policy");
    });
    let (_, _, secret) = site.account(Plan::Pro);
    for i in 0..100 {
        let answer = site.with_key(FREE, &secret, &[]);
        assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, "\"standard\";q=100;w=10"));
        assert_eq!(answer.header("ratelimit"), format!("\"standard\";r={};t=10", 99 - i));
    }
    let refused = site.with_key(FREE, &secret, &[]);
    assert_eq!((refused.status, refused.header("ratelimit")), (429, "\"standard\";r=0;t=60"));
    // Paths and methods that do not exist count as well, and so do preflights.
    for (method, path, remaining) in [
        (Method::GET, "/nowhere", "r=99"),
        (Method::POST, FREE, "r=98"),
        (Method::OPTIONS, FREE, "r=97"),
        (Method::GET, "/version", "r=96"),
    ] {
        assert!(site.ask(method, path, &[], "192.0.2.3").header("ratelimit").contains(remaining), "{path}");
    }
    // Another address is not concerned, nor are files and the premium host.
    assert_eq!(site.ask(Method::GET, &format!("{FREE}?apiKey={secret}"), &[], "192.0.2.2").status, 200);
    assert_eq!([(); 6].map(|()| site.get("/widget/look.css").status), [200, 200, 200, 200, 200, 429]);
    assert_eq!(site.get("/widget/look.css").header("ratelimit-policy"), "\"tiles\";q=5;w=3600");
    let premium = || site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]);
    (0..250).for_each(|_| assert_eq!(premium().status, 200));
    let refused = premium();
    assert_eq!((refused.status, refused.header("retry-after")), (429, "10"));
    assert_eq!(refused.header("ratelimit-policy"), "\"premium\";q=250;w=10");
    for (ms, status) in [(9_999, 429), (1, 200)] {
        site.pass_ms(ms);
        assert_eq!(premium().status, status, "{ms}");
    }
    site.pass_ms(49_999);
    let refused = site.with_key(FREE, &secret, &[]);
    assert_eq!((refused.status, refused.header("retry-after")), (429, "1"));
    site.pass_ms(1);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
}

#[test]
fn readiness_tells_of_an_observation_of_delta_t_that_is_older_than_a_year() {
    let site = Site::open();
    assert_eq!(site.get("/readyz").text, "ok\n");
    // Two years pass without another build.
    site.pass_ms(2 * 366 * 86_400_000);
    let answer = site.get("/readyz");
    assert_eq!(answer.status, 200, "{}", answer.text);
    let lines: Vec<_> = answer.text.lines().collect();
    assert!(matches!(lines[..], ["ok", second] if second.contains("older than a year")), "{lines:?}");
    assert!(lines[1].contains("umbra update-delta-t"), "{lines:?}");
    assert_eq!(site.get("/livez").text, "ok\n");
}

#[test]
fn the_status_names_each_part_and_an_old_dataset() {
    let site = Site::open();
    let status = || {
        let answer = site.get("/status");
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json["response"].clone()
    };
    let state = |status: &Value, part: &str| {
        let parts = status["parts"].as_array().expect("parts");
        parts.iter().find(|of| of["name"] == part).expect("a part")["state"].clone()
    };
    let now = status();
    assert_eq!((&now["state"], &now["dataset"]["ageSeconds"]), (&"ok".into(), &0.into()), "{now}");
    assert!(
        ["service", "accounts", "dataset", "deltaT"].iter().all(|part| state(&now, part) == "ok"),
        "{now}"
    );
    assert_eq!(now["dataset"]["computedBy"], now["version"]);
    assert_eq!(
        (now["rates"].as_array().map(Vec::len), now["plans"].as_array().map(Vec::len)),
        (Some(4), Some(4))
    );
    assert!(now["changes"].as_array().is_some_and(|changes| changes.len() == 5), "{now}");
    // Fifty years pass without another build.
    site.pass_ms(50 * 366 * 86_400_000);
    let later = status();
    assert_eq!((&later["state"], state(&later, "dataset")), (&"warning".into(), "warning".into()), "{later}");
    assert_eq!((state(&later, "deltaT"), state(&later, "accounts")), ("warning".into(), "ok".into()));
    let page = site.ask(Method::GET, "/status", &[("accept", "text/html")], CLIENT);
    assert!(page.text.contains("its operator has something to do"), "{}", page.text);
    assert!(page.text.contains("older than a year") && page.text.contains("days old"), "{}", page.text);
    let proof = site.get("/accuracy");
    assert_eq!((proof.status, proof.header("location")), (308, "/docs/accuracy#verification"));
}

#[test]
fn in_a_back_off_every_request_is_one_too_many() {
    let site = Site::with(|rules| rules.standard = Policy { quota: 2, window_s: 10, back_off_s: 60 });
    let (_, _, secret) = site.account(Plan::Free);
    assert_eq!((site.get(FREE).status, site.with_key(GATED, &secret, &[]).status), (401, 403));
    for (method, path, headers) in [
        (Method::GET, FREE.to_owned(), vec![]),
        (Method::GET, format!("{FREE}?apiKey=x"), vec![]),
        (Method::GET, format!("{FREE}?apiKey={secret}"), vec![]),
        (Method::GET, format!("{GATED}&apiKey={secret}"), vec![]),
        (Method::GET, format!("{FREE}?apiKey={secret}"), vec![("host", PREMIUM_HOST)]),
        (Method::GET, format!("{FREE}?apiKey={secret}&cost=1"), vec![]),
        (Method::GET, FREE.to_owned(), vec![("authorization", "Basic x")]),
        (Method::GET, "/auth/access-token".to_owned(), vec![]),
        (Method::GET, "/version".to_owned(), vec![]),
        (Method::GET, "/nowhere".to_owned(), vec![]),
        (Method::GET, format!("/{}", "x".repeat(31_000)), vec![]),
        (Method::POST, FREE.to_owned(), vec![]),
        (Method::OPTIONS, FREE.to_owned(), vec![("origin", "https://a.example.org")]),
        (Method::HEAD, FREE.to_owned(), vec![]),
    ] {
        let answer = site.ask(method.clone(), &path, &headers, CLIENT);
        assert_eq!((answer.status, answer.header("retry-after")), (429, "60"), "{method} {path:.60}");
        assert_eq!(answer.header("ratelimit"), "\"standard\";r=0;t=60", "{method} {path:.60}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    // Probes have a limit of their own.
    for _ in 0..1000 {
        assert_eq!(site.get("/livez").status, 200);
    }
    let refused = site.get("/readyz");
    assert_eq!((refused.status, refused.header("retry-after")), (429, "10"));
    assert!(refused.header("ratelimit-policy").contains("probes"));
    site.pass_ms(60_000);
    assert_eq!((site.get("/readyz").status, site.get(FREE).status), (200, 401));
}
