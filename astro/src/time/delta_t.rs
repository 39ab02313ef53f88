//! ΔT = TT − UT1: the service's table, and the rule of the published canon.

use crate::Error;
use crate::constants::SECONDS_PER_DAY;
use crate::time::{Tt, Ut1};

/// Where a value of ΔT comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Meeus, *Astronomical Algorithms* (1998), table 10.A.
    Table,
    /// Observed by IERS.
    Observed,
    /// Predicted by IERS and USNO.
    Predicted,
    /// Espenak & Meeus (2006) polynomials, or the blend towards them.
    Polynomial,
}

impl Source {
    /// All of them, in order of their codes.
    pub const ALL: [Self; 4] = [Self::Table, Self::Observed, Self::Predicted, Self::Polynomial];

    /// The word that the interface uses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Observed => "observed",
            Self::Predicted => "predicted",
            Self::Polynomial => "polynomial",
        }
    }
}

/// A value of ΔT.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Node {
    /// Decimal year, as of [`Ut1::decimal_year`].
    pub year: f64,
    /// ΔT in seconds.
    pub delta_t_s: f64,
    /// One standard error, seconds.
    pub sigma_s: f64,
    /// Origin.
    pub source: Source,
}

/// One of Espenak & Meeus's polynomials: ΔT = Σ c_k ((year − origin) / scale)^k for from ≤ year < to.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// First year.
    pub from_year: f64,
    /// Year before which it ends.
    pub to_year: f64,
    /// Year at which the argument is zero.
    pub origin_year: f64,
    /// Years in one unit of the argument.
    pub scale_years: f64,
    /// Coefficients, constant term first, seconds.
    pub coefficients: Vec<f64>,
}

/// Espenak & Meeus (2006), "Polynomial expressions for Delta T", in force for every year.
#[derive(Debug, Clone, PartialEq)]
pub struct Polynomials {
    pieces: Vec<Piece>,
}

impl Polynomials {
    /// From the pieces in ascending order, without gaps.
    pub fn new(pieces: Vec<Piece>) -> Result<Self, Error> {
        let gap = pieces.windows(2).find(|w| w[0].to_year != w[1].from_year);
        match (gap, pieces.is_empty()) {
            (Some(w), _) => Err(Error::Table {
                table: "espenak-meeus",
                problem: format!(
                    "a piece ends at {} but the next begins at {}",
                    w[0].to_year, w[1].from_year
                ),
            }),
            (None, true) => Err(Error::Table { table: "espenak-meeus", problem: "no pieces".into() }),
            (None, false) => Ok(Self { pieces }),
        }
    }

    /// ΔT in seconds for a decimal year.
    pub fn value(&self, year: f64) -> f64 {
        let i = self.pieces.partition_point(|p| p.to_year <= year).min(self.pieces.len() - 1);
        let p = &self.pieces[i];
        crate::math::polynomial::value(&p.coefficients, (year - p.origin_year) / p.scale_years)
    }

    /// ΔT in seconds as the canon's tables have it, for a civil date.
    ///
    /// The polynomials at year + N / 365.25 with N the day of the year, moved from the n-dot of −26″/cy² on
    /// which they rest to the canon's −25.858″/cy² for every year. The canon's text speaks of the middle of
    /// the month and of an exception for 1955–2005; its tables follow this rule to 0.005 s. Source: Espenak &
    /// Meeus (2006), *Five Millennium Canon of Solar Eclipses*, sections 2.6–2.8; N by Meeus (1998), chapter
    /// 7.
    pub fn canon(&self, year: i32, month: i32, day: i32) -> f64 {
        let k = if year.rem_euclid(4) == 0 { 1 } else { 2 };
        let (month, day) = (i64::from(month), i64::from(day));
        let n = 275 * month / 9 - k * ((month + 9) / 12) + day - 30;
        let y = f64::from(year) + n as f64 / 365.25;
        let u = (y - 1955.0) / 100.0;
        self.value(y) - 0.91072 * (-25.858 + 26.0) * u * u
    }
}

/// The service's ΔT: linear between nodes in decimal year.
#[derive(Debug, Clone, PartialEq)]
pub struct DeltaT {
    nodes: Vec<Node>,
}

/// Years over which the table's start is blended into the polynomials before it.
const BLEND_BEFORE_YEARS: f64 = 100.0;
/// Years over which the last prediction is blended into the polynomials after it.
const BLEND_AFTER_YEARS: f64 = 50.0;

impl DeltaT {
    /// From nodes in ascending order of year.
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

    /// Joins table, observations and predictions with the polynomials at both ends, from `from_year` to
    /// `to_year`.
    ///
    /// Before the table the polynomials are shifted by a share of the difference at its first year that grows
    /// linearly over the 100 years before it; after the last prediction by a share that dies away linearly
    /// over 50 years. The seams therefore have no jump.
    pub fn assemble(
        polynomials: &Polynomials,
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
            source: Source::Polynomial,
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

    /// The nodes, ascending.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// ΔT, its standard error and its source at a decimal year. Outside the nodes: [`Error::OutOfRange`].
    pub fn at_year(&self, year: f64) -> Result<Node, Error> {
        let (from, to) = (self.nodes[0].year, self.nodes[self.nodes.len() - 1].year);
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
            source: if w > 0.0 { a.source.later(b.source) } else { a.source },
        })
    }

    /// ΔT in seconds at an instant of UT1.
    pub fn at_ut1(&self, t: Ut1) -> Result<f64, Error> {
        Ok(self.at_year(t.decimal_year())?.delta_t_s)
    }

    /// ΔT in seconds at an instant of TT; the argument is brought to UT1 by iteration (ΔT changes by less
    /// than 1e-5 of the correction).
    pub fn at_tt(&self, t: Tt) -> Result<f64, Error> {
        let mut delta_t_s = 0.0;
        for _ in 0..4 {
            delta_t_s = self.at_ut1(Ut1(t.0 - delta_t_s / SECONDS_PER_DAY))?;
        }
        Ok(delta_t_s)
    }
}

impl Source {
    /// Between two nodes the less certain of the two origins counts.
    fn later(self, other: Self) -> Self {
        match (self, other) {
            (Self::Polynomial, _) | (_, Self::Polynomial) => Self::Polynomial,
            (Self::Predicted, _) | (_, Self::Predicted) => Self::Predicted,
            (_, other) => other,
        }
    }
}

/// Standard error of the polynomials: 0.8 u² s with u in centuries from 1820 before the table, but at least
/// 20 s from 1300 on (Morrison & Stephenson 2004, table 1); after the predictions Huber's (2000) model of the
/// Earth's random walk, as in Espenak & Meeus (2006), section 2.9.
fn sigma_polynomial_s(year: f64) -> f64 {
    if year < 2000.0 {
        let u = (year - 1820.0) / 100.0;
        return (0.8 * u * u).max(20.0);
    }
    let n = (year - 2034.0).max(0.0);
    (365.25 * n * (n * 0.058 / 3.0 * (1.0 + n / 2500.0)).sqrt() / 1000.0).hypot(1.0)
}

/// Standard error of the textbook table: what Morrison & Stephenson (2004) give for the seventeenth to
/// nineteenth century, then the rounding of the table.
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

    fn polynomials() -> Polynomials {
        let piece = |from_year, to_year, coefficients| Piece {
            from_year,
            to_year,
            origin_year: 1820.0,
            scale_years: 100.0,
            coefficients,
        };
        Polynomials::new(vec![
            piece(-9e9, -500.0, vec![-20.0, 0.0, 32.0]),
            piece(-500.0, 9e9, vec![-20.0, 0.0, 32.0]),
        ])
        .expect("no gap")
    }

    #[test]
    fn the_canon_rounds_to_its_own_first_line() {
        // First line of the canon: −1999 June 12, ΔT = 46438 s.
        assert_eq!(polynomials().canon(-1999, 6, 12).round(), 46_438.0);
    }

    #[test]
    fn seams_have_no_jump() {
        let table = [
            Node { year: 1620.0, delta_t_s: 121.0, sigma_s: 20.0, source: Source::Table },
            Node { year: 2004.0, delta_t_s: 64.6, sigma_s: 0.1, source: Source::Table },
        ];
        let iers = [
            Node { year: 2005.0, delta_t_s: 64.7, sigma_s: 0.0, source: Source::Observed },
            Node { year: 2033.75, delta_t_s: 71.2, sigma_s: 1.0, source: Source::Predicted },
        ];
        let dt = DeltaT::assemble(&polynomials(), &table, &iers, -2000, 3001).expect("ascending");
        for seam in [1520.0, 1620.0, 2004.0, 2005.0, 2033.75, 2083.75] {
            let jump = dt.at_year(seam + 1e-6).expect("in range").delta_t_s
                - dt.at_year(seam - 1e-6).expect("in range").delta_t_s;
            assert!(jump.abs() < 1e-4, "{seam}: {jump}");
        }
        assert_eq!(dt.at_year(2010.0).expect("in range").source, Source::Predicted);
        assert!(matches!(dt.at_year(4000.0), Err(Error::OutOfRange { .. })));
        assert!(matches!(dt.at_year(f64::NAN), Err(Error::OutOfRange { .. })));
    }
}
