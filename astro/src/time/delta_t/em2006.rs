//! The polynomials of Espenak & Meeus (2006) alone, in all years, as a table.

use crate::Error;
use crate::math::portable::Portable;
use crate::time::delta_t::assemble::{sigma_before_telescopes_s, sigma_huber_s, sigma_table_s};
use crate::time::delta_t::polynomials::DeltaTPolynomials;
use crate::time::delta_t::source::DeltaTOrigin;
use crate::time::delta_t::table::{DeltaT, Node};

/// First year of the textbook table, to which the polynomials were fitted.
const TABLE_YEAR: f64 = 1620.0;
/// Year of the last observation to which they were fitted.
const LAST_OBSERVED_YEAR: f64 = 2005.0;
/// Difference from the service's own ΔT of 1700–2005, root mean square, s.
const FIT_S: f64 = 0.4;

impl DeltaTPolynomials {
    /// The polynomials at a decimal year, moved to the canon's n-dot, within 2 ms; from a year to another.
    ///
    /// The n-dot term is applied in all years. In 1955–2005, where ΔT does not rest on the Moon, the text of
    /// Espenak & Meeus leaves it out; here, as in the canon's own tables, it is −0.000 012 932 (y − 1955)² s
    /// there too, at most 0.03 s.
    ///
    /// The canon itself takes whole days, and before 1582 those of the Julian calendar, which makes up to
    /// 1.3 s: [`DeltaTPolynomials::canon`]. One standard error: 0.8 u² s with u in centuries from 1820 before
    /// 1620, but at least 20 s (Morrison & Stephenson 2004, table 1); that of the textbook table and of the
    /// fit to it until 2005; then Huber's (2000) model of the Earth's random walk.
    pub fn table(&self, from_year: i32, to_year: i32) -> Result<DeltaT, Error> {
        let (from, to) = (f64::from(from_year), f64::from(to_year));
        let inner = self.seams().chain([TABLE_YEAR, LAST_OBSERVED_YEAR]);
        let mut seams: Vec<f64> = inner.filter(|y| from < *y && *y < to).chain([from, to]).collect();
        seams.sort_by(f64::total_cmp);
        seams.dedup();
        DeltaT::dense(&seams, |year| Node {
            year,
            delta_t_s: self.of_canon(year),
            sigma_s: sigma_s(year),
            source: DeltaTOrigin::Polynomial,
        })
    }
}

fn sigma_s(year: f64) -> f64 {
    if year < TABLE_YEAR {
        sigma_before_telescopes_s(year)
    } else if year < LAST_OBSERVED_YEAR {
        sigma_table_s(year).hypotenuse(FIT_S)
    } else {
        sigma_huber_s(year - LAST_OBSERVED_YEAR).hypotenuse(FIT_S)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::delta_t::polynomials::PolynomialPiece;

    fn piece(from_year: f64, to_year: f64, coefficients: Vec<f64>) -> PolynomialPiece {
        PolynomialPiece { from_year, to_year, origin_year: 1820.0, scale_years: 100.0, coefficients }
    }

    #[test]
    fn the_table_follows_the_polynomials_and_keeps_their_jumps() {
        let polynomials = DeltaTPolynomials::new(vec![
            piece(-9e9, -500.0, vec![-20.0, 0.0, 32.0]),
            piece(-500.0, 9e9, vec![-30.0, 0.0, 32.0]),
        ])
        .expect("no gap");
        let table = polynomials.table(-2000, 3001).expect("ascending");
        assert_eq!(table.years(), (-2000.0, 3001.0));
        let worst = (0..500_100).map(|k| -2000.0 + f64::from(k) * 0.01).filter(|y| *y != -500.0);
        let worst = worst.map(|y| {
            let found = table.at_year(y).expect("in range").delta_t_s;
            (found - polynomials.of_canon(y)).abs()
        });
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 0.002, "{worst} s");
        let jump = table.at_year(-500.0).expect("in range").delta_t_s
            - table.at_year(-500.001).expect("in range").delta_t_s;
        assert!((jump + 10.0).abs() < 0.1, "{jump}");
        for (year, sigma_s) in [(-500.0, 430.0), (1000.0, 54.0), (1500.0, 20.0), (1750.0, 2.0)] {
            let found = table.at_year(year).expect("in range").sigma_s;
            assert!((found / sigma_s - 1.0).abs() < 0.05, "{year}: {found} s");
        }
    }
}
