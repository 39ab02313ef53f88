//! Passwords: Argon2id with the parameters that RFC 9106 and OWASP recommend for little memory.

use crate::secret::random_bytes;
use crate::store::{StoreError, Stored};
use crate::weak_password::weakness;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};

/// Characters of a password, at least.
const MIN_CHARS: usize = 10;
/// Characters of a password, at most.
const MAX_CHARS: usize = 200;

fn argon2() -> Argon2<'static> {
    // 19 MiB, two passes, one lane: the defaults of the crate, explicit so that an update cannot change them.
    let params = Params::new(19 * 1024, 2, 1, None).expect("parameters within the limits of Argon2");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Hashes a new password of the holder of an email address and returns the PHC form. Rejects weak passwords.
pub fn hash(password: &str, email: &str) -> Stored<String> {
    if !(MIN_CHARS..=MAX_CHARS).contains(&password.chars().count()) {
        return Err(StoreError::Invalid(format!(
            "a password must have {MIN_CHARS} to {MAX_CHARS} characters"
        )));
    }
    if let Some(weakness) = weakness(password, email) {
        return Err(StoreError::Invalid(format!("choose another password: {weakness}")));
    }
    hash_unchecked(password)
}

/// Hashes a random password, which needs no check. The check would load a dictionary of 5 MB.
pub(crate) fn hash_unchecked(password: &str) -> Stored<String> {
    let failed = |e: argon2::password_hash::Error| {
        StoreError::Invalid(format!("the password could not be hashed: {e}"))
    };
    let salt = SaltString::encode_b64(&random_bytes::<16>()).map_err(failed)?;
    argon2().hash_password(password.as_bytes(), &salt).map(|h| h.to_string()).map_err(failed)
}

/// Returns whether a password belongs to a hash. Without a hash it does the same work, so that the response
/// time does not reveal which accounts exist.
pub fn matches(password: &str, hash: Option<&str>) -> bool {
    const NO_ACCOUNT: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let Ok(parsed) = PasswordHash::new(hash.unwrap_or(NO_ACCOUNT)) else { return false };
    // A character has at most 4 bytes. A longer text is no password, and hashing it would cost time.
    password.len() <= 4 * MAX_CHARS
        && argon2().verify_password(password.as_bytes(), &parsed).is_ok()
        && hash.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_opens_its_own_hash_only() {
        let stored = hash("correct horse battery", "ada@example.org").expect("a good password");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(matches("correct horse battery", Some(&stored)));
        for (password, hash) in
            [("correct horse", Some(&*stored)), ("", Some(&stored)), ("x", Some("nonsense"))]
        {
            assert!(!matches(password, hash));
        }
        assert!(!matches("correct horse battery", None));
        let again = hash("correct horse battery", "ada@example.org").expect("again");
        assert_ne!(again, stored, "every hash has its own salt");
        assert!(hash("short", "ada@example.org").is_err() && hash("password12", "ada@example.org").is_err());
    }
}
