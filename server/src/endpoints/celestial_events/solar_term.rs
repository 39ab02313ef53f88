//! The 24 solar terms of the calendars of East Asia.

use crate::endpoints::prelude::*;

/// Solar longitude between two terms, degrees.
pub(super) const SOLAR_TERM_DEG: u16 = 15;

/// Names of the terms from longitude 0° on, in pinyin and in English.
///
/// Source: GB/T 33661-2017 for the terms; Hong Kong Observatory, *24 Solar Terms: An introduction*, for the
/// English names.
#[rustfmt::skip]
const NAMES: [(&str, &str); 24] = [
    ("Chunfen", "vernal equinox"), ("Qingming", "bright and clear"), ("Guyu", "corn rain"),
    ("Lixia", "summer commences"), ("Xiaoman", "corn forms"), ("Mangzhong", "corn on ear"),
    ("Xiazhi", "summer solstice"), ("Xiaoshu", "moderate heat"), ("Dashu", "great heat"),
    ("Liqiu", "autumn commences"), ("Chushu", "end of heat"), ("Bailu", "white dew"),
    ("Qiufen", "autumnal equinox"), ("Hanlu", "cold dew"), ("Shuangjiang", "frost"),
    ("Lidong", "winter commences"), ("Xiaoxue", "light snow"), ("Daxue", "heavy snow"),
    ("Dongzhi", "winter solstice"), ("Xiaohan", "moderate cold"), ("Dahan", "severe cold"),
    ("Lichun", "spring commences"), ("Yushui", "spring showers"), ("Jingzhe", "insects waken"),
];

/// A solar term.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SolarTerm {
    /// Its Chinese name in pinyin, without tones.
    pub(super) pinyin: &'static str,
    /// Its English name.
    pub(super) english: &'static str,
}

impl SolarTerm {
    /// Returns the term at a multiple of 15° of longitude.
    pub(super) fn at(longitude_deg: f64) -> Self {
        let index = (longitude_deg / f64::from(SOLAR_TERM_DEG)).round() as usize % NAMES.len();
        let (pinyin, english) = NAMES[index];
        Self { pinyin, english }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_year_of_terms_begins_with_spring_at_315_degrees() {
        let term = |deg| SolarTerm::at(deg).pinyin;
        assert_eq!(
            [315.0, 0.0, 90.0, 270.0, 360.0].map(term),
            ["Lichun", "Chunfen", "Xiazhi", "Dongzhi", "Chunfen"]
        );
    }
}
