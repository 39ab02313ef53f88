//! The curves of eclipses on the map, for the table `paths`.

use crate::Error;
use crate::map_curve::MapCurve;
use crate::progress::Progress;
use artifacts::tables::{eclipses, elements, paths};
use maps::{Collection, CurveOptions, Kind, PathWord};
use rayon::prelude::*;

/// The curves of the table, in the order of its rows.
pub(crate) const CURVES: [PathWord; 7] = [
    PathWord::Centre,
    PathWord::NorthernLimit,
    PathWord::SouthernLimit,
    PathWord::NorthernPartial,
    PathWord::SouthernPartial,
    PathWord::Area,
    PathWord::Region,
];
/// Greatest distance of straight edges from a curve, m.
const TOLERANCE_M: f64 = 1000.0;

pub(crate) struct EclipseCurve<'a> {
    eclipse: &'a elements::Row,
    eclipse_type: &'a str,
    curve: MapCurve,
}

/// Computes the curves of all these eclipses on rayon's current pool, in their order.
pub(crate) fn all<'a>(
    elements: &'a [elements::Row],
    eclipses: &[eclipses::Row<'a>],
    progress: &Progress,
) -> Result<Vec<EclipseCurve<'a>>, Error> {
    let stage = progress.stage("paths", elements.len());
    let of_eclipse = |row: &'a elements::Row| {
        stage.done(1);
        let catalog_number = row.catalog_number;
        curves(row, type_of(row, eclipses)?).map_err(|source| Error::Path { catalog_number, source })
    };
    let all: Vec<Vec<EclipseCurve>> = elements.par_iter().map(of_eclipse).collect::<Result<_, _>>()?;
    Ok(all.into_iter().flatten().collect())
}

/// The type of an eclipse: the catalog is numbered from 1.
fn type_of<'a>(row: &elements::Row, eclipses: &[eclipses::Row<'a>]) -> Result<&'a str, Error> {
    let index = usize::try_from(row.catalog_number - 1).ok();
    let eclipse = index.and_then(|index| eclipses.get(index));
    let eclipse = eclipse.filter(|eclipse| eclipse.catalog_number == row.catalog_number);
    let missing = || Error::Check(format!("elements of eclipse {}, which is none", row.catalog_number));
    Ok(eclipse.ok_or_else(missing)?.eclipse_type)
}

fn curves<'a>(
    eclipse: &'a elements::Row,
    eclipse_type: &'a str,
) -> Result<Vec<EclipseCurve<'a>>, maps::Error> {
    let options = CurveOptions::of(CURVES.to_vec(), TOLERANCE_M);
    let features = Collection::new(&eclipse.polynomials(), eclipse.delta_t_s, &options)?.features;
    let of_eclipse = |curve| EclipseCurve { eclipse, eclipse_type, curve };
    Ok(MapCurve::all(features).into_iter().map(of_eclipse).collect())
}

pub(crate) fn rows<'a>(curves: &'a [EclipseCurve]) -> Vec<paths::Row<'a>> {
    let row = |EclipseCurve { eclipse, eclipse_type, curve }: &'a EclipseCurve| paths::Row {
        catalog_number: eclipse.catalog_number,
        year: eclipse.year,
        month: eclipse.month,
        day: eclipse.day,
        eclipse_type,
        curve: curve.word.word(),
        kind: curve.kind.unwrap_or(Kind::Partial).word(),
        length_km: curve.length_km,
        area_km2: curve.area_km2,
        bbox: curve.around,
        geometry: &curve.geometry,
    };
    curves.iter().map(row).collect()
}
