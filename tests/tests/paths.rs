//! Are the curves of every eclipse of 1500 … 2500 where they have to be?

mod contacts;
mod durations;
mod edges;
mod estimates;
mod features;
mod limits;
mod regions;
mod shapes;
mod tables;

use crate::generation;
use artifacts::tables::eclipses;
use artifacts::tables::elements::{self, Row};
use astro::eclipse::path::{Paths, VertexSpacing};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Number of eclipses of 1500 … 2500.
const ECLIPSES: usize = 2_391;
/// Eclipses in which a run over all found the worst edge, vertex of a limit, and instant of a vertex.
const WORST: [(i32, i8, i8); 3] = [(2154, 10, 7), (1935, 1, 5), (2063, 2, 28)];

/// The elements of all eclipses of 1500 … 2500.
fn all() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let rows: Vec<Row> = elements::read(generation()).expect("columns").iter().collect();
        let rows = elements::of_default_span(&rows);
        assert_eq!(rows.len(), ECLIPSES);
        rows.to_vec()
    })
}

/// The eclipse of a date as the canon names it.
fn on(year: i32, month: i8, day: i8) -> &'static Row {
    let is_it = |r: &&Row| (r.year, r.month, r.day) == (year, month, day);
    all().iter().find(is_it).expect("an eclipse on that date")
}

/// The results of `question` for the eclipses at which curves are peculiar or were worst, and for every sixth
/// of the others; for all if [`tests::is_whole`].
fn of_some<T: Send>(question: impl Fn(&Row) -> T + Send + Sync) -> Vec<T> {
    // Beside T, A and P there are hybrid eclipses, those that graze the Earth or a pole, and ends of a Saros.
    let is_plain = |e: &eclipses::Row| ["T", "A", "P"].contains(&e.eclipse_type);
    let peculiar: BTreeSet<i32> = eclipses::read(generation())
        .expect("columns")
        .iter()
        .filter(|e| !is_plain(e))
        .map(|e| e.catalog_number)
        .collect();
    let is_chosen = |(k, row): &(usize, &Row)| {
        let was_worst = WORST.contains(&(row.year, row.month, row.day));
        k % 6 == 0 || was_worst || peculiar.contains(&row.catalog_number) || tests::is_whole()
    };
    let chosen: Vec<&Row> = all().iter().enumerate().filter(is_chosen).map(|(_, row)| row).collect();
    println!("{} of {ECLIPSES} eclipses", chosen.len());
    chosen.into_par_iter().map(question).collect()
}

fn date(row: &Row) -> String {
    format!("{:04}-{:02}-{:02}", row.year, row.month, row.day)
}

/// Vertices that deviate by at most this from the curve.
fn within(km: f64) -> VertexSpacing {
    VertexSpacing::Tolerance { km }
}

/// The kinds of loops that the penumbra and the umbra draw on the horizon are those of an independent census.
#[test]
fn loops_and_limits_are_as_many_as_the_census_says() {
    use astro::eclipse::path::Mark;
    let count = |row: &Row| {
        let polynomials = row.polynomials();
        let paths = Paths::new(&polynomials, within(1.0), 0.0).expect("greatest eclipse");
        let marks: Vec<Mark> = paths.points().expect("points").iter().map(|p| p.mark).collect();
        let limits = paths.limits(0.0).expect("limits").len();
        let inner = [Mark::Penumbra(2), Mark::Umbra(2)].map(|mark| marks.contains(&mark));
        (limits, inner[0], marks.contains(&Mark::Umbra(1)), inner[1])
    };
    let counts: Vec<_> = all().par_iter().map(count).collect();
    let count = |is: fn(&(usize, bool, bool, bool)) -> bool| counts.iter().filter(|c| is(c)).count();
    assert_eq!(count(|c| !c.1 && c.0 == 1), 1_736, "penumbra: one loop, one limit");
    assert_eq!(count(|c| c.1 && c.0 == 2), 655, "penumbra: two loops, two limits");
    assert_eq!(count(|c| !c.2), 838, "no umbra");
    assert_eq!(count(|c| c.2 && c.3), 1_517, "umbra: two loops");
    assert_eq!(count(|c| c.2 && !c.3), 36, "umbra: one loop");
}
