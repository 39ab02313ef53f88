//! `umbra pack`: elements and ΔT of some years as one file, for programs without a server.

use crate::Error;
use almanac::Canon;
use artifacts::reader::Generation;
use std::ops::RangeInclusive;
use std::path::Path;

/// Writes the eclipses of some years into a file. Returns a line about it.
pub fn pack(generation: &Generation, years: &RangeInclusive<i32>, file: &Path) -> Result<String, Error> {
    let bytes = Canon::of_generation(generation)?.pack(years.clone());
    let count = Canon::read(&bytes).map_err(|error| Error::Option(error.to_string()))?.eclipses().len();
    let cannot = |e| Error::Option(format!("{}: cannot be written: {e}", file.display()));
    std::fs::write(file, &bytes).map_err(cannot)?;
    Ok(format!("{}: {count} eclipses, {} bytes\n", file.display(), bytes.len()))
}
