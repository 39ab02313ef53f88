//! `umbra accounts`: creates, lists, changes and deletes accounts.

use super::confirm::Confirmation;
use super::keys;
use super::output::{CommandOutput, date, table};
use crate::command::concealed::Concealed;
use accounts::clock::iso;
use accounts::password;
use accounts::place::{AccountsPlace, PostgresAddress};
use accounts::plan::Plan;
use accounts::store::{ACCOUNT_REQUEST, PASSWORD_CHANGE, PASSWORD_REQUEST};
use accounts::store::{AccountRow, Actor, AuditFilter, AuditRow, Store, StoreError, Stored};
use clap::Subcommand;
use serde_json::{Value, json};
use std::io::Read;

/// Maximum length of a password on standard input.
const MAX_PASSWORD_BYTES: u64 = 4096;

/// A command on accounts.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum AccountsCommand {
    /// Creates an account and prints its id
    Create {
        /// Name of the holder
        #[arg(long)]
        name: String,
        /// Email address for signing in to the console
        #[arg(long)]
        email: String,
        /// free, starter, pro or enterprise
        #[arg(long, default_value = "free")]
        plan: Plan,
        /// Reads the console password from standard input. An account without a password cannot sign in
        #[arg(long)]
        password_stdin: bool,
    },
    /// Lists all accounts
    List,
    /// Shows an account and its keys
    Show {
        /// Id or email address
        account: String,
    },
    /// Changes the name of the holder
    SetName {
        /// Id or email address
        account: String,
        /// 1 to 200 characters
        name: String,
    },
    /// Changes the email address for signing in to the console
    SetEmail {
        /// Id or email address
        account: String,
        /// The new email address
        email: String,
    },
    /// Changes the plan, and with it the entitlements of all keys
    SetPlan {
        /// Id or email address
        account: String,
        /// free, starter, pro or enterprise
        plan: Plan,
    },
    /// Changes the console password, which it reads from standard input
    SetPassword {
        /// Id or email address
        account: String,
    },
    /// Prints a link with which the holder sets a new console password, once and within 24 hours
    ResetPassword {
        /// Id or email address
        account: String,
    },
    /// Lists open requests from the console for accounts and new passwords
    Requests,
    /// Suspends an account: its keys and tokens get 403, and signing in to the console fails
    Suspend {
        /// Id or email address
        account: String,
    },
    /// Resumes a suspended account
    Resume {
        /// Id or email address
        account: String,
    },
    /// Copies accounts, keys, usage, notices and the audit log from an SQLite file into an empty PostgreSQL
    /// database. Ids and secrets stay the same. Stop all servers that use the file first. Run it again if it
    /// is interrupted
    Migrate {
        /// The SQLite file
        #[arg(long, value_name = "FILE", value_parser = Concealed::<AccountsPlace>::new())]
        from: AccountsPlace,
        /// The database, such as postgres://umbra:password@db.example.org/umbra
        #[arg(
            long,
            env = "UMBRA_ACCOUNTS",
            hide_env_values = true,
            value_name = "ADDRESS",
            value_parser = Concealed::<PostgresAddress>::new()
        )]
        to: PostgresAddress,
    },
    /// Deletes an account, its keys and its usage, after confirmation
    Delete {
        /// Id or email address
        account: String,
        #[command(flatten)]
        confirmation: Confirmation,
    },
}

pub(super) fn run(command: &AccountsCommand, store: &mut dyn Store, by: &Actor) -> Stored<CommandOutput> {
    match command {
        AccountsCommand::Create { name, email, plan, password_stdin } => {
            let hash = if *password_stdin { Some(password::hash(&from_stdin()?, email)?) } else { None };
            let id = store.create_account(name, email, *plan, hash.as_deref(), by)?;
            let text = format!(
                "account {id}, plan {plan}\nnext: umbra keys create --account {id} --nickname main\n"
            );
            Ok(CommandOutput::new(json!({ "account": id }), text))
        }
        AccountsCommand::List => {
            let accounts = store.accounts()?;
            let json = accounts.iter().map(account_json).collect();
            Ok(CommandOutput::new(json, accounts_table(&accounts)))
        }
        AccountsCommand::Show { account } => {
            let account = store.account(account)?;
            let of_account = store.keys(Some(&account.id))?;
            let text = accounts_table(std::slice::from_ref(&account)) + "\n" + &keys::keys_table(&of_account);
            let keys: Vec<_> = of_account.iter().map(keys::key_json).collect();
            Ok(CommandOutput::new(json!({ "account": account_json(&account), "keys": keys }), text))
        }
        AccountsCommand::SetPlan { account, plan } => {
            store.set_plan(account, *plan, by)?;
            Ok(CommandOutput::done(format!("{account} now has the plan {plan}")))
        }
        AccountsCommand::SetName { account, name } => {
            store.set_name(account, name, by)?;
            Ok(CommandOutput::done(format!("{account} now has the name {}", name.trim())))
        }
        AccountsCommand::SetEmail { account, email } => {
            store.set_email(account, email, by)?;
            Ok(CommandOutput::done(format!("{account} now has the email address {}", email.trim())))
        }
        AccountsCommand::SetPassword { account } => {
            let email = store.account(account)?.email;
            store.set_password(account, &password::hash(&from_stdin()?, &email)?, by)?;
            Ok(CommandOutput::done(format!("{account} has a new password")))
        }
        AccountsCommand::ResetPassword { account } => {
            let path = format!("/console/reset?token={}", store.reset_token(account, by)?);
            let text =
                format!("{path}\nis the link, after the address of your service; valid for 24 hours, once\n");
            Ok(CommandOutput::new(json!({ "path": path }), text))
        }
        AccountsCommand::Requests => requests(store),
        AccountsCommand::Suspend { account } => {
            store.set_suspended(account, true, by)?;
            Ok(CommandOutput::done(format!("account {account} suspended")))
        }
        AccountsCommand::Resume { account } => {
            store.set_suspended(account, false, by)?;
            Ok(CommandOutput::done(format!("account {account} resumed")))
        }
        AccountsCommand::Migrate { .. } => {
            unreachable!("`run` in mod.rs handles it without opening --accounts")
        }
        AccountsCommand::Delete { account, confirmation } => {
            let row = store.account(account)?;
            let keys = match store.keys(Some(&row.id))?.len() {
                1 => "1 key".to_owned(),
                number => format!("{number} keys"),
            };
            let what =
                format!("deleting the account {} of {}, its {keys} and its usage", row.email, row.name);
            confirmation.ask(&what)?;
            store.delete_account(&row.id, by)?;
            Ok(CommandOutput::done(format!("account {account} deleted, with its keys and its usage")))
        }
    }
}

/// Lists requests that nothing has answered: no account with the email address, no new password since.
fn requests(store: &dyn Store) -> Stored<CommandOutput> {
    let (lines, accounts) = (store.audit(&AuditFilter::default())?, store.accounts()?);
    let is_open = |line: &&AuditRow| match line.action.as_str() {
        ACCOUNT_REQUEST => {
            let email = line.detail.rsplit(", ").next().unwrap_or_default();
            !accounts.iter().any(|account| account.email.eq_ignore_ascii_case(email))
        }
        PASSWORD_REQUEST => {
            let is_answer =
                |l: &AuditRow| l.id > line.id && l.action == PASSWORD_CHANGE && l.account == line.account;
            accounts.iter().any(|a| Some(&a.id) == line.account.as_ref()) && !lines.iter().any(is_answer)
        }
        _ => false,
    };
    let open: Vec<_> = lines.iter().filter(is_open).collect();
    let json = open.iter().map(|l| {
        json!({
            "at": iso(l.at_ms),
            "request": l.action,
            "from": l.place,
            "account": l.account,
            "detail": l.detail,
        })
    });
    let row = |l: &&AuditRow| vec![iso(l.at_ms), l.action.clone(), l.detail.clone(), l.place.clone()];
    let text = table(&["when", "request", "name, email", "from"], open.iter().map(row).collect());
    Ok(CommandOutput::new(json.collect(), text))
}

fn account_json(row: &AccountRow) -> Value {
    json!({
        "id": row.id,
        "name": row.name,
        "email": row.email,
        "plan": row.plan,
        "hasPassword": row.has_password,
        "createdAt": iso(row.created_ms),
        "suspendedAt": row.suspended_ms.map(iso),
    })
}

fn from_stdin() -> Stored<String> {
    let mut text = String::new();
    std::io::stdin()
        .take(MAX_PASSWORD_BYTES)
        .read_to_string(&mut text)
        .map_err(|e| StoreError::Invalid(format!("cannot read the password from standard input: {e}")))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
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
                if a.suspended_ms.is_some() { "suspended" } else { "active" }.into(),
                date(a.created_ms),
            ]
        })
        .collect();
    table(&["account", "plan", "email", "name", "password", "state", "created"], rows)
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}
