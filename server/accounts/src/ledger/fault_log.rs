//! Logs a fault on its first failure and on recovery, not every time in between.

/// A fault that may last.
pub(crate) struct FaultLog {
    what: &'static str,
    over: &'static str,
    is_on: bool,
}

impl FaultLog {
    /// Creates a log of a fault, with the messages for its beginning and its end.
    pub fn new(what: &'static str, over: &'static str) -> Self {
        Self { what, over, is_on: false }
    }

    /// Begins with a fault that is in the log.
    pub(super) fn begin(&mut self) {
        self.is_on = true;
    }

    /// Returns whether the last try failed.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Notes how the last try ended.
    pub fn note<T, E: std::fmt::Display>(&mut self, tried: &Result<T, E>) {
        match tried {
            Err(e) if !self.is_on => tracing::error!(error = %e, "{}", self.what),
            Ok(_) if self.is_on => tracing::info!("{}", self.over),
            _ => {}
        }
        self.is_on = tried.is_err();
    }
}
