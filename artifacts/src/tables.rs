//! The published tables. Names are a contract: analysts and the server rely on them.
//!
//! Country, time zone and sea of each eclipse will follow `central_duration_s` in `eclipses`.

use crate::schema::{Column, Kind, Table};
use astro::ephemeris;

/// Every table, in the order of the dictionary.
pub const ALL: [&Table; 5] = [&ECLIPSES, &ELEMENTS, &LUNAR_ECLIPSES, &DELTA_T, &EPHEMERIS];

/// `eclipses`.
pub const ECLIPSES: Table = Table {
    name: "eclipses",
    title: "All solar eclipses of the years −1999 … +3000",
    notes: "Sun and Moon are ELP 2000-82B and VSOP87D in the frame of date, with the constants of the published canon (k1 = 0.272488, k2 = 0.272281, Sun 959.63″ at 1 au), so that rows correspond to it record by record. The ephemeris table uses ELP/MPP02 fitted to lunar laser ranging instead, which is closer to the sky; SCHEMA.md gives the size of the difference by century.",
    columns: ECLIPSES_COLUMNS,
    mapped: true,
    parquet: true,
    sorted_by: "jd_tt",
};

const ECLIPSES_COLUMNS: &[Column] = &[
    Column { name: "catalog_number", kind: Kind::Int32, nullable: false, unit: "1", meaning: "1 … 11898, as in the canon", source: "counted" },
    Column { name: "year", kind: Kind::Int32, nullable: false, unit: "year", meaning: "date of greatest eclipse in TD, astronomical years (the year before 1 is 0)", source: "civil calendar: Julian before 1582 October 15" },
    Column { name: "month", kind: Kind::Int8, nullable: false, unit: "month", meaning: "1 … 12", source: "civil calendar" },
    Column { name: "day", kind: Kind::Int8, nullable: false, unit: "day", meaning: "day of the month", source: "civil calendar" },
    Column { name: "jd_tt", kind: Kind::Float64, nullable: false, unit: "day (TT)", meaning: "greatest eclipse: the instant at which the shadow axis passes nearest the Earth's centre", source: "ELP 2000-82B and VSOP87D, see notes" },
    Column { name: "jd_ut", kind: Kind::Float64, nullable: false, unit: "day (UT1)", meaning: "the same instant in UT1", source: "jd_tt − delta_t_s" },
    Column { name: "iso_tt", kind: Kind::Text, nullable: false, unit: "ISO 8601", meaning: "the same as jd_tt, proleptic Gregorian", source: "jd_tt" },
    Column { name: "timestamp_ms", kind: Kind::TimestampMs, nullable: false, unit: "ms", meaning: "jd_ut as milliseconds since 1970, proleptic Gregorian, no zone", source: "jd_ut" },
    Column { name: "greatest_td_day_fraction", kind: Kind::Float64, nullable: false, unit: "day", meaning: "fraction of the TD day, of the whole second as the canon prints it", source: "jd_tt" },
    Column { name: "delta_t_s", kind: Kind::Float64, nullable: false, unit: "s", meaning: "TT − UT1 by the canon's rule", source: "Espenak & Meeus 2006 polynomials with the secular term for n-dot −25.858″/cy²" },
    Column { name: "lunation", kind: Kind::Int32, nullable: false, unit: "1", meaning: "lunation number counted from 2000 January 6", source: "Meeus 1998, chapter 49" },
    Column { name: "saros", kind: Kind::Int16, nullable: false, unit: "1", meaning: "Saros number", source: "van den Bergh 1955" },
    Column { name: "eclipse_type", kind: Kind::Text, nullable: false, unit: "text", meaning: "eclipse_type_primary followed by eclipse_type_qualifier", source: "geometry of the shadow" },
    Column { name: "eclipse_type_primary", kind: Kind::Text, nullable: false, unit: "text", meaning: "P partial, A annular, T total, H hybrid", source: "geometry of the shadow" },
    Column { name: "eclipse_type_qualifier", kind: Kind::Text, nullable: true, unit: "text", meaning: "m middle of its Saros series; n, s no northern or southern limit; +, - not central, axis north or south of the Earth; 2 hybrid that begins total; 3 hybrid that begins annular; b, e first and last of its series", source: "geometry of the shadow; whole Saros series" },
    Column { name: "qle", kind: Kind::Text, nullable: false, unit: "text", meaning: "lunar eclipses half a lunation before and after: n penumbral, p partial, t total, - none", source: "joined from the lunar eclipses" },
    Column { name: "gamma", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "least distance of the shadow axis from the Earth's centre, negative south", source: "Besselian elements" },
    Column { name: "magnitude", kind: Kind::Float64, nullable: false, unit: "1", meaning: "at the place of greatest eclipse: ratio of apparent diameters (central), or part of the Sun's diameter covered (others)", source: "Explanatory Supplement 2013, section 11.3" },
    Column { name: "latitude_deg", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "geodetic latitude of greatest eclipse; for an eclipse that is not central, of the point of the Earth's limb nearest the axis", source: "Explanatory Supplement 2013, section 11.3" },
    Column { name: "longitude_deg", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "longitude of greatest eclipse, east positive, −180 … 180", source: "with delta_t_s" },
    Column { name: "sun_altitude_deg", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "altitude of the Sun there and then", source: "airless" },
    Column { name: "sun_azimuth_deg", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "azimuth of the Sun, from north through east", source: "airless" },
    Column { name: "path_width_km", kind: Kind::Float64, nullable: true, unit: "km", meaning: "width of the central path at greatest eclipse; null if there is none or a limit does not touch the Earth", source: "Meeus 1989, p. 13" },
    Column { name: "central_duration_s", kind: Kind::Float64, nullable: true, unit: "s", meaning: "duration of totality or annularity on the central line at greatest eclipse", source: "Meeus 1989, p. 13" },
];

/// `elements`.
pub const ELEMENTS: Table = Table {
    name: "elements",
    title: "Besselian elements of the solar eclipses of the years 1500 … 2500",
    notes: "From the same places as eclipses. The polynomials are cubic in t, hours of TD from t0_jd_tt. ΔT here is the service's (delta_t table), not the canon's.",
    columns: ELEMENTS_COLUMNS,
    mapped: true,
    parquet: true,
    sorted_by: "t_max_jd_tt",
};

const ELEMENTS_COLUMNS: &[Column] = &[
    Column { name: "catalog_number", kind: Kind::Int32, nullable: false, unit: "1", meaning: "catalog number in eclipses", source: "counted" },
    Column { name: "year", kind: Kind::Int32, nullable: false, unit: "year", meaning: "UTC date of greatest eclipse, astronomical years", source: "civil calendar, service ΔT" },
    Column { name: "month", kind: Kind::Int8, nullable: false, unit: "month", meaning: "1 … 12", source: "civil calendar" },
    Column { name: "day", kind: Kind::Int8, nullable: false, unit: "day", meaning: "day of the month", source: "civil calendar" },
    Column { name: "jd_midnight", kind: Kind::Float64, nullable: false, unit: "day (UT)", meaning: "0h UT of that date", source: "civil calendar" },
    Column { name: "t_max_jd_tt", kind: Kind::Float64, nullable: false, unit: "day (TT)", meaning: "greatest eclipse", source: "as jd_tt of eclipses" },
    Column { name: "t0_jd_tt", kind: Kind::Float64, nullable: false, unit: "day (TT)", meaning: "the whole hour of TD nearest to it, from which t counts", source: "t_max_jd_tt" },
    Column { name: "t0_hour_tt", kind: Kind::Float64, nullable: false, unit: "hour", meaning: "the same hour of its TD day", source: "t0_jd_tt" },
    Column { name: "delta_t_s", kind: Kind::Float64, nullable: false, unit: "s", meaning: "the service's ΔT at greatest eclipse", source: "delta_t table" },
    Column { name: "x0", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "shadow axis on the fundamental plane, east: coefficient of t^0, t in hours of TD from t0", source: "least squares over t0 ± 3 h" },
    Column { name: "x1", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^1", meaning: "coefficient of t^1 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "x2", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^2", meaning: "coefficient of t^2 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "x3", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^3", meaning: "coefficient of t^3 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "y0", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "shadow axis on the fundamental plane, north: coefficient of t^0, t in hours of TD from t0", source: "least squares over t0 ± 3 h" },
    Column { name: "y1", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^1", meaning: "coefficient of t^1 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "y2", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^2", meaning: "coefficient of t^2 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "y3", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^3", meaning: "coefficient of t^3 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "d0", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "declination of the shadow axis: coefficient of t^0, t in hours of TD from t0", source: "least squares over t0 ± 3 h" },
    Column { name: "d1", kind: Kind::Float64, nullable: false, unit: "degree / hour^1", meaning: "coefficient of t^1 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "d2", kind: Kind::Float64, nullable: false, unit: "degree / hour^2", meaning: "coefficient of t^2 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "d3", kind: Kind::Float64, nullable: false, unit: "degree / hour^3", meaning: "coefficient of t^3 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "l1_0", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "radius of the penumbra on the fundamental plane: coefficient of t^0, t in hours of TD from t0", source: "least squares over t0 ± 3 h" },
    Column { name: "l1_1", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^1", meaning: "coefficient of t^1 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "l1_2", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^2", meaning: "coefficient of t^2 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "l1_3", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^3", meaning: "coefficient of t^3 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "l2_0", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "radius of the umbra on the fundamental plane, negative if total: coefficient of t^0, t in hours of TD from t0", source: "least squares over t0 ± 3 h" },
    Column { name: "l2_1", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^1", meaning: "coefficient of t^1 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "l2_2", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^2", meaning: "coefficient of t^2 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "l2_3", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii / hour^3", meaning: "coefficient of t^3 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "mu0", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "ephemeris hour angle of the shadow axis: Greenwich sidereal time with TD in the place of UT1; hour angle of an observer = mu + longitude − 1.002738 · 15 · ΔT / 3600: coefficient of t^0, t in hours of TD from t0", source: "least squares over t0 ± 3 h" },
    Column { name: "mu1", kind: Kind::Float64, nullable: false, unit: "degree / hour^1", meaning: "coefficient of t^1 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "mu2", kind: Kind::Float64, nullable: false, unit: "degree / hour^2", meaning: "coefficient of t^2 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "mu3", kind: Kind::Float64, nullable: false, unit: "degree / hour^3", meaning: "coefficient of t^3 of the same", source: "least squares over t0 ± 3 h" },
    Column { name: "tan_f1", kind: Kind::Float64, nullable: false, unit: "1", meaning: "tangent of the angle of the penumbral cone", source: "k1 = 0.272488, Sun 959.63″" },
    Column { name: "tan_f2", kind: Kind::Float64, nullable: false, unit: "1", meaning: "tangent of the angle of the umbral cone", source: "k2 = 0.272281, Sun 959.63″" },
    Column { name: "latitude_deg", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "latitude of greatest eclipse", source: "as in eclipses" },
    Column { name: "longitude_deg", kind: Kind::Float64, nullable: false, unit: "degree", meaning: "longitude of greatest eclipse, east positive, with this table's delta_t_s", source: "as in eclipses" },
    Column { name: "magnitude", kind: Kind::Float64, nullable: false, unit: "1", meaning: "as in eclipses", source: "as in eclipses" },
    Column { name: "eclipse_type_code", kind: Kind::Int8, nullable: false, unit: "1", meaning: "4 partial, 5 non-central total or annular, 6 annular, 7 hybrid, 8 total", source: "EclipseType of the interface" },
    Column { name: "fit_residual_earth_radii", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "worst difference of x or y from the exact course over t0 ± 3 h", source: "measured on 24 Chebyshev points" },
];

/// `lunar_eclipses`.
pub const LUNAR_ECLIPSES: Table = Table {
    name: "lunar_eclipses",
    title: "All lunar eclipses of the years −1999 … +3000",
    notes: "From the same places as eclipses. The shadow is enlarged by Danjon's rule (parallax × (1 + 1/85 − 1/594)), the Moon's radius is 0.272488.",
    columns: LUNAR_ECLIPSES_COLUMNS,
    mapped: true,
    parquet: true,
    sorted_by: "jd_tt",
};

const LUNAR_ECLIPSES_COLUMNS: &[Column] = &[
    Column { name: "catalog_number", kind: Kind::Int32, nullable: false, unit: "1", meaning: "1 … 12064, as in the canon", source: "counted" },
    Column { name: "year", kind: Kind::Int32, nullable: false, unit: "year", meaning: "date of greatest eclipse in TD, astronomical years (the year before 1 is 0)", source: "civil calendar: Julian before 1582 October 15" },
    Column { name: "month", kind: Kind::Int8, nullable: false, unit: "month", meaning: "1 … 12", source: "civil calendar" },
    Column { name: "day", kind: Kind::Int8, nullable: false, unit: "day", meaning: "day of the month", source: "civil calendar" },
    Column { name: "jd_tt", kind: Kind::Float64, nullable: false, unit: "day (TT)", meaning: "greatest eclipse: the instant at which the Moon passes nearest the axis of the shadow", source: "ELP 2000-82B and VSOP87D" },
    Column { name: "delta_t_s", kind: Kind::Float64, nullable: false, unit: "s", meaning: "TT − UT1 by the canon's rule", source: "Espenak & Meeus 2006" },
    Column { name: "lunation", kind: Kind::Int32, nullable: false, unit: "1", meaning: "lunation whose new moon is half a lunation earlier, counted from 2000 January 6", source: "Meeus 1998, chapter 49" },
    Column { name: "saros", kind: Kind::Int16, nullable: false, unit: "1", meaning: "Saros number", source: "van den Bergh 1955" },
    Column { name: "eclipse_type", kind: Kind::Text, nullable: false, unit: "text", meaning: "N penumbral, P partial, T total; then m middle of its series, + - total with the Moon's disc over the shadow axis and its centre north or south of it, x total penumbral, b e first and last of the series", source: "geometry of the shadow; whole Saros series" },
    Column { name: "gamma", kind: Kind::Float64, nullable: false, unit: "Earth equatorial radii", meaning: "distance of the Moon's centre from the shadow axis, negative south", source: "geometry" },
    Column { name: "penumbral_magnitude", kind: Kind::Float64, nullable: false, unit: "1", meaning: "part of the Moon's diameter in the penumbra", source: "shadow enlarged by Danjon's rule" },
    Column { name: "umbral_magnitude", kind: Kind::Float64, nullable: false, unit: "1", meaning: "part of the Moon's diameter in the umbra, negative outside", source: "shadow enlarged by Danjon's rule" },
    Column { name: "penumbral_duration_min", kind: Kind::Float64, nullable: false, unit: "min", meaning: "from first to last contact with the penumbra", source: "contacts found by root search" },
    Column { name: "partial_duration_min", kind: Kind::Float64, nullable: true, unit: "min", meaning: "from first to last contact with the umbra", source: "contacts found by root search" },
    Column { name: "total_duration_min", kind: Kind::Float64, nullable: true, unit: "min", meaning: "duration of totality", source: "contacts found by root search" },
];

/// `delta_t`.
pub const DELTA_T: Table = Table {
    name: "delta_t",
    title: "ΔT = TT − UT1",
    notes: "1620–2004 Meeus 1998, table 10.A; from 2005 IERS observations, then IERS and USNO predictions to 2033.75; before and after them Espenak & Meeus 2006 polynomials. Over 1520–1620 and for 50 years after the last prediction the polynomials are shifted by a share of the difference at the seam, so that no seam has a jump.",
    columns: DELTA_T_COLUMNS,
    mapped: true,
    parquet: true,
    sorted_by: "year",
};

const DELTA_T_COLUMNS: &[Column] = &[
    Column { name: "year", kind: Kind::Float64, nullable: false, unit: "year", meaning: "decimal year: year + (day of the year − 1 + fraction) / days in the year, proleptic Gregorian", source: "Ut1" },
    Column { name: "delta_t_s", kind: Kind::Float64, nullable: false, unit: "s", meaning: "TT − UT1; linear between rows", source: "see notes" },
    Column { name: "sigma_s", kind: Kind::Float64, nullable: false, unit: "s", meaning: "one standard error", source: "IERS; Morrison & Stephenson 2004; Huber 2000" },
    Column { name: "source", kind: Kind::Text, nullable: false, unit: "text", meaning: "table | observed | predicted | polynomial", source: "see notes" },
];

/// `ephemeris`.
pub const EPHEMERIS: Table = Table {
    name: "ephemeris",
    title: "Chebyshev coefficients of the apparent Sun and Moon",
    notes: "Segments of four days. A quantity at t is Σ c_k T_k(x), x = 2 (t − start) / 4 − 1. Coordinates are rectangular, of the true equator and equinox of date, light time and aberration included.",
    columns: EPHEMERIS_COLUMNS,
    mapped: true,
    parquet: false,
    sorted_by: "start_jd_tt",
};

const EPHEMERIS_COLUMNS: &[Column] = &[
    Column { name: "start_jd_tt", kind: Kind::Float64, nullable: false, unit: "day (TT)", meaning: "begin of the segment of four days", source: "counted" },
    Column {
        name: "sun_km",
        kind: Kind::Coefficients(3 * ephemeris::SUN_COEFFICIENTS as i32),
        nullable: false,
        unit: "km",
        meaning: "coefficients of x, then y, then z of the apparent Sun, true equator and equinox of date",
        source: "VSOP87B, Vondrák et al. 2011, IAU 2000A",
    },
    Column {
        name: "moon_km",
        kind: Kind::Coefficients(3 * ephemeris::MOON_COEFFICIENTS as i32),
        nullable: false,
        unit: "km",
        meaning: "the same for the apparent Moon",
        source: "ELP/MPP02 fitted to LLR, Vondrák et al. 2011, IAU 2000A",
    },
    Column {
        name: "nutation_longitude_rad",
        kind: Kind::Coefficients(ephemeris::NUTATION_COEFFICIENTS as i32),
        nullable: false,
        unit: "radian",
        meaning: "nutation in longitude",
        source: "IAU 2000A",
    },
    Column {
        name: "obliquity_rad",
        kind: Kind::Coefficients(ephemeris::NUTATION_COEFFICIENTS as i32),
        nullable: false,
        unit: "radian",
        meaning: "true obliquity of the ecliptic",
        source: "Vondrák et al. 2011, IAU 2000A",
    },
];
