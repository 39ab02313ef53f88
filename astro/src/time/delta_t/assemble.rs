//! Making the table of ΔT: textbook table, observations and predictions, joined with the polynomials.

use crate::Error;
use crate::math::portable::Portable;
use crate::time::delta_t::polynomials::DeltaTPolynomials;
use crate::time::delta_t::source::DeltaTOrigin;
use crate::time::delta_t::table::{DeltaT, Node};

/// Years over which the table's start is blended into the polynomials before it.
const BLEND_BEFORE_YEARS: f64 = 100.0;
/// Years over which the last prediction is blended into the polynomials after it.
const BLEND_AFTER_YEARS: f64 = 50.0;

impl DeltaT {
    /// Joins table, observations and predictions with the polynomials at both ends, from `from_year` to
    /// `to_year`.
    ///
    /// Before the table the polynomials are shifted by a share of the difference at its first year that grows
    /// linearly over the 100 years before it; after the last prediction by a share that dies away linearly
    /// over 50 years. The seams therefore have no jump. Where both are known the IERS takes precedence over
    /// the table. [`Error::Table`] if the table or the IERS values are empty or do not ascend.
    pub fn assemble(
        polynomials: &DeltaTPolynomials,
        table: &[Node],
        iers: &[Node],
        from_year: i32,
        to_year: i32,
    ) -> Result<Self, Error> {
        let (Some(first), Some(last)) = (table.first(), iers.last()) else {
            return Err(Error::Table {
                table: "delta-t",
                problem: "the table and the IERS values must not be empty".into(),
            });
        };
        let polynomial = |year: f64, shift: f64| Node {
            year,
            delta_t_s: polynomials.value(year) + shift,
            sigma_s: sigma_polynomial_s(year),
            source: DeltaTOrigin::Polynomial,
        };
        let before = first.delta_t_s - polynomials.value(first.year);
        let after = last.delta_t_s - polynomials.value(last.year);
        let years = |from: i32, to: i32| (from..=to).map(f64::from);
        let mut nodes: Vec<Node> = years(from_year, first.year.ceil() as i32 - 1)
            .map(|y| polynomial(y, before * (1.0 - (first.year - y) / BLEND_BEFORE_YEARS).max(0.0)))
            .collect();
        nodes.extend(table.iter().filter(|n| iers.first().is_none_or(|i| n.year < i.year)));
        nodes.extend(iers);
        nodes.extend(
            years(last.year.floor() as i32 + 1, to_year)
                .map(|y| polynomial(y, after * (1.0 - (y - last.year) / BLEND_AFTER_YEARS).max(0.0))),
        );
        Self::new(nodes)
    }

    /// Returns these values, with standard errors that contain the difference from a better model; values of
    /// the IERS are better than a model. Outside its years: [`Error::OutOfRange`].
    pub fn with_errors_by(self, better: &Self) -> Result<Self, Error> {
        let node = |node: &Node| {
            if matches!(node.source, DeltaTOrigin::Observed | DeltaTOrigin::Predicted) {
                return Ok(*node);
            }
            let difference_s = node.delta_t_s - better.at_year(node.year)?.delta_t_s;
            Ok(Node { sigma_s: node.sigma_s.hypotenuse(difference_s), ..*node })
        };
        Self::new(self.nodes().iter().map(node).collect::<Result<_, Error>>()?)
    }
}

/// Standard error of the polynomials before the table and after the predictions.
fn sigma_polynomial_s(year: f64) -> f64 {
    if year < 2000.0 { sigma_before_telescopes_s(year) } else { sigma_huber_s(year - 2034.0).hypotenuse(1.0) }
}

/// Standard error before telescopes: 0.8 u² s with u in centuries from 1820, but at least 20 s from 1300 on
/// (Morrison & Stephenson 2004, table 1).
pub(super) fn sigma_before_telescopes_s(year: f64) -> f64 {
    let u = (year - 1820.0) / 100.0;
    (0.8 * u * u).max(20.0)
}

/// Standard error `years` after the last observation or prediction: Huber's (2000) model of the Earth's
/// random walk, as in Espenak & Meeus (2006), section 2.9.
pub(super) fn sigma_huber_s(years: f64) -> f64 {
    let n = years.max(0.0);
    365.25 * n * (n * 0.058 / 3.0 * (1.0 + n / 2500.0)).sqrt() / 1000.0
}

/// Standard error of the textbook table at a decimal year, seconds.
///
/// The errors that Morrison & Stephenson (2004) give for the seventeenth to nineteenth century, then the
/// rounding of the table.
pub fn sigma_table_s(year: f64) -> f64 {
    const KNOTS: [(f64, f64); 6] =
        [(1620.0, 20.0), (1700.0, 5.0), (1750.0, 2.0), (1800.0, 1.0), (1900.0, 0.1), (1960.0, 0.05)];
    let i = KNOTS.partition_point(|k| k.0 <= year);
    match (i.checked_sub(1).map(|i| KNOTS[i]), KNOTS.get(i)) {
        (Some((y0, s0)), Some((y1, s1))) => s0 + (s1 - s0) * (year - y0) / (y1 - y0),
        (Some((_, s)), None) => s,
        _ => KNOTS[0].1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::delta_t::polynomials::PolynomialPiece;

    #[test]
    fn seams_have_no_jump() {
        let table = [
            Node { year: 1620.0, delta_t_s: 121.0, sigma_s: 20.0, source: DeltaTOrigin::Table },
            Node { year: 2004.0, delta_t_s: 64.6, sigma_s: 0.1, source: DeltaTOrigin::Table },
        ];
        let iers = [
            Node { year: 2005.0, delta_t_s: 64.7, sigma_s: 0.0, source: DeltaTOrigin::Observed },
            Node { year: 2033.75, delta_t_s: 71.2, sigma_s: 1.0, source: DeltaTOrigin::Predicted },
        ];
        let parabola = PolynomialPiece {
            from_year: -9e9,
            to_year: 9e9,
            origin_year: 1820.0,
            scale_years: 100.0,
            coefficients: vec![-20.0, 0.0, 32.0],
        };
        let polynomials = DeltaTPolynomials::new(vec![parabola]).expect("no gap");
        let dt = DeltaT::assemble(&polynomials, &table, &iers, -2000, 3001).expect("ascending");
        for seam in [1520.0, 1620.0, 2004.0, 2005.0, 2033.75, 2083.75] {
            let jump = dt.at_year(seam + 1e-6).expect("in range").delta_t_s
                - dt.at_year(seam - 1e-6).expect("in range").delta_t_s;
            assert!(jump.abs() < 1e-4, "{seam}: {jump}");
        }
        assert_eq!(dt.at_year(2010.0).expect("in range").source, DeltaTOrigin::Predicted);
        assert!(matches!(dt.at_year(4000.0), Err(Error::OutOfRange { .. })));
        assert!(matches!(dt.at_year(f64::NAN), Err(Error::OutOfRange { .. })));
    }
}
