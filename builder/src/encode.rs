//! Rows into the columns of the contract.

use crate::Error;
use crate::assemble::{Lunar, Solar};
use crate::compute::Computed;
use crate::sources::Sources;
use arrow::array::{
    FixedSizeListArray, Float64Array, Int8Array, Int16Array, Int32Array, StringArray,
    TimestampMillisecondArray,
};
use arrow::datatypes::{DataType, Field};
use artifacts::places::{Area, Place};
use artifacts::{ArrayRef, RecordBatch, tables};
use astro::constants::SECONDS_PER_DAY;
use astro::eclipse::global::{LimitsPresent, SolarEclipseType};
use astro::ephemeris::chebyshev_table::{SEGMENT_DAYS, Segment};
use astro::time::{Date, iso_text};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Years of the Besselian elements.
pub const ELEMENTS_YEARS: RangeInclusive<i32> = 1500..=2500;

fn f64s(values: impl Iterator<Item = f64>) -> ArrayRef {
    Arc::new(values.collect::<Float64Array>())
}

fn f64s_or_null(values: impl Iterator<Item = Option<f64>>) -> ArrayRef {
    Arc::new(values.collect::<Float64Array>())
}

fn i32s(values: impl Iterator<Item = i32>) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(values))
}

fn i16s(values: impl Iterator<Item = i32>) -> ArrayRef {
    Arc::new(Int16Array::from_iter_values(values.map(|v| v as i16)))
}

fn i8s(values: impl Iterator<Item = i32>) -> ArrayRef {
    Arc::new(Int8Array::from_iter_values(values.map(|v| v as i8)))
}

fn texts<S: AsRef<str>>(values: impl Iterator<Item = S>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn i32s_or_null(values: impl Iterator<Item = Option<i32>>) -> ArrayRef {
    Arc::new(values.collect::<Int32Array>())
}

fn texts_or_null<S: AsRef<str>>(values: impl Iterator<Item = Option<S>>) -> ArrayRef {
    Arc::new(values.collect::<StringArray>())
}

/// The `eclipses` table.
pub fn eclipses(rows: &[Solar], places: &[Place]) -> Result<RecordBatch, Error> {
    let all = || rows.iter();
    let jd_ut: Vec<f64> = all().map(|r| r.eclipse.greatest.to_ut1(r.delta_t_s).0).collect();
    let primary = |r: &Solar| r.eclipse.kind.letter().to_string();
    let columns = vec![
        i32s((1..).take(rows.len())),
        i32s(all().map(|r| r.date.year)),
        i8s(all().map(|r| r.date.month)),
        i8s(all().map(|r| r.date.day as i32)),
        f64s(all().map(|r| r.eclipse.greatest.0)),
        f64s(jd_ut.iter().copied()),
        texts(all().map(|r| iso_text(r.eclipse.greatest.0))),
        Arc::new(TimestampMillisecondArray::from_iter_values(
            jd_ut.iter().map(|&jd| astro::time::Ut1(jd).unix_ms()),
        )),
        f64s(all().map(|r| ((r.date.day.fract()) * SECONDS_PER_DAY).round() / SECONDS_PER_DAY)),
        f64s(all().map(|r| r.delta_t_s)),
        i32s(all().map(|r| r.eclipse.lunation)),
        i16s(all().map(|r| r.saros)),
        texts(all().map(|r| primary(r) + r.qualifier.unwrap_or_default())),
        texts(all().map(primary)),
        texts_or_null(all().map(|r| r.qualifier)),
        texts(all().map(|r| &r.qle)),
        f64s(all().map(|r| r.eclipse.gamma)),
        f64s(all().map(|r| r.eclipse.magnitude)),
        f64s(all().map(Solar::latitude_deg)),
        f64s(all().map(Solar::longitude_deg)),
        f64s(all().map(|r| r.eclipse.point.sun.altitude.to_degrees())),
        f64s(all().map(|r| r.eclipse.point.sun.azimuth.to_degrees())),
        f64s_or_null(all().map(|r| r.eclipse.path_width_km)),
        f64s_or_null(all().map(|r| r.eclipse.central_duration_s)),
        texts_or_null(places.iter().map(|p| p.country_iso)),
        i32s_or_null(places.iter().map(|p| p.mrg_id)),
        texts(places.iter().map(|p| p.tz_id)),
    ];
    Ok(tables::ECLIPSES.batch(columns)?)
}

/// One of the six polynomials.
type Cubic = fn(&astro::eclipse::besselian::Polynomials) -> [f64; 4];

/// The `elements` table.
pub fn elements(rows: &[Solar], sources: &Sources) -> Result<RecordBatch, Error> {
    struct Row<'a> {
        number: i32,
        solar: &'a Solar,
        delta_t_s: f64,
        date: Date,
    }
    let mut out = Vec::new();
    for (number, solar) in (1..).zip(rows) {
        let delta_t_s = sources.delta_t.at_tt(solar.eclipse.greatest)?;
        let date = Date::civil(solar.eclipse.greatest.to_ut1(delta_t_s).0);
        if ELEMENTS_YEARS.contains(&date.year) {
            out.push(Row { number, solar, delta_t_s, date });
        }
    }
    let all = || out.iter();
    let e = |r: &Row| r.solar.eclipse.elements;
    let midnight = |r: &Row| Date { day: r.date.day.floor(), ..r.date }.civil_jd();
    let mut columns = vec![
        i32s(all().map(|r| r.number)),
        i32s(all().map(|r| r.date.year)),
        i8s(all().map(|r| r.date.month)),
        i8s(all().map(|r| r.date.day as i32)),
        f64s(all().map(midnight)),
        f64s(all().map(|r| r.solar.eclipse.greatest.0)),
        f64s(all().map(|r| e(r).t0.0)),
        f64s(all().map(|r| ((e(r).t0.0 + 0.5).fract() * 24.0).round() % 24.0)),
        f64s(all().map(|r| r.delta_t_s)),
    ];
    let quantities: [(Cubic, f64); 6] = [
        (|e| e.x, 1.0),
        (|e| e.y, 1.0),
        (|e| e.d, 1f64.to_degrees()),
        (|e| e.l1, 1.0),
        (|e| e.l2, 1.0),
        (|e| e.mu, 1f64.to_degrees()),
    ];
    for (quantity, unit) in quantities {
        for k in 0..4 {
            columns.push(f64s(all().map(|r| quantity(&e(r))[k] * unit)));
        }
    }
    columns.extend([
        f64s(all().map(|r| e(r).tan_f1)),
        f64s(all().map(|r| e(r).tan_f2)),
        f64s(all().map(|r| r.solar.eclipse.point.latitude.to_degrees())),
        f64s(all().map(|r| r.solar.eclipse.point.longitude(r.delta_t_s).to_degrees())),
        f64s(all().map(|r| r.solar.eclipse.magnitude)),
        i8s(all().map(|r| type_code(&r.solar.eclipse))),
        f64s(all().map(|r| e(r).fit_residual)),
    ]);
    Ok(tables::ELEMENTS.batch(columns)?)
}

/// `EclipseType` of the interface.
fn type_code(e: &astro::eclipse::global::SolarEclipse) -> i32 {
    match (e.kind, e.limits) {
        (SolarEclipseType::Partial, _) => 4,
        (_, LimitsPresent::NonCentralNorth | LimitsPresent::NonCentralSouth) => 5,
        (SolarEclipseType::Annular, _) => 6,
        (SolarEclipseType::Hybrid, _) => 7,
        (SolarEclipseType::Total, _) => 8,
    }
}

/// The `lunar_eclipses` table.
pub fn lunar_eclipses(rows: &[Lunar], sources: &Sources) -> Result<RecordBatch, Error> {
    let all = || rows.iter();
    let columns = vec![
        i32s((1..).take(rows.len())),
        i32s(all().map(|r| r.date.year)),
        i8s(all().map(|r| r.date.month)),
        i8s(all().map(|r| r.date.day as i32)),
        f64s(all().map(|r| r.eclipse.greatest.0)),
        f64s(all().map(|r| sources.polynomials.canon(r.date.year, r.date.month, r.date.day as i32))),
        i32s(all().map(|r| r.eclipse.lunation)),
        i16s(all().map(|r| r.saros)),
        texts(all().map(|r| &r.kind)),
        f64s(all().map(|r| r.eclipse.gamma)),
        f64s(all().map(|r| r.eclipse.penumbral_magnitude)),
        f64s(all().map(|r| r.eclipse.umbral_magnitude)),
        f64s(all().map(|r| r.eclipse.penumbral_duration_min)),
        f64s_or_null(all().map(|r| r.eclipse.partial_duration_min)),
        f64s_or_null(all().map(|r| r.eclipse.total_duration_min)),
    ];
    Ok(tables::LUNAR_ECLIPSES.batch(columns)?)
}

/// The `delta_t` table.
pub fn delta_t(sources: &Sources) -> Result<RecordBatch, Error> {
    let all = || sources.delta_t.nodes().iter();
    let columns = vec![
        f64s(all().map(|n| n.year)),
        f64s(all().map(|n| n.delta_t_s)),
        f64s(all().map(|n| n.sigma_s)),
        texts(all().map(|n| n.source.word())),
    ];
    Ok(tables::DELTA_T.batch(columns)?)
}

/// The `ephemeris` table.
pub fn ephemeris(computed: &Computed) -> Result<RecordBatch, Error> {
    let segments = &computed.segments;
    let lists = |f: &dyn Fn(&Segment) -> &[f64]| -> Result<ArrayRef, Error> {
        let width = segments.first().map_or(0, |s| f(s).len());
        let values: Vec<f64> = segments.iter().flat_map(|s| f(s).iter().copied()).collect();
        let field = Arc::new(Field::new("item", DataType::Float64, false));
        let list =
            FixedSizeListArray::try_new(field, width as i32, Arc::new(Float64Array::from(values)), None);
        Ok(Arc::new(list.map_err(|e| Error::Check(e.to_string()))?))
    };
    let columns = vec![
        f64s((0..segments.len()).map(|i| computed.ephemeris_start.0 + i as f64 * SEGMENT_DAYS)),
        lists(&|s| &s.sun)?,
        lists(&|s| &s.moon)?,
        lists(&|s| &s.nutation_longitude)?,
        lists(&|s| &s.obliquity)?,
    ];
    Ok(tables::EPHEMERIS.batch(columns)?)
}

/// The `places` table.
pub fn places(areas: &[Area]) -> Result<RecordBatch, Error> {
    let all = || areas.iter();
    let columns = vec![
        i32s((0..).take(areas.len())),
        texts(all().map(|a| a.layer.word())),
        texts(all().map(|a| &a.name)),
        texts_or_null(all().map(|a| a.country_iso.as_ref())),
        i32s_or_null(all().map(|a| a.mrg_id)),
    ];
    Ok(tables::PLACES.batch(columns)?)
}

/// The `outlines` table.
pub fn outlines(areas: &[Area]) -> Result<RecordBatch, Error> {
    let rings = || {
        (0..).zip(areas).flat_map(|(p, a)| {
            (0..)
                .zip(std::iter::once(a.polygon.exterior()).chain(a.polygon.interiors()))
                .map(move |(r, ring)| (p, r, ring))
        })
    };
    let vertices =
        || rings().flat_map(|(polygon, number, ring)| ring.0.iter().map(move |c| (polygon, number, c)));
    let columns = vec![
        i32s(vertices().map(|v| v.0)),
        i32s(vertices().map(|v| v.1)),
        f64s(vertices().map(|v| v.2.x)),
        f64s(vertices().map(|v| v.2.y)),
    ];
    Ok(tables::OUTLINES.batch(columns)?)
}
