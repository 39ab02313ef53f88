//! `umbra keys`: creates, lists, changes and deletes keys.

use super::confirm::Confirmation;
use super::key_name::KeyName;
use super::output::{CommandOutput, any_if_empty, date, escaped, minute, table};
use accounts::clock::{HOUR_MS, iso};
use accounts::key::{KeyChange, MAX_OVERLAP_HOURS};
use accounts::store::{Actor, KeyRow, Store, Stored};
use clap::Subcommand;
use serde_json::{Value, json};

/// A command on keys.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum KeysCommand {
    /// Creates a key and prints its secret, which cannot be shown again
    Create {
        /// Id or email address of the account
        #[arg(long)]
        account: String,
        /// Name in usage reports: 1 to 32 letters and digits
        #[arg(long)]
        nickname: String,
        /// Purpose of the key
        #[arg(long, default_value = "")]
        description: String,
        /// Allowed hosts of the Origin header (Pro and higher), as in set-origins
        #[arg(long, value_name = "RULES")]
        origins: Option<String>,
        /// Allowed client addresses (Pro and higher), as in set-ips
        #[arg(long, value_name = "RULES")]
        ips: Option<String>,
    },
    /// Lists all keys, or the keys of an account
    List {
        /// Id or email address of the account
        #[arg(long)]
        account: Option<String>,
    },
    /// Shows a key
    Show {
        #[command(flatten)]
        key: KeyName,
    },
    /// Replaces the secret of a key and prints the new one. Name, rules and usage stay the same
    Rotate {
        #[command(flatten)]
        key: KeyName,
        /// Hours for which the old secret stays valid. 0 invalidates it and its tokens immediately
        #[arg(
            long,
            default_value_t = MAX_OVERLAP_HOURS,
            value_name = "HOURS",
            value_parser = clap::value_parser!(i64).range(0..=MAX_OVERLAP_HOURS)
        )]
        old_valid_hours: i64,
    },
    /// Disables a key and its tokens
    Disable {
        #[command(flatten)]
        key: KeyName,
    },
    /// Enables a disabled key
    Enable {
        #[command(flatten)]
        key: KeyName,
    },
    /// Deletes a key permanently, after confirmation. Its usage stays
    Delete {
        #[command(flatten)]
        key: KeyName,
        #[command(flatten)]
        confirmation: Confirmation,
    },
    /// Changes the nickname
    SetNickname {
        #[command(flatten)]
        key: KeyName,
        /// 1 to 32 letters and digits
        nickname: String,
    },
    /// Changes the description
    SetDescription {
        #[command(flatten)]
        key: KeyName,
        /// At most 1000 characters
        #[arg(default_value = "")]
        description: String,
    },
    /// Sets the allowed hosts of the Origin header (Pro and higher). An empty list allows any host
    SetOrigins {
        #[command(flatten)]
        key: KeyName,
        /// Rules separated by semicolons, each with at most one *, such as "app.example.org; *.example.net"
        #[arg(default_value = "")]
        rules: String,
    },
    /// Sets the allowed client addresses (Pro and higher). An empty list allows any address
    SetIps {
        #[command(flatten)]
        key: KeyName,
        /// Addresses and CIDR blocks separated by commas, such as "203.0.113.7, 2001:db8::/32"
        #[arg(default_value = "")]
        rules: String,
    },
    /// Grants an entitlement, such as research
    Grant {
        #[command(flatten)]
        key: KeyName,
        /// Lower-case letters, digits and hyphens
        entitlement: String,
    },
    /// Revokes a granted entitlement
    Revoke {
        #[command(flatten)]
        key: KeyName,
        /// The granted entitlement
        entitlement: String,
    },
}

pub(super) fn run(command: &KeysCommand, store: &mut dyn Store, by: &Actor) -> Stored<CommandOutput> {
    match command {
        KeysCommand::Create { account, nickname, description, origins, ips } => {
            let fields = KeyChange {
                origins: origins.clone(),
                ips: ips.clone(),
                ..KeyChange::naming(nickname, description)
            };
            let secret = store.create_key_with(account, &fields, by)?;
            let text = format!(
                "key {}. Copy the secret now, it cannot be shown again:\n{}\n",
                secret.id, secret.text
            );
            Ok(CommandOutput::new(json!({ "key": secret.id.as_str(), "secret": secret.text }), text))
        }
        KeysCommand::List { account } => {
            let keys = store.keys(account.as_deref())?;
            Ok(CommandOutput::new(keys.iter().map(key_json).collect(), keys_table(&keys)))
        }
        KeysCommand::Show { key } => {
            let key = key.find(store)?;
            Ok(CommandOutput::new(key_json(&key), key_text(&key, by.now_ms)))
        }
        KeysCommand::Rotate { key, old_valid_hours } => {
            let key = key.find(store)?;
            let secret = store.rotate_key(&key.id, old_valid_hours * HOUR_MS, by)?;
            let until_ms = by.now_ms + old_valid_hours * HOUR_MS;
            let old = match old_valid_hours {
                0 => "the old secret is no longer valid".to_owned(),
                _ => format!("the old secret is valid until {} UTC", minute(until_ms)),
            };
            let text = format!(
                "key {}. Copy the new secret now, it cannot be shown again:\n{}\n{old}\n",
                key.id, secret.text
            );
            let until = iso(until_ms);
            Ok(CommandOutput::new(
                json!({ "key": key.id, "secret": secret.text, "oldSecretUntil": until }),
                text,
            ))
        }
        KeysCommand::Disable { key } => {
            let key = key.find(store)?.id;
            store.set_enabled(&key, false, by)?;
            Ok(CommandOutput::done(format!("key {key} disabled")))
        }
        KeysCommand::Enable { key } => {
            let key = key.find(store)?.id;
            store.set_enabled(&key, true, by)?;
            Ok(CommandOutput::done(format!("key {key} enabled")))
        }
        KeysCommand::Delete { key, confirmation } => {
            let KeyRow { id, nickname, .. } = key.find(store)?;
            confirmation.ask(&format!("deleting the key {id} (\"{nickname}\")"))?;
            store.delete_key(&id, by)?;
            Ok(CommandOutput::done(format!("key {id} deleted")))
        }
        KeysCommand::SetNickname { key, nickname } => {
            let change = KeyChange { nickname: Some(nickname.clone()), ..KeyChange::default() };
            let key = update(store, key, &change, by)?;
            Ok(CommandOutput::done(format!("key {key} now has the nickname {nickname}")))
        }
        KeysCommand::SetDescription { key, description } => {
            let change = KeyChange { description: Some(description.clone()), ..KeyChange::default() };
            let key = update(store, key, &change, by)?;
            Ok(CommandOutput::done(format!("key {key} now has the description: {}", escaped(description))))
        }
        KeysCommand::SetOrigins { key, rules } => {
            let change = KeyChange { origins: Some(rules.clone()), ..KeyChange::default() };
            let key = update(store, key, &change, by)?;
            Ok(CommandOutput::done(format!("key {key} allows the origins: {}", any_if_empty(rules))))
        }
        KeysCommand::SetIps { key, rules } => {
            let change = KeyChange { ips: Some(rules.clone()), ..KeyChange::default() };
            let key = update(store, key, &change, by)?;
            Ok(CommandOutput::done(format!("key {key} allows the addresses: {}", any_if_empty(rules))))
        }
        KeysCommand::Grant { key, entitlement } => {
            let key = key.find(store)?.id;
            store.grant(&key, entitlement, by)?;
            Ok(CommandOutput::done(format!("entitlement {entitlement} granted to key {key}")))
        }
        KeysCommand::Revoke { key, entitlement } => {
            let key = key.find(store)?.id;
            store.revoke(&key, entitlement, by)?;
            Ok(CommandOutput::done(format!("entitlement {entitlement} of key {key} revoked")))
        }
    }
}

/// Changes a key and returns its id.
fn update(store: &mut dyn Store, key: &KeyName, change: &KeyChange, by: &Actor) -> Stored<String> {
    let id = key.find(store)?.id;
    store.update_key(&id, change, by)?;
    Ok(id)
}

/// A key as JSON, without its secret.
pub(super) fn key_json(row: &KeyRow) -> Value {
    let list = |rules: &str, separator| -> Vec<String> {
        rules.split(separator).map(|rule| rule.trim().to_owned()).filter(|rule| !rule.is_empty()).collect()
    };
    json!({
        "id": row.id,
        "account": row.account,
        "nickname": row.nickname,
        "description": row.description,
        "enabled": row.enabled,
        "entitlements": row.entitlements,
        "origins": list(&row.origins, ';'),
        "ips": list(&row.ips, ','),
        "createdAt": iso(row.created_ms),
        "secretMadeAt": iso(row.secret_ms),
        "oldSecretUntil": row.old_until_ms.map(iso),
        "lastUsedAt": row.last_used_ms.map(iso),
    })
}

pub(super) fn keys_table(keys: &[KeyRow]) -> String {
    let rows = keys
        .iter()
        .map(|k| {
            vec![
                k.id.clone(),
                k.account.clone(),
                k.nickname.clone(),
                state(k).into(),
                k.entitlements.join(" "),
                k.origins.clone(),
                k.ips.clone(),
                date(k.created_ms),
                last_used(k),
            ]
        })
        .collect();
    let head = [
        "key",
        "account",
        "nickname",
        "state",
        "entitlements",
        "origins",
        "addresses",
        "created",
        "last used",
    ];
    table(&head, rows)
}

fn key_text(key: &KeyRow, now_ms: i64) -> String {
    let old = match key.old_until_ms.filter(|until| now_ms < *until) {
        Some(until) => format!("valid until {} UTC", minute(until)),
        None => "none".into(),
    };
    let lines = [
        ("key", key.id.as_str()),
        ("account", &key.account),
        ("nickname", &key.nickname),
        ("description", &key.description),
        ("state", state(key)),
        ("entitlements", &key.entitlements.join(" ")),
        ("origins", any_if_empty(&key.origins)),
        ("addresses", any_if_empty(&key.ips)),
        ("created", &date(key.created_ms)),
        ("secret from", &date(key.secret_ms)),
        ("old secret", &old),
        ("last used", &last_used(key)),
    ];
    lines.iter().map(|(name, value)| format!("{name:<13}{}\n", escaped(value))).collect()
}

fn state(key: &KeyRow) -> &'static str {
    if key.enabled { "enabled" } else { "disabled" }
}

fn last_used(key: &KeyRow) -> String {
    key.last_used_ms.map_or_else(|| "never".into(), minute)
}
