//! Tables dense enough to replace a smooth function by linear interpolation.

use crate::Error;
use crate::time::delta_t::table::{DeltaT, Node};

/// Maximum interpolation error at the samples, s.
const TOLERANCE_S: f64 = 0.001;
/// Distance of the last node of a piece from the seam after it, years: half a minute.
const BEFORE_SEAM_YEARS: f64 = 1e-6;
/// A piece is halved so often at most.
const MAX_HALVINGS: u32 = 16;
/// A table that needs more nodes comes from a wrong coefficient; the published models need fewer than 10,000.
const MAX_NODES: usize = 100_000;

impl DeltaT {
    /// A table that follows `node` from the first of `seams` to the last, within 2 ms. Between seams, which
    /// ascend, the function must be smooth; at them it may jump. [`Error::Table`] with fewer than two seams,
    /// or if the function bends so much that more than 100,000 nodes are needed.
    pub(super) fn dense(seams: &[f64], node: impl Fn(f64) -> Node) -> Result<Self, Error> {
        let mut nodes = Vec::new();
        for pair in seams.windows(2) {
            let (from, to) = (node(pair[0]), node(pair[1] - BEFORE_SEAM_YEARS));
            nodes.push(from);
            between(from, to, &node, MAX_HALVINGS, &mut nodes);
            let jumps = (node(pair[1]).delta_t_s - to.delta_t_s).abs() > TOLERANCE_S;
            nodes.extend(jumps.then_some(to));
        }
        if nodes.len() >= MAX_NODES {
            let problem =
                format!("ΔT bends so much that {MAX_NODES} nodes do not suffice; check the coefficients");
            return Err(Error::Table { table: "delta-t", problem });
        }
        nodes.extend(seams.last().map(|last| node(*last)));
        Self::new(nodes)
    }
}

/// Adds the nodes that are needed between two.
fn between(from: Node, to: Node, node: &impl Fn(f64) -> Node, halvings: u32, nodes: &mut Vec<Node>) {
    let at = |part: f64| node(from.year + part * (to.year - from.year));
    let is_near = |part: f64| {
        let line = from.delta_t_s + part * (to.delta_t_s - from.delta_t_s);
        (line - at(part).delta_t_s).abs() < TOLERANCE_S
    };
    if halvings == 0 || nodes.len() >= MAX_NODES || [0.25, 0.5, 0.75].into_iter().all(is_near) {
        return;
    }
    let middle = at(0.5);
    between(from, middle, node, halvings - 1, nodes);
    nodes.push(middle);
    between(middle, to, node, halvings - 1, nodes);
}
