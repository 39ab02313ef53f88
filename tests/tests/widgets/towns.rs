//! Places with names on both pages: the search, the reader's own location, towns in the path, and what a
//! chosen place changes.

use super::*;
use serde_json::json;
use tests::until_true;

fn place(browser: &mut Browser, field: &str) -> Value {
    browser.value(&format!("Umbra.map.state.place?.{field} ?? null"))
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_town_is_found_by_its_name_and_answers_when_for_me() {
    let mut browser = desk("date=2026-08-12");
    assert_eq!(browser.value("Umbra.map.view() === Umbra.map.views.globe"), true);
    browser.fill("#search", "Burgo");
    browser.wait_for("document.querySelectorAll('#found li').length > 1");
    let first = browser.value("document.querySelector('#found li').textContent");
    assert_eq!(first, "BurgosCastile and León, Spain");
    assert_eq!(browser.value("document.getElementById('search').getAttribute('aria-expanded')"), "true");
    browser.press("ArrowDown");
    let marked = "document.getElementById(document.getElementById('search')\
        .getAttribute('aria-activedescendant'))?.getAttribute('aria-selected')";
    assert_eq!(browser.value(marked), "true");
    browser.press("Enter");
    browser.wait_for("Umbra.map.state.place?.title === 'Burgos'");
    assert_eq!(browser.value("document.getElementById('found').hidden"), true);
    assert_eq!(browser.value("document.getElementById('place').textContent"), "Burgos");
    // It is shown from near, on the flat map, in the middle of the shadow.
    browser.wait_for("Umbra.map.view() === Umbra.map.views.flat && Umbra.map.view().level() >= 7");
    let centre = browser.value("(c => [c.lat, c.lng])(Umbra.map.view().centre())");
    let (lat, lng) = pair(&centre);
    assert!((lat - 42.34).abs() < 0.1 && (lng + 3.7).abs() < 0.1, "{centre}");
    assert_eq!(browser.value("Umbra.map.time() === Umbra.map.state.local.max.ms"), true);
    let ticks = browser.value("[...document.querySelectorAll('.tick.here')].map(t => t.dataset.tick).sort()");
    // The Sun sets before the fourth contact.
    assert_eq!(ticks, json!(["C1", "C2", "C3"]));
    let label = browser.value("document.querySelector('.tick[data-tick=C2]').getAttribute('aria-label')");
    let label = label.as_str().expect("a label");
    let labels = "[...document.querySelectorAll('.tick.here')].map(t => t.textContent).sort()";
    assert_eq!(browser.value(labels), json!(["Partial begins", "Total begins", "Total ends"]));
    assert!(label.starts_with("Total begins: C2, Totality begins, 20:28:"), "{label}");
    // The height is that of the town.
    until_true("the horizon", || browser.text().contains("Horizon towards the Sun: about"));
    assert!(place(&mut browser, "height").as_f64().is_some_and(|m| m > 800.0));
    assert_quiet(&browser, "a town");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_time_stays_where_the_reader_put_it() {
    let mut browser = desk("date=2026-08-12&obs=place:Burgos,ES");
    let ms = "Umbra.map.time() - Umbra.map.state.local.max.ms";
    assert_eq!(browser.value(ms), json!(0));
    assert_eq!(
        browser.value("document.getElementById('place').textContent").as_str().map(|t| &t[..6]),
        Some("Burgos")
    );
    browser.value("document.querySelector('[data-tick=U1]').click()");
    let chosen = browser.value("Umbra.map.time()");
    browser.fill("#search", "43.36, -5.85");
    browser.press("Enter");
    browser.wait_for("Umbra.map.state.place.horizon !== undefined && Umbra.map.state.place.lat === 43.36");
    assert_eq!(browser.value("Umbra.map.time()"), chosen);
    // Coordinates without a height are on the ground.
    assert!(place(&mut browser, "height").as_f64().is_some_and(|m| m > 50.0));
    assert_eq!(place(&mut browser, "zone"), "Europe/Madrid");
    assert_quiet(&browser, "a chosen time");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_reader_is_found_where_the_browser_allows_it() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    let here = "[...document.querySelectorAll('#go button')].at(-1)";
    for query in ["date=2026-08-12", "date=2026-08-12&obs=39.5,2.6"] {
        browser.call("Browser.resetPermissions", json!({}));
        browser.call(
            "Browser.setPermission",
            json!({ "permission": { "name": "geolocation" }, "setting": "denied" }),
        );
        open_map(&mut browser, query);
        browser.value(&format!("{here}.click()"));
        until_true("an explanation", || browser.text().contains("may not use your location"));
        browser.call("Browser.grantPermissions", json!({ "permissions": ["geolocation"] }));
        let fix = json!({ "latitude": 43.36, "longitude": -8.41, "accuracy": 10 });
        browser.call("Emulation.setGeolocationOverride", fix);
        browser.value(&format!("{here}.click()"));
        browser.wait_for("Umbra.map.state.place?.lat === 43.36");
        until_true("A Coruña", || browser.text().contains("Total for"));
    }
    simulator::open(&mut browser, "date=2026-08-12&obs=39.5,2.6");
    browser.value(&format!("{here}.click()"));
    browser.wait_for(
        "Umbra.simulator.state.obs.lat === 43.36 && Umbra.simulator.state.zone === 'Europe/Madrid'",
    );
}

#[test]
#[ignore = "landing: needs Chromium"]
fn towns_in_the_path_are_listed_and_named() {
    let mut browser = desk("date=2026-08-12");
    let rows = browser.value("[...document.querySelectorAll('.towns li')].map(row => row.textContent)");
    let rows = rows.as_array().expect("rows");
    assert!(rows.len() == 10 && rows.iter().all(|row| row.as_str().is_some_and(|r| r.contains("min"))));
    let all = browser.value("document.querySelector('.towns a').href");
    let path = all.as_str().and_then(|a| a.split_once(&demo().address.to_string())).expect("ours").1;
    assert!(demo().get(path).text().starts_with("id,name,"), "{path}");
    browser.value("document.querySelector('.towns').open = true");
    browser.click(".towns li:nth-child(2) button");
    browser.wait_for("Umbra.map.state.place?.title && Umbra.map.view().level() >= 7");
    assert_eq!(browser.value("Umbra.map.state.local.kind"), "total");
    // Of the texts on the map, the towns in the path come first.
    let written = "(() => { const texts = [], { fillText } = CanvasRenderingContext2D.prototype; \
        CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { texts.push(text); \
        fillText.call(this, text, ...at); }; Umbra.map.view().drawNow(); \
        CanvasRenderingContext2D.prototype.fillText = fillText; return texts; })()";
    browser.value("void Umbra.map.view().go([42.5, -4], 6)");
    browser.wait_for("Umbra.map.view().level() < 7");
    let texts = browser.value(written);
    for name in ["Burgos", "León", "Oviedo", "Zaragoza"] {
        assert!(texts.as_array().expect("texts").contains(&json!(name)), "{name}: {texts}");
    }
    assert_quiet(&browser, "towns");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn curves_have_names_and_the_legend_hides_nothing() {
    let mut browser = desk("date=2012-05-20");
    assert_eq!(
        browser.value("[...Umbra.map.curves.shown].sort()"),
        json!(["annular", "c", "eq", "ge", "p", "shadow", "sight"])
    );
    let overlap = browser.value(
        "(([a, b]) => a.bottom > b.top)(['#stage', '.legend'].map(s => \
         document.querySelector(s).getBoundingClientRect()))",
    );
    assert_eq!(overlap, false);
    // The mouse on the centre line shows its name.
    let at = browser.value(
        "(() => { const line = Umbra.map.curves.lines('c')[0], [lng, lat] = line[line.length >> 1]; \
         const p = Umbra.map.view().project(lat, lng), r = document.getElementById('stage')\
         .getBoundingClientRect(); return [p.x + r.x, p.y + r.y]; })()",
    );
    let (x, y) = pair(&at);
    let moved = json!({ "type": "mouseMoved", "x": x, "y": y });
    browser.call("Input.dispatchMouseEvent", moved);
    browser.wait_for("document.querySelector('.tip').textContent === 'Centre line'");
    for (id, name) in [("rs", "Eclipse "), ("mh", "Eclipse greatest at sun"), ("iso", "Greatest eclipse at ")]
    {
        let found = browser.value(&format!(
            "(() => {{ const {{ curves, view }} = Umbra.map; curves.shown.clear(); curves.shown.add('{id}'); \
             view().fit(); view().drawNow(); const lines = curves.groups.find(g => g.id === '{id}').features\
             .flatMap(f => f.geometry.coordinates).flat(); for (const [lng, lat] of lines) {{ \
             const p = view().project(lat, lng), name = curves.nameAt(p.x, p.y, [lng, lat]); \
             if (name) return name; }} return null; }})()"
        ));
        assert!(found.as_str().is_some_and(|text| text.starts_with(name)), "{id}: {found}");
    }
    assert_quiet(&browser, "names of curves");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn playback_slows_down_at_totality() {
    let mut browser = desk("date=2026-08-12&obs=place:Burgos,ES");
    modules(&mut browser, &["slow"]);
    // A second of playback at 400 times: before, at the beginning, within, at the end; without totality.
    let steps = browser.value(
        "(() => { const c = ms => ({ ms, visible: true }), local = { c2: c(100000), c3: c(200000) }; \
         return [[-400000, local], [0, local], [90000, local], [209000, local], [0, null]] \
         .map(([ms, l]) => Umbra.advanced(ms, 1000, 400, l)); })()",
    );
    assert_eq!(steps, json!([0, 90000, 95000, 210000, 400000]));
    let words = browser.value(
        "[39000, 90000, 150000, 200000].map(ms => Umbra.countdown({ c2: { ms: 100000, visible: true }, \
         c3: { ms: 200000, visible: true } }, ms))",
    );
    assert_eq!(words, json!(["", "C2 in 0:10", "C3 in 0:50", ""]));
    open_map(&mut browser, "date=2026-08-12&obs=place:Burgos,ES");
    browser.value("document.querySelector('.tick[data-tick=C2]').click()");
    browser.value("document.querySelector('.play').click()");
    browser.wait_for("/^C3 in \\d:\\d\\d$/.test(document.querySelector('.countdown').textContent)");
    browser.value("document.querySelector('.play').click()");
    assert_eq!(browser.value("document.querySelector('.countdown').hidden"), true);
    // It can be switched off, and is not offered where there is nothing to slow down for.
    browser.value("document.querySelector('.slow').click()");
    assert_eq!(browser.value("document.querySelector('.slow').getAttribute('aria-pressed')"), "false");
    open_map(&mut browser, "date=2026-08-12&obs=51.5,0");
    assert_eq!(browser.value("document.querySelector('.slow').hidden"), true);
    assert_quiet(&browser, "slow");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_finds_towns_and_leads_to_the_map() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    simulator::open(&mut browser, "date=2026-08-12&obs=39.5,2.6");
    browser.fill("#search", "Oviedo");
    browser.press("Enter");
    browser.wait_for("document.getElementById('place').textContent === 'Oviedo'");
    assert!(browser.text().contains("Total for 1\u{a0}min"), "{}", browser.text());
    let link = browser.value("document.querySelector('#panel .sky').href");
    let link = link.as_str().expect("a link");
    assert!(link.contains("/eclipse-path?") && link.contains("title=Oviedo"), "{link}");
    // A partial eclipse has no corona, and a far place is on the other side.
    simulator::open(&mut browser, "date=2025-03-29&obs=61.2,-65");
    assert!(!browser.text().contains("corona") && !browser.text().contains("beads"), "{}", browser.text());
    simulator::open(&mut browser, "date=2026-08-12&obs=-33.9,151.2");
    assert!(browser.text().contains("(on the other side of the Earth) from here"), "{}", browser.text());
    assert_quiet(&browser, "the simulator");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn small_frames_and_paper_show_the_map() {
    let mut browser = Browser::start();
    browser.resize(420, 300, false);
    open_map(&mut browser, "date=2026-08-12&obs=place:Burgos,ES");
    let height = browser.value("document.getElementById('stage').clientHeight").as_f64();
    assert!(height.is_some_and(|px| px > 130.0), "{height:?}");
    browser.resize(1280, 800, false);
    open_map(&mut browser, "date=2026-08-12&obs=place:Burgos,ES");
    await_complete(&mut browser);
    browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    browser.value("dispatchEvent(new Event('beforeprint'))");
    let shown = "['#stage', '.tools', '.legend', '.time', '#go', '#contacts', '#accuracy']\
        .map(s => document.querySelector(s).checkVisibility())";
    assert_eq!(browser.value(shown), json!([true, false, false, false, false, true, true]));
    let address = browser.value("getComputedStyle(document.getElementById('panel'), '::after').content");
    assert!(address.as_str().is_some_and(|a| a.contains("/eclipse-path?") && !a.contains("apiKey")));
    assert_quiet(&browser, "paper");
}

/// The texts that the map writes in a picture.
const TEXTS: &str = "(() => { const { fillText } = CanvasRenderingContext2D.prototype, texts = [];\
    CanvasRenderingContext2D.prototype.fillText = text => texts.push(text);\
    Umbra.map.view().drawNow();\
    CanvasRenderingContext2D.prototype.fillText = fillText; return texts; })()";

#[test]
#[ignore = "landing: needs Chromium"]
fn maps_have_names_outside_the_path_and_at_the_chosen_place() {
    let mut browser = Browser::start();
    browser.resize(1280, 800, false);
    for (query, names) in [
        ("date=2026-08-12&center=48.85,2.35&z=7", "Paris,Versailles,Orleans,Le Mans,Troyes,Amiens,Reims"),
        ("date=2026-08-12&obs=48.85,2.35", "48.85° N, 2.35° E|Paris|Orleans|Reims"),
        ("date=2026-08-12&obs=place:Burgos,ES", "Burgos|Valladolid"),
        ("date=2027-08-02", "Luxor"),
        ("date=2027-08-02&obs=25.69,32.64", "25.69° N, 32.64° E|Luxor|Qina"),
    ] {
        open_map(&mut browser, query);
        let split: &[char] = if names.contains('|') { &['|'] } else { &[','] };
        let expected = serde_json::json!(names.split(split).collect::<Vec<_>>());
        until_true(&format!("{query}: {names}"), || {
            let texts = browser.value(TEXTS);
            let texts = texts.as_array().expect("texts");
            expected.as_array().expect("names").iter().all(|name| texts.contains(name))
        });
        browser.picture(&format!("names-{}", query.replace(['=', '&', ',', ':'], "-")));
    }
    assert_quiet(&browser, "names");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_first_page_suggests_towns_and_finds_the_reader() {
    let mut browser = Browser::start();
    browser.resize(390, 844, true);
    browser.call("Browser.grantPermissions", json!({ "permissions": ["geolocation"] }));
    let fix = json!({ "latitude": 43.3619, "longitude": -8.4115, "accuracy": 10 });
    browser.call("Emulation.setGeolocationOverride", fix);
    browser.open(&format!("http://{}/", demo().address));
    browser.wait_for("document.querySelector('.here').checkVisibility()");
    browser.fill("#place", "Burgo");
    browser.wait_for("document.querySelectorAll('#towns a').length > 1");
    let first = browser.value("document.querySelector('#towns a').textContent");
    assert_eq!(first, "Burgos, Castile and León, Spain");
    browser.fits(390, "towns");
    browser.value("document.querySelector('#towns a').click()");
    browser.wait_for("document.querySelector('#place')?.value === 'Burgos, Castile and León, Spain'");
    browser.wait_for("document.querySelector('.here')?.checkVisibility()");
    browser.value("document.querySelector('.here').click()");
    browser.wait_for("document.querySelector('#place')?.value === '43.362,-8.412'");
    assert_quiet(&browser, "the first page");
}
