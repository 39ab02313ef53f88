//! Precession and nutation from the published tables, against check values of the IAU's SOFA library.

use astro::earth::nutation::{Iau2000a, LuniSolar, Planetary};
use astro::earth::precession::{LongTermPrecession, PolePath};

fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn numbers<const N: usize>(fields: &[&str]) -> [f64; N] {
    std::array::from_fn(|k| fields[k].parse().expect("a number"))
}

fn pole(csv: &str) -> PolePath {
    let mut path = PolePath::default();
    for row in rows(csv) {
        match row[0] {
            "polynomial" => path.polynomial.push(numbers(&row[2..])),
            _ => path.periodic.push(numbers(&row[1..])),
        }
    }
    path
}

#[test]
fn the_poles_of_the_long_term_precession() {
    let model = LongTermPrecession::new(
        pole(include_str!("../../catalog-src/precession/vondrak2011_ecliptic_pole.csv")),
        pole(include_str!("../../catalog-src/precession/vondrak2011_equator_pole.csv")),
    );
    // Routines ltpecl at −1500 and ltpequ at −2500 (Julian epochs), test suite t_sofa_c.
    let (ecliptic, _) = model.poles(-35.0);
    let (_, equator) = model.poles(-45.0);
    let expected = [
        (ecliptic, [0.476_862_567_647_7e-3, -0.405_225_953_309_188, 0.914_216_440_109_645]),
        (equator, [-0.358_665_256_023_733, -0.199_697_891_077_113, 0.911_855_244_225_082]),
    ];
    for (found, expected) in expected {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{found:?} {expected:?}");
        }
    }
}

#[test]
fn the_nutation_of_2006_january_1() {
    let luni_solar: Vec<LuniSolar> = rows(include_str!("../../catalog-src/nutation/iau2000a_lunisolar.csv"))
        .map(|row| (numbers(&row), numbers(&row[5..])))
        .collect();
    let planetary: Vec<Planetary> = rows(include_str!("../../catalog-src/nutation/iau2000a_planetary.csv"))
        .map(|row| (numbers(&row), numbers(&row[13..])))
        .collect();
    let nutation = Iau2000a::new(&luni_solar, &planetary).value(astro::time::Tt(2_453_736.5).centuries());
    // Routine nut00a, test suite t_sofa_c; 1e-12 rad are 0.2 µas.
    assert!((nutation.longitude - -0.963_090_910_711_55e-5).abs() < 1e-12, "{nutation:?}");
    assert!((nutation.obliquity - 0.406_323_917_400_17e-4).abs() < 1e-12, "{nutation:?}");
}
