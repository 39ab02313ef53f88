//! Tolerances of the tests: the figures of ACCURACY.md, each × 1.5.

// The canon: the worst of each figure over the whole sample. Its rounding is part of every figure.
/// Time of greatest solar eclipse in 1500–2500, seconds: 0.6 s.
pub(crate) const SOLAR_TIME_MODERN_S: f64 = 0.9;
/// Time of greatest solar eclipse in all five millennia, seconds: 0.9 s.
pub(crate) const SOLAR_TIME_S: f64 = 1.35;
/// γ, Earth radii: 7e-5.
pub(crate) const GAMMA_EARTH_RADII: f64 = 1.05e-4;
/// Magnitude of a solar eclipse: 8e-5.
pub(crate) const SOLAR_MAGNITUDE: f64 = 1.2e-4;
/// Width of the path, km: 0.6 km.
pub(crate) const PATH_WIDTH_KM: f64 = 0.9;
/// Duration on the central line, seconds: 0.8 s.
pub(crate) const CENTRAL_DURATION_S: f64 = 1.2;
/// ΔT, seconds: within 5 ms of the limits of the printed second, which are half a second away.
pub(crate) const DELTA_T_S: f64 = 0.5 + 0.0075;
/// Eclipses whose ΔT may round to another second: three.
pub(crate) const DELTA_T_ROUNDED_OTHERWISE: usize = 4;
/// Besselian elements over t0 ± 2 h, Earth radii and degrees: x and y 1.1e-5, d 3e-5°, l1 and l2 1e-6, µ
/// 6e-5°.
pub(crate) const ELEMENTS: [(&str, f64); 6] =
    [("x", 1.65e-5), ("y", 1.65e-5), ("d", 4.5e-5), ("l1", 1.5e-6), ("l2", 1.5e-6), ("µ", 9e-5)];
/// Elements outside 1500–2500: x and y 1.1e-4, d 2.8e-3°, l1 and l2 1.3e-6, µ 6.7e-4°.
pub(crate) const ELEMENTS_OTHER_YEARS: [(&str, f64); 6] = [
    ("x, other years", 1.65e-4),
    ("y, other years", 1.65e-4),
    ("d, other years", 4.2e-3),
    ("l1, other years", 1.95e-6),
    ("l2, other years", 1.95e-6),
    ("µ, other years", 1.005e-3),
];
/// Tangents of the cones: 1e-7.
pub(crate) const TANGENT: f64 = 1.5e-7;
/// Time of greatest lunar eclipse in 1500–2500, seconds: 0.6 s.
pub(crate) const LUNAR_TIME_MODERN_S: f64 = 0.9;
/// Time of greatest lunar eclipse in all five millennia, seconds: 0.8 s.
pub(crate) const LUNAR_TIME_S: f64 = 1.2;
/// γ of a lunar eclipse, Earth radii: 8e-5.
pub(crate) const LUNAR_GAMMA_EARTH_RADII: f64 = 1.2e-4;
/// Duration of the penumbral phase, minutes: 0.09 min.
pub(crate) const PENUMBRAL_DURATION_MIN: f64 = 0.135;
/// Durations of the partial and the total phase, minutes: 0.06 min.
pub(crate) const UMBRAL_DURATION_MIN: f64 = 0.09;
/// Magnitudes of a lunar eclipse: 1e-4.
pub(crate) const LUNAR_MAGNITUDE: f64 = 1.5e-4;
/// Lunar eclipses with a qualifier that differs from the canon: 3, at the ends of Saros series.
pub(crate) const LUNAR_QUALIFIERS: usize = 4;

// Precise Besselian elements over t0 ± 3 h, against DE440 in 1550–2500, Earth radii and radians.
/// From the kernel: 6.4e-8, which the cubic polynomials miss.
pub(crate) const ELEMENTS_KERNEL: f64 = 9.6e-8;
/// From series: x 5.6e-6, y 2.9e-6, l1 and l2 1.4e-8 Earth radii; d 3.1e-6°, µ 4.6e-6°. Angles in degrees.
pub(crate) const ELEMENTS_SERIES: [(&str, f64); 6] =
    [("x", 8.4e-6), ("y", 4.4e-6), ("d", 4.7e-6), ("l1", 2.1e-8), ("l2", 2.1e-8), ("µ", 6.9e-6)];
/// Contacts from precise elements where the limbs are fast, and maxima, seconds: 0.091 s.
pub(crate) const PRECISE_CONTACT_S: f64 = 0.137;
/// Such contacts for 99 %, seconds: 0.072 s.
pub(crate) const PRECISE_CONTACT_USUAL_S: f64 = 0.108;

// Places and observers.
/// Printed places of 1800–2200 and greatest declinations, arcseconds: 0.1″.
pub(crate) const PLACE_ARCSEC: f64 = 0.15;
/// Azimuth and altitude with the same ΔT, degrees: 0.00002°.
pub(crate) const HORIZONTAL_DEG: f64 = 0.000_03;
/// Civil, nautical and astronomical twilight with the same ΔT, seconds: 0.007 s.
pub(crate) const TWILIGHT_S: f64 = 0.0105;
/// Boundaries of day, twilights and moonlight on the map, km: 0.1 km, which is their `tolerance`.
pub(crate) const TERMINATOR_KM: f64 = 0.15;
/// Crescents against DE440 with the same ΔT: angles and widths 0.0002, `lag` 0.001 min, q 0.0001, V 0.001.
pub(crate) const CRESCENT_DEG: f64 = 0.000_3;
pub(crate) const CRESCENT_MIN: f64 = 0.0015;
pub(crate) const CRESCENT_Q: f64 = 0.000_15;
/// Distance of q from its class on the map: 0.002.
pub(crate) const CRESCENT_MAP_Q: f64 = 0.003;
/// Irradiance under a clear sky, part of it: 1e-8.
pub(crate) const IRRADIANCE: f64 = 1.5e-8;

// On the ground.
/// Length of a geodesic, metres: 1.5e-8 m.
pub(crate) const GEODESIC_M: f64 = 2.25e-8;
/// Its directions, degrees: 1e-8°.
pub(crate) const GEODESIC_DEG: f64 = 1.5e-8;

// Lunar eclipses by direct geometry from DE440 in 1900–2100.
/// Contacts, seconds: 0.45 s.
pub(crate) const LUNAR_CONTACT_S: f64 = 0.675;
/// Greatest eclipse, seconds: 0.3 s.
pub(crate) const LUNAR_GREATEST_S: f64 = 0.45;
/// Beginning and end of the one totality that is a graze, seconds: 1.3 s.
pub(crate) const LUNAR_GRAZE_S: (&str, f64) = ("2457116.5", 1.95);
/// Magnitudes: 2.1e-5.
pub(crate) const LUNAR_MAGNITUDE_DIRECT: f64 = 3.15e-5;
/// Greatest eclipse from that of the catalog in 1502–2497, seconds: 4.5 s.
pub(crate) const LUNAR_FROM_CATALOG_S: f64 = 6.75;
/// Durations of the penumbral, partial and total phase from those of the catalog, minutes: 0.32, 1.9 and
/// 0.41.
pub(crate) const LUNAR_FROM_CATALOG_MIN: [f64; 3] = [0.48, 2.85, 0.615];
/// Latitude and longitude of the place with the Moon in its zenith, degrees: 0.00006° and 0.0008°.
pub(crate) const ZENITH_DEG: [f64; 2] = [0.000_09, 0.0012];

// Curves of solar eclipses.
/// Vertices of limits at their own maximum, metres from the limit: 0.1 mm.
pub(crate) const LIMIT_M: f64 = 0.000_15;
/// Their instants, seconds: 0.3 ms.
pub(crate) const LIMIT_TIME_S: f64 = 0.000_45;
/// Obscuration on the lines that are named after it: 1e-10.
pub(crate) const OBSCURATION: f64 = 1.5e-10;
/// Straight edges at a tolerance of 100 m, metres from their curve: 94 m. What is promised is less than 1.5
/// times that.
pub(crate) const EDGE_M: f64 = 100.0;
/// Limits in the published tables, km, for 99 %: 0.31 km.
pub(crate) const TABLE_LIMIT_KM: f64 = 0.465;
/// Central line in the published tables, km, for 99 %: 0.31 km.
pub(crate) const TABLE_CENTRE_KM: f64 = 0.465;
/// Duration in the published tables, seconds, for 99 %: 0.16 s.
pub(crate) const TABLE_DURATION_S: f64 = 0.24;
/// Width in the published tables, km, for 99 %: 0.51 km.
pub(crate) const TABLE_WIDTH_KM: f64 = 0.765;
/// Contacts of the shadow with the Earth later than in two bulletins, seconds: 0.08 s and 0.11 s.
pub(crate) const SHADOW_CONTACTS_LATE_S: [(&str, f64); 2] = [("1998-02-26", 0.12), ("2003-05-31", 0.165)];
/// But for that, seconds: 0.08 s.
pub(crate) const SHADOW_CONTACT_S: f64 = 0.12;
/// Contacts of an umbra that grazes the Earth, seconds: 0.4 s.
pub(crate) const GRAZING_CONTACT_S: f64 = 0.6;

// Celestial events against DE440 in 1900–2100.
/// Equinoxes and solstices, seconds: 0.30 s.
pub(crate) const SEASON_S: f64 = 0.45;
/// Multiples of the Sun's longitude and of the Moon's elongation, 1600–2400, seconds: 0.23 s and 0.02 s by
/// the ephemeris, 6.4 s and 1.3 s by the truncated theories.
pub(crate) const MULTIPLES_S: [((&str, &str), f64); 4] = [
    (("solar_longitude:15", "precise"), 0.345),
    (("solar_longitude:15", "truncated"), 9.6),
    (("lunar_elongation:12", "precise"), 0.03),
    (("lunar_elongation:12", "truncated"), 1.95),
];
/// Phases of the Moon, seconds: 0.17 s.
pub(crate) const PHASE_S: f64 = 0.255;
/// Distance of the Moon at a phase, km: 0.012 km.
pub(crate) const PHASE_MOON_KM: f64 = 0.018;
/// Nodes of the Moon, seconds: 0.31 s.
pub(crate) const NODE_S: f64 = 0.465;
/// Greatest declinations of the Moon, seconds: 0.75 s.
pub(crate) const DECLINATION_S: f64 = 1.125;
/// Perigee and apogee, seconds: 0.17 s.
pub(crate) const APSIS_MOON_S: f64 = 0.255;
/// Distance of the Moon at perigee and apogee, km: 0.004 km.
pub(crate) const APSIS_MOON_KM: f64 = 0.006;
/// Perihelion and aphelion, seconds: 27 s.
pub(crate) const APSIS_SUN_S: f64 = 40.5;
/// Distance of the Sun then, km: 3.3 km.
pub(crate) const APSIS_SUN_KM: f64 = 4.95;
/// The Sun at the Galactic Center and opposite to it, seconds: 0.5 s.
pub(crate) const GALACTIC_CENTER_S: f64 = 0.75;

// The Sun and the Moon as seen, by the truncated theories against DE440.
/// Position angle of the bright limb, and from the zenith × cosine of the altitude, degrees: 0.006°.
pub(crate) const BRIGHT_LIMB_DEG: f64 = 9e-3;
/// Phase angle, degrees: 0.0003°.
pub(crate) const PHASE_ANGLE_DEG: f64 = 4.5e-4;
/// Hour angle and parallactic angle × cosine of the altitude, the place below a body, degrees: 0.0001°.
pub(crate) const ANGLES_SEEN_DEG: f64 = 1.5e-4;
/// Magnitude of the Moon, and light as a part, for the same laws: 0.0003.
pub(crate) const LIGHT_SEEN: f64 = 4.5e-4;
/// Sidereal time, seconds: 0.003 s.
pub(crate) const SIDEREAL_TIME_S: f64 = 4.5e-3;
/// Equation of time, seconds: 0.009 s.
pub(crate) const EQUATION_OF_TIME_S: f64 = 0.0135;
