//! The published tables of paths: limits, central line, duration and width minute by minute.

use super::{all, within};
use crate::figures::{TABLE_CENTRE_KM, TABLE_DURATION_S, TABLE_LIMIT_KM, TABLE_WIDTH_KM};
use astro::constants::SECONDS_PER_DAY;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::path::{CurveVertex, Paths};
use std::collections::{BTreeMap, HashMap};

/// Below this altitude of the Sun, degrees, the width of a path grows without bound.
const LEAST_ALTITUDE_DEG: f64 = 2.0;
/// Mean radius of the Earth, km: for distances of less than a kilometre.
const RADIUS_KM: f64 = 6371.0;

/// Only these tables are based on the elements of the canon; the others use other ephemerides.
fn is_strict(year: i32) -> bool {
    (1901..=2000).contains(&year) || (2051..=2100).contains(&year)
}

fn distance_km(a: &CurveVertex, latitude_deg: f64, longitude: f64) -> f64 {
    let (p, q) = (a.latitude, latitude_deg.to_radians());
    let (dp, dl) = (q - p, longitude - a.longitude);
    let h = (dp / 2.0).sin().powi(2) + p.cos() * q.cos() * (dl / 2.0).sin().powi(2);
    2.0 * RADIUS_KM * h.sqrt().asin()
}

/// Hours of TD from t0 of a time `hh:mm` or `hh:mm:ss` of UT on the day about t0.
fn hours(ut_iso: &str, t0_jd: f64, delta_t_s: f64) -> f64 {
    let field = |from: usize| ut_iso[from..from + 2].parse::<f64>().expect("two digits");
    let day = (field(11) * 3600.0 + field(14) * 60.0 + field(17) + delta_t_s) / SECONDS_PER_DAY;
    let after = (day - (t0_jd - 0.5)).rem_euclid(1.0);
    24.0 * if after > 0.5 { after - 1.0 } else { after }
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_published_tables_of_paths_agree() {
    let by_date: HashMap<String, usize> =
        all().iter().enumerate().map(|(k, row)| (super::date(row), k)).collect();
    let mut rows: BTreeMap<String, Vec<HashMap<String, String>>> = BTreeMap::new();
    for row in tests::rows(&tests::reference("paths/nasa_path_tables_sample.csv")) {
        rows.entry(row["eclipse_date"].clone()).or_default().push(row);
    }
    let [mut limits, mut centre, mut duration, mut width]: [Vec<f64>; 4] = Default::default();
    for (date, rows) in rows.iter().filter(|(date, _)| is_strict(date[..4].parse().expect("a year"))) {
        let elements = all()[by_date[date]].polynomials();
        let paths = Paths::new(&elements, within(1.0), 0.0).expect("greatest eclipse");
        for row in rows.iter().filter(|row| row["row"] == "path") {
            let number = |name: &str| row[name].parse::<f64>().ok();
            let delta_t_s = number("delta_t_used").expect("ΔT");
            let turn = angle_in_delta_t(delta_t_s);
            let ours = paths.row(hours(&row["ut_iso"], elements.t0.0, delta_t_s)).expect("a row");
            let away = |place: &CurveVertex, side: &str| {
                let (latitude, longitude) =
                    (number(&format!("{side}_lat"))?, number(&format!("{side}_lng"))?);
                Some(distance_km(place, latitude, longitude.to_radians() - turn))
            };
            for side in ["north", "south"] {
                // In hybrid eclipses the tables' sides change where the umbra does: either limit may be
                // meant.
                let sides = [ours.north, ours.south];
                let nearest = sides.iter().flatten().filter_map(|p| away(p, side)).min_by(f64::total_cmp);
                limits.extend(nearest);
            }
            let Some((place, central)) = ours.central else { continue };
            centre.extend(away(&place, "central"));
            duration.extend(number("duration_s").map(|d| (d - central.duration_s).abs()));
            if central.sun.altitude.to_degrees() > LEAST_ALTITUDE_DEG {
                width.extend(number("width_km").map(|w| (w - central.width_km).abs()));
            }
        }
    }
    for (name, differences, most) in [
        ("limits, km", &mut limits, TABLE_LIMIT_KM),
        ("central line, km", &mut centre, TABLE_CENTRE_KM),
        ("duration, s", &mut duration, TABLE_DURATION_S),
        ("width, km", &mut width, TABLE_WIDTH_KM),
    ] {
        differences.sort_by(f64::total_cmp);
        let count = differences.len();
        let [median, reached] = [0.5, 0.99].map(|part| differences[(count as f64 * part) as usize]);
        println!("{name}: {count} places, median {median:.3}, 99 % within {reached:.3}");
        assert!(count > 3_000 && reached < most, "{name}: {reached}");
    }
}
