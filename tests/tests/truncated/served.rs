//! The server uses the truncated theories outside the ephemeris and on request.

use crate::http::good;
use serde_json::Value;

/// Sun and Moon by `truncated` against `precise` in our time, degrees: 0.3″ and half as much again.
const PLACE_DEG: f64 = 0.45 / 3600.0;

#[test]
fn outside_of_the_ephemeris_the_truncated_theories_answer_and_the_answer_says_so() {
    for (theory, year) in [("truncated", "1000"), ("precise", "2000"), ("truncated", "2700")] {
        for path in [
            format!(
                "/rise-transit-set/{year}-03-15/{year}-03-16?observer=48.2,16.4&body=sun,moon&events=all"
            ),
            format!("/rise-transit-set/{year}-06-21/{year}-06-21?observer=80,15&body=sun"),
            format!("/az-alt-search/{year}-03-15/{year}-03-20?obs=48.2,16.4&body=sun,moon&alt=10"),
            format!("/insolation/daily/{year}-03-15/{year}-03-16?obs=48.2,16.4"),
        ] {
            assert_eq!(good(&path).json()["query"]["alg"], theory, "{path}");
        }
    }
}

#[test]
fn positions_by_the_truncated_theories_agree_with_the_ephemeris_and_reach_beyond_it() {
    let of = |theory: &str, date: &str| {
        let path = format!("/body-position/{date}?body=sun,moon&alg={theory}&obs=48.2,16.4&deltaT=69");
        let answer = good(&path).json();
        assert_eq!(answer["query"]["alg"], theory);
        let instant = answer["response"].as_object().and_then(|o| o.values().next().cloned());
        instant.expect("one instant")
    };
    for date in ["1900-07-01T05:00:00Z", "2005-11-14T18:00:00Z", "2099-02-03T23:00:00Z"] {
        let [ours, precise] = ["truncated", "precise"].map(|theory| of(theory, date));
        for body in ["sun", "moon"] {
            let altitude = |v: &Value| {
                v[body]
                    .pointer("/localHorizontal/parallax/altitude")
                    .and_then(Value::as_f64)
                    .expect("altitude")
            };
            let apart = (altitude(&ours) - altitude(&precise)).abs();
            assert!(apart < PLACE_DEG, "{body} of {date}: {}″", apart * 3600.0);
        }
    }
    of("truncated", "-001500-01-01");
}
