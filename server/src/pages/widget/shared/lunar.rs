//! Lunar eclipses in words.

use super::{calendar, words};
use crate::endpoints::lunar_search::found::{LunarVisibilityReason, SeenLunarEclipse};
use crate::pages::prelude::*;

/// The kind of a lunar eclipse by its letter: `Total`.
pub(crate) fn kind(letter: char) -> &'static str {
    match letter {
        'T' => "Total",
        'P' => "Partial",
        _ => "Penumbral",
    }
}

/// The view of a lunar eclipse in a few sentences. The shadow is diffuse: times are whole minutes.
pub(crate) fn summary(seen: &SeenLunarEclipse, zone: Option<&Zone>) -> String {
    let max = &seen.max;
    let clock = if zone.is_some() { "local time" } else { "UTC" };
    let how = match seen.local_type {
        "total" => format!("Total for {:.0}\u{a0}min, deepest", seen.duration_sec / 60.0),
        "partial" => {
            format!("Partial: {:.0} % of the Moon's diameter in the umbra", seen.umbral_magnitude * 100.0)
        }
        _ => "Penumbral: the Moon dims slightly, most".to_owned(),
    };
    let shown = |at: Instant| calendar::short_time(zone.and_then(|zone| zone.local(at)).unwrap_or(at));
    let edge = match seen.visibility.reason {
        LunarVisibilityReason::Moonrise => format!(" The Moon rises at {}.", shown(seen.visibility.from)),
        LunarVisibilityReason::Moonset => format!(" The Moon sets at {}.", shown(seen.visibility.to)),
        _ => String::new(),
    };
    let (height, direction) = (words::height(max.moon_alt), words::compass(max.moon_az));
    format!("{how} at {} {clock}, Moon {height} in the {direction}.{edge}", shown(max.date))
}

/// The date at the place when the eclipse is deepest there.
pub(crate) fn date(seen: &SeenLunarEclipse, zone: Option<&Zone>) -> String {
    let at = seen.max.date;
    calendar::date(zone.and_then(|zone| zone.local(at)).unwrap_or(at))
}
