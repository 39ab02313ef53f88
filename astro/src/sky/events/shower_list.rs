//! The list of meteor showers: facts.

use crate::sky::events::showers::Shower;
use std::sync::LazyLock;

/// The 37 showers of the working list of visual meteor showers, in the order of the list.
///
/// Sources: International Meteor Organization, *Meteor Shower Calendar 2026*, table 5; codes, numbers and
/// parents of the IAU Meteor Data Center; slopes of Jenniskens (1994), Astron. Astrophys. 287, 990, as
/// Stellarium lists them (2023).
pub static SHOWERS: LazyLock<Vec<Shower>> =
    LazyLock::new(|| include_str!("showers.csv").lines().skip(1).map(shower).collect());

/// Slope of a shower without a published one: an assumption, half the median of the others.
const TYPICAL_SLOPE: f64 = 0.1;

/// Reads a row; dates are month/day, and an empty cell is unknown.
fn shower(row: &'static str) -> Shower {
    const SOUND: &str = "showers.csv holds numbers where they belong";
    let cells: Vec<_> = row.split(',').collect();
    let [code, number, name, from, to, peak, ra, dec, velocity, index, rate, parent, time, before, after] =
        cells[..]
    else {
        panic!("a row of showers.csv has 15 cells")
    };
    let decimal = |cell: &str| cell.parse::<f64>().expect(SOUND);
    let date = |cell: &str| {
        let (month, day) = cell.split_once('/').expect(SOUND);
        (month.parse().expect(SOUND), day.parse().expect(SOUND))
    };
    Shower {
        code,
        number: number.parse().expect(SOUND),
        name,
        from: date(from),
        to: date(to),
        peak_deg: decimal(peak),
        peak_digits: peak.split_once('.').map_or(0, |(_, digits)| digits.len() as u8),
        radiant_deg: (decimal(ra), decimal(dec)),
        velocity_km_s: decimal(velocity),
        population_index: decimal(index),
        zenithal_hourly_rate: Some(rate).filter(|rate| !rate.is_empty()).map(decimal),
        parent: Some(parent).filter(|parent| !parent.is_empty()),
        is_daytime: match time {
            "day" => true,
            "night" => false,
            _ => panic!("showers.csv: {code}: \"{time}\" is neither day nor night"),
        },
        slopes: [before, after].map(|slope| if slope.is_empty() { TYPICAL_SLOPE } else { decimal(slope) }),
    }
}
