//! Every row of the specification's table of errors, and which of two comes first.

use super::*;

#[test]
fn credentials_are_needed_and_must_be_right() {
    let site = Site::open();
    assert_eq!(site.get(FREE).code(), "credentials-required");
    assert!(
        site.get(FREE).json["detail"].as_str().is_some_and(|d| d.contains("server accounts create")),
        "it says how to make an account"
    );
    assert_eq!(site.get("/version").status, 200);
    let (account, _, secret) = site.account(Plan::Free);
    let (_, _, other_secret) = site.account(Plan::Free);
    assert_eq!((site.get(FREE).status, site.get(FREE).header("www-authenticate")), (401, "ServiceAuth"));
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);

    // Wrong in every way: the last is another key's proof under this key's name.
    let mixed = format!("{}{}", &secret[..18], &other_secret[18..]);
    for wrong in [
        "",
        "x",
        "umbra_",
        &secret[..55],
        &secret.to_uppercase(),
        &format!("{secret}0"),
        &mixed,
        "%00",
        "%FF%FE",
    ] {
        let answer = site.with_key(FREE, wrong, &[]);
        assert_eq!((answer.status, answer.code()), (401, "credentials-invalid"), "{wrong}");
    }
    // Two are one too many.
    let twice =
        [format!("{FREE}?apiKey={secret}&apiKey={secret}"), format!("{FREE}?apiKey={secret}&apiKey=x")];
    assert!(twice.iter().all(|path| site.get(path).code() == "credentials-invalid"));
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    assert_eq!(
        site.with_key(FREE, &secret, &[("authorization", &format!("ServiceAuth {token}"))]).code(),
        "credentials-invalid"
    );
    for header in ["Bearer x", "Basic x", "ServiceAuth", "ServiceAuth ", "ServiceAuth a b", &secret] {
        assert_eq!(
            site.ask(Method::GET, FREE, &[("authorization", header)], CLIENT).code(),
            "credentials-invalid",
            "{header}"
        );
    }
    assert_eq!(
        site.ask(Method::GET, FREE, &[("authorization", &format!("serviceauth  {token}"))], CLIENT).status,
        200,
        "schemes are not case-sensitive"
    );
}

#[test]
fn tokens_are_given_for_the_accounts_own_key_in_the_header() {
    let site = Site::open();
    let (account, id, secret) = site.account(Plan::Free);
    let (other, _, other_secret) = site.account(Plan::Free);
    let mixed = format!("{}{}", &secret[..18], &other_secret[18..]);
    for (wrong_account, wrong_secret) in
        [(&other, &secret), (&account, &other_secret), (&account, &mixed), (&id, &secret)]
    {
        assert_eq!(site.token(wrong_account, wrong_secret).code(), "credentials-invalid");
    }
    assert_eq!(site.with_key("/auth/access-token", &secret, &[]).code(), "credentials-required");
    assert_eq!(site.get("/auth/access-token").code(), "credentials-required");
}

#[test]
fn a_key_that_is_disabled_or_deleted_lets_nobody_in_nor_do_its_tokens() {
    let site = Site::open();
    let (account, id, secret) = site.account(Plan::Free);
    let (other, _, other_secret) = site.account(Plan::Free);
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    let key = id.clone();
    site.store(move |s| s.set_enabled(&key, false));
    assert_eq!(site.with_key(FREE, &secret, &[]).code(), "credentials-invalid");
    assert_eq!(site.with_token(FREE, &token).code(), "credentials-invalid");
    assert_eq!(site.token(&account, &secret).code(), "credentials-invalid");
    let key = id.clone();
    site.store(move |s| s.set_enabled(&key, true));
    assert_eq!((site.with_key(FREE, &secret, &[]).status, site.with_token(FREE, &token).status), (200, 200));
    site.store(move |s| s.delete_key(&id, NOON_MS));
    assert_eq!(
        (site.with_key(FREE, &secret, &[]).code(), site.with_token(FREE, &token).code()),
        ("credentials-invalid", "credentials-invalid")
    );
    // The whole account.
    let token = site.token(&other, &other_secret).json["token"].as_str().expect("a token").to_owned();
    site.store(move |s| s.delete_account(&other));
    assert_eq!(
        (site.with_key(FREE, &other_secret, &[]).status, site.with_token(FREE, &token).status),
        (401, 401)
    );
}

#[test]
fn a_token_lives_fifteen_minutes_to_the_millisecond() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    let given = site.token(&account, &secret);
    assert_eq!(
        (given.status, given.header("cache-control"), given.json["success"].as_bool()),
        (200, "no-store", Some(true))
    );
    assert_eq!(
        given.json.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>()),
        Some(vec!["success".into(), "token".into()])
    );
    let token = given.json["token"].as_str().expect("a token").to_owned();
    assert_eq!(site.with_token(FREE, &token).status, 200);
    site.pass_ms(15 * 60_000 - 1);
    assert_eq!(site.with_token(FREE, &token).status, 200);
    site.pass_ms(1);
    assert_eq!(
        (site.with_token(FREE, &token).status, site.with_token(FREE, &token).code()),
        (401, "token-expired")
    );
    // One that the server sees for the first time a second too late.
    let late = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    site.pass_ms(15 * 60_000 + 1000);
    assert_eq!(site.with_token(FREE, &late).status, 401);
    // One from the future.
    let early = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    site.pass_ms(-2000);
    assert_eq!(site.with_token(FREE, &early).code(), "credentials-invalid");

    // After one new secret the old tokens still count, after two they do not.
    site.pass_ms(2000);
    let old = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    site.store(|s| s.rotate_secret(NOON_MS));
    assert_eq!(site.with_token(FREE, &old).status, 200);
    let new = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    site.store(|s| s.rotate_secret(NOON_MS));
    assert_eq!((site.with_token(FREE, &old).status, site.with_token(FREE, &new).status), (401, 200));
}

#[test]
fn rules_hold_for_keys_and_their_tokens() {
    let site = Site::open();
    let (account, id, secret) = site.account(Plan::Pro);
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    let auth = format!("ServiceAuth {token}");
    let key = id.clone();
    site.store(move |s| s.set_origins(&key, "*.example.org; app.*"));
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
            assert!(
                status != 200
                    || answer.header("access-control-expose-headers").contains("X-Credits-Remaining")
            );
        }
    }
    assert_eq!(
        site.ask(Method::OPTIONS, FREE, &[("origin", "https://evil.net")], CLIENT).status,
        204,
        "a preflight needs no credentials"
    );
    let key = id.clone();
    site.store(move |s| s.set_origins(&key, ""));
    site.store(move |s| s.set_ips(&id, "192.0.2.0/24, 2001:db8::/32"));
    for (peer, status) in [
        ("192.0.2.77", 200),
        ("198.51.100.1", 403),
        ("2001:db8::7", 200),
        ("2001:db9::7", 403),
        ("::ffff:192.0.2.1", 200),
    ] {
        let path = format!("{FREE}?apiKey={secret}");
        assert_eq!(site.ask(Method::GET, &path, &[], peer).status, status, "{peer}");
        assert_eq!(
            site.ask(Method::GET, FREE, &[("authorization", &auth)], peer).status,
            status,
            "{peer} with a token"
        );
    }
}

#[test]
fn only_a_trusted_proxy_is_believed_and_only_what_no_trusted_one_has_written() {
    let site = Site::open();
    let (_, id, secret) = site.account(Plan::Pro);
    site.store(move |s| s.set_ips(&id, "192.0.2.0/24, 2001:db8::/32"));
    let path = format!("{FREE}?apiKey={secret}");
    for (peer, forwarded, status) in [
        ("10.1.2.3", "192.0.2.5", 200),
        ("10.1.2.3", "198.51.100.1, 192.0.2.5, 10.9.9.9", 200),
        ("10.1.2.3", "192.0.2.5, 198.51.100.1", 403),
        ("10.1.2.3", "192.0.2.5:4711", 200),
        ("10.1.2.3", "[2001:db8::7]:4711", 200),
        ("10.1.2.3", "192.0.2.5, 198.51.100.1:4711", 403),
        ("10.1.2.3", "192.0.2.5, nonsense", 403),
        ("10.1.2.3", "", 403),
        ("198.51.100.1", "192.0.2.5", 403),
        ("192.0.2.5", "198.51.100.1", 200),
    ] {
        assert_eq!(
            site.ask(Method::GET, &path, &[("x-forwarded-for", forwarded)], peer).status,
            status,
            "{peer} for {forwarded}"
        );
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
            assert_eq!(
                (answer.status, answer.header("ratelimit-policy").contains("premium")),
                (premium, premium == 200),
                "{plan} on {host}"
            );
        }
        assert_eq!(
            site.with_key(FREE, &secret, &[("host", "premium.example.org.evil.net")]).status,
            200,
            "another host"
        );
    }
    let (account, id, secret) = site.account(Plan::Free);
    let refused = site.with_key(GATED, &secret, &[]);
    assert_eq!(refused.code(), "plan-required");
    assert!(refused.json["detail"].as_str().is_some_and(|d| d.contains("starter")), "{}", refused.json);
    let key = id.clone();
    site.store(move |s| s.grant(&key, "research"));
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 200);
    assert_eq!(site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]).status, 403);
    assert_eq!(
        site.with_key("/usage", &secret, &[]).json["response"]["allowance"],
        5000.0,
        "at the allowance of its plan"
    );
    site.store(move |s| s.revoke(&id, "research"));
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 403);
    site.store(move |s| s.set_plan(&account, Plan::Starter));
    assert_eq!(site.with_key(GATED, &secret, &[]).status, 200, "keys follow the plan of their account");
}

/// What can be wrong with a request, in the order in which it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    TooOften,
    Disabled,
    NoOrigin,
    WrongOrigin,
    WrongAddress,
    LowPremium,
    LowPlan,
    BadParameter,
    NoCredits,
    NoData,
}

impl Fault {
    const ALL: [Self; 10] = [
        Self::TooOften,
        Self::Disabled,
        Self::NoOrigin,
        Self::WrongOrigin,
        Self::WrongAddress,
        Self::LowPremium,
        Self::LowPlan,
        Self::BadParameter,
        Self::NoCredits,
        Self::NoData,
    ];

    fn told(self) -> (u16, &'static str) {
        match self {
            Self::Disabled => (401, "credentials-invalid"),
            Self::NoOrigin => (401, "origin-required"),
            Self::WrongOrigin => (403, "origin-refused"),
            Self::WrongAddress => (403, "address-refused"),
            Self::LowPremium => (403, "premium-refused"),
            Self::LowPlan => (403, "plan-required"),
            Self::TooOften => (429, "rate-limited"),
            Self::BadParameter => (400, "bad-parameter"),
            Self::NoCredits => (402, "credits-exhausted"),
            Self::NoData => (404, "no-data"),
        }
    }
}

/// A request with these faults and no other.
fn asked_with(faults: &[Fault]) -> Answered {
    let has = |f: Fault| faults.contains(&f);
    let site = Site::with(|rules| rules.standard = Policy { quota: 1, window_s: 10, back_off_s: 60 });
    // Rules can only be set on a high plan; they stay when the plan is lowered.
    let (account, id, secret) = site.account(Plan::Pro);
    let plan = if has(Fault::LowPlan) || has(Fault::LowPremium) { Plan::Free } else { Plan::Pro };
    let (disabled, origins, ips) =
        (has(Fault::Disabled), has(Fault::NoOrigin) || has(Fault::WrongOrigin), has(Fault::WrongAddress));
    let exhausted = has(Fault::NoCredits);
    site.store(move |s| {
        s.set_origins(&id, if origins { "app.example.org" } else { "" })?;
        s.set_ips(&id, if ips { "198.51.100.1" } else { "" })?;
        s.set_enabled(&id, !disabled)?;
        s.set_plan(&account, plan)?;
        s.set_allowance(plan, Credits(if exhausted { 100 } else { 1_000_000 }))
    });
    let path = match (has(Fault::LowPlan), has(Fault::NoData), has(Fault::BadParameter)) {
        (false, false, false) => FREE.to_owned(),
        (false, false, true) => "/julian-day/nonsense".to_owned(),
        (true, false, bad) => format!("{GATED}{}", if bad { "&deltaT=x" } else { "" }),
        (gated, true, bad) => {
            let what = if gated {
                "local-circumstances/details/2460409.9?obs=1,2,3&"
            } else {
                "elements/2460409.9?"
            };
            format!("/solar-eclipse/{what}{}", if bad { "deltaT=x" } else { "" })
        }
    };
    let mut headers = Vec::new();
    if has(Fault::WrongOrigin) {
        headers.push(("origin", "https://evil.net"));
    }
    if has(Fault::LowPremium) {
        headers.push(("host", PREMIUM_HOST));
    }
    if has(Fault::TooOften) {
        // Whoever is refused is counted as well, and on the premium host a low plan counts on the standard
        // limit unless it is let in.
        for _ in 0..2 {
            site.get("/version");
        }
    }
    site.with_key(path.trim_end_matches(['&', '?']), &secret, &headers)
}

#[test]
fn of_two_faults_the_first_is_told() {
    assert_eq!(asked_with(&[]).status, 200);
    let mut pairs = 0;
    for (i, a) in Fault::ALL.into_iter().enumerate() {
        let alone = asked_with(&[a]);
        assert_eq!((alone.status, alone.code()), a.told(), "{a:?}: {}", alone.json);
        for b in Fault::ALL.into_iter().skip(i + 1) {
            // A request cannot have no origin and a wrong one.
            if (a, b) == (Fault::NoOrigin, Fault::WrongOrigin) {
                continue;
            }
            let both = asked_with(&[a, b]);
            assert_eq!((both.status, both.code()), a.told(), "{a:?} and {b:?}: {}", both.json);
            pairs += 1;
        }
    }
    println!("{pairs} pairs");
    // Without any key, whatever else is wrong.
    let site = Site::with(|rules| rules.standard = Policy { quota: 1, window_s: 10, back_off_s: 60 });
    site.account(Plan::Free);
    for status in [401, 429, 429] {
        let answer = site.ask(Method::GET, "/julian-day/nonsense", &[("host", PREMIUM_HOST)], CLIENT);
        assert_eq!(answer.status, status, "what was refused has been counted");
    }
}

#[test]
fn a_rate_is_told_in_headers_and_ends_in_a_back_off() {
    let site = Site::with(|rules| {
        rules.standard = "100/10s,60s".parse().expect("a policy");
        rules.premium = "250/10s,10s".parse().expect("a policy");
    });
    let (_, _, secret) = site.account(Plan::Pro);
    for i in 0..100 {
        let answer = site.with_key(FREE, &secret, &[]);
        assert_eq!((answer.status, answer.header("ratelimit-policy")), (200, "\"standard\";q=100;w=10"));
        assert_eq!(answer.header("ratelimit"), format!("\"standard\";r={};t=10", 99 - i));
    }
    let refused = site.with_key(FREE, &secret, &[]);
    assert_eq!(
        (refused.status, refused.header("retry-after"), refused.header("ratelimit")),
        (429, "60", "\"standard\";r=0;t=60")
    );
    // Paths and methods that do not exist count as well, and so do preflights.
    for (method, path, remaining) in [
        (Method::GET, "/nowhere", "r=99"),
        (Method::POST, FREE, "r=98"),
        (Method::OPTIONS, FREE, "r=97"),
        (Method::GET, "/version", "r=96"),
    ] {
        assert!(site.ask(method, path, &[], "192.0.2.3").header("ratelimit").contains(remaining), "{path}");
    }
    // Another address is not concerned, nor is the premium host.
    assert_eq!(site.ask(Method::GET, &format!("{FREE}?apiKey={secret}"), &[], "192.0.2.2").status, 200);
    for _ in 0..250 {
        assert_eq!(site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]).status, 200);
    }
    let premium = site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]);
    assert_eq!(
        (premium.status, premium.header("retry-after"), premium.header("ratelimit-policy")),
        (429, "10", "\"premium\";q=250;w=10")
    );
    site.pass_ms(9_999);
    assert_eq!(site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]).status, 429);
    site.pass_ms(1);
    assert_eq!(site.with_key(FREE, &secret, &[("host", PREMIUM_HOST)]).status, 200);
    site.pass_ms(49_999);
    assert_eq!(
        (site.with_key(FREE, &secret, &[]).status, site.with_key(FREE, &secret, &[]).header("retry-after")),
        (429, "1")
    );
    site.pass_ms(1);
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);
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
        (Method::GET, format!("/{}", "x".repeat(9000)), vec![]),
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
