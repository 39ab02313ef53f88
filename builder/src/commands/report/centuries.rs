//! Eclipses by century.

use super::counts::{TYPES, column};
use artifacts::tables::eclipses;
use std::collections::BTreeMap;

/// The number of a century: 20 for 2001 … 2100, −1 for −99 … 0.
pub(crate) fn century(year: i32) -> i32 {
    (year - 1).div_euclid(100)
}

/// The first year of a century by its number; the last one is 99 years later.
pub(crate) fn first_year(century: i32) -> i32 {
    100 * century + 1
}

pub(crate) struct CenturyCounts<'a> {
    pub(crate) of_type: [u32; 4],
    /// The longest total and the longest annular eclipse.
    pub(crate) longest: [Option<&'a eclipses::Row<'a>>; 2],
}

/// The eclipses of each century by its number.
pub(crate) fn centuries<'a>(solar: &'a [eclipses::Row<'a>]) -> BTreeMap<i32, CenturyCounts<'a>> {
    let mut centuries = BTreeMap::new();
    for e in solar {
        let counts = centuries
            .entry(century(e.year))
            .or_insert(CenturyCounts { of_type: [0; TYPES.len()], longest: [None; 2] });
        let column = column(e.eclipse_type_primary);
        counts.of_type[column] += 1;
        if let Some(longest) = counts.longest.get_mut(column)
            && longest.is_none_or(|l: &eclipses::Row| l.central_duration_s < e.central_duration_s)
        {
            *longest = Some(e);
        }
    }
    centuries
}
