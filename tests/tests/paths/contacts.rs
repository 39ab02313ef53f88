//! Contacts of the shadow with the Earth against two bulletins.

use super::*;
use crate::figures::{GRAZING_CONTACT_S, SHADOW_CONTACT_S, SHADOW_CONTACTS_LATE_S};
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::path::{Mark, PathPoint};
use std::collections::HashMap;

/// The bulletins take a greater Moon for the penumbra than the canon: their k1 less ours. The radius of the
/// cone on the fundamental plane grows by as much, in Earth radii, but for a factor sec f1 = 1.00001.
const GREATER_MOON: f64 = 0.272_507_6 - 0.272_488;
/// The umbra of this eclipse only grazes the Earth, where a few metres across its way are tenths of a second.
const GRAZES: &str = "2003-05-31";

/// The bulletins have an ephemeris of their own, which differs from ours by nearly the same time at every
/// contact of an eclipse: what is left without it is the geometry.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_shadow_touches_the_earth_when_the_bulletins_say() {
    let bulletins = tests::rows(&tests::reference("paths/nasa_shadow_contacts_sample.csv"));
    let mut compared = 0;
    for (eclipse, latest_s) in SHADOW_CONTACTS_LATE_S {
        let row = all().iter().find(|r| date(r) == eclipse).expect("an eclipse on that date");
        let late = late_s(row, bulletins.iter().filter(|r| r["eclipse_date"] == eclipse));
        let mean = late.iter().map(|l| l.1).sum::<f64>() / late.len() as f64;
        println!("{eclipse}: {} contacts, {mean:.3} s late", late.len());
        assert!(mean > 0.0 && mean < latest_s, "{eclipse}: {mean} s");
        for (event, late) in &late {
            let most = match event.starts_with('U') && eclipse == GRAZES {
                true => GRAZING_CONTACT_S,
                false => SHADOW_CONTACT_S,
            };
            println!("{eclipse} {event}: {:.3} s but for that", late - mean);
            assert!((late - mean).abs() < most, "{eclipse} {event}: {late} s");
        }
        compared += late.len();
    }
    assert!(compared >= 10, "{compared} contacts");
}

/// By how many seconds the contacts of an eclipse are later than in a bulletin.
fn late_s<'b>(row: &Row, bulletin: impl Iterator<Item = &'b HashMap<String, String>>) -> Vec<(&'b str, f64)> {
    let mut elements = row.polynomials();
    elements.l1[0] += GREATER_MOON;
    let paths = Paths::new(&elements, within(1.0), 0.0).expect("greatest eclipse");
    let points = paths.points().expect("points");
    let late = |row: &'b HashMap<String, String>| {
        let event = row["event"].as_str();
        let point = contact(&points, event)?;
        Some((event, (point.vertex.t - hours(&elements, &row["td"])) * 3600.0))
    };
    bulletin.filter_map(late).collect()
}

/// The contact that a bulletin calls `P1` or `U4`; none if the event is not a contact.
fn contact<'p>(points: &'p [PathPoint], event: &str) -> Option<&'p PathPoint> {
    let number = event.get(1..)?.parse().ok()?;
    let mark = match event.chars().next()? {
        'P' => Mark::Penumbra(number),
        'U' => Mark::Umbra(number),
        _ => return None,
    };
    let found = points.iter().find(|p| p.mark == mark);
    Some(found.unwrap_or_else(|| panic!("there is no {event}")))
}

/// Hours from t0 of a time `h:m:s` of TD.
fn hours(elements: &Polynomials, td: &str) -> f64 {
    let hour = td.split(':').rev().fold(0.0, |sum, f| sum / 60.0 + f.parse::<f64>().expect("a number"));
    let t0_hour = (elements.t0.0 + 0.5).rem_euclid(1.0) * 24.0;
    (hour - t0_hour + 36.0).rem_euclid(24.0) - 12.0
}
