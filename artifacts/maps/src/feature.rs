//! A curve with its identifier, name and style.

use crate::clock::time_of_day;
use crate::word::{Kind, PathWord};
use astro::eclipse::path::{Mark, Side, SunAt};
use geography::Geometry;

/// The property that distinguishes a feature from others of the same [`PathWord`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Subject {
    /// Nothing.
    Curve,
    /// A line of this magnitude.
    Magnitude(f64),
    /// A line of this obscuration.
    Obscuration(f64),
    /// A line on which totality or annularity lasts this long, s.
    Duration(f64),
    /// A band along the limit on a side.
    Band(Side),
    /// A curve on the horizon.
    Horizon {
        /// `true` if the eclipse begins, `false` if it ends.
        begins: bool,
        /// Sunrise or sunset.
        sun: SunAt,
    },
    /// An instant, milliseconds since 1970-01-01, 0h UT.
    Instant(i64),
    /// A single point, and its number among those with the same mark.
    Point(Mark, usize),
}

/// A curve of an eclipse, ready for a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// Identifier, unique in its collection and the same for the same curve.
    pub id: String,
    /// The curve that it belongs to.
    pub path: PathWord,
    /// The details.
    pub subject: Subject,
    /// The kind of eclipse there; none if it varies.
    pub kind: Option<Kind>,
    /// Its vertices in degrees, with `t` in hours of TD from t0.
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
                Subject::Duration(s) => format!("{} lasts {} s", capitalised(kind.noun()), decimals(s)),
                Subject::Band(of) => {
                    let side = if of == Side::North { "northern" } else { "southern" };
                    match self.path {
                        PathWord::Sigma => format!("One standard error of the {side} limit"),
                        _ => format!("Where one mountain or valley decides, {side} limit"),
                    }
                }
                Subject::Curve => format!("{side} limit of {}", kind.noun()),
            },
        }
    }

    /// Its default style.
    pub fn style(&self) -> Style {
        Style::of(self.path, self.kind)
    }

    /// Returns the duration of totality or annularity along it, s, if it is a line of equal duration.
    pub(crate) fn duration_s(&self) -> Option<f64> {
        match self.subject {
            Subject::Duration(duration_s) => Some(duration_s),
            _ => None,
        }
    }

    /// The first and last instant along it, hours of TD from t0; none without vertices.
    pub fn span(&self) -> Option<(f64, f64)> {
        let instants = self.geometry.runs().flatten().map(|vertex| vertex.t);
        instants.fold(None, |span, t| match span {
            None => Some((t, t)),
            Some((from, to)) => Some((f64::min(from, t), f64::max(to, t))),
        })
    }
}

/// Default colours and widths, as simplestyle 1.1 defines them. Only polygons are filled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Red, green and blue of the line.
    pub stroke: [u8; 3],
    /// Width of the line, pixels.
    pub stroke_width: f64,
    /// Red, green and blue of the area.
    pub fill: [u8; 3],
    /// Opacity of the area, 0 … 1.
    pub fill_opacity: f64,
}

impl Style {
    /// Returns the style of a curve.
    pub fn of(path: PathWord, kind: Option<Kind>) -> Self {
        let central = if kind == Some(Kind::Annular) { [0xe6, 0x51, 0x00] } else { [0x1a, 0x23, 0x7e] };
        let (stroke, stroke_width, fill_opacity) = match path {
            PathWord::Centre => ([0xc6, 0x28, 0x28], 2.0, 0.0),
            PathWord::NorthernLimit | PathWord::SouthernLimit => (central, 2.0, 0.0),
            PathWord::NorthernPartial | PathWord::SouthernPartial => ([0x45, 0x5a, 0x64], 2.0, 0.0),
            PathWord::NorthernEqual | PathWord::SouthernEqual => ([0x78, 0x90, 0x9c], 1.0, 0.0),
            PathWord::Area => (central, 1.0, 0.3),
            PathWord::Region => ([0x60, 0x7d, 0x8b], 1.0, 0.15),
            PathWord::RiseSet => ([0xef, 0x6c, 0x00], 1.5, 0.0),
            PathWord::MaximumOnHorizon => ([0x6a, 0x1b, 0x9a], 1.5, 0.0),
            PathWord::Isochrones => ([0x2e, 0x7d, 0x32], 1.0, 0.0),
            PathWord::Outlines => ([0x21, 0x21, 0x21], 1.0, 0.5),
            PathWord::Points => ([0xc6, 0x28, 0x28], 1.0, 0.0),
            PathWord::Durations => ([0x00, 0x83, 0x8f], 1.0, 0.0),
            PathWord::Sigma => ([0x61, 0x61, 0x61], 0.5, 0.3),
            PathWord::Valley => ([0xf9, 0xa8, 0x25], 0.5, 0.4),
        };
        Self { stroke, stroke_width, fill: stroke, fill_opacity }
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Rounds a number to six decimals.
///
/// ```
/// assert_eq!(maps::decimals(1.0 / 3.0), 0.333333);
/// ```
pub fn decimals(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

pub(crate) fn sun_word(sun: SunAt) -> &'static str {
    match sun {
        SunAt::Sunrise => "sunrise",
        SunAt::Sunset => "sunset",
    }
}

/// The key of a point, such as `P1`; transitions are numbered.
pub(crate) fn point_key(mark: Mark, number: usize) -> String {
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

/// The name of a point, given what is seen there.
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
