//! Everyday words for operations, which answer unknown paths such as `/sunrise`.

/// A path that consists of a year matches this word.
const YEAR: &str = "YYYY";

/// A path that begins with this word.
const FIRST: &str = "/eclipse";

/// A word that must be in a path, or none; words of which one must be in it too; the call that answers them.
/// The first match counts.
const EVERYDAY: [(&str, &str, &str); 22] = [
    ("lunar", "next upcoming search", "/lunar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG"),
    ("lunar", YEAR, "/lunar-eclipse/catalog/{year-from}/{year-to}"),
    ("eclipse", "search", "/solar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG"),
    ("eclipse", YEAR, "/solar-eclipse/catalog/{year-from}/{year-to}"),
    ("", "next upcoming", "/solar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG"),
    (
        "",
        "sunrise sunset moonrise moonset rise twilight dawn dusk noon daylight golden blue milky",
        "/rise-transit-set/{start-date}/{end-date}",
    ),
    ("", "crescent hilal ramadan eid hijri", "/crescent/{date}?obs=LAT,LNG"),
    ("", "night daynight", "/terminator/{instant}"),
    ("", "today", "/day/{date}?obs=LAT,LNG"),
    ("", "now current", "/now?obs=LAT,LNG"),
    ("moon", "full new phase", "/celestial-events/{start-date}/{end-date}"),
    ("", "phase equinox solstice season", "/celestial-events/{start-date}/{end-date}"),
    ("", "meteor shower perseid geminid leonid", "/meteor-showers/{start-date}/{end-date}"),
    ("", "city town village geocode", "/places"),
    ("", "map", "/eclipse-path"),
    ("", "animation simulation", "/eclipse-simulator"),
    ("", "distance", "/geodesic/{start}/{end}"),
    ("", "tower building view", "/sightline/{start}/{end}"),
    ("", "mountain hill ridge", "/skyline"),
    ("", FIRST, "/solar-eclipse/local-circumstances/details/{julian-day}"),
    ("", "height altitude", "/elevation"),
    ("", "sun moon position", "/body-position/{date-from}"),
];

/// Returns the call for the everyday words of a path; none if it has none.
pub(crate) fn call(path: &str) -> Option<String> {
    let is_year = |part: &&str| part.len() == 4 && part.bytes().all(|b| b.is_ascii_digit());
    let year = path.split('/').find(is_year);
    let words = path.split(|c: char| !c.is_ascii_alphabetic()).map(str::to_ascii_lowercase);
    let words: Vec<_> = words.map(|word| word.strip_suffix('s').unwrap_or(&word).to_owned()).collect();
    let is_first = words.iter().find(|word| !word.is_empty()).is_some_and(|word| word == &FIRST[1..]);
    let has = |word: &str| match word {
        YEAR => year.is_some(),
        FIRST => is_first,
        _ => words.iter().any(|w| w == word),
    };
    let mut matching = EVERYDAY
        .iter()
        .filter(|(topic, words, _)| (topic.is_empty() || has(topic)) && words.split(' ').any(has));
    let call = matching.next()?.2.to_owned();
    Some(match year {
        Some(year) => call.replace("{year-from}", year).replace("{year-to}", year),
        None => call,
    })
}

/// The everyday words for the operation with a path, for the search of the documentation.
pub(crate) fn words(path: &str) -> String {
    let calls = EVERYDAY.iter().filter(|(.., call)| call.split('?').next() == Some(path));
    let words = calls.flat_map(|(topic, words, _)| std::iter::once(*topic).chain(words.split(' ')));
    words.filter(|word| !word.is_empty() && ![YEAR, FIRST].contains(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::OPERATIONS;

    #[test]
    fn everyday_words_lead_to_operations_that_exist() {
        for (.., call) in EVERYDAY {
            let path = call.split('?').next();
            assert!(OPERATIONS.iter().any(|o| o.paths.iter().any(|p| Some(*p) == path)), "{call}");
        }
    }

    #[test]
    fn everyday_words_lead_to_operations() {
        let events = "/celestial-events/{start-date}/{end-date}";
        let next = "/solar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG";
        for (path, right) in [
            ("/api/v1/Sunset/2026-08-12", "/rise-transit-set/{start-date}/{end-date}"),
            ("/moon-phase/2026-08-12", events),
            ("/moon_phases", events),
            ("/full-moon", events),
            ("/solar-eclipse/next", next),
            ("/solar-eclipses/search/now/2057", next),
            ("/eclipses/2026", "/solar-eclipse/catalog/2026/2026"),
            ("/lunar-eclipse/2026", "/lunar-eclipse/catalog/2026/2026"),
            ("/today", "/day/{date}?obs=LAT,LNG"),
            ("/sky/current", "/now?obs=LAT,LNG"),
            ("/moon", "/body-position/{date-from}"),
            ("/golden-hour/2026-08-12", "/rise-transit-set/{start-date}/{end-date}"),
            ("/eclipse/2026-08-12", "/solar-eclipse/local-circumstances/details/{julian-day}"),
        ] {
            assert_eq!(call(path).as_deref(), Some(right), "{path}");
        }
        for path in ["/", "/nowhere", "/wp-login.php", "/2026", "/solar-eclipse/path/2026-08-12/x", "/%22"] {
            assert_eq!(call(path), None, "{path}");
        }
    }
}
