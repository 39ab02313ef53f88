//! HMAC for `jsonwebtoken`, computed by `ring`.
//!
//! The providers that `jsonwebtoken` offers compile a second cryptographic library (40 s of the first build),
//! or RSA and four elliptic curves. Tokens need neither.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::signature::{Error as SignatureError, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use ring::hmac;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key: &EncodingKey| {
        Ok(Box::new(Hmac::new(*algorithm, key.as_bytes())?) as Box<dyn JwtSigner>)
    },
    verifier_factory: |algorithm, key: &DecodingKey| {
        Ok(Box::new(Hmac::new(*algorithm, key.try_get_as_bytes()?)?) as Box<dyn JwtVerifier>)
    },
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes `jsonwebtoken` use this module. Further calls have no effect.
pub(super) fn install() {
    let _ = PROVIDER.install_default();
}

struct Hmac {
    algorithm: Algorithm,
    key: hmac::Key,
}

impl Hmac {
    fn new(algorithm: Algorithm, secret: &[u8]) -> Result<Self, Error> {
        let hash = match algorithm {
            Algorithm::HS256 => hmac::HMAC_SHA256,
            Algorithm::HS384 => hmac::HMAC_SHA384,
            Algorithm::HS512 => hmac::HMAC_SHA512,
            _ => return Err(ErrorKind::InvalidAlgorithm.into()),
        };
        Ok(Self { algorithm, key: hmac::Key::new(hash, secret) })
    }
}

impl Signer<Vec<u8>> for Hmac {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        Ok(hmac::sign(&self.key, message).as_ref().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hmac {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        // Compares in constant time.
        hmac::verify(&self.key, message, signature).map_err(|_| SignatureError::new())
    }
}

impl JwtSigner for Hmac {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl JwtVerifier for Hmac {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
