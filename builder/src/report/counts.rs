//! Eclipses by country and sea.

use crate::published::{Names, Solar};
use std::collections::BTreeMap;
use std::fmt;

/// Types in the order of the columns.
pub const TYPES: [(char, &str); 4] = [('T', "total"), ('A', "annular"), ('H', "hybrid"), ('P', "partial")];

/// One country or sea: code, name, and the eclipses of each type whose greatest eclipse is there.
pub struct Line {
    pub code: String,
    pub name: String,
    pub of_type: [usize; 4],
}

impl Line {
    pub fn all(&self) -> usize {
        self.of_type.iter().sum()
    }
}

/// Countries and seas, most eclipses first.
pub struct Counts {
    pub countries: Vec<Line>,
    pub seas: Vec<Line>,
    pub neither: Line,
}

impl Counts {
    pub fn of(eclipses: &[Solar], names: &Names) -> Self {
        let (mut countries, mut seas, mut neither) = (BTreeMap::new(), BTreeMap::new(), [0; 4]);
        for e in eclipses {
            let counts = match (&e.country_iso, e.mrg_id) {
                (Some(iso), _) => countries.entry(iso.as_str()).or_insert([0; 4]),
                (None, Some(id)) => seas.entry(id).or_insert([0; 4]),
                (None, None) => &mut neither,
            };
            if let Some(index) = TYPES.iter().position(|(letter, _)| e.eclipse_type.starts_with(*letter)) {
                counts[index] += 1;
            }
        }
        let country = |(iso, of_type): (&str, [usize; 4])| Line {
            code: iso.to_owned(),
            name: names.country(iso).to_owned(),
            of_type,
        };
        let sea = |(id, of_type): (i32, [usize; 4])| Line {
            code: id.to_string(),
            name: names.sea(id).to_owned(),
            of_type,
        };
        let mut counts = Self {
            countries: countries.into_iter().map(country).collect(),
            seas: seas.into_iter().map(sea).collect(),
            neither: Line {
                code: String::new(),
                name: "in no country and no sea area".into(),
                of_type: neither,
            },
        };
        counts.countries.sort_by_key(|l| std::cmp::Reverse(l.all()));
        counts.seas.sort_by_key(|l| std::cmp::Reverse(l.all()));
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (title, lines) in [("country", &self.countries), ("sea", &self.seas)] {
            let total: usize = lines.iter().map(Line::all).sum();
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
