//! Secrets of keys: `umbra_`, 12 characters that name the key, 32 that prove it, and 6 check characters.
//!
//! The store has only the HMAC-SHA256 of the whole under a separate secret. 32 characters of 62 are 190 bits,
//! too many to guess, so no slow hash is needed.

use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use std::fmt;

/// Prefix of every key, for people and for scanners of leaked secrets.
pub const PREFIX: &str = "umbra_";
/// Characters that name a key.
const ID_CHARS: usize = 12;
/// Characters that prove it.
const PROOF_CHARS: usize = 32;
/// Check characters, which distinguish a mistyped key from an unknown one.
const CHECK_CHARS: usize = 6;
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The public name of a key, 12 letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyId([u8; ID_CHARS]);

impl KeyId {
    /// Reads the 12 letters and digits; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; ID_CHARS] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_alphanumeric).then_some(Self(bytes))
    }

    /// The 12 letters and digits.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("letters and digits")
    }

    /// The beginning of the secret, which may be shown.
    pub fn masked(&self) -> String {
        format!("{PREFIX}{}…", self.as_str())
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// HMAC-SHA256 of a secret.
pub type Digest = [u8; 32];

/// Computes digests under the secret of a store. It holds the state of the hash after that secret, so that a
/// digest is three rounds of SHA-256.
#[derive(Clone)]
pub struct Digester(hmac::Key);

impl Digester {
    /// Takes the secret of a store if it has 32 bytes.
    pub fn new(secret: &[u8]) -> Option<Self> {
        (secret.len() == 32).then(|| Self(hmac::Key::new(hmac::HMAC_SHA256, secret)))
    }

    /// Returns the token of a link for a new password: account, end of validity and an HMAC. The HMAC covers
    /// the present email address and hash of the password, so that every change of them ends the link.
    pub fn reset_token(&self, account: &str, email: &str, hash: Option<&str>, until_ms: i64) -> String {
        let digest = self.digest(&format!("reset {account} {until_ms} {email} {}", hash.unwrap_or_default()));
        let hmac: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{account}.{until_ms}.{hmac}")
    }

    /// The digest of a key's secret.
    pub fn digest(&self, secret: &str) -> Digest {
        let tag = hmac::sign(&self.0, secret.as_bytes());
        tag.as_ref().try_into().expect("HMAC-SHA256 has 32 bytes")
    }
}

/// The secret of a key, which exists only until it is shown to the holder.
pub struct Secret {
    /// The public name of the key.
    pub id: KeyId,
    /// The whole secret, the public name included.
    pub text: String,
}

impl Secret {
    /// Makes a secret of a new key from random numbers.
    pub fn random() -> Self {
        Self::of(&random_text(ID_CHARS)).expect("as many letters and digits as name a key")
    }

    /// Makes another secret of the key with this public name, if it is one.
    pub fn of(id: &str) -> Option<Self> {
        let id = KeyId::parse(id)?;
        let body = format!("{id}{}", random_text(PROOF_CHARS));
        Some(Self { id, text: format!("{PREFIX}{body}{}", check(&body)) })
    }
}

/// The public name in a text, if it has the length and the prefix of a secret.
pub fn id_of(secret: &str) -> Option<KeyId> {
    let body = secret.strip_prefix(PREFIX)?;
    (body.len() == ID_CHARS + PROOF_CHARS + CHECK_CHARS)
        .then(|| KeyId::parse(body.get(..ID_CHARS)?))
        .flatten()
}

/// Returns whether form and check characters are right. If so, an unknown key is not a mistyped one.
pub fn is_well_formed(secret: &str) -> bool {
    let body = secret.strip_prefix(PREFIX).filter(|b| {
        b.len() == ID_CHARS + PROOF_CHARS + CHECK_CHARS && b.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    body.is_some_and(|body| check(&body[..ID_CHARS + PROOF_CHARS]) == body[ID_CHARS + PROOF_CHARS..])
}

/// Letters and digits from the system's random numbers, each equally likely.
pub fn random_text(length: usize) -> String {
    let mut text = String::with_capacity(length);
    while text.len() < length {
        // 248 is the greatest multiple of 62 in a byte: the rest would favour the first digits.
        let usable = random_bytes::<64>()
            .into_iter()
            .filter(|b| *b < 248)
            .map(|b| DIGITS[usize::from(b % 62)] as char);
        text.extend(usable.take(length - text.len()));
    }
    text
}

/// Random bytes from the system. Panics if the system has none, because no secret would be safe.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).expect("a system gives random numbers");
    bytes
}

/// CRC-32 in base 62.
fn check(body: &str) -> String {
    let mut crc = crc32fast::hash(body.as_bytes());
    let mut digits = [b'0'; CHECK_CHARS];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[(crc % 62) as usize];
        crc /= 62;
    }
    digits.iter().map(|b| *b as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_names_its_key_and_notices_a_slip() {
        let secret = Secret::random();
        assert_eq!((id_of(&secret.text), is_well_formed(&secret.text)), (Some(secret.id), true));
        assert_eq!(secret.text.len(), PREFIX.len() + ID_CHARS + PROOF_CHARS + CHECK_CHARS);
        for i in 0..secret.text.len() {
            let mut slipped = secret.text.clone().into_bytes();
            slipped[i] = if slipped[i] == b'x' { b'y' } else { b'x' };
            assert!(!is_well_formed(&String::from_utf8_lossy(&slipped)), "character {i}");
        }
        for wrong in ["", "umbra_", "umbra_é", &secret.text[1..], &format!("{}0", secret.text)] {
            assert!(id_of(wrong).is_none() && !is_well_formed(wrong), "{wrong}");
        }
        assert_ne!(Secret::random().text, Secret::random().text);
        let other = Secret::of(secret.id.as_str()).expect("a name");
        assert!(id_of(&other.text) == Some(secret.id) && is_well_formed(&other.text));
        assert_ne!(other.text, secret.text);
        assert!(Secret::of("short").is_none());
    }

    #[test]
    fn digests_depend_on_every_character_and_on_the_store() {
        let digester = |byte| Digester::new(&[byte; 32]).expect("a secret of 32 bytes");
        let (a, b) = (digester(1), digester(2));
        assert!(Digester::new(&[]).is_none() && Digester::new(&[1; 31]).is_none());
        let hex: String = a.digest("umbra_x").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "deb558eea47c7c13432c8babd50ddb479641e7aca8a92a8f56d40a29b3b2edd2", "hmac of Python");
        assert_ne!(a.digest("umbra_x"), a.digest("umbra_y"));
        assert_ne!(a.digest("umbra_x"), b.digest("umbra_x"));
    }

    #[test]
    fn random_text_uses_every_digit() {
        let text = random_text(20_000);
        let count = |digit: &u8| text.bytes().filter(|b| b == digit).count();
        assert!(DIGITS.iter().all(|digit| count(digit) > 200), "expected about 322 of each");
    }
}
