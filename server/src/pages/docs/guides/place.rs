//! Guide: eclipses of a place.

use super::parts::{heading, operation};
use crate::pages::docs::example;
use crate::pages::docs::reader::Reader;
use maud::{Markup, html};

const MOON: &str = "/lunar-eclipse/local-circumstances/2025-09-07?obs=42.34,-3.7,860";

pub(super) fn content(reader: &Reader) -> Markup {
    html! {
        (heading("list", "Which eclipses a place sees"))
        p {
            "A place is " code { "obs=LAT,LNG,HEIGHT" } ": degrees, negative south and west, and metres "
            "above the sea. " (operation(reader, "solar-eclipse-search")) " lists all solar eclipses of "
            "which it sees something; " code { "localType" } " is what is seen there, " code { "type" }
            " what the eclipse is somewhere."
        }
        (example::of_guide(reader, "list", "/solar-eclipse/search/2026/2027?obs=42.34,-3.7,860"))
        p {
            code { "next=total" } " gives the next total one alone, " code { "format=ics" } " a calendar to "
            "subscribe to, " code { "format=csv" } " a table."
        }
        (heading("details", "When exactly"))
        p {
            (operation(reader, "solar-eclipse-local-circumstances-details")) " takes the " code { "jd" }
            " or the date of the eclipse and gives its contacts: C1 and C4 when the Moon touches the Sun "
            "first and last, C2 and C3 when totality or the ring begins and ends. " code { "visibility" }
            " says which part is above the horizon."
        }
        p {
            "Contacts are those of a smooth Moon. " code { "limb=1" } " puts its mountains and valleys in "
            "(if the operator has installed profiles), " code { "horizon=terrain" } " the mountains of the "
            "place."
        }
        (heading("map", "On a map and in the sky"))
        p {
            (operation(reader, "eclipse-path")) " and " (operation(reader, "eclipse-simulator")) " are whole "
            "pages for a frame of yours: the path with the circumstances of any place, and the sky as an "
            "observer sees it. " (operation(reader, "solar-eclipse-path")) " has the curves for your own "
            "map, as GeoJSON, KML, GPX, CZML and tables."
        }
        (heading("moon", "Lunar eclipses"))
        p {
            "A lunar eclipse is the same for everybody who has the Moon above the horizon. "
            (operation(reader, "lunar-eclipse-catalog")) " lists them, "
            (operation(reader, "lunar-eclipse-local-circumstances")) " says which phases a place sees."
        }
        (example::of_guide(reader, "moon", MOON))
    }
}
