//! The table `eclipses`: the solar catalog.

use super::credits;
use crate::cell::TimestampMs;

table! {
    name: "eclipses",
    title: "All solar eclipses of the years −1999 … +3000",
    notes: "Sun and Moon are ELP 2000-82B and VSOP87D in the frame of date, with the constants of the \
           published canon (k1 = 0.272488, k2 = 0.272281, Sun 959.63″ at 1 au), so that rows correspond \
           to it record by record. The ephemeris table uses ELP/MPP02 moved to JPL DE440 \
           instead, which is closer to the sky; SCHEMA.md gives the size of the difference by century.",
    licence: credits::ECLIPSES_LICENCE,
    attribution: credits::ECLIPSES,
    sorted_by: "jd_tt",
    /// A solar eclipse of the catalog.
    columns<'a>: Row<'a> {
        catalog_number: i32, "1", "1 … 11898, as in the canon", "counted";
        year: i32, "year",
            "date of greatest eclipse in TD, astronomical years (the year before 1 is 0)",
            "civil calendar: Julian before 1582 October 15";
        month: i8, "month", "1 … 12", "civil calendar";
        day: i8, "day", "day of the month", "civil calendar";
        jd_tt: f64, "day (TT)",
            "greatest eclipse: the instant at which the shadow axis passes nearest the Earth's centre",
            "ELP 2000-82B and VSOP87D, see notes";
        jd_ut: f64, "day (UT1)", "the same instant in UT1", "jd_tt − delta_t_s";
        iso_tt: &'a str, "ISO 8601", "the same as jd_tt, proleptic Gregorian", "jd_tt";
        timestamp_ms: TimestampMs, "ms",
            "jd_ut as milliseconds since 1970, proleptic Gregorian, no zone", "jd_ut";
        greatest_td_day_fraction: f64, "day",
            "fraction of the TD day, of the whole second as the canon prints it", "jd_tt";
        delta_t_s: f64, "s",
            "TT − UT1 by the canon's rule",
            "Espenak & Meeus 2006 polynomials with the secular term for n-dot −25.858″/cy²";
        lunation: i32, "1", "lunation number counted from 2000 January 6", "Meeus 1998, chapter 49";
        saros: i16, "1", "Saros number", "van den Bergh 1955";
        eclipse_type: &'a str, "text",
            "eclipse_type_primary followed by eclipse_type_qualifier", "geometry of the shadow";
        eclipse_type_primary: &'a str, "text",
            "P partial, A annular, T total, H hybrid", "geometry of the shadow";
        eclipse_type_qualifier: Option<&'a str>, "text",
            "m middle of its Saros series; n, s no northern or southern limit; +, - not central, axis north \
             or south of the Earth; 2 hybrid that begins total; 3 hybrid that begins annular; b, e first \
             and last of its series",
            "geometry of the shadow; whole Saros series";
        qle: &'a str, "text",
            "lunar eclipses half a lunation before and after: n penumbral, p partial, t total, - none",
            "joined from the lunar eclipses";
        gamma: f64, "Earth equatorial radii",
            "least distance of the shadow axis from the Earth's centre, negative south", "Besselian elements";
        magnitude: f64, "1",
            "at the place of greatest eclipse: ratio of apparent diameters (central), or part of the Sun's \
             diameter covered (others)",
            "Explanatory Supplement 2013, section 11.3";
        latitude_deg: f64, "degree",
            "geodetic latitude of greatest eclipse; for an eclipse that is not central, of the point of the \
             Earth's limb nearest the axis",
            "Explanatory Supplement 2013, section 11.3";
        longitude_deg: f64, "degree",
            "longitude of greatest eclipse, east positive, −180 … 180", "with delta_t_s";
        sun_altitude_deg: f64, "degree", "altitude of the Sun there and then", "airless";
        sun_azimuth_deg: f64, "degree", "azimuth of the Sun, from north through east", "airless";
        path_width_km: Option<f64>, "km",
            "width of the central path at greatest eclipse; null if there is none or a limit does not touch \
             the Earth",
            "Meeus 1989, p. 13";
        central_duration_s: Option<f64>, "s",
            "duration of totality or annularity on the central line at greatest eclipse", "Meeus 1989, p. 13";
        country_iso: Option<&'a str>, "ISO 3166-1 alpha-2",
            "country of the place of greatest eclipse; null at sea and in no country. XK is Kosovo, AQ \
             Antarctica",
            "Natural Earth 1:10m; codes of ISO 3166-1";
        mrg_id: Option<i32>, "Marine Regions id",
            "IHO sea area of the place of greatest eclipse; null on land and on the Caspian Sea",
            "limits drawn from IHO S-23 (1953)";
        tz_id: &'a str, "IANA zone",
            "time zone of the place of greatest eclipse; at sea Etc/GMT±n, where the sign is inverted: \
             Etc/GMT-3 is three hours ahead of UTC",
            "timezone-boundary-builder through tzf-rs";
    }
}
