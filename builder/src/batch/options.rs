//! The options of a computation: its inputs and its folder.

use crate::options::years;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// Places, eclipses and destination.
#[derive(Debug, Clone, Args)]
pub struct BatchOptions {
    /// Places as .parquet, .csv, .ndjson, .json or .arrows with the columns lat and lng (degrees), and if
    /// you like height (m) and id; or towns, for the published table
    #[arg(long, value_name = "FILE")]
    pub places: PathBuf,
    /// Years of the eclipses, FIRST..LAST
    #[arg(long, value_name = "YEARS", value_parser = years, allow_hyphen_values = true)]
    pub eclipses: (i32, i32),
    /// Folder of the results; created if absent
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Part of the places to compute, K/N: several processes or machines share the work
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    pub shard: (usize, usize),
    /// Theories of Sun and Moon: canon, or precise for the years 1500 … 2500
    #[arg(long = "theory", value_name = "THEORY", default_value = "canon", action = clap::ArgAction::Set,
        value_parser = PossibleValuesParser::new(["canon", "precise"]).map(|theory| theory == "precise"))]
    pub is_precise: bool,
    /// Columns, separated by commas; default: all
    #[arg(long, value_name = "NAMES")]
    pub fields: Option<String>,
    /// Folder of the generations
    #[arg(long, default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub artifacts: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parsed = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    let valid = parsed.filter(|(k, n)| (1..=*n).contains(k));
    valid.ok_or_else(|| "write K/N with K from 1 to N, for example 3/8".into())
}
