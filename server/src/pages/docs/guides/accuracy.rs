//! Guide: how sure an answer is.

use super::parts::{heading, operation};
use crate::pages::docs::example;
use crate::pages::docs::reader::Reader;
use maud::{Markup, html};

/// Causes of errors: how large each is told to be, and from what.
const CAUSES: [(&str, &str); 3] = [
    (
        "ΔT",
        "deltaTSigma, seconds: by the model of ΔT that is in force. eastWestKm is how far it shifts the \
            ground under the sky. A ΔT that is given is taken to be right: null.",
    ),
    (
        "Theory",
        "theorySigmaArcsec: by how much the theory's places differ from JPL's ephemerides DE440 and DE406 in \
            the century of the instant, measured; of eclipses from a numerical ephemeris its own error, \
            estimated as 0.002″.",
    ),
    (
        "Refraction",
        "refractionSigmaArcsec: 0.16° at the horizon, as sunsets were observed to scatter; less above it, \
            4 % of the refraction at least. Only where refraction enters.",
    ),
];

pub(super) fn content(reader: &Reader) -> Markup {
    html! {
        (heading("block", "The block accuracy"))
        p {
            "Every figure in it is one standard error: two of three values lie within it, 99 of 100 within "
            "three times as much. Operations whose answers others fix tell it with "
            code { "extras=accuracy" } ", which costs nothing; the others always."
        }
        div.scroll tabindex="0" role="group" aria-label="Causes of errors" {
            table.parameters {
                thead { tr { th scope="col" { "Cause" } th scope="col" { "How large" } } }
                tbody {
                    @for (cause, size) in CAUSES {
                        tr { th scope="row" { (cause) } td { (size) } }
                    }
                }
            }
        }
        (heading("instants", "How sure an instant is"))
        p {
            code { "sigma" } " is the standard error of an instant from all causes, in seconds. An angle "
            "that is wrong by an arcsecond moves it by the time in which that angle changes by as much: a "
            "fifteenth of a second for a sunrise on the equator, two seconds for a new moon. A second of ΔT "
            "moves the phases of the Moon by a second; moonrise by a thirtieth of one, and sunrise by a "
            "four-hundredth, because only the body's own motion is in it."
        }
        p {
            "So the minute of sunrise is unsure because of the air (" code { "sigma" } " of 40 s and more) "
            "while " (operation(reader, "rise-transit-set")) " computes it to a fraction of a second; noon "
            "and twilights, in which no refraction enters, are as sure as the theory."
        }
        (example::of_guide(
            reader,
            "noon",
            "/rise-transit-set/1800-06-21/1800-06-22?observer=38.9,-77.04,20&body=sun&extras=accuracy",
        ))
        (heading("without", "What it does not say"))
        p {
            "How far the place that was given is from the true one; UTC for UT1 (0.9 s at most); the edge "
            "of the Earth's shadow on the Moon, which is diffuse by half a minute; meteors, which come some "
            "hours off their peak. Sunlight under a clear sky has no such block: haze changes it by a tenth "
            "and more, and a few arcseconds of the Sun's place by nothing that could be told."
        }
    }
}
