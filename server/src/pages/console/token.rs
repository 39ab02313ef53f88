//! The token of a session, stored only in its cookie. The session id, the form field and the encryption key
//! are derived from it. A copy of the session store is therefore useless, and any server can continue a
//! session.

use accounts::secret::{Digester, random_bytes, random_text};
use accounts::store::SessionId;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::{digest, hmac};
use subtle::ConstantTimeEq;

/// Number of random letters and digits: 256 bits.
const RANDOM_CHARS: usize = 43;
/// Length of the proof that a server created the token.
const PROOF_BYTES: usize = 12;

#[derive(Clone)]
pub(super) struct SessionToken(String);

impl SessionToken {
    /// Creates a token that `digester` can verify.
    pub(super) fn new(digester: &Digester) -> Self {
        let random = random_text(RANDOM_CHARS);
        let proof = proof(&random, digester);
        Self(random + &proof)
    }

    /// Parses the token of a cookie. Returns `None` unless a server with the same accounts created it, so
    /// that invented tokens cost no query.
    pub(super) fn read(cookie: &str, digester: &Digester) -> Option<Self> {
        let (random, given) = cookie.split_at_checked(RANDOM_CHARS)?;
        let is_ours = proof(random, digester).as_bytes().ct_eq(given.as_bytes());
        bool::from(is_ours).then(|| Self(cookie.to_owned()))
    }

    pub(super) fn cookie(&self) -> &str {
        &self.0
    }

    /// The id of the session in the store, which does not reveal the token.
    pub(super) fn id(&self) -> SessionId {
        let hash = digest::digest(&digest::SHA256, self.0.as_bytes());
        hash.as_ref().try_into().expect("SHA-256 has 32 bytes")
    }

    /// The hidden value of every form; forms without it are rejected.
    pub(super) fn csrf(&self) -> String {
        hex(&self.derived("form")[..16])
    }

    /// Encrypts a text with a key derived from this token: AES-256-GCM, preceded by its nonce.
    pub(super) fn seal(&self, text: &[u8]) -> Vec<u8> {
        // A random nonce is safe here: one token seals a handful of messages, not billions.
        let nonce = random_bytes::<NONCE_LEN>();
        let mut sealed = text.to_vec();
        self.key()
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
            .expect("a short text can be sealed");
        [&nonce[..], &sealed].concat()
    }

    /// Decrypts a text from [`Self::seal`].
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

    /// A key for a purpose.
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
    fn only_servers_with_the_same_accounts_accept_a_cookie() {
        let token = SessionToken::new(&digester(1));
        let read = SessionToken::read(token.cookie(), &digester(1)).expect("its own");
        assert_eq!((read.id(), read.csrf()), (token.id(), token.csrf()));
        assert!(SessionToken::read(token.cookie(), &digester(2)).is_none());
        for wrong in ["", "nonsense", &token.cookie()[1..], &"é".repeat(40), &token.cookie()[..43]] {
            assert!(SessionToken::read(wrong, &digester(1)).is_none(), "{wrong}");
        }
    }

    #[test]
    fn only_the_same_token_decrypts_a_text() {
        let (token, other) = (SessionToken::new(&digester(1)), SessionToken::new(&digester(1)));
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
