//! Accounts in PostgreSQL, with the program: the stage before a landing.

mod postgres;
mod postgres_migrate;
mod shared;

use super::*;
