//! The position of a place, in words: by the nearest town.

use crate::generation::towns::{KM_PER_DEGREE, Towns};
use arrayvec::ArrayString;
use std::fmt::Write;

/// Length of the longest description, bytes; longer ones are cut.
pub(crate) const MAX_WORDS: usize = 120;
/// A description such as `12 km north-east of Oviedo, Asturias, Spain`.
pub(crate) type NearTown = ArrayString<MAX_WORDS>;

/// Greatest distance of a town that is near, km and degrees.
const NEAR_KM: u32 = 100;
const NEAR_DEG: f64 = NEAR_KM as f64 / KM_PER_DEGREE;
/// The description of a place far from all towns.
pub(crate) const FAR: &str = "no town within 100 km";
/// Distance of a town that is near if coordinates are exchanged.
const EXCHANGED_DEG: f64 = 30.0 / KM_PER_DEGREE;
/// The directions of the compass, clockwise.
const DIRECTIONS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// Describes a place, in degrees. Far from all towns it says so; then the second value advises of a town that
/// is there with latitude and longitude exchanged.
pub(crate) fn near(towns: &Towns, place: [f64; 2]) -> (NearTown, Option<String>) {
    let mut words = NearTown::new();
    let Some((distance, town)) = towns.nearest_within(place, NEAR_DEG) else {
        words.push_str(FAR);
        return (words, advice(towns, place));
    };
    let km = (distance.to_degrees() * KM_PER_DEGREE).round() as u32;
    if km > 0 {
        let direction = direction([town.latitude_deg, town.longitude_deg], place);
        let _ = write!(words, "{km} km {direction} of ");
    }
    push_label(&mut words, &towns.label(&town));
    (words, None)
}

/// Appends the name of a town with its region and its country; what does not fit is left out.
pub(crate) fn push_label<const MAX: usize>(words: &mut ArrayString<MAX>, label: &str) {
    let _ = label.chars().try_for_each(|letter| words.try_push(letter));
}

fn advice(towns: &Towns, [lat, lng]: [f64; 2]) -> Option<String> {
    let (_, town) = (lng.abs() <= 90.0).then(|| towns.nearest_within([lng, lat], EXCHANGED_DEG)).flatten()?;
    let label = towns.label(&town);
    Some(format!("no town is within {NEAR_KM} km of {lat},{lng}, but {label} is near {lng},{lat}"))
}

/// Returns the direction of a place from a town, both in degrees.
fn direction([from_lat, from_lng]: [f64; 2], [lat, lng]: [f64; 2]) -> &'static str {
    let [from_lat, lat, east] = [from_lat, lat, lng - from_lng].map(f64::to_radians);
    let north = from_lat.cos() * lat.sin() - from_lat.sin() * lat.cos() * east.cos();
    let azimuth_deg = (east.sin() * lat.cos()).atan2(north).to_degrees();
    DIRECTIONS[(azimuth_deg / 45.0).round().rem_euclid(8.0) as usize]
}

#[cfg(test)]
mod tests {
    use super::direction;

    #[test]
    fn directions_are_those_of_the_compass() {
        for (place, right) in [
            ([44.0, -5.8], "north"),
            ([43.6, -5.5], "north-east"),
            ([43.4, -5.0], "east"),
            ([42.0, -5.8], "south"),
            ([43.4, -6.5], "west"),
        ] {
            assert_eq!(direction([43.4, -5.8], place), right);
        }
        assert_eq!(direction([0.0, 179.9], [0.0, -179.9]), "east", "across the antimeridian");
    }
}
