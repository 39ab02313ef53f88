//! The map as a reader sees it: the kind of eclipse, the local date, and the names of things.

use super::*;

fn summary(browser: &mut Browser) -> String {
    browser.value("document.getElementById('summary').textContent").as_str().unwrap_or("").to_owned()
}

#[test]
#[ignore = "landing: needs Chromium"]
fn a_hybrid_eclipse_has_two_colours() {
    let mut browser = desk("date=2013-11-03&obs=0.5,34");
    let legend = browser.value("document.querySelector('.legend').textContent");
    let legend = legend.as_str().expect("a legend");
    assert!(legend.contains("Path of totality") && legend.contains("Path of annularity"), "{legend}");
    assert!(browser.text().contains("there 19.1\u{a0}s of totality"), "{}", browser.text());
    // The eclipse is annular for the first 15 s; over Uganda it is total.
    let colours = browser.value(
        "Umbra.map.curves.groups.filter(g => /Path/.test(g.name)) \
         .map(g => [g.fill, ...g.features.filter(f => f.properties.path === 'area').map(f => f.id)])",
    );
    assert_eq!(colours, serde_json::json!([["--c-total", "area-2"], ["--c-annular", "area-1"]]));
    assert_quiet(&browser, "a hybrid eclipse");
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_local_date_is_shown_where_it_differs() {
    let mut browser = Browser::start();
    for (query, says, mark, clock) in [
        ("date=2012-05-20&obs=35.68,139.69", "on 21 May at 07:34:31 local time", "+1 day", "21 May"),
        ("date=2016-03-09&obs=21.3,-157.86", "on 8 March at 17:36:33 local time", "−1 day", "8 Mar"),
        ("date=2026-08-12&obs=42.34,-3.7", " at 20:29:18 local time", "", "12 Aug"),
    ] {
        // Before and with scripts.
        let page = demo().get_with(&format!("/eclipse-path?{query}"), &[("accept", "text/html")]).text();
        assert!(page.contains(says) && (mark.is_empty() || page.contains(mark)), "{query}: {page}");
        open_map(&mut browser, query);
        assert!(summary(&mut browser).contains(says), "{query}: {}", summary(&mut browser));
        let table = browser.value("document.getElementById('contacts').tBodies[0].textContent");
        let table = table.as_str().expect("a table");
        assert_eq!(table.contains(" day"), !mark.is_empty(), "{table}");
        assert!(table.contains(mark), "{table}");
        let shown = browser.value("document.querySelector('.clock').textContent");
        assert!(shown.as_str().is_some_and(|text| text.starts_with(clock)), "{query}: {shown}");
    }
    // The UTC of Tokyo's fourth contact is a day later as well.
    open_map(&mut browser, "date=2012-05-20&obs=35.68,139.69");
    let marks = browser.value("document.querySelectorAll('#contacts tbody small').length");
    assert_eq!(marks, 6);
}
