//! Lunar eclipses in words.

use super::{calendar, words};
use crate::endpoints::lunar_search::found::{LunarVisibilityReason, SeenLunarEclipse};
use crate::vocabulary::zone::Zone;

/// What a place sees of a lunar eclipse, in a few sentences. The shadow is diffuse: times are whole minutes.
pub(crate) fn summary(seen: &SeenLunarEclipse, zone: Option<&Zone>) -> String {
    let max = &seen.max;
    let (local, clock) = match zone.and_then(|zone| zone.local(max.at)) {
        Some(local) => (local, "local time"),
        None => (max.at, "UTC"),
    };
    let how = match seen.local_type {
        "total" => format!("Total for {:.0}\u{a0}min, deepest", seen.duration_sec / 60.0),
        "partial" => {
            format!("Partial: {:.0} % of the Moon's diameter in the umbra", seen.umbral_magnitude * 100.0)
        }
        _ => "Penumbral: the Moon dims slightly, most".to_owned(),
    };
    let edge = match seen.visibility.reason {
        LunarVisibilityReason::Moonrise => " The Moon rises during the eclipse.",
        LunarVisibilityReason::Moonset => " The Moon sets during the eclipse.",
        _ => "",
    };
    // Adding zero turns −0 into 0.
    let (altitude, direction) = (max.moon_alt.round() + 0.0, words::compass(max.moon_az));
    let time = calendar::short_time(local);
    format!("{how} at {time} {clock}, Moon {altitude}° high in the {direction}.{edge}")
}

/// The date at the place when the eclipse is deepest there.
pub(crate) fn date(seen: &SeenLunarEclipse, zone: Option<&Zone>) -> String {
    let at = seen.max.at;
    calendar::date(zone.and_then(|zone| zone.local(at)).unwrap_or(at))
}
