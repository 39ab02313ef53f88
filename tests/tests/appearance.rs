//! Are the Sun and the Moon seen as by JPL DE440? Tilt, phase, magnitude, light, and the times of the Sun, by
//! the truncated theories, which are the least exact ones that serve them.

use crate::figures::{
    ANGLES_SEEN_DEG, BRIGHT_LIMB_DEG, EQUATION_OF_TIME_S, LIGHT_SEEN, PHASE_ANGLE_DEG, SIDEREAL_TIME_S,
};
use almanac::Appearance;
use astro::appearance::SunAndMoon;
use astro::earth::Observer;
use astro::ephemeris::chebyshev_table::Columns;
use astro::ephemeris::truncated::TruncatedTheories;
use astro::sky::horizon::Horizon;
use astro::sky::theory::{Sky, Target, Theory};
use astro::theory::vsop87::Earth;
use astro::time::Ut1;
use std::collections::BTreeMap;
use tests::number;

/// Largest differences by what is compared, with the number of comparisons.
#[derive(Default)]
struct Worst(BTreeMap<&'static str, (f64, usize)>);

impl Worst {
    fn add(&mut self, what: &'static str, difference: f64, tolerance: f64) {
        let (worst, count) = self.0.entry(what).or_default();
        (*worst, *count) = (worst.max(difference.abs()), *count + 1);
        assert!(difference.abs() <= tolerance, "{what}: {difference} of {tolerance}");
    }
}

/// The difference of two angles, degrees.
fn apart(found: Option<f64>, expected: f64) -> f64 {
    (found.expect("an observer") - expected + 180.0).rem_euclid(360.0) - 180.0
}

#[test]
fn the_sun_and_the_moon_are_seen_as_by_jpl_de440() {
    let (earth, truncated) = (Earth::truncated(), TruncatedTheories::default());
    let ephemeris =
        Columns { start_jd_tt: 0.0, sun: &[], moon: &[], nutation_longitude: &[], obliquity: &[] };
    let sky = Sky { theory: Theory::Truncated, ephemeris, truncated_earth: &earth, truncated: &truncated };
    let mut worst = Worst::default();
    for row in tests::rows(&tests::root().join("tests/data/appearance_de440.csv")) {
        let ut = Ut1(number(&row, "ut1_jd"));
        let seen = SunAndMoon::of(&sky, ut, ut.to_tt(number(&row, "delta_t_s"))).expect("no limits");
        for place in ["1", "2"] {
            let of = |name: &str| number(&row, &format!("{name}_{place}"));
            let horizon = Horizon::new(Observer::from_degrees(of("latitude"), of("longitude"), 0.0));
            let [sun, moon] =
                [Target::Sun, Target::Moon].map(|body| Appearance::new(&seen, body, Some(&horizon)));
            for (name, body) in [("sun", sun), ("moon", moon)] {
                let of_body = |what: &str| of(&format!("{name}_{what}"));
                let level = of_body("altitude").to_radians().cos();
                let hour_angle = apart(body.hour_angle, of_body("hour_angle"));
                worst.add("hour angle × cos altitude, °", hour_angle * level, ANGLES_SEEN_DEG);
                let parallactic_angle = apart(body.parallactic_angle, of_body("parallactic_angle"));
                let what = "parallactic angle × cos altitude, °";
                worst.add(what, parallactic_angle * level, ANGLES_SEEN_DEG);
                let point = [("latitude", body.sub_point.lat), ("longitude", body.sub_point.lng)];
                for (what, found) in point {
                    let expected = number(&row, &format!("{name}_{what}"));
                    worst.add("place below, °", apart(Some(found), expected), ANGLES_SEEN_DEG);
                }
                let (found, expected) = (body.illuminance.unwrap_or(0.0), of_body("lux"));
                let is_dark = body.illuminance.is_none() || expected == 0.0 && found == 0.0;
                if !is_dark {
                    worst.add("light, part", found / expected - 1.0, LIGHT_SEEN);
                }
            }
            let hours =
                |found: Option<f64>, name: &str| apart(found.map(|h| 15.0 * h), 15.0 * of(name)) * 240.0;
            worst.add(
                "sidereal time, s",
                hours(sun.apparent_sidereal_time, "sidereal_time_h"),
                SIDEREAL_TIME_S,
            );
            let mean = hours(moon.mean_sidereal_time, "mean_sidereal_time_h");
            worst.add("mean sidereal time, s", mean, SIDEREAL_TIME_S);
            let equation = number(&row, "equation_of_time_s");
            let found = sun.equation_of_time.expect("the Sun has one");
            worst.add("equation of time, s", found - equation, EQUATION_OF_TIME_S);
            let mean_solar_h = (ut.0 + 0.5).fract() * 24.0 + of("longitude") / 15.0;
            let solar = sun.apparent_solar_time.map(|h| 15.0 * h);
            let solar_s = apart(solar, 15.0 * mean_solar_h + equation / 240.0) * 240.0;
            worst.add("apparent solar time, s", solar_s, EQUATION_OF_TIME_S);
            worst.add("bright limb, °", apart(moon.bright_limb_angle, of("bright_limb")), BRIGHT_LIMB_DEG);
            let zenith = apart(moon.bright_limb_zenith_angle, of("bright_limb_zenith"));
            let level = of("moon_altitude").to_radians().cos();
            worst.add("bright limb from the zenith × cos altitude, °", zenith * level, BRIGHT_LIMB_DEG);
            worst.add("phase angle, °", apart(moon.phase_angle, of("phase_angle")), PHASE_ANGLE_DEG);
            match moon.magnitude {
                Some(found) => {
                    worst.add("magnitude", found - of("moon_magnitude"), LIGHT_SEEN);
                }
                None => assert!(of("phase_angle") > 150.0, "{row:?}"),
            }
        }
    }
    for (what, (worst, count)) in &worst.0 {
        println!("{what}: {count} compared, worst {worst:.6}");
    }
    assert_eq!(worst.0["bright limb, °"].1, 220);
}
