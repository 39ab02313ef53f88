//! The table `countries`: what a code of ISO 3166-1 is called.

use super::credits;

table! {
    name: "countries",
    title: "Countries by ISO code, one row each",
    notes: "Every country of ISO 3166-1, and whatever else outlines in places have a code for: XK, Kosovo. A \
           join by country_iso finds one row at most, so it never multiplies rows; places has a row per \
           polygon and would.",
    licence: "names: public domain; codes: published by ISO",
    attribution: credits::COUNTRIES,
    sorted_by: "country_iso",
    /// A country.
    columns<'a>: Row<'a> {
        country_iso: &'a str, "ISO 3166-1 alpha-2", "code of the country, as in eclipses and places",
            "ISO 3166-1; XK is a user-assigned code in common use";
        country_iso3: Option<&'a str>, "ISO 3166-1 alpha-3",
            "code of three letters; null where ISO has none, as for XK", "ISO 3166-1";
        name: &'a str, "text", "English name",
            "ISO 3166-1; Natural Earth where ISO has no code";
    }
}
