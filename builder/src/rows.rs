//! Rows of the published tables from the computed and joined values.

use crate::Error;
use crate::compute::{Computed, Precise};
use crate::join::{LunarEntry, SolarEntry};
use artifacts::cell::TimestampMs;
use artifacts::tables::span::Span;
use artifacts::tables::theory::TheoryKind;
use artifacts::tables::{delta_t, delta_t_models, eclipses, elements, elevation, ephemeris, lunar_eclipses};
use artifacts::tables::{time_zone_names, time_zones};
use astro::constants::SECONDS_PER_DAY;
use astro::eclipse::global::{LimitsPresent, SolarEclipse, SolarEclipseType};
use astro::ephemeris::chebyshev_table::SEGMENT_DAYS;
use astro::time::Date;
use astro::time::delta_t::{DeltaT, Model, Node};
use geography::elevation::WorldGrid;
use places::Location;
use places::ZoneRuns;

pub(crate) fn time_zones(zones: &ZoneRuns) -> Vec<time_zones::Row> {
    zones.runs.iter().map(|&(cell, zone)| time_zones::Row { cell, zone }).collect()
}

pub(crate) fn time_zone_names(zones: &ZoneRuns) -> Vec<time_zone_names::Row<'_>> {
    (0..).zip(&zones.names).map(|(zone, name)| time_zone_names::Row { zone, name }).collect()
}

pub(crate) fn elevation(heights_m: &[i16]) -> Vec<elevation::Row<'_>> {
    let parallels = heights_m.as_chunks().0.iter().enumerate();
    let row = |(row, height_m)| elevation::Row { latitude_deg: WorldGrid::latitude_deg(row), height_m };
    parallels.map(row).collect()
}

pub(crate) fn eclipses<'a>(entries: &'a [SolarEntry], locations: &[Location<'a>]) -> Vec<eclipses::Row<'a>> {
    (1..).zip(entries).zip(locations).map(|((number, e), location)| eclipse(number, e, location)).collect()
}

fn eclipse<'a>(catalog_number: i32, entry: &'a SolarEntry, location: &Location<'a>) -> eclipses::Row<'a> {
    let e = &entry.eclipse;
    let ut = e.greatest.to_ut1(entry.delta_t_s);
    let (primary, qualifier) = entry.eclipse_type.split_at(1);
    eclipses::Row {
        catalog_number,
        year: entry.date.year,
        month: entry.date.month as i8,
        day: entry.date.day as i8,
        jd_tt: e.greatest.0,
        jd_ut: ut.0,
        iso_tt: &entry.iso_tt,
        timestamp_ms: TimestampMs(ut.unix_ms()),
        greatest_td_day_fraction: (entry.date.day.fract() * SECONDS_PER_DAY).round() / SECONDS_PER_DAY,
        delta_t_s: entry.delta_t_s,
        lunation: e.lunation,
        saros: entry.saros as i16,
        eclipse_type: &entry.eclipse_type,
        eclipse_type_primary: primary,
        eclipse_type_qualifier: (!qualifier.is_empty()).then_some(qualifier),
        qle: &entry.qle,
        gamma: e.gamma,
        magnitude: e.magnitude,
        latitude_deg: entry.latitude_deg(),
        longitude_deg: entry.longitude_deg(),
        sun_altitude_deg: e.point.sun.altitude.to_degrees(),
        sun_azimuth_deg: e.point.sun.azimuth.to_degrees(),
        path_width_km: e.path_width_km,
        central_duration_s: e.central_duration_s,
        country_iso: location.country_iso,
        mrg_id: location.mrg_id,
        tz_id: location.tz_id,
    }
}

/// The rows of `elements`: all eclipses of the catalog.
pub(crate) fn elements(entries: &[SolarEntry], delta_t: &DeltaT) -> Result<Vec<elements::Row>, Error> {
    let row =
        |(number, entry): (i32, &SolarEntry)| elements_of(number, &entry.eclipse, TheoryKind::Canon, delta_t);
    (1..).zip(entries).map(row).collect()
}

/// The rows of `elements_precise`, each with the number of its eclipse in the catalog.
pub(crate) fn elements_precise(eclipses: &[Precise], delta_t: &DeltaT) -> Result<Vec<elements::Row>, Error> {
    eclipses.iter().map(|e| elements_of(e.catalog_number, &e.eclipse, e.theory, delta_t)).collect()
}

fn elements_of(
    catalog_number: i32,
    eclipse: &SolarEclipse,
    theory: TheoryKind,
    delta_t: &DeltaT,
) -> Result<elements::Row, Error> {
    let delta_t_s = delta_t.at_tt(eclipse.greatest)?;
    let date = Date::civil(eclipse.greatest.to_ut1(delta_t_s).0);
    let span = if elements::YEARS.contains(&date.year) { Span::Default } else { Span::Canon };
    let e = &eclipse.elements;
    let ([x0, x1, x2, x3], [y0, y1, y2, y3]) = (e.x, e.y);
    let [d0, d1, d2, d3] = e.d.map(f64::to_degrees);
    let ([l1_0, l1_1, l1_2, l1_3], [l2_0, l2_1, l2_2, l2_3]) = (e.l1, e.l2);
    let [mu0, mu1, mu2, mu3] = e.mu.map(f64::to_degrees);
    #[rustfmt::skip]
    let row = elements::Row {
        catalog_number,
        year: date.year,
        month: date.month as i8,
        day: date.day as i8,
        span,
        theory,
        jd_midnight: Date { day: date.day.floor(), ..date }.civil_jd(),
        t_max_jd_tt: eclipse.greatest.0,
        t0_jd_tt: e.t0.0,
        t0_hour_tt: ((e.t0.0 + 0.5).fract() * 24.0).round() % 24.0,
        delta_t_s,
        x0, x1, x2, x3,
        y0, y1, y2, y3,
        d0, d1, d2, d3,
        l1_0, l1_1, l1_2, l1_3,
        l2_0, l2_1, l2_2, l2_3,
        mu0, mu1, mu2, mu3,
        tan_f1: e.tan_f1,
        tan_f2: e.tan_f2,
        latitude_deg: eclipse.point.latitude.to_degrees(),
        longitude_deg: eclipse.point.longitude(delta_t_s).to_degrees(),
        magnitude: eclipse.magnitude,
        eclipse_type_code: type_code(eclipse),
        fit_residual_earth_radii: e.fit_residual,
    };
    Ok(row)
}

/// The number of the type in the table `elements`.
fn type_code(e: &SolarEclipse) -> i8 {
    match (e.kind, e.limits) {
        (SolarEclipseType::Partial, _) => 4,
        (_, LimitsPresent::NonCentralNorth | LimitsPresent::NonCentralSouth) => 5,
        (SolarEclipseType::Annular, _) => 6,
        (SolarEclipseType::Hybrid, _) => 7,
        (SolarEclipseType::Total, _) => 8,
    }
}

pub(crate) fn lunar_eclipses(entries: &[LunarEntry]) -> Vec<lunar_eclipses::Row<'_>> {
    (1..).zip(entries).map(|(number, entry)| lunar_eclipse(number, entry)).collect()
}

fn lunar_eclipse(catalog_number: i32, entry: &LunarEntry) -> lunar_eclipses::Row<'_> {
    let e = &entry.eclipse;
    let (latitude, longitude) = e.zenith(entry.delta_t_s);
    let ut = e.greatest.to_ut1(entry.delta_t_s);
    lunar_eclipses::Row {
        catalog_number,
        year: entry.date.year,
        month: entry.date.month as i8,
        day: entry.date.day as i8,
        jd_tt: e.greatest.0,
        jd_ut: ut.0,
        timestamp_ms: TimestampMs(ut.unix_ms()),
        delta_t_s: entry.delta_t_s,
        lunation: e.lunation,
        saros: entry.saros as i16,
        eclipse_type: &entry.eclipse_type,
        qse: &entry.qse,
        gamma: e.gamma,
        penumbral_magnitude: e.penumbral_magnitude,
        umbral_magnitude: e.umbral_magnitude,
        latitude_deg: latitude.to_degrees(),
        longitude_deg: longitude.to_degrees(),
        penumbral_duration_min: e.penumbral_duration_min,
        partial_duration_min: e.partial_duration_min,
        total_duration_min: e.total_duration_min,
    }
}

pub(crate) fn delta_t(delta_t: &DeltaT) -> Vec<delta_t::Row<'static>> {
    let row = |n: &Node| delta_t::Row {
        year: n.year,
        delta_t_s: n.delta_t_s,
        sigma_s: n.sigma_s,
        source: n.source.word(),
    };
    delta_t.nodes().iter().map(row).collect()
}

pub(crate) fn delta_t_models(models: &[(Model, DeltaT)]) -> Vec<delta_t_models::Row<'static>> {
    let row = |model: Model, n: &Node| delta_t_models::Row {
        model: model.word(),
        year: n.year,
        delta_t_s: n.delta_t_s,
        sigma_s: n.sigma_s,
        source: n.source.word(),
    };
    models.iter().flat_map(|(model, table)| table.nodes().iter().map(move |n| row(*model, n))).collect()
}

pub(crate) fn ephemeris(computed: &Computed) -> Vec<ephemeris::Row<'_>> {
    computed
        .segments
        .iter()
        .enumerate()
        .map(|(i, segment)| ephemeris::Row {
            start_jd_tt: computed.ephemeris_start.plus_days(i as f64 * SEGMENT_DAYS).0,
            sun_km: all(segment.sun.as_flattened()),
            moon_km: all(segment.moon.as_flattened()),
            nutation_longitude_rad: &segment.nutation_longitude,
            obliquity_rad: &segment.obliquity,
        })
        .collect()
}

/// The coefficients of x, then y, then z, as the table has them.
fn all<const N: usize>(coefficients: &[f64]) -> &[f64; N] {
    coefficients.try_into().expect("table and fit take the number of coefficients from the same constants")
}
