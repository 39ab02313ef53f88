//! Access tokens: JWT with HS256, fifteen minutes.

use super::refusal::Refusal;
use super::secret::KeyId;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How long a token is valid, s.
pub(crate) const VALID_S: i64 = 15 * 60;
/// The issuer of tokens and their audience.
const ISSUER: &str = "umbra";
/// A longer token cannot be one of ours: the rules of a key are bounded too.
const MOST_BYTES: usize = 8192;

/// The claims of a token. Rules and entitlements are there for the client to read; what counts is the key's
/// own state at the time of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    /// Issuer of the token.
    pub(crate) iss: String,
    /// Audience of the token.
    pub(crate) aud: String,
    /// The account of the key.
    pub(crate) sub: String,
    /// The key that the token stands for.
    pub(crate) key: String,
    /// Entitlements of the key.
    pub(crate) entitlements: Vec<String>,
    /// Origin rules of the key.
    pub(crate) origins: String,
    /// Address rules of the key.
    pub(crate) ips: String,
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
pub(crate) struct Verified {
    /// Id of the key that the token stands for.
    pub(crate) key: KeyId,
    /// Id of the account of the key.
    pub(crate) account: Arc<str>,
    /// Expires at, s since 1970.
    pub(crate) exp: i64,
}

/// The holder of a token: a key, its account, and the claims about both.
pub(crate) struct Holder<'a> {
    /// Id of the account.
    pub(crate) account: &'a str,
    /// Id of the key.
    pub(crate) key: KeyId,
    /// Entitlements of the key.
    pub(crate) entitlements: &'a [String],
    /// Origin rules of the key as text.
    pub(crate) origins: String,
    /// Address rules of the key as text.
    pub(crate) ips: String,
}

impl Signer {
    /// Makes a signer from secrets and their names, newest first.
    pub(crate) fn new(secrets: Vec<(String, Vec<u8>)>) -> Self {
        let signing = |(kid, bytes): (String, Vec<u8>)| Signing {
            kid,
            encoding: EncodingKey::from_secret(&bytes),
            decoding: DecodingKey::from_secret(&bytes),
        };
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
    pub(crate) fn verify(&self, token: &str, now_ms: i64) -> Result<Verified, Refusal> {
        if token.len() > MOST_BYTES {
            return Err(Refusal::TokenInvalid);
        }
        let signature: Option<Signature> =
            token.rsplit_once('.').and_then(|(_, s)| s.as_bytes().try_into().ok());
        let Some(signature) = signature else { return Err(Refusal::TokenInvalid) };
        let mut known =
            self.known[usize::from(signature[0]) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let verified = match known.get(&signature) {
            Some(known) if *known.token == *token => known.verified.clone(),
            _ => {
                let verified = self.checked(token, now_ms).ok_or(Refusal::TokenInvalid)?;
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

    /// The verified content of a token, if its form and its signature are right.
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
        let is_timely =
            claims.iat <= now_ms.div_euclid(1000) && claims.exp.checked_sub(claims.iat) == Some(VALID_S);
        let key = KeyId::parse(&claims.key).filter(|_| is_timely)?;
        Some(Verified { key, account: claims.sub.into(), exp: claims.exp })
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
mod tests {
    use super::*;
    use jsonwebtoken::jwk::Jwk;
    use serde_json::{Value, json};

    const NOW_MS: i64 = 1_795_262_400_999;
    const SECRET: &[u8] = b"a secret of thirty-two characters";

    fn signer() -> Signer {
        Signer::new(vec![
            ("new".into(), SECRET.to_vec()),
            ("old".into(), b"the secret before this one........".to_vec()),
        ])
    }

    fn holder(key: KeyId) -> Holder<'static> {
        Holder {
            account: "acc1",
            key,
            entitlements: &[],
            origins: "*.example.org".into(),
            ips: String::new(),
        }
    }

    fn key() -> KeyId {
        KeyId::parse("AAAAbbbb1111").expect("a name")
    }

    /// A token with other claims or another header, rightly signed with `secret`.
    fn forged(change: impl FnOnce(&mut Header, &mut Value), secret: &[u8]) -> String {
        let iat = NOW_MS / 1000;
        let mut claims = json!({
            "iss": ISSUER, "aud": ISSUER, "sub": "acc1", "key": "AAAAbbbb1111", "entitlements": ["pro"],
            "origins": "", "ips": "", "iat": iat, "exp": iat + VALID_S,
        });
        let mut header = Header { kid: Some("new".into()), ..Header::new(Algorithm::HS256) };
        change(&mut header, &mut claims);
        encode(&header, &claims, &EncodingKey::from_secret(secret)).expect("a token")
    }

    fn verified(token: &str, now_ms: i64) -> Result<(), Refusal> {
        signer().verify(token, now_ms).map(drop)
    }

    #[test]
    fn our_own_tokens_are_taken_for_fifteen_minutes() {
        let signer = signer();
        let entitlements = ["pro".to_owned()];
        let holder = Holder { entitlements: &entitlements, ..holder(key()) };
        let token = signer.issue(&holder, NOW_MS).expect("a token");
        let claims = jsonwebtoken::dangerous::insecure_decode::<Value>(&token).expect("a token").claims;
        assert_eq!(
            (&claims["key"], &claims["origins"], &claims["entitlements"][0]),
            (&json!("AAAAbbbb1111"), &json!("*.example.org"), &json!("pro"))
        );
        let exp_ms = (NOW_MS / 1000 + VALID_S) * 1000;
        for _ in 0..2 {
            // The second time from memory.
            assert_eq!(signer.verify(&token, NOW_MS).map(|v| v.key), Ok(key()));
            assert!(signer.verify(&token, exp_ms - 1).is_ok());
            assert_eq!(signer.verify(&token, exp_ms), Err(Refusal::TokenExpired));
            assert_eq!(signer.verify(&token, exp_ms + 999), Err(Refusal::TokenExpired));
        }
        assert_eq!(verified(&token, NOW_MS - 1000), Err(Refusal::TokenInvalid), "issued in the future");
        assert_eq!(
            verified(
                &forged(|h, _| h.kid = Some("old".into()), b"the secret before this one........"),
                NOW_MS
            ),
            Ok(())
        );
    }

    #[test]
    fn what_is_malformed_forged_or_untimely_is_refused() {
        let good = forged(|_, _| {}, SECRET);
        assert_eq!(verified(&good, NOW_MS), Ok(()));
        let parts: Vec<&str> = good.split('.').collect();
        let (head, body, signature) = (parts[0], parts[1], parts[2]);
        // {"alg":"none","kid":"new"}, {"alg":"NONE",…}, {"alg":"HS256"} without kid, {} and no JSON at all.
        let none = "eyJhbGciOiJub25lIiwia2lkIjoibmV3In0";
        let capital_none = "eyJhbGciOiJOT05FIiwia2lkIjoibmV3In0";
        let mut flipped = signature.to_owned();
        flipped.replace_range(..1, if signature.starts_with('A') { "B" } else { "A" });
        // The last character of 43 carries two bits that count for nothing: a strict decoder refuses those
        // that are not zero.
        let last = signature.chars().last().expect("a character");
        let padded_bits = char::from(
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                [b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                    .iter()
                    .position(|b| char::from(*b) == last)
                    .expect("a digit")
                    | 1],
        );
        let bad_bits = format!("{}{padded_bits}", &signature[..42]);
        let mut malformed: Vec<String> = [
            String::new(),
            ".".into(),
            "..".into(),
            "...".into(),
            head.into(),
            format!("{head}.{body}"),
            format!("{head}.{body}."),
            format!("{head}..{signature}"),
            format!(".{body}.{signature}"),
            format!("{head}.{body}.{signature}."),
            format!("{head}.{body}.{signature}.{signature}"),
            format!("{head}.{body}.{flipped}"),
            format!("{head}.{body}.{bad_bits}"),
            format!("{head}.{body}.{}", &signature[..42]),
            format!("{head}.{body}.{signature}="),
            format!("{head}.{body}.{signature}A"),
            format!("{head}.{body}=.{signature}"),
            format!("{body}.{head}.{signature}"),
            format!("{none}.{body}."),
            format!("{none}.{body}.{signature}"),
            format!("{capital_none}.{body}."),
            format!("e30.{body}.{signature}"),
            format!("bm90IGpzb24.{body}.{signature}"),
            format!(" {good}"),
            format!("{good} "),
            good.to_uppercase(),
            good.replace('.', ","),
            "é.é.é".into(),
            "\u{0}".into(),
            format!("{head}.{}.{signature}", "A".repeat(MOST_BYTES)),
        ]
        .to_vec();
        // Rightly signed with the wrong secret, algorithm, name of the secret, or claims.
        malformed.push(forged(|_, _| {}, b"another secret of the same length"));
        malformed.push(forged(|_, _| {}, b""));
        for algorithm in [Algorithm::HS384, Algorithm::HS512] {
            malformed.push(forged(|h, _| h.alg = algorithm, SECRET));
        }
        malformed.push(forged(|h, _| h.kid = None, SECRET));
        for kid in ["old", "", "newer", "../new", "new\u{0}"] {
            malformed.push(forged(|h, _| h.kid = Some(kid.into()), SECRET));
        }
        // A secret that the token brings along is none.
        let own: Jwk =
            serde_json::from_value(json!({ "kty": "oct", "alg": "HS256", "k": "c2VjcmV0" })).expect("a JWK");
        malformed.push(forged(|h, _| h.jwk = Some(own), b"secret"));
        for (claim, values) in [
            ("iss", vec![json!("other"), json!(""), json!(null), json!(["other"])]),
            ("aud", vec![json!("other"), json!(""), json!(null), json!(["other"])]),
            ("sub", vec![json!(null), json!(7)]),
            ("key", vec![json!("short"), json!(""), json!(null), json!("AAAAbbbb111é")]),
            (
                "iat",
                vec![
                    json!(NOW_MS / 1000 + 1),
                    json!(NOW_MS / 1000 - 1),
                    json!("now"),
                    json!(null),
                    json!(-1),
                    json!(i64::MIN),
                ],
            ),
            (
                "exp",
                vec![
                    json!(NOW_MS / 1000 + VALID_S + 1),
                    json!(i64::MAX),
                    json!("later"),
                    json!(null),
                    json!(1e300),
                    json!(-1),
                ],
            ),
            ("admin", vec![json!(true)]),
        ] {
            for value in values {
                malformed.push(forged(|_, c| c[claim] = value, SECRET));
            }
            malformed.push(forged(
                |_, c| c.as_object_mut().map_or((), |c| drop(c.remove(claim).or(Some(json!(0))))),
                if claim == "admin" { b"x" } else { SECRET },
            ));
        }
        println!("{} tokens", malformed.len());
        for token in malformed {
            assert_eq!(verified(&token, NOW_MS), Err(Refusal::TokenInvalid), "{token}");
        }
        // In force until now, expired a second ago.
        let begun_s = NOW_MS / 1000 - VALID_S;
        let aged = |seconds: i64| {
            forged(
                |_, c| (c["iat"], c["exp"]) = (json!(begun_s - seconds), json!(begun_s - seconds + VALID_S)),
                SECRET,
            )
        };
        assert_eq!(verified(&aged(-1), NOW_MS), Ok(()));
        assert_eq!(verified(&aged(0), NOW_MS), Err(Refusal::TokenExpired));
        assert_eq!(verified(&aged(1), NOW_MS), Err(Refusal::TokenExpired));
    }

    #[test]
    fn memory_for_tokens_is_bounded() {
        let signer = signer();
        for i in 0..3 * MOST_KNOWN * SHARDS / 2 {
            let key = KeyId::parse(&format!("{i:012}")).expect("a name");
            let token = signer.issue(&holder(key), NOW_MS).expect("a token");
            assert!(signer.verify(&token, NOW_MS).is_ok());
        }
        let known = |n: usize| signer.known[n].lock().expect("a shard").len();
        assert!((0..SHARDS).all(|n| known(n) <= MOST_KNOWN));
    }
}
