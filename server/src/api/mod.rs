//! What all operations share: parameters, the chain of every request, the description of the interface.

pub mod chain;
pub mod date_time;
pub mod input;
pub mod openapi;
pub mod operation;
pub mod parameter;
