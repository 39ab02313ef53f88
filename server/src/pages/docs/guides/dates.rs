//! Guide: dates, time scales and ΔT.

use super::parts::{heading, operation};
use crate::pages::docs::example;
use crate::pages::docs::reader::Reader;
use maud::{Markup, html};

/// Dates that are taken, and what each means.
const FORMS: [(&str, &str); 6] = [
    ("2026-08-12T18:29:18Z", "An instant of Universal Time."),
    ("2026-08-12", "The beginning of that day, 0h Universal Time."),
    ("2026-08-12T20:29:18+02:00", "The same instant on a clock two hours ahead."),
    ("2026-08", "The beginning of the month."),
    ("2026", "The beginning of the year; searches and catalogs of years take it whole."),
    ("12 Aug 2026 18:29:18 GMT", "What JavaScript's Date.parse takes besides: RFC 2822 and looser forms."),
];

pub(super) fn content(reader: &Reader) -> Markup {
    html! {
        (heading("dates", "How a date is written"))
        p {
            "A date is what JavaScript's " code { "Date.parse" } " takes, with UTC as the local zone. In an "
            "address " code { "+" } " is written " code { "%2B" } " in the query; in the path it may stand "
            "as it is."
        }
        div.scroll tabindex="0" role="group" aria-label="Forms of dates" {
            table.parameters {
                thead { tr { th scope="col" { "Form" } th scope="col" { "Meaning" } } }
                tbody {
                    @for (form, meaning) in FORMS {
                        tr { th scope="row" { code { (form) } } td { (meaning) } }
                    }
                }
            }
        }
        p {
            "Answers give instants as " code { "2026-08-12T18:29:18.640Z" } ". Days begin where the range "
            "begins: a range from " code { "2026-07-22T00:00+10:00" } " has days of Brisbane, and "
            code { "tz=" } " of " (operation(reader, "rise-transit-set")) " gives clock times of any zone. "
            "Operations that name an eclipse take its Julian Day or its date."
        }
        (example::of_guide(reader, "offset", "/julian-day/2026-08-12T20:29:18+02:00"))
        (heading("time-scales", "Universal and Terrestrial Time"))
        p {
            b { "UT1" } " follows the turning Earth: clocks, sunrise, what a place sees. Dates in and out "
            "are UT1; UTC is taken for it, from which it differs by less than 0.9 s. " b { "TT" } " (also "
            "TD) is uniform: the theories of Sun and Moon and the elements of eclipses are in it. Fields "
            "whose names end in " code { "TD" } " are in TT."
        }
        (heading("delta-t", "ΔT"))
        p {
            "ΔT = TT − UT1 joins the two. It is measured today, known from old eclipses for the past, and a "
            "guess for the far future; " (operation(reader, "delta-t")) " gives it with its standard error. "
            "Half an hour of doubt about ΔT moves the path of an eclipse by 7.5° of longitude, whatever its "
            "elements."
        }
        (example::of_guide(reader, "far", "/delta-t/3000"))
        p {
            "Other models than the service's own are taken as " code { "model=" } ": " code { "em2006" }
            ", the polynomials of Espenak and Meeus in all years, as in their canon; " code { "smh2016" }
            ", the spline of Stephenson, Morrison and Hohenkerk through Babylonian, Chinese, Arab and "
            "European eclipses, with their addendum of 2021, which is the best for the past. Each has its "
            "own standard error. For today the service's own is best: it rests on observations."
        }
        p {
            "To compare with other software on equal terms, give its value: operations that depend on ΔT "
            "take " code { "deltaT=69.2" } ", or a " code { "model" } ", and echo it; not both."
        }
    }
}
