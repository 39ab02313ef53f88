//! ΔT of Stephenson, Morrison & Hohenkerk (2016) with the addendum of 2021.

use crate::Error;
use crate::math::polynomial;
use crate::math::portable::Portable;
use crate::time::delta_t::assemble::sigma_huber_s;
use crate::time::delta_t::polynomials::{DeltaTPolynomials, PolynomialPiece};
use crate::time::delta_t::source::DeltaTOrigin;
use crate::time::delta_t::table::{DeltaT, Node};
use std::f64::consts::PI;

/// Growth of the length of the day beyond the spline, ms in a century. Morrison et al. (2021), equation for
/// years outside −720 to 2019: lod = 1.72 t − 3.5 sin(2π (t + 0.75) / 14) ms, t in centuries from 1825.
const LOD_RATE_MS: f64 = 1.72;
/// Amplitude of its oscillation, ms.
const LOD_AMPLITUDE_MS: f64 = 3.5;
/// Period of its oscillation, centuries.
const LOD_PERIOD: f64 = 14.0;
/// Beginning of the oscillation before 1825, centuries.
const LOD_PHASE: f64 = 0.75;
/// Seconds of ΔT that 1 ms of the length of the day makes in a Julian century.
const SECONDS_OF_MS: f64 = 36.525;

/// The model: a spline, what follows from the length of the day beyond it, and the published errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Smh2016 {
    spline: DeltaTPolynomials,
    from_year: f64,
    to_year: f64,
    /// Decimal years and errors, s.
    errors: Vec<(f64, f64)>,
    /// Constants that join the integral of the length of the day with the spline at either end, s.
    joins_s: [f64; 2],
}

impl Smh2016 {
    /// From the pieces of the spline and the published errors by decimal year, both ascending, the last error
    /// after the end of the spline; [`Error::Table`] if they are not so, or there are none.
    pub fn new(pieces: Vec<PolynomialPiece>, errors: Vec<(f64, f64)>) -> Result<Self, Error> {
        let problem = |problem: &str| Error::Table { table: "stephenson-2016", problem: problem.into() };
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
            return Err(problem("no pieces"));
        };
        let ends = [first.from_year, last.to_year];
        let last_s = polynomial::value(&last.coefficients, (ends[1] - last.origin_year) / last.scale_years);
        if errors.is_empty() || !errors.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(problem("there must be errors in ascending order of the year"));
        }
        if errors.last().is_some_and(|(year, _)| *year <= ends[1]) {
            return Err(problem("the last error must be of a year after the end of the spline"));
        }
        let spline = DeltaTPolynomials::new(pieces)?;
        let joins_s = [spline.value(ends[0]) - integrated_lod_s(ends[0]), last_s - integrated_lod_s(ends[1])];
        Ok(Self { spline, from_year: ends[0], to_year: ends[1], errors, joins_s })
    }

    /// ΔT in seconds at a decimal year.
    pub fn value(&self, year: f64) -> f64 {
        if year < self.from_year {
            integrated_lod_s(year) + self.joins_s[0]
        } else if year < self.to_year {
            self.spline.value(year)
        } else {
            integrated_lod_s(year) + self.joins_s[1]
        }
    }

    /// The estimated error at a decimal year, interpreted as one standard error: linear between the published
    /// years, constant before them, and after them growing like Huber's (2000) model of the Earth's random
    /// walk.
    pub fn sigma_s(&self, year: f64) -> f64 {
        let i = self.errors.partition_point(|e| e.0 <= year);
        match (i.checked_sub(1).map(|i| self.errors[i]), self.errors.get(i)) {
            (Some((y0, s0)), Some((y1, s1))) => s0 + (s1 - s0) * (year - y0) / (y1 - y0),
            (None, Some((_, first))) => *first,
            (Some((last, s)), None) => {
                s * sigma_huber_s(year - self.to_year) / sigma_huber_s(last - self.to_year)
            }
            (None, None) => unreachable!("a model without errors is not made"),
        }
    }

    /// The model from a year to another as a table, within 2 ms.
    pub fn table(&self, from_year: i32, to_year: i32) -> Result<DeltaT, Error> {
        let (from, to) = (f64::from(from_year), f64::from(to_year));
        let ends = [self.from_year, self.to_year];
        let inner = self.spline.seams().chain(ends).chain(self.errors.iter().map(|e| e.0));
        let mut seams: Vec<f64> = inner.filter(|y| from < *y && *y < to).chain([from, to]).collect();
        seams.sort_by(f64::total_cmp);
        seams.dedup();
        let is_spline = |year: f64| (self.from_year..=self.to_year).contains(&year);
        DeltaT::dense(&seams, |year| Node {
            year,
            delta_t_s: self.value(year),
            sigma_s: self.sigma_s(year),
            source: if is_spline(year) { DeltaTOrigin::Spline } else { DeltaTOrigin::Extrapolated },
        })
    }
}

/// The integral of the length of the day, but for a constant, s.
fn integrated_lod_s(year: f64) -> f64 {
    let t = (year - 1825.0) / 100.0;
    let turn = 2.0 * PI / LOD_PERIOD;
    let oscillation = LOD_AMPLITUDE_MS / turn * (turn * (t + LOD_PHASE)).cosine();
    SECONDS_OF_MS * (LOD_RATE_MS * t * t / 2.0 + oscillation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_spline_the_model_goes_on_from_its_ends_by_the_length_of_the_day() {
        let piece = |from_year: f64, to_year: f64, coefficients| PolynomialPiece {
            from_year,
            to_year,
            origin_year: from_year,
            scale_years: to_year - from_year,
            coefficients,
        };
        let pieces = vec![
            piece(-720.0, 1000.0, vec![20_371.848, -20_000.0, 1278.545, 0.0]),
            piece(1000.0, 2019.0, vec![1650.393, -1581.154, 0.0, 0.0]),
        ];
        // From its last error on the model's own grows, which begins at the spline's end.
        assert!(Smh2016::new(pieces.clone(), vec![(-720.0, 180.0), (2019.0, 0.05)]).is_err());
        let model = Smh2016::new(pieces, vec![(-720.0, 180.0), (2019.0, 0.05), (2500.0, 100.0)]);
        let model = model.expect("ascending");
        for end in [-720.0, 2019.0] {
            let jump = model.value(end + 1e-9) - model.value(end - 1e-9);
            assert!(jump.abs() < 1e-6, "{end}: {jump} s");
        }
        // 1.72 t − 3.5 sin(2π (t + 0.75) / 14) ms at t = 5, of each of 365.25 days.
        let rate = model.value(2325.5) - model.value(2324.5);
        let lod_ms = 1.72 * 5.0 - 3.5 * (2.0 * PI * 5.75 / 14.0).sin();
        assert!((rate - lod_ms * 0.365_25).abs() < 1e-3, "{rate} s in a year");
        assert_eq!([-2000.0, 2019.0, 2500.0].map(|year| model.sigma_s(year)), [180.0, 0.05, 100.0]);
        assert!(model.sigma_s(3000.0) > 250.0, "{}", model.sigma_s(3000.0));
        let table = model.table(-2000, 3001).expect("ascending");
        let sources = [-721.0, -719.0, 2018.5, 2020.0].map(|y| table.at_year(y).expect("in range").source);
        use DeltaTOrigin::{Extrapolated, Spline};
        assert_eq!(sources, [Extrapolated, Spline, Spline, Extrapolated]);
        assert!(Smh2016::new(Vec::new(), vec![(0.0, 1.0)]).is_err());
        let bent = (0..3).map(f64::from).map(|i| piece(i * 100.0, i * 100.0 + 100.0, vec![0.0, 0.0, 1e9]));
        let bent = Smh2016::new(bent.collect(), vec![(0.0, 1.0), (400.0, 1.0)]).expect("ascending");
        let error = bent.table(-2000, 3001).expect_err("2 million nodes").to_string();
        assert!(error.contains("check the coefficients"), "{error}");
    }
}
