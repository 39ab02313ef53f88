//! Accounts, keys, tokens, plans, credits and rates: who may ask what, how often and for how much.
//!
//! [`store`] is the database, [`ledger`] its only writer while the server runs, [`snapshot`] what requests
//! read without a lock; [`valkey`] is where several servers agree. [`gate`] tells who sends a request, and
//! [`refusal`] why it is refused. [`notice`] carries out that an allowance nears its end.

pub(crate) mod access;
pub(crate) mod account;
pub(crate) mod calendar;
pub(crate) mod clock;
pub(crate) mod credentials;
pub mod demo;
pub(crate) mod gate;
pub(crate) mod instance;
pub(crate) mod key;
pub(crate) mod lease;
pub(crate) mod ledger;
pub(crate) mod meter;
pub(crate) mod notice;
pub(crate) mod operation_names;
pub(crate) mod password;
pub(crate) mod place;
pub(crate) mod plan;
pub(crate) mod proxies;
pub(crate) mod rate;
pub(crate) mod refusal;
pub(crate) mod rules;
pub(crate) mod secret;
pub(crate) mod snapshot;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod token;
pub(crate) mod valkey;
pub(crate) mod weak_password;
pub(crate) mod without_password;
