//! `umbra prune`: deletes old rows.

use super::output::{CommandOutput, table};
use accounts::store::{Actor, Retention, Store, Stored};
use clap::Args;
use serde_json::json;

/// The rows to keep.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PruneCommand {
    /// Months of usage to keep besides the current one
    #[arg(
        long,
        value_name = "N",
        default_value_t = 13,
        value_parser = clap::value_parser!(u32).range(1..=1200)
    )]
    usage_months: u32,
    /// Days of the audit log to keep
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=36_500)
    )]
    audit_days: u32,
    /// Counts the rows without deleting them
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(command: PruneCommand, store: &mut dyn Store, by: &Actor) -> Stored<CommandOutput> {
    let PruneCommand { usage_months, audit_days, dry_run } = command;
    let pruned = store.prune(&Retention::new(by.now_ms, usage_months, audit_days), dry_run, by)?;
    let head = ["rows of", if dry_run { "to delete" } else { "deleted" }];
    let text =
        table(&head, pruned.iter().map(|(what, rows)| vec![(*what).into(), rows.to_string()]).collect());
    let rows: serde_json::Map<_, _> =
        pruned.iter().map(|(what, rows)| ((*what).into(), json!(rows))).collect();
    Ok(CommandOutput::new(json!({ "dryRun": dry_run, "rows": rows }), text))
}
