//! Rules of keys, and the operations of plans and grants.

use super::*;

#[test]
fn rules_hold_for_keys_and_their_tokens() {
    let site = Site::open();
    let (account, id, secret) = site.account(Plan::Pro);
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    let auth = format!("ServiceAuth {token}");
    let key = id.clone();
    site.store(move |s| s.update_key(&key, &origin_rules("*.example.org; app.*"), &by()));
    for (origin, status, code) in [
        (None, 401, "origin-required"),
        (Some("https://evil.net"), 403, "origin-refused"),
        (Some("https://a.example.org"), 200, ""),
        (Some("http://app.test:1"), 200, ""),
    ] {
        let mut headers: Vec<_> = origin.into_iter().map(|o| ("origin", o)).collect();
        let by_key = site.with_key(FREE, &secret, &headers);
        headers.push(("authorization", &auth));
        let by_token = site.ask(Method::GET, FREE, &headers, CLIENT);
        for answer in [by_key, by_token] {
            assert_eq!((answer.status, answer.code()), (status, code), "{origin:?}");
            // A page of another origin must not read the refusal.
            let echoed = origin.filter(|_| status == 200).unwrap_or("");
            assert_eq!(answer.header("access-control-allow-origin"), echoed);
            let exposed = answer.header("access-control-expose-headers");
            assert!(status != 200 || exposed.contains("X-Credits-Remaining"), "{exposed}");
        }
    }
    let preflight = site.ask(Method::OPTIONS, FREE, &[("origin", "https://evil.net")], CLIENT);
    assert_eq!(preflight.status, 204, "it needs no credentials");
    // Without a key every page reads the refusal. What is not ASCII is never repeated.
    let (_, _, without_rules) = site.account(Plan::Free);
    for (secret, origin, status, allowed) in [
        ("", "https://evil.net", 401, "*"),
        ("", "https://\u{e9}.example.org", 401, "*"),
        (&secret, "https://\u{e9}.example.org", 403, ""),
        (&without_rules, "https://\u{e9}.example.org", 200, ""),
        (&without_rules, "null", 200, "null"),
    ] {
        let answer = site.with_key(FREE, secret, &[("origin", origin)]);
        let found = (answer.status, answer.header("access-control-allow-origin"));
        assert_eq!(found, (status, allowed), "{origin}");
    }
    let key = id.clone();
    site.store(move |s| s.update_key(&key, &origin_rules(""), &by()));
    site.store(move |s| s.update_key(&id, &address_rules("192.0.2.0/24, 2001:db8::/32"), &by()));
    for (peer, status) in [
        ("192.0.2.77", 200),
        ("198.51.100.1", 403),
        ("2001:db8::7", 200),
        ("2001:db9::7", 403),
        ("::ffff:192.0.2.1", 200),
    ] {
        let by_key = site.ask(Method::GET, &format!("{FREE}?apiKey={secret}"), &[], peer);
        let by_token = site.ask(Method::GET, FREE, &[("authorization", &auth)], peer);
        assert_eq!([by_key, by_token].map(|answer| answer.status), [status; 2], "{peer}");
    }
}

#[test]
fn only_a_trusted_proxy_is_believed_and_only_what_no_trusted_one_has_written() {
    let site = Site::open();
    let (_, id, secret) = site.account(Plan::Pro);
    site.store(move |s| s.update_key(&id, &address_rules("192.0.2.0/24, 2001:db8::/32"), &by()));
    let path = format!("{FREE}?apiKey={secret}");
    for (peer, forwarded, status) in [
        ("10.1.2.3", "192.0.2.5", 200),
        ("10.1.2.3", "198.51.100.1, 192.0.2.5, 10.9.9.9", 200),
        ("10.1.2.3", "192.0.2.5, 198.51.100.1", 403),
        ("10.1.2.3", "192.0.2.5:4711", 200),
        ("10.1.2.3", "[2001:db8::7]:4711", 200),
        ("10.1.2.3", "192.0.2.5, 198.51.100.1:4711", 403),
        ("10.1.2.3", "\u{ff}, 192.0.2.5", 200),
        ("10.1.2.3", "192.0.2.5, \u{ff}, 198.51.100.1", 403),
        ("10.1.2.3", "192.0.2.5, nonsense", 400),
        ("10.1.2.3", "192.0.2.5, \u{ff}, 10.9.9.9", 400),
        ("10.1.2.3", "", 400),
        ("198.51.100.1", "192.0.2.5", 403),
        ("192.0.2.5", "198.51.100.1", 200),
    ] {
        let answer = site.ask(Method::GET, &path, &[("x-forwarded-for", forwarded)], peer);
        assert_eq!(answer.status, status, "{peer} for {forwarded}");
        assert_eq!(answer.code() == "bad-forwarded-for", status == 400, "{peer} for {forwarded}");
    }
}

#[test]
fn a_proxy_without_an_address_gets_no_rights_of_its_own() {
    let site = Site::open();
    let (_, id, secret) = site.account(Plan::Pro);
    site.store(move |s| s.update_key(&id, &address_rules("10.0.0.0/8"), &by()));
    let key = format!("{FREE}?apiKey={secret}");
    for path in [&*key, "/console", "/nowhere", "/livez"] {
        for forwarded in ["\u{ff}", "10.1.2.4, unknown"] {
            let answer = site.ask(Method::GET, path, &[("x-forwarded-for", forwarded)], "10.1.2.3");
            assert_eq!(answer.status, 400, "{path} for {forwarded}: {}", answer.text);
            assert!(answer.text.contains("no address"), "{path}: {}", answer.text);
        }
        assert_ne!(site.ask(Method::GET, path, &[], "10.1.2.3").status, 400, "{path}: the proxy itself");
    }
}

#[test]
fn plans_and_grants_open_operations_and_the_premium_host() {
    let site = Site::open();
    for (plan, gated, premium) in [
        (Plan::Free, 403, 403),
        (Plan::Starter, 200, 403),
        (Plan::Pro, 200, 200),
        (Plan::Enterprise, 200, 200),
    ] {
        let (_, _, secret) = site.account(plan);
        assert_eq!(site.with_key(GATED, &secret, &[]).status, gated, "{plan}");
        for host in [PREMIUM_HOST, "Premium.Example.org:8443", "premium.example.org."] {
            let answer = site.with_key(FREE, &secret, &[("host", host)]);
            let is_premium = answer.header("ratelimit-policy").contains("premium");
            assert_eq!((answer.status, is_premium), (premium, premium == 200), "{plan} on {host}");
        }
        // Collections of features have the plans of the operations with the same data.
        for (collection, needed) in
            [("solar-eclipses", Plan::Free), ("towns", Plan::Starter), ("paths", Plan::Pro)]
        {
            let path = format!("/ogc/collections/{collection}/items?eclipse=2026-08-12&limit=1");
            let expected = if plan >= needed { 200 } else { 403 };
            assert_eq!(site.with_key(&path, &secret, &[]).status, expected, "{plan}: {collection}");
        }
        let other = site.with_key(FREE, &secret, &[("host", "premium.example.org.evil.net")]);
        assert_eq!(other.status, 200, "another host");
    }
    let (account, id, secret) = site.account(Plan::Free);
    let refused = site.with_key(GATED, &secret, &[]);
    assert_eq!(refused.code(), "plan-required");
    assert!(refused.json["detail"].as_str().is_some_and(|d| d.contains("starter")), "{}", refused.json);
    let key = id.clone();
    site.store(move |s| s.grant(&key, "research", &by()));
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 200);
    assert_eq!(site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]).status, 403);
    let usage = site.with_key("/usage", &secret, &[]).json;
    assert_eq!(usage["response"]["allowance"], 5000.0, "that of its plan");
    site.store(move |s| s.revoke(&id, "research", &by()));
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 403);
    site.store(move |s| s.set_plan(&account, Plan::Starter, &by()));
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 200, "keys follow the plan of their account");
}
