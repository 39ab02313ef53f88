//! The printed map: land and sea in light colours, as wide as the page.

use super::*;
use serde_json::json;

/// Colours of the style sheet.
const LAND: [u8; 3] = [0xec, 0xe8, 0xdf];
const SEA: [u8; 3] = [0xcf, 0xdf, 0xea];

/// Counts what clears a canvas since it was new: on paper, that would hide the canvases below it.
const COUNT_CLEARS: &str = "(() => { globalThis.clears = 0;\
    const { clearRect } = CanvasRenderingContext2D.prototype;\
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {\
        clears++; clearRect.apply(this, box); };\
    const width = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width');\
    Object.defineProperty(HTMLCanvasElement.prototype, 'width', { ...width, set(px) {\
        if (this.className.includes('scene')) clears = 0; width.set.call(this, px); } }); })()";

#[test]
#[ignore = "landing: needs Chromium"]
fn the_printed_map_has_land_and_the_width_of_the_page() {
    let mut browser = Browser::start();
    for (width, scheme, query) in [
        (1280, "light", "date=2027-08-02"),
        (1280, "dark", "date=2026-08-12&obs=-33.87,151.2"),
        (390, "light", "date=2026-08-12&obs=43.36,-5.84"),
    ] {
        let what = format!("{query} at {width}, {scheme}");
        browser.call("Emulation.setEmulatedMedia", json!({ "media": "screen" }));
        browser.media(&[("prefers-color-scheme", scheme)]);
        browser.resize(width, 844, false);
        open_map(&mut browser, query);
        await_complete(&mut browser);
        browser.wait_for("document.querySelectorAll('.leaflet-tile:not(.leaflet-tile-loaded)').length === 0");
        browser.value(COUNT_CLEARS);
        // The browser prints at once.
        assert_eq!(browser.value("dispatchEvent(new Event('beforeprint')) && clears"), 0, "{what}");
        // A page of another width than the screen, A4 without its margins.
        browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        browser.resize(718, 1046, false);
        let widths = browser.value(
            "['body', '#stage', '.view'].map(s => Math.round(document.querySelector(s)\
             .getBoundingClientRect().width))",
        );
        assert_eq!(widths, json!([718, 718, 718]), "{what}");
        let high = browser.value("document.getElementById('stage').getBoundingClientRect().bottom");
        let (picture, high) = (browser.screen(), high.as_f64().expect("pixels"));
        let count = |colour: [u8; 3]| {
            let rows = (80..high as usize).step_by(3);
            let points = rows.flat_map(|y| (0..718_u16).step_by(3).map(move |x| (f64::from(x), y as f64)));
            let is_near = |at: [u8; 3]| at.iter().zip(&colour).all(|(a, b)| a.abs_diff(*b) < 12);
            points.filter(|(x, y)| is_near(picture.at(*x, *y))).count()
        };
        let (land, sea) = (count(LAND), count(SEA));
        println!("{what}: {land} points of land, {sea} of sea");
        assert!(land > 500 && sea > 500, "{what}: {land}, {sea}");
        browser.value("dispatchEvent(new Event('afterprint'))");
        assert_eq!(browser.value("document.querySelectorAll('.printing').length"), 0, "{what}");
    }
    assert_quiet(&browser, "paper");
}
