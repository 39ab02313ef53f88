//! Checks of texts by account holders, which operators read on a terminal.

/// Returns whether a character is invisible but has an effect: it moves the cursor, changes colours or
/// reverses the order of letters.
pub fn acts_unseen(c: char) -> bool {
    let is_invisible = matches!(
        c,
        '\u{ad}'
            | '\u{115f}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{2060}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    );
    let turns_the_order =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    // XML forbids the last two characters of a plane, which mean nothing.
    let is_no_character = u32::from(c) & 0xFFFE == 0xFFFE;
    c.is_control() || is_invisible || turns_the_order || is_no_character
}

/// Rejects a text with characters that [`acts_unseen`]; `what` names the text in the error.
pub fn check_seen(what: &str, text: &str) -> Result<(), String> {
    match text.chars().find(|c| acts_unseen(*c)) {
        None => Ok(()),
        Some(c) => Err(format!("{what} must have no control characters; U+{:04X} is one", u32::from(c))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_languages_pass_and_escapes_do_not() {
        for good in ["Ada", "Ångström", "山田 太郎", "عبد الله", "👩‍🚀", ""] {
            assert_eq!(check_seen("the name", good), Ok(()), "{good}");
        }
        for bad in "\u{1b}\n\u{7f}\u{9b}\u{202e}\u{2066}\u{200f}\u{180e}\u{e0041}".chars() {
            let refused = check_seen("the name", &format!("a{bad}[2J"));
            assert!(refused.is_err_and(|e| e.contains("the name")), "{bad:?}");
        }
    }
}
