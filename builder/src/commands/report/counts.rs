//! Eclipses by country and sea.

use crate::commands::names::Names;
use crate::{Error, tally};
use artifacts::tables::eclipses;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// Types in the order of the columns.
pub(crate) const TYPES: [(&str, &str); 4] =
    [("T", "total"), ("A", "annular"), ("H", "hybrid"), ("P", "partial")];

/// The place of a type in [`TYPES`].
pub(crate) fn column(letter: &str) -> usize {
    TYPES.iter().position(|(known, _)| *known == letter).expect("the table has no other types")
}

/// One country or sea: code, name, and the eclipses of each type whose greatest eclipse is there.
pub(crate) struct PlaceCounts {
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) of_type: [u32; 4],
}

impl PlaceCounts {
    /// Eclipses of all types.
    pub(crate) fn all(&self) -> u32 {
        self.of_type.iter().sum()
    }
}

/// Countries and seas, most eclipses first.
pub(crate) struct EclipseCounts {
    pub(crate) countries: Vec<PlaceCounts>,
    pub(crate) seas: Vec<PlaceCounts>,
    pub(crate) neither: PlaceCounts,
}

impl EclipseCounts {
    /// Counts the eclipses by place and type.
    pub(crate) fn new(eclipses: &[eclipses::Row], names: &Names) -> Result<Self, Error> {
        let countries = eclipses.iter().filter_map(|e| Some((e.country_iso?, e.eclipse_type_primary)));
        let at_sea = eclipses.iter().filter_map(|e| Some((e.mrg_id?.to_string(), e.eclipse_type_primary)));
        let at_sea: Vec<(String, &str)> = at_sea.collect();
        let neither = eclipses.iter().filter(|e| e.country_iso.is_none() && e.mrg_id.is_none());
        let neither = by_place(neither.map(|e| ("", e.eclipse_type_primary)), |_| String::new())?;
        let of_type = neither.first().map_or([0; 4], |place| place.of_type);
        let sea = |id: &str| names.sea(id.parse().expect("made of a number above")).to_owned();
        Ok(Self {
            countries: by_place(countries, |iso| names.country(iso).to_owned())?,
            seas: by_place(at_sea.iter().map(|(id, kind)| (id.as_str(), *kind)), sea)?,
            neither: PlaceCounts {
                code: String::new(),
                name: "in no country and no sea area".into(),
                of_type,
            },
        })
    }
}

/// Counts pairs of place and type; the places with most eclipses first, equal ones in the order of their
/// codes.
fn by_place<'a>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
    name: impl Fn(&str) -> String,
) -> Result<Vec<PlaceCounts>, Error> {
    let mut places = BTreeMap::<String, [u32; 4]>::new();
    for (code, kind, count) in tally::pairs(pairs)? {
        places.entry(code).or_default()[column(&kind)] = count;
    }
    let place = |(code, of_type): (String, [u32; 4])| PlaceCounts { name: name(&code), code, of_type };
    let mut places: Vec<_> = places.into_iter().map(place).collect();
    // The ids of seas are numbers: the shorter is the less.
    places.sort_by_key(|p| (Reverse(p.all()), p.code.len()));
    Ok(places)
}

impl fmt::Display for EclipseCounts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (title, lines) in [("country", &self.countries), ("sea", &self.seas)] {
            let total: u32 = lines.iter().map(PlaceCounts::all).sum();
            writeln!(f, "Greatest eclipses by {title}: {total} in {}", lines.len())?;
            write!(f, "  {:<6} {:<58} {:>6}", "code", "name", "all")?;
            TYPES.iter().try_for_each(|(_, word)| write!(f, " {word:>8}"))?;
            writeln!(f)?;
            for line in lines {
                write!(f, "  {:<6} {:<58} {:>6}", line.code, line.name, line.all())?;
                line.of_type.iter().try_for_each(|n| write!(f, " {n:>8}"))?;
                writeln!(f)?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{} {}", self.neither.all(), self.neither.name)
    }
}
