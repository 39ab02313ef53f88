//! The options of a computation: its inputs and its folder.

use std::path::PathBuf;

/// Places, eclipses and destination.
#[derive(Debug, Clone)]
pub struct BatchOptions {
    /// The folder `artifacts`.
    pub artifacts: PathBuf,
    /// A file of places, or `towns` for the published table.
    pub places: PathBuf,
    /// First and last year of the eclipses.
    pub eclipses: (i32, i32),
    /// `true` if the eclipses are those of the precise theory.
    pub is_precise: bool,
    /// Names of columns of [`artifacts::batch::SEARCH`], separated by commas; none for all.
    pub fields: Option<String>,
    /// The folder of the results.
    pub out: PathBuf,
    /// The shard, from 1, and the number of shards.
    pub shard: (usize, usize),
    /// Threads; 0 for all cores.
    pub threads: usize,
}
