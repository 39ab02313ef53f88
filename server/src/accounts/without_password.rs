//! Addresses as log and messages show them.

/// An address without the password in it.
pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let path = path.split_once("password=").map_or_else(
        || path.to_owned(),
        |(before, after)| match after.split_once('&') {
            Some((_, after)) => format!("{before}password=…&{after}"),
            None => format!("{before}password=…"),
        },
    );
    match authority.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}{path}")
        }
        None => format!("{scheme}://{authority}{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for (text, shown) in [
            ("postgres://u:secret@h:1/d", "postgres://u@h:1/d"),
            ("postgres://u:sec@ret@h/d?a=b", "postgres://u@h/d?a=b"),
            ("postgres://h/d?password=secret&a=b", "postgres://h/d?password=…&a=b"),
            ("redis://:secret@h", "redis://@h"),
            ("postgres:///d", "postgres:///d"),
        ] {
            assert_eq!(without_password(text), shown);
        }
    }
}
