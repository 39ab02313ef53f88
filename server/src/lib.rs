//! The Umbra server: takes a published generation into memory and answers from it over HTTP.
//!
//! A request goes through six files: `http/connection.rs` reads it, `service.rs` takes it and logs it,
//! `api/chain.rs` leads it through all stages, `accounts/gate.rs` admits it, a file in `endpoints/` reads its
//! parameters and prepares the answer, and `api/respond.rs` makes the response.
//!
//! Modules stand on floors and import only from their own floor and from lower ones: `http` ← `accounts`,
//! `generation` ← `api` ← `endpoints` ← `service` ← `pages` ← `routes`, `command`.

mod accounts;
mod api;
mod command;
mod endpoints;
mod error;
mod generation;
mod http;
mod observe;
mod pages;
mod routes;
mod service;

pub use command::main;

/// Version of the interface.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Internal items for tests, benches and fuzzing.
#[doc(hidden)]
pub mod testing {
    pub use crate::accounts::clock::{Clock, DAY_MS, Month};
    pub use crate::accounts::demo;
    pub use crate::accounts::gate::{Gate, Rules};
    pub use crate::accounts::instance::Instance;
    pub use crate::accounts::ledger::Ledger;
    pub use crate::accounts::place::{AccountsPlace, Places};
    pub use crate::accounts::plan::{Credits, Plan};
    pub use crate::accounts::rate::fleet::bell::Bell;
    pub use crate::accounts::rate::fleet::shared_limit::SharedLimit;
    pub use crate::accounts::rate::fleet::teller::Teller;
    pub use crate::accounts::rate::{Limiter, Policy};
    pub use crate::accounts::rules::IpRules;
    pub use crate::accounts::store::sqlite::SqliteStore;
    pub use crate::accounts::store::{Actor, Store, Stored};
    pub use crate::accounts::valkey::{Valkey, ValkeyAddress};
    pub use crate::api::date_time;
    pub use crate::api::instant::Instant;
    pub use crate::generation::Data;
    pub use crate::generation::elements::EclipseElements;
    pub use crate::generation::elevation::Elevation;
    pub use crate::http::body::Answer;
    pub use crate::http::call::Call;
    pub use crate::routes::open_with_limb;
    pub use crate::routes::open_with_usual_limits as open;
    pub use crate::service::Service;
}
