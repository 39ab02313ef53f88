//! A curve with its names.

use super::clock::time_of_day;
use super::kind::Kind;
use super::style::Style;
use super::word::PathWord;
use astro::eclipse::path::{Mark, SunAt};
use geography::Geometry;

/// What a feature is about, beyond the word for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Subject {
    /// Nothing more.
    Curve,
    /// The line of this magnitude.
    Magnitude(f64),
    /// The line of this obscuration.
    Obscuration(f64),
    /// Whether the eclipse begins, otherwise it ends, and whether the Sun rises or sets.
    Horizon {
        /// Whether the eclipse begins.
        begins: bool,
        /// Whether the Sun rises or sets.
        sun: SunAt,
    },
    /// An instant, milliseconds since 1970-01-01, 0h UT.
    Instant(i64),
    /// A single point, and its number among those of its mark.
    Point(Mark, usize),
}

/// A curve of an eclipse, ready for a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// Identifier, unique in its collection and the same for the same curve.
    pub id: String,
    /// The word that asks for it.
    pub path: PathWord,
    /// What it is about.
    pub subject: Subject,
    /// What is seen there; none if that is not the same along it.
    pub kind: Option<Kind>,
    /// Its places in degrees, with `t` in hours of TD from t0.
    pub geometry: Geometry,
}

impl Feature {
    /// The name, for people.
    pub fn name(&self) -> String {
        let kind = self.kind.unwrap_or(Kind::Partial);
        let side = match self.path {
            PathWord::NorthernLimit | PathWord::NorthernPartial | PathWord::NorthernEqual => "Northern",
            _ => "Southern",
        };
        match self.path {
            PathWord::Centre => format!("Central line of {}", kind.noun()),
            PathWord::Area => format!("Path of {}", kind.noun()),
            PathWord::Region => "Region of the eclipse".to_owned(),
            PathWord::MaximumOnHorizon => "Maximum at sunrise or sunset".to_owned(),
            _ => match self.subject {
                Subject::Magnitude(q) => format!("{side} line of magnitude {}", decimals(q)),
                Subject::Obscuration(q) => format!("{side} line of obscuration {}", decimals(q)),
                Subject::Horizon { begins, sun } => {
                    format!("Eclipse {} at {}", if begins { "begins" } else { "ends" }, sun_word(sun))
                }
                Subject::Instant(at) if self.path == PathWord::Outlines => {
                    format!("Outline of the {} at {}", kind.shadow(), time_of_day(at))
                }
                Subject::Instant(at) => format!("Maximum at {}", time_of_day(at)),
                Subject::Point(mark, _) => point_name(mark, kind),
                Subject::Curve => format!("{side} limit of {}", kind.noun()),
            },
        }
    }

    /// How it is drawn.
    pub fn style(&self) -> Style {
        Style::of(self.path, self.kind)
    }

    /// First and last instant along it, hours of TD from t0; none without a place.
    pub fn span(&self) -> Option<(f64, f64)> {
        let instants = self.geometry.runs().flatten().map(|vertex| vertex.t);
        instants.fold(None, |span, t| match span {
            None => Some((t, t)),
            Some((from, to)) => Some((f64::min(from, t), f64::max(to, t))),
        })
    }
}

/// A number with at most six decimals.
pub fn decimals(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

pub(super) fn sun_word(sun: SunAt) -> &'static str {
    match sun {
        SunAt::Sunrise => "sunrise",
        SunAt::Sunset => "sunset",
    }
}

/// The short form of a point's name, `P1`; transitions are counted.
pub(super) fn point_key(mark: Mark, number: usize) -> String {
    match mark {
        Mark::Penumbra(contact) => format!("P{contact}"),
        Mark::Umbra(contact) => format!("U{contact}"),
        Mark::CentralBegins => "C1".to_owned(),
        Mark::CentralEnds => "C2".to_owned(),
        Mark::GreatestEclipse => "GE".to_owned(),
        Mark::GreatestDuration => "GD".to_owned(),
        Mark::Transition(_) => format!("H{number}"),
    }
}

/// The name of a point where the shadow is of this kind.
fn point_name(mark: Mark, kind: Kind) -> String {
    let (shadow, contact) = match mark {
        Mark::Penumbra(contact) => (Kind::Partial.shadow(), contact),
        Mark::Umbra(contact) => (kind.shadow(), contact),
        Mark::CentralBegins => return "The central line begins".to_owned(),
        Mark::CentralEnds => return "The central line ends".to_owned(),
        Mark::GreatestEclipse => return "Greatest eclipse".to_owned(),
        Mark::GreatestDuration => return format!("Greatest duration of {}", kind.noun()),
        Mark::Transition(_) => return format!("The eclipse becomes {}", kind.word()),
    };
    match contact {
        1 => format!("The {shadow} first touches the Earth"),
        2 => format!("The whole {shadow} is on the Earth"),
        3 => format!("The {shadow} begins to leave the Earth"),
        _ => format!("The {shadow} leaves the Earth"),
    }
}
