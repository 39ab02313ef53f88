//! The published tables. Names are a contract: analysts and the server rely on them.

use crate::schema::Kind::{Coefficients, Float64, Int8, Int16, Int32, Text, TimestampMs};
use crate::schema::{Column, Table, column, nullable};
use astro::ephemeris::chebyshev_table;

/// Every table, in the order of the dictionary.
pub const ALL: [&Table; 7] =
    [&ECLIPSES, &ELEMENTS, &LUNAR_ECLIPSES, &DELTA_T, &EPHEMERIS, &PLACES, &OUTLINES];

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
    column("catalog_number", Int32, "1", "1 … 11898, as in the canon", "counted"),
    column(
        "year",
        Int32,
        "year",
        "date of greatest eclipse in TD, astronomical years (the year before 1 is 0)",
        "civil calendar: Julian before 1582 October 15",
    ),
    column("month", Int8, "month", "1 … 12", "civil calendar"),
    column("day", Int8, "day", "day of the month", "civil calendar"),
    column(
        "jd_tt",
        Float64,
        "day (TT)",
        "greatest eclipse: the instant at which the shadow axis passes nearest the Earth's centre",
        "ELP 2000-82B and VSOP87D, see notes",
    ),
    column("jd_ut", Float64, "day (UT1)", "the same instant in UT1", "jd_tt − delta_t_s"),
    column("iso_tt", Text, "ISO 8601", "the same as jd_tt, proleptic Gregorian", "jd_tt"),
    column(
        "timestamp_ms",
        TimestampMs,
        "ms",
        "jd_ut as milliseconds since 1970, proleptic Gregorian, no zone",
        "jd_ut",
    ),
    column(
        "greatest_td_day_fraction",
        Float64,
        "day",
        "fraction of the TD day, of the whole second as the canon prints it",
        "jd_tt",
    ),
    column(
        "delta_t_s",
        Float64,
        "s",
        "TT − UT1 by the canon's rule",
        "Espenak & Meeus 2006 polynomials with the secular term for n-dot −25.858″/cy²",
    ),
    column("lunation", Int32, "1", "lunation number counted from 2000 January 6", "Meeus 1998, chapter 49"),
    column("saros", Int16, "1", "Saros number", "van den Bergh 1955"),
    column(
        "eclipse_type",
        Text,
        "text",
        "eclipse_type_primary followed by eclipse_type_qualifier",
        "geometry of the shadow",
    ),
    column(
        "eclipse_type_primary",
        Text,
        "text",
        "P partial, A annular, T total, H hybrid",
        "geometry of the shadow",
    ),
    nullable(
        "eclipse_type_qualifier",
        Text,
        "text",
        "m middle of its Saros series; n, s no northern or southern limit; +, - not central, axis north or south of the Earth; 2 hybrid that begins total; 3 hybrid that begins annular; b, e first and last of its series",
        "geometry of the shadow; whole Saros series",
    ),
    column(
        "qle",
        Text,
        "text",
        "lunar eclipses half a lunation before and after: n penumbral, p partial, t total, - none",
        "joined from the lunar eclipses",
    ),
    column(
        "gamma",
        Float64,
        "Earth equatorial radii",
        "least distance of the shadow axis from the Earth's centre, negative south",
        "Besselian elements",
    ),
    column(
        "magnitude",
        Float64,
        "1",
        "at the place of greatest eclipse: ratio of apparent diameters (central), or part of the Sun's diameter covered (others)",
        "Explanatory Supplement 2013, section 11.3",
    ),
    column(
        "latitude_deg",
        Float64,
        "degree",
        "geodetic latitude of greatest eclipse; for an eclipse that is not central, of the point of the Earth's limb nearest the axis",
        "Explanatory Supplement 2013, section 11.3",
    ),
    column(
        "longitude_deg",
        Float64,
        "degree",
        "longitude of greatest eclipse, east positive, −180 … 180",
        "with delta_t_s",
    ),
    column("sun_altitude_deg", Float64, "degree", "altitude of the Sun there and then", "airless"),
    column("sun_azimuth_deg", Float64, "degree", "azimuth of the Sun, from north through east", "airless"),
    nullable(
        "path_width_km",
        Float64,
        "km",
        "width of the central path at greatest eclipse; null if there is none or a limit does not touch the Earth",
        "Meeus 1989, p. 13",
    ),
    nullable(
        "central_duration_s",
        Float64,
        "s",
        "duration of totality or annularity on the central line at greatest eclipse",
        "Meeus 1989, p. 13",
    ),
    nullable(
        "country_iso",
        Text,
        "ISO 3166-1 alpha-2",
        "country of the place of greatest eclipse; null at sea and in no country. XK is Kosovo, AQ Antarctica",
        "Natural Earth 1:10m; codes of ISO 3166-1",
    ),
    nullable(
        "mrg_id",
        Int32,
        "Marine Regions id",
        "IHO sea area of the place of greatest eclipse; null on land and on the Caspian Sea",
        "limits drawn from IHO S-23 (1953)",
    ),
    column(
        "tz_id",
        Text,
        "IANA zone",
        "time zone of the place of greatest eclipse; at sea Etc/GMT±n, where the sign is inverted: Etc/GMT-3 is three hours ahead of UTC",
        "timezone-boundary-builder through tzf-rs",
    ),
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
    column("catalog_number", Int32, "1", "catalog number in eclipses", "counted"),
    column(
        "year",
        Int32,
        "year",
        "UTC date of greatest eclipse, astronomical years",
        "civil calendar, service ΔT",
    ),
    column("month", Int8, "month", "1 … 12", "civil calendar"),
    column("day", Int8, "day", "day of the month", "civil calendar"),
    column("jd_midnight", Float64, "day (UT)", "0h UT of that date", "civil calendar"),
    column("t_max_jd_tt", Float64, "day (TT)", "greatest eclipse", "as jd_tt of eclipses"),
    column(
        "t0_jd_tt",
        Float64,
        "day (TT)",
        "the whole hour of TD nearest to it, from which t counts",
        "t_max_jd_tt",
    ),
    column("t0_hour_tt", Float64, "hour", "the same hour of its TD day", "t0_jd_tt"),
    column("delta_t_s", Float64, "s", "the service's ΔT at greatest eclipse", "delta_t table"),
    column(
        "x0",
        Float64,
        "Earth equatorial radii",
        "shadow axis on the fundamental plane, east: coefficient of t^0, t in hours of TD from t0",
        "least squares over t0 ± 3 h",
    ),
    column(
        "x1",
        Float64,
        "Earth equatorial radii / hour^1",
        "coefficient of t^1 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "x2",
        Float64,
        "Earth equatorial radii / hour^2",
        "coefficient of t^2 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "x3",
        Float64,
        "Earth equatorial radii / hour^3",
        "coefficient of t^3 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "y0",
        Float64,
        "Earth equatorial radii",
        "shadow axis on the fundamental plane, north: coefficient of t^0, t in hours of TD from t0",
        "least squares over t0 ± 3 h",
    ),
    column(
        "y1",
        Float64,
        "Earth equatorial radii / hour^1",
        "coefficient of t^1 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "y2",
        Float64,
        "Earth equatorial radii / hour^2",
        "coefficient of t^2 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "y3",
        Float64,
        "Earth equatorial radii / hour^3",
        "coefficient of t^3 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "d0",
        Float64,
        "degree",
        "declination of the shadow axis: coefficient of t^0, t in hours of TD from t0",
        "least squares over t0 ± 3 h",
    ),
    column("d1", Float64, "degree / hour^1", "coefficient of t^1 of the same", "least squares over t0 ± 3 h"),
    column("d2", Float64, "degree / hour^2", "coefficient of t^2 of the same", "least squares over t0 ± 3 h"),
    column("d3", Float64, "degree / hour^3", "coefficient of t^3 of the same", "least squares over t0 ± 3 h"),
    column(
        "l1_0",
        Float64,
        "Earth equatorial radii",
        "radius of the penumbra on the fundamental plane: coefficient of t^0, t in hours of TD from t0",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l1_1",
        Float64,
        "Earth equatorial radii / hour^1",
        "coefficient of t^1 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l1_2",
        Float64,
        "Earth equatorial radii / hour^2",
        "coefficient of t^2 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l1_3",
        Float64,
        "Earth equatorial radii / hour^3",
        "coefficient of t^3 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l2_0",
        Float64,
        "Earth equatorial radii",
        "radius of the umbra on the fundamental plane, negative if total: coefficient of t^0, t in hours of TD from t0",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l2_1",
        Float64,
        "Earth equatorial radii / hour^1",
        "coefficient of t^1 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l2_2",
        Float64,
        "Earth equatorial radii / hour^2",
        "coefficient of t^2 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "l2_3",
        Float64,
        "Earth equatorial radii / hour^3",
        "coefficient of t^3 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "mu0",
        Float64,
        "degree",
        "ephemeris hour angle of the shadow axis: Greenwich sidereal time with TD in the place of UT1; hour angle of an observer = mu + longitude − 1.002738 · 15 · ΔT / 3600: coefficient of t^0, t in hours of TD from t0",
        "least squares over t0 ± 3 h",
    ),
    column(
        "mu1",
        Float64,
        "degree / hour^1",
        "coefficient of t^1 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "mu2",
        Float64,
        "degree / hour^2",
        "coefficient of t^2 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "mu3",
        Float64,
        "degree / hour^3",
        "coefficient of t^3 of the same",
        "least squares over t0 ± 3 h",
    ),
    column(
        "tan_f1",
        Float64,
        "1",
        "tangent of the angle of the penumbral cone",
        "k1 = 0.272488, Sun 959.63″",
    ),
    column("tan_f2", Float64, "1", "tangent of the angle of the umbral cone", "k2 = 0.272281, Sun 959.63″"),
    column("latitude_deg", Float64, "degree", "latitude of greatest eclipse", "as in eclipses"),
    column(
        "longitude_deg",
        Float64,
        "degree",
        "longitude of greatest eclipse, east positive, with this table's delta_t_s",
        "as in eclipses",
    ),
    column("magnitude", Float64, "1", "as in eclipses", "as in eclipses"),
    column(
        "eclipse_type_code",
        Int8,
        "1",
        "4 partial, 5 non-central total or annular, 6 annular, 7 hybrid, 8 total",
        "EclipseType of the interface",
    ),
    column(
        "fit_residual_earth_radii",
        Float64,
        "Earth equatorial radii",
        "worst difference of x or y from the exact course over t0 ± 3 h",
        "measured on 24 Chebyshev points",
    ),
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
    column("catalog_number", Int32, "1", "1 … 12064, as in the canon", "counted"),
    column(
        "year",
        Int32,
        "year",
        "date of greatest eclipse in TD, astronomical years (the year before 1 is 0)",
        "civil calendar: Julian before 1582 October 15",
    ),
    column("month", Int8, "month", "1 … 12", "civil calendar"),
    column("day", Int8, "day", "day of the month", "civil calendar"),
    column(
        "jd_tt",
        Float64,
        "day (TT)",
        "greatest eclipse: the instant at which the Moon passes nearest the axis of the shadow",
        "ELP 2000-82B and VSOP87D",
    ),
    column("delta_t_s", Float64, "s", "TT − UT1 by the canon's rule", "Espenak & Meeus 2006"),
    column(
        "lunation",
        Int32,
        "1",
        "lunation whose new moon is half a lunation earlier, counted from 2000 January 6",
        "Meeus 1998, chapter 49",
    ),
    column("saros", Int16, "1", "Saros number", "van den Bergh 1955"),
    column(
        "eclipse_type",
        Text,
        "text",
        "N penumbral, P partial, T total; then m middle of its series, + - total with the Moon's disc over the shadow axis and its centre north or south of it, x total penumbral, b e first and last of the series",
        "geometry of the shadow; whole Saros series",
    ),
    column(
        "gamma",
        Float64,
        "Earth equatorial radii",
        "distance of the Moon's centre from the shadow axis, negative south",
        "geometry",
    ),
    column(
        "penumbral_magnitude",
        Float64,
        "1",
        "part of the Moon's diameter in the penumbra",
        "shadow enlarged by Danjon's rule",
    ),
    column(
        "umbral_magnitude",
        Float64,
        "1",
        "part of the Moon's diameter in the umbra, negative outside",
        "shadow enlarged by Danjon's rule",
    ),
    column(
        "penumbral_duration_min",
        Float64,
        "min",
        "from first to last contact with the penumbra",
        "contacts found by root search",
    ),
    nullable(
        "partial_duration_min",
        Float64,
        "min",
        "from first to last contact with the umbra",
        "contacts found by root search",
    ),
    nullable("total_duration_min", Float64, "min", "duration of totality", "contacts found by root search"),
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
    column(
        "year",
        Float64,
        "year",
        "decimal year: year + (day of the year − 1 + fraction) / days in the year, proleptic Gregorian",
        "Ut1",
    ),
    column("delta_t_s", Float64, "s", "TT − UT1; linear between rows", "see notes"),
    column("sigma_s", Float64, "s", "one standard error", "IERS; Morrison & Stephenson 2004; Huber 2000"),
    column("source", Text, "text", "table | observed | predicted | polynomial", "see notes"),
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
    column("start_jd_tt", Float64, "day (TT)", "begin of the segment of four days", "counted"),
    column(
        "sun_km",
        Coefficients(3 * chebyshev_table::SUN_COEFFICIENTS as i32),
        "km",
        "coefficients of x, then y, then z of the apparent Sun, true equator and equinox of date",
        "VSOP87B, Vondrák et al. 2011, IAU 2000A",
    ),
    column(
        "moon_km",
        Coefficients(3 * chebyshev_table::MOON_COEFFICIENTS as i32),
        "km",
        "the same for the apparent Moon",
        "ELP/MPP02 fitted to LLR, Vondrák et al. 2011, IAU 2000A",
    ),
    column(
        "nutation_longitude_rad",
        Coefficients(chebyshev_table::NUTATION_COEFFICIENTS as i32),
        "radian",
        "nutation in longitude",
        "IAU 2000A",
    ),
    column(
        "obliquity_rad",
        Coefficients(chebyshev_table::NUTATION_COEFFICIENTS as i32),
        "radian",
        "true obliquity of the ecliptic",
        "Vondrák et al. 2011, IAU 2000A",
    ),
];

/// `places`.
pub const PLACES: Table = Table {
    name: "places",
    title: "Countries and IHO sea areas, one row per polygon",
    notes: "A point belongs to the first polygon of a layer that contains it, in the order of the rows. Countries decide before seas, so that seas may be drawn across land. The Caspian Sea stands among the seas without an id. The vertices are in outlines.",
    columns: PLACES_COLUMNS,
    mapped: true,
    parquet: true,
    sorted_by: "polygon",
};

const PLACES_COLUMNS: &[Column] = &[
    column("polygon", Int32, "1", "number of the polygon, from 0", "counted"),
    column("layer", Text, "text", "country or sea", "file of the source"),
    column(
        "name",
        Text,
        "text",
        "name in the source",
        "Natural Earth 1:10m; Marine Regions IHO Sea Areas v3",
    ),
    nullable(
        "country_iso",
        Text,
        "ISO 3166-1 alpha-2",
        "country; null for seas and for outlines that no country's code is in common use for",
        "Natural Earth 1:10m, ISO 3166-1",
    ),
    nullable(
        "mrg_id",
        Int32,
        "Marine Regions id",
        "IHO sea area; null for countries and for the Caspian Sea",
        "Marine Regions IHO Sea Areas v3",
    ),
];

/// `outlines`.
pub const OUTLINES: Table = Table {
    name: "outlines",
    title: "Vertices of the polygons of places",
    notes: "Rings are closed: the last vertex repeats the first. Longitudes go beyond ±180 where a polygon crosses the antimeridian; such a polygon stands twice, once on either side.",
    columns: OUTLINES_COLUMNS,
    mapped: true,
    parquet: true,
    sorted_by: "polygon",
};

const OUTLINES_COLUMNS: &[Column] = &[
    column("polygon", Int32, "1", "number of the polygon in places", "counted"),
    column("ring", Int32, "1", "0 for the outer ring, 1 … for holes", "counted"),
    column("longitude_deg", Float64, "degree", "longitude, east positive", "as the polygon"),
    column("latitude_deg", Float64, "degree", "latitude", "as the polygon"),
];
