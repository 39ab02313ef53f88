//! Eclipses, places and angles in words.

use super::calendar;
use crate::pages::prelude::*;
use astro::constants::FIRST_GREGORIAN_JD;

/// The kind of an eclipse with a capital: `Total`.
pub(crate) fn kind(eclipse: &EclipseElements) -> &'static str {
    match eclipse.facts.eclipse_type.chars().next() {
        Some('T') => "Total",
        Some('A') => "Annular",
        Some('H') => "Hybrid",
        _ => "Partial",
    }
}

/// The date of greatest eclipse: `8 April 2024`, `18 September 1504 (Gregorian)`.
pub(crate) fn date(eclipse: &EclipseElements) -> String {
    let date = calendar::date(greatest(eclipse));
    if is_julian(eclipse) { date + " (Gregorian)" } else { date }
}

/// The date in the Julian calendar, if it was in use.
pub(crate) fn julian_date(eclipse: &EclipseElements) -> Option<String> {
    let date = Date::civil(eclipse.greatest_ut().0);
    is_julian(eclipse).then(|| {
        let midnight = Date { day: date.day.floor(), ..date }.gregorian_jd();
        calendar::date(Instant::from_ut1(Ut1(midnight)))
    })
}

fn is_julian(eclipse: &EclipseElements) -> bool {
    eclipse.greatest_ut().0 < FIRST_GREGORIAN_JD
}

/// The date of greatest eclipse in addresses: `2024-04-08`.
pub(crate) fn iso_date(eclipse: &EclipseElements) -> String {
    greatest(eclipse).date()
}

pub(crate) fn greatest(eclipse: &EclipseElements) -> Instant {
    Instant::from_ut1(eclipse.greatest_ut())
}

/// The name of an eclipse: `Total solar eclipse, 8 April 2024`.
pub(crate) fn name(eclipse: &EclipseElements) -> String {
    format!("{} solar eclipse, {}", kind(eclipse), date(eclipse))
}

/// A duration: `4 min 28 s`, with no-break spaces.
pub(crate) fn duration(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as i64;
    match tenths {
        0..100 => format!("{}.{}\u{a0}s", tenths / 10, tenths % 10),
        _ => match (tenths + 5) / 10 {
            s @ ..60 => format!("{s}\u{a0}s"),
            s => format!("{}\u{a0}min\u{a0}{:02}\u{a0}s", s / 60, s % 60),
        },
    }
}

/// A place: `25.2900° N, 104.1500° W`.
pub(crate) fn coordinates(latitude_deg: f64, longitude_deg: f64) -> String {
    place(latitude_deg, longitude_deg, 4)
}

/// A place to a tenth of a degree: `25.3° N, 104.2° W`.
pub(crate) fn about(latitude_deg: f64, longitude_deg: f64) -> String {
    place(latitude_deg, longitude_deg, 1)
}

fn place(latitude_deg: f64, longitude_deg: f64, decimals: usize) -> String {
    let one = |angle: f64, [positive, negative]: [char; 2]| {
        format!("{:.decimals$}° {}", angle.abs(), if angle < 0.0 { negative } else { positive })
    };
    format!("{}, {}", one(latitude_deg, ['N', 'S']), one(longitude_deg, ['E', 'W']))
}

/// A distance: `12,508 km`, and on which side of the Earth it leads.
pub(crate) fn kilometres(km: f64) -> String {
    /// From here, a place is on the other side of the Earth.
    const FAR_KM: f64 = 10_000.0;
    let whole = km.round() as u32;
    let digits =
        if whole < 1000 { whole.to_string() } else { format!("{},{:03}", whole / 1000, whole % 1000) };
    let side = if km > FAR_KM { " (on the other side of the Earth)" } else { "" };
    format!("{digits}\u{a0}km{side}")
}

/// The altitude of a visible body, degrees: `8° high`.
pub(crate) fn height(altitude_deg: f64) -> String {
    match altitude_deg.round() {
        altitude if altitude > 0.0 => format!("{altitude}° high"),
        _ => "on the horizon".to_owned(),
    }
}

/// Compass direction of an azimuth in degrees: `southwest`.
pub(crate) fn compass(azimuth_deg: f64) -> &'static str {
    const DIRECTIONS: [&str; 8] =
        ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
    DIRECTIONS[(azimuth_deg / 45.0).round().rem_euclid(8.0) as usize]
}

/// An angle in degrees with a decimal and a true minus sign.
pub(crate) fn degrees(angle: f64) -> String {
    format!("{angle:.1}°").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        let text = |seconds| duration(seconds).replace('\u{a0}', " ");
        assert_eq!([268.1, 59.96, 32.4, 2.34].map(text), ["4 min 28 s", "1 min 00 s", "32 s", "2.3 s"]);
        assert_eq!(coordinates(-25.29, 104.15), "25.2900° S, 104.1500° E");
        let directions = ["north", "northeast", "southwest", "north"];
        assert_eq!([22.4, 22.6, 225.0, 359.0].map(compass), directions);
        assert_eq!(degrees(-3.26), "−3.3°");
        assert_eq!(kilometres(999.4), "999\u{a0}km");
        assert_eq!(kilometres(12_007.6), "12,008\u{a0}km (on the other side of the Earth)");
    }
}
