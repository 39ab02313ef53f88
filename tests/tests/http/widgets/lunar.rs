//! The page and the card of a lunar eclipse.

use super::super::{demo, without_accounts};
use super::{BROWSER, browsed};

const PAGE: &str = "/lunar-eclipse?date=2028-12-31";
const CARD: &str = "/lunar-eclipse-card/2028-12-31";

#[test]
fn a_lunar_eclipse_has_a_page_with_local_times_and_the_moon() {
    let text = browsed(&format!("{PAGE}&obs=place:Burgos,ES")).text();
    for part in [
        "<h1>Total lunar eclipse, 31 December 2028</h1>",
        "umbral magnitude 1.2",
        "The Moon rises at 17:46.",
        "<td>18:28 <small>31 December</small></td>",
        "below the horizon",
        "role=\"img\" aria-label=\"The Moon's way through the penumbra and the umbra, north up: Total",
        "&amp;format=ics\">Add to a calendar",
        "og:image\" content=\"http://test/lunar-eclipse-card/2028-12-31?format=png&amp;obs=",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let calendar = text.split("href=\"").find(|rest| rest.starts_with("/lunar-eclipse/search/"));
    let calendar =
        calendar.and_then(|rest| rest.split('"').next()).expect("a calendar").replace("&amp;", "&");
    assert_eq!(demo().get(&calendar).text().matches("BEGIN:VEVENT").count(), 1);
    // Without a place the times are those of all.
    let text = browsed(PAGE).text();
    assert!(text.contains("<td><time datetime=\"2028-12-31T16:52:") && !text.contains("Local"), "{text}");
    let night = browsed(&format!("{PAGE}&obs=place:Lima,PE")).text();
    assert!(night.contains("The Moon is below the horizon here throughout the eclipse."), "{night}");
}

#[test]
fn other_dates_lead_to_the_nearest_lunar_eclipses() {
    let page = browsed("/lunar-eclipse?date=2028-10-31&obs=43,-3");
    assert_eq!(page.status, 404);
    for link in ["?obs=43%2C-3&amp;date=2028-07-06\">6 July 2028 (partial)", "\">31 December 2028 (total)"] {
        assert!(page.text().contains(link), "{link}: {}", page.text());
    }
    assert_eq!(browsed("/lunar-eclipse?date=2600-01-01").status, 404);
    assert_eq!(without_accounts().get_with(PAGE, &[BROWSER]).status, 401);
    assert_eq!(without_accounts().get(CARD).status, 401);
}

#[test]
fn a_lunar_eclipse_has_a_card_in_both_formats() {
    let picture = demo().get(&format!("{CARD}?obs=place:Burgos,ES&format=png"));
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    let text = demo().get(&format!("{CARD}?obs=place:Burgos,ES")).text();
    for part in ["Total lunar eclipse", ">31 December 2028<", ">Totality ends<", ">18:28<", "Europe/Madrid"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The Moon enters from the west, which is on the right.
    assert!(text.contains(">P1</text>") && !text.contains(">Totality begins<"), "{text}");
}
