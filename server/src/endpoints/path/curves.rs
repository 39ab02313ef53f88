//! The parameters `paths` and `poly`, which select curves.

use crate::api::input::{Input, Word, shortened};
use crate::api::parameter::{Kind, Parameter};
use crate::api::value::{Schemas, Value, collect, reference_or_schema};
use maps::{Format, PathWord};
use serde::Serialize;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{RefOr, Schema};

/// The value of `paths`.
#[derive(Debug, Clone, Default)]
pub(super) struct Paths {
    requested: Option<Vec<Requested>>,
    /// All curves in the requested order, each once.
    pub(super) words: Vec<PathWord>,
}

/// The value of `poly`: triples of curves to be joined to polygons, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Polygons(Vec<String>);

/// A word of `paths`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Requested {
    /// One curve or set of curves.
    Curve(PathWord),
    /// The curves of an ordinary map.
    Classic,
    /// Every curve; lines of equal magnitude if magnitudes are given.
    All,
}

impl Word for Requested {
    const WORDS: &'static [&'static str] = &[
        "c", "tn", "ts", "pn", "ps", "eqn", "eqs", "area", "region", "rs", "mh", "iso", "out", "pts",
        "classic", "all",
    ];
    const VALUES: &'static [Self] = &[
        Self::Curve(PathWord::Centre),
        Self::Curve(PathWord::NorthernLimit),
        Self::Curve(PathWord::SouthernLimit),
        Self::Curve(PathWord::NorthernPartial),
        Self::Curve(PathWord::SouthernPartial),
        Self::Curve(PathWord::NorthernEqual),
        Self::Curve(PathWord::SouthernEqual),
        Self::Curve(PathWord::Area),
        Self::Curve(PathWord::Region),
        Self::Curve(PathWord::RiseSet),
        Self::Curve(PathWord::MaximumOnHorizon),
        Self::Curve(PathWord::Isochrones),
        Self::Curve(PathWord::Outlines),
        Self::Curve(PathWord::Points),
        Self::Classic,
        Self::All,
    ];
}

impl Paths {
    /// Returns a value with these curves.
    pub(super) fn of(words: Vec<PathWord>) -> Self {
        Self { requested: None, words }
    }

    /// Expands sets of curves, adds polygons, and rejects lines without a magnitude unless the format is a
    /// table, which has fixed columns.
    pub(super) fn expand(
        &mut self,
        input: &mut Input,
        p: &Parameter,
        poly: &Polygons,
        has_lines: bool,
        format: Format,
    ) {
        let mut words: Vec<PathWord> = Vec::new();
        let mut add = |word: PathWord| {
            if !words.contains(&word) {
                words.push(word);
            }
        };
        for requested in self.requested.as_deref().unwrap_or(&[Requested::Curve(PathWord::Centre)]) {
            match *requested {
                Requested::Curve(word) => {
                    if word.is_equal() && !has_lines && format != Format::Csv {
                        let detail = format!("\"{}\" needs eqm, mag or obscuration", word.word());
                        input.wrong(p.name, detail);
                    }
                    add(word);
                }
                Requested::Classic => PathWord::CLASSIC.into_iter().for_each(&mut add),
                Requested::All => {
                    PathWord::ALL.into_iter().filter(|w| has_lines || !w.is_equal()).for_each(&mut add);
                }
            }
        }
        poly.0.iter().filter_map(|triple| polygon(triple)).for_each(&mut add);
        if format == Format::Czml {
            add(PathWord::Outlines);
        }
        self.words = words;
    }
}

impl Value for Paths {
    const KIND: Kind = Kind::Words(Requested::WORDS);
    type Echo = PathWord;

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        Some(Self { requested: Some(input.words(p)?), words: Vec::new() })
    }

    fn echo(&self) -> impl Serialize {
        &self.words
    }

    fn schema(_: &Parameter) -> RefOr<Schema> {
        ArrayBuilder::new().items(reference_or_schema::<PathWord>()).into()
    }

    fn schemas(found: &mut Schemas) {
        collect::<PathWord>(found);
    }
}

impl Value for Polygons {
    const KIND: Kind = Kind::Form("^(tn,c,ts|pn,c,ps)(;(tn,c,ts|pn,c,ps))*$");
    type Echo = [String];

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        let mut found: Vec<String> = Vec::new();
        for triple in text.split(';').map(str::trim) {
            if polygon(triple).is_none() {
                let right = "must be tn,c,ts or pn,c,ps, several separated by semicolons";
                input.wrong(p.name, format!("\"{}\" {right}", shortened(triple)));
                return None;
            }
            if !found.iter().any(|known| known == triple) {
                found.push(triple.to_owned());
            }
        }
        Some(Self(found))
    }

    fn echo(&self) -> impl Serialize {
        &self.0
    }
}

fn polygon(triple: &str) -> Option<PathWord> {
    match triple {
        "tn,c,ts" => Some(PathWord::Area),
        "pn,c,ps" => Some(PathWord::Region),
        _ => None,
    }
}
