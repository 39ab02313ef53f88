//! The table of ΔT: values at decimal years, and looking up between them.

use crate::Error;
use crate::time::delta_t::source::DeltaTOrigin;
use crate::time::scale::{Tt, Ut1};

/// ΔT at a decimal year, how certain it is, and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Node {
    /// Decimal year, as of [`Ut1::decimal_year`].
    pub year: f64,
    /// ΔT in seconds.
    pub delta_t_s: f64,
    /// One standard error, seconds.
    pub sigma_s: f64,
    /// The source of the value.
    pub source: DeltaTOrigin,
}

/// ΔT over the years: linear in decimal year between nodes.
///
/// ```
/// // Meeus, Astronomical Algorithms (1998), table 10.A has 46.5 s for 1976 and 48.5 s for 1978; example 10.a
/// // takes 48 s for 1977 February 18.
/// use astro::time::delta_t::{DeltaT, Node, DeltaTOrigin};
/// let node = |year, delta_t_s| Node { year, delta_t_s, sigma_s: 0.05, source: DeltaTOrigin::Table };
/// let delta_t = DeltaT::new(vec![node(1976.0, 46.5), node(1978.0, 48.5)])?;
/// assert!((delta_t.at_year(1977.134)?.delta_t_s - 47.634).abs() < 1e-9);
/// assert!(delta_t.at_year(1979.0).is_err());
/// # Ok::<(), astro::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DeltaT {
    nodes: Vec<Node>,
}

impl DeltaT {
    /// From at least two nodes in ascending order of year; otherwise [`Error::Table`].
    pub fn new(nodes: Vec<Node>) -> Result<Self, Error> {
        let problem = |problem: String| Err(Error::Table { table: "delta-t", problem });
        if nodes.len() < 2 {
            return problem("at least two nodes are needed".into());
        }
        if let Some(w) =
            nodes.windows(2).find(|w| w[0].year.partial_cmp(&w[1].year) != Some(std::cmp::Ordering::Less))
        {
            return problem(format!("years must ascend, but {} follows {}", w[1].year, w[0].year));
        }
        Ok(Self { nodes })
    }

    /// The nodes, ascending.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The first and the last decimal year that the table has.
    pub fn years(&self) -> (f64, f64) {
        (self.nodes[0].year, self.nodes[self.nodes.len() - 1].year)
    }

    /// ΔT, its standard error and its source at a decimal year, as of [`Ut1::decimal_year`].
    ///
    /// Linear between the nodes; `sigma_s` is the uncertainty of the value. Outside the nodes:
    /// [`Error::OutOfRange`].
    pub fn at_year(&self, year: f64) -> Result<Node, Error> {
        let (from, to) = self.years();
        if !(from..=to).contains(&year) {
            return Err(Error::OutOfRange { name: "year", value: year, from, to });
        }
        let i = self.nodes.partition_point(|n| n.year <= year).clamp(1, self.nodes.len() - 1);
        let (a, b) = (&self.nodes[i - 1], &self.nodes[i]);
        let w = (year - a.year) / (b.year - a.year);
        Ok(Node {
            year,
            delta_t_s: a.delta_t_s + w * (b.delta_t_s - a.delta_t_s),
            sigma_s: a.sigma_s + w * (b.sigma_s - a.sigma_s),
            source: if w > 0.0 { a.source.less_certain(b.source) } else { a.source },
        })
    }

    /// As [`DeltaT::at_year`], but beyond either end as at the end.
    pub fn at_year_or_end(&self, year: f64) -> Node {
        let (from, to) = self.years();
        self.at_year(if year.is_nan() { from } else { year.clamp(from, to) })
            .expect("the year was brought into the table")
    }

    /// ΔT in seconds at an instant of UT1, as [`DeltaT::at_year`] has it. Outside the nodes:
    /// [`Error::OutOfRange`].
    pub fn at_ut1(&self, t: Ut1) -> Result<f64, Error> {
        Ok(self.at_year(t.decimal_year())?.delta_t_s)
    }

    /// ΔT in seconds at an instant of TT, as [`DeltaT::at_ut1`] has it for the same instant, to far below a
    /// microsecond. Outside the nodes, and within ΔT of either end: [`Error::OutOfRange`].
    ///
    /// The table's argument is UT1, which needs ΔT in turn. In four rounds that settles: a step of the
    /// argument changes ΔT by less than 1e-5 of it.
    pub fn at_tt(&self, t: Tt) -> Result<f64, Error> {
        let mut delta_t_s = 0.0;
        for _ in 0..4 {
            delta_t_s = self.at_ut1(t.to_ut1(delta_t_s))?;
        }
        Ok(delta_t_s)
    }
}
