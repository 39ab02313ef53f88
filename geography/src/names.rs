//! Names of places in the form in which they are compared.

use deunicode::deunicode;

/// Length of a folded name, bytes: longer names are cut.
pub const MAX_LENGTH: usize = 60;

/// Returns a name in ASCII letters, other scripts transliterated.
///
/// ```
/// assert_eq!(geography::names::ascii("Reykjavík"), "Reykjavik");
/// ```
pub fn ascii(name: &str) -> String {
    deunicode(name).trim().to_owned()
}

/// Returns a name as lower-case ASCII letters and digits with single spaces: accents and apostrophes are
/// dropped, other scripts are transliterated, other signs separate words.
///
/// ```
/// use geography::names::fold;
///
/// assert_eq!(fold("  São José-dos Campos "), "sao jose dos campos");
/// assert_eq!(fold("St. John’s"), "st johns");
/// assert_eq!(fold("Łódź"), "lodz");
/// assert_eq!(fold("Москва"), "moskva");
/// assert_eq!(fold("…"), "");
/// ```
pub fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in deunicode(&name.replace(['’', '‘', 'ʻ', 'ʼ', '\'', '`'], "")).chars() {
        if letter.is_ascii_alphanumeric() {
            folded.push(letter.to_ascii_lowercase());
        } else if !folded.is_empty() && !folded.ends_with(' ') && letter != '\'' && letter != '`' {
            folded.push(' ');
        }
        if folded.len() == MAX_LENGTH {
            break;
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}
