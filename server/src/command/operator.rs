//! The operator's commands. They work on the database itself, also while a server runs on it, which sees a
//! change within a second.

use crate::accounts::clock::{Clock, DAY_MS, Month};
use crate::accounts::password;
use crate::accounts::plan::{Credits, Plan};
use crate::accounts::secret::KeyId;
use crate::accounts::store::sqlite::SqliteStore;
use crate::accounts::store::{AccountRow, KeyRow, Store, StoreError, Stored};
use crate::api::input::Instant;
use clap::Subcommand;
use serde_json::json;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What an operator can do besides serving.
#[derive(Debug, Clone, Subcommand)]
pub enum Operation {
    /// Accounts: who pays
    #[command(subcommand)]
    Accounts(Accounts),
    /// Keys: what an account's programs send
    #[command(subcommand)]
    Keys(Keys),
    /// Plans and what they allow
    #[command(subcommand)]
    Plans(Plans),
    /// Credits and calls of a month, by key, operation and day
    Usage {
        /// Id or email address of one account
        #[arg(long, value_name = "ACCOUNT")]
        account: Option<String>,
        /// The month, such as 2026-11; the present one if left out
        #[arg(long, value_name = "YYYY-MM")]
        month: Option<String>,
    },
    /// Secrets that sign access tokens
    #[command(subcommand)]
    Tokens(Tokens),
    /// Copies the database, also while a server uses it
    Backup {
        /// A file that does not exist yet
        file: PathBuf,
    },
}

/// Accounts.
#[derive(Debug, Clone, Subcommand)]
pub enum Accounts {
    /// Makes an account; prints its id
    Create {
        /// Name of the holder
        #[arg(long)]
        name: String,
        /// Email address, with which the holder signs in to the console
        #[arg(long)]
        email: String,
        /// free, starter, pro or enterprise
        #[arg(long, default_value = "free")]
        plan: Plan,
        /// Reads the password for the console from standard input; without one nobody can sign in
        #[arg(long)]
        password_stdin: bool,
    },
    /// All accounts
    List,
    /// One account and its keys
    Show {
        /// Id or email address
        account: String,
    },
    /// Another plan; the entitlements of all its keys follow
    SetPlan {
        /// Id or email address
        account: String,
        /// free, starter, pro or enterprise
        plan: Plan,
    },
    /// Another password for the console, from standard input
    SetPassword {
        /// Id or email address
        account: String,
    },
    /// Deletes an account, its keys and its usage
    Delete {
        /// Id or email address
        account: String,
    },
}

/// Keys.
#[derive(Debug, Clone, Subcommand)]
pub enum Keys {
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
    /// Another nickname
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

/// Plans.
#[derive(Debug, Clone, Subcommand)]
pub enum Plans {
    /// All plans and their allowances
    List,
    /// Credits that a plan allows in a month
    SetAllowance {
        /// free, starter, pro or enterprise
        plan: Plan,
        /// Credits, such as 5000
        credits: f64,
    },
}

/// Tokens.
#[derive(Debug, Clone, Subcommand)]
pub enum Tokens {
    /// Makes a new secret; tokens of the one before stay valid until they expire, older ones do not
    RotateSecret,
}

/// Carries out a command on the database at `path`; gives what is to be printed.
pub fn run(operation: &Operation, path: &Path, as_json: bool) -> Stored<String> {
    let makes = matches!(operation, Operation::Accounts(Accounts::Create { .. }));
    let mut store = if makes { SqliteStore::open(path)? } else { SqliteStore::open_existing(path)? };
    let now_ms = Clock::System.now_ms();
    let show = |value: serde_json::Value, text: String| if as_json { format!("{value:#}\n") } else { text };
    let done = |text: String| Ok(show(json!({ "done": text }), format!("{text}\n")));
    match operation {
        Operation::Accounts(command) => match command {
            Accounts::Create { name, email, plan, password_stdin } => {
                let hash = if *password_stdin { Some(password::hash(&from_stdin()?)?) } else { None };
                let id = store.create_account(name, email, *plan, hash.as_deref(), now_ms)?;
                Ok(show(
                    json!({ "account": id }),
                    format!(
                        "account {id}, plan {plan}\nnext: server keys create --account {id} --nickname main\n"
                    ),
                ))
            }
            Accounts::List => {
                let accounts = store.accounts()?;
                Ok(show(json!(accounts), accounts_table(&accounts)))
            }
            Accounts::Show { account } => {
                let account = store.account(account)?;
                let keys = store.keys(Some(&account.id))?;
                let text =
                    format!("{}\n{}", accounts_table(std::slice::from_ref(&account)), keys_table(&keys));
                Ok(show(json!({ "account": account, "keys": keys }), text))
            }
            Accounts::SetPlan { account, plan } => {
                store.set_plan(account, *plan)?;
                done(format!("{account} has the plan {plan}"))
            }
            Accounts::SetPassword { account } => {
                store.set_password(account, &password::hash(&from_stdin()?)?)?;
                done(format!("{account} has a new password"))
            }
            Accounts::Delete { account } => {
                store.delete_account(account)?;
                done(format!("{account} is deleted, with its keys and its usage"))
            }
        },
        Operation::Keys(command) => match command {
            Keys::Create { account, nickname, description } => {
                let secret = store.create_key(account, nickname, description, now_ms)?;
                let text = format!("key {}, shown only now:\n{}\n", secret.id, secret.text);
                Ok(show(json!({ "key": secret.id.as_str(), "secret": secret.text }), text))
            }
            Keys::List { account } => {
                let keys = store.keys(account.as_deref())?;
                Ok(show(json!(keys), keys_table(&keys)))
            }
            Keys::Show { key } => {
                let key = store.key(&id(key)?)?;
                Ok(show(json!(key), key_text(&key)))
            }
            Keys::Disable { key } => {
                store.set_enabled(&id(key)?, false)?;
                done(format!("key {key} is disabled"))
            }
            Keys::Enable { key } => {
                store.set_enabled(&id(key)?, true)?;
                done(format!("key {key} is enabled"))
            }
            Keys::Delete { key } => {
                store.delete_key(&id(key)?, now_ms)?;
                done(format!("key {key} is deleted"))
            }
            Keys::SetNickname { key, nickname } => {
                store.set_nickname(&id(key)?, nickname)?;
                done(format!("key {key} has the nickname {nickname}"))
            }
            Keys::SetOrigins { key, rules } => {
                store.set_origins(&id(key)?, rules)?;
                done(format!("key {key} allows the origins: {}", any_if_empty(rules)))
            }
            Keys::SetIps { key, rules } => {
                store.set_ips(&id(key)?, rules)?;
                done(format!("key {key} allows the addresses: {}", any_if_empty(rules)))
            }
            Keys::Grant { key, entitlement } => {
                store.grant(&id(key)?, entitlement)?;
                done(format!("key {key} has the entitlement {entitlement}"))
            }
            Keys::Revoke { key, entitlement } => {
                store.revoke(&id(key)?, entitlement)?;
                done(format!("key {key} no longer has the entitlement {entitlement} by itself"))
            }
        },
        Operation::Plans(Plans::List) => {
            let plans = store.plans()?;
            let rows =
                plans.iter().map(|(plan, credits)| vec![plan.to_string(), credits.to_string()]).collect();
            let value: Vec<_> = plans
                .iter()
                .map(|(plan, credits)| json!({ "plan": plan, "allowance": credits.to_f64() }))
                .collect();
            Ok(show(json!(value), table(&["plan", "credits a month"], rows)))
        }
        Operation::Plans(Plans::SetAllowance { plan, credits }) => {
            if !(0.0..=1e12).contains(credits) {
                return Err(StoreError::Invalid(format!(
                    "{credits} must be a number of credits from 0 to 1e12"
                )));
            }
            store.set_allowance(*plan, Credits::from_f64(*credits))?;
            done(format!("{plan} allows {credits} credits a month"))
        }
        Operation::Usage { account, month } => {
            let month = match month.as_deref() {
                None => Month::of(now_ms),
                Some(text) => Month::parse(text).ok_or_else(|| {
                    StoreError::Invalid(format!("--month {text} must be a month such as 2026-11"))
                })?,
            };
            let account = account.as_deref().map(|a| store.account(a)).transpose()?.map(|a| a.id);
            let usage = store.usage(month, account.as_deref())?;
            let rows = usage
                .iter()
                .map(|u| {
                    vec![
                        u.account.clone(),
                        u.nickname.clone(),
                        date(u.day * DAY_MS),
                        u.endpoint.clone(),
                        u.calls.to_string(),
                        u.credits.to_string(),
                    ]
                })
                .collect();
            Ok(show(json!(usage), table(&["account", "key", "day", "operation", "calls", "credits"], rows)))
        }
        Operation::Tokens(Tokens::RotateSecret) => {
            let kid = store.rotate_secret(now_ms)?;
            done(format!("new tokens are signed with {kid}"))
        }
        Operation::Backup { file } => {
            store.backup(file)?;
            done(format!("copied to {}", file.display()))
        }
    }
}

/// The name of a key, given as such or in the masked or whole secret.
fn id(text: &str) -> Stored<String> {
    let body = text.strip_prefix(crate::accounts::secret::PREFIX).unwrap_or(text).trim_end_matches('…');
    let id = body
        .get(..12)
        .filter(|_| body.len() == 12 || crate::accounts::secret::is_well_formed(text))
        .and_then(KeyId::parse);
    id.map(|id| id.to_string()).ok_or_else(|| {
        StoreError::Invalid(format!(
            "\"{text}\" must be the 12 letters and digits that name a key; `server keys list` shows them"
        ))
    })
}

fn from_stdin() -> Stored<String> {
    let mut text = String::new();
    std::io::stdin()
        .take(4096)
        .read_to_string(&mut text)
        .map_err(|e| StoreError::Invalid(format!("no password on standard input: {e}")))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

fn any_if_empty(rules: &str) -> &str {
    if rules.trim().is_empty() { "any" } else { rules }
}

fn date(unix_ms: i64) -> String {
    Instant { unix_ms }.iso().chars().take(10).collect()
}

fn accounts_table(accounts: &[AccountRow]) -> String {
    let rows = accounts
        .iter()
        .map(|a| {
            vec![
                a.id.clone(),
                a.plan.to_string(),
                a.email.clone(),
                a.name.clone(),
                yes(a.has_password),
                date(a.created_ms),
            ]
        })
        .collect();
    table(&["account", "plan", "email", "name", "password", "made"], rows)
}

fn keys_table(keys: &[KeyRow]) -> String {
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
    lines.iter().map(|(name, value)| format!("{name:<13}{value}\n")).collect()
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

/// Columns as wide as their widest cell.
fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let rows: Vec<Vec<String>> =
        std::iter::once(head.iter().map(|h| (*h).to_owned()).collect()).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        row.iter()
            .zip(&widths)
            .map(|(cell, w)| format!("{cell:<w$}  "))
            .collect::<String>()
            .trim_end()
            .to_owned()
            + "\n"
    };
    rows.iter().map(line).collect()
}
