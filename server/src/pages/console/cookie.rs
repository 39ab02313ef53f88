//! The cookies of the console: that of a session, and that of the form for signing in.

use hyper::header::{self, HeaderMap};

/// A cookie of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cookie {
    /// Names the session of somebody who is signed in.
    Session,
    /// Stands in the form for signing in as well: a form that another site sends cannot have both.
    SignIn,
}

/// Reads and makes cookies as they fit the connection of a browser.
#[derive(Clone, Copy)]
pub(super) struct Cookies {
    /// Whether browsers reach the server over HTTPS only: names then begin with `__Host-`, which no
    /// other host of the domain can set.
    pub(super) is_public_https: bool,
    /// Whether this request has come over TLS.
    pub(super) is_over_tls: bool,
}

impl Cookies {
    fn name(self, cookie: Cookie) -> &'static str {
        match (cookie, self.is_public_https) {
            (Cookie::Session, false) => "umbra_session",
            (Cookie::Session, true) => "__Host-umbra_session",
            (Cookie::SignIn, false) => "umbra_sign_in",
            (Cookie::SignIn, true) => "__Host-umbra_sign_in",
        }
    }

    /// The value of a cookie in a request.
    pub(super) fn get(self, headers: &HeaderMap, cookie: Cookie) -> Option<&str> {
        let all = headers.get_all(header::COOKIE).iter();
        let pairs = all.filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
        let name = self.name(cookie);
        pairs.filter_map(|p| p.trim().split_once('=')).find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// The value of `Set-Cookie` that sets a cookie for some time; an empty value and no time end it.
    pub(super) fn set(self, cookie: Cookie, value: &str, seconds: i64) -> String {
        let name = self.name(cookie);
        // A name with `__Host-` is taken for the whole host only.
        let path = if self.is_public_https { "/" } else { "/console" };
        let secure = if self.is_over_tls { "; Secure" } else { "" };
        format!("{name}={value}; Path={path}; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_of_a_host_behind_https_are_its_own() {
        let public = Cookies { is_public_https: true, is_over_tls: true };
        let set = public.set(Cookie::Session, "abc", 60);
        assert_eq!(set, "__Host-umbra_session=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure");
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "umbra_session=x; a=b".parse().expect("a value"));
        assert_eq!(public.get(&headers, Cookie::Session), None, "one that another host may have set");
        headers.append(header::COOKIE, "__Host-umbra_session=abc".parse().expect("a value"));
        assert_eq!(public.get(&headers, Cookie::Session), Some("abc"));
        let plain = Cookies { is_public_https: false, is_over_tls: false };
        assert_eq!(plain.get(&headers, Cookie::Session), Some("x"));
        assert!(
            plain.set(Cookie::SignIn, "", 0).ends_with("Path=/console; HttpOnly; SameSite=Strict; Max-Age=0")
        );
    }
}
