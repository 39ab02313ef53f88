//! The Umbra server: maps a published data generation and serves it over HTTP.
//!
//! A request passes through six files: `web/src/connection.rs` reads it, `service/handling.rs` logs it,
//! `service/pipeline.rs` runs all stages, `accounts/src/gate.rs` authorizes it, a file in `endpoints/` parses
//! its parameters and prepares the result, and `api/respond.rs` builds the response.
//!
//! Modules form layers and import only from their own layer and from lower ones: `generation` ← `api` ←
//! `vocabulary` ← `endpoints` ← `service` ← `pages` ← `routes`, `command`. Below them are the crates `web`
//! and `accounts`.

mod api;
mod command;
mod endpoints;
mod error;
mod generation;
mod observe;
mod pages;
mod routes;
mod service;
mod vocabulary;

pub use command::main;

/// Returns freed memory to the system, for programs whose allocator is mimalloc. Without it, mimalloc keeps
/// 60 MB of what opening a generation and encoding ahead needed.
#[expect(unsafe_code, reason = "mimalloc has no safe interface for it")]
pub fn give_back_memory() {
    // SAFETY: it only frees pages that hold no allocation, and may be called at any time from any thread.
    unsafe { libmimalloc_sys::mi_collect(true) }
}

/// Version of the program and its API.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Internal items for tests, benches and fuzzing.
#[doc(hidden)]
pub mod testing {
    pub use crate::api::date_time;
    pub use crate::api::instant::Instant;
    pub use crate::generation::Data;
    pub use crate::generation::elements::EclipseElements;
    pub use crate::generation::elevation::Elevation;
    pub use crate::pages::docs::unit;
    pub use crate::routes::open_with_limb;
    pub use crate::routes::open_with_usual_limits as open;
    pub use crate::routes::openapi;
    pub use crate::service::Service;
    use crate::service::pipeline::Pipeline;
    pub use accounts::clock::{Clock, DAY_MS, Month};
    pub use accounts::demo::{self, Demo};
    pub use accounts::gate::{Gate, Rules};
    pub use accounts::instance::Instance;
    pub use accounts::key::KeyChange;
    pub use accounts::ledger::Ledger;
    pub use accounts::password;
    pub use accounts::place::{AccountsConfig, AccountsPlace};
    pub use accounts::plan::{Credits, Plan};
    pub use accounts::rate::{Limiter, Policy};
    pub use accounts::rules::{IpRules, OriginRules};
    pub use accounts::secret::KeyId;
    pub use accounts::store::{Actor, Store, Stored};
    pub use web::body::ResponseBody;
    pub use web::call::Call;
    pub use web::handler::{Peer, WebRequest};

    use std::sync::Arc;
    use std::sync::LazyLock;
    use tokio::runtime::{Builder, Runtime};
    use web::handler::Handler;

    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| Builder::new_current_thread().enable_time().build().expect("a runtime"));

    /// Answers a request without a body, and waits until the response begins.
    pub fn answer(service: &Arc<Service>, call: &Call) -> hyper::Response<ResponseBody> {
        RUNTIME.block_on(Pipeline { service, call, whole_bytes: None }.answer(&[], &mut None, None)).response
    }

    /// Answers a request as a connection passes it on, and waits until the response begins.
    pub fn respond(service: &Arc<Service>, request: WebRequest) -> hyper::Response<ResponseBody> {
        RUNTIME.block_on(Handler::respond(Arc::clone(service), request))
    }
}
