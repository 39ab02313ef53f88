//! The panel of the map against the server's own local circumstances.

use super::*;

const CLICKS: usize = 40;
const DATES: [(&str, &str); 5] = [
    ("2024-04-08", "2460408.5"),
    ("2026-08-12", "2461264.5"),
    ("2021-12-04", "2459552.5"),
    ("2012-05-20", "2456067.5"),
    ("2013-11-03", "2456599.5"),
];
/// The figure that is promised.
const TOLERANCE_S: f64 = 0.05;

#[test]
#[ignore = "landing: needs Chromium"]
fn two_hundred_clicks_show_what_the_server_says() {
    let mut random = Random(13);
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    let (mut worst_s, mut at, mut contacts, mut clicks) = (0.0, String::new(), 0, 0);
    for (date, day) in DATES {
        open_map(&mut browser, &format!("date={date}"));
        let stage = browser.value(
            "(r => [r.width, r.height, r.x, r.y])(document.getElementById('stage')\
            .getBoundingClientRect())",
        );
        let [width, height, left, top] = [0, 1, 2, 3].map(|k: usize| stage[k].as_f64().expect("a size"));
        let mut done = 0;
        while done < CLICKS {
            // Beside the buttons at the left and the legend below.
            let (x, y) =
                (left + width * (0.15 + 0.8 * random.part()), top + height * (0.05 + 0.85 * random.part()));
            browser.value("Umbra.map.state.place = null");
            browser.click_at(x, y);
            let place = browser.value("(p => p && [p.lat, p.lng])(Umbra.map.state.place)");
            if place.is_null() {
                // Beside the globe there is no place.
                continue;
            }
            done += 1;
            let (lat, lng) = pair(&place);
            // The height is that of the ground.
            browser.wait_for("Umbra.map.state.place.horizon !== undefined");
            let height = browser.value("Umbra.map.state.place.height").as_f64().expect("a height");
            let shown = browser.value(
                "[...document.querySelectorAll('#contacts tbody tr')].map(r => \
                 Date.parse([...r.querySelectorAll('time')].at(-1).dateTime))",
            );
            let here = format!("{date} {lat:.4},{lng:.4}");
            let served = served(day, lat, lng, height);
            if served == Value::Array(Vec::new()) {
                // The server omits contacts that are invisible; the panel marks them.
                let marked = "[...document.querySelectorAll('#contacts tbody tr')]\
                    .every(r => r.classList.contains('below'))";
                assert_eq!(browser.value(marked), true, "{here}");
                continue;
            }
            let served = browser.value(&format!("{served}.map(Date.parse).sort((a, b) => a - b)"));
            for (shown, served) in compared(&shown, &served, &here) {
                contacts += 1;
                let apart_s = (shown - served).abs() / 1000.0;
                if apart_s > worst_s {
                    (worst_s, at) = (apart_s, here.clone());
                }
            }
        }
        clicks += done;
    }
    println!("{clicks} clicks, {contacts} contacts, worst {worst_s:.3} s at {at}");
    assert!(clicks == DATES.len() * CLICKS && contacts > clicks);
    assert!(worst_s <= TOLERANCE_S, "{worst_s} s at {at}");
}

/// Random numbers, the same every time.
struct Random(u64);

impl Random {
    /// A number from 0 to 1. Constants of Knuth's MMIX.
    fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Both lists in pairs, which must be as long.
fn compared(shown: &Value, served: &Value, here: &str) -> Vec<(f64, f64)> {
    let numbers = |list: &Value| -> Vec<f64> {
        list.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
    };
    let (shown, served) = (numbers(shown), numbers(served));
    assert_eq!(shown.len(), served.len(), "{here}: {shown:?} {served:?}");
    shown.into_iter().zip(served).collect()
}

/// Instants of the contacts and of greatest eclipse from the server, a list of texts.
fn served(day: &str, lat: f64, lng: f64, height: f64) -> Value {
    let (key, _) = demo().demo_credentials();
    let obs = format!("{lat:.9},{lng:.9},{height}");
    let path = format!("/solar-eclipse/local-circumstances/details/{day}?obs={obs}&apiKey={key}");
    let answer = demo().get(&path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    let json = answer.json();
    let contacts = json["response"]["contacts"].as_array().cloned().unwrap_or_default();
    contacts.iter().map(|c| c["date"].clone()).collect()
}
