//! The table `seas`: what an IHO sea area is called.

use super::credits;

table! {
    name: "seas",
    title: "IHO sea areas by their Marine Regions id, one row each",
    notes: "A join by mrg_id finds one row at most, so it never multiplies rows; places has a row per \
           polygon and would. The Caspian Sea has no id and no row.",
    licence: "names and ids are facts",
    attribution: credits::PLACES,
    sorted_by: "mrg_id",
    /// A sea area.
    columns<'a>: Row<'a> {
        mrg_id: i32, "Marine Regions id", "IHO sea area, as in eclipses and places",
            "Marine Regions IHO Sea Areas v3";
        name: &'a str, "text", "English name", "Marine Regions IHO Sea Areas v3";
    }
}
