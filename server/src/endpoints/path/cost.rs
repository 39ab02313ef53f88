//! What the answer costs, and how large it may be.

/// Credits of the least answer.
pub(super) const LEAST: f64 = 10.0;
/// Vertices that cost [`LEAST`].
const VERTICES: usize = 500;
/// Vertices of one answer.
pub(super) const MOST_VERTICES: usize = 200_000;

/// Credits of an answer of so many vertices.
pub(super) fn of(vertices: usize) -> f64 {
    LEAST * vertices.div_ceil(VERTICES).max(1) as f64
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_five_hundred_vertices_begun_cost_ten() {
        assert_eq!([0, 1, 500, 501, 200_000].map(super::of), [10.0, 10.0, 10.0, 20.0, 4000.0]);
    }
}
