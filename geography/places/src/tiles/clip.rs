//! Clipping of pieces at the edges of a tile.

use super::piece::{Path, PieceGeometry, TilePiece, WeightedVertex};

/// Returns the part of a piece between two values of a coordinate, or `None` if it is empty. The range of
/// points excludes its end, so that a point on an edge is in one tile only.
pub(super) fn between(piece: &TilePiece, axis: usize, from: f64, to: f64, margin: f64) -> Option<TilePiece> {
    let (near, far) = (from - margin, to + margin);
    let form = match &piece.form {
        PieceGeometry::Point(at) => {
            let is_inside = (from..to).contains(&at[axis]);
            is_inside.then_some(PieceGeometry::Point(*at))
        }
        PieceGeometry::Lines(paths) => {
            let parts = paths.iter().flat_map(|path| cut(path, axis, near, far, lines)).collect::<Vec<_>>();
            (!parts.is_empty()).then_some(PieceGeometry::Lines(parts))
        }
        PieceGeometry::Polygon(rings) => {
            let [outer, holes @ ..] = &rings[..] else { return None };
            let outer = cut(outer, axis, near, far, ring).pop()?;
            let holes = holes.iter().flat_map(|hole| cut(hole, axis, near, far, ring));
            Some(PieceGeometry::Polygon(std::iter::once(outer).chain(holes).collect()))
        }
    }?;
    Some(TilePiece { form, ..*piece })
}

/// Returns the parts of a path where the coordinate with this index is between two values.
type Between = fn(&[WeightedVertex], usize, f64, f64) -> Vec<Vec<WeightedVertex>>;

fn cut(path: &Path, axis: usize, near: f64, far: f64, how: Between) -> Vec<Path> {
    // Most paths are entirely inside or outside; their boxes tell without a look at the vertices.
    if path.least[axis] >= near && path.most[axis] <= far {
        return vec![path.clone()];
    }
    if path.most[axis] < near || path.least[axis] > far {
        return Vec::new();
    }
    how(&path.vertices, axis, near, far).into_iter().map(Path::new).collect()
}

/// The parts of a line between two values.
fn lines(vertices: &[WeightedVertex], axis: usize, near: f64, far: f64) -> Vec<Vec<WeightedVertex>> {
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    for pair in vertices.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let Some((start, end)) = inside(a, b, axis, near, far) else { continue };
        if part.is_empty() {
            part.push(start);
        }
        part.push(end);
        if end.at != b.at {
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts.retain(|part| part.len() > 1);
    parts
}

/// Returns the part of an edge between two values.
fn inside(
    a: WeightedVertex,
    b: WeightedVertex,
    axis: usize,
    near: f64,
    far: f64,
) -> Option<(WeightedVertex, WeightedVertex)> {
    let (low, high) = (a.at[axis].min(b.at[axis]), a.at[axis].max(b.at[axis]));
    if high < near || low > far {
        return None;
    }
    let held = |v: WeightedVertex| match v.at[axis] {
        c if c < near => crossing(a, b, axis, near),
        c if c > far => crossing(a, b, axis, far),
        _ => v,
    };
    Some((held(a), held(b)))
}

/// Returns the part of a ring between two values, closed along the limits where the ring leaves them.
/// Reference: Sutherland & Hodgman 1974, *Communications of the ACM* 17, 32.
fn ring(vertices: &[WeightedVertex], axis: usize, near: f64, far: f64) -> Vec<Vec<WeightedVertex>> {
    let kept = beyond(vertices, |v| v.at[axis] >= near, |a, b| crossing(a, b, axis, near));
    let kept = beyond(&kept, |v| v.at[axis] <= far, |a, b| crossing(a, b, axis, far));
    if kept.len() < 4 { Vec::new() } else { vec![kept] }
}

/// Returns the part of a ring on one side of a limit.
fn beyond(
    vertices: &[WeightedVertex],
    is_kept: impl Fn(&WeightedVertex) -> bool,
    crossing: impl Fn(WeightedVertex, WeightedVertex) -> WeightedVertex,
) -> Vec<WeightedVertex> {
    let mut kept = Vec::new();
    for pair in vertices.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if is_kept(&a) {
            kept.push(a);
        }
        if is_kept(&a) != is_kept(&b) {
            kept.push(crossing(a, b));
        }
    }
    kept.extend(kept.first().copied());
    kept
}

/// Returns the vertex at which an edge meets a limit.
fn crossing(a: WeightedVertex, b: WeightedVertex, axis: usize, edge: f64) -> WeightedVertex {
    let share = (edge - a.at[axis]) / (b.at[axis] - a.at[axis]);
    // Interpolation alone would miss the limit by rounding.
    let mut at = [0, 1].map(|i| a.at[i] + share * (b.at[i] - a.at[i]));
    at[axis] = edge;
    WeightedVertex { at, weight: f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertices(places: &[[f64; 2]]) -> Vec<WeightedVertex> {
        places.iter().map(|&at| WeightedVertex { at, weight: 1.0 }).collect()
    }

    fn places(parts: Vec<Vec<WeightedVertex>>) -> Vec<Vec<[f64; 2]>> {
        parts.iter().map(|part| part.iter().map(|v| v.at).collect()).collect()
    }

    #[test]
    fn a_line_that_leaves_and_comes_back_has_two_parts() {
        let line = vertices(&[[0.0, 0.0], [4.0, 4.0], [8.0, 0.0]]);
        assert_eq!(places(lines(&line, 1, -1.0, 2.0)), [[[0.0, 0.0], [2.0, 2.0]], [[6.0, 2.0], [8.0, 0.0]]]);
        assert_eq!(places(lines(&line, 0, 1.0, 2.0)), [[[1.0, 1.0], [2.0, 2.0]]]);
        assert!(lines(&line, 1, 5.0, 6.0).is_empty());
    }

    #[test]
    fn a_ring_is_closed_along_the_edge() {
        let square = vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]]);
        let cut = places(ring(&square, 0, 1.0, 2.0));
        assert_eq!(cut, [[[1.0, 0.0], [2.0, 0.0], [2.0, 4.0], [1.0, 4.0], [1.0, 0.0]]]);
        assert!(ring(&square, 0, 5.0, 6.0).is_empty());
    }

    #[test]
    fn a_point_on_an_edge_is_in_one_tile() {
        let piece = TilePiece { layer: 0, feature: 0, least_zoom: 0, form: PieceGeometry::Point([0.5, 0.5]) };
        assert!(between(&piece, 0, 0.0, 0.5, 0.1).is_none());
        assert!(between(&piece, 0, 0.5, 1.0, 0.1).is_some());
    }
}
