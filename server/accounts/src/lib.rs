//! Accounts, keys, tokens, plans, credits and rates: authentication, quotas and usage.
//!
//! [`store`] is the database and [`ledger`] its only writer while the server runs. Requests read a
//! [`snapshot`] without a lock. Several servers agree on credits with [`lease`]s. [`gate`] authenticates a
//! request, and [`refusal`] lists the reasons to refuse it. [`notice`] reports allowances that are nearly
//! used up.

pub mod access;
pub mod account;
mod calendar;
pub mod clock;
mod credentials;
pub mod credits;
pub mod demo;
pub mod gate;
pub mod grant;
pub mod instance;
pub mod key;
pub mod lease;
pub mod ledger;
pub mod notice;
pub mod operation_names;
pub mod password;
pub mod place;
pub mod plan;
pub mod problem;
mod proxies;
pub mod rate;
pub mod refusal;
pub mod request_queue;
pub mod rules;
pub mod secret;
pub mod snapshot;
pub mod store;
pub mod store_handle;
mod table;
pub mod text;
pub mod token;
mod weak_password;
mod without_password;
