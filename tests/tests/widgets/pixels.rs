//! Tests that drawn things lie where they belong, also at the poles and at the antimeridian: pixels that
//! change when a thing is switched on, against the place of the thing.

use super::*;
use tests::browser::look::Picture;

/// Zoom at which a path is many pixels wide and its surroundings are on the screen: Mercator's map is larger
/// by two and more beyond 60°.
fn near(latitude_deg: f64) -> u32 {
    if latitude_deg.abs() < 60.0 { 6 } else { 5 }
}
/// Places this near to the edge of a shadow are not judged: magnitude, degrees of altitude.
const UNSURE_MAGNITUDE: f64 = 0.03;
const UNSURE_ALTITUDE_DEG: f64 = 2.0;

/// Chosen places of the path: its ends, its middle, where it is nearest to a pole and to 180°; and for each,
/// places to both sides, well within and well without.
const PLACES: &str = "(() => { const { geometry } = Umbra, line = Umbra.map.curves.lines('c').flat();\
    if (!line.length) return [];\
    const by = f => line.reduce((a, b) => f(b) < f(a) ? b : a);\
    const chosen = [line[Math.floor(line.length / 2)], line[Math.floor(line.length / 5)],\
        line[Math.floor(line.length * 0.8)], by(p => -Math.abs(p[1])),\
        by(p => Math.abs(Math.abs(geometry.wrap(p[0])) - 180))];\
    const { data } = Umbra, eclipse = Umbra.eclipseOf(data.eclipse.elements, data.eclipse.deltaT);\
    const isIn = ([lng, lat]) => { const l = eclipse.local(lat, lng, 0);\
        return l.durationSec > 0 && l.max.altitude > 1; };\
    return chosen.flatMap(p => { const k = line.indexOf(p), q = line[k + 1] || line[k - 1];\
        const across = geometry.bearing(p, q) + 90;\
        return [-600, -400, -250, -12, 0, 12, 250, 400, 600]\
            .filter(km => isIn(geometry.destination(p, across, km - 5)) ===\
                isIn(geometry.destination(p, across, km + 5)))\
            .map(km => geometry.destination(p, across, km))\
            .filter(([lng, lat]) => Math.abs(eclipse.local(lat, lng, 0).max?.altitude ?? 90) > 3)\
            .map(at => [p, at, isIn(at)]); }); })()";

/// Draws no names of places: they would cover curves.
const WITHOUT_NAMES: &str = "(curves => { const { draw } = curves;\
    curves.draw = (view, state) => draw(view, { ...state, names: [[], []] }); })(Umbra.map.curves)";

/// A place in pixels of the screen, if it is on it and nothing covers it. Mercator's map ends before the
/// poles, and the globe has a line on its limb.
fn pixel(browser: &mut Browser, lng: f64, lat: f64) -> Option<(f64, f64)> {
    let found = browser.value(&format!(
        "(() => {{ const view = Umbra.map.view(), c = view.centre();\
         const r = view.element.getBoundingClientRect(), isFlat = view === Umbra.map.views.flat;\
         const isHidden = isFlat ? Math.abs({lat}) > 84\
             : d3.geoDistance([{lng}, {lat}], [c.lng, c.lat]) > 1.45;\
         if (isHidden) return null;\
         const p = view.project({lat}, {lng}), x = p.x + r.x, y = p.y + r.y;\
         const is = x >= 0 && y >= 0 && document.elementFromPoint(x, y)?.closest('.view');\
         return is ? [x, y] : null; }})()"
    ));
    (!found.is_null()).then(|| pair(&found))
}

fn without_and_with(browser: &mut Browser, groups: &[&str]) -> (Picture, Picture) {
    only(browser, &[]);
    let without = browser.screen();
    only(browser, groups);
    let with = browser.screen();
    (without, with)
}

fn changes(pictures: &(Picture, Picture), (x, y): (f64, f64)) -> bool {
    let (a, b) = (pictures.0.at(x, y), pictures.1.at(x, y));
    a.iter().zip(&b).any(|(a, b)| a.abs_diff(*b) > 8)
}

/// Waits until all tiles are painted, so that two pictures differ by curves alone.
fn settled(browser: &mut Browser) {
    browser.value("new Promise(done => setTimeout(done, 150))");
    let mut before = browser.screen();
    for _ in 0..20 {
        browser.value("new Promise(done => setTimeout(done, 100))");
        let after = browser.screen();
        if before.differing(&after) == 0 {
            return;
        }
        before = after;
    }
    panic!("the map does not come to rest");
}

fn switch(browser: &mut Browser, view: &str) {
    browser.value(&format!(
        "(() => {{ const b = document.querySelector('.tools .word'); \
         if (Umbra.map.view() !== Umbra.map.views.{view}) b.click(); }})()"
    ));
    browser.wait_for(&format!("Umbra.map.view() === Umbra.map.views.{view} && Umbra.map.view() !== null"));
}

#[test]
#[ignore = "landing: needs Chromium"]
fn paths_are_drawn_where_the_eclipse_is_central() {
    let mut browser = Browser::start();
    browser.resize(1000, 700, false);
    for date in ECLIPSES {
        open_map(&mut browser, &format!("date={date}"));
        // Texts and tiles would differ by themselves.
        browser.value(WITHOUT_NAMES);
        let places = browser.value(PLACES);
        let places = places.as_array().expect("a list").clone();
        assert_eq!(places.is_empty(), date == "2025-03-29", "{date}");
        for view in ["flat", "globe"] {
            switch(&mut browser, view);
            browser.value("void Umbra.map.view().zoom(6 - Umbra.map.view().level())");
            let (mut inside, mut outside) = (0, 0);
            for group in places.chunk_by(|a, b| a[0] == b[0]) {
                let (lng, lat) = pair(&group[0][0]);
                if view == "flat" && lat.abs() > 84.0 {
                    continue;
                }
                browser.value(&format!("void Umbra.map.view().go([{lat}, {lng}], {})", near(lat)));
                settled(&mut browser);
                let pictures = without_and_with(&mut browser, &["total", "annular"]);
                for probe in group {
                    let ((lng, lat), is_in) = (pair(&probe[1]), probe[2] == true);
                    let Some(at) = pixel(&mut browser, lng, lat) else { continue };
                    assert_eq!(changes(&pictures, at), is_in, "{date}, {view}: {lat}, {lng} at {at:?}");
                    *(if is_in { &mut inside } else { &mut outside }) += 1;
                }
            }
            println!("{date}, {view}: {inside} places inside, {outside} outside");
            assert!(
                places.is_empty() || (inside >= 3 && outside >= 5),
                "{date}, {view}: {inside}, {outside}"
            );
        }
    }
}

/// A grid of places with the Sun's obscuration and altitude at the time shown.
const GRID: &str = "(() => { const { data } = Umbra, ms = Umbra.map.time();\
    const eclipse = Umbra.eclipseOf(data.eclipse.elements, data.eclipse.deltaT), list = [];\
    for (let lat = -88; lat <= 88; lat += 11) for (let lng = -180; lng < 180; lng += 15) {\
        const at = eclipse.at(ms, lat, lng, 0); list.push([lng, lat, at.magnitude, at.altitude]); }\
    return list; })()";

#[test]
#[ignore = "landing: needs Chromium"]
fn shadow_and_night_are_drawn_where_they_are() {
    let mut browser = Browser::start();
    browser.resize(1000, 700, false);
    for date in ECLIPSES {
        open_map(&mut browser, &format!("date={date}"));
        browser.value(WITHOUT_NAMES);
        let grid = browser.value(GRID);
        for view in ["flat", "globe"] {
            switch(&mut browser, view);
            browser.value("Umbra.map.view().fit(); void Umbra.map.view().zoom(1 - Umbra.map.view().level())");
            settled(&mut browser);
            let shadow = without_and_with(&mut browser, &["shadow"]);
            let night = without_and_with(&mut browser, &["night"]);
            let mut judged = [0, 0];
            for place in grid.as_array().expect("a list") {
                let (lng, lat) = pair(place);
                let [magnitude, altitude] = [2, 3].map(|k: usize| place[k].as_f64().expect("a number"));
                let Some(at) = pixel(&mut browser, lng, lat) else { continue };
                if altitude.abs() < UNSURE_ALTITUDE_DEG {
                    continue;
                }
                let here = format!("{date}, {view}: {lat}, {lng}");
                assert_eq!(changes(&night, at), altitude < 0.0, "night at {here}");
                judged[0] += 1;
                if magnitude.abs() > UNSURE_MAGNITUDE || altitude < 0.0 {
                    let is_in = magnitude > 0.0 && altitude > 0.0;
                    assert_eq!(changes(&shadow, at), is_in, "shadow at {here}: {magnitude}");
                    judged[1] += 1;
                }
            }
            println!("{date}, {view}: {judged:?} places judged");
            assert!(judged.iter().all(|n| *n > 50), "{judged:?}");
        }
    }
}
