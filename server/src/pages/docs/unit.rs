//! The unit of a field, as its description names it.

/// Units of descriptions, and how tables write them.
const UNITS: [(&str, &str); 20] = [
    ("degrees", "°"),
    ("radians", "rad"),
    ("arcseconds", "″"),
    ("km", "km"),
    ("km/s", "km/s"),
    ("metres", "m"),
    ("m", "m"),
    ("seconds", "s"),
    ("s", "s"),
    ("minutes", "min"),
    ("hours", "h"),
    ("Julian Day", "days"),
    ("credits", "credits"),
    ("0 … 1", "0 … 1"),
    ("W/m²", "W/m²"),
    ("kWh/m²", "kWh/m²"),
    ("Earth radii", "Earth radii"),
    ("au", "au"),
    ("astronomical units", "au"),
    ("pixels", "px"),
];

/// The unit that a description names last, if any: "Azimuth of the Sun from north through east, degrees".
pub fn of(description: &str) -> Option<&'static str> {
    let is_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '/' && c != '\'');
    let last = |word: &str| {
        let is_word = |at: &usize| {
            is_end(description[..*at].chars().next_back())
                && is_end(description[at + word.len()..].chars().next())
        };
        description.match_indices(word).map(|(at, _)| at).filter(is_word).last()
    };
    let found = UNITS.iter().filter_map(|(word, unit)| Some((last(word)?, *unit)));
    found.max_by_key(|(at, _)| *at).map(|(_, unit)| unit)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_unit_is_a_word_of_the_description() {
        for (description, unit) in [
            ("Azimuth of the Sun from north through east, degrees.", Some("°")),
            ("Visible duration of totality or annularity, s; null in a partial eclipse.", Some("s")),
            ("Sun's diameter that is covered.", None),
            ("Energy of the day, kWh/m².", Some("kWh/m²")),
            ("Radius of the Moon for the penumbra, Earth radii.", Some("Earth radii")),
            ("", None),
        ] {
            assert_eq!(of(description), unit, "{description}");
        }
    }
}
