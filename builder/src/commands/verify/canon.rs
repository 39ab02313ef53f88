//! The eclipse tables of the canon, compared value by value.

use super::comparison::{Quantities, Quantity};
use super::printed::{PrintedRow, PrintedTable};
use crate::Error;
use crate::commands::day::CivilDate;
use artifacts::tables::{eclipses, lunar_eclipses};
use astro::constants::SECONDS_PER_DAY;
use std::path::Path;

/// Shares of the values that must lie within their limit.
const ALL: f64 = 1.0;
const NEARLY_ALL: f64 = 0.998;
const MOST: f64 = 0.99;
const REPORTED: f64 = 0.0;

/// The columns that solar and lunar tables have in common.
struct SharedColumns<'a> {
    date: CivilDate,
    jd_tt: f64,
    delta_t_s: f64,
    lunation: i32,
    saros: i16,
    eclipse_type: &'a str,
}

/// Limits for the time of greatest eclipse in 1500–2500: that of 99 %, and the worst allowed, s.
struct TimeLimits {
    most_s: f64,
    worst_s: f64,
}

/// Compares the columns that both tables have; returns the date as text for the other columns.
fn common(
    c: &mut Quantities,
    r: &PrintedRow,
    ours: &SharedColumns,
    time: TimeLimits,
    type_share: f64,
) -> Result<String, Error> {
    let date = r.date()?;
    let at = date.to_string();
    c.of("date", "", ALL).text(&ours.date.to_string(), &at, &at);
    // The canon prints whole seconds: half a second of each difference is its rounding.
    let late = seconds_from(ours.jd_tt, r.clock()?);
    let equal = late.abs() <= 0.5;
    if is_modern(date) {
        c.bounded("TD 1500–2500", "s", MOST, time.worst_s).number(late, time.most_s, equal, &at);
    }
    c.of("TD", "s", MOST).number(late, 10.0, equal, &at);
    // A value within 5 ms of half a second rounds either way, depending on the arithmetic with which it was
    // computed.
    let delta_t = r.number("Delta T (s)")?;
    c.of("ΔT", "s", ALL).number(ours.delta_t_s - delta_t, 0.505, ours.delta_t_s.round() == delta_t, &at);
    c.of("lunation", "", ALL).text(&ours.lunation.to_string(), r.text("Lunation Number")?, &at);
    c.of("Saros", "", ALL).text(&ours.saros.to_string(), r.text("Saros Number")?, &at);
    let kind = r.text("Eclipse Type")?;
    c.of("primary type", "", ALL).text(first(ours.eclipse_type), first(kind), &at);
    c.of("type", "", type_share).text(ours.eclipse_type, kind, &at);
    Ok(at)
}

const SOLAR_COLUMNS: &str = "\
    Catalog Number, Calendar Date, Eclipse Time, Delta T (s), Lunation Number, Saros Number, Eclipse Type, \
    Gamma, Eclipse Magnitude, Latitude, Longitude, Sun Altitude, Sun Azimuth, Path Width (km), \
    Central Duration";

/// Compares solar eclipses with a table in the canon's columns.
pub(crate) fn solar(path: &Path, ours: &[eclipses::Row]) -> Result<Vec<Quantity>, Error> {
    let table = PrintedTable::read(path, SOLAR_COLUMNS)?;
    let mut c = Quantities::default();
    for r in table.rows() {
        let o = r.ours(ours)?;
        let shared = SharedColumns {
            date: CivilDate::from(o),
            jd_tt: o.jd_tt,
            delta_t_s: o.delta_t_s,
            lunation: o.lunation,
            saros: o.saros,
            eclipse_type: o.eclipse_type,
        };
        let at = common(&mut c, &r, &shared, TimeLimits { most_s: 1.0, worst_s: 2.0 }, NEARLY_ALL)?;
        if let Some(qle) = r.some("QLE") {
            c.of("QLE", "", NEARLY_ALL).text(o.qle, qle, &at);
        }
        shadow(&mut c, &r, o, &at)?;
        place(&mut c, &r, o, &at)?;
        central(&mut c, &r, o, &at)?;
    }
    Ok(c.into_list())
}

/// γ and the magnitude.
fn shadow(c: &mut Quantities, r: &PrintedRow, o: &eclipses::Row, at: &str) -> Result<(), Error> {
    let gamma = r.number("Gamma")?;
    let equal = rounds_to(o.gamma, gamma, 4);
    if is_modern(o.into()) {
        c.of("γ 1500–2500", "Earth radii", 0.995).number(o.gamma - gamma, 0.000_1, equal, at);
    }
    c.of("γ", "Earth radii", MOST).number(o.gamma - gamma, 0.001, equal, at);
    let magnitude = r.number("Eclipse Magnitude")?;
    let equal = rounds_to(o.magnitude, magnitude, 4);
    c.of("magnitude", "", MOST).number(o.magnitude - magnitude, 0.000_2, equal, at);
    Ok(())
}

/// The place of greatest eclipse, and the Sun's position there.
fn place(c: &mut Quantities, r: &PrintedRow, o: &eclipses::Row, at: &str) -> Result<(), Error> {
    for (name, ours, theirs) in [
        ("latitude", o.latitude_deg, r.angle("Latitude")?),
        ("longitude", o.longitude_deg, r.angle("Longitude")?),
    ] {
        let difference = turn(ours - theirs);
        let equal = difference.abs() <= 0.05;
        if is_modern(o.into()) && o.central_duration_s.is_some() {
            let central = format!("{name}, central 1500–2500");
            c.of(central, "°", MOST).number(difference, 0.15, equal, at);
        }
        c.of(format!("{name}, all"), "°", REPORTED).number(difference, 0.15, equal, at);
    }
    let altitude = r.number("Sun Altitude")?;
    let equal = rounds_to(o.sun_altitude_deg, altitude, 0);
    c.of("Sun's altitude", "°", REPORTED).number(o.sun_altitude_deg - altitude, 1.0, equal, at);
    if o.sun_altitude_deg < 85.0 {
        let difference = turn(o.sun_azimuth_deg - r.number("Sun Azimuth")?);
        let equal = difference.abs() <= 0.5;
        c.of("Sun's azimuth, altitude < 85°", "°", REPORTED).number(difference, 1.0, equal, at);
    }
    Ok(())
}

/// Width of the path and duration on the central line.
fn central(c: &mut Quantities, r: &PrintedRow, o: &eclipses::Row, at: &str) -> Result<(), Error> {
    let width = r.number_or_none("Path Width (km)")?;
    c.of("path width given or not", "", NEARLY_ALL).text(given(o.path_width_km), given(width), at);
    if let (Some(o), Some(t)) = (o.path_width_km, width) {
        c.of("path width", "km", MOST).number(o - t, (0.01 * t).max(2.0), rounds_to(o, t, 0), at);
    }
    let duration = r.duration()?;
    c.of("duration given or not", "", NEARLY_ALL).text(given(o.central_duration_s), given(duration), at);
    if let (Some(o), Some(t)) = (o.central_duration_s, duration) {
        c.of("central duration", "s", MOST).number(o - t, 1.0, rounds_to(o, t, 0), at);
    }
    Ok(())
}

/// The difference of an eclipse from the canon's, ours minus theirs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CanonResidual {
    /// Astronomical year of greatest eclipse.
    pub(crate) year: i32,
    /// Time of greatest eclipse, s of TD.
    pub(crate) time_s: f64,
    /// γ, Earth radii.
    pub(crate) gamma: f64,
}

/// Signed differences of time and γ from a table of solar eclipses in the canon's columns.
pub(crate) fn residuals(path: &Path, ours: &[eclipses::Row]) -> Result<Vec<CanonResidual>, Error> {
    let table = PrintedTable::read(path, "Catalog Number, Eclipse Time, Gamma")?;
    let residual = |r: PrintedRow| {
        let o = r.ours(ours)?;
        Ok(CanonResidual {
            year: o.year,
            time_s: seconds_from(o.jd_tt, r.clock()?),
            gamma: o.gamma - r.number("Gamma")?,
        })
    };
    table.rows().map(residual).collect()
}

const LUNAR_COLUMNS: &str = "\
    Catalog Number, Calendar Date, Eclipse Time, Delta T (s), Lunation Number, Saros Number, Eclipse Type, \
    Gamma, Penumbral Magnitude, Umbral Magnitude, Penumbral Eclipse Duration (m), \
    Partial Eclipse Duration (m), Total Eclipse Duration (m)";

/// Compares lunar eclipses with a table in the canon's columns.
pub(crate) fn lunar(path: &Path, ours: &[lunar_eclipses::Row]) -> Result<Vec<Quantity>, Error> {
    let table = PrintedTable::read(path, LUNAR_COLUMNS)?;
    let mut c = Quantities::default();
    for r in table.rows() {
        let o = r.ours(ours)?;
        let shared = SharedColumns {
            date: CivilDate::from(o),
            jd_tt: o.jd_tt,
            delta_t_s: o.delta_t_s,
            lunation: o.lunation,
            saros: o.saros,
            eclipse_type: o.eclipse_type,
        };
        let at = common(&mut c, &r, &shared, TimeLimits { most_s: 0.9, worst_s: 1.2 }, MOST)?;
        if let Some(quincena) = r.some("Quincena Solar Eclipse") {
            c.of("solar eclipses before and after", "", NEARLY_ALL).text(o.qse, quincena, &at);
        }
        for (name, ours, column) in
            [("latitude", o.latitude_deg, "Latitude"), ("longitude", o.longitude_deg, "Longitude")]
        {
            if r.some(column).is_some() {
                let difference = turn(ours - r.angle(column)?);
                let name = format!("{name} of the Moon's zenith");
                c.of(name, "°", MOST).number(difference, 1.0, difference.abs() <= 0.5, &at);
            }
        }
        earths_shadow(&mut c, &r, o, &at)?;
    }
    Ok(c.into_list())
}

/// γ, magnitudes and durations of a lunar eclipse.
fn earths_shadow(c: &mut Quantities, r: &PrintedRow, o: &lunar_eclipses::Row, at: &str) -> Result<(), Error> {
    let gamma = r.number("Gamma")?;
    c.of("γ", "Earth radii", MOST).number(o.gamma - gamma, 0.001, rounds_to(o.gamma, gamma, 4), at);
    for (name, column, ours) in [
        ("penumbral magnitude", "Penumbral Magnitude", o.penumbral_magnitude),
        ("umbral magnitude", "Umbral Magnitude", o.umbral_magnitude),
    ] {
        let theirs = r.number(column)?;
        c.of(name, "", MOST).number(ours - theirs, 0.001, rounds_to(ours, theirs, 4), at);
    }
    for (name, column, ours) in [
        ("penumbral duration", "Penumbral Eclipse Duration (m)", Some(o.penumbral_duration_min)),
        ("partial duration", "Partial Eclipse Duration (m)", o.partial_duration_min),
        ("total duration", "Total Eclipse Duration (m)", o.total_duration_min),
    ] {
        let theirs = r.number_or_none(column)?;
        c.of(format!("{name} given or not"), "", NEARLY_ALL).text(given(ours), given(theirs), at);
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            c.of(name, "min", MOST).number(ours - theirs, 0.2, rounds_to(ours, theirs, 1), at);
        }
    }
    Ok(())
}

fn rounds_to(ours: f64, theirs: f64, decimals: i32) -> bool {
    let unit = 10f64.powi(decimals);
    (ours * unit).round() == (theirs * unit).round()
}

/// Brings a difference of angles into −180° … 180°.
pub(crate) fn turn(degrees: f64) -> f64 {
    (degrees + 540.0).rem_euclid(360.0) - 180.0
}

/// Seconds between our instant (Julian Date, TD) and a printed time of the same day, across midnight if need
/// be.
fn seconds_from(jd: f64, clock: f64) -> f64 {
    turn(((jd + 0.5).rem_euclid(1.0) * SECONDS_PER_DAY - clock) / 240.0) * 240.0
}

fn is_modern(d: CivilDate) -> bool {
    (1500..=2500).contains(&d.year)
}

fn first(text: &str) -> &str {
    text.chars().next().map_or("", |c| &text[..c.len_utf8()])
}

fn given(v: Option<f64>) -> &'static str {
    if v.is_some() { "given" } else { "none" }
}
