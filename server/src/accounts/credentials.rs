//! Credentials of a request: a key in the query, an access token, or an account with its key.

use super::access::KEY_PARAMETER;
use super::refusal::Refusal;
use super::secret;
use super::snapshot::{Key, Snapshot};
use crate::http::call::Call;
use crate::http::query::pairs;
use hyper::header;
use std::borrow::Cow;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The credentials of a request.
pub(super) enum Credentials<'a> {
    /// There are none.
    None,
    /// The secret of a key, in the query.
    Key(Cow<'a, str>),
    /// What follows the scheme in the header `Authorization`.
    Header(&'a str),
}

impl<'a> Credentials<'a> {
    /// Reads the credentials of a request. Those given twice are refused: it would not be clear which count.
    pub(super) fn of(call: &Call<'a>) -> Result<Self, Refusal> {
        let mut found = Self::None;
        for value in call.headers.get_all(header::AUTHORIZATION) {
            let (scheme, rest) = value.to_str().unwrap_or("").split_once(' ').unwrap_or_default();
            if !scheme.eq_ignore_ascii_case("ServiceAuth") {
                return Err(Refusal::SchemeUnknown);
            }
            if !matches!(found, Self::None) {
                return Err(Refusal::CredentialsTwice);
            }
            found = Self::Header(rest.trim());
        }
        for (name, value) in call.uri.query().into_iter().flat_map(pairs) {
            if name == KEY_PARAMETER {
                if !matches!(found, Self::None) {
                    return Err(Refusal::CredentialsTwice);
                }
                found = Self::Key(value);
            }
        }
        Ok(found)
    }
}

/// The key with a secret.
pub(super) fn by_secret(snapshot: &Snapshot, text: &str) -> Result<Arc<Key>, Refusal> {
    let found = secret::id_of(text).and_then(|id| snapshot.keys.get(&id));
    let is_right = |key: &&Arc<Key>| bool::from(snapshot.digester.digest(text).ct_eq(&key.digest));
    found.filter(is_right).cloned().ok_or_else(|| match secret::is_well_formed(text) {
        true => Refusal::KeyUnknown,
        false => Refusal::KeyMalformed,
    })
}

/// The key in `ACCOUNT_ID:API_KEY`, if it is one of that account.
pub(super) fn by_pair(snapshot: &Snapshot, pair: &str) -> Result<Arc<Key>, Refusal> {
    let (account, secret) = pair.split_once(':').ok_or(Refusal::AccountMalformed)?;
    let key = by_secret(snapshot, secret)?;
    if *key.account.id == *account { Ok(key) } else { Err(Refusal::KeyOfAnotherAccount) }
}

/// The key with which a token was made.
pub(super) fn by_token(snapshot: &Snapshot, token: &str, now_ms: i64) -> Result<Arc<Key>, Refusal> {
    let verified = snapshot.signer.verify(token, now_ms)?;
    let key = snapshot.keys.get(&verified.key).filter(|k| k.account.id == verified.account);
    key.cloned().ok_or(Refusal::TokenOfDeletedKey)
}
