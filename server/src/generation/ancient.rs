//! Ancient places by name. Towns of today may have the same name.

use crate::generation::towns::KM_PER_DEGREE;
use geography::names::fold;
use std::sync::LazyLock;

/// The qualifier of a name that means the ancient place: `Babylon, ancient`.
pub(crate) const ANCIENT: &str = "ancient";
/// Distance from a town of today within which it is the same place.
const SAME_KM: f64 = 30.0;

#[derive(Debug)]
pub(crate) struct AncientPlace {
    /// Its usual name.
    pub(crate) name: &'static str,
    /// All names, folded.
    names: Vec<String>,
    /// Latitude and longitude, degrees.
    pub(crate) place_deg: [f64; 2],
    /// Source of the coordinates.
    pub(crate) source: &'static str,
}

/// Representative points of Pleiades, CC BY 3.0, and two of others; `catalog-src/README.md` says which.
static PLACES: LazyLock<Vec<AncientPlace>> =
    LazyLock::new(|| include_str!("ancient.csv").lines().skip(1).map(place).collect());

fn place(row: &'static str) -> AncientPlace {
    const SOUND: &str = "ancient.csv has names, two numbers and a source";
    let cells: Vec<_> = row.split(',').collect();
    let [names, latitude, longitude, source] = cells[..] else { panic!("{SOUND}: {row}") };
    let [latitude, longitude] = [latitude, longitude].map(|cell| cell.parse().expect(SOUND));
    let name = names.split('|').next().expect(SOUND);
    let names = names.split('|').map(fold).collect();
    AncientPlace { name, names, place_deg: [latitude, longitude], source }
}

/// Returns the ancient place of a name, and whether the name has the qualifier.
pub(crate) fn named(text: &str) -> Option<(&'static AncientPlace, bool)> {
    let (name, is_meant) = match text.rsplit_once(',') {
        Some((name, last)) if last.trim().eq_ignore_ascii_case(ANCIENT) => (name, true),
        _ => (text, false),
    };
    let name = fold(name);
    PLACES.iter().find(|place| place.names.contains(&name)).map(|place| (place, is_meant))
}

impl AncientPlace {
    /// Returns whether a place is within 30 km, degrees.
    pub(crate) fn is_at(&self, [latitude, longitude]: [f64; 2]) -> bool {
        let east = (longitude - self.place_deg[1]) * latitude.to_radians().cos();
        (latitude - self.place_deg[0]).hypot(east) * KM_PER_DEGREE < SAME_KM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_places_have_names_of_their_own() {
        assert_eq!(PLACES.len(), 40);
        let mut names: Vec<_> = PLACES.iter().flat_map(|place| &place.names).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        let found = |text: &str| named(text).map(|(place, is_meant)| (place.name, is_meant));
        assert_eq!(found("babylon , Ancient"), Some(("Babylon", true)));
        assert_eq!(found("Changan"), Some(("Chang'an", false)));
        assert_eq!(found("Babylon, New York"), None);
    }
}
