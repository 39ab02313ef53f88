//! Every row of the specification's table of errors, and their order.

use super::*;

#[test]
fn credentials_are_needed_and_must_be_right() {
    let site = Site::open();
    let refused = site.get(FREE);
    assert_eq!(refused.code(), "credentials-required");
    assert!(refused.text.contains("umbra accounts create"), "it says how: {}", refused.text);
    assert_eq!(site.get("/version").status, 200);
    let (account, _, secret) = site.account(Plan::Free);
    let (_, _, other_secret) = site.account(Plan::Free);
    assert_eq!((site.get(FREE).status, site.get(FREE).header("www-authenticate")), (401, "ServiceAuth"));
    assert_eq!(site.with_key(FREE, &secret, &[]).status, 200);

    // Wrong in every way: the last is another key's proof under this key's name.
    let mixed = format!("{}{}", &secret[..18], &other_secret[18..]);
    let (upper, long) = (secret.to_uppercase(), format!("{secret}0"));
    for wrong in ["", "x", "umbra_", &secret[..55], &upper, &long, &mixed, "%00", "%FF%FE"] {
        let answer = site.with_key(FREE, wrong, &[]);
        assert_eq!((answer.status, answer.code()), (401, "credentials-invalid"), "{wrong}");
    }
    // Two are one too many.
    for other in [secret.as_str(), "x"] {
        let twice = format!("{FREE}?apiKey={secret}&apiKey={other}");
        assert_eq!(site.get(&twice).code(), "credentials-invalid", "{other}");
    }
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    let both = site.with_key(FREE, &secret, &[("authorization", &format!("ServiceAuth {token}"))]);
    assert_eq!(both.code(), "credentials-invalid");
    let with = |header: &str| site.ask(Method::GET, FREE, &[("authorization", header)], CLIENT);
    for header in ["Bearer x", "Basic x", "ServiceAuth", "ServiceAuth ", "ServiceAuth a b", &secret] {
        assert_eq!(with(header).code(), "credentials-invalid", "{header}");
    }
    assert_eq!(with(&format!("serviceauth  {token}")).status, 200, "schemes are not case-sensitive");
}

#[test]
fn credentials_in_the_wrong_place_get_an_error_with_the_right_place() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    let refusal = |path: &str, headers: &[(&str, &str)]| {
        let answer = site.ask(Method::GET, path, headers, CLIENT);
        (answer.code().to_owned(), answer.json["detail"].as_str().unwrap_or_default().to_owned())
    };
    for scheme in ["ServiceAuth ", "Bearer ", ""] {
        let (code, detail) = refusal(FREE, &[("authorization", &format!("{scheme}{secret}"))]);
        assert_eq!(code, "credentials-invalid");
        assert!(detail.contains("this is a key") && detail.contains("apiKey=…"), "{detail}");
    }
    let (code, detail) = refusal(FREE, &[("authorization", &format!("ServiceAuth {account}:{secret}"))]);
    assert_eq!(code, "credentials-invalid");
    assert!(detail.contains("an account and its key") && detail.contains("/auth/access-token"), "{detail}");
    for name in ["apikey", "api_key", "API-KEY", "ApiKey"] {
        let (code, detail) = refusal(&format!("{FREE}?{name}={secret}"), &[]);
        assert_eq!(code, "credentials-required");
        assert!(detail.contains("write apiKey="), "{detail}");
    }
    let (code, detail) = refusal(FREE, &[("x-api-key", &secret)]);
    assert_eq!(code, "credentials-required");
    assert!(detail.contains("x-api-key") && detail.contains("write apiKey="), "{detail}");
}

#[test]
fn other_schemes_are_ignored_beside_a_key_and_only_there() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    for other in ["Basic dTpw", "Bearer x", "Digest username=u"] {
        assert_eq!(site.with_key(FREE, &secret, &[("authorization", other)]).status, 200, "{other}");
        let wrong = site.with_key(FREE, "x", &[("authorization", other)]);
        assert_eq!(wrong.code(), "credentials-invalid", "the key still has to be right");
        assert_eq!(site.ask(Method::GET, FREE, &[("authorization", other)], CLIENT).status, 401, "{other}");
        let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
        let both = [("authorization", other), ("authorization", &format!("ServiceAuth {token}"))];
        assert_eq!(site.ask(Method::GET, FREE, &both, CLIENT).status, 401, "{other}");
    }
}

/// Faults of a request, in the order in which the server reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    TooOften,
    Disabled,
    NoOrigin,
    Suspended,
    WrongOrigin,
    WrongAddress,
    LowPremium,
    LowPlan,
    BadParameter,
    NoCredits,
    NoData,
}

/// All faults with the status and the code of their refusals.
const FAULTS: [(Fault, u16, &str); 11] = [
    (Fault::TooOften, 429, "rate-limited"),
    (Fault::Disabled, 401, "credentials-invalid"),
    (Fault::NoOrigin, 401, "origin-required"),
    (Fault::Suspended, 403, "account-suspended"),
    (Fault::WrongOrigin, 403, "origin-refused"),
    (Fault::WrongAddress, 403, "address-refused"),
    (Fault::LowPremium, 403, "premium-refused"),
    (Fault::LowPlan, 403, "plan-required"),
    (Fault::BadParameter, 400, "bad-parameter"),
    (Fault::NoCredits, 402, "credits-exhausted"),
    (Fault::NoData, 404, "no-data"),
];

/// A request with these faults and no other, of a new account and a new client.
fn answer_with(site: &Site, faults: &[Fault]) -> Answered {
    let has = |f: Fault| faults.contains(&f);
    // Rules can only be set on a high plan; they stay when the plan is lowered.
    let (account, id, secret) = site.account(Plan::Pro);
    let client = format!("203.0.113.{}", site.store(|store| store.accounts()).len());
    let plan = if has(Fault::LowPlan) || has(Fault::LowPremium) { Plan::Free } else { Plan::Pro };
    let (disabled, origins, ips) =
        (has(Fault::Disabled), has(Fault::NoOrigin) || has(Fault::WrongOrigin), has(Fault::WrongAddress));
    let (exhausted, suspended) = (has(Fault::NoCredits), has(Fault::Suspended));
    site.store(move |s| {
        s.update_key(&id, &origin_rules(if origins { "app.example.org" } else { "" }), &by())?;
        s.update_key(&id, &address_rules(if ips { "198.51.100.1" } else { "" }), &by())?;
        s.set_enabled(&id, !disabled, &by())?;
        s.set_plan(&account, plan, &by())?;
        s.set_suspended(&account, suspended, &by())?;
        s.set_allowance(plan, Credits(if exhausted { 100 } else { 1_000_000 }), &by())
    });
    let path = match (has(Fault::LowPlan), has(Fault::NoData), has(Fault::BadParameter)) {
        (false, false, false) => FREE.to_owned(),
        (false, false, true) => "/julian-day/nonsense".to_owned(),
        (true, false, bad) => format!("{GATED}{}", if bad { "&deltaT=x" } else { "" }),
        (gated, true, bad) => {
            let gated_path = "local-circumstances/details/2460419.9?obs=1,2,3&";
            let what = if gated { gated_path } else { "elements/2460419.9?" };
            format!("/solar-eclipse/{what}{}", if bad { "deltaT=x" } else { "" })
        }
    };
    let mut headers = Vec::new();
    let origin = if has(Fault::WrongOrigin) { "https://evil.net" } else { "https://app.example.org" };
    if !has(Fault::NoOrigin) {
        headers.push(("origin", origin));
    }
    if has(Fault::LowPremium) {
        headers.push(("host", PREMIUM_HOST));
    }
    if has(Fault::TooOften) {
        // Refused requests count too. On the premium host, requests without access to it count towards the
        // standard limit.
        for _ in 0..2 {
            site.ask(Method::GET, "/version", &[], &client);
        }
    }
    let path = path.trim_end_matches(['&', '?']);
    let separator = if path.contains('?') { '&' } else { '?' };
    let path = format!("{path}{separator}apiKey={secret}");
    let answer = site.ask(Method::GET, &path, &headers, &client);
    // A page that the rules allow reads every refusal, and no other page reads any.
    let allowed = if has(Fault::WrongOrigin) || has(Fault::NoOrigin) { "" } else { origin };
    assert_eq!(answer.header("access-control-allow-origin"), allowed, "{faults:?}");
    answer
}

#[test]
fn of_two_faults_the_first_is_reported() {
    let site = Site::with(|rules| rules.standard = Policy { quota: 1, window_s: 10, back_off_s: 60 });
    assert_eq!(answer_with(&site, &[]).status, 200);
    let mut pairs = 0;
    for (i, (a, status, code)) in FAULTS.into_iter().enumerate() {
        let alone = answer_with(&site, &[a]);
        assert_eq!((alone.status, alone.code()), (status, code), "{a:?}: {}", alone.json);
        for (b, ..) in FAULTS.into_iter().skip(i + 1) {
            // A request cannot have no origin and a wrong one.
            if (a, b) == (Fault::NoOrigin, Fault::WrongOrigin) {
                continue;
            }
            let both = answer_with(&site, &[a, b]);
            assert_eq!((both.status, both.code()), (status, code), "{a:?} and {b:?}: {}", both.json);
            pairs += 1;
        }
    }
    println!("{pairs} pairs");
    // Without any key, whatever else is wrong.
    for status in [401, 429, 429] {
        let answer = site.ask(Method::GET, "/julian-day/nonsense", &[("host", PREMIUM_HOST)], CLIENT);
        assert_eq!(answer.status, status, "what was refused has been counted");
    }
}
