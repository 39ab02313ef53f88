//! `umbra usage`: credits and calls in a month.

use super::output::{CommandOutput, day, month, table};
use accounts::clock::Month;
use accounts::credits::Tally;
use accounts::plan::{Credits, Plan};
use accounts::store::{AccountRow, Store, StoreError, Stored, UsageRow};
use clap::Args;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Filter for usage.
#[derive(Debug, Clone, Args)]
pub(crate) struct UsageCommand {
    /// Id or email address of an account
    #[arg(long, value_name = "ACCOUNT")]
    account: Option<String>,
    /// The month, such as 2026-11. Default: the current month
    #[arg(long, value_name = "YYYY-MM")]
    month: Option<String>,
}

/// Usage of an account in the month.
struct Total<'a> {
    account: &'a AccountRow,
    tally: Tally,
    /// The current allowance of its plan.
    allowance: Credits,
}

pub(super) fn run(command: &UsageCommand, store: &dyn Store, now_ms: i64) -> Stored<CommandOutput> {
    let requested = match command.month.as_deref() {
        None => Month::of(now_ms),
        Some(text) => Month::parse(text).ok_or_else(|| {
            StoreError::Invalid(format!("invalid --month {text}; use a month such as 2026-11"))
        })?,
    };
    let accounts = match command.account.as_deref() {
        Some(account) => vec![store.account(account)?],
        None => store.accounts()?,
    };
    let account = command.account.as_ref().and(accounts.first()).map(|a| a.id.as_str());
    let usage = store.usage(requested, account)?;
    let emails: HashMap<&str, &str> = accounts.iter().map(|a| (a.id.as_str(), a.email.as_str())).collect();
    let email =
        |row: &UsageRow| emails.get(row.account.as_str()).map_or(row.account.as_str(), |e| e).to_owned();
    let totals = totals(&accounts, &usage, &store.plans()?);
    let json = json!({
        "month": month(requested.first_day),
        "totals": sum(&totals),
        "accounts": totals.iter().map(Total::json).collect::<Vec<_>>(),
        "rows": usage.iter().map(|row| line(row, &email(row))).collect::<Vec<_>>(),
    });
    Ok(CommandOutput::new(json, text(&usage, &totals, email)))
}

/// The totals of all accounts with usage in the month, highest first.
fn totals<'a>(accounts: &'a [AccountRow], usage: &[UsageRow], plans: &[(Plan, Credits)]) -> Vec<Total<'a>> {
    let mut tallies = HashMap::<&str, Tally>::new();
    for row in usage {
        let tally = Tally { calls: row.calls, credits: Credits::from_f64(row.credits) };
        tallies.entry(&row.account).or_default().add(tally);
    }
    let allowance = |plan| plans.iter().find(|(p, _)| *p == plan).map_or(Credits(0), |(_, credits)| *credits);
    let total = |account: &'a AccountRow| {
        let tally = *tallies.get(account.id.as_str())?;
        Some(Total { account, tally, allowance: allowance(account.plan) })
    };
    let mut totals: Vec<_> = accounts.iter().filter_map(total).collect();
    totals.sort_by_key(|t| std::cmp::Reverse(t.tally.credits));
    totals
}

impl Total<'_> {
    /// The used part of the current allowance. `None` if the allowance is zero.
    fn share(&self) -> Option<f64> {
        (self.allowance.0 > 0).then(|| self.tally.credits.0 as f64 / self.allowance.0 as f64)
    }

    fn json(&self) -> Value {
        json!({
            "account": self.account.id,
            "email": self.account.email,
            "plan": self.account.plan,
            "calls": self.tally.calls,
            "credits": self.tally.credits.to_f64(),
            "allowance": self.allowance.to_f64(),
            "share": self.share().map(|share| (share * 1e4).round() / 1e4),
        })
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.account.email.clone(),
            self.account.plan.to_string(),
            self.tally.calls.to_string(),
            self.tally.credits.to_string(),
            self.allowance.to_string(),
            self.share().map_or_else(|| "–".into(), |share| format!("{:.1} %", share * 100.0)),
        ]
    }
}

fn sum(totals: &[Total]) -> Value {
    let mut sum = Tally::default();
    totals.iter().for_each(|t| sum.add(t.tally));
    json!({ "calls": sum.calls, "credits": sum.credits.to_f64() })
}

fn line(row: &UsageRow, email: &str) -> Value {
    json!({
        "account": row.account,
        "email": email,
        "key": row.key,
        "nickname": row.nickname,
        "day": day(row.day),
        "endpoint": row.endpoint,
        "calls": row.calls,
        "credits": row.credits,
    })
}

/// The usage, and below it the share of the allowance of each account.
fn text(usage: &[UsageRow], totals: &[Total], email: impl Fn(&UsageRow) -> String) -> String {
    let cells = |row: &UsageRow| {
        let (calls, credits) = (row.calls.to_string(), row.credits.to_string());
        vec![email(row), row.nickname.clone(), day(row.day), row.endpoint.clone(), calls, credits]
    };
    let rows =
        table(&["account", "key", "day", "operation", "calls", "credits"], usage.iter().map(cells).collect());
    let head = ["total of", "plan", "calls", "credits", "allowance", "used"];
    rows + "\n" + &table(&head, totals.iter().map(Total::cells).collect())
}
