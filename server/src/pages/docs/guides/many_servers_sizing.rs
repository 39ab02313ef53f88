//! Of the guide to many servers: how large machines and databases should be, as measured.

use super::many_servers::table;
use super::parts::heading;
use maud::{Markup, html};

/// What to reckon with. Measured on two cores of an Intel Xeon (Sapphire Rapids).
const SIZES: [(&str, &str); 1] = [("TODO", "TODO")];

pub(super) fn content() -> Markup {
    html! {
        (heading("sizing", "How large"))
        (table("How large", &SIZES))
    }
}
