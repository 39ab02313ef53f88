//! The curves of the solar eclipse of a date, as GeoJSON.

use super::show::{day, none_on};
use crate::Error;
use crate::commands::day::CivilDate;
use artifacts::reader::Generation;
use artifacts::tables::{delta_t, eclipses, elements};
use astro::accuracy::east_west_km;
use astro::earth::Observer;
use astro::ephemeris::residual::{TheoryName, elongation_sigma};
use astro::math::angle::ARCSEC;
use astro::time::Tt;
use maps::{About, Collection, CurveOptions, EclipseClock, Extras, PathWord};

/// Greatest distance of straight edges from the curves, m; the default of the server too.
const TOLERANCE_M: f64 = 100.0;

/// The curves of an ordinary map of the solar eclipse of a civil date (TD), written as for
/// [`super::show::eclipse`], as one GeoJSON `FeatureCollection`; there is never more than one such eclipse on
/// a date. [`Error::NotFound`] if there is none.
pub fn geojson(generation: &Generation, date: &str) -> Result<String, Error> {
    let day = day(date)?;
    let solar = eclipses::read(generation)?;
    let Some(eclipse) = solar.iter().find(|e| CivilDate::from(e) == day) else {
        return Err(none_on("solar eclipse", day, solar));
    };
    let catalog_number = eclipse.catalog_number;
    let missing = || Error::NotFound(format!("no elements of eclipse {catalog_number}; run the builder"));
    let row = elements::read(generation)?.of_eclipse(catalog_number).ok_or_else(missing)?;
    let polynomials = row.polynomials();
    let options = CurveOptions::of(PathWord::CLASSIC.to_vec(), TOLERANCE_M);
    let about = about(generation, &eclipse, &row, &options)?;
    let failed = |source| Error::Path { catalog_number, source };
    let collection = Collection::new(&polynomials, row.delta_t_s, &options).map_err(failed)?;
    let mut out = Vec::new();
    maps::geojson::write(&mut out, &collection, &about, Extras::default()).map_err(failed)?;
    Ok(String::from_utf8(out).expect("the writer of GeoJSON writes nothing but text"))
}

/// Returns the description of the eclipse, in the words of the server.
fn about(
    generation: &Generation,
    eclipse: &eclipses::Row,
    row: &elements::Row,
    options: &CurveOptions,
) -> Result<About, Error> {
    let greatest = Tt(row.t_max_jd_tt);
    let year = greatest.to_ut1(row.delta_t_s).decimal_year();
    let sigma_s = delta_t::open(generation)?.at_year(year)?.sigma_s;
    let observer = Observer::from_degrees(row.latitude_deg, 0.0, 0.0);
    Ok(About {
        jd: row.jd_midnight,
        date: EclipseClock::new(greatest, row.delta_t_s).iso(0.0),
        kind: u8::try_from(row.eclipse_type_code).expect("the types of eclipses are numbered from 4 to 8"),
        saros: eclipse.saros,
        t_max: row.t_max_jd_tt,
        delta_t: row.delta_t_s,
        delta_t_sigma: Some(sigma_s),
        theory: "canon",
        theory_sigma_arcsec: elongation_sigma(TheoryName::Canon, greatest) / ARCSEC,
        east_west_km: Some(east_west_km(sigma_s, observer)),
        computed_by: format!("Umbra {} (dataset {})", env!("CARGO_PKG_VERSION"), generation.manifest().id),
        ..About::computed_with(&row.polynomials(), options)
    })
}
