//! `server accounts`: who holds keys and pays.

use super::confirm::Confirmation;
use super::keys;
use super::output::{Output, table};
use super::shown::{self, date};
use crate::command::concealed::Concealed;
use accounts::password;
use accounts::place::{AccountsPlace, PostgresAddress};
use accounts::plan::Plan;
use accounts::store::{AccountRow, Actor, Store, StoreError, Stored};
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
    /// Refuses the account: its keys and tokens get 403, and nobody can sign in to the console
    Suspend {
        /// Id or email address
        account: String,
    },
    /// Takes a suspended account again
    Resume {
        /// Id or email address
        account: String,
    },
    /// Copies all accounts, keys, usage, notices and the audit log from a file into an empty PostgreSQL; ids
    /// and secrets stay. No server may use the file. A copy that was interrupted is made by running it again
    Migrate {
        /// The file of SQLite
        #[arg(long, value_name = "FILE", value_parser = Concealed::<AccountsPlace>::new())]
        from: AccountsPlace,
        /// The database, such as postgres://umbra:word@db.example.org/umbra
        #[arg(
            long,
            env = "UMBRA_ACCOUNTS",
            hide_env_values = true,
            value_name = "ADDRESS",
            value_parser = Concealed::<PostgresAddress>::new()
        )]
        to: PostgresAddress,
    },
    /// Deletes an account, its keys and its usage, after a question
    Delete {
        /// Id or email address
        account: String,
        #[command(flatten)]
        confirmation: Confirmation,
    },
}

/// Carries out a command.
pub(super) fn run(command: &AccountsCommand, store: &mut dyn Store, by: &Actor) -> Stored<Output> {
    match command {
        AccountsCommand::Create { name, email, plan, password_stdin } => {
            let hash = if *password_stdin { Some(password::hash(&from_stdin()?, email)?) } else { None };
            let id = store.create_account(name, email, *plan, hash.as_deref(), by)?;
            let text = format!(
                "account {id}, plan {plan}\nnext: server keys create --account {id} --nickname main\n"
            );
            Ok(Output::new(json!({ "account": id }), text))
        }
        AccountsCommand::List => {
            let accounts = store.accounts()?;
            let json = accounts.iter().map(shown::account).collect();
            Ok(Output::new(json, accounts_table(&accounts)))
        }
        AccountsCommand::Show { account } => {
            let account = store.account(account)?;
            let of_account = store.keys(Some(&account.id))?;
            let text = accounts_table(std::slice::from_ref(&account)) + "\n" + &keys::keys_table(&of_account);
            let keys: Vec<_> = of_account.iter().map(shown::key).collect();
            Ok(Output::new(json!({ "account": shown::account(&account), "keys": keys }), text))
        }
        AccountsCommand::SetPlan { account, plan } => {
            store.set_plan(account, *plan, by)?;
            Ok(Output::done(format!("{account} has the plan {plan}")))
        }
        AccountsCommand::SetName { account, name } => {
            store.set_name(account, name, by)?;
            Ok(Output::done(format!("{account} has the name {}", name.trim())))
        }
        AccountsCommand::SetEmail { account, email } => {
            store.set_email(account, email, by)?;
            Ok(Output::done(format!("{account} has the email address {}", email.trim())))
        }
        AccountsCommand::SetPassword { account } => {
            let email = store.account(account)?.email;
            store.set_password(account, &password::hash(&from_stdin()?, &email)?, by)?;
            Ok(Output::done(format!("{account} has a new password")))
        }
        AccountsCommand::Suspend { account } => {
            store.set_suspended(account, true, by)?;
            Ok(Output::done(format!("{account} is suspended")))
        }
        AccountsCommand::Resume { account } => {
            store.set_suspended(account, false, by)?;
            Ok(Output::done(format!("{account} is taken again")))
        }
        AccountsCommand::Migrate { .. } => {
            unreachable!("it is carried out without opening --accounts")
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
                if a.suspended_ms.is_some() { "suspended" } else { "active" }.into(),
                date(a.created_ms),
            ]
        })
        .collect();
    table(&["account", "plan", "email", "name", "password", "state", "made"], rows)
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}
