//! The commands that read what is published.

pub mod curves;
mod day;
mod names;
pub mod report;
pub mod show;
pub mod verify;
