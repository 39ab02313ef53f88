//! Addresses as log and messages show them.

/// An address without the password in it. The text before the last @ is hidden but for the user's name:
/// a password may have any character in it.
pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (user, rest) = match rest.rsplit_once('@') {
        Some((user, rest)) => (format!("{}@", user.split([':', '/', '?']).next().unwrap_or_default()), rest),
        None => (String::new(), rest),
    };
    match rest.split_once("password=") {
        Some((before, after)) => {
            let after = after.find('&').map_or("", |end| &after[end..]);
            format!("{scheme}://{user}{before}password=…{after}")
        }
        None => format!("{scheme}://{user}{rest}"),
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
            ("postgres://u:sec/ret?@h/d", "postgres://u@h/d"),
            ("postgres://h/d?password=sec@ret", "postgres://h@ret"),
            ("postgres:///d", "postgres:///d"),
        ] {
            assert_eq!(without_password(text), shown);
        }
    }
}
