//! Which curves a request wants.

use super::parameters::{Asked, EQM, MAG, OBSCURATION, PATHS, POLY};
use crate::api::input::{Input, shortened};
use crate::api::parameter::Parameter;
use maps::{Format, PathWord, decimals};

/// The parameters that say which curves are wanted.
pub(super) struct Wanted {
    asked: Option<Vec<Asked>>,
    /// The number of lines of equal magnitude, if it is given.
    pub(super) eqm: Option<i64>,
    /// Magnitudes of lines, with six decimals.
    pub(super) magnitudes: Vec<f64>,
    /// Obscurations of lines, with six decimals.
    pub(super) obscurations: Vec<f64>,
    /// Triples of curves that are joined to polygons.
    pub(super) poly: Vec<String>,
}

impl Wanted {
    /// Reads them.
    pub(super) fn read(input: &mut Input) -> Self {
        let asked = input.words::<Asked>(&PATHS);
        let eqm = input.integer(&EQM);
        let given = shares(input, &MAG);
        if input.has(&EQM) && input.has(&MAG) {
            input.wrong(MAG.name, "given beside eqm; only one of them is taken");
        }
        let count = eqm.unwrap_or(0);
        let even = || (1..=count).map(|k| decimals(k as f64 / (count + 1) as f64)).collect();
        let magnitudes = given.unwrap_or_else(even);
        let obscurations = shares(input, &OBSCURATION).unwrap_or_default();
        Self { asked, eqm, magnitudes, obscurations, poly: polygons(input) }
    }

    /// All curves in the order asked for, each once. A table has its own columns, whatever is asked for.
    pub(super) fn words(&self, input: &mut Input, format: Format) -> Vec<PathWord> {
        let has_magnitudes = !self.magnitudes.is_empty() || !self.obscurations.is_empty();
        let usual = [Asked::Curve(PathWord::Centre)];
        let mut words: Vec<PathWord> = Vec::new();
        let mut add = |word: PathWord| {
            if !words.contains(&word) {
                words.push(word);
            }
        };
        for asked in self.asked.as_deref().unwrap_or(&usual) {
            match *asked {
                Asked::Curve(word) => {
                    if word.is_equal() && !has_magnitudes && format != Format::Csv {
                        let detail = format!("\"{}\" needs eqm, mag or obscuration", word.word());
                        input.wrong(PATHS.name, detail);
                    }
                    add(word);
                }
                Asked::Classic => PathWord::CLASSIC.into_iter().for_each(&mut add),
                Asked::All => {
                    PathWord::ALL.into_iter().filter(|w| has_magnitudes || !w.is_equal()).for_each(&mut add);
                }
            }
        }
        self.poly.iter().filter_map(|triple| polygon(triple)).for_each(&mut add);
        if format == Format::Czml {
            add(PathWord::Outlines);
        }
        words
    }
}

/// A list of parts of the Sun with six decimals, each once.
fn shares(input: &mut Input, parameter: &Parameter) -> Option<Vec<f64>> {
    let mut all: Vec<f64> = Vec::new();
    for share in input.numbers(parameter)?.into_iter().map(decimals) {
        if !all.contains(&share) {
            all.push(share);
        }
    }
    Some(all)
}

/// Triples of curves that are joined to polygons, each once.
fn polygons(input: &mut Input) -> Vec<String> {
    let Some(text) = input.text(&POLY) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    for triple in text.split(';').map(str::trim) {
        if polygon(triple).is_none() {
            let detail = format!(
                "\"{}\" must be tn,c,ts or pn,c,ps, several separated by semicolons",
                shortened(triple)
            );
            input.wrong(POLY.name, detail);
            return Vec::new();
        }
        if !found.iter().any(|known| known == triple) {
            found.push(triple.to_owned());
        }
    }
    found
}

fn polygon(triple: &str) -> Option<PathWord> {
    match triple {
        "tn,c,ts" => Some(PathWord::Area),
        "pn,c,ps" => Some(PathWord::Region),
        _ => None,
    }
}
