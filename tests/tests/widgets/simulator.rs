//! The simulator's page in a real browser, against the server's own answers.

use super::*;
use serde_json::json;

/// Eclipses of every kind, and places that see them, one of them at sunset and one with a height.
const SEEN: [(&str, &str); 7] = [
    ("2024-04-08", "32.8,-96.8,130"),
    ("2026-08-12", "39.57,2.65"),
    ("2023-10-14", "11.37,-83.1"),
    ("2025-03-29", "61.2,-65"),
    ("2012-05-20", "36.1,-115"),
    ("2013-11-03", "3.5,-11.7"),
    ("2021-12-04", "-76.8,-46.2,1000"),
];
/// Contacts of the page against those of the server, ms: both show whole milliseconds.
const CONTACT_TOLERANCE_MS: f64 = 1.5;
/// Bytes of the page and all that it loads, in gzip.
const MOST_BYTES: usize = 30_000;
/// Pictures of which the time is taken.
const PICTURES: usize = 60;

/// Opens the simulator and waits for its first picture.
fn open(browser: &mut Browser, query: &str) {
    let (key, _) = demo().demo_credentials();
    browser.open(&format!("http://{}/eclipse-simulator?{query}&apiKey={key}", demo().address));
    browser.wait_for("Boolean(document.querySelector('#now')?.textContent)");
}

/// Goes to an instant that an expression of the contacts names, and paints.
fn go_to(browser: &mut Browser, expression: &str) {
    browser.value(&format!(
        "(({{ state, paint }}) => {{ const {{ c1, c2, max, c3, c4 }} = state.local; \
         state.ms = {expression}; paint(); }})(Umbra.simulator)"
    ));
}

/// Red, green and blue of the canvas so many radii of the Sun from its centre: to the right, and up.
fn colour(browser: &mut Browser, right: f64, up: f64) -> [f64; 3] {
    let value = browser.value(&format!(
        "(() => {{ const c = document.querySelector('canvas'), s = Umbra.simulator.state; \
         const sun = s.eclipse.at(s.ms, s.obs.lat, s.obs.lng, s.obs.height).sunSemidiameter; \
         const radius = sun * Math.min(c.width, c.height) / s.fov; \
         const at = [c.width / 2 + {right} * radius, c.height / 2 - {up} * radius].map(Math.round); \
         return [...c.getContext('2d').getImageData(...at, 1, 1).data].slice(0, 3); }})()"
    ));
    std::array::from_fn(|k| value[k].as_f64().expect("a colour"))
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_simulator_shows_the_contacts_of_the_server() {
    let (mut browser, server) = (Browser::start(), demo());
    for (date, obs) in SEEN {
        open(&mut browser, &format!("date={date}&obs={obs}"));
        let shown = browser.value(
            "[...document.querySelectorAll('#contacts tbody tr')].map(r => [r.dataset.contact, \
             Date.parse([...r.querySelectorAll('time')].at(-1).dateTime), r.className === 'below'])",
        );
        let jd = browser.value("Umbra.data().eclipse.jd");
        let path = format!("/solar-eclipse/local-circumstances/details/{jd}?obs={obs}");
        let answer = server.get(&path).json();
        let contacts = answer["response"]["contacts"].as_array().expect("contacts").clone();
        let shown = shown.as_array().expect("rows");
        assert_eq!(shown.len(), contacts.len(), "{date} {obs}");
        for (row, contact) in shown.iter().zip(&contacts) {
            let name = match contact["contact"].as_i64() {
                Some(0) => "max".to_owned(),
                number => format!("C{}", number.expect("a number")),
            };
            let iso = contact["date"].as_str().expect("an instant");
            let ms = browser.value(&format!("Date.parse('{iso}')"));
            let late = row[1].as_f64().expect("ms") - ms.as_f64().expect("ms");
            assert_eq!(row[0], name, "{date} {obs}");
            assert!(late.abs() <= CONTACT_TOLERANCE_MS, "{name} of {date} {obs}: {late} ms");
            assert_eq!(row[2] == json!(true), contact["visible"] == json!(false), "{name} of {date} {obs}");
        }
        assert_quiet(&browser, date);
    }
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_simulator_works_on_every_screen() {
    let mut browser = Browser::start();
    let looks = [
        ("prefers-color-scheme", "light"),
        ("prefers-color-scheme", "dark"),
        ("prefers-reduced-motion", "reduce"),
        ("forced-colors", "active"),
    ];
    for (width, height) in [(1280, 800), (390, 844)] {
        browser.resize(width, height, width < 600);
        for (name, value) in looks {
            browser.media(&[(name, value)]);
            open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=C2-1200&title=Dallas");
            let what = format!("{width} {value}");
            let wide = browser.value("document.documentElement.scrollWidth <= innerWidth");
            assert_eq!(wide, true, "{what}: nothing sticks out");
            let small = browser.value(
                "[...document.querySelectorAll('button, input, a')].filter(e => { \
                 const r = e.getBoundingClientRect(); return r.width && (r.width < 24 || r.height < 24); }) \
                 .map(e => e.outerHTML)",
            );
            assert_eq!(small, json!([]), "{what}: large enough to touch");
            plays_and_pauses(&mut browser, &what);
            assert_quiet(&browser, &what);
            browser.picture(&format!("simulator-{width}-{value}"));
        }
    }
}

/// The clock runs after "Play" and stands after "Pause".
fn plays_and_pauses(browser: &mut Browser, what: &str) {
    let before = browser.value("Umbra.simulator.state.ms").as_f64().expect("ms");
    browser.click(".play");
    browser.wait_for(&format!("Umbra.simulator.state.ms > {before} + 1000"));
    browser.click(".play");
    browser.wait_for("!Umbra.simulator.state.isPlaying");
    let paused = browser.value("Umbra.simulator.state.ms");
    let later = browser.value("new Promise(done => setTimeout(() => done(Umbra.simulator.state.ms), 150))");
    assert_eq!(paused, later, "{what}");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_simulator_obeys_the_keyboard_alone() {
    let mut browser = Browser::start();
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=2024-04-08T18:00:00Z");
    let state = |browser: &mut Browser, name: &str| browser.value(&format!("Umbra.simulator.state.{name}"));
    let at = state(&mut browser, "ms").as_f64().expect("ms");
    browser.value("document.querySelector('canvas').focus()");
    browser.press("ArrowRight");
    assert_eq!(state(&mut browser, "ms").as_f64(), Some(at + 1000.0));
    browser.press("+");
    assert_eq!(state(&mut browser, "fov"), json!(1.2));
    browser.press("u");
    assert_eq!(state(&mut browser, "up"), "north");
    browser.press(" ");
    assert_eq!(state(&mut browser, "isPlaying"), true);
    browser.press(" ");
    assert_eq!(state(&mut browser, "isPlaying"), false);
    // The slider says where it is, and takes the arrows too.
    browser.value("document.querySelector('#time').focus()");
    let at = state(&mut browser, "ms").as_f64().expect("ms");
    browser.press("ArrowRight");
    browser.wait_for(&format!("Umbra.simulator.state.ms > {at}"));
    browser.wait_for(
        "/local time|UTC/.test(document.querySelector('#time').ariaValueText \
        ?? document.querySelector('#time').getAttribute('aria-valuetext'))",
    );
    // Everything that can be done can be reached by Tab.
    let unreachable = browser.value(
        "[...document.querySelectorAll('.simulator main button, .simulator main input, canvas')] \
         .filter(e => e.tabIndex < 0).length",
    );
    assert_eq!(unreachable, json!(0));
    assert_quiet(&browser, "keyboard");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_picture_has_the_sun_the_moon_and_the_sky_where_they_are() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8");
    let sum = |c: [f64; 3]| c.iter().sum::<f64>();
    go_to(&mut browser, "c1.ms - 1000");
    let (centre, sky) = (colour(&mut browser, 0.0, 0.0), colour(&mut browser, -5.0, 0.0));
    assert!(sum(centre) > 720.0 && sky[2] > sky[0] + 60.0, "by day: {centre:?} {sky:?}");
    go_to(&mut browser, "max.ms");
    let (moon, corona) = (colour(&mut browser, 0.0, 0.0), colour(&mut browser, 0.0, 1.12));
    let dusk = colour(&mut browser, -5.0, 0.0);
    assert!(sum(moon) < 150.0 && sum(corona) > 400.0, "in totality: {moon:?} {corona:?}");
    assert!(sum(dusk) < sum(sky) / 3.0, "it grows dark: {dusk:?} {sky:?}");
    browser.picture("simulator-totality");
    // The last light shows at the Sun's upper limb: position angle from the zenith 12°.
    go_to(&mut browser, "c2.ms - 1000");
    let (diamond, opposite) = (colour(&mut browser, -0.2, 0.98), colour(&mut browser, 0.2, -0.98));
    assert!(sum(diamond) > 740.0 && sum(opposite) < sum(diamond) / 2.0, "{diamond:?} {opposite:?}");
    browser.picture("simulator-diamond");
    // A ring remains, and its inside is not dark: the sky is before it.
    open(&mut browser, "date=2023-10-14&obs=11.37,-83.1&t=max");
    let (inside, ring) = (colour(&mut browser, 0.0, 0.0), colour(&mut browser, 0.0, 0.985));
    assert!(inside[2] > 80.0 && ring[0] > 190.0, "{inside:?} {ring:?}");
    browser.picture("simulator-annular");
    // The Sun is below the horizon, and the page says so.
    open(&mut browser, "date=2026-08-12&obs=39.57,2.65&t=C4");
    let ground = colour(&mut browser, 0.0, 0.0);
    assert!(sum(ground) < 200.0, "{ground:?}");
    assert_eq!(browser.value("document.querySelector('.note').hidden"), false);
    browser.picture("simulator-below");
    assert_quiet(&browser, "pictures");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn where_nothing_is_seen_the_simulator_leads_to_the_nearest_point() {
    let mut browser = Browser::start();
    for obs in ["-33.4,-70.6", "35.7,139.7"] {
        open(&mut browser, &format!("date=2024-04-08&obs={obs}"));
        assert_ne!(browser.value("Umbra.simulator.state.local.visibility"), "whole", "{obs}");
        browser.click("#panel .elsewhere a");
        browser.wait_for("Umbra.simulator.state.local.kind === 'total'");
        assert!(browser.text().contains("Total for"), "{obs}");
        assert_quiet(&browser, obs);
    }
    // What is typed is a place, or the page says what to write.
    browser.fill("#obs", "25.29, -104.14");
    browser.click("#go button");
    browser.wait_for("Math.abs(Umbra.simulator.state.local.durationSec - 268) < 1");
    browser.fill("#obs", "<img src=x onerror=alert(1)>");
    browser.click("#go button");
    assert!(browser.text().contains("Write latitude and longitude"));
    assert_eq!(browser.value("document.querySelectorAll('main img').length"), json!(0));
    assert_quiet(&browser, "typed");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_simulator_takes_hostile_input_for_text() {
    let (mut browser, server) = (Browser::start(), demo());
    let title = "%3Cscript%3Ealert(1)%3C%2Fscript%3E%3C%2Ftitle%3E%22%27%26%3C%21--";
    open(&mut browser, &format!("date=2024-04-08&obs=32.8,-96.8&title={title}&subtitle={title}"));
    assert_eq!(
        browser.value("document.querySelector('#place').textContent"),
        "<script>alert(1)</script></title>\"'&<!--"
    );
    // Messages of a strange shape, or not from the embedding page, do nothing.
    let before = browser.value("JSON.stringify(Umbra.simulator.state.obs) + Umbra.simulator.state.ms");
    browser.value(
        "for (const m of [null, 1, 'umbra:time', {}, { type: 'umbra:time', t: {} }, \
         { type: 'umbra:place', lat: 'x', lng: [] }, { type: 'umbra:place', lat: 1e9, lng: 0 }, \
         { type: 'umbra:time', t: '2024-04-08T18:00:00Z' }]) window.postMessage(m, '*')",
    );
    browser.value("new Promise(done => setTimeout(done, 200))");
    let after = browser.value("JSON.stringify(Umbra.simulator.state.obs) + Umbra.simulator.state.ms");
    assert_eq!(before, after);
    assert_quiet(&browser, "hostile");
    for query in ["obs=91,0", "obs=x", "obs=0,0&fov=0", "obs=0,0&speed=-1", "obs=0,0&up=down", "obs=0,0&t=C9"]
    {
        let answer = server
            .get_with(&format!("/eclipse-simulator?date=2024-04-08&{query}"), &[("accept", "text/html")]);
        assert_eq!(answer.status, 400, "{query}");
    }
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn links_of_the_simulator_never_hold_the_key() {
    let (mut browser, server) = (Browser::start(), demo());
    let (key, _) = server.demo_credentials();
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=max");
    browser.value("navigator.clipboard.writeText = async text => { (window.copied ??= []).push(text); }");
    browser.click(".share button:first-child");
    browser.click(".share button:last-child");
    browser.wait_for("window.copied?.length === 2");
    let copied = browser.value("copied");
    for text in copied.as_array().expect("two texts") {
        let text = text.as_str().expect("a text");
        assert!(!text.contains(&key) && text.contains("t=2024-04-08T18:42:4"), "{text}");
    }
    let link = copied[0].as_str().expect("a text");
    open(&mut browser, link.split_once('?').expect("a query").1);
    let again = browser.value("Math.abs(Umbra.simulator.state.ms - Umbra.simulator.state.local.max.ms)");
    assert!(again.as_f64().is_some_and(|ms| ms <= 1.0), "{again}");
}

/// The gzipped bytes of a file.
fn gzipped(server: &Served, path: &str) -> usize {
    let answer = server.get_with(path, &[("accept-encoding", "gzip"), ("accept", "text/html, */*")]);
    assert_eq!((answer.status, answer.header("content-encoding")), (200, Some("gzip")), "{path}");
    answer.body.len()
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_simulator_is_small_and_quick() {
    let (mut browser, server) = (Browser::start(), demo());
    server.encoded_ahead();
    let page = "/eclipse-simulator?date=2024-04-08&obs=32.8,-96.8";
    let text = server.get_with(page, &[("accept", "text/html")]).text();
    // Scripts and styles; what the data name is loaded by maps alone.
    let named = ["src=\"/widget/", "href=\"/widget/"].into_iter().flat_map(|mark| text.split(mark).skip(1));
    let files = named.filter_map(|rest| rest.split('"').next());
    let mut sizes: Vec<(&str, usize)> =
        files.map(|file| (file, gzipped(server, &format!("/widget/{file}")))).collect();
    assert!(sizes.len() > 5, "{sizes:?}");
    sizes.push(("the page", gzipped(server, page)));
    let sum: usize = sizes.iter().map(|(_, bytes)| bytes).sum();
    println!("{sum} bytes in gzip: {sizes:?}");
    assert!(sum <= MOST_BYTES, "{sum} bytes: {sizes:?}");
    browser.resize(1280, 800, false);
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8");
    for (what, instant) in [("partial", "c1.ms + 3e6"), ("diamond", "c2.ms - 1000"), ("totality", "max.ms")] {
        go_to(&mut browser, instant);
        // Reading a point back waits until the picture is there.
        let times = browser.value(&format!(
            "(() => {{ const c = document.querySelector('canvas').getContext('2d'), times = []; \
             for (let k = 0; k < {PICTURES}; k++) {{ const from = performance.now(); \
             Umbra.simulator.paint(); c.getImageData(0, 0, 1, 1); times.push(performance.now() - from); }} \
             return times.sort((a, b) => a - b); }})()"
        ));
        println!("{what}: {} ms a picture at best, {} ms in the middle", times[0], times[PICTURES / 2]);
    }
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
#[cfg_attr(not(has_axe), ignore = "needs axe-core: name its axe.min.js in UMBRA_AXE")]
fn simulators_break_no_rule_of_axe() {
    let file = option_env!("UMBRA_AXE").unwrap_or_default();
    let script = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut browser = Browser::start();
    for scheme in ["light", "dark"] {
        browser.media(&[("prefers-color-scheme", scheme)]);
        for query in ["date=2024-04-08&obs=32.8,-96.8", "date=2024-04-08&obs=48,2"] {
            open(&mut browser, query);
            browser.value(&script);
            let found = browser.value(
                "axe.run().then(r => r.violations.map(v => `${v.id}: ${v.nodes.map(n => n.target)}`))",
            );
            assert_eq!(found, json!([]), "{query}, {scheme}");
        }
    }
}
