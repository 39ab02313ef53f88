//! The state of the service from which a request is answered.

use crate::api::documentation::Documentation;
use crate::api::long_answers::LongAnswers;
use crate::api::readiness::Readiness;
use crate::api::settings::Settings;
use crate::generation::Data;
use accounts::gate::Caller;
use accounts::ledger::Ledger;
use accounts::rate::Rates;
use accounts::snapshot::Snapshot;
use arc_swap::Guard;
use hyper::HeaderMap;
use std::net::IpAddr;
use std::sync::Arc;
use web::call::Call;
use web::compute::ComputePool;

/// The state of the service from which a request is answered.
pub(crate) struct Context<'a> {
    /// The generation in force when the request came.
    pub(crate) data: Guard<Arc<Data>>,
    /// Whether the service wants requests, which `/readyz` reports.
    pub(crate) readiness: Readiness<'a>,
    /// Whether those without credentials may do everything.
    pub(crate) is_demo: bool,
    /// What the operator has set for pages.
    pub(crate) settings: &'a Settings,
    /// The limits of rates.
    pub(crate) rates: Rates,
    /// The host name under which higher plans have a higher limit.
    pub(crate) premium_host: Option<&'a str>,
    /// The request.
    pub(crate) call: &'a Call<'a>,
    /// Headers of the request.
    pub(crate) headers: &'a HeaderMap,
    /// Address of the sender.
    pub(crate) client: IpAddr,
    /// Where long answers are made.
    pub(crate) pool: &'a ComputePool,
    /// The sender of the request.
    pub(crate) caller: Caller,
    /// Where accounts and usage are kept.
    pub(crate) ledger: &'a Ledger,
    /// The accounts when the request came.
    pub(crate) accounts: Guard<Arc<Snapshot>>,
    /// The description of all operations.
    pub(crate) documentation: &'a Documentation,
    /// When the request came, milliseconds since 1970.
    pub(crate) now_ms: i64,
    /// The same as far as months are concerned, which do not follow a clock that was set until it stays so.
    pub(crate) reckoned_ms: i64,
}

impl Context<'_> {
    /// The generation, to be held by work that outlives the request.
    pub(crate) fn generation(&self) -> Arc<Data> {
        Arc::clone(&self.data)
    }

    /// Where long answers are made for the sender of the request.
    pub(crate) fn long_answers(&self) -> LongAnswers<'_> {
        let account = self.caller.key().map(|key| &*key.account.id);
        LongAnswers { pool: self.pool, account, client: self.client }
    }
}
