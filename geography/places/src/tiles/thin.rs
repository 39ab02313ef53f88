//! The importance of each vertex for the shape of its line.

use super::piece::WeightedVertex;

/// Weighs the vertices of a line. Without the vertices that weigh less than the square of a distance, the
/// line moves by less than that distance.
///
/// Reference: Douglas & Peucker 1973, *Cartographica* 10, 112.
pub(super) fn weighed(places: &[[f64; 2]]) -> Vec<WeightedVertex> {
    let mut vertices: Vec<WeightedVertex> =
        places.iter().map(|&at| WeightedVertex { at, weight: 0.0 }).collect();
    let Some(last) = vertices.len().checked_sub(1) else { return vertices };
    vertices[0].weight = f64::INFINITY;
    vertices[last].weight = f64::INFINITY;
    // The ends of each section and a cap for the weights inside: no vertex may outweigh the ends of its
    // section, or a coarser line would keep it without them. A stack, because coastlines are deep.
    let mut stretches = vec![(0, last, f64::INFINITY)];
    while let Some((first, last, most)) = stretches.pop() {
        let (from, to) = (vertices[first].at, vertices[last].at);
        let between = (first + 1..last).map(|i| (i, distance_squared(vertices[i].at, from, to)));
        let farthest = between.reduce(|best, next| if next.1 > best.1 { next } else { best });
        if let Some((i, distance_squared)) = farthest.filter(|f| f.1 > 0.0) {
            let weight = distance_squared.min(most);
            vertices[i].weight = weight;
            stretches.extend([(first, i, weight), (i, last, weight)]);
        }
    }
    vertices
}

/// Square of the distance between a point and a section of a line.
fn distance_squared(point: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let [along, off] = [[to[0] - from[0], to[1] - from[1]], [point[0] - from[0], point[1] - from[1]]];
    let length_squared = along[0] * along[0] + along[1] * along[1];
    let share = match length_squared {
        0.0 => 0.0,
        _ => ((off[0] * along[0] + off[1] * along[1]) / length_squared).clamp(0.0, 1.0),
    };
    let [x, y] = [off[0] - share * along[0], off[1] - share * along[1]];
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertex_weighs_the_square_of_its_distance() {
        let weights = |places: &[[f64; 2]]| weighed(places).iter().map(|v| v.weight).collect::<Vec<_>>();
        let line = [[0.0, 0.0], [1.0, 0.0], [2.0, 3.0], [3.0, 0.0], [4.0, 0.0]];
        let found = weights(&line);
        assert_eq!(found[2], 9.0);
        assert!(found[1] > 0.0 && found[1] < 1.0 && found[0].is_infinite() && found[4].is_infinite());
        assert_eq!(weights(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])[1], 0.0, "on the line");
        assert!(weights(&[]).is_empty());
    }

    #[test]
    fn a_ring_has_its_farthest_vertex_first() {
        let ring = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 0.0]];
        assert_eq!(weighed(&ring)[2].weight, 8.0);
    }
}
