//! A curve of an eclipse as a row of a table: one geometry for each kind and side, with its measure.

use astro::eclipse::path::Side;
use geography::{BoundingBox, Geometry};
use maps::{Feature, Kind, PathWord, Subject, wkb};
use places::measure::{area_km2, length_km};

/// A curve of an eclipse, of one kind.
pub(crate) struct MapCurve {
    pub(crate) word: PathWord,
    /// The kind of eclipse there; none if it varies.
    pub(crate) kind: Option<Kind>,
    /// The limit along which a band lies.
    pub(crate) side: Option<Side>,
    pub(crate) length_km: Option<f64>,
    pub(crate) area_km2: Option<f64>,
    pub(crate) around: BoundingBox,
    /// Well-Known Binary.
    pub(crate) geometry: Vec<u8>,
}

type Key = (PathWord, Option<Kind>, Option<Side>);

impl MapCurve {
    /// The curves of the features of one eclipse, in their order.
    pub(crate) fn all(features: Vec<Feature>) -> Vec<Self> {
        joined(features).into_iter().filter_map(Self::new).collect()
    }

    fn new(((word, kind, side), geometry): (Key, Geometry)) -> Option<Self> {
        let is_region = matches!(geometry, Geometry::Polygons(_));
        Some(Self {
            word,
            kind,
            side,
            length_km: (!is_region).then(|| length_km(&geometry)),
            area_km2: is_region.then(|| area_km2(&geometry)),
            around: BoundingBox::in_the_plane(&geometry)?,
            geometry: wkb::bytes(&geometry),
        })
    }
}

/// The features of one curve, kind and side, of which hybrid eclipses have several, as one geometry.
fn joined(features: Vec<Feature>) -> Vec<(Key, Geometry)> {
    let mut joined: Vec<(Key, Geometry)> = Vec::with_capacity(features.len());
    for Feature { path, kind, subject, geometry, .. } in features {
        let side = if let Subject::Band(side) = subject { Some(side) } else { None };
        let key = (path, kind, side);
        let same = joined.iter_mut().find(|(of, _)| *of == key);
        match (same, geometry) {
            (Some((_, Geometry::Lines(all))), Geometry::Lines(more)) => all.extend(more),
            (Some((_, Geometry::Polygons(all))), Geometry::Polygons(more)) => all.extend(more),
            (_, geometry) => joined.push((key, geometry)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::cut::Vertex;

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
        let key = |kind| (PathWord::Centre, Some(kind), None);
        let annular = (key(Kind::Annular), Geometry::Lines(vec![line(0.0), line(2.0)]));
        assert_eq!(joined, [annular, (key(Kind::Total), Geometry::Lines(vec![line(1.0)]))]);
    }
}
