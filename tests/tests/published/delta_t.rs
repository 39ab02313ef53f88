//! ΔT of the models against the values of their authors.

use crate::generation;
use artifacts::tables::{delta_t_models, eclipses};
use astro::time::Ut1;
use std::collections::HashMap;

/// Interpolation between the rows of the table, s.
const NODE_S: f64 = 0.0013 * 1.5;
/// A printed value may round the other way, because the coefficients are rounded too, s.
const ROUNDING_S: f64 = 0.002;
/// The canon counts whole days, before 1582 in the Julian calendar: 18 days at most, at 24 s a year, s.
const CANON_S: f64 = 1.3 * 1.5;

fn models() -> delta_t_models::Models {
    delta_t_models::open(generation()).expect("the models")
}

fn rows(name: &str) -> Vec<HashMap<String, String>> {
    tests::rows(&tests::sources_folder().join("delta-t").join(name))
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("\"{text}\" is no number"))
}

#[test]
fn smh2016_is_its_published_spline_at_every_node() {
    let model = models().smh2016;
    let pieces = rows("stephenson_2016_spline.csv");
    let mut worst = (0.0f64, 0.0);
    for piece in &pieces {
        let of = |name: &str| number(&piece[name]);
        let at_end = of("a0") + of("a1") + of("a2") + of("a3");
        let middle = of("a0") + of("a1") / 2.0 + of("a2") / 4.0 + of("a3") / 8.0;
        let middle_year = (of("from_year") + of("to_year")) / 2.0;
        for (year, theirs) in [(of("from_year"), of("a0")), (middle_year, middle), (of("to_year"), at_end)] {
            let off = (model.at_year(year).expect("in range").delta_t_s - theirs).abs();
            worst = if off > worst.0 { (off, year) } else { worst };
        }
    }
    println!("smh2016 against {} pieces of table S15: worst {:.4} s in {}", pieces.len(), worst.0, worst.1);
    assert!(worst.0 < NODE_S, "{worst:?}");
}

#[test]
fn smh2016_agrees_with_its_authors_within_their_rounding() {
    let model = models().smh2016;
    let mut worst = 0.0f64;
    for row in rows("stephenson_2016_errors.csv") {
        let (year, printed, sigma_s) = (number(&row["year"]), &row["delta_t_s"], number(&row["sigma_s"]));
        let ours = model.at_year(year).expect("in range");
        let off = (ours.delta_t_s - number(printed)).abs();
        let decimals = printed.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
        let rounding = if year < 1600.0 { 5.0 } else { 0.5 * 10f64.powi(-decimals) };
        // Beyond the spline they print hours and tens of seconds, and do not begin where it ends.
        let is_spline = (-720.0..=2019.0).contains(&year);
        let tolerance = if is_spline { rounding + ROUNDING_S } else { sigma_s * 1.5 };
        assert!(off <= tolerance, "{year}: {} s, printed {printed} s", ours.delta_t_s);
        assert!((ours.sigma_s - sigma_s).abs() < 1e-9, "{year}: {} s, printed {sigma_s} s", ours.sigma_s);
        worst = worst.max(if is_spline { off / rounding } else { 0.0 });
    }
    println!("smh2016 against the printed values: worst {worst:.2} of half the last digit");
}

#[test]
fn em2006_is_the_delta_t_of_the_canon() {
    let model = models().em2006;
    let mut worst = (0.0f64, 0);
    for row in eclipses::read(generation()).expect("rows").iter() {
        let year = Ut1(row.jd_ut).decimal_year();
        let off = (model.at_year(year).expect("in range").delta_t_s - row.delta_t_s).abs();
        worst = if off > worst.0 { (off, row.year) } else { worst };
    }
    println!("em2006 against the canon's rule: worst {:.2} s in {}", worst.0, worst.1);
    assert!(worst.0 < CANON_S, "{worst:?}");
}
