//! Sign-in under attack: guessed passwords, forged forms and eavesdropping.

use super::console::{EMAIL, PASSWORD, form_of_sign_in, post, signed_in, start};

#[test]
fn blanks_and_capitals_do_not_pass_the_brake() {
    let server = start("free", &["--trusted-proxies", "127.0.0.1"]);
    let (cookie, csrf) = form_of_sign_in(&server);
    let attempt = |client: &str, email: &str, password: &str| {
        let form = format!("csrf={csrf}&email={email}&password={password}");
        let headers = [("X-Forwarded-For", client), ("Cookie", cookie.as_str())];
        post(&server, "/console/sign-in", &form, &headers).status
    };
    // One address: ten attempts on one account, however it is written.
    let tried =
        (0..15).filter(|i| attempt("192.0.2.1", &format!("{}ada%40example.org", "+".repeat(*i)), "x") == 401);
    assert_eq!(tried.count(), 10);
    // Many addresses: a hundred in all.
    let refused = (0..120).filter(|i| {
        let client = format!("203.0.113.{i}");
        let name = if i % 2 == 0 { "Ada%40Example.ORG" } else { "%09ada%40example.org+" };
        attempt(&client, name, "x") == 429
    });
    assert_eq!(refused.count(), 35, "fifteen were tried before");
    assert_eq!(attempt("198.51.100.9", "+ada%40example.org", "correct+horse+battery"), 429);
}

#[test]
fn a_form_for_signing_in_from_another_site_is_refused() {
    let server = start("free", &[]);
    let (cookie, csrf) = form_of_sign_in(&server);
    let (_, other) = form_of_sign_in(&server);
    let attempt = |csrf: &str, cookie: &str| {
        let form = format!(
            "csrf={csrf}&email={}&password={}",
            EMAIL.replace('@', "%40"),
            PASSWORD.replace(' ', "+")
        );
        post(&server, "/console/sign-in", &form, &[("Cookie", cookie)])
    };
    for (csrf, cookie) in
        [("", ""), (csrf.as_str(), ""), ("", cookie.as_str()), (&other, &cookie), ("x", "umbra_sign_in=x")]
    {
        let answer = attempt(csrf, cookie);
        assert_eq!(answer.status, 403, "{csrf} {cookie}");
        assert!(!answer.headers.iter().any(|(_, v)| v.contains("umbra_session")));
        assert!(answer.text().contains("Please try again") && answer.text().contains(EMAIL));
    }
    assert_eq!(attempt(&csrf, &cookie).status, 303);
}

#[test]
fn behind_https_cookies_belong_to_this_host_and_browsers_stay_with_https() {
    let server = start("free", &["--public-https"]);
    for path in ["/version", "/nowhere", "/console", "/livez"] {
        assert_eq!(server.get(path).header("strict-transport-security"), Some("max-age=31536000"), "{path}");
    }
    let (cookie, csrf) = form_of_sign_in(&server);
    assert!(cookie.starts_with("__Host-umbra_sign_in="), "{cookie}");
    let form = format!("csrf={csrf}&email=ada%40example.org&password=correct+horse+battery");
    let answer = post(&server, "/console/sign-in", &form, &[("Cookie", &cookie)]);
    let session = answer.header("set-cookie").expect("a cookie");
    assert!(session.starts_with("__Host-umbra_session=") && session.ends_with("; Secure"), "{session}");
    assert!(session.contains("; Path=/;"), "{session}");
    let session = session.split(';').next().expect("a name and a value");
    assert!(server.get_with("/console", &[("Cookie", session)]).text().contains("Sign out"));
    // Without the option nothing of it is said.
    let plain = start("free", &[]);
    assert_eq!(plain.get("/version").header("strict-transport-security"), None);
    assert!(signed_in(&plain).0.starts_with("umbra_session="));
}
