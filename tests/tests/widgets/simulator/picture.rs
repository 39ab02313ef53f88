//! The picture of the sky: its colours, its bytes, and its place on low screens.

use super::*;

/// Bytes of the page and all that it loads, in gzip.
const MOST_BYTES: usize = 60_000;

/// Goes to the instant of an expression of the contacts, and paints.
fn go_to(browser: &mut Browser, expression: &str) {
    browser.value(&format!(
        "(({{ state, paint }}) => {{ const {{ c1, c2, max, c3, c4 }} = state.local; \
         state.ms = {expression}; paint(); }})(Umbra.simulator)"
    ));
}

/// Red, green and blue of the canvas at an offset from the centre of the Sun, in its radii.
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
#[ignore = "landing: needs Chromium"]
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

/// The gzipped bytes of a file; a short one is sent as it is.
fn gzipped(server: &Served, path: &str) -> usize {
    let answer = server.get_with(path, &[("accept-encoding", "gzip"), ("accept", "text/html, */*")]);
    let is_gzipped = answer.header("content-encoding") == Some("gzip");
    assert!(answer.status == 200 && (is_gzipped || answer.body.len() < 1500), "{path}");
    answer.body.len()
}

#[test]
fn the_simulator_is_small() {
    let server = demo();
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
}

#[test]
#[ignore = "landing: needs Chromium"]
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
        browser.fits(width, &what);
        browser.click("#go button");
        assert_ne!(browser.value("document.querySelector('#refusal').textContent"), "", "{what}");
        browser.picture(&format!("simulator-{width}-{height}"));
    }
}
