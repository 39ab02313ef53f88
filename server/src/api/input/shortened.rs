//! What a refusal repeats of a request.

/// Wrong items of a list that an error repeats.
const MOST_REPEATED: usize = 3;

/// The first items of a list, quoted, and how many more there are.
pub(super) fn quoted(items: &[&str]) -> String {
    let first = items.iter().take(MOST_REPEATED).map(|item| format!("\"{}\"", shortened(item)));
    let first = first.collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(MOST_REPEATED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// The beginning of a value that a client sent, for an error text.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let mut cut: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().count() > MOST {
        cut.push('…');
    }
    cut
}
