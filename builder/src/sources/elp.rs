//! The lunar theories ELP 2000-82B and ELP/MPP02.

use super::csv;
use crate::Error;
use astro::theory::{de440, elp_mpp02, elp2000_82};
use std::path::Path;

/// ELP/MPP02, moved to JPL DE440.
pub(crate) fn mpp02(folder: &Path) -> Result<de440::Moon, Error> {
    let main =
        csv::read(&folder.join("elp-mpp02/main_problem.csv"), "coordinate,d,f,l,l_sun,amplitude", |r| {
            Ok(elp_mpp02::MainTerm {
                coordinate: r.coordinate(0)?,
                multiples: r.f64s(1)?,
                amplitude: r.f64(5)?,
            })
        })?;
    let header = "coordinate,power,d,f,l,l_sun,zeta,amplitude,phase_rad,planetary_rate_rad_per_century";
    let perturbations = csv::read(&folder.join("elp-mpp02/perturbations.csv"), header, |r| {
        Ok(elp_mpp02::PerturbationTerm {
            coordinate: r.coordinate(0)?,
            power: r.number(1)?,
            multiples: r.f64s(2)?,
            amplitude: r.f64(7)?,
            phase: r.f64(8)?,
            planetary_rate: r.f64(9)?,
        })
    })?;
    Ok(de440::Moon::new(&main, &perturbations)?)
}

/// The 36 files of ELP 2000-82B, in the columns of their authors: integers of three characters, then numbers
/// apart by spaces.
pub(crate) fn elp2000_82b(folder: &Path) -> Result<elp2000_82::Theory, Error> {
    let (mut main, mut perturbations) = (Vec::new(), Vec::new());
    for number in 1..=36usize {
        let path = folder.join(format!("elp2000-82b/ELP{number}"));
        let text = std::fs::read_to_string(&path).map_err(Error::source(&path))?;
        for (i, line) in text.lines().enumerate().skip(1).filter(|(_, l)| !l.trim().is_empty()) {
            let line = FixedWidthLine { path: &path, number: i as u64 + 1, text: line };
            let coordinate = (number - 1) % 3;
            match number {
                1..=3 => {
                    let numbers = line.numbers::<6>(4)?;
                    let [amplitude, partials @ ..] = numbers;
                    main.push(elp2000_82::MainTerm {
                        coordinate,
                        multiples: line.multiples::<4>()?,
                        amplitude,
                        partials,
                    });
                }
                _ => perturbations.push(line.perturbation(number, coordinate)?),
            }
        }
    }
    Ok(elp2000_82::Theory::new(&main, &perturbations)?)
}

/// A line whose integers stand in columns of three characters.
struct FixedWidthLine<'a> {
    path: &'a Path,
    number: u64,
    text: &'a str,
}

impl FixedWidthLine<'_> {
    fn perturbation(&self, file: usize, coordinate: usize) -> Result<elp2000_82::PerturbationTerm, Error> {
        let mut planets = [0.0; 8];
        let (multiples, [phase_deg, amplitude]) = match file {
            10..=15 => {
                let m = self.multiples::<11>()?;
                planets.copy_from_slice(&m[..8]);
                ([0.0, m[8], 0.0, m[9], m[10]], self.numbers(11)?)
            }
            16..=21 => {
                let m = self.multiples::<11>()?;
                planets[..7].copy_from_slice(&m[..7]);
                ([0.0, m[7], m[8], m[9], m[10]], self.numbers(11)?)
            }
            _ => (self.multiples::<5>()?, self.numbers(5)?),
        };
        let power = match file {
            7..=9 | 13..=15 | 19..=21 | 25..=27 => 1,
            34..=36 => 2,
            _ => 0,
        };
        Ok(elp2000_82::PerturbationTerm { coordinate, power, multiples, planets, phase_deg, amplitude })
    }

    fn multiples<const N: usize>(&self) -> Result<[f64; N], Error> {
        let mut values = [0.0; N];
        for (k, v) in values.iter_mut().enumerate() {
            let field = self.text.get(3 * k..3 * k + 3).unwrap_or_default().trim();
            let integer: i32 =
                field.parse().map_err(|_| self.error(format!("\"{field}\" is not an integer")))?;
            *v = f64::from(integer);
        }
        Ok(values)
    }

    fn numbers<const N: usize>(&self, after: usize) -> Result<[f64; N], Error> {
        let mut values = [0.0; N];
        let mut fields = self.text.get(3 * after..).unwrap_or_default().split_whitespace();
        for v in &mut values {
            let field = fields
                .next()
                .ok_or_else(|| self.error(format!("has fewer than {N} numbers after its integers")))?;
            *v = field.parse().map_err(|_| self.error(format!("\"{field}\" is not a number")))?;
        }
        Ok(values)
    }

    fn error(&self, problem: String) -> Error {
        Error::line(self.path, self.number, problem)
    }
}
