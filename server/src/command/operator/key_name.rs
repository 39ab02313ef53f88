//! The key in a command: an id, a secret or a nickname.

use accounts::secret::{self, KeyId};
use accounts::store::{KeyRow, Store, StoreError, Stored};
use clap::Args;

// Not a doc comment: clap would show it as the help of the command.
#[derive(Debug, Clone, Args)]
pub(crate) struct KeyName {
    /// Nickname of the key, or the 12 characters after umbra_
    key: String,
    /// Id or email address of the account, if several accounts have a key with this nickname
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<String>,
}

impl KeyName {
    /// Finds the key. Ids take precedence over nicknames.
    pub(super) fn find(&self, store: &dyn Store) -> Stored<KeyRow> {
        let mut keys = store.keys(self.account.as_deref())?;
        if let Some(found) = id(&self.key).and_then(|id| keys.iter().position(|k| k.id == id)) {
            return Ok(keys.swap_remove(found));
        }
        keys.retain(|k| k.nickname == self.key);
        match keys.len() {
            0 => Err(StoreError::Invalid(format!(
                "there is no key \"{}\"; use its nickname, or the 12 characters of its id; \
                 `umbra keys list` shows both",
                hidden(&self.key)
            ))),
            1 => Ok(keys.remove(0)),
            number => Err(self.ambiguous(number, &keys, store)),
        }
    }

    fn ambiguous(&self, number: usize, keys: &[KeyRow], store: &dyn Store) -> StoreError {
        let of = |k: &KeyRow| {
            let email = store.account(&k.account).map_or_else(|_| k.account.clone(), |a| a.email);
            format!("{} of {email}", k.id)
        };
        let some: Vec<String> = keys.iter().take(3).map(of).collect();
        StoreError::Invalid(format!(
            "{number} keys have the nickname \"{}\" ({}{}); add --account, or use the 12 \
             characters of the id",
            self.key,
            some.join(", "),
            if number > some.len() { ", …" } else { "" }
        ))
    }
}

/// The id of a key in a text that is an id, a masked secret or a complete secret.
fn id(text: &str) -> Option<String> {
    let body = text.strip_prefix(secret::PREFIX).unwrap_or(text).trim_end_matches('…');
    let id = body.get(..12).filter(|_| body.len() == 12 || secret::is_well_formed(text));
    id.and_then(KeyId::parse).map(|id| id.to_string())
}

/// The text without the confidential part, if it is a secret.
fn hidden(typed: &str) -> String {
    let shown = secret::PREFIX.len() + 12;
    match typed.char_indices().nth(shown) {
        Some((end, _)) if typed.starts_with(secret::PREFIX) => format!("{}…", &typed[..end]),
        _ => typed.to_owned(),
    }
}
