//! Precise elements from JPL DE440: against another program's, against the kernel itself, and those of the
//! series against them.

use crate::figures::{ELEMENTS_KERNEL, ELEMENTS_SERIES};
use astro::eclipse::besselian::{self, Elements, Polynomials, Radii};
use astro::eclipse::course::ElementsInterpolation;
use astro::eclipse::{global, saros};
use astro::ephemeris::kernel::KernelTheories;
use astro::ephemeris::{Ephemerides, EphemerisArc};
use astro::math::angle::normalize_signed;
use astro::time::{Date, Tt};
use builder::sources::Sources;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The years of the kernel in which there are precise elements.
const YEARS: [i32; 2] = [1550, 2500];
/// Hours on either side of t0 for which polynomials are fitted.
const FITTED_HOURS: i32 = 3;
/// The quantities that are compared; lengths in Earth radii, angles in radians.
const QUANTITIES: [&str; 6] = ["x", "y", "d", "l1", "l2", "µ"];

/// The series, with the kernel beside them.
fn sources() -> &'static Sources {
    static SOURCES: OnceLock<Sources> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let path = tests::named_file("UMBRA_DE440");
        let kernel = builder::kernel::read(&path, (YEARS[0], YEARS[1])).expect("a kernel");
        let mut sources = builder::sources::read(&tests::sources_folder(), None).expect("sources");
        sources.kernel = Some(kernel);
        sources
    })
}

fn kernel() -> KernelTheories<'static> {
    let year_2000 = Tt(Date { year: 2000, month: 1, day: 1.0 }.gregorian_jd());
    sources().from_kernel(year_2000).expect("the kernel reaches over our time")
}

/// The polynomials of all eclipses of the years, by their lunation.
fn eclipses(theories: &impl Ephemerides) -> BTreeMap<i32, Polynomials> {
    let near = |year| saros::lunation_near(Tt(Date { year, month: 1, day: 5.0 }.gregorian_jd()));
    let fit = ElementsInterpolation::fit();
    let eclipse = |lunation| global::at_lunation(theories, &fit, lunation).expect("a search that ends");
    let all = near(YEARS[0])..=near(YEARS[1] + 1);
    all.filter_map(|lunation| Some((lunation, eclipse(lunation)?.elements))).collect()
}

/// The elements of the kernel at an instant, without any fit.
fn exact(t: Tt) -> Elements {
    let theories = kernel();
    let arc = theories.arc(t);
    besselian::at(&arc.places(0.0), arc.ephemeris_sidereal_time(0.0), &Radii::CANON)
}

fn differences(a: &Elements, b: &Elements) -> [f64; 6] {
    let of = |e: &Elements| [e.x, e.y, e.d, e.l1, e.l2, e.mu];
    let (a, b) = (of(a), of(b));
    std::array::from_fn(|k| if k < 5 { a[k] - b[k] } else { normalize_signed(a[k] - b[k]) }.abs())
}

fn at(polynomials: &Polynomials, t: Tt) -> Elements {
    polynomials.at(t.days_since(polynomials.t0) * 24.0).at
}

fn worse(worst: &mut [f64; 6], found: [f64; 6]) {
    *worst = std::array::from_fn(|k| worst[k].max(found[k]));
}

fn printed(what: &str, worst: &[f64; 6]) {
    let columns: Vec<_> = QUANTITIES.iter().zip(worst).map(|(name, w)| format!("{name} {w:.1e}")).collect();
    println!("{what}: {}", columns.join(", "));
}

#[test]
#[ignore = "landing: needs JPL's DE440"]
fn elements_from_the_kernel_are_those_of_another_program() {
    let sample = tests::rows(&tests::root().join("tests/data/elements_de440.csv"));
    let eclipses = eclipses(&kernel());
    let (mut of_instants, mut of_polynomials) = ([0.0f64; 6], [0.0f64; 6]);
    for row in &sample {
        let number = |column: &str| row[column].parse::<f64>().expect("a number");
        let t = Tt(number("jd_tt"));
        let [x, y, d, l1, l2, mu] = ["x", "y", "d", "l1", "l2", "mu"].map(number);
        let theirs = Elements { x, y, d, l1, l2, mu, tan_f1: 0.0, tan_f2: 0.0 };
        worse(&mut of_instants, differences(&exact(t), &theirs));
        let away = |p: &&Polynomials| p.t0.days_since(t).abs();
        let nearest = eclipses.values().min_by(|a, b| away(a).total_cmp(&away(b))).expect("an eclipse");
        if away(&nearest) * 24.0 <= f64::from(FITTED_HOURS) {
            worse(&mut of_polynomials, differences(&at(nearest, t), &theirs));
        }
    }
    println!("{} instants of eclipses from DE440, worst difference", sample.len());
    printed("at the instant", &of_instants);
    printed("by the polynomials", &of_polynomials);
    assert!(sample.len() > 200);
    for worst in of_instants.iter().chain(&of_polynomials) {
        assert!(*worst < ELEMENTS_KERNEL, "{worst}");
    }
}

#[test]
#[ignore = "landing: needs JPL's DE440"]
fn polynomials_from_the_kernel_follow_it() {
    let mut worst = [0.0f64; 6];
    let eclipses = eclipses(&kernel());
    for polynomials in eclipses.values() {
        for half_hours in -2 * FITTED_HOURS..=2 * FITTED_HOURS {
            let t = polynomials.t0.plus_hours(f64::from(half_hours) / 2.0);
            worse(&mut worst, differences(&at(polynomials, t), &exact(t)));
        }
    }
    printed(&format!("{} eclipses over t0 ± 3 h", eclipses.len()), &worst);
    assert!(eclipses.len() > 2200 && worst.iter().all(|w| *w < ELEMENTS_KERNEL), "{worst:?}");
}

#[test]
#[ignore = "landing: needs JPL's DE440"]
fn elements_of_the_series_are_those_of_the_kernel() {
    let (from_kernel, from_series) = (eclipses(&kernel()), eclipses(&sources().apparent));
    assert!(from_kernel.keys().eq(from_series.keys()), "both have the same eclipses");
    let mut of_all = [0.0f64; 6];
    for (kernel, series) in from_kernel.values().zip(from_series.values()) {
        for hours in -FITTED_HOURS..=FITTED_HOURS {
            let t = kernel.t0.plus_hours(f64::from(hours));
            worse(&mut of_all, differences(&at(kernel, t), &at(series, t)));
        }
    }
    printed(&format!("{} eclipses from the series", from_series.len()), &of_all);
    for (k, (name, tolerance)) in ELEMENTS_SERIES.into_iter().enumerate() {
        assert_eq!(name, QUANTITIES[k]);
        let worst = if ["d", "µ"].contains(&name) { of_all[k].to_degrees() } else { of_all[k] };
        assert!(worst < tolerance, "{name}: {worst:e}");
    }
}
