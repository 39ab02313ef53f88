//! The words of the interface for curves and for the phases seen on them.

use astro::eclipse::path::CentralKind;
use serde::Serialize;
use utoipa::ToSchema;

/// Declares the words once: as variants, and as texts in Rust, JSON and its schema.
macro_rules! path_words {
    ($($(#[$about:meta])+ $word:tt = $variant:ident,)+) => {
        /// Words of `paths`, each for a curve or a set of curves.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
        #[schema(as = PathWordName)]
        pub enum PathWord {
            $($(#[$about])+ #[serde(rename = $word)] $variant,)+
        }

        impl PathWord {
            /// All curves.
            pub const ALL: [Self; 17] = [$(Self::$variant),+];

            /// The word, which the interface and the table `paths` use.
            ///
            /// ```
            /// use maps::PathWord;
            /// let words = PathWord::CLASSIC.map(PathWord::word);
            /// assert_eq!(words, ["c", "tn", "ts", "pn", "ps", "rs", "mh", "pts"]);
            /// ```
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}

path_words! {
    /// The central line.
    "c" = Centre,
    /// The northern limit of totality or annularity.
    "tn" = NorthernLimit,
    /// The southern limit of totality or annularity.
    "ts" = SouthernLimit,
    /// The northern limit of the partial eclipse.
    "pn" = NorthernPartial,
    /// The southern limit of the partial eclipse.
    "ps" = SouthernPartial,
    /// Northern lines of equal magnitude or obscuration.
    "eqn" = NorthernEqual,
    /// Southern lines of equal magnitude or obscuration.
    "eqs" = SouthernEqual,
    /// The path of totality or annularity as polygons.
    "area" = Area,
    /// The region of the whole eclipse as polygons.
    "region" = Region,
    /// Places where the eclipse begins or ends at sunrise or sunset.
    "rs" = RiseSet,
    /// Places where the eclipse is greatest at sunrise or sunset.
    "mh" = MaximumOnHorizon,
    /// Places where the eclipse is greatest at given instants.
    "iso" = Isochrones,
    /// Outlines of the umbra at given instants.
    "out" = Outlines,
    /// Contacts with the Earth and other single points.
    "pts" = Points,
    /// Places where totality or annularity lasts given times.
    "dur" = Durations,
    /// One standard error of a limit to either side.
    "sigma" = Sigma,
    /// Places where a single valley of the Moon keeps totality away, or a single mountain breaks the ring.
    "valley" = Valley,
}

impl PathWord {
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
