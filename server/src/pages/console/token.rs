//! The token of a session, which only its cookie has. Whatever only the holder may send or read is made from
//! it, so that a store of sessions gives nothing away, and any server that knows the cookie can go on.

use accounts::secret::{Digester, random_bytes, random_text};
use accounts::store::SessionId;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::{digest, hmac};
use subtle::ConstantTimeEq;

/// Letters and digits that are drawn: 256 bits.
const RANDOM_CHARS: usize = 43;
/// Bytes of the proof that a server has made the token.
const PROOF_BYTES: usize = 12;

/// The token of a session.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// Makes a token that `digester` knows again.
    pub(super) fn new(digester: &Digester) -> Self {
        let random = random_text(RANDOM_CHARS);
        let proof = proof(&random, digester);
        Self(random + &proof)
    }

    /// Reads the token of a cookie, if a server with the same accounts has made it: what somebody has thought
    /// out costs no look into the store.
    pub(super) fn read(cookie: &str, digester: &Digester) -> Option<Self> {
        let (random, given) = cookie.split_at_checked(RANDOM_CHARS)?;
        let is_ours = proof(random, digester).as_bytes().ct_eq(given.as_bytes());
        bool::from(is_ours).then(|| Self(cookie.to_owned()))
    }

    /// The value of the cookie.
    pub(super) fn cookie(&self) -> &str {
        &self.0
    }

    /// The name of the session in the store, which tells nothing of the token.
    pub(super) fn id(&self) -> SessionId {
        let hash = digest::digest(&digest::SHA256, self.0.as_bytes());
        hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
    }

    /// What stands in every form; a form without it is refused.
    pub(super) fn csrf(&self) -> String {
        hex(&self.derived("form")[..16])
    }

    /// Seals a text so that only this token opens it: AES-256-GCM, its number before it.
    pub(super) fn seal(&self, text: &[u8]) -> Vec<u8> {
        // A random nonce is safe here: one token seals a handful of messages, not billions.
        let nonce = random_bytes::<NONCE_LEN>();
        let mut sealed = text.to_vec();
        self.key()
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
            .expect("a short text can be sealed");
        [&nonce[..], &sealed].concat()
    }

    /// Opens what was sealed with this token.
    pub(super) fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = text.to_vec();
        let length = self.key().open_in_place(nonce, Aad::empty(), &mut text).ok()?.len();
        text.truncate(length);
        Some(text)
    }

    fn key(&self) -> LessSafeKey {
        LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &self.derived("notice")).expect("32 bytes"))
    }

    /// A key of its own for a purpose.
    fn derived(&self, purpose: &str) -> [u8; 32] {
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.0.as_bytes());
        let tag = hmac::sign(&key, purpose.as_bytes());
        tag.as_ref().try_into().expect("HMAC-SHA256 has 32 bytes")
    }
}

fn proof(random: &str, digester: &Digester) -> String {
    hex(&digester.digest(&format!("session of the console {random}"))[..PROOF_BYTES])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digester(byte: u8) -> Digester {
        Digester::new(&[byte; 32]).expect("32 bytes")
    }

    #[test]
    fn a_cookie_is_known_by_servers_with_the_same_accounts_alone() {
        let token = Token::new(&digester(1));
        let read = Token::read(token.cookie(), &digester(1)).expect("its own");
        assert_eq!((read.id(), read.csrf()), (token.id(), token.csrf()));
        assert!(Token::read(token.cookie(), &digester(2)).is_none());
        for wrong in ["", "nonsense", &token.cookie()[1..], &"é".repeat(40), &token.cookie()[..43]] {
            assert!(Token::read(wrong, &digester(1)).is_none(), "{wrong}");
        }
    }

    #[test]
    fn only_the_token_opens_what_was_sealed_with_it() {
        let (token, other) = (Token::new(&digester(1)), Token::new(&digester(1)));
        let sealed = token.seal(b"umbra_secret");
        assert!(!String::from_utf8_lossy(&sealed).contains("umbra"));
        assert_eq!(token.open(&sealed), Some(b"umbra_secret".to_vec()));
        assert_ne!(token.seal(b"umbra_secret"), sealed);
        let mut changed = sealed.clone();
        changed[NONCE_LEN] ^= 1;
        for (token, sealed) in [(&other, &sealed[..]), (&token, &changed), (&token, &sealed[..10])] {
            assert_eq!(token.open(sealed), None);
        }
    }
}
