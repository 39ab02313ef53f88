//! The map on all kinds of screens: its size, its requests, and its response to mouse, finger and key.

use super::*;
use tests::until_true;

/// First view with gzip, without tiles.
const MOST_BYTES: usize = 150_000;
/// Steps of the page's own clock: one step of the slider.
const STEP_MS: f64 = 10_000.0;

fn centre(browser: &mut Browser) -> (f64, f64) {
    pair(&browser.value("(c => [c.lat, c.lng])(Umbra.map.view().centre())"))
}

fn place(browser: &mut Browser) -> Option<(f64, f64)> {
    let place = browser.value("(p => p && [p.lat, p.lng])(Umbra.map.state.place)");
    (!place.is_null()).then(|| pair(&place))
}

#[test]
#[ignore = "landing: needs Chromium"]
fn maps_are_light_and_ask_only_their_own_server() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    for date in ECLIPSES.iter().flat_map(|date| [(*date).to_owned(), format!("{date}&center=40,-4&z=7")]) {
        open_map(&mut browser, &format!("date={date}"));
        let files = files_of_first_view(&mut browser);
        let weight = |path: &String| demo().get_with(path, &[("accept-encoding", "gzip")]).body.len();
        let bytes: usize = files.iter().map(weight).sum();
        let ready = browser.value("Math.round(performance.getEntriesByName('umbra:ready')[0].startTime)");
        println!("{date}: {bytes} bytes with gzip in {} files, ready after {ready} ms", files.len());
        assert!(bytes <= MOST_BYTES, "{date}: {bytes} in {files:?}");
        browser.picture(&format!("map-{date}"));
        assert_quiet(&browser, &date);
    }
}

/// Paths of the page and of the files of its first view, without tiles.
fn files_of_first_view(browser: &mut Browser) -> Vec<String> {
    let files = browser.value(
        "[location.pathname + location.search].concat( \
         [...document.querySelectorAll('head [src], head [href]')] \
         .map(e => new URL(e.src || e.href).pathname))",
    );
    let files = files.as_array().expect("a list").iter().filter_map(|f| f.as_str().map(str::to_owned));
    files.collect()
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_map_is_used_with_mouse_and_finger() {
    let mut browser = desk("date=2024-04-08&center=32.8,-96.8&z=6");
    let start = centre(&mut browser);
    assert!((start.0 - 32.8).abs() < 0.05 && (start.1 + 96.8).abs() < 0.05, "{start:?}");
    browser.drag((400.0, 400.0), (300.0, 400.0));
    until_true("the map follows the mouse", || centre(&mut browser).1 > start.1 + 0.5);
    browser.click_at(450.0, 400.0);
    until_true("a click chooses a place", || place(&mut browser).is_some());
    assert!(browser.text().contains("Centre line"), "{}", browser.text());
    assert_eq!(browser.value("document.querySelectorAll('#contacts tbody tr').length >= 3"), true);

    browser.resize(390, 844, true);
    browser.has_touch(true);
    open_map(&mut browser, "date=2024-04-08");
    assert_eq!(browser.value("document.getElementById('panel').dataset.sheet"), "peek");
    browser.tap(300.0, 250.0);
    until_true("a tap chooses a place", || place(&mut browser).is_some());
    assert_eq!(browser.value("document.getElementById('panel').dataset.sheet"), "half");
    browser.value("document.querySelector('.grip').click()");
    assert_eq!(browser.value("document.getElementById('panel').dataset.sheet"), "full");
    assert_quiet(&browser, "mouse and finger");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn keys_alone_do_everything() {
    let mut browser = desk("date=2024-04-08");
    let names = walk(&mut browser);
    let all = "Map. Arrow keys|Zoom in|Zoom out|Move up|Move left|Move right|Move down|\
        Choose the middle|Show the globe|Fit the whole path|Path of totality|\
        Time of greatest eclipse|Play|Time of the shadow|Greatest eclipse|search|Go|\
        My location|Copy place|Copy embed code|GeoJSON";
    for name in all.split('|') {
        assert!(names.iter().any(|n| n.contains(name)), "{name} is not reached: {names:?}");
    }
    moves_by_keys(&mut browser);
    sets_time_by_keys(&mut browser);
    types_coordinates(&mut browser);
    browser.value("document.querySelector('[aria-label=\"Show the globe\"]').focus()");
    browser.press("Enter");
    browser.wait_for("Umbra.map.view() === Umbra.map.views.globe");
    let before = centre(&mut browser);
    browser.value("document.querySelector('[data-view=globe]').focus()");
    browser.press("ArrowRight");
    until_true("the globe turns", || centre(&mut browser).1 != before.1);
    assert_quiet(&browser, "keys");
}

/// Names of everything that the key Tab reaches.
fn walk(browser: &mut Browser) -> Vec<String> {
    let mut names = Vec::new();
    for _ in 0..90 {
        browser.press("Tab");
        let name = browser.value(
            "(e => [e === document.body ? '' : e.getAttribute('aria-label') || e.textContent || e.id, \
             e.matches(':focus-visible') && getComputedStyle(e).outlineStyle !== 'none'])\
             (document.activeElement)",
        );
        let text = name[0].as_str().unwrap_or("").to_owned();
        if text.is_empty() || names.contains(&text) && names.len() > 20 {
            break;
        }
        assert_eq!(name[1], true, "the focus on {text:?} is seen");
        names.push(text);
    }
    names
}

fn moves_by_keys(browser: &mut Browser) {
    browser.value("document.querySelector('[data-view=flat]').focus()");
    let before = centre(browser);
    browser.press("ArrowRight");
    until_true("an arrow moves the map", || centre(browser).1 > before.1 + 1.0);
    browser.press("Enter");
    until_true("Enter chooses the middle", || place(browser).is_some());
    // The time becomes that of greatest eclipse there.
    browser.wait_for("document.querySelector('section.time.followed') !== null");
    let level = browser.value("Umbra.map.view().level()").as_f64();
    browser.press("+");
    until_true("plus zooms in", || browser.value("Umbra.map.view().level()").as_f64() > level);
}

/// The time that is shown, in milliseconds since 1970.
fn now(browser: &mut Browser) -> f64 {
    browser.value("Umbra.map.time()").as_f64().expect("a time")
}

/// Nothing plays before Play; arrows step; Play moves the shadow until Pause.
fn sets_time_by_keys(browser: &mut Browser) {
    let start = now(browser);
    browser.draw_frames();
    assert_eq!(now(browser), start, "nothing plays before Play");
    browser.value("document.querySelector('.track input').focus()");
    browser.press("ArrowRight");
    until_true("an arrow changes the time", || now(browser) != start);
    assert!((now(browser) - start).abs() <= STEP_MS * 1.5, "by a step");
    let words = browser.value("document.querySelector('.track input').getAttribute('aria-valuetext')");
    assert!(words.as_str().is_some_and(|w| w.contains("UTC") && w.contains("covered")), "{words}");
    browser.value("document.querySelector('.play').focus()");
    browser.press(" ");
    let played = now(browser);
    until_true("the shadow moves", || now(browser) > played);
    // Also while nothing has the focus.
    browser.value("document.activeElement.blur()");
    browser.press(" ");
    browser.wait_for("document.querySelector('.play').textContent === 'Play'");
    let stopped = now(browser);
    browser.draw_frames();
    assert_eq!(now(browser), stopped, "pause stops");
}

fn types_coordinates(browser: &mut Browser) {
    browser.fill("#search", "qqxyzzy");
    browser.press("Enter");
    until_true("an explanation", || browser.text().contains("No town of this name"));
    for (text, wrong) in [
        ("-33 S, 70 W", "the minus sign or S, not both"),
        ("91, 2", "latitude, which comes first, is at most 90°"),
        ("40.42", "Write the longitude too"),
        ("40 N 50 S", "Both are latitudes"),
        ("25°61'N 3°E", "below 60"),
    ] {
        browser.fill("#search", text);
        browser.press("Enter");
        until_true(&format!("{text}: {wrong}"), || browser.text().contains(wrong));
    }
    for (text, lat, lng) in [
        ("25°42'36\"N 32°38'24\"E", 25.71, 32.64),
        ("(39.57, 2.65)", 39.57, 2.65),
        ("E 2,65; N 39,57", 39.57, 2.65),
        ("N 40.42 W 3.7", 40.42, -3.7),
    ] {
        browser.fill("#search", text);
        browser.press("Enter");
        let is_found = |found: (f64, f64)| (found.0 - lat).abs() < 1e-9 && (found.1 - lng).abs() < 1e-9;
        until_true(text, || place(browser).is_some_and(is_found));
    }
    browser.fill("#search", "31.9 N, 102.1 W");
    browser.press("Enter");
    until_true("the place", || place(browser) == Some((31.9, -102.1)));
    assert!(!browser.text().contains("No town of this name"), "the refusal is gone");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_map_of_a_place_shows_its_surroundings() {
    // The path of this eclipse comes near the pole: without a place it is shown on the globe.
    let mut browser = desk("date=2026-08-12&obs=41.65,-4.73");
    assert_eq!(browser.value("Umbra.map.view() === Umbra.map.views.flat"), true);
    assert_eq!(browser.value("Umbra.map.view().level()"), 7);
    let (lat, lng) = centre(&mut browser);
    assert!((lat - 41.65).abs() < 0.5 && (lng + 4.73).abs() < 0.5, "{lat} {lng}");
    // It begins no nearer than it has something to show.
    open_map(&mut browser, "date=2024-04-08&obs=25.29,-104.15&z=13");
    assert_eq!(browser.value("Umbra.map.view().level()"), 9);
    // Within the umbra the map is seen, and the nearer, the better.
    let alpha = "(c => c.getContext('2d').getImageData(20, 20, 1, 1).data[3])\
        (document.querySelector('[data-view=flat] canvas.scene'))";
    let beside = "(({ x, y }) => document.querySelector('[data-view=flat] canvas.scene').getContext('2d')\
        .getImageData(x + 3, y + 20, 1, 1).data[3])(Umbra.map.view().project(25.29, -104.15))";
    let mut before = 255.0;
    for zoom in [4, 6, 8] {
        browser.value(&format!("void Umbra.map.view().go([25.29, -104.15], {zoom}, {{ animate: false }})"));
        only(&mut browser, &["shadow"]);
        let now = browser.value(beside).as_f64().expect("an opacity");
        assert!(now > 0.0 && now < before * 0.7, "{now} after {before} at zoom {zoom}");
        before = now;
    }
    open_map(&mut browser, "date=2024-04-08&obs=25.29,-104.15&z=9");
    // The whole view within the umbra.
    browser.value("void Umbra.map.view().go([25.29, -104.15], 11, { animate: false })");
    until_true("a faint umbra", || {
        browser.value(alpha).as_f64().is_some_and(|alpha| alpha > 0.0 && alpha < 100.0)
    });
    assert_quiet(&browser, "a place");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_fitted_path_lies_beside_the_buttons() {
    let mut browser = Browser::start();
    let covered = "(view => { const box = view.element.getBoundingClientRect(),\
        groups = [...document.querySelectorAll('.tools .group')].map(g => g.getBoundingClientRect());\
        return Umbra.map.curves.lines('c').flat().filter(([lng, lat]) => {\
            const p = view.project(lat, lng), x = p.x + box.left, y = p.y + box.top;\
            return x < box.left || y < box.top || x > box.right || y > box.bottom ||\
                groups.some(g => x > g.left && x < g.right && y > g.top && y < g.bottom); }); })\
        (Umbra.map.view())";
    for (width, height) in [(1280, 800), (844, 390)] {
        browser.resize(width, height, false);
        for date in ["2009-07-22", "2012-05-20", "2027-08-02"] {
            open_map(&mut browser, &format!("date={date}"));
            browser.picture(&format!("fit-{date}-{width}"));
            assert_eq!(browser.value(covered), serde_json::json!([]), "{date} at {width} × {height}");
        }
    }
    // This one is annular on a spot of Antarctica.
    open_map(&mut browser, "date=2014-04-29");
    let bounds = browser.value("[[-27, 133]].map(([lat, lng]) => Umbra.map.view().project(lat, lng))[0]");
    let [x, y] = ["x", "y"].map(|name| bounds[name].as_f64().expect("pixels"));
    assert!((0.0..844.0).contains(&x) && (0.0..390.0).contains(&y), "Australia is in view: {bounds}");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn what_is_copied_opens_and_has_no_key() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    let (key, _) = demo().demo_credentials();
    for page in ["eclipse-path", "eclipse-simulator"] {
        let address = format!("http://{}/{page}?date=2024-04-08&obs=31.9,-102.1", demo().address);
        browser.open(&address);
        let open = copied(&mut browser);
        let link = open[0].split_once(&demo().address.to_string()).expect("a link").1;
        assert_eq!(demo().get(link).status, 200, "{link}");
        // Without its key the link of this page would not open: the place itself is copied.
        browser.open(&format!("{address}&apiKey={key}"));
        let with_key = copied(&mut browser);
        assert!(with_key[0].contains("31.9000° N") && !with_key[0].contains("http"), "{with_key:?}");
        for code in [&open[1], &with_key[1]] {
            assert!(
                code.starts_with("<iframe") && code.contains("allow=\"fullscreen; geolocation\""),
                "{code}"
            );
            assert!(code.contains("obs=31.9,-102.1") && code.contains("YOUR_KEY"), "{code}");
            assert!(!code.contains(&key), "{code}");
        }
        assert!(browser.text().contains("Replace YOUR_KEY"), "{}", browser.text());
    }
    open_map(&mut browser, "date=2024-04-08&obs=31.9,-102.1");
    let download = browser.value("document.querySelector('.downloads a').href");
    let path = download.as_str().and_then(|d| d.split_once(&demo().address.to_string())).expect("ours").1;
    assert_eq!(demo().get(path).status, 200, "{path}");
}

/// The texts that the buttons of the panel copy. A script cannot read the clipboard here, so the write is
/// intercepted.
fn copied(browser: &mut Browser) -> Vec<String> {
    browser.wait_for("document.querySelectorAll('.share button').length === 2");
    let copied = browser.value(
        "(() => { const copied = [], writeText = async text => { copied.push(text); }; \
         Object.defineProperty(navigator, 'clipboard', { value: { writeText } }); \
         for (const b of document.querySelectorAll('.share button')) b.click(); return copied; })()",
    );
    copied.as_array().expect("texts").iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

#[test]
#[ignore = "landing: needs Chromium"]
fn hostile_texts_stay_texts() {
    let mut browser = desk("date=2024-04-08&obs=31.9,-102.1&title=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E");
    assert_eq!(browser.value("document.getElementById('place').textContent"), "<img src=x onerror=alert(1)>");
    assert_eq!(browser.value("document.querySelectorAll('img').length"), 0);
    assert_quiet(&browser, "a hostile title");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_map_without_tiles_still_shows_the_eclipse() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    let tiles = format!("http://{}/tiles/*", demo().address);
    browser.call("Network.setBlockedURLs", serde_json::json!({ "urls": [tiles] }));
    open_map(&mut browser, "date=2024-04-08&center=32.8,-96.8&z=5");
    let drawn = "(c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v))\
        (document.querySelector('[data-view=flat] canvas.scene'))";
    browser.wait_for(drawn);
    browser.click_at(450.0, 400.0);
    until_true("a click chooses a place", || place(&mut browser).is_some());
    browser.picture("map-without-tiles");
}
