//! Names and values of a query.

use std::borrow::Cow;

/// Splits a query into its decoded names and values. A query without escapes, the usual case, is not copied.
pub fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    // `+` is a space in a query, so it needs decoding too.
    let is_plain = !query.bytes().any(|b| b == b'%' || b == b'+');
    let (plain, escaped) = if is_plain { (Some(query), None) } else { (None, Some(query)) };
    let plain = plain.into_iter().flat_map(|q| q.split('&')).filter_map(move |part| {
        let (name, value) =
            if part.is_empty() { return None } else { part.split_once('=').unwrap_or((part, "")) };
        Some((Cow::Borrowed(name), Cow::Borrowed(value)))
    });
    plain.chain(escaped.into_iter().flat_map(|q| form_urlencoded::parse(q.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_query_is_split_as_the_standard_has_it(query in "[a-c=&%+2é;]{0,20}") {
            let standard: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
            prop_assert_eq!(pairs(&query).collect::<Vec<_>>(), standard);
        }
    }
}
