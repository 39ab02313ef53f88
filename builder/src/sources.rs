//! Reading `catalog-src`: every file is checked against `SHA256SUMS` before anything is parsed.

mod outlines;
mod seas;

use crate::{Error, records};
use artifacts::manifest::{sha256_hex, sha256_of_file};
use artifacts::places::Area;
use astro::earth::nutation::Iau2000a;
use astro::earth::precession::{LongTermPrecession, PolePath};
use astro::ephemeris::apparent;
use astro::ephemeris::canon;
use astro::theory::elp_mpp02;
use astro::theory::elp2000_82;
use astro::theory::vsop87;
use astro::time::Ut1;
use astro::time::delta_t::{DeltaT, Node, Piece, Polynomials, Source, sigma_table_s};
use std::collections::BTreeMap;
use std::path::Path;

/// First and last year of the ΔT table.
const DELTA_T_YEARS: (i32, i32) = (-2000, 3001);
const COORDINATES: [&str; 3] = ["longitude", "latitude", "distance"];

/// Everything that `catalog-src` holds, ready for use.
pub struct Sources {
    /// SHA-256 of each file, by its path below the folder.
    pub sums: BTreeMap<String, String>,
    /// Theories of the eclipse canon.
    pub canon: canon::Theories,
    /// Theories closest to the sky.
    pub apparent: apparent::Theories,
    /// Espenak & Meeus's polynomials.
    pub polynomials: Polynomials,
    /// The service's ΔT.
    pub delta_t: DeltaT,
    /// Outlines of countries and seas.
    pub areas: Vec<Area>,
    /// The land mask, against which the countries are checked.
    pub land: Vec<Area>,
}

/// Checks and parses the folder; sea areas from `seas` instead of its own, if given.
pub fn read(folder: &Path, seas: Option<&Path>) -> Result<Sources, Error> {
    let mut sums = check_sums(folder)?;
    let mut areas = outlines::countries(folder)?;
    if let Some(path) = seas {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::Option(format!("--seas {}: cannot be read: {e}", path.display())))?;
        sums.insert("--seas".into(), sha256_hex(text.as_bytes()));
        areas.extend(seas::parse(path, &text)?);
    } else {
        let path = folder.join("seas/limits.geojson");
        let text = std::fs::read_to_string(&path).map_err(Error::source(&path))?;
        areas.extend(seas::parse(&path, &text)?);
    }
    let nutation = nutation(folder)?;
    let polynomials = Polynomials::new(pieces(folder)?)?;
    let delta_t = DeltaT::assemble(
        &polynomials,
        &meeus_table(folder)?,
        &iers(folder)?,
        DELTA_T_YEARS.0,
        DELTA_T_YEARS.1,
    )?;
    Ok(Sources {
        sums,
        canon: canon::Theories {
            moon: elp82b(folder)?,
            earth: vsop(&folder.join("vsop87/vsop87d_earth.csv"))?,
            nutation: nutation.clone(),
        },
        apparent: apparent::Theories {
            moon: mpp02(folder)?,
            earth: vsop(&folder.join("vsop87/vsop87b_earth.csv"))?,
            nutation,
            precession: LongTermPrecession::new(
                pole(&folder.join("precession/vondrak2011_ecliptic_pole.csv"))?,
                pole(&folder.join("precession/vondrak2011_equator_pole.csv"))?,
            ),
        },
        polynomials,
        delta_t,
        areas,
        land: outlines::land(folder)?,
    })
}

/// Compares every file that `SHA256SUMS` names with its sum.
fn check_sums(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let list = folder.join("SHA256SUMS");
    let text = std::fs::read_to_string(&list).map_err(Error::source(&list))?;
    let mut sums = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let Some((expected, name)) = line.split_once("  ") else {
            return Err(Error::line(&list, i as u64 + 1, "must be a SHA-256, two spaces, and a file name"));
        };
        let path = folder.join(name);
        let found = std::fs::metadata(&path)
            .map_err(Error::source(&path))
            .and_then(|_| Ok(sha256_of_file(&path)?))?;
        if found != expected {
            return Err(Error::Sum { path, found, expected: expected.to_owned() });
        }
        sums.insert(name.to_owned(), found);
    }
    if sums.is_empty() {
        return Err(Error::line(&list, 1, "names no file"));
    }
    Ok(sums)
}

fn mpp02(folder: &Path) -> Result<elp_mpp02::Theory, Error> {
    let main = records::read(
        &folder.join("elp-mpp02/main_problem.csv"),
        &["coordinate", "d", "f", "l", "l_sun", "amplitude"],
        |r| {
            Ok(elp_mpp02::MainTerm {
                coordinate: r.word(0, &COORDINATES)?,
                multiples: r.f64s(1)?,
                amplitude: r.f64(5)?,
            })
        },
    )?;
    let header = [
        "coordinate",
        "power",
        "d",
        "f",
        "l",
        "l_sun",
        "zeta",
        "amplitude",
        "phase_rad",
        "planetary_rate_rad_per_century",
    ];
    let perturbations = records::read(&folder.join("elp-mpp02/perturbations.csv"), &header, |r| {
        Ok(elp_mpp02::PerturbationTerm {
            coordinate: r.word(0, &COORDINATES)?,
            power: r.number(1)?,
            multiples: r.f64s(2)?,
            amplitude: r.f64(7)?,
            phase: r.f64(8)?,
            planetary_rate: r.f64(9)?,
        })
    })?;
    Ok(elp_mpp02::Theory::new(&main, &perturbations, &elp_mpp02::LLR)?)
}

fn vsop(path: &Path) -> Result<vsop87::Earth, Error> {
    let rows = records::read(
        path,
        &["coordinate", "power", "amplitude", "phase_rad", "rate_rad_per_millennium"],
        |r| {
            Ok(vsop87::Row {
                coordinate: r.word(0, &COORDINATES)?,
                power: r.number(1)?,
                amplitude: r.f64(2)?,
                phase: r.f64(3)?,
                rate: r.f64(4)?,
            })
        },
    )?;
    Ok(vsop87::Earth::new(&rows)?)
}

fn nutation(folder: &Path) -> Result<Iau2000a, Error> {
    let header =
        ["l", "l_sun", "f", "d", "om", "psi_sin", "psi_t_sin", "psi_cos", "eps_cos", "eps_t_cos", "eps_sin"];
    let luni_solar = records::read(&folder.join("nutation/iau2000a_lunisolar.csv"), &header, |r| {
        Ok((r.f64s::<5>(0)?, r.f64s::<6>(5)?))
    })?;
    let header = [
        "l",
        "f",
        "d",
        "om",
        "mercury",
        "venus",
        "earth",
        "mars",
        "jupiter",
        "saturn",
        "uranus",
        "neptune",
        "precession",
        "psi_sin",
        "psi_cos",
        "eps_sin",
        "eps_cos",
    ];
    let planetary = records::read(&folder.join("nutation/iau2000a_planetary.csv"), &header, |r| {
        Ok((r.f64s::<13>(0)?, r.f64s::<4>(13)?))
    })?;
    Ok(Iau2000a::new(&luni_solar, &planetary))
}

fn pole(path: &Path) -> Result<PolePath, Error> {
    let mut pole = PolePath::default();
    let header = ["kind", "power_or_period", "first_cos", "second_cos", "first_sin", "second_sin"];
    let rows = records::read(path, &header, |r| {
        Ok(match r.word(0, &["polynomial", "periodic"])? {
            0 => (Some(r.f64s::<2>(2)?), None),
            _ => (None, Some(r.f64s::<5>(1)?)),
        })
    })?;
    for (polynomial, periodic) in rows {
        pole.polynomial.extend(polynomial);
        pole.periodic.extend(periodic);
    }
    Ok(pole)
}

fn pieces(folder: &Path) -> Result<Vec<Piece>, Error> {
    let header = [
        "from_year",
        "to_year",
        "origin_year",
        "scale_years",
        "c0",
        "c1",
        "c2",
        "c3",
        "c4",
        "c5",
        "c6",
        "c7",
    ];
    records::read(&folder.join("delta-t/espenak_meeus_2006.csv"), &header, |r| {
        let mut coefficients = Vec::new();
        for k in 4..12 {
            if !r.text(k)?.is_empty() {
                coefficients.push(r.f64(k)?);
            }
        }
        Ok(Piece {
            from_year: r.f64(0)?,
            to_year: r.f64(1)?,
            origin_year: r.f64(2)?,
            scale_years: r.f64(3)?,
            coefficients,
        })
    })
}

fn meeus_table(folder: &Path) -> Result<Vec<Node>, Error> {
    records::read(&folder.join("delta-t/meeus_table_10a.csv"), &["year", "delta_t_s"], |r| {
        let year = r.f64(0)?;
        Ok(Node { year, delta_t_s: r.f64(1)?, sigma_s: sigma_table_s(year), source: Source::Table })
    })
}

fn iers(folder: &Path) -> Result<Vec<Node>, Error> {
    records::read(&folder.join("delta-t/iers.csv"), &["mjd", "delta_t_s", "sigma_s", "source", "file"], |r| {
        let source = [Source::Observed, Source::Predicted][r.word(3, &["observed", "predicted"])?];
        Ok(Node {
            year: Ut1(r.f64(0)? + 2_400_000.5).decimal_year(),
            delta_t_s: r.f64(1)?,
            sigma_s: r.f64(2)?,
            source,
        })
    })
}

/// The 36 files of ELP 2000-82B, in the columns of their authors: integers of three characters, then numbers
/// apart by spaces.
fn elp82b(folder: &Path) -> Result<elp2000_82::Theory, Error> {
    let (mut main, mut perturbations) = (Vec::new(), Vec::new());
    for number in 1..=36usize {
        let path = folder.join(format!("elp2000-82b/ELP{number}"));
        let text = std::fs::read_to_string(&path).map_err(Error::source(&path))?;
        for (i, line) in text.lines().enumerate().skip(1).filter(|(_, l)| !l.trim().is_empty()) {
            let line = Line { path: &path, number: i as u64 + 1, text: line };
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

struct Line<'a> {
    path: &'a Path,
    number: u64,
    text: &'a str,
}

impl Line<'_> {
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
