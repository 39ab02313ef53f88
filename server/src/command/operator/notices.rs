//! `umbra notices`: lists accounts that have used most of their allowance.

use super::output::{CommandOutput, date, month, table};
use accounts::notice::document;
use accounts::store::{Actor, NoticeRow, Store, Stored};
use clap::Subcommand;

/// A command on notices.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum NoticesCommand {
    /// Lists the notices that were not passed on to the account holders yet
    List {
        /// Includes the notices that were passed on
        #[arg(long)]
        all: bool,
    },
    /// Marks notices as passed on. They are no longer listed or sent to the webhook
    Mark {
        /// Ids of the notices, as listed
        #[arg(required = true, value_name = "ID")]
        ids: Vec<i64>,
    },
}

pub(super) fn run(command: &NoticesCommand, store: &mut dyn Store, by: &Actor) -> Stored<CommandOutput> {
    match command {
        NoticesCommand::List { all } => {
            let notices = store.notices(*all)?;
            let head =
                ["notice", "email", "name", "month", "used", "credits", "of", "plan", "created", "passed on"];
            let text = table(&head, notices.iter().map(cells).collect());
            Ok(CommandOutput::new(notices.iter().map(document).collect(), text))
        }
        NoticesCommand::Mark { ids } => {
            store.mark_notices(ids, &by.name, by.now_ms)?;
            let s = if ids.len() == 1 { "notice is" } else { "notices are" };
            Ok(CommandOutput::done(format!("{} {s} marked as passed on", ids.len())))
        }
    }
}

fn cells(row: &NoticeRow) -> Vec<String> {
    let done = row.done.as_ref().map_or_else(String::new, |(ms, by)| format!("{} by {by}", date(*ms)));
    vec![
        row.id.to_string(),
        row.email.clone(),
        row.name.clone(),
        month(row.first_day),
        format!("{} %", row.level),
        row.used.to_string(),
        row.allowance.to_string(),
        row.plan.to_string(),
        date(row.created_ms),
        done,
    ]
}
