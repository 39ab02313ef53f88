//! The console: pages on which the holder of an account manages its keys.

pub mod password;
