//! The table `places`: countries and sea areas.

use super::credits;

table! {
    name: "places",
    title: "Countries and IHO sea areas, one row per polygon",
    notes: "A point belongs to the first polygon of a layer that contains it, in the order of the rows. \
           Countries decide before seas, so that seas may be drawn across land. The Caspian Sea is \
           among the seas, without an id. The vertices are in outlines.",
    licence: credits::PUBLIC_DOMAIN,
    attribution: credits::PLACES,
    sorted_by: "polygon",
    /// A polygon of a country or a sea.
    columns<'a>: Row<'a> {
        polygon: i32, "1", "number of the polygon, from 0", "counted";
        layer: &'a str, "text", "country or sea", "file of the source";
        name: &'a str, "text", "name in the source", "Natural Earth 1:10m; Marine Regions IHO Sea Areas v3";
        country_iso: Option<&'a str>, "ISO 3166-1 alpha-2",
            "country; null for seas and for outlines that no country's code is in common use for",
            "Natural Earth 1:10m, ISO 3166-1";
        mrg_id: Option<i32>, "Marine Regions id",
            "IHO sea area; null for countries and for the Caspian Sea", "Marine Regions IHO Sea Areas v3";
    }
}
