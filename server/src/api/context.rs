//! The state of the service from which a request is answered.

use crate::api::documentation::LazyDocumentation;
use crate::api::long_answers::LongAnswers;
use crate::api::readiness::Readiness;
use crate::api::settings::Settings;
use crate::generation::Data;
use accounts::gate::{Caller, Gate};
use accounts::snapshot::Snapshot;
use arc_swap::Guard;
use std::sync::Arc;
use web::call::Call;
use web::compute::ComputePool;

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
    /// The request.
    pub(crate) call: &'a Call<'a>,
    /// The thread pool for long answers.
    pub(crate) pool: &'a ComputePool,
    /// The sender of the request.
    pub(crate) caller: &'a Caller,
    /// The accounts when this try began.
    pub(crate) accounts: Guard<Arc<Snapshot>>,
    /// The description of all operations.
    pub(crate) documentation: &'a LazyDocumentation,
    /// When the request came, milliseconds since 1970, for months of usage, which ignore a clock change until
    /// it lasts.
    pub(crate) reckoned_ms: i64,
}

impl<'a> Context<'a> {
    /// Returns the generation, for work that outlives the request.
    pub(crate) fn generation(&self) -> Arc<Data> {
        Arc::clone(&self.data)
    }

    /// Returns the pool for long answers of the sender.
    pub(crate) fn long_answers(&self) -> LongAnswers<'a> {
        let account = self.caller.key().map(|key| &*key.account.id);
        LongAnswers { pool: self.pool, account, client: self.call.client }
    }
}
