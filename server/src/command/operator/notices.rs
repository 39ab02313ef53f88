//! `server notices`: which accounts are to be told that their allowance nears its end.

use super::output::{Output, table};
use super::shown::{date, month};
use accounts::notice::document;
use accounts::store::{Actor, NoticeRow, Store, Stored};
use clap::Subcommand;

/// What can be done with notices.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum NoticesCommand {
    /// Notices that are still to be passed on to the holders
    List {
        /// Those that were passed on, too
        #[arg(long)]
        all: bool,
    },
    /// Notes that the holders were told; the notices are then no longer listed, nor sent to the webhook
    Mark {
        /// Numbers of notices, as listed
        #[arg(required = true, value_name = "ID")]
        ids: Vec<i64>,
    },
}

/// Carries out a command.
pub(super) fn run(command: &NoticesCommand, store: &mut dyn Store, by: &Actor) -> Stored<Output> {
    match command {
        NoticesCommand::List { all } => {
            let notices = store.notices(*all)?;
            let head =
                ["notice", "email", "name", "month", "used", "credits", "of", "plan", "made", "passed on"];
            let text = table(&head, notices.iter().map(cells).collect());
            Ok(Output::new(notices.iter().map(document).collect(), text))
        }
        NoticesCommand::Mark { ids } => {
            store.mark_notices(ids, &by.name, by.now_ms)?;
            let s = if ids.len() == 1 { "notice is" } else { "notices are" };
            Ok(Output::done(format!("{} {s} marked as passed on", ids.len())))
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
