//! `server keys`: what an account's programs send.

use super::output::{Output, any_if_empty, date, seen, table};
use crate::accounts::secret::{self, KeyId};
use crate::accounts::store::{KeyRow, Store, StoreError, Stored};
use clap::Subcommand;
use serde_json::json;

/// What can be done with keys.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum KeysCommand {
    /// Makes a key; prints its secret, which is shown only now
    Create {
        /// Id or email address of the account
        #[arg(long)]
        account: String,
        /// 1 to 32 letters and digits, for usage
        #[arg(long)]
        nickname: String,
        /// What it is for
        #[arg(long, default_value = "")]
        description: String,
    },
    /// All keys, or those of an account
    List {
        /// Id or email address of the account
        #[arg(long)]
        account: Option<String>,
    },
    /// One key
    Show {
        /// The 12 characters after umbra_
        key: String,
    },
    /// Refuses requests with this key and with its tokens
    Disable {
        /// The 12 characters after umbra_
        key: String,
    },
    /// Takes requests with this key again
    Enable {
        /// The 12 characters after umbra_
        key: String,
    },
    /// Deletes a key for ever; its usage stays
    Delete {
        /// The 12 characters after umbra_
        key: String,
    },
    /// Changes the nickname
    SetNickname {
        /// The 12 characters after umbra_
        key: String,
        /// 1 to 32 letters and digits
        nickname: String,
    },
    /// Hosts of the Origin header that are allowed (Pro and higher); none means any
    SetOrigins {
        /// The 12 characters after umbra_
        key: String,
        /// Rules separated by semicolons, each with at most one *, such as "app.example.org; *.example.net"
        #[arg(default_value = "")]
        rules: String,
    },
    /// Addresses that are allowed (Pro and higher); none means any
    SetIps {
        /// The 12 characters after umbra_
        key: String,
        /// Addresses and CIDR blocks separated by commas, such as "203.0.113.7, 2001:db8::/32"
        #[arg(default_value = "")]
        rules: String,
    },
    /// Grants an entitlement, such as research
    Grant {
        /// The 12 characters after umbra_
        key: String,
        /// Small letters, digits and hyphens
        entitlement: String,
    },
    /// Takes a granted entitlement back
    Revoke {
        /// The 12 characters after umbra_
        key: String,
        /// What was granted
        entitlement: String,
    },
}

/// Carries out a command.
pub(super) fn run(command: &KeysCommand, store: &mut dyn Store, now_ms: i64) -> Stored<Output> {
    let sentence = match command {
        KeysCommand::Create { account, nickname, description } => {
            let secret = store.create_key(account, nickname, description, now_ms)?;
            let text = format!("key {}, shown only now:\n{}\n", secret.id, secret.text);
            return Ok(Output::new(json!({ "key": secret.id.as_str(), "secret": secret.text }), text));
        }
        KeysCommand::List { account } => {
            let keys = store.keys(account.as_deref())?;
            return Ok(Output::new(json!(keys), keys_table(&keys)));
        }
        KeysCommand::Show { key } => {
            let key = store.key(&id(key)?)?;
            return Ok(Output::new(json!(key), key_text(&key)));
        }
        KeysCommand::Disable { key } => {
            store.set_enabled(&id(key)?, false)?;
            format!("key {key} is disabled")
        }
        KeysCommand::Enable { key } => {
            store.set_enabled(&id(key)?, true)?;
            format!("key {key} is enabled")
        }
        KeysCommand::Delete { key } => {
            store.delete_key(&id(key)?, now_ms)?;
            format!("key {key} is deleted")
        }
        KeysCommand::SetNickname { key, nickname } => {
            store.set_nickname(&id(key)?, nickname)?;
            format!("key {key} has the nickname {nickname}")
        }
        KeysCommand::SetOrigins { key, rules } => {
            store.set_origins(&id(key)?, rules)?;
            format!("key {key} allows the origins: {}", any_if_empty(rules))
        }
        KeysCommand::SetIps { key, rules } => {
            store.set_ips(&id(key)?, rules)?;
            format!("key {key} allows the addresses: {}", any_if_empty(rules))
        }
        KeysCommand::Grant { key, entitlement } => {
            store.grant(&id(key)?, entitlement)?;
            format!("key {key} has the entitlement {entitlement}")
        }
        KeysCommand::Revoke { key, entitlement } => {
            store.revoke(&id(key)?, entitlement)?;
            format!("key {key} no longer has the entitlement {entitlement} by itself")
        }
    };
    Ok(Output::done(sentence))
}

/// The id of a key, given by itself or in the masked or whole secret.
fn id(text: &str) -> Stored<String> {
    let body = text.strip_prefix(secret::PREFIX).unwrap_or(text).trim_end_matches('…');
    let id =
        body.get(..12).filter(|_| body.len() == 12 || secret::is_well_formed(text)).and_then(KeyId::parse);
    id.map(|id| id.to_string()).ok_or_else(|| {
        StoreError::Invalid(format!(
            "\"{text}\" must be the 12 letters and digits that name a key; `server keys list` shows them"
        ))
    })
}

/// Keys as a table.
pub(super) fn keys_table(keys: &[KeyRow]) -> String {
    let rows = keys
        .iter()
        .map(|k| {
            let state = if k.enabled { "enabled" } else { "disabled" };
            vec![
                k.id.clone(),
                k.account.clone(),
                k.nickname.clone(),
                state.into(),
                k.entitlements.join(" "),
                k.origins.clone(),
                k.ips.clone(),
                date(k.created_ms),
            ]
        })
        .collect();
    table(&["key", "account", "nickname", "state", "entitlements", "origins", "addresses", "made"], rows)
}

fn key_text(key: &KeyRow) -> String {
    let lines = [
        ("key", key.id.as_str()),
        ("account", &key.account),
        ("nickname", &key.nickname),
        ("description", &key.description),
        ("state", if key.enabled { "enabled" } else { "disabled" }),
        ("entitlements", &key.entitlements.join(" ")),
        ("origins", any_if_empty(&key.origins)),
        ("addresses", any_if_empty(&key.ips)),
        ("made", &date(key.created_ms)),
    ];
    lines.iter().map(|(name, value)| format!("{name:<13}{}\n", seen(value))).collect()
}
