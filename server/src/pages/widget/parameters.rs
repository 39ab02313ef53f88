//! The parameters of the widgets.

use crate::api::flag::FLAG;
use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter};

pub(super) const DATE: Parameter = Parameter::required(
    "date",
    Kind::DateTime,
    "2024-04-08",
    "Date of the eclipse, `YYYY-MM-DD` best; any instant within 1.5 days of greatest eclipse names it. Years \
        1500 … 2500, or with `era=canon` −1999 … 3000 (`-000584-05-22`; dates are Gregorian always).",
);
pub(super) const OBS: Parameter = Parameter::optional(
    "obs",
    Kind::Observer,
    "25.29,-104.15",
    "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level (0 if \
        left out), who gets a mark and the local circumstances.",
)
.or(&["observer"])
.in_example();
pub(super) const OBS_REQUIRED: Parameter = Parameter::required(
    "obs",
    Kind::Observer,
    "25.29,-104.15",
    "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level (0 if \
        left out).",
)
.or(&["observer"]);
pub(super) const TITLE: Parameter = Parameter::optional(
    "title",
    Kind::Text,
    "Camp",
    "Name of the observer's place, plain text of at most 200 characters; no effect without `obs`.",
);
pub(super) const SUBTITLE: Parameter = Parameter::optional(
    "subtitle",
    Kind::Text,
    "Nazas",
    "What is said below it, plain text of at most 200 characters; no effect without `obs`.",
);
pub(super) const ATTRIBUTION: Parameter = Parameter::optional(
    "attribution",
    Kind::Word(<Attribution as Word>::WORDS),
    "1",
    "`0` leaves out the link to the service's website; needs the Pro plan or higher.",
);
pub(super) const CENTER: Parameter = Parameter::optional(
    "center",
    Kind::Place,
    "25.29,-104.15",
    "Centre of the map as `LAT,LNG`, degrees. Without it `obs`; without both the whole path is shown and `z` \
        has no effect.",
);
pub(super) const ZOOM: Parameter =
    Parameter::optional("z", Kind::Integer { from: 0, to: 19 }, "9", ZOOM_TEXT);
const ZOOM_TEXT: &str = "Zoom of the map; 13 if left out, or 7 on the built-in map, which begins no nearer \
    than 8.";
pub(super) const MAP: Parameter = Parameter::optional(
    "map",
    Kind::Word(<Layer as Word>::WORDS),
    "osm",
    "The style of the map: `osm` (the default), `ocm` or `top`; outside tiles where the operator has set \
        some for the word, the built-in map otherwise.",
);
pub(super) const START: Parameter = Parameter::optional(
    "t",
    Kind::Text,
    "C2-30",
    "The instant at the start: an ISO 8601 instant, or `C1`, `C2`, `max`, `C3`, `C4` with seconds before or \
        after it, `C2-30`; at most 12 hours from greatest eclipse. A minute before C1 if left out, or when \
        the Sun has risen.",
);
pub(super) const SPEED: Parameter = Parameter::optional(
    "speed",
    Kind::Number { from: 0.0, to: 3600.0 },
    "60",
    "How many times faster time runs, 0.1 … 3600, or 0 for a time that stands still; 60 if left out.",
);
pub(super) const UP: Parameter = Parameter::optional(
    "up",
    Kind::Word(<Up as Word>::WORDS),
    "zenith",
    "What is above: `zenith` (the default), celestial `north`, or the north of the `sun`.",
);
pub(super) const FIELD: Parameter = Parameter::optional(
    "fov",
    Kind::Number { from: 0.3, to: 20.0 },
    "1.5",
    "Field of view, degrees; 1.5 if left out.",
);
pub(super) const PLAY: Parameter = Parameter::optional(
    "play",
    FLAG,
    "0",
    "`1` lets time run from the start; browsers that are told to move little leave it standing.",
);
pub(super) const LIMB: Parameter = Parameter::optional(
    "limb",
    FLAG,
    "0",
    "`1` draws the mountains of the Moon's limb, and C2 and C3 are those behind them; needs the Pro plan or \
        higher and the operator's data.",
);
pub(super) const EXAGGERATION: Parameter = Parameter::optional(
    "exaggeration",
    Kind::Number { from: 1.0, to: 100.0 },
    "1",
    "How many times higher the limb is drawn than it is; 1 if left out. No effect without `limb=1`.",
);

/// Whether the link to the service's website is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Attribution {
    Hidden,
    Shown,
}

impl Word for Attribution {
    const WORDS: &'static [&'static str] = &["0", "1"];
    const VALUES: &'static [Self] = &[Self::Hidden, Self::Shown];
}

/// The style or the outside tiles of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Layer {
    Osm,
    Ocm,
    Top,
}

impl Word for Layer {
    const WORDS: &'static [&'static str] = &crate::api::settings::LAYER_WORDS;
    const VALUES: &'static [Self] = &[Self::Osm, Self::Ocm, Self::Top];
}

/// What is above in the picture of the sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Up {
    Zenith,
    North,
    Sun,
}

impl Word for Up {
    const WORDS: &'static [&'static str] = &["zenith", "north", "sun"];
    const VALUES: &'static [Self] = &[Self::Zenith, Self::North, Self::Sun];
}
