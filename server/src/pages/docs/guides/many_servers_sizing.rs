//! Of the guide to many servers: how large machines and databases should be, as measured.

use super::parts::{heading, table};
use maud::{Markup, html};

/// What to reckon with.
const SIZES: [(&str, &str); 5] = [
    (
        "Cores",
        "A call of /julian-day with its key, rate and credits takes 22 µs of a core behind a balancer, in \
            all that a server does for it: 45,000 calls a second on a core. Two servers take as much for \
            each as one, and answer 1.7 to 2.0 times as many. What is computed besides comes on top: 9 µs \
            for the risings of a day, 1 ms for the map of an eclipse.",
    ),
    (
        "Memory of a server",
        "200 MB, of which a generation and what is encoded of it are most, and 1.6 MB for every thousand \
            accounts with three keys each; 300 MB more where many answers of \
            more than 64 kB are made at a time (--max-long-answers) and as much where they are taken slowly \
            (--max-waiting-bytes). 1 GB is enough for both.",
    ),
    (
        "PostgreSQL",
        "Two connections for each server, and 13 small transactions a second for each that is busy, however \
            many calls it answers. Usage has a row for each key, operation and day, of 180 bytes: a \
            thousand keys with ten operations a day are 54 MB a month.",
    ),
    (
        "Valkey",
        "Some 150 commands a second for each busy server, however many calls it answers. An address in its \
            window takes 250 bytes until the window ends: 256 MB for a million.",
    ),
    (
        "Servers",
        "As many as the busiest hour wants at 70 % of their cores, and one more. Near the end of \
            an allowance leases shrink with their number, so one more costs nobody credits.",
    ),
];

pub(super) fn content() -> Markup {
    html! {
        (heading("sizing", "How large"))
        p {
            "Measured on two cores of an Intel Xeon (Sapphire Rapids), with PostgreSQL 15 and Redis 7 \
                beside; "
            code { "just fleet-load" } " measures your own machine."
        }
        (table("How large", &SIZES))
    }
}
