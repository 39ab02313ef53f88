//! `server accounts`: who holds keys and pays.

use super::keys;
use super::output::{Output, date, table};
use crate::accounts::password;
use crate::accounts::plan::Plan;
use crate::accounts::store::{AccountRow, Store, StoreError, Stored};
use clap::Subcommand;
use serde_json::json;
use std::io::Read;

/// Bytes of a password on standard input that are read.
const MAX_PASSWORD_BYTES: u64 = 4096;

/// What can be done with accounts.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum AccountsCommand {
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
    /// Changes the name of the holder
    SetName {
        /// Id or email address
        account: String,
        /// 1 to 200 characters
        name: String,
    },
    /// Changes the email address, with which the holder signs in to the console
    SetEmail {
        /// Id or email address
        account: String,
        /// The new email address
        email: String,
    },
    /// Changes the plan; the entitlements of all its keys follow
    SetPlan {
        /// Id or email address
        account: String,
        /// free, starter, pro or enterprise
        plan: Plan,
    },
    /// Changes the password for the console, read from standard input
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

/// Carries out a command.
pub(super) fn run(command: &AccountsCommand, store: &mut dyn Store, now_ms: i64) -> Stored<Output> {
    match command {
        AccountsCommand::Create { name, email, plan, password_stdin } => {
            let hash = if *password_stdin { Some(password::hash(&from_stdin()?, email)?) } else { None };
            let id = store.create_account(name, email, *plan, hash.as_deref(), now_ms)?;
            let text = format!(
                "account {id}, plan {plan}\nnext: server keys create --account {id} --nickname main\n"
            );
            Ok(Output::new(json!({ "account": id }), text))
        }
        AccountsCommand::List => {
            let accounts = store.accounts()?;
            Ok(Output::new(json!(accounts), accounts_table(&accounts)))
        }
        AccountsCommand::Show { account } => {
            let account = store.account(account)?;
            let of_account = store.keys(Some(&account.id))?;
            let text = accounts_table(std::slice::from_ref(&account)) + "\n" + &keys::keys_table(&of_account);
            Ok(Output::new(json!({ "account": account, "keys": of_account }), text))
        }
        AccountsCommand::SetPlan { account, plan } => {
            store.set_plan(account, *plan)?;
            Ok(Output::done(format!("{account} has the plan {plan}")))
        }
        AccountsCommand::SetName { account, name } => {
            store.set_name(account, name)?;
            Ok(Output::done(format!("{account} has the name {}", name.trim())))
        }
        AccountsCommand::SetEmail { account, email } => {
            store.set_email(account, email)?;
            Ok(Output::done(format!("{account} has the email address {}", email.trim())))
        }
        AccountsCommand::SetPassword { account } => {
            let email = store.account(account)?.email;
            store.set_password(account, &password::hash(&from_stdin()?, &email)?)?;
            Ok(Output::done(format!("{account} has a new password")))
        }
        AccountsCommand::Delete { account } => {
            store.delete_account(account)?;
            Ok(Output::done(format!("{account} is deleted, with its keys and its usage")))
        }
    }
}

fn from_stdin() -> Stored<String> {
    let mut text = String::new();
    std::io::stdin()
        .take(MAX_PASSWORD_BYTES)
        .read_to_string(&mut text)
        .map_err(|e| StoreError::Invalid(format!("no password on standard input: {e}")))?;
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
                date(a.created_ms),
            ]
        })
        .collect();
    table(&["account", "plan", "email", "name", "password", "made"], rows)
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}
