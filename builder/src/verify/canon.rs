//! Published tables in their own columns, compared value by value.

use super::comparison::Column;
use super::table::Table;
use crate::Error;
use crate::published::{Day, Elements, Lunar, Solar};
use astro::polynomial::value;
use std::collections::HashMap;
use std::path::Path;

fn rounds_to(ours: f64, theirs: f64, decimals: i32) -> bool {
    let unit = 10f64.powi(decimals);
    (ours * unit).round() == (theirs * unit).round()
}

/// Seconds between our instant (Julian Date, TD) and a printed time of the same day, across midnight if need be.
fn seconds_from(jd: f64, clock: f64) -> f64 {
    let d = (jd + 0.5).rem_euclid(1.0) * 86_400.0 - clock;
    if d > 43_200.0 {
        d - 86_400.0
    } else if d < -43_200.0 {
        d + 86_400.0
    } else {
        d
    }
}

fn is_modern(d: Day) -> bool {
    (1500..=2500).contains(&d.year)
}

/// Solar eclipses.
pub fn solar(path: &Path, ours: &[Solar]) -> Result<Vec<Column>, Error> {
    const REQUIRED: [&str; 15] = [
        "Catalog Number",
        "Calendar Date",
        "Eclipse Time",
        "Delta T (s)",
        "Lunation Number",
        "Saros Number",
        "Eclipse Type",
        "Gamma",
        "Eclipse Magnitude",
        "Latitude",
        "Longitude",
        "Sun Altitude",
        "Sun Azimuth",
        "Path Width (km)",
        "Central Duration",
    ];
    let table = Table::read(path, &REQUIRED)?;
    let mut date = Column::new("date", "", 1.0, f64::INFINITY);
    let mut td_modern = Column::new("TD 1500–2500", "s", 0.99, 2.5);
    let mut td = Column::new("TD", "s", 0.99, f64::INFINITY);
    let mut delta_t = Column::new("ΔT", "s", 1.0, f64::INFINITY);
    let mut lunation = Column::new("lunation", "", 1.0, f64::INFINITY);
    let mut saros = Column::new("Saros", "", 1.0, f64::INFINITY);
    let mut primary = Column::new("primary type", "", 1.0, f64::INFINITY);
    let mut kind = Column::new("type", "", 0.998, f64::INFINITY);
    let mut qle = Column::new("QLE", "", 0.998, f64::INFINITY);
    let mut gamma_modern = Column::new("γ 1500–2500", "Earth radii", 0.995, f64::INFINITY);
    let mut gamma = Column::new("γ", "Earth radii", 0.99, f64::INFINITY);
    let mut magnitude = Column::new("magnitude", "", 0.99, f64::INFINITY);
    let mut latitude = Column::new("latitude, central 1500–2500", "°", 0.99, f64::INFINITY);
    let mut longitude = Column::new("longitude, central 1500–2500", "°", 0.99, f64::INFINITY);
    let mut latitude_all = Column::reported("latitude, all", "°");
    let mut longitude_all = Column::reported("longitude, all", "°");
    let mut altitude = Column::reported("Sun's altitude", "°");
    let mut azimuth = Column::reported("Sun's azimuth, altitude < 85°", "°");
    let mut width = Column::new("path width", "km", 0.99, f64::INFINITY);
    let mut width_given = Column::new("path width given or not", "", 0.998, f64::INFINITY);
    let mut duration = Column::new("central duration", "s", 0.99, f64::INFINITY);
    let mut duration_given = Column::new("duration given or not", "", 0.998, f64::INFINITY);
    for r in table.rows() {
        let o = r.ours(ours)?;
        let theirs = r.date()?;
        let at = theirs.to_string();
        date.text(&o.date.to_string(), &at, &at);
        let clock = r.clock()?;
        let late = seconds_from(o.jd_tt, clock);
        let equal = late.abs() <= 0.5;
        // The canon prints whole seconds: half a second of each difference is its rounding.
        td.number(late, 10.0, equal, &at);
        if is_modern(theirs) {
            td_modern.number(late, 1.0, equal, &at);
        }
        delta_t_row(&mut delta_t, o.delta_t_s, r.number("Delta T (s)")?, &at);
        lunation.text(&o.lunation.to_string(), r.text("Lunation Number")?, &at);
        saros.text(&o.saros.to_string(), r.text("Saros Number")?, &at);
        let their_type = r.text("Eclipse Type")?;
        primary.text(&o.eclipse_type[..1], &their_type[..1], &at);
        kind.text(&o.eclipse_type, their_type, &at);
        if let Some(their_qle) = r.some("QLE") {
            qle.text(&o.qle, their_qle, &at);
        }
        let their_gamma = r.number("Gamma")?;
        let equal = rounds_to(o.gamma, their_gamma, 4);
        gamma.number(o.gamma - their_gamma, 0.001, equal, &at);
        if is_modern(theirs) {
            gamma_modern.number(o.gamma - their_gamma, 0.000_1, equal, &at);
        }
        let their_magnitude = r.number("Eclipse Magnitude")?;
        magnitude.number(
            o.magnitude - their_magnitude,
            0.000_2,
            rounds_to(o.magnitude, their_magnitude, 4),
            &format!("{at} ({} {:.5})", o.eclipse_type, o.magnitude),
        );
        let (their_latitude, their_longitude) = (r.angle("Latitude")?, r.angle("Longitude")?);
        let dlon = (o.longitude_deg - their_longitude + 540.0).rem_euclid(360.0) - 180.0;
        let (equal_lat, equal_lon) = (rounds_to(o.latitude_deg, their_latitude, 1), dlon.abs() <= 0.05);
        latitude_all.number(o.latitude_deg - their_latitude, 0.15, equal_lat, &at);
        longitude_all.number(dlon, 0.15, equal_lon, &at);
        if is_modern(theirs) && o.central_duration_s.is_some() {
            latitude.number(o.latitude_deg - their_latitude, 0.15, equal_lat, &at);
            longitude.number(dlon, 0.15, equal_lon, &at);
        }
        let their_altitude = r.number("Sun Altitude")?;
        altitude.number(o.sun_altitude_deg - their_altitude, 1.0, rounds_to(o.sun_altitude_deg, their_altitude, 0), &at);
        if o.sun_altitude_deg < 85.0 {
            let da = (o.sun_azimuth_deg - r.number("Sun Azimuth")? + 540.0).rem_euclid(360.0) - 180.0;
            azimuth.number(da, 1.0, da.abs() <= 0.5, &at);
        }
        let their_width = r.number_or_none("Path Width (km)")?;
        width_given.text(given(o.path_width_km), given(their_width), &at);
        if let (Some(o), Some(t)) = (o.path_width_km, their_width) {
            width.number(o - t, (0.01 * t).max(2.0), rounds_to(o, t, 0), &at);
        }
        let their_duration = r.duration()?;
        duration_given.text(given(o.central_duration_s), given(their_duration), &at);
        if let (Some(o), Some(t)) = (o.central_duration_s, their_duration) {
            duration.number(o - t, 1.0, rounds_to(o, t, 0), &at);
        }
    }
    Ok(vec![
        date,
        td_modern,
        td,
        delta_t,
        lunation,
        saros,
        primary,
        kind,
        qle,
        gamma_modern,
        gamma,
        magnitude,
        latitude,
        longitude,
        latitude_all,
        longitude_all,
        altitude,
        azimuth,
        width,
        width_given,
        duration,
        duration_given,
    ])
}

/// Whole seconds are printed. A value within 5 ms of half a second rounds either way, depending on the arithmetic with which it was computed.
fn delta_t_row(column: &mut Column, ours: f64, theirs: f64, at: &str) {
    column.number(ours - theirs, 0.505, ours.round() == theirs, at);
}

fn given(v: Option<f64>) -> &'static str {
    if v.is_some() { "given" } else { "none" }
}

/// Besselian elements, evaluated over t0 ± 2 h.
pub fn elements(path: &Path, ours: &[Elements]) -> Result<Vec<Column>, Error> {
    const REQUIRED: [&str; 24] = [
        "Catalog Number",
        "jd",
        "t0",
        "x1",
        "x2",
        "x3",
        "x4",
        "y1",
        "y2",
        "y3",
        "y4",
        "d1",
        "d2",
        "d3",
        "m1",
        "m2",
        "m3",
        "l11",
        "l12",
        "l13",
        "l21",
        "l22",
        "l23",
        "tanf1",
    ];
    let table = Table::read(path, &REQUIRED)?;
    let by_number: HashMap<i32, &Elements> = ours.iter().map(|e| (e.catalog_number, e)).collect();
    let limits: [(&str, &'static str, f64); 6] =
        [("x", "Earth radii", 1e-4), ("y", "Earth radii", 1e-4), ("d", "°", 3e-4), ("l1", "Earth radii", 5e-6), ("l2", "Earth radii", 5e-6), ("µ", "°", 1e-3)];
    let mut columns: Vec<Column> = limits.iter().map(|(name, unit, _)| Column::new(*name, unit, 0.99, f64::INFINITY)).collect();
    let mut tangents = Column::new("tan f1", "", 0.99, f64::INFINITY);
    for r in table.rows() {
        let Some(o) = by_number.get(&(r.number("Catalog Number")? as i32)) else { continue };
        let at = o.date.to_string();
        let (jd, hour) = (r.number("jd")?, r.number("t0")?);
        let midnight = (jd + 0.5).floor() - 0.5;
        let t0 = [-1.0, 0.0, 1.0]
            .map(|d| midnight + d + hour / 24.0)
            .into_iter()
            .fold(f64::INFINITY, |best, t| if (t - jd).abs() < (best - jd).abs() { t } else { best });
        let polynomial = |names: &[&str]| names.iter().map(|n| r.number(n)).collect::<Result<Vec<f64>, _>>();
        let theirs = [
            polynomial(&["x1", "x2", "x3", "x4"])?,
            polynomial(&["y1", "y2", "y3", "y4"])?,
            polynomial(&["d1", "d2", "d3"])?,
            polynomial(&["l11", "l12", "l13"])?,
            polynomial(&["l21", "l22", "l23"])?,
            polynomial(&["m1", "m2", "m3"])?,
        ];
        let mine = [o.x, o.y, o.d, o.l1, o.l2, o.mu];
        let offset = (t0 - o.t0_jd_tt) * 24.0;
        for (i, column) in columns.iter_mut().enumerate() {
            let worst = (-4..=4)
                .map(|k| f64::from(k) / 2.0)
                .map(|t| value(&mine[i], t + offset) - value(&theirs[i], t))
                .map(|d| if i == 5 { (d + 540.0).rem_euclid(360.0) - 180.0 } else { d })
                .fold(0.0f64, |w, d| w.max(d.abs()));
            column.number(worst, limits[i].2, worst <= limits[i].2 / 2.0, &at);
        }
        let difference = o.tan_f1 - r.number("tanf1")?;
        tangents.number(difference, 1.5e-7, difference.abs() <= 0.5e-7, &at);
    }
    columns.push(tangents);
    Ok(columns)
}

/// Lunar eclipses.
pub fn lunar(path: &Path, ours: &[Lunar], solar: &[Solar]) -> Result<Vec<Column>, Error> {
    const REQUIRED: [&str; 12] = [
        "Catalog Number",
        "Calendar Date",
        "Eclipse Time",
        "Delta T (s)",
        "Lunation Number",
        "Saros Number",
        "Eclipse Type",
        "Gamma",
        "Penumbral Magnitude",
        "Umbral Magnitude",
        "Penumbral Eclipse Duration (m)",
        "Partial Eclipse Duration (m)",
    ];
    let table = Table::read(path, &REQUIRED)?;
    let solar_at: HashMap<i32, String> = solar.iter().map(|e| (e.lunation, e.eclipse_type[..1].to_lowercase())).collect();
    let mut date = Column::new("date", "", 1.0, f64::INFINITY);
    let mut td_modern = Column::new("TD 1500–2500", "s", 0.99, 5.0);
    let mut td = Column::new("TD", "s", 0.99, f64::INFINITY);
    let mut delta_t = Column::new("ΔT", "s", 1.0, f64::INFINITY);
    let mut lunation = Column::new("lunation", "", 1.0, f64::INFINITY);
    let mut saros = Column::new("Saros", "", 1.0, f64::INFINITY);
    let mut primary = Column::new("primary type", "", 0.998, f64::INFINITY);
    let mut kind = Column::new("type", "", 0.99, f64::INFINITY);
    let mut quincena = Column::new("solar eclipses before and after", "", 0.998, f64::INFINITY);
    let mut gamma = Column::new("γ", "Earth radii", 0.99, f64::INFINITY);
    let mut magnitudes =
        [("penumbral magnitude", "Penumbral Magnitude"), ("umbral magnitude", "Umbral Magnitude")].map(|(n, c)| (c, Column::new(n, "", 0.99, f64::INFINITY)));
    let mut durations = [
        ("penumbral duration", "Penumbral Eclipse Duration (m)"),
        ("partial duration", "Partial Eclipse Duration (m)"),
        ("total duration", "Total Eclipse Duration (m)"),
    ]
    .map(|(n, c)| (c, Column::new(n, "min", 0.99, f64::INFINITY)));
    for r in table.rows() {
        let o = r.ours(ours)?;
        let theirs = r.date()?;
        let at = theirs.to_string();
        date.text(&o.date.to_string(), &at, &at);
        let late = seconds_from(o.jd_tt, r.clock()?);
        td.number(late, 10.0, late.abs() <= 0.5, &at);
        if is_modern(theirs) {
            td_modern.number(late, 3.0, late.abs() <= 0.5, &at);
        }
        delta_t_row(&mut delta_t, o.delta_t_s, r.number("Delta T (s)")?, &at);
        lunation.text(&o.lunation.to_string(), r.text("Lunation Number")?, &at);
        saros.text(&o.saros.to_string(), r.text("Saros Number")?, &at);
        let their_type = r.text("Eclipse Type")?;
        primary.text(&o.eclipse_type[..1], &their_type[..1], &at);
        kind.text(&o.eclipse_type, their_type, &at);
        if let Some(their_quincena) = r.some("Quincena Solar Eclipse") {
            let letter = |l: i32| solar_at.get(&l).map_or("-", String::as_str);
            quincena.text(&format!("{}{}", letter(o.lunation), letter(o.lunation + 1)), their_quincena, &at);
        }
        let their_gamma = r.number("Gamma")?;
        gamma.number(o.gamma - their_gamma, 0.001, rounds_to(o.gamma, their_gamma, 4), &at);
        for ((name, column), mine) in magnitudes.iter_mut().zip([o.penumbral_magnitude, o.umbral_magnitude]) {
            let t = r.number(name)?;
            column.number(mine - t, 0.001, rounds_to(mine, t, 4), &at);
        }
        for ((name, column), mine) in durations.iter_mut().zip([Some(o.penumbral_duration_min), o.partial_duration_min, o.total_duration_min]) {
            if let (Some(mine), Some(t)) = (mine, r.number_or_none(name)?) {
                column.number(mine - t, 0.2, rounds_to(mine, t, 1), &at);
            }
        }
    }
    let mut columns = vec![date, td_modern, td, delta_t, lunation, saros, primary, kind, quincena, gamma];
    columns.extend(magnitudes.into_iter().map(|(_, c)| c));
    columns.extend(durations.into_iter().map(|(_, c)| c));
    Ok(columns)
}
