//! The parameters of the widgets.

use crate::api::flag::FLAG;
use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter};

pub(crate) const DATE: Parameter = Parameter::required(
    "date",
    Kind::DateTime,
    "2024-04-08",
    "Date of the eclipse, preferably `YYYY-MM-DD`; any instant within 1.5 days of greatest eclipse selects \
        it. Years 1500 … 2500, or −1999 … 3000 with `era=canon`. Dates are always Gregorian \
        (`-000584-05-22`).",
);
pub(crate) const OBS: Parameter = Parameter::optional(
    "obs",
    Kind::Observer,
    "25.29,-104.15",
    "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level \
        (default 0). The page marks the place and shows its local circumstances.",
)
.or(&["observer"])
.in_example();
pub(crate) const OBS_REQUIRED: Parameter = Parameter::required(
    "obs",
    Kind::Observer,
    "25.29,-104.15",
    "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level \
        (default 0).",
)
.or(&["observer"]);
pub(crate) const TITLE: Parameter = Parameter::optional(
    "title",
    Kind::Text,
    "Camp",
    "Name of the observer's place, plain text of at most 200 characters. Ignored without `obs`.",
);
pub(crate) const SUBTITLE: Parameter = Parameter::optional(
    "subtitle",
    Kind::Text,
    "Nazas",
    "Text below the title, plain text of at most 200 characters. Ignored without `obs`.",
);
pub(crate) const ATTRIBUTION: Parameter = Parameter::optional(
    "attribution",
    Kind::Word(<Attribution as Word>::WORDS),
    "1",
    "`0` hides the link to the service's website; requires the plan Pro or higher.",
);
pub(crate) const CENTER: Parameter = Parameter::optional(
    "center",
    Kind::Place,
    "25.29,-104.15",
    "Centre of the map as `LAT,LNG`, degrees; default `obs`. Without both, the map shows the whole path and \
        ignores `z`.",
);
pub(crate) const ZOOM: Parameter =
    Parameter::optional("z", Kind::Integer { from: 0, to: 19 }, "9", ZOOM_TEXT);
const ZOOM_TEXT: &str = "Initial zoom of the map. The default is 13, or 7 on the built-in map, where the \
    maximum is 8.";
pub(crate) const MAP: Parameter = Parameter::optional(
    "map",
    Kind::Word(<Layer as Word>::WORDS),
    "osm",
    "Style of the map: `osm` (the default), `ocm` or `top`. Uses external tiles if the operator configured \
        them for this style, and the built-in map otherwise.",
);
pub(crate) const START: Parameter = Parameter::optional(
    "t",
    Kind::Text,
    "C2-30",
    "Initial instant: an ISO 8601 instant, or `C1`, `C2`, `max`, `C3`, `C4` with an optional offset in \
        seconds, such as `C2-30`; at most 12 hours from greatest eclipse. The default is a minute before C1, \
        or sunrise if that is later.",
);
pub(crate) const SPEED: Parameter = Parameter::optional(
    "speed",
    Kind::Number { from: 0.0, to: 3600.0 },
    "60",
    "Speed of time, 0.1 … 3600, or 0 to stop it. The default is 60.",
);
pub(crate) const UP: Parameter = Parameter::optional(
    "up",
    Kind::Word(<Up as Word>::WORDS),
    "zenith",
    "Direction at the top: `zenith` (the default), celestial `north`, or the north of the `sun`.",
);
pub(crate) const FIELD: Parameter = Parameter::optional(
    "fov",
    Kind::Number { from: 0.3, to: 20.0 },
    "1.5",
    "Field of view, degrees. The default is 1.5.",
);
pub(crate) const PLAY: Parameter = Parameter::optional(
    "play",
    FLAG,
    "0",
    "`1` starts playback when the page loads, unless the browser prefers reduced motion.",
);
pub(crate) const LIMB: Parameter = Parameter::optional(
    "limb",
    FLAG,
    "0",
    "`1` draws the mountains of the Moon's limb and includes them in C2 and C3. Requires the plan Pro or \
        higher and data of the operator.",
);
pub(crate) const EXAGGERATION: Parameter = Parameter::optional(
    "exaggeration",
    Kind::Number { from: 1.0, to: 100.0 },
    "1",
    "Exaggeration of the heights of the limb. The default is 1. Ignored without `limb=1`.",
);

/// Whether the page shows the link to the service's website.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Attribution {
    Hidden,
    Shown,
}

impl Word for Attribution {
    const WORDS: &'static [&'static str] = &["0", "1"];
    const VALUES: &'static [Self] = &[Self::Hidden, Self::Shown];
}

/// The style of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Layer {
    Osm,
    Ocm,
    Top,
}

impl Word for Layer {
    const WORDS: &'static [&'static str] = &crate::api::settings::LAYER_WORDS;
    const VALUES: &'static [Self] = &[Self::Osm, Self::Ocm, Self::Top];
}

/// Direction at the top of the sky.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Up {
    Zenith,
    North,
    Sun,
}

impl Word for Up {
    const WORDS: &'static [&'static str] = &["zenith", "north", "sun"];
    const VALUES: &'static [Self] = &[Self::Zenith, Self::North, Self::Sun];
}
