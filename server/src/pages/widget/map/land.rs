//! The outlines of the land, for maps without scripts.

use crate::pages::prelude::*;

/// Natural Earth 1:110m as TopoJSON; `vendor/README.md` names its source.
const TEXT: &str = include_str!("vendor/land-110m.json");

/// Rings of land as longitude and latitude in degrees; the last place repeats the first.
pub(super) static RINGS: LazyLock<Vec<Vec<(f64, f64)>>> = LazyLock::new(|| {
    let topology: Topology = serde_json::from_str(TEXT).expect("the embedded file is valid");
    topology.rings()
});

/// The parts of TopoJSON that the file contains.
#[derive(Deserialize)]
struct Topology {
    objects: Objects,
    arcs: Vec<Vec<[f64; 2]>>,
    transform: Transform,
}

#[derive(Deserialize)]
struct Objects {
    land: Collection,
}

#[derive(Deserialize)]
struct Collection {
    geometries: Vec<MultiPolygon>,
}

/// Polygons of rings of arcs. The index −1 − k means arc k reversed.
#[derive(Deserialize)]
struct MultiPolygon {
    arcs: Vec<Vec<Vec<i64>>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

impl Topology {
    fn rings(&self) -> Vec<Vec<(f64, f64)>> {
        let arcs: Vec<Vec<(f64, f64)>> = self.arcs.iter().map(|arc| self.arc(arc)).collect();
        let rings = self.objects.land.geometries.iter().flat_map(|g| g.arcs.iter().flatten());
        rings.map(|ring| joined(&arcs, ring)).collect()
    }

    /// The places of an arc, which TopoJSON encodes as differences.
    fn arc(&self, steps: &[[f64; 2]]) -> Vec<(f64, f64)> {
        let Transform { scale, translate } = &self.transform;
        let sums = steps.iter().scan([0.0, 0.0], |sum, step| {
            *sum = [sum[0] + step[0], sum[1] + step[1]];
            Some(*sum)
        });
        sums.map(|[x, y]| (x * scale[0] + translate[0], y * scale[1] + translate[1])).collect()
    }
}

/// A ring of arcs; each begins at the end of the previous one.
fn joined(arcs: &[Vec<(f64, f64)>], ring: &[i64]) -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::new();
    for number in ring {
        let is_reversed = *number < 0;
        let index = usize::try_from(if is_reversed { !number } else { *number }).expect("not negative");
        let mut arc = arcs[index].clone();
        if is_reversed {
            arc.reverse();
        }
        places.extend(arc.into_iter().skip(usize::from(!places.is_empty())));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_closed_and_lie_on_the_earth() {
        assert!(RINGS.len() > 100, "{}", RINGS.len());
        for ring in RINGS.iter() {
            assert_eq!(ring.first(), ring.last());
            assert!(ring.iter().all(|(x, y)| x.abs() <= 180.001 && y.abs() <= 90.0));
        }
        // Inside Africa.
        assert!(RINGS.iter().any(|ring| super::super::globe::contains(ring, (20.0, 10.0))));
    }
}
