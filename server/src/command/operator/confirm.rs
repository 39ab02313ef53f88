//! The confirmation of irreversible commands.

use accounts::store::{StoreError, Stored};
use clap::Args;
use std::io::{IsTerminal, Write, stderr, stdin};

// The option that replaces the confirmation. Not a doc comment: clap would show it as the command's help.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Confirmation {
    /// Skips the confirmation
    #[arg(long)]
    yes: bool,
}

impl Confirmation {
    /// Asks for confirmation of an irreversible action, unless `--yes` is set. Returns an error without a
    /// terminal, because the user could not answer.
    pub(super) fn ask(self, what: &str) -> Stored<()> {
        if self.yes {
            return Ok(());
        }
        if !(stdin().is_terminal() && stderr().is_terminal()) {
            let text = format!("{what} cannot be undone; nothing was done. Add --yes to proceed");
            return Err(StoreError::Invalid(text));
        }
        let mut answer = String::new();
        let written = write!(stderr(), "{what} cannot be undone. Type yes to proceed: ");
        let read = written.and_then(|()| stderr().flush()).and_then(|()| stdin().read_line(&mut answer));
        match read {
            Ok(_) if matches!(answer.trim().to_ascii_lowercase().as_str(), "yes" | "y") => Ok(()),
            _ => Err(StoreError::Invalid("cancelled; nothing was done".into())),
        }
    }
}
