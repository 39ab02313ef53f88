//! How a command names a key: by its id, by its secret, or by its nickname.

use accounts::secret::{self, KeyId};
use accounts::store::{KeyRow, Store, StoreError, Stored};
use clap::Args;

// The key that a command is about. Not a docstring: clap would show it instead of that of the command.
#[derive(Debug, Clone, Args)]
pub(crate) struct KeyName {
    /// Nickname of the key, or the 12 characters after umbra_
    key: String,
    /// Id or email address of the account, where several accounts have a key with this nickname
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<String>,
}

impl KeyName {
    /// Finds the key. What may be an id is looked for among ids first.
    pub(super) fn find(&self, store: &dyn Store) -> Stored<KeyRow> {
        let mut keys = store.keys(self.account.as_deref())?;
        if let Some(found) = id(&self.key).and_then(|id| keys.iter().position(|k| k.id == id)) {
            return Ok(keys.swap_remove(found));
        }
        keys.retain(|k| k.nickname == self.key);
        match keys.len() {
            0 => Err(StoreError::Invalid(format!(
                "there is no key \"{}\"; give its nickname, or the 12 letters and digits that name it: \
                 `server keys list` shows both",
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
            "{number} keys have the nickname \"{}\" ({}{}); give the account with --account, or the 12 \
             characters instead",
            self.key,
            some.join(", "),
            if number > some.len() { ", …" } else { "" }
        ))
    }
}

/// The id of a key, given by itself or in the masked or whole secret.
fn id(text: &str) -> Option<String> {
    let body = text.strip_prefix(secret::PREFIX).unwrap_or(text).trim_end_matches('…');
    let id = body.get(..12).filter(|_| body.len() == 12 || secret::is_well_formed(text));
    id.and_then(KeyId::parse).map(|id| id.to_string())
}

/// What was typed, without more of it than names a key: it may be a secret.
fn hidden(typed: &str) -> String {
    let most = secret::PREFIX.len() + 12;
    match typed.char_indices().nth(most) {
        Some((end, _)) if typed.starts_with(secret::PREFIX) => format!("{}…", &typed[..end]),
        _ => typed.to_owned(),
    }
}
