//! The table `town_names`: every name of a town, as names are compared.

use super::credits;

table! {
    name: "town_names",
    title: "Names of the towns in many languages, folded and sorted",
    notes: "A folded name has lower-case ASCII letters, digits and single spaces; other scripts are \
           transliterated.",
    licence: credits::CC_BY_4,
    attribution: credits::GEONAMES,
    sorted_by: "name",
    ties: true,
    /// A name of a town.
    columns<'a>: Row<'a> {
        name: &'a str, "text", "folded name", "GeoNames";
        rank: i32, "1", "the town, by its rank in towns; of towns with the same name the largest first",
            "counted";
    }
}
