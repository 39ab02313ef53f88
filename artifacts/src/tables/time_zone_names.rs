//! The table `time_zone_names`: the zones that `time_zones` numbers.

use super::credits;

table! {
    name: "time_zone_names",
    title: "Names of the time zones",
    notes: "",
    licence: credits::ODBL,
    attribution: credits::TIME_ZONES,
    sorted_by: "zone",
    /// A zone and its name.
    columns<'a>: Row<'a> {
        zone: i32, "1", "number of the zone, from 0", "counted";
        name: &'a str, "IANA time zone", "name of the zone", "timezone-boundary-builder 2026f";
    }
}
