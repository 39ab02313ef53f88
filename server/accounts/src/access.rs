//! Who may use an operation.

use super::plan::Plan;

/// The name of the query parameter that carries a key.
pub const KEY_PARAMETER: &str = "apiKey";

/// Who may use an operation, from everybody to the holders of the highest plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Everybody, with a generous limit of its own: whether the server lives.
    Probe,
    /// Everybody, with a limit of its own: a page of the service, such as the console and the documentation.
    Page,
    /// Everybody, with a limit of its own: the files of pages and the tiles of maps, of which one look at a
    /// map takes dozens.
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
    /// Who may be told that something else is wrong with a request: everybody, within the same limit.
    pub fn without_credentials(self) -> Self {
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
