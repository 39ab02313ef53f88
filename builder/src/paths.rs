//! The curves of eclipses on the map, for the table `paths`.

use crate::Error;
use crate::progress::Progress;
use artifacts::tables::{eclipses, elements, paths};
use geography::{BoundingBox, Geometry};
use maps::wkb;
use maps::{Collection, CurveOptions, Feature, Kind, PathWord};
use places::measure::{area_km2, length_km};
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

/// A curve of an eclipse, of one kind.
pub(crate) struct EclipseCurve<'a> {
    eclipse: &'a elements::Row,
    eclipse_type: &'a str,
    word: PathWord,
    kind: Kind,
    length_km: Option<f64>,
    area_km2: Option<f64>,
    around: BoundingBox,
    geometry: Vec<u8>,
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
    let of_kind = |(word, kind, geometry): (PathWord, Kind, Geometry)| {
        let is_region = matches!(geometry, Geometry::Polygons(_));
        Some(EclipseCurve {
            eclipse,
            eclipse_type,
            word,
            kind,
            length_km: (!is_region).then(|| length_km(&geometry)),
            area_km2: is_region.then(|| area_km2(&geometry)),
            around: BoundingBox::in_the_plane(&geometry)?,
            geometry: wkb::bytes(&geometry),
        })
    };
    let options = CurveOptions::of(CURVES.to_vec(), TOLERANCE_M);
    let features = Collection::new(&eclipse.polynomials(), eclipse.delta_t_s, &options)?.features;
    Ok(joined(features).into_iter().filter_map(of_kind).collect())
}

/// The features of one curve and kind, of which hybrid eclipses have several, as one geometry.
fn joined(features: Vec<Feature>) -> Vec<(PathWord, Kind, Geometry)> {
    let mut joined: Vec<(PathWord, Kind, Geometry)> = Vec::with_capacity(features.len());
    for feature in features {
        let kind = feature.kind.unwrap_or(Kind::Partial);
        let same = joined.iter_mut().find(|(word, of_kind, _)| *word == feature.path && *of_kind == kind);
        match (same, feature.geometry) {
            (Some((.., Geometry::Lines(all))), Geometry::Lines(more)) => all.extend(more),
            (Some((.., Geometry::Polygons(all))), Geometry::Polygons(more)) => all.extend(more),
            (_, geometry) => joined.push((feature.path, kind, geometry)),
        }
    }
    joined
}

/// The rows of `paths`.
pub(crate) fn rows<'a>(curves: &'a [EclipseCurve]) -> Vec<paths::Row<'a>> {
    let row = |curve: &'a EclipseCurve| paths::Row {
        catalog_number: curve.eclipse.catalog_number,
        year: curve.eclipse.year,
        month: curve.eclipse.month,
        day: curve.eclipse.day,
        eclipse_type: curve.eclipse_type,
        curve: curve.word.word(),
        kind: curve.kind.word(),
        length_km: curve.length_km,
        area_km2: curve.area_km2,
        bbox: curve.around,
        geometry: &curve.geometry,
    };
    curves.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::cut::Vertex;
    use maps::Subject;

    #[test]
    fn pieces_of_one_kind_become_one_row() {
        let line = |from: f64| vec![Vertex { longitude_deg: from, latitude_deg: 0.0, t: from }; 2];
        let feature = |kind, from| Feature {
            id: String::new(),
            path: PathWord::Centre,
            subject: Subject::Curve,
            kind: Some(kind),
            geometry: Geometry::Lines(vec![line(from)]),
        };
        let parts = [(Kind::Annular, 0.0), (Kind::Total, 1.0), (Kind::Annular, 2.0)];
        let joined = joined(parts.map(|(kind, from)| feature(kind, from)).into());
        let (c, a, t) = (PathWord::Centre, Kind::Annular, Kind::Total);
        let annular = (c, a, Geometry::Lines(vec![line(0.0), line(2.0)]));
        assert_eq!(joined, [annular, (c, t, Geometry::Lines(vec![line(1.0)]))]);
    }
}
