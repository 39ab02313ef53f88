//! The table `lunar_eclipses`: the lunar catalog.

use super::credits;
use crate::cell::TimestampMs;

table! {
    name: "lunar_eclipses",
    title: "All lunar eclipses of the years −1999 … +3000",
    notes: "From the same places as eclipses. The shadow is enlarged by Danjon's rule (parallax × 1.01), the \
           Moon's radius is 0.272488 Earth radii. Distances are the canon's: its separation of the Moon from \
           the axis is the true one divided by the cosine of the Moon's angle from the hour circle through \
           the axis (which uses the tangent of that angle instead of its sine), and greatest eclipse is \
           when that is \
           least; radii of the shadow are its angles in radians divided by the sine of the Moon's parallax. \
           Against geometry this moves greatest eclipse by up to 4.5 s, γ by 0.0001, magnitudes by 0.00025 \
           and durations by 0.4 min, in the graze of 1553 July 25 by 1.9 min; the API's \
           /lunar-eclipse/local-circumstances has geometry. The letters b and e stand where the full moon \
           one Saros before or after misses the penumbra even if the shadow \
           is enlarged by the traditional fiftieth of the parallax (× 1.02). The canon's own rule is not \
           known: of the 39 eclipses in an eighth of it (what was compared) that are the first or the last \
           of their series, 28 carry the letter there and 31 here, three of them (−1948 April 5, 483 \
           August 4, 2953 April 20) not in the canon; but for the first of the three a factor between \
           1.0202 and 1.0208 would separate them all.",
    licence: credits::COMPUTED,
    attribution: credits::CANON,
    sorted_by: "jd_tt",
    /// A lunar eclipse of the catalog.
    columns<'a>: Row<'a> {
        catalog_number: i32, "1", "1 … 12064, as in the canon", "counted";
        year: i32, "year",
            "date of greatest eclipse in TD, astronomical years (the year before 1 is 0)",
            "civil calendar: Julian before 1582 October 15";
        month: i8, "month", "1 … 12", "civil calendar";
        day: i8, "day", "day of the month", "civil calendar";
        jd_tt: f64, "day (TT)",
            "greatest eclipse: the instant at which the Moon passes nearest the axis of the shadow, by the \
             canon's measure",
            "ELP 2000-82B and VSOP87D";
        jd_ut: f64, "day (UT1)", "the same instant in UT1", "jd_tt − delta_t_s";
        timestamp_ms: TimestampMs, "ms",
            "jd_ut as milliseconds since 1970, proleptic Gregorian, no zone", "jd_ut";
        delta_t_s: f64, "s", "TT − UT1 by the canon's rule", "Espenak & Meeus 2006";
        lunation: i32, "1",
            "lunation whose new moon is half a lunation earlier, counted from 2000 January 6",
            "Meeus 1998, chapter 49";
        saros: i16, "1", "Saros number", "van den Bergh 1955";
        eclipse_type: &'a str, "text",
            "N penumbral, P partial, T total; then m middle of its series, + - total with the Moon's disc \
             over the shadow axis and its centre north or south of it, x total penumbral, b e first and \
             last of the series as the canon counts it",
            "geometry of the shadow; whole Saros series, see the notes";
        qse: &'a str, "text",
            "solar eclipses half a lunation before and after: p partial, a annular, t total, h hybrid, - \
             none",
            "joined from the solar eclipses";
        gamma: f64, "Earth equatorial radii",
            "distance of the Moon's centre from the shadow axis, negative south", "the canon's measure";
        penumbral_magnitude: f64, "1",
            "part of the Moon's diameter in the penumbra", "shadow enlarged by Danjon's rule";
        umbral_magnitude: f64, "1",
            "part of the Moon's diameter in the umbra, negative outside", "shadow enlarged by Danjon's rule";
        latitude_deg: f64, "degree",
            "geodetic latitude of the place that has the Moon in its zenith at greatest eclipse; within \
             0.0001° of JPL DE440 in 1900–2100",
            "ELP 2000-82B";
        longitude_deg: f64, "degree",
            "longitude of that place, east positive, −180 … 180; within 0.001° of JPL DE440 in 1900–2100 for \
             the same ΔT, of which a second moves it by 0.0042°",
            "with delta_t_s";
        penumbral_duration_min: f64, "min",
            "from first to last contact with the penumbra", "contacts found by root search";
        partial_duration_min: Option<f64>, "min",
            "from first to last contact with the umbra", "contacts found by root search";
        total_duration_min: Option<f64>, "min", "duration of totality", "contacts found by root search";
    }
}
