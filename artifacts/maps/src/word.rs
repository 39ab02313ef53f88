//! The words of the interface for curves and for the phases seen on them.

use astro::eclipse::path::CentralKind;
use serde::Serialize;
use utoipa::ToSchema;

/// Words of `paths`, each for a curve or a set of curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = PathWordName)]
pub enum PathWord {
    /// `c`: the central line.
    #[serde(rename = "c")]
    Centre,
    /// `tn`: the northern limit of totality or annularity.
    #[serde(rename = "tn")]
    NorthernLimit,
    /// `ts`: the southern limit of totality or annularity.
    #[serde(rename = "ts")]
    SouthernLimit,
    /// `pn`: the northern limit of the partial eclipse.
    #[serde(rename = "pn")]
    NorthernPartial,
    /// `ps`: the southern limit of the partial eclipse.
    #[serde(rename = "ps")]
    SouthernPartial,
    /// `eqn`: northern lines of equal magnitude or obscuration.
    #[serde(rename = "eqn")]
    NorthernEqual,
    /// `eqs`: southern lines of equal magnitude or obscuration.
    #[serde(rename = "eqs")]
    SouthernEqual,
    /// `area`: the path of totality or annularity as polygons.
    #[serde(rename = "area")]
    Area,
    /// `region`: the region of the whole eclipse as polygons.
    #[serde(rename = "region")]
    Region,
    /// `rs`: where the eclipse begins or ends at sunrise or sunset.
    #[serde(rename = "rs")]
    RiseSet,
    /// `mh`: where the eclipse is greatest at sunrise or sunset.
    #[serde(rename = "mh")]
    MaximumOnHorizon,
    /// `iso`: where the eclipse is greatest at given instants.
    #[serde(rename = "iso")]
    Isochrones,
    /// `out`: outlines of the umbra at given instants.
    #[serde(rename = "out")]
    Outlines,
    /// `pts`: contacts with the Earth and other single points.
    #[serde(rename = "pts")]
    Points,
    /// `dur`: where totality or annularity lasts given times.
    #[serde(rename = "dur")]
    Durations,
    /// `sigma`: one standard error of a limit to either side.
    #[serde(rename = "sigma")]
    Sigma,
    /// `valley`: where a single valley of the Moon keeps totality away, or a single mountain breaks the ring.
    #[serde(rename = "valley")]
    Valley,
}

impl PathWord {
    /// All curves.
    pub const ALL: [Self; 17] = [
        Self::Centre,
        Self::NorthernLimit,
        Self::SouthernLimit,
        Self::NorthernPartial,
        Self::SouthernPartial,
        Self::NorthernEqual,
        Self::SouthernEqual,
        Self::Area,
        Self::Region,
        Self::RiseSet,
        Self::MaximumOnHorizon,
        Self::Isochrones,
        Self::Outlines,
        Self::Points,
        Self::Durations,
        Self::Sigma,
        Self::Valley,
    ];

    /// The curves of an ordinary map.
    pub const CLASSIC: [Self; 8] = [
        Self::Centre,
        Self::NorthernLimit,
        Self::SouthernLimit,
        Self::NorthernPartial,
        Self::SouthernPartial,
        Self::RiseSet,
        Self::MaximumOnHorizon,
        Self::Points,
    ];

    /// The word, which the interface and the table `paths` use.
    ///
    /// ```
    /// use maps::PathWord;
    /// let words = PathWord::CLASSIC.map(PathWord::word);
    /// assert_eq!(words, ["c", "tn", "ts", "pn", "ps", "rs", "mh", "pts"]);
    /// ```
    pub fn word(self) -> &'static str {
        match self {
            Self::Centre => "c",
            Self::NorthernLimit => "tn",
            Self::SouthernLimit => "ts",
            Self::NorthernPartial => "pn",
            Self::SouthernPartial => "ps",
            Self::NorthernEqual => "eqn",
            Self::SouthernEqual => "eqs",
            Self::Area => "area",
            Self::Region => "region",
            Self::RiseSet => "rs",
            Self::MaximumOnHorizon => "mh",
            Self::Isochrones => "iso",
            Self::Outlines => "out",
            Self::Points => "pts",
            Self::Durations => "dur",
            Self::Sigma => "sigma",
            Self::Valley => "valley",
        }
    }

    /// The family of the curves, for people: a folder in KML.
    pub fn family(self) -> &'static str {
        match self {
            Self::Centre | Self::NorthernLimit | Self::SouthernLimit => "Central path",
            Self::NorthernPartial | Self::SouthernPartial => "Limits of the partial eclipse",
            Self::NorthernEqual | Self::SouthernEqual => "Equal magnitude",
            Self::Area | Self::Region => "Regions",
            Self::RiseSet => "Sunrise and sunset",
            Self::MaximumOnHorizon => "Maximum at sunrise and sunset",
            Self::Isochrones => "Maximum by the hour",
            Self::Outlines => "Outlines of the shadow",
            Self::Points => "Contacts and other points",
            Self::Durations => "Equal duration",
            Self::Sigma | Self::Valley => "Bands along the limits",
        }
    }

    /// Returns whether the curve needs durations, mountains or ground.
    pub fn needs_more(self) -> bool {
        matches!(self, Self::Durations | Self::Sigma | Self::Valley)
    }

    /// Returns whether the curve is a line of equal magnitude or obscuration, which needs a value.
    pub fn is_equal(self) -> bool {
        matches!(self, Self::NorthernEqual | Self::SouthernEqual)
    }
}

/// The kind of eclipse on or within a curve at maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PathKind)]
pub enum Kind {
    /// The Sun is covered.
    Total,
    /// A ring remains.
    Annular,
    /// A part of the Sun is covered.
    Partial,
}

impl Kind {
    /// The word of the interface.
    pub fn word(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::Annular => "annular",
            Self::Partial => "partial",
        }
    }

    /// The phase as a noun.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Total => "totality",
            Self::Annular => "annularity",
            Self::Partial => "the partial eclipse",
        }
    }

    /// The shadow inside which it is seen.
    pub(crate) fn shadow(self) -> &'static str {
        match self {
            Self::Total => "umbra",
            Self::Annular => "antumbra",
            Self::Partial => "penumbra",
        }
    }
}

impl From<CentralKind> for Kind {
    fn from(kind: CentralKind) -> Self {
        match kind {
            CentralKind::Total => Self::Total,
            CentralKind::Annular => Self::Annular,
        }
    }
}
