//! The parameters of `/lunar-limb`.

use crate::api::input::{Word, words};
use crate::api::parameter::{Kind, OBS, Parameter};
use crate::one_of::one_of;
use crate::vocabulary::formats::PictureFormat;
use artifacts::limb::Node;

/// Exaggeration of heights in a picture.
pub(super) const USUAL_VE: f64 = 10.0;

pub(super) const DATE: Parameter = Parameter::path(
    "date",
    Kind::DateTime,
    "2026-08-12T18:28:00Z",
    "The instant, Universal Time, in the years −1999 … +3000.",
);
/// The observer; the example is in the path of the eclipse of the example's date.
pub(super) const OBSERVER: Parameter = Parameter { example: "42.34,-3.70,860", ..OBS.in_example() };
pub(super) const L: Parameter = Parameter::optional(
    "l",
    Kind::Number { from: -Node::MOST_LONGITUDE_DEG, to: Node::MOST_LONGITUDE_DEG },
    "2.0",
    "Libration in longitude, degrees, −9 … 9; with `b` or not at all.",
);
pub(super) const B: Parameter = Parameter::optional(
    "b",
    Kind::Number { from: -Node::MOST_LATITUDE_DEG, to: Node::MOST_LATITUDE_DEG },
    "-0.1",
    "Libration in latitude, degrees, −1.6 … 1.6; with `l` or not at all.",
);
pub(super) const FORMAT: Parameter = Parameter::optional(
    "format",
    Kind::Word(PictureFormat::WORDS),
    "json",
    "Form of the answer; without it, the one that `Accept` likes best, `json` if it does not say.",
);
pub(super) const VE: Parameter = Parameter::optional(
    "ve",
    Kind::Number { from: 1.0, to: 100.0 },
    "10",
    "How many times heights are exaggerated in a picture (10); `json` ignores it.",
);

one_of! {
    /// Forms of a limb: JSON or a picture.
    LunarLimbFormat, String, words::<PictureFormat>()
}
