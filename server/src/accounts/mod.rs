//! Accounts, keys, tokens, plans, credits and rates: who may ask what, how often and for how much.
//!
//! [`store`] is the database, [`ledger`] its only writer while the server runs, [`snapshot`] what requests
//! read without a lock. [`gate`] tells who asks.

pub mod account;
pub mod clock;
pub mod demo;
pub mod gate;
pub mod key;
pub mod ledger;
pub mod meter;
pub mod password;
pub mod plan;
pub mod rate;
pub mod rules;
pub mod secret;
pub mod snapshot;
pub mod store;
pub mod token;
