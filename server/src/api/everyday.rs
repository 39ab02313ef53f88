//! Everyday words for operations, which answer unknown paths such as `/sunrise`.

/// A path that consists of a year matches this word.
const YEAR: &str = "YYYY";

/// A path that begins with this word.
const FIRST: &str = "/eclipse";

/// Words of a path, and the operation that answers them.
struct Everyday {
    /// A word that must be in the path too; empty if none must.
    topic: &'static str,
    /// One of these words, or with a topic [`YEAR`].
    words: &'static [&'static str],
    call: &'static str,
}

/// The first match counts.
const EVERYDAY: [Everyday; 22] = [
    Everyday {
        topic: "lunar",
        words: &["next", "upcoming", "search"],
        call: "/lunar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG",
    },
    Everyday { topic: "lunar", words: &[YEAR], call: "/lunar-eclipse/catalog/{year-from}/{year-to}" },
    Everyday {
        topic: "eclipse",
        words: &["search"],
        call: "/solar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG",
    },
    Everyday { topic: "eclipse", words: &[YEAR], call: "/solar-eclipse/catalog/{year-from}/{year-to}" },
    Everyday {
        topic: "",
        words: &["next", "upcoming"],
        call: "/solar-eclipse/search/{from}/{to}?next=any&obs=LAT,LNG",
    },
    Everyday {
        topic: "",
        words: &[
            "sunrise", "sunset", "moonrise", "moonset", "rise", "twilight", "dawn", "dusk", "noon",
            "daylight", "golden", "blue", "milky",
        ],
        call: "/rise-transit-set/{start-date}/{end-date}",
    },
    Everyday {
        topic: "",
        words: &["crescent", "hilal", "ramadan", "eid", "hijri"],
        call: "/crescent/{date}?obs=LAT,LNG",
    },
    Everyday { topic: "", words: &["night", "daynight"], call: "/terminator/{instant}" },
    Everyday { topic: "", words: &["today"], call: "/day/{date}?obs=LAT,LNG" },
    Everyday { topic: "", words: &["now", "current"], call: "/now?obs=LAT,LNG" },
    Everyday {
        topic: "moon",
        words: &["full", "new", "phase"],
        call: "/celestial-events/{start-date}/{end-date}",
    },
    Everyday {
        topic: "",
        words: &["phase", "equinox", "solstice", "season"],
        call: "/celestial-events/{start-date}/{end-date}",
    },
    Everyday {
        topic: "",
        words: &["meteor", "shower", "perseid", "geminid", "leonid"],
        call: "/meteor-showers/{start-date}/{end-date}",
    },
    Everyday { topic: "", words: &["city", "town", "village", "geocode"], call: "/places" },
    Everyday { topic: "", words: &["map"], call: "/eclipse-path" },
    Everyday { topic: "", words: &["animation", "simulation"], call: "/eclipse-simulator" },
    Everyday { topic: "", words: &["distance"], call: "/geodesic/{start}/{end}" },
    Everyday { topic: "", words: &["tower", "building", "view"], call: "/sightline/{start}/{end}" },
    Everyday { topic: "", words: &["mountain", "hill", "ridge"], call: "/skyline" },
    Everyday { topic: "", words: &[FIRST], call: "/solar-eclipse/local-circumstances/details/{julian-day}" },
    Everyday { topic: "", words: &["height", "altitude"], call: "/elevation" },
    Everyday { topic: "", words: &["sun", "moon", "position"], call: "/body-position/{date-from}" },
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
    let matches = |e: &&Everyday| (e.topic.is_empty() || has(e.topic)) && e.words.iter().any(|w| has(w));
    let call = EVERYDAY.iter().find(matches)?.call.to_owned();
    Some(match year {
        Some(year) => call.replace("{year-from}", year).replace("{year-to}", year),
        None => call,
    })
}

/// The everyday words for the operation with a path, for the search of the documentation.
pub(crate) fn words(path: &str) -> String {
    let calls = EVERYDAY.iter().filter(|e| e.call.split('?').next() == Some(path));
    let words = calls.flat_map(|e| std::iter::once(e.topic).chain(e.words.iter().copied()));
    words.filter(|word| !word.is_empty() && ![YEAR, FIRST].contains(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::OPERATIONS;

    #[test]
    fn everyday_words_lead_to_operations_that_exist() {
        for Everyday { call, .. } in EVERYDAY {
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
