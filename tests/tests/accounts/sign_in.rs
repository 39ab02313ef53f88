//! Sign-in under attack: guessed passwords, forged forms and eavesdropping.

use super::console::{
    EMAIL, PASSWORD, cookie_in, credentials, form_of_sign_in, post, signed_in, start, start_with,
};
use super::*;

#[test]
fn a_form_for_signing_in_from_another_site_is_refused() {
    let server = start(Plan::Free);
    let (cookie, csrf) = form_of_sign_in(&server);
    let (_, other) = form_of_sign_in(&server);
    let attempt = |csrf: &str, cookie: &str| {
        post(&server, "/console/sign-in", &credentials(csrf, EMAIL, PASSWORD), &[("Cookie", cookie)])
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
    let server = start_with(Plan::Free, |rules| rules.is_public_https = true);
    for path in ["/version", "/nowhere", "/console", "/livez"] {
        assert_eq!(server.get(path).header("strict-transport-security"), Some("max-age=31536000"), "{path}");
    }
    let (cookie, csrf) = form_of_sign_in(&server);
    assert!(cookie.starts_with("__Host-umbra_sign_in="), "{cookie}");
    let form = credentials(&csrf, EMAIL, PASSWORD);
    let answer = post(&server, "/console/sign-in", &form, &[("Cookie", &cookie)]);
    let session = answer.header("set-cookie").expect("a cookie");
    assert!(session.starts_with("__Host-umbra_session=") && session.ends_with("; Secure"), "{session}");
    assert!(session.contains("; Path=/;"), "{session}");
    assert!(server.page(&(cookie_in(&answer), csrf), "/console").contains("Sign out"));
    // Without the option nothing of it is said.
    let plain = start(Plan::Free);
    assert_eq!(plain.get("/version").header("strict-transport-security"), None);
    assert!(signed_in(&plain).0.starts_with("umbra_session="));
}
