//! What must hold before anything is published, and again when it is verified.

use crate::assemble::Solar;
use crate::{Error, Surfaces};
use arrow::array::{Array, Float64Array};
use artifacts::RecordBatch;
use artifacts::places::{Place, Places, Surface};
use artifacts::reader::Generation;
use artifacts::tables::{ECLIPSES, ELEMENTS, LUNAR_ECLIPSES};
use astro::ephemeris::chebyshev_table::Segment;

/// Eclipses of the years −1999 … +3000. Source: Espenak & Meeus (2006), (2009).
pub const SOLAR_ECLIPSES: usize = 11_898;
/// Lunar eclipses of the same years.
pub const LUNAR_ECLIPSES_COUNT: usize = 12_064;
/// Cubic polynomials follow the shadow to 1e-4 Earth radii (640 m) over six hours.
const ELEMENTS_RESIDUAL: f64 = 1e-4;
/// What the ephemeris promises.
pub const EPHEMERIS_ARCSEC: f64 = 0.001;
/// What the ephemeris promises for the Moon's distance, km.
pub const EPHEMERIS_KM: f64 = 0.010;

/// Worst residuals of the ephemeris: arcseconds, km.
pub fn worst(segments: &[Segment]) -> (f64, f64) {
    segments
        .iter()
        .fold((0.0, 0.0), |(a, k): (f64, f64), s| (a.max(s.residual_arcsec), k.max(s.residual_moon_km)))
}

/// The ephemeris keeps its promise.
pub fn ephemeris(segments: &[Segment]) -> Result<(), Error> {
    let (arcsec, km) = worst(segments);
    if arcsec > EPHEMERIS_ARCSEC || km > EPHEMERIS_KM {
        return Err(Error::Check(format!(
            "the ephemeris misses its series by {arcsec:.5}″ and {:.1} m; {EPHEMERIS_ARCSEC}″ and 10 m are promised",
            km * 1000.0
        )));
    }
    Ok(())
}

/// Counts land and sea, and where the land mask says otherwise than the outlines of the countries.
pub fn surfaces(rows: &[Solar], places: &[Place], land: &Places) -> Result<Surfaces, Error> {
    let mut surfaces = Surfaces::default();
    for (row, place) in rows.iter().zip(places) {
        let count = match place.surface {
            Surface::Land => &mut surfaces.land,
            Surface::Sea => &mut surfaces.sea,
            Surface::Inland => &mut surfaces.inland_water,
            Surface::Unknown => &mut surfaces.gap,
        };
        *count += 1;
        let masked = land.at(row.latitude_deg(), row.longitude_deg())?.surface == Surface::Land;
        surfaces.land_mask_disagrees += usize::from(masked != (place.surface == Surface::Land));
    }
    Ok(surfaces)
}

/// Invariants of the eclipse tables.
pub fn tables(eclipses: &RecordBatch, elements: &RecordBatch, lunar: &RecordBatch) -> Result<(), Error> {
    count("solar", eclipses, SOLAR_ECLIPSES)?;
    count("lunar", lunar, LUNAR_ECLIPSES_COUNT)?;
    within(eclipses, "gamma", -1.6, 1.6)?;
    within(eclipses, "magnitude", 0.0, 1.1)?;
    within(eclipses, "latitude_deg", -90.0, 90.0)?;
    within(eclipses, "longitude_deg", -180.0, 180.0)?;
    within(eclipses, "sun_altitude_deg", -1e-9, 90.0)?;
    within(eclipses, "central_duration_s", 0.0, 800.0)?;
    country_or_sea(eclipses)?;
    within(elements, "fit_residual_earth_radii", 0.0, ELEMENTS_RESIDUAL)?;
    within(lunar, "penumbral_magnitude", 0.0, 3.0)?;
    within(lunar, "umbral_magnitude", -1.2, 2.0)
}

/// The same, of a published generation.
pub fn generation(generation: &Generation) -> Result<(), Error> {
    tables(
        generation.table(&ECLIPSES)?.batch(),
        generation.table(&ELEMENTS)?.batch(),
        generation.table(&LUNAR_ECLIPSES)?.batch(),
    )
}

fn count(what: &str, batch: &RecordBatch, expected: usize) -> Result<(), Error> {
    match batch.num_rows() {
        n if n == expected => Ok(()),
        n => Err(Error::Check(format!("{n} {what} eclipses in −1999 … +3000, there are {expected}"))),
    }
}

fn country_or_sea(eclipses: &RecordBatch) -> Result<(), Error> {
    let (Some(country), Some(sea)) =
        (eclipses.column_by_name("country_iso"), eclipses.column_by_name("mrg_id"))
    else {
        return Err(Error::Check("no columns country_iso and mrg_id".into()));
    };
    match (0..eclipses.num_rows()).find(|&r| country.is_valid(r) && sea.is_valid(r)) {
        Some(row) => Err(Error::Check(format!("row {row} lies both in a country and in a sea"))),
        None => Ok(()),
    }
}

fn within(batch: &RecordBatch, column: &str, from: f64, to: f64) -> Result<(), Error> {
    let values = batch.column_by_name(column).and_then(|c| c.as_any().downcast_ref::<Float64Array>());
    let Some(values) = values else { return Err(Error::Check(format!("no column {column}"))) };
    let outside = (0..values.len()).find(|&r| values.is_valid(r) && !(from..=to).contains(&values.value(r)));
    match outside {
        Some(row) => Err(Error::Check(format!(
            "{column} is {} in row {row}, outside {from} … {to}",
            values.value(row)
        ))),
        None => Ok(()),
    }
}
