//! Secrets of keys: `umbra_`, 12 characters that name the key, 32 that prove it, 6 that tell a mistyped key
//! from a wrong one.
//!
//! The store has only HMAC-SHA256 of the whole under a secret of its own. 32 characters of 62 are 190 bits:
//! nothing slower is needed against guessing.

use aws_lc_rs::rand;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

/// How every key begins, for people and for scanners of leaked secrets.
pub const PREFIX: &str = "umbra_";
const ID: usize = 12;
const PROOF: usize = 32;
const CHECK: usize = 6;
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The public name of a key, 12 letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyId([u8; ID]);

impl KeyId {
    /// From text, if it is one.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; ID] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_alphanumeric).then_some(Self(bytes))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// What may be shown of a key.
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

/// Computes digests; one for the whole store. It keeps the state after its own secret, so that a digest is
/// three rounds of SHA-256.
pub struct Digester(Hmac<Sha256>);

impl Digester {
    /// Under a secret of 32 bytes.
    pub fn new(secret: &[u8]) -> Option<Self> {
        (secret.len() == 32)
            .then(|| <Hmac<Sha256> as KeyInit>::new_from_slice(secret).ok())
            .flatten()
            .map(Self)
    }

    /// Of a key's secret.
    pub fn digest(&self, secret: &str) -> Digest {
        let mut state = self.0.clone();
        state.update(secret.as_bytes());
        state.finalize().into_bytes().into()
    }
}

/// A key's secret, for the one moment at which it is known.
pub struct Secret {
    /// The name in it.
    pub id: KeyId,
    /// All of it.
    pub text: String,
}

impl Secret {
    /// A new one.
    pub fn new() -> Self {
        let body = random_text(ID + PROOF);
        let text = format!("{PREFIX}{body}{}", check(&body));
        let mut id = [0; ID];
        id.copy_from_slice(&body.as_bytes()[..ID]);
        Self { id: KeyId(id), text }
    }
}

impl Default for Secret {
    fn default() -> Self {
        Self::new()
    }
}

/// The name in what may be a secret.
pub fn id_of(secret: &str) -> Option<KeyId> {
    let body = secret.strip_prefix(PREFIX)?;
    (body.len() == ID + PROOF + CHECK).then(|| KeyId::parse(body.get(..ID)?)).flatten()
}

/// Whether form and check characters are right: what is wrong then is a wrong key, not a mistyped one.
pub fn is_well_formed(secret: &str) -> bool {
    let body = secret
        .strip_prefix(PREFIX)
        .filter(|b| b.len() == ID + PROOF + CHECK && b.bytes().all(|b| b.is_ascii_alphanumeric()));
    body.is_some_and(|body| check(&body[..ID + PROOF]) == body[ID + PROOF..])
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

/// Bytes from the system's random numbers. A system without any cannot keep secrets, and the program ends.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    match rand::fill(&mut bytes) {
        Ok(()) => bytes,
        Err(_) => panic!("the system gives no random numbers"),
    }
}

/// CRC-32 in base 62.
fn check(body: &str) -> String {
    let mut crc = crc32fast::hash(body.as_bytes());
    let mut digits = [b'0'; CHECK];
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
        let secret = Secret::new();
        assert_eq!((id_of(&secret.text), is_well_formed(&secret.text)), (Some(secret.id), true));
        assert_eq!(secret.text.len(), PREFIX.len() + ID + PROOF + CHECK);
        for i in 0..secret.text.len() {
            let mut slipped = secret.text.clone().into_bytes();
            slipped[i] = if slipped[i] == b'x' { b'y' } else { b'x' };
            assert!(!is_well_formed(&String::from_utf8_lossy(&slipped)), "character {i}");
        }
        for wrong in ["", "umbra_", "umbra_é", &secret.text[1..], &format!("{}0", secret.text)] {
            assert!(id_of(wrong).is_none() && !is_well_formed(wrong), "{wrong}");
        }
        assert_ne!(Secret::new().text, Secret::new().text);
    }

    #[test]
    fn digests_depend_on_every_character_and_on_the_store() {
        let digester = |byte| Digester::new(&[byte; 32]).expect("a secret of 32 bytes");
        let (a, b) = (digester(1), digester(2));
        assert!(Digester::new(&[]).is_none() && Digester::new(&[1; 31]).is_none());
        assert_eq!(a.digest("umbra_x"), a.digest("umbra_x"));
        assert_ne!(a.digest("umbra_x"), a.digest("umbra_y"));
        assert_ne!(a.digest("umbra_x"), b.digest("umbra_x"));
    }

    #[test]
    fn random_text_uses_every_digit() {
        let text = random_text(20_000);
        assert!(
            DIGITS.iter().all(|d| text.bytes().filter(|b| b == d).count() > 200),
            "expected about 322 of each"
        );
    }
}
