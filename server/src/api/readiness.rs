//! Readiness of the service for load balancers.

use crate::generation::Data;
use accounts::ledger::staleness::Staleness;

/// The conditions of readiness other than the data.
#[derive(Clone, Copy)]
pub(crate) struct Readiness<'a> {
    /// `true` while the service is shutting down.
    pub(crate) is_stopping: bool,
    /// Time since the accounts were last read.
    pub(crate) staleness: &'a Staleness,
    /// The name, or its beginning, of the generation that the operator requires.
    pub(crate) required_dataset: Option<&'a str>,
}

impl Readiness<'_> {
    /// Returns `ok` and a line for each warning, or the reason why the service is not ready.
    pub(crate) fn text(&self, data: &Data, now_ms: i64) -> Result<String, String> {
        if self.is_stopping {
            return Err("the service is stopping".into());
        }
        if let Some(why) = other_dataset(self.required_dataset, &data.id) {
            return Err(why);
        }
        let unread = match self.unread() {
            Some((true, why)) => return Err(why),
            other => other.map(|(_, warning)| warning),
        };
        let warnings = unread.into_iter().chain(data.delta_t_warning(now_ms));
        Ok(std::iter::once("ok".to_owned()).chain(warnings).map(|line| line + "\n").collect())
    }

    /// Returns whether keys are refused because the accounts cannot be read, with the reason or a warning;
    /// none if they can be.
    pub(crate) fn unread(&self) -> Option<(bool, String)> {
        let unread_s = self.staleness.since_read().as_secs();
        if self.staleness.is_stale() {
            let why = format!("the accounts could not be read for {unread_s} s, so no key can be checked");
            return Some((true, why));
        }
        let is_failing = self.staleness.is_shared() && self.staleness.is_failing();
        is_failing.then(|| {
            let text =
                format!("the accounts could not be read for {unread_s} s; keys are used as they were then");
            (false, text)
        })
    }
}

/// Returns an error if the current generation is not the required one.
pub(crate) fn other_dataset(required: Option<&str>, in_force: &str) -> Option<String> {
    let required = required.filter(|required| !in_force.starts_with(required))?;
    Some(format!(
        "the current generation is {in_force}, but --require-dataset requires {required}: publish that one \
            and send SIGHUP"
    ))
}
