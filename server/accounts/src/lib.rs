//! Accounts, keys, tokens, plans, credits and rates: who may ask what, how often and for how much.
//!
//! [`store`] is the database, [`ledger`] its only writer while the server runs, [`snapshot`] what requests
//! read without a lock; [`valkey`] is where several servers agree. [`gate`] tells who sends a request, and
//! [`refusal`] why it is refused. [`notice`] carries out that an allowance nears its end.

pub mod access;
pub mod account;
mod calendar;
pub mod clock;
mod credentials;
pub mod demo;
pub mod gate;
pub mod instance;
pub mod key;
pub mod lease;
pub mod ledger;
pub mod meter;
pub mod notice;
pub mod operation_names;
pub mod password;
pub mod place;
pub mod plan;
pub mod problem;
mod proxies;
pub mod rate;
pub mod refusal;
pub mod rules;
pub mod secret;
pub mod snapshot;
pub mod store;
mod table;
pub mod text;
pub mod token;
pub mod valkey;
mod weak_password;
mod without_password;
