//! The question before what cannot be undone.

use accounts::store::{StoreError, Stored};
use clap::Args;
use std::io::{IsTerminal, Write, stderr, stdin};

// The option that answers the question beforehand. Not a docstring: clap would show it instead of that of the
// command.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Confirmation {
    /// Does it without a question
    #[arg(long)]
    yes: bool,
}

impl Confirmation {
    /// Asks whether something that cannot be undone is really to be done, unless the command says so; `what`
    /// says what it is. Without a terminal nobody can answer, and it is not done.
    pub(super) fn ask(self, what: &str) -> Stored<()> {
        if self.yes {
            return Ok(());
        }
        if !(stdin().is_terminal() && stderr().is_terminal()) {
            let text = format!("{what} cannot be undone; nothing was done. Say --yes to do it");
            return Err(StoreError::Invalid(text));
        }
        let mut answer = String::new();
        let asked = write!(stderr(), "{what} cannot be undone. Type yes to do it: ");
        let read = asked.and_then(|()| stderr().flush()).and_then(|()| stdin().read_line(&mut answer));
        match read {
            Ok(_) if matches!(answer.trim().to_ascii_lowercase().as_str(), "yes" | "y") => Ok(()),
            _ => Err(StoreError::Invalid("nothing was done".into())),
        }
    }
}
