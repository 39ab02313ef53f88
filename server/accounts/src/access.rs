//! The callers who may use an operation.

use super::plan::Plan;

/// The name of the query parameter that carries a key.
pub const KEY_PARAMETER: &str = "apiKey";

/// The callers who may use an operation, from everybody to the holders of the highest plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Everybody, with a separate, generous limit: health checks.
    Probe,
    /// Everybody, with a separate limit: a page of the service, such as the console and the documentation.
    Page,
    /// Everybody, with a separate limit: files of pages and map tiles. One view of a map loads dozens.
    Asset,
    /// Everybody, without credentials.
    Open,
    /// The holders of any key, for pages that stand in frames of other sites: a browser that loads a frame
    /// sends no `Origin`, but a `Referer`, which counts where there is no `Origin`.
    Widget,
    /// The holder of an account with one of its keys, in the form in which tokens are given.
    Account,
    /// The holders of keys of this plan and of higher ones.
    Key(Plan),
}

impl Access {
    /// The access needed to learn of other errors in a request: none, within the same limit.
    pub fn without_credentials(self) -> Self {
        // The order of the variants: probes, pages and files keep their separate limits.
        self.min(Self::Open)
    }

    /// The plan that opens the operation, if more is needed than any key.
    pub fn plan(self) -> Option<Plan> {
        match self {
            Self::Key(plan) if plan > Plan::Free => Some(plan),
            Self::Probe
            | Self::Page
            | Self::Asset
            | Self::Open
            | Self::Widget
            | Self::Account
            | Self::Key(_) => None,
        }
    }
}
