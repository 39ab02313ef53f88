//! The polynomials of Espenak & Meeus (2006), and the rule by which the eclipse canon uses them.

use crate::Error;
use crate::math::polynomial;

/// One of Espenak & Meeus's polynomials: ΔT = Σ c_k ((year − origin) / scale)^k for from ≤ year < to.
#[derive(Debug, Clone, PartialEq)]
pub struct PolynomialPiece {
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
pub struct DeltaTPolynomials {
    pieces: Vec<PolynomialPiece>,
}

impl DeltaTPolynomials {
    /// From one piece or more in ascending order, without gaps; otherwise [`Error::Table`].
    pub fn new(pieces: Vec<PolynomialPiece>) -> Result<Self, Error> {
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

    /// ΔT in seconds for a decimal year; the first and the last piece hold for all years beyond them.
    pub fn value(&self, year: f64) -> f64 {
        let i = self.pieces.partition_point(|p| p.to_year <= year).min(self.pieces.len() - 1);
        let p = &self.pieces[i];
        polynomial::value(&p.coefficients, (year - p.origin_year) / p.scale_years)
    }

    /// ΔT in seconds as the canon's tables have it, for a civil date.
    ///
    /// The polynomials at year + N / 365.25 with N the day of the year, moved from the n-dot of −26″/cy²
    /// on which they rest to the canon's −25.858″/cy² for every year. The canon's text speaks of the
    /// middle of the month and of an exception for 1955–2005; its tables follow this rule to 0.005 s.
    /// Source: Espenak & Meeus (2006), *Five Millennium Canon of Solar Eclipses*, sections 2.6–2.8; N by
    /// Meeus (1998), chapter 7.
    ///
    /// ```
    /// // First line of the canon: −1999 June 12, ΔT = 46438 s. Before −500 one parabola holds.
    /// use astro::time::delta_t::{PolynomialPiece, DeltaTPolynomials};
    /// let parabola = PolynomialPiece {
    ///     from_year: f64::MIN,
    ///     to_year: -500.0,
    ///     origin_year: 1820.0,
    ///     scale_years: 100.0,
    ///     coefficients: vec![-20.0, 0.0, 32.0],
    /// };
    /// assert_eq!(DeltaTPolynomials::new(vec![parabola])?.canon(-1999, 6, 12).round(), 46_438.0);
    /// # Ok::<(), astro::Error>(())
    /// ```
    pub fn canon(&self, year: i32, month: i32, day: i32) -> f64 {
        // Meeus's k: 1 in leap years of the Julian calendar, which the canon takes in every century.
        let k = if year.rem_euclid(4) == 0 { 1 } else { 2 };
        let (month, day) = (i64::from(month), i64::from(day));
        let n = 275 * month / 9 - k * ((month + 9) / 12) + day - 30;
        let y = f64::from(year) + n as f64 / 365.25;
        self.of_canon(y)
    }

    /// ΔT in seconds for a decimal year, moved from the n-dot of −26″/cy² to the canon's −25.858″/cy².
    pub(super) fn of_canon(&self, year: f64) -> f64 {
        let u = (year - 1955.0) / 100.0;
        self.value(year) - 0.91072 * (-25.858 + 26.0) * u * u
    }

    /// The years at which one piece ends and the next begins.
    pub(super) fn seams(&self) -> impl Iterator<Item = f64> {
        self.pieces.iter().skip(1).map(|piece| piece.from_year)
    }
}
