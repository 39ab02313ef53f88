//! Invariants of the curves on the map.

use crate::Error;
use crate::paths::CURVES;
use artifacts::tables::{elements, paths};
use geography::{BoundingBox, Geometry};
use maps::PathWord;
use maps::wkb;
use places::validity::check;

/// A curve is shorter than this, km: the longest is a few times as long as the Earth is round.
const LENGTH_LIMIT_KM: f64 = 200_000.0;
/// A region is less than all of the Earth, km².
const AREA_LIMIT_KM2: f64 = 5.1e8;

/// Checks that every eclipse of `elements` has the curves of its type, in order, and that each is valid
/// geometry with its own box and measure.
pub(crate) fn paths(paths: &[paths::Row], elements: &[elements::Row]) -> Result<(), Error> {
    let eclipses: Vec<_> = paths.chunk_by(|a, b| a.catalog_number == b.catalog_number).collect();
    if eclipses.len() != elements.len() {
        let problem = format!("paths of {} eclipses, elements of {}", eclipses.len(), elements.len());
        return Err(Error::Check(problem));
    }
    for (curves, elements) in eclipses.iter().zip(elements) {
        let checked = if curves[0].catalog_number == elements.catalog_number {
            has_its_curves(curves).and_then(|()| curves.iter().try_for_each(is_sound))
        } else {
            Err("it has no paths".to_owned())
        };
        checked.map_err(|problem| {
            Error::Check(format!("paths of eclipse {}: {problem}", elements.catalog_number))
        })?;
    }
    Ok(())
}

/// Checks that the curves of an eclipse are in order, without duplicates, and right for its type.
fn has_its_curves(curves: &[paths::Row]) -> Result<(), String> {
    let place = |row: &paths::Row| CURVES.iter().position(|word| word.word() == row.curve);
    let places: Option<Vec<_>> = curves.iter().map(place).collect();
    let places = places.ok_or("a curve has no known name")?;
    if !places.is_sorted() {
        return Err("its curves are not in order".to_owned());
    }
    let is_repeated = |pair: &[paths::Row]| (pair[0].curve, pair[0].kind) == (pair[1].curve, pair[1].kind);
    if curves.windows(2).any(is_repeated) {
        return Err("a curve of one kind occurs twice".to_owned());
    }
    let has = |word: PathWord| curves.iter().any(|row| row.curve == word.word());
    let has_one = |words: &[PathWord]| words.iter().any(|word| has(*word));
    let umbral = [PathWord::Centre, PathWord::NorthernLimit, PathWord::SouthernLimit, PathWord::Area];
    let type_letter = curves[0].eclipse_type.chars().next().unwrap_or_default();
    if !has(PathWord::Region) || !has_one(&[PathWord::NorthernPartial, PathWord::SouthernPartial]) {
        return Err("it has no region or no limit of the partial eclipse".to_owned());
    }
    if type_letter == 'P' && has_one(&umbral) {
        return Err("it is partial and has a path of totality or annularity".to_owned());
    }
    if type_letter != 'P' && !has(PathWord::Area) {
        return Err("it has no path of totality or annularity".to_owned());
    }
    Ok(())
}

/// Checks that a row holds valid geometry, its box, and the measure that belongs to it.
fn is_sound(row: &paths::Row) -> Result<(), String> {
    let named = |problem: &dyn std::fmt::Display| format!("{} {}: {problem}", row.curve, row.kind);
    let geometry = wkb::read(row.geometry).map_err(|e| named(&e))?;
    check(&geometry).map_err(|e| named(&e))?;
    if BoundingBox::in_the_plane(&geometry) != Some(row.bbox) {
        return Err(named(&"bbox is not that of the geometry"));
    }
    let within = |value: Option<f64>, limit: f64| value.is_some_and(|v| v > 0.0 && v < limit);
    let is_measured = match geometry {
        Geometry::Lines(_) => row.area_km2.is_none() && within(row.length_km, LENGTH_LIMIT_KM),
        Geometry::Polygons(_) => row.length_km.is_none() && within(row.area_km2, AREA_LIMIT_KM2),
        Geometry::Point(_) => false,
    };
    if is_measured { Ok(()) } else { Err(named(&"neither a line with a length nor a region with an area")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::cut::Vertex;

    const AROUND: BoundingBox = BoundingBox { west: 0.0, south: 0.0, east: 2.0, north: 1.0 };

    fn row<'a>(curve: &'a str, eclipse_type: &'a str, geometry: &'a [u8]) -> paths::Row<'a> {
        paths::Row {
            catalog_number: 1,
            year: 2000,
            month: 1,
            day: 1,
            eclipse_type,
            curve,
            kind: "total",
            length_km: Some(248.0),
            area_km2: None,
            bbox: AROUND,
            geometry,
        }
    }

    #[test]
    fn an_eclipse_has_the_curves_of_its_type() {
        let of = |eclipse_type, words: &[&str]| {
            let curves: Vec<_> = words.iter().map(|word| row(word, eclipse_type, &[])).collect();
            has_its_curves(&curves).err().unwrap_or_default()
        };
        assert_eq!(of("T", &["c", "tn", "ts", "pn", "ps", "area", "region"]), "");
        assert_eq!(of("P", &["ps", "region"]), "");
        assert_eq!(of("A+", &["ts", "ps", "area", "region"]), "");
        assert!(of("T", &["ps", "region"]).contains("no path of totality"));
        assert!(of("P", &["c", "ps", "region"]).contains("is partial"));
        assert!(of("P", &["region"]).contains("no limit"));
        assert!(of("T", &["ps", "c", "region"]).contains("not in order"));
        assert!(of("T", &["c", "c", "ps", "region"]).contains("twice"));
        assert!(of("T", &["rs"]).contains("no known name"));
    }

    #[test]
    fn a_row_has_its_own_box_and_measure() {
        let vertex = |longitude_deg, latitude_deg| Vertex { longitude_deg, latitude_deg, t: 0.0 };
        let line = wkb::bytes(&Geometry::Lines(vec![vec![vertex(0.0, 1.0), vertex(2.0, 0.0)]]));
        let sound = row("c", "T", &line);
        assert_eq!(is_sound(&sound), Ok(()));
        let problem = |row: paths::Row| is_sound(&row).expect_err("not sound");
        assert!(problem(paths::Row { geometry: &line[1..], ..sound }).contains("Well-Known Binary"));
        let wider = BoundingBox { east: 2.1, ..AROUND };
        assert!(problem(paths::Row { bbox: wider, ..sound }).contains("bbox"));
        for (length_km, area_km2) in
            [(None, None), (None, Some(1.0)), (Some(0.0), None), (Some(1.0), Some(1.0))]
        {
            assert!(problem(paths::Row { length_km, area_km2, ..sound }).contains("neither"));
        }
    }
}
