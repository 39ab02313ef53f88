//! Access tokens: JWT with HS256, fifteen minutes.

mod hmac_provider;

use super::refusal::Refusal;
use super::secret::KeyId;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Lifetime of a token, s.
pub const VALID_S: i64 = 15 * 60;
/// Maximum lead of the clock of the issuing server, s.
const CLOCKS_APART_S: i64 = 30;
/// The issuer of tokens and their audience.
const ISSUER: &str = "umbra";
/// Maximum size of a token. The rules of a key are bounded, so a longer token is not from this service.
const MAX_BYTES: usize = 8192;

/// The claims of a token. Rules and entitlements are information for the client; the server uses the current
/// state of the key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    /// Issuer of the token.
    pub(crate) iss: String,
    /// Audience of the token.
    pub(crate) aud: String,
    /// The account of the key.
    pub sub: String,
    /// The key that the token represents.
    pub key: String,
    /// The time of the key's newest secret, milliseconds since 1970: a token ends with its secret.
    pub secret: i64,
    /// Entitlements of the key.
    pub entitlements: Vec<String>,
    /// Origin rules of the key.
    pub origins: String,
    /// Address rules of the key.
    pub ips: String,
    /// Issued at, s since 1970.
    pub(crate) iat: i64,
    /// Expires at, s since 1970.
    pub(crate) exp: i64,
}

/// A secret that signs.
struct Signing {
    kid: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

/// Makes and checks tokens. The newest secret signs; the one before it still checks.
///
/// A token is usually sent many times: those whose signature was found right are remembered as long as the
/// secrets stay the same.
pub struct Signer {
    secrets: Vec<Signing>,
    /// Tokens, and when the expired ones were last removed, milliseconds since 1970.
    known: [Mutex<(HashMap<Signature, Entry>, i64)>; SHARDS],
}

/// Base64url of an HMAC-SHA256, the end of a token.
type Signature = [u8; 43];

struct Entry {
    token: Box<str>,
    verified: Verified,
}

const SHARDS: usize = 16;
/// Tokens that are remembered in a shard.
const MAX_KNOWN: usize = 4096;
/// Minimum time between removals of expired tokens from a full shard, ms.
const CLEARING_MS: u64 = 1000;

/// A token that is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Id of the key that the token represents.
    pub key: KeyId,
    /// Id of the account of the key.
    pub account: Arc<str>,
    /// The time of the key's newest secret when the token was issued, milliseconds since 1970.
    pub secret_ms: i64,
    /// Expires at, s since 1970.
    pub(crate) exp: i64,
}

/// The holder of a token: a key, its account, and the claims about both.
pub struct Holder<'a> {
    /// Id of the account.
    pub account: &'a str,
    /// Id of the key.
    pub key: KeyId,
    /// The time of the key's newest secret, milliseconds since 1970.
    pub secret_ms: i64,
    /// Entitlements of the key.
    pub entitlements: &'a [String],
    /// Origin rules of the key as text.
    pub origins: String,
    /// Address rules of the key as text.
    pub ips: String,
}

impl Signer {
    /// Makes a signer from secrets and their names, newest first.
    pub fn new(secrets: Vec<(String, Vec<u8>)>) -> Self {
        let signing = |(kid, bytes): (String, Vec<u8>)| Signing {
            kid,
            encoding: EncodingKey::from_secret(&bytes),
            decoding: DecodingKey::from_secret(&bytes),
        };
        hmac_provider::install();
        Self { secrets: secrets.into_iter().map(signing).collect(), known: Default::default() }
    }

    /// A token for the holder of a key, if there is a secret to sign it with.
    pub(crate) fn issue(&self, holder: &Holder, now_ms: i64) -> Option<String> {
        let newest = self.secrets.first()?;
        let iat = now_ms.div_euclid(1000);
        let claims = Claims {
            iss: ISSUER.into(),
            aud: ISSUER.into(),
            sub: holder.account.into(),
            key: holder.key.to_string(),
            secret: holder.secret_ms,
            entitlements: holder.entitlements.to_vec(),
            origins: holder.origins.clone(),
            ips: holder.ips.clone(),
            iat,
            exp: iat + VALID_S,
        };
        let header = Header { kid: Some(newest.kid.clone()), ..Header::new(Algorithm::HS256) };
        encode(&header, &claims, &newest.encoding).ok()
    }

    /// Checks everything about a token but the state of its key.
    pub fn verify(&self, token: &str, now_ms: i64) -> Result<Verified, Refusal> {
        if token.len() > MAX_BYTES {
            return Err(Refusal::TokenInvalid);
        }
        let signature: Option<Signature> =
            token.rsplit_once('.').and_then(|(_, s)| s.as_bytes().try_into().ok());
        let Some(signature) = signature else { return Err(Refusal::TokenInvalid) };
        let mut known =
            // A signature is uniformly distributed, so its first byte spreads tokens over the shards.
            self.known[usize::from(signature[0]) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let (tokens, cleared_ms) = &mut *known;
        let verified = match tokens.get(&signature) {
            // The whole token is compared: an equal signature alone proves nothing about its claims.
            Some(known) if *known.token == *token => known.verified.clone(),
            _ => {
                let verified = self.checked(token, now_ms).ok_or(Refusal::TokenInvalid)?;
                // Expired tokens make room, at most once a second. Valid ones are never evicted, so a flood
                // cannot displace them.
                if tokens.len() >= MAX_KNOWN && now_ms.abs_diff(*cleared_ms) >= CLEARING_MS {
                    tokens.retain(|_, k| k.verified.in_force(now_ms).is_ok());
                    *cleared_ms = now_ms;
                }
                if tokens.len() < MAX_KNOWN {
                    tokens.insert(signature, Entry { token: token.into(), verified: verified.clone() });
                }
                verified
            }
        };
        verified.in_force(now_ms).map(|()| verified)
    }

    /// The verified content of a token, if its form and its signature are right.
    fn checked(&self, token: &str, now_ms: i64) -> Option<Verified> {
        // The header only selects the secret; the algorithm is fixed below, whatever the header says.
        let kid = decode_header(token).ok()?.kid?;
        let signing = self.secrets.iter().find(|s| s.kid == kid)?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[ISSUER]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Times are checked here, against the clock of the server.
        (validation.leeway, validation.validate_exp) = (0, false);
        let claims = decode::<Claims>(token, &signing.decoding, &validation).ok()?.claims;
        let latest_s = now_ms.div_euclid(1000) + CLOCKS_APART_S;
        // The lifetime must be exact, so that a token cannot be issued for longer.
        let is_timely = claims.iat <= latest_s && claims.exp.checked_sub(claims.iat) == Some(VALID_S);
        let key = KeyId::parse(&claims.key).filter(|_| is_timely)?;
        Some(Verified { key, account: claims.sub.into(), secret_ms: claims.secret, exp: claims.exp })
    }
}

impl Verified {
    /// Checks that the token has not expired.
    fn in_force(&self, now_ms: i64) -> Result<(), Refusal> {
        if now_ms < self.exp.saturating_mul(1000) {
            return Ok(());
        }
        Err(Refusal::TokenExpired)
    }
}

#[cfg(test)]
mod tests;
