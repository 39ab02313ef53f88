//! Guide: years before 1.

use super::parts::{heading, operation};
use crate::pages::docs::example;
use crate::pages::docs::reader::Reader;
use maud::{Markup, html};

pub(super) fn content(reader: &Reader) -> Markup {
    html! {
        (heading("sign", "Six digits and a sign"))
        p {
            "A year outside 0000 … 9999 is written with a sign and six digits, as ISO 8601 and JavaScript "
            "have it: " code { "-000584-05-22" } ". There is a year 0: 0 is 1 BC, −584 is 585 BC."
        }
        div.notice {
            p {
                "With fewer digits the sign is not read as one: " code { "-0001-01-01" } " is 1 January "
                "2001, because " code { "Date.parse" } " of browsers and Node takes it so. The echo in "
                code { "query" } " shows which date was understood."
            }
        }
        (example::of_guide(reader, "thales", "/julian-day/-000584-05-22"))
        p { "Catalogs take whole years, which need no six digits: " code { "-584" } "." }
        (heading("calendars", "Two calendars"))
        p {
            "Dates are of the Gregorian calendar, also before it was introduced on 15 October 1582. Catalogs "
            "alone follow the published canon: their " code { "year" } ", " code { "month" } ", "
            code { "day" } " and " code { "isoDate" } " are of the Julian calendar before that day. The "
            "eclipse of Thales is on 28 May of the one and on 22 May of the other."
        }
        (example::of_guide(reader, "canon", "/solar-eclipse/catalog/-584/-584"))
        (heading("name", "Name an eclipse by its Julian Day"))
        p {
            "A Julian Day has no calendar and no sign to forget. " (operation(reader, "julian-day")) " and "
            (operation(reader, "date")) " turn one into the other."
        }
        (example::of_guide(reader, "day", "/date/1507899.5"))
        (heading("reach", "How far back"))
        p {
            "The catalogs of eclipses reach from −1999 to +3000, and so do elements, maps, local "
            "circumstances and searches of solar eclipses with " code { "era=canon" } "; without it, and "
            "with " code { "theory=precise" } ", they answer for 1500 to 2500. What needs the "
            "ephemeris (precise positions, lunar circumstances) reaches from 1500 to 2500 unless the "
            "operator has built it otherwise; a refusal names the range."
        }
        p {
            "ΔT is uncertain by minutes a thousand years ago and by a quarter of an hour at −1000, so are "
            "instants of Universal Time, and the Earth may have been turned so much further. "
            code { "accuracy" } " says by how much: " code { "deltaTSigma" } " in seconds, "
            code { "eastWestKm" } " on the ground. Where that is more than the width of the path, nobody can "
            "say whether an eclipse was total at a place; " code { "deltaT" } " and " code { "model" }
            " show what another ΔT makes of it."
        }
        p {
            "ΔT goes with an acceleration of the Moon. That of the elements is the canon's, −25.858″ a "
            "century squared, and so is that of " code { "model=em2006" } ", with which instants are "
            "those of the canon. The service's own ΔT before 1620 belongs to −26″ and is 56 s longer at −135 "
            "than one that belongs to the elements, 202 s at −1999; " code { "model=smh2016" } " belongs to "
            "−25.82″ and is 15 s shorter at −135. Both differences are within the errors of ΔT itself."
        }
    }
}
