//! Credentials of a request: a key in the query, an access token, or an account with its key.

use super::access::KEY_PARAMETER;
use super::key::OldSecret;
use super::refusal::Refusal;
use super::secret::{self, Digest};
use super::snapshot::{Key, Snapshot};
use hyper::header;
use std::borrow::Cow;
use std::sync::Arc;
use subtle::ConstantTimeEq;
use web::call::Call;
use web::query::pairs;

pub(super) enum Credentials<'a> {
    None,
    /// The secret of a key, in the query.
    Key(Cow<'a, str>),
    /// The text after the scheme in the header `Authorization`.
    Header(&'a str),
}

impl<'a> Credentials<'a> {
    /// Reads the credentials of a request. Those given twice are refused: it would not be clear which count.
    /// Headers of other schemes, such as those of a proxy before a website, are ignored beside a key.
    pub(super) fn of(call: &Call<'a>) -> Result<Self, Refusal> {
        let mut found = Self::None;
        let mut of_other_scheme = None;
        for value in call.headers.get_all(header::AUTHORIZATION) {
            let text = value.to_str().unwrap_or("");
            let (scheme, rest) = text.split_once(' ').unwrap_or_default();
            if scheme.eq_ignore_ascii_case("ServiceAuth") {
                found.add(Self::Header(rest.trim()))?;
            } else {
                let is_key = text.contains(secret::PREFIX);
                of_other_scheme =
                    Some(if is_key { Refusal::KeyInPlaceOfToken } else { Refusal::SchemeUnknown });
            }
        }
        // Repeated keys are refused: proxies and servers disagree on which one counts.
        for (name, value) in query(call) {
            if name == KEY_PARAMETER {
                found.add(Self::Key(value))?;
            }
        }
        match of_other_scheme {
            Some(refusal) if !matches!(found, Self::Key(_)) => Err(refusal),
            _ => Ok(found),
        }
    }

    fn add(&mut self, other: Self) -> Result<(), Refusal> {
        if !matches!(self, Self::None) {
            return Err(Refusal::CredentialsTwice);
        }
        *self = other;
        Ok(())
    }
}

fn query<'a>(call: &Call<'a>) -> impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)> {
    call.uri.query().into_iter().flat_map(pairs)
}

/// The reason why a request has no credentials: perhaps its key goes by a name that other services use.
pub(super) fn missing(call: &Call) -> Refusal {
    let is_key = |name: &str| name.replace(['-', '_'], "").eq_ignore_ascii_case(KEY_PARAMETER);
    let header = ["x-api-key", "apikey", "api-key"].into_iter().find(|name| call.headers.contains_key(*name));
    match header {
        Some(name) => Refusal::KeyInHeader(name),
        None if query(call).any(|(name, _)| is_key(&name)) => Refusal::KeyMisnamed,
        None => Refusal::KeyRequired,
    }
}

/// The key with a secret: its present one, or the one before as long as that opens.
pub(super) fn by_secret(snapshot: &Snapshot, text: &str, now_ms: i64) -> Result<Arc<Key>, Refusal> {
    let unknown = || match secret::is_well_formed(text) {
        true => Refusal::KeyUnknown,
        false => Refusal::KeyMalformed,
    };
    let key = secret::id_of(text).and_then(|id| snapshot.keys.get(&id)).ok_or_else(unknown)?;
    let digest = snapshot.digester.digest(text);
    let is = |other: &Digest| bool::from(digest.ct_eq(other));
    match &key.old {
        _ if is(&key.digest) => Ok(key.clone()),
        Some(old) if is(&old.digest) && now_ms < old.until_ms => Ok(key.clone()),
        Some(old) if is(&old.digest) => Err(Refusal::SecretReplaced),
        _ => Err(unknown()),
    }
}

/// The key in `ACCOUNT_ID:API_KEY`, if it is one of that account.
pub(super) fn by_pair(snapshot: &Snapshot, pair: &str, now_ms: i64) -> Result<Arc<Key>, Refusal> {
    let (account, secret) = pair.split_once(':').ok_or(Refusal::AccountMalformed)?;
    let key = by_secret(snapshot, secret, now_ms)?;
    if *key.account.id == *account { Ok(key) } else { Err(Refusal::KeyOfAnotherAccount) }
}

/// The key with which a token was made. A key sent as a token gets a specific error. A token ends with
/// the secret that was the newest one of its key when the token was made.
pub(super) fn by_token(snapshot: &Snapshot, token: &str, now_ms: i64) -> Result<Arc<Key>, Refusal> {
    let is_key = |text: &str| text.starts_with(secret::PREFIX);
    if is_key(token) {
        return Err(Refusal::KeyInPlaceOfToken);
    }
    if token.split_once(':').is_some_and(|(_, rest)| is_key(rest)) {
        return Err(Refusal::PairInPlaceOfToken);
    }
    let verified = snapshot.signer.verify(token, now_ms)?;
    let key = snapshot.keys.get(&verified.key).filter(|k| k.account.id == verified.account);
    let key = key.ok_or(Refusal::TokenOfDeletedKey)?;
    let is_of_old = |old: &OldSecret| verified.secret_ms == old.secret_ms && now_ms < old.until_ms;
    if verified.secret_ms == key.secret_ms || key.old.as_deref().is_some_and(is_of_old) {
        Ok(key.clone())
    } else {
        Err(Refusal::TokenOfReplacedSecret)
    }
}
