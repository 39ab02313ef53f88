//! The state of the service from which a request is answered.

use crate::api::documentation::LazyDocumentation;
use crate::api::prelude::*;
use crate::api::readiness::Readiness;
use crate::api::settings::Settings;
use crate::generation::Data;
use accounts::gate::{Caller, Gate};
use accounts::snapshot::Snapshot;
use arc_swap::Guard;

/// The state of the service from which a request is answered.
pub(crate) struct Context<'a> {
    /// The generation in force when this try began.
    pub(crate) data: Guard<Arc<Data>>,
    /// Readiness, as reported by `/readyz`.
    pub(crate) readiness: Readiness<'a>,
    /// The operator's settings for pages.
    pub(crate) settings: &'a Settings,
    /// The rules of access, with all accounts and limits.
    pub(crate) gate: &'a Gate,
    pub(crate) call: &'a Call<'a>,
    /// The sender of the request.
    pub(crate) caller: &'a Caller,
    /// The accounts when this try began.
    pub(crate) accounts: Guard<Arc<Snapshot>>,
    /// The description of all operations.
    pub(crate) documentation: &'a LazyDocumentation,
    /// The time of the request, milliseconds since 1970, for months of usage, which ignore a clock change
    /// until it lasts.
    pub(crate) reckoned_ms: i64,
}

impl Context<'_> {
    /// Returns the generation, for work that outlives the request.
    pub(crate) fn generation(&self) -> Arc<Data> {
        Arc::clone(&self.data)
    }
}
