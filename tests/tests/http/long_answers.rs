//! Long responses do not delay other requests, and each account has a few at a time.

use super::*;

/// Processor time in which the share of each kind of thread shows, ticks of a hundredth of a second.
const SHOWN_TICKS: u64 = 50;

#[test]
fn long_answers_are_made_by_the_pool_and_not_by_serving_threads() {
    let server = alone();
    let positions = "/body-position/2000-01-01/2000-02-05?body=sun,moon&interval=60";
    let search = "/az-alt-search/2015-01-01/2025-01-01?obs=40,10&body=sun,moon,gc&az=180";
    let showers = "/meteor-showers/2010-01-01/2011-02-04?obs=66.5,10";
    let sunlight = "/insolation/daily/1024-07-01/1024-08-01?obs=66.5,10&eclipse=1";
    // Much work without a byte of the response.
    let nothing =
        "/solar-eclipse/search/-1999/3000?obs=40,-3&era=canon&type=total&minAlt=89.9&minMagnitude=1.19";
    let calendar = "/rise-transit-set/1000-01-01/1001-01-01?obs=89.99,-4&body=moon,sun,gc&format=ics";
    // Each with another ΔT, for the server keeps the last ones.
    let curves = "/solar-eclipse/path/2460408.5?paths=all&tolerance=100&deltaT=69.";
    for path in [positions, search, showers, sunlight, nothing, calendar, curves] {
        let ticks = || ["compute", "tokio-rt-worker"].map(|name| server.processor_ticks(name));
        let before = ticks();
        let mut number = 100;
        let (pool, serving) = tests::until(path, || {
            number += 1;
            let path = if path.ends_with('.') { format!("{path}{number}") } else { path.to_owned() };
            assert_eq!(server.get_with(&path, &[("Accept-Encoding", "br")]).status, 200, "{path}");
            let now = ticks();
            // An idle thread may end.
            let [pool, serving] = [0, 1].map(|k| now[k].saturating_sub(before[k]));
            (pool + serving >= SHOWN_TICKS).then_some((pool, serving))
        });
        println!("{path}: {pool} ticks in the pool, {serving} in serving threads");
        assert!(serving < pool, "{path}: {pool} ticks in the pool, {serving} in serving threads");
    }
}

#[test]
fn long_answers_of_an_account_are_limited_and_others_are_answered() {
    let server = start(&["--demo"]);
    let (key, _) = server.demo_credentials();
    let path = "/body-position/2000-01-01/2000-03-01?body=sun,moon";
    let ask = |credentials: &str| begun(&server, &format!("{path}{credentials}"));
    let own = format!("&apiKey={key}");
    let held: Vec<_> =
        std::iter::repeat_with(|| ask(&own)).take_while(|held| held.0 == 200).take(17).collect();
    // At most 16, and a quarter of the free slots.
    assert!((8..17).contains(&held.len()), "{}", held.len());
    assert_eq!(ask("").0, 200, "a caller without an account has slots of its own");
    let refused = server.get(&format!("{path}{own}"));
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("busy")));
    assert!(refused.header("retry-after").is_some());
    drop(held);
    until_true("free slots", || ask(&own).0 == 200);
}

#[test]
fn small_requests_take_no_place_of_long_ones() {
    let server = alone();
    for path in [
        "/celestial-events/2024-03-20/2024-06-28?body=sun,moon,gc",
        "/celestial-events/2024-03-20/2024-03-21?obs=40,10&circumstances=1&overflow=1",
        "/az-alt-search/2024-01-01/2024-02-02?obs=40,10&body=sun,moon&az=180",
        "/az-alt-search/1024-01-01/1024-01-05?obs=40,10&body=sun,moon&az=180",
        "/meteor-showers/2024-01-01/2024-12-01",
    ] {
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..20).map(|_| scope.spawn(|| server.get(path).status)).collect();
            threads.into_iter().map(|thread| thread.join().expect("an answer")).collect()
        });
        assert_eq!(statuses, [200; 20], "{path}");
        // A long response has no length before it is sent.
        assert!(server.get(path).header("content-length").is_some(), "{path}");
    }
}
