//! The parameters of the operation.

use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter};
use crate::endpoints::elements::DAY;
use crate::vocabulary::delta_t::{DELTA_T, DELTA_T_MODEL};
use crate::vocabulary::eclipse_theory::{ERA, K1, K2, SUN_RADIUS, THEORY};
use maps::{Cut, Format, PathWord};

/// All of them, in the order of the documentation.
pub(super) const ALL: &[Parameter] = &[
    DAY,
    PATHS,
    SPACING_FACTOR,
    TOLERANCE,
    EQM,
    MAG,
    OBSCURATION,
    MIN_ALT,
    POLY,
    ISO_STEP,
    OUT_STEP,
    STEP,
    EXTRAS,
    FORMAT,
    CUT,
    THEORY,
    ERA,
    K1,
    K2,
    SUN_RADIUS,
    DELTA_T,
    DELTA_T_MODEL,
];

/// A word of `paths`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Asked {
    /// One curve or set of curves.
    Curve(PathWord),
    /// The curves of an ordinary map.
    Classic,
    /// Every curve; lines of equal magnitude if magnitudes are given.
    All,
}

impl Word for Asked {
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

/// A word of `extras`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Extra {
    Times,
    Centre,
}

impl Word for Extra {
    const WORDS: &'static [&'static str] = &["times", "centre"];
    const VALUES: &'static [Self] = &[Self::Times, Self::Centre];
}

impl Word for Cut {
    const WORDS: &'static [&'static str] = &["antimeridian", "none"];
    const VALUES: &'static [Self] = &[Self::Antimeridian, Self::None];
}

pub(super) const PATHS: Parameter = Parameter::optional(
    "paths",
    Kind::Words(Asked::WORDS),
    "c,tn,ts",
    "The curves, comma-separated or repeated, in the order of the answer: `c` central line (the default) · \
        `tn`, `ts` northern and southern limit of totality or annularity · `pn`, `ps` limits of the partial \
        eclipse · `eqn`, `eqs` lines of equal magnitude (`eqm`, `mag`) or obscuration · `area` path of \
        totality or annularity, `region` where any phase is seen, both as polygons · `rs` where the eclipse \
        begins or ends at sunrise or sunset · `mh` where it is greatest at sunrise or sunset · `iso` where \
        it is greatest at whole multiples of `isoStep` · `out` outlines of the umbra at those of `outStep` \
        · `pts` contacts of penumbra (P1–P4), umbra (U1–U4) and axis (C1, C2) with the Earth, greatest \
        eclipse (GE) and duration (GD), transitions of a hybrid (H1, H2) · `classic` is \
        `c,tn,ts,pn,ps,rs,mh,pts` · `all`, with `eqn` and `eqs` if magnitudes are given.",
);
pub(super) const SPACING_FACTOR: Parameter = Parameter::optional(
    "spacingFactor",
    Kind::Integer { from: 1, to: 40 },
    "4",
    "A vertex wherever a line crosses a multiple of 1/spacingFactor degrees of longitude, at both ends, and \
        wherever neighbours would be further apart than 1.5/spacingFactor degrees. In place of `tolerance`.",
);
pub(super) const TOLERANCE: Parameter = Parameter::optional(
    "tolerance",
    Kind::Number { from: 1.0, to: 10_000.0 },
    "1000",
    "Vertices so dense that a straight edge in longitude and latitude is nowhere further than this from its \
        curve; metres, 100 if left out.",
);
pub(super) const EQM: Parameter = Parameter::optional(
    "eqm",
    Kind::Integer { from: 0, to: 19 },
    "1",
    "How many lines of equal magnitude on either side, at magnitudes k/(eqm+1): 1 gives 0.5, 4 gives 0.2, \
        0.4, 0.6, 0.8.",
);
/// Parts of the Sun, with six decimals: more than nothing and less than all.
const SHARES: Kind = Kind::Numbers { from: 0.000_001, to: 0.999_999 };
pub(super) const MAG: Parameter = Parameter::optional(
    "mag",
    SHARES,
    "0.5,0.9",
    "Magnitudes of `eqn` and `eqs`, in place of `eqm`: comma-separated or repeated; six decimals count.",
);
pub(super) const OBSCURATION: Parameter = Parameter::optional(
    "obscuration",
    SHARES,
    "0.8",
    "Obscurations (parts of the Sun's disk) of lines of `eqn` and `eqs`, likewise. A line that would begin \
        and end on the path of an annular eclipse is left out.",
);
pub(super) const MIN_ALT: Parameter = Parameter::optional(
    "minAlt",
    Kind::Number { from: -2.0, to: 89.0 },
    "0",
    "Least airless altitude of the Sun's centre along `c`, `tn`, `ts`, `pn`, `ps`, `eqn`, `eqs`, degrees; \
        0 if left out.",
);
pub(super) const POLY: Parameter = Parameter::optional(
    "poly",
    Kind::Form("^(tn,c,ts|pn,c,ps)(;(tn,c,ts|pn,c,ps))*$"),
    "tn,c,ts",
    "Curves that are joined to a polygon: `tn,c,ts` (the same as `area`) or `pn,c,ps` (the same as \
        `region`), several separated by `;`. Added to `paths`.",
);
pub(super) const ISO_STEP: Parameter = Parameter::optional(
    "isoStep",
    Kind::Number { from: 1.0, to: 60.0 },
    "30",
    "Minutes of UT between the lines of `iso`, counted from midnight; 30 if left out.",
);
pub(super) const OUT_STEP: Parameter = Parameter::optional(
    "outStep",
    Kind::Number { from: 0.1, to: 60.0 },
    "10",
    "Minutes of UT between the outlines of `out`, counted from midnight; 10 if left out.",
);
pub(super) const STEP: Parameter = Parameter::optional(
    "step",
    Kind::Number { from: 0.1, to: 60.0 },
    "1",
    "Minutes of UT between the rows of `csv`, counted from midnight; 1 if left out.",
);
pub(super) const EXTRAS: Parameter = Parameter::optional(
    "extras",
    Kind::Words(Extra::WORDS),
    "times,centre",
    "Properties of `geojson`, nested as the coordinates: `times`, the instant of every vertex of lines and \
        of the boundaries of areas; `centre`, along `c`: `durationSec`, `widthKM`, `ratio` of the diameters \
        of Moon and Sun, `sunAltitude`, `sunAzimuth` (degrees, from north through east).",
);
pub(super) const FORMAT: Parameter = Parameter::optional(
    "format",
    Kind::Word(Format::WORDS),
    "geojson",
    "`geojson` (the default), `json`, `kml`, `czml`, `gpx` or `csv`. Without it `Accept` decides.",
);
pub(super) const CUT: Parameter = Parameter::optional(
    "cut",
    Kind::Word(<Cut as Word>::WORDS),
    "antimeridian",
    "`antimeridian` (the default): curves are cut at ±180. `none`: longitudes run on beyond, for maps that \
        repeat the world; with `geojson` and `json`.",
);
