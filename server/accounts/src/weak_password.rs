//! Detects passwords that an attacker guesses early.

use zxcvbn::{Score, zxcvbn};

/// The reason why a password is easy to guess; `None` if an attacker who has the email address of its holder
/// needs more than 10⁸ guesses.
pub(super) fn weakness(password: &str, email: &str) -> Option<String> {
    let local = email.split('@').next().unwrap_or_default();
    // ada.lovelace@… is also guessed as adalovelace1.
    let letters: String = local.chars().filter(|c| c.is_alphanumeric()).collect();
    // Spaces at the ends add no strength.
    let estimate = zxcvbn(password.trim(), &[email, local, &letters, "umbra"]);
    if estimate.score() >= Score::Three {
        return None;
    }
    let Some(warning) = estimate.feedback().and_then(|feedback| feedback.warning()) else {
        return Some("this one is easy to guess".into());
    };
    // A sentence of the library, such as "Recent years are easy to guess."
    let mut reason = warning.to_string().trim_end_matches('.').to_owned();
    reason[..1].make_ascii_lowercase();
    Some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_and_patterns_are_weak_and_phrases_are_not() {
        const EMAIL: &str = "ada.lovelace@example.org";
        for weak in [
            "          ",
            "1q2w3e4r5t",
            "passwordpassword",
            "P@ssw0rd2026",
            "Ada.Lovelace@example.org",
            "adalovelace1",
        ] {
            assert!(weakness(weak, EMAIL).is_some(), "{weak}");
        }
        for good in ["kr4ftwerk-und-regen", "Ada likes engines", "x7Kq2mPz9w", "sonnenfinsternis"] {
            assert_eq!((weakness(good, EMAIL), weakness(good, "")), (None, None), "{good}");
        }
        assert_eq!(weakness("password12", "").as_deref(), Some("this is a very common password"));
        assert_eq!(weakness("ada.lovelace", EMAIL).as_deref(), Some("this one is easy to guess"));
    }
}
