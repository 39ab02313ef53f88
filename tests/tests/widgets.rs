//! The widgets in a real browser.

mod mathematics;
mod simulator;
