//! `umbra plans`: lists and changes allowances.

use super::output::{CommandOutput, table};
use accounts::plan::{Credits, Plan};
use accounts::store::{Actor, Store, StoreError, Stored};
use clap::Subcommand;
use serde_json::{Value, json};

/// A command on plans.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum PlansCommand {
    /// Lists all plans and their allowances
    List,
    /// Sets the monthly credits of a plan
    SetAllowance {
        /// free, starter, pro or enterprise
        plan: Plan,
        /// Credits, such as 5000
        credits: f64,
    },
}

pub(super) fn run(command: &PlansCommand, store: &mut dyn Store, by: &Actor) -> Stored<CommandOutput> {
    match command {
        PlansCommand::List => {
            let plans = store.plans()?;
            let row = |(plan, credits): &(Plan, Credits)| vec![plan.to_string(), credits.to_string()];
            let object =
                |(plan, credits): &(Plan, Credits)| json!({ "plan": plan, "allowance": credits.to_f64() });
            let text = table(&["plan", "credits a month"], plans.iter().map(row).collect());
            Ok(CommandOutput::new(plans.iter().map(object).collect::<Value>(), text))
        }
        PlansCommand::SetAllowance { plan, credits } => {
            if !(0.0..=1e12).contains(credits) {
                let error = format!("invalid credits {credits}; use a number from 0 to 1e12");
                return Err(StoreError::Invalid(error));
            }
            store.set_allowance(*plan, Credits::from_f64(*credits), by)?;
            Ok(CommandOutput::done(format!("plan {plan} now has {credits} credits a month")))
        }
    }
}
