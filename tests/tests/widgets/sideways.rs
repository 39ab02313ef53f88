//! A phone held sideways: the map is the larger part of its screen.

use super::*;

#[test]
#[ignore = "landing: needs Chromium"]
fn the_map_has_half_of_a_phone_held_sideways() {
    let mut browser = Browser::start();
    browser.has_touch(true);
    for (width, height, obs) in
        [(844, 390, ""), (844, 390, "&obs=place:Burgos,ES"), (667, 375, "&obs=place:Burgos,ES")]
    {
        let what = format!("{width} × {height}{obs}");
        browser.resize(width, height, true);
        open_map(&mut browser, &format!("date=2026-08-12{obs}"));
        let area = browser.value("(s => s.clientWidth * s.clientHeight)(document.getElementById('stage'))");
        let part = area.as_f64().expect("pixels") / f64::from(width * height);
        println!("{what}: {part:.2} of the screen");
        assert!(part >= 0.5, "{what}: the map has {part:.2}");
        let shown = "['#summary', '.track input', '.clock', '.legend', '#credits']\
            .map(s => document.querySelector(s).checkVisibility())";
        assert_eq!(browser.value(shown), serde_json::json!([true, true, true, false, true]), "{what}");
        let apart = "document.getElementById('stage').getBoundingClientRect().right <= \
            document.getElementById('panel').getBoundingClientRect().left";
        assert_eq!(browser.value(apart), true, "{what}: the panel is beside the map");
        browser.fits(width, &what);
        browser.picture(&format!("map-{width}-{height}"));
        browser.click(".tools .low");
        browser.wait_for("document.querySelector('.legend').checkVisibility()");
        assert_quiet(&browser, &what);
    }
}
