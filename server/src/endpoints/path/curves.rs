//! The parameters `paths` and `poly`, which select curves.

use crate::api::input::shortened;
use crate::api::value::{Schemas, Value, collect, reference_or_schema};
use crate::endpoints::prelude::*;
use maps::{MapFormat, PathWord};
use utoipa::openapi::schema::ArrayBuilder;

#[derive(Debug, Clone, Default)]
pub(super) struct RequestedPaths {
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

impl Requested {
    /// The words that are not those of one curve.
    const SETS: [(&str, Self); 2] = [("classic", Self::Classic), ("all", Self::All)];

    fn words() -> Vec<&'static str> {
        PathWord::ALL.into_iter().map(PathWord::word).chain(Self::SETS.map(|(word, _)| word)).collect()
    }

    fn parse(text: &str) -> Option<Self> {
        let curve =
            PathWord::ALL.into_iter().find(|curve| curve.word().eq_ignore_ascii_case(text)).map(Self::Curve);
        curve.or(Self::SETS.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, set)| set))
    }
}

impl RequestedPaths {
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
        format: MapFormat,
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
                    if word.is_equal() && !has_lines && format != MapFormat::Csv {
                        let detail = format!("\"{}\" needs eqm, mag or obscuration", word.word());
                        input.wrong(p.name, detail);
                    }
                    add(word);
                }
                Requested::Classic => PathWord::CLASSIC.into_iter().for_each(&mut add),
                Requested::All => {
                    let has_needs = |w: &PathWord| !w.needs_more() && (has_lines || !w.is_equal());
                    PathWord::ALL.into_iter().filter(has_needs).for_each(&mut add);
                }
            }
        }
        poly.0.iter().filter_map(|triple| polygon(triple)).for_each(&mut add);
        self.words = words;
    }
}

impl Value for RequestedPaths {
    const IS_LIST: bool = true;
    type Echo = PathWord;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::words(&Requested::words())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = || format!("one of {}", Requested::words().join(", "));
        let requested = input.list(p, "words", |part| Requested::parse(part.trim()), right)?;
        Some(Self { requested: Some(requested), words: Vec::new() })
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
    type Echo = [String];

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::form("^(tn,c,ts|pn,c,ps)(;(tn,c,ts|pn,c,ps))*$")
    }

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
