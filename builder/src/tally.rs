//! The number of rows of each value.

use crate::Error;
use polars_core::prelude::*;

/// The number of rows of each pair of values, the most frequent first, equal ones in the order of their
/// values.
#[expect(
    deprecated,
    reason = "polars offers other aggregations only in its lazy engine, which triples the first build"
)]
pub(crate) fn pairs<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<Vec<(String, String, u32)>, Error> {
    let (first, second): (Vec<&str>, Vec<&str>) = pairs.unzip();
    let ones = vec![1u32; first.len()];
    let frame = df!("first" => first, "second" => second, "n" => ones)?;
    let summed = frame.group_by(["first", "second"])?.select(["n"]).sum()?;
    let (first, second) = (summed.column("first")?.str()?, summed.column("second")?.str()?);
    let values = first.iter().flatten().zip(second.iter().flatten());
    let counts = summed.column("n_sum")?.u32()?.into_no_null_iter();
    let mut tally: Vec<_> = values.zip(counts).map(|((a, b), n)| (a.to_owned(), b.to_owned(), n)).collect();
    tally.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| (&a.0, &a.1).cmp(&(&b.0, &b.1))));
    Ok(tally)
}

/// The number of rows of each value, the most frequent first, equal ones in the order of their values.
pub(crate) fn values<'a>(values: impl Iterator<Item = &'a str>) -> Result<Vec<(String, u32)>, Error> {
    let tally = pairs(values.map(|v| (v, "")))?;
    Ok(tally.into_iter().map(|(value, _, n)| (value, n)).collect())
}
