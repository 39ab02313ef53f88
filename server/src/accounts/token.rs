//! Access tokens: JWT with HS256, fifteen minutes.

use super::secret::KeyId;
use super::snapshot::Key;
use crate::problem::{Code, Problem};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How long a token is valid, s.
pub const VALID_S: i64 = 15 * 60;
/// Who issues it and whom it is for.
const ISSUER: &str = "umbra";
/// Longer ones are none of ours: rules of a key are bounded too.
const MOST_BYTES: usize = 8192;

/// What a token says. Rules and entitlements are there for the client to read; what counts is the key's own state at the time of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Issuer.
    pub iss: String,
    /// Audience.
    pub aud: String,
    /// Account.
    pub sub: String,
    /// Key.
    pub key: String,
    /// Entitlements of the key.
    pub entitlements: Vec<String>,
    /// Origin rules of the key.
    pub origins: String,
    /// Address rules of the key.
    pub ips: String,
    /// Issued at, s since 1970.
    pub iat: i64,
    /// Expires at, s since 1970.
    pub exp: i64,
}

/// A secret that signs.
struct Signing {
    kid: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

/// Makes and checks tokens. The newest secret signs; the one before it still checks.
///
/// A token is usually sent many times: those whose signature was found right are remembered as long as the secrets stay the same.
pub struct Signer {
    secrets: Vec<Signing>,
    known: [Mutex<HashMap<Signature, Known>>; SHARDS],
}

/// Base64url of an HMAC-SHA256, the end of a token.
type Signature = [u8; 43];

struct Known {
    token: Box<str>,
    verified: Verified,
}

const SHARDS: usize = 16;
/// Tokens that are remembered in a shard.
const MOST_KNOWN: usize = 4096;

/// A token that is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The key it stands for.
    pub key: KeyId,
    /// The account of the key.
    pub account: Arc<str>,
    /// Expires at, s since 1970.
    pub exp: i64,
}

impl Signer {
    /// With secrets and their names, newest first.
    pub fn new(secrets: Vec<(String, Vec<u8>)>) -> Self {
        let signing = |(kid, bytes): (String, Vec<u8>)| Signing { kid, encoding: EncodingKey::from_secret(&bytes), decoding: DecodingKey::from_secret(&bytes) };
        Self { secrets: secrets.into_iter().map(signing).collect(), known: Default::default() }
    }

    /// A token for a key.
    pub fn issue(&self, key: &Key, now_ms: i64) -> Option<String> {
        let newest = self.secrets.first()?;
        let iat = now_ms.div_euclid(1000);
        let claims = Claims {
            iss: ISSUER.into(),
            aud: ISSUER.into(),
            sub: key.account.id.to_string(),
            key: key.id.to_string(),
            entitlements: key.entitlements.words().to_vec(),
            origins: key.origins.text(),
            ips: key.ips.text(),
            iat,
            exp: iat + VALID_S,
        };
        let header = Header { kid: Some(newest.kid.clone()), ..Header::new(Algorithm::HS256) };
        encode(&header, &claims, &newest.encoding).ok()
    }

    /// Checks everything about a token but the state of its key.
    pub fn verify(&self, token: &str, now_ms: i64) -> Result<Verified, Problem> {
        if token.len() > MOST_BYTES {
            return Err(unverifiable());
        }
        let signature: Option<Signature> = token.rsplit_once('.').and_then(|(_, s)| s.as_bytes().try_into().ok());
        let Some(signature) = signature else { return Err(unverifiable()) };
        let mut known = self.known[usize::from(signature[0]) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let verified = match known.get(&signature) {
            Some(known) if *known.token == *token => known.verified.clone(),
            _ => {
                let verified = self.checked(token, now_ms).ok_or_else(unverifiable)?;
                if known.len() >= MOST_KNOWN {
                    known.retain(|_, k| k.verified.in_force(now_ms).is_ok());
                }
                if known.len() < MOST_KNOWN {
                    known.insert(signature, Known { token: token.into(), verified: verified.clone() });
                }
                verified
            }
        };
        verified.in_force(now_ms).map(|()| verified)
    }

    /// What a token says, if its form and its signature are right.
    fn checked(&self, token: &str, now_ms: i64) -> Option<Verified> {
        let kid = decode_header(token).ok()?.kid?;
        let signing = self.secrets.iter().find(|s| s.kid == kid)?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[ISSUER]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Times are checked here, against the clock of the server.
        (validation.leeway, validation.validate_exp) = (0, false);
        let claims = decode::<Claims>(token, &signing.decoding, &validation).ok()?.claims;
        let is_timely = claims.iat <= now_ms.div_euclid(1000) && claims.exp.checked_sub(claims.iat) == Some(VALID_S);
        let key = KeyId::parse(&claims.key).filter(|_| is_timely)?;
        Some(Verified { key, account: claims.sub.into(), exp: claims.exp })
    }
}

fn unverifiable() -> Problem {
    Problem::new(Code::CredentialsInvalid, "the access token cannot be verified; get a new one from /auth/access-token")
}

impl Verified {
    /// Whether it has not expired.
    fn in_force(&self, now_ms: i64) -> Result<(), Problem> {
        if now_ms < self.exp.saturating_mul(1000) {
            return Ok(());
        }
        Err(Problem::new(Code::TokenExpired, "the access token was valid for 15 minutes and has expired; get a new one from /auth/access-token"))
    }
}
