//! The cookies of the console: one for the session, one for the sign-in form.

use hyper::header::{self, HeaderMap};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cookie {
    /// The token of a session.
    Session,
    /// The token of the sign-in form, which other sites cannot read.
    SignIn,
}

/// Reads and writes cookies, with attributes that suit the connection.
#[derive(Clone, Copy)]
pub(super) struct Cookies {
    /// `true` if browsers use HTTPS only. Names then begin with `__Host-`, so other hosts of the domain
    /// cannot set these cookies.
    pub(super) is_public_https: bool,
    /// `true` if this request came over TLS.
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

    /// Returns the value of a cookie in a request.
    pub(super) fn get(self, headers: &HeaderMap, cookie: Cookie) -> Option<&str> {
        let all = headers.get_all(header::COOKIE).iter();
        let pairs = all.filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
        let name = self.name(cookie);
        pairs.filter_map(|p| p.trim().split_once('=')).find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Returns the value of `Set-Cookie` that sets a cookie. Zero seconds delete it.
    pub(super) fn set(self, cookie: Cookie, value: &str, seconds: i64) -> String {
        let name = self.name(cookie);
        // Browsers require this path for names with `__Host-`.
        let path = if self.is_public_https { "/" } else { "/console" };
        let secure = if self.is_over_tls { "; Secure" } else { "" };
        format!("{name}={value}; Path={path}; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_hosts_cannot_set_cookies_of_an_https_server() {
        let public = Cookies { is_public_https: true, is_over_tls: true };
        let set = public.set(Cookie::Session, "abc", 60);
        assert_eq!(set, "__Host-umbra_session=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure");
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "umbra_session=x; a=b".parse().expect("a value"));
        assert_eq!(public.get(&headers, Cookie::Session), None, "another host may have set it");
        headers.append(header::COOKIE, "__Host-umbra_session=abc".parse().expect("a value"));
        assert_eq!(public.get(&headers, Cookie::Session), Some("abc"));
        let plain = Cookies { is_public_https: false, is_over_tls: false };
        assert_eq!(plain.get(&headers, Cookie::Session), Some("x"));
        let removed = plain.set(Cookie::SignIn, "", 0);
        assert!(removed.ends_with("Path=/console; HttpOnly; SameSite=Strict; Max-Age=0"), "{removed}");
    }
}
