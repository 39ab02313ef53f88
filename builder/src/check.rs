//! Invariants, checked before publication and again by `verify`.

mod kernel;
mod paths;

pub use kernel::near_series;
pub(crate) use paths::paths;

use crate::Error;
use crate::join::SolarEntry;
use artifacts::reader::Generation;
use artifacts::tables::{self, eclipses, elements, elements_precise, lunar_eclipses};
use astro::constants::SECONDS_PER_DAY;
use astro::ephemeris::chebyshev_table::ChebyshevSegment;
use places::{Atlas, Location, SurfaceKind};
use serde::{Deserialize, Serialize};

/// Number of solar eclipses of the years −1999 … +3000. Source: Espenak & Meeus (2006), (2009).
const SOLAR_ECLIPSES: usize = 11_898;
/// Number of lunar eclipses of the same years.
const LUNAR_ECLIPSES: usize = 12_064;
/// Cubic polynomials follow the shadow to 1e-4 Earth radii (640 m) over six hours.
const ELEMENTS_RESIDUAL: f64 = 1e-4;
/// Greatest eclipse by the precise theory and by the canon's: they differ by a second of arc, two seconds.
const PRECISE_S: f64 = 5.0;
/// Greatest error of the ephemeris in the direction of Sun and Moon, arcseconds.
const EPHEMERIS_ARCSEC: f64 = 0.001;
/// Greatest error of the ephemeris in the distance of the Moon, km.
const EPHEMERIS_KM: f64 = 0.010;

/// Numbers of greatest eclipses on land and at sea.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Surfaces {
    /// In a country's outline.
    pub land: usize,
    /// In a sea area.
    pub sea: usize,
    /// On water that is no part of the ocean: the Caspian.
    pub inland_water: usize,
    /// In a gap between sea areas; only polygons of `--seas` can have gaps.
    pub gap: usize,
    /// Disagreements of the land mask with the outlines of the countries.
    pub land_mask_disagrees: usize,
}

/// Differences of the ephemeris from its series.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EphemerisResidual {
    /// Direction of Sun and Moon, arcseconds.
    pub(crate) arcsec: f64,
    pub(crate) moon_km: f64,
}

pub(crate) fn worst(segments: &[ChebyshevSegment]) -> EphemerisResidual {
    segments.iter().fold(EphemerisResidual::default(), |worst, s| EphemerisResidual {
        arcsec: worst.arcsec.max(s.residual_arcsec),
        moon_km: worst.moon_km.max(s.residual_moon_km),
    })
}

/// Checks that the ephemeris stays within its greatest errors.
pub(crate) fn ephemeris(segments: &[ChebyshevSegment]) -> Result<(), Error> {
    let EphemerisResidual { arcsec, moon_km } = worst(segments);
    if arcsec > EPHEMERIS_ARCSEC || moon_km > EPHEMERIS_KM {
        return Err(Error::Check(format!(
            "the ephemeris misses its series by {arcsec:.5}″ and {:.1} m; \
             {EPHEMERIS_ARCSEC}″ and 10 m are promised",
            moon_km * 1000.0
        )));
    }
    Ok(())
}

/// Counts land and sea, and disagreements of the land mask with the outlines of the countries.
pub(crate) fn surfaces(
    entries: &[SolarEntry],
    locations: &[Location],
    land: &Atlas,
) -> Result<Surfaces, Error> {
    let mut surfaces = Surfaces::default();
    for (entry, location) in entries.iter().zip(locations) {
        let count = match location.surface {
            SurfaceKind::Land => &mut surfaces.land,
            SurfaceKind::Sea => &mut surfaces.sea,
            SurfaceKind::Inland => &mut surfaces.inland_water,
            SurfaceKind::Unknown => &mut surfaces.gap,
        };
        *count += 1;
        let masked = land.at(entry.latitude_deg(), entry.longitude_deg())?.surface == SurfaceKind::Land;
        surfaces.land_mask_disagrees += usize::from(masked != (location.surface == SurfaceKind::Land));
    }
    Ok(surfaces)
}

/// Checks the invariants of the eclipse tables.
pub(crate) fn rows(
    eclipses: &[eclipses::Row],
    elements: &[elements::Row],
    lunar: &[lunar_eclipses::Row],
) -> Result<(), Error> {
    count("solar", eclipses.len(), SOLAR_ECLIPSES)?;
    count("lunar", lunar.len(), LUNAR_ECLIPSES)?;
    let solar = |name, value: fn(&eclipses::Row) -> f64, from, to| within(name, eclipses, value, from, to);
    solar("gamma", |e| e.gamma, -1.6, 1.6)?;
    solar("magnitude", |e| e.magnitude, 0.0, 1.1)?;
    solar("latitude_deg", |e| e.latitude_deg, -90.0, 90.0)?;
    solar("longitude_deg", |e| e.longitude_deg, -180.0, 180.0)?;
    solar("sun_altitude_deg", |e| e.sun_altitude_deg, -1e-9, 90.0)?;
    // Where there is no central phase there is nothing to check.
    solar("central_duration_s", |e| e.central_duration_s.unwrap_or(0.0), 0.0, 800.0)?;
    if let Some(row) = eclipses.iter().position(|e| e.country_iso.is_some() && e.mrg_id.is_some()) {
        return Err(Error::Check(format!("row {row} lies both in a country and in a sea")));
    }
    let residual = |e: &elements::Row| e.fit_residual_earth_radii;
    within("fit_residual_earth_radii", elements, residual, 0.0, ELEMENTS_RESIDUAL)?;
    within("penumbral_magnitude", lunar, |e| e.penumbral_magnitude, 0.0, 3.0)?;
    within("umbral_magnitude", lunar, |e| e.umbral_magnitude, -1.2, 2.0)
}

/// Checks that the precise elements belong to the eclipses served by default, and are close to their
/// elements.
pub(crate) fn precise(precise: &[elements::Row], default: &[elements::Row]) -> Result<(), Error> {
    let numbers = |rows: &[elements::Row]| rows.iter().map(|row| row.catalog_number).collect::<Vec<_>>();
    if numbers(precise) != numbers(default) {
        return Err(Error::Check("elements_precise are not of the eclipses of span default".into()));
    }
    let residual = |e: &elements::Row| e.fit_residual_earth_radii;
    within("fit_residual_earth_radii of elements_precise", precise, residual, 0.0, ELEMENTS_RESIDUAL)?;
    let seconds = |a: &elements::Row, b: &elements::Row| (a.t_max_jd_tt - b.t_max_jd_tt) * SECONDS_PER_DAY;
    let far = precise.iter().zip(default).find(|(a, b)| seconds(a, b).abs() > PRECISE_S);
    match far {
        Some((a, b)) => Err(Error::Check(format!(
            "greatest eclipse {} lies {:.1} s from the canon's by the precise theory; {PRECISE_S} s are \
                expected",
            a.catalog_number,
            seconds(a, b)
        ))),
        None => Ok(()),
    }
}

/// Checks the invariants of a published generation.
pub(crate) fn generation(generation: &Generation) -> Result<(), Error> {
    let elements: Vec<_> = elements::read(generation)?.iter().collect();
    let default = elements::of_default_span(&elements);
    precise(&elements_precise::read(generation)?.iter().collect::<Vec<_>>(), default)?;
    rows(
        &eclipses::read(generation)?.iter().collect::<Vec<_>>(),
        &elements,
        &lunar_eclipses::read(generation)?.iter().collect::<Vec<_>>(),
    )?;
    let batch = generation.parquet(&tables::paths::TABLE)?;
    paths(&tables::paths::rows(&batch)?.iter().collect::<Vec<_>>(), default)
}

fn count(what: &str, found: usize, expected: usize) -> Result<(), Error> {
    if found != expected {
        let problem = format!("{found} {what} eclipses in −1999 … +3000, there are {expected}");
        return Err(Error::Check(problem));
    }
    Ok(())
}

/// Checks that the value of every row is within the bounds; the error names the first that is not.
fn within<R>(column: &str, rows: &[R], value: impl Fn(&R) -> f64, from: f64, to: f64) -> Result<(), Error> {
    match rows.iter().map(value).enumerate().find(|(_, v)| !(from..=to).contains(v)) {
        Some((row, v)) => Err(Error::Check(format!("{column} is {v} in row {row}, outside {from} … {to}"))),
        None => Ok(()),
    }
}
