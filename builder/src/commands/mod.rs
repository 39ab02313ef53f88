//! The commands that read what is published.

mod day;
mod names;
pub mod report;
pub mod show;
pub mod verify;
