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
pub(super) fn open(browser: &mut Browser, query: &str) {
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
        let path = format!("/solar-eclipse/local-circumstances/details/{date}?obs={obs}");
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

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_sky_covers_nothing_on_low_screens() {
    let mut browser = Browser::start();
    for (width, height) in [(844, 390), (800, 320), (600, 420), (800, 450), (360, 320), (1000, 560)] {
        browser.resize(width, height, true);
        open(&mut browser, "date=2026-08-12&obs=39.57,2.65&t=C2-60&title=Palma");
        let what = format!("{width} × {height}");
        let parts = browser.value(
            "['#stage', '.controls', '#panel', '#credits'].map(s => document.querySelector(s) \
             .getBoundingClientRect()).map(r => [r.left, r.top, r.right, r.bottom])",
        );
        let side = |part: usize, side: usize| parts[part][side].as_f64().expect("pixels");
        let apart = |a: usize, b: usize| {
            let before = |a, b| side(a, 2) <= side(b, 0) + 0.5 || side(a, 3) <= side(b, 1) + 0.5;
            before(a, b) || before(b, a)
        };
        assert!(apart(0, 1) && apart(0, 2) && apart(1, 2), "{what}: {parts}");
        assert!(side(0, 3) - side(0, 1) >= 180.0, "{what}: enough of the sky, {parts}");
        let wide = browser.value("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(wide, true, "{what}: nothing sticks out");
        browser.click("#go button");
        assert_ne!(browser.value("document.querySelector('#refusal').textContent"), "", "{what}");
        browser.picture(&format!("simulator-{width}-{height}"));
    }
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn fingers_work_the_simulator() {
    let mut browser = Browser::start();
    browser.resize(390, 844, true);
    browser.has_touch(true);
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=C2-1200");
    let tap = |browser: &mut Browser, selector: &str, part: f64| {
        let at = browser.value(&format!(
            "(e => {{ e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width * {part}, r.y + r.height / 2]; }})(document.querySelector('{selector}'))"
        ));
        let (x, y) = pair(&at);
        browser.tap(x, y);
    };
    tap(&mut browser, ".play", 0.5);
    browser.wait_for("Umbra.simulator.state.isPlaying");
    tap(&mut browser, ".play", 0.5);
    browser.wait_for("!Umbra.simulator.state.isPlaying");
    tap(&mut browser, "#time", 0.25);
    browser.wait_for(
        "(({ ms, from, to }) => Math.abs((ms - from) / (to - from) - 0.25) < 0.03)(Umbra.simulator.state)",
    );
    tap(&mut browser, ".tools button:nth-child(3)", 0.5);
    browser.wait_for("Umbra.simulator.state.up === 'sun'");
    assert_quiet(&browser, "fingers");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn with_little_motion_nothing_plays_by_itself() {
    let mut browser = Browser::start();
    let query = "date=2024-04-08&obs=32.8,-96.8&t=C1&play=1";
    open(&mut browser, query);
    assert_eq!(browser.value("Umbra.simulator.state.isPlaying"), true);
    browser.media(&[("prefers-reduced-motion", "reduce")]);
    open(&mut browser, query);
    assert_eq!(browser.value("Umbra.simulator.state.isPlaying"), false);
    // Who asks for it sees a picture a second.
    browser.click(".play");
    let pictures = browser.value(
        "new Promise(done => { const seen = new Set(), { state } = Umbra.simulator; \
         const timer = setInterval(() => seen.add(state.ms), 20); \
         setTimeout(() => { clearInterval(timer); done(seen.size); }, 2500); })",
    );
    let pictures = pictures.as_u64().expect("a number");
    assert!((2..=4).contains(&pictures), "{pictures} pictures in 2.5 s");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn the_simulator_begins_when_it_is_told() {
    let mut browser = Browser::start();
    for (date, obs, t) in [
        ("2027-08-02", "25.69,32.64", "2027-08-02T12:00:00.000Z"),
        ("2027-08-02", "25.69,32.64", "2027-08-01T23:00:00.000Z"),
        ("2024-04-08", "-33.4,-70.6", "2024-04-08T14:00:00.000Z"),
    ] {
        open(&mut browser, &format!("date={date}&obs={obs}&t={t}"));
        assert_eq!(browser.value("new Date(Umbra.simulator.state.ms).toISOString()"), t);
    }
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&t=C1-1800");
    let early = browser.value("(({ ms, local }) => local.c1.ms - ms)(Umbra.simulator.state)");
    assert!(early.as_f64().is_some_and(|ms| (ms - 1.8e6).abs() < 2.0), "{early}");
    // Whoever goes elsewhere begins at the eclipse.
    browser.fill("#coordinates", "25.29, -104.14");
    browser.press("Enter");
    browser.wait_for("(({ from, local }) => local.c1.ms - from < 130000)(Umbra.simulator.state)");
}

#[test]
#[cfg_attr(not(has_chromium), ignore = "needs Chromium: install it or name it in UMBRA_CHROMIUM")]
fn server_and_scripts_know_the_same_nearest_point() {
    /// Of the distances that both find, km: the server's is that of a vertex of the line.
    const TOLERANCE_KM: f64 = 1.0;
    let mut browser = Browser::start();
    for (date, obs, is_central) in [
        ("2021-12-04", "-30,-60", true),
        ("2024-04-08", "-33.4,-70.6", true),
        ("2024-04-08", "35.7,139.7", true),
        ("2013-11-03", "60,150", true),
        ("2025-03-29", "-30,20", false),
    ] {
        let what = format!("{date} {obs}");
        open(&mut browser, &format!("date={date}&obs={obs}"));
        let served = browser.value("Umbra.data().simulator.nearest");
        let found = browser.value(
            "(d => Umbra.nearest(Umbra.simulator.state.eclipse, d, Umbra.simulator.state.obs))(Umbra.data())",
        );
        for answer in [&served, &found] {
            assert_eq!(answer["isCentral"], json!(is_central), "{what}: {answer}");
        }
        let apart = served["km"].as_f64().expect("km") - found["km"].as_f64().expect("km");
        assert!(apart.abs() < TOLERANCE_KM, "{what}: {served} {found}");
        let said = if is_central { "nearest point of the central line" } else { "point of greatest eclipse" };
        assert!(browser.text().contains(said), "{what}");
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
    // At 98.8 % it is far too early for that.
    go_to(&mut browser, "c2.ms - 80000");
    let early = colour(&mut browser, -0.25, 1.2);
    assert!(sum(early) < 450.0, "{early:?}");
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
    browser.resize(1280, 800, false);
    for obs in ["-33.4,-70.6", "35.7,139.7"] {
        open(&mut browser, &format!("date=2024-04-08&obs={obs}"));
        assert_ne!(browser.value("Umbra.simulator.state.local.visibility"), "whole", "{obs}");
        browser.click("#panel .elsewhere a");
        browser.wait_for("Umbra.simulator.state.local.kind === 'total'");
        assert!(browser.text().contains("Total for"), "{obs}");
        assert_quiet(&browser, obs);
    }
    // What is typed is a place, or the page says what to write.
    browser.fill("#coordinates", "25.29, -104.14");
    browser.click("#go button");
    browser.wait_for("Math.abs(Umbra.simulator.state.local.durationSec - 268) < 1");
    browser.fill("#coordinates", "<img src=x onerror=alert(1)>");
    browser.press("Enter");
    assert_ne!(browser.value("document.querySelector('#refusal').textContent"), "");
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
    // What was said of the first place is not said of another.
    open(&mut browser, "date=2024-04-08&obs=32.8,-96.8&title=Dallas&subtitle=Roof");
    browser.value("navigator.clipboard.writeText = async text => { (window.copied ??= []).push(text); }");
    browser.click(".share button:first-child");
    browser.fill("#coordinates", "25.29, -104.14");
    browser.press("Enter");
    browser.click(".share button:first-child");
    browser.wait_for("window.copied?.length === 2");
    let copied = browser.value("copied.map(text => /[?&](sub)?title=/.test(text))");
    assert_eq!(copied, json!([true, false]));
}

/// The gzipped bytes of a file; a short one is sent as it is.
fn gzipped(server: &Served, path: &str) -> usize {
    let answer = server.get_with(path, &[("accept-encoding", "gzip"), ("accept", "text/html, */*")]);
    let is_gzipped = answer.header("content-encoding") == Some("gzip");
    assert!(answer.status == 200 && (is_gzipped || answer.body.len() < 1500), "{path}");
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
