//! The continents of countries.

/// Continents with the codes of their countries. Source: regions of the standard M49 of the United Nations
/// Statistics Division, with North America (003) and South America (005) for the Americas; Kosovo is added.
const CONTINENTS: [(&str, &str); 7] = [
    (
        "Africa",
        "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG \
         ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW",
    ),
    ("Antarctica", "AQ"),
    (
        "Asia",
        "AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO \
         MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE",
    ),
    (
        "Europe",
        "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU \
         LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
    ),
    (
        "North America",
        "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA \
         PM PR SV SX TC TT US VC VG VI",
    ),
    ("Oceania", "AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS"),
    ("South America", "AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE"),
];
/// East of this longitude, degrees, a Russian town is in Asia, beyond the Urals; M49 does not divide Russia.
const URALS_DEG: f64 = 60.0;

/// Returns the continent of a place in a country; none for an unknown code.
pub(super) fn of(country_iso: &str, longitude_deg: f64) -> Option<&'static str> {
    if country_iso == "RU" && !(0.0..URALS_DEG).contains(&longitude_deg) {
        return Some("Asia");
    }
    CONTINENTS.iter().find(|(_, codes)| codes.split(' ').any(|c| c == country_iso)).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_one_continent() {
        let mut codes: Vec<_> = CONTINENTS.iter().flat_map(|(_, codes)| codes.split(' ')).collect();
        codes.sort_unstable();
        codes.dedup();
        // The 249 codes of ISO 3166-1, and XK.
        assert_eq!(codes.len(), 250);
        let found = [("CA", -75.0), ("RU", 37.6), ("RU", 131.9), ("XK", 21.2), ("??", 0.0)];
        let found = found.map(|(code, longitude)| of(code, longitude));
        assert_eq!(found, [Some("North America"), Some("Europe"), Some("Asia"), Some("Europe"), None]);
    }
}
