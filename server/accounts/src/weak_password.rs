//! Passwords that are guessed first: one character over and over, rows of the keyboard, the holder's own
//! email address, and the commonest words with digits behind them.

/// The commonest beginnings of passwords, in small letters.
const COMMON: &str = "password passwort passwd passw motdepasse contrasena senha parola wachtwoord lozinka \
    letmein welcome willkommen bienvenue bienvenido admin administrator root user guest test tester testing \
    login signin access secret geheim master changeme change default temp temporary demo example sample \
    qwerty qwertz azerty asdf asdfgh zxcvbn yxcvbn qazwsx qweasd iloveyou ilove loveyou lovely love baby \
    angel princess prinzessin sunshine monkey dragon tiger lion eagle shadow superman batman spiderman \
    pokemon starwars trustno football fussball soccer baseball basketball hockey liverpool chelsea arsenal \
    barcelona juventus ferrari mercedes porsche michael michelle daniel jessica jordan thomas andrew charlie \
    robert matthew jennifer nicole ashley summer winter spring autumn sommer january monday freedom whatever \
    hello hallo computer internet google facebook samsung iphone abc abcd abcdef abcabc flower cookie cheese \
    chocolate pepper ginger killer hunter ranger buster hannah maggie mustang corvette harley yankees \
    cowboys steelers eclipse umbra moon sun astronomy sonne mond solar lunar";

/// Rows in which fingers and minds go on by themselves.
const ROWS: [&str; 8] = [
    "0123456789012345678901234567890",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklm",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
];

/// What makes a password one of those that are guessed first; none if it is not.
pub(super) fn weakness(password: &str, email: &str) -> Option<&'static str> {
    let small = password.trim().to_lowercase();
    let local = email.split('@').next().unwrap_or_default();
    let core = core(&small);
    if repeats(&small) {
        Some("is something short over and over")
    } else if is_row(&small) {
        Some("is a row of letters or digits")
    } else if !email.is_empty()
        && [email, local].iter().any(|e| small == e.to_lowercase() || core == plain(e))
    {
        Some("is the email address")
    } else if core.is_empty() {
        Some("has no letters")
    } else if COMMON.split_whitespace().any(|w| core == w) {
        Some("is one of the commonest, with digits or signs at most")
    } else {
        None
    }
}

/// Whether a text is one to four characters over and over; a text without any is.
fn repeats(text: &str) -> bool {
    let all: Vec<char> = text.chars().collect();
    (1..=4).any(|n| all.len() < n || all.iter().zip(all.iter().skip(n)).all(|(a, b)| a == b))
}

/// Whether a text goes along one of the rows, forwards or backwards.
fn is_row(text: &str) -> bool {
    let back: String = text.chars().rev().collect();
    ROWS.iter().any(|row| row.contains(text) || row.contains(&back))
}

/// The letters of a text without the digits and signs around them, digits for letters read as letters, and a
/// word that stands twice read once.
fn core(small: &str) -> String {
    let inner = small.trim_matches(|c: char| !c.is_alphabetic() && !matches!(c, '@' | '$'));
    let word = plain(inner);
    let half = word.len() / 2;
    match word.split_at_checked(half) {
        Some((first, second)) if first == second => first.to_owned(),
        _ => word,
    }
}

/// Small letters alone, with the usual digits and signs for letters read as these.
fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        '0' => Some('o'),
        '1' | '!' => Some('i'),
        '3' => Some('e'),
        '4' | '@' => Some('a'),
        '5' | '$' => Some('s'),
        '7' => Some('t'),
        c => Some(c).filter(|c| c.is_alphabetic()),
    };
    text.to_lowercase().chars().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_weak_and_what_is_thought_up_is_not() {
        const EMAIL: &str = "ada.lovelace@example.org";
        for weak in [
            "aaaaaaaaaa",
            "          ",
            "0123456789",
            "9876543210",
            "1234567890",
            "abcdefghij",
            "qwertyuiop",
            "poiuytrewq",
            "1q2w3e4r5t",
            "abcabcabcabc",
            "password12",
            "Password123!",
            "P@ssw0rd2026",
            "passwordpassword",
            "letmein1234",
            "!!sunshine!!",
            "Ada.Lovelace@example.org",
            "adalovelace1",
            "ada.lovelace",
            "1-2-3-4-5-6",
        ] {
            assert!(weakness(weak, EMAIL).is_some(), "{weak}");
        }
        for good in [
            "correct horse battery",
            "another good password",
            "kr4ftwerk-und-regen",
            "Ada likes engines",
            "x7Kq2mPz9w",
            "a password of mine",
            "sonnenfinsternis",
        ] {
            assert_eq!(weakness(good, EMAIL), None, "{good}");
        }
        assert_eq!(weakness("x7Kq2mPz9w", ""), None);
    }
}
