//! The words for the curves of an eclipse.

/// A curve or set of curves that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PathWord {
    /// `c`: the central line.
    Centre,
    /// `tn`: the northern limit of totality or annularity.
    NorthernLimit,
    /// `ts`: the southern limit of totality or annularity.
    SouthernLimit,
    /// `pn`: the northern limit of the partial eclipse.
    NorthernPartial,
    /// `ps`: the southern limit of the partial eclipse.
    SouthernPartial,
    /// `eqn`: northern lines of equal magnitude or obscuration.
    NorthernEqual,
    /// `eqs`: southern lines of equal magnitude or obscuration.
    SouthernEqual,
    /// `area`: the path of totality or annularity as polygons.
    Area,
    /// `region`: the region of the whole eclipse as polygons.
    Region,
    /// `rs`: where the eclipse begins or ends at sunrise or sunset.
    RiseSet,
    /// `mh`: where the eclipse is greatest at sunrise or sunset.
    MaximumOnHorizon,
    /// `iso`: where the eclipse is greatest at stated instants.
    Isochrones,
    /// `out`: outlines of the umbra at stated instants.
    Outlines,
    /// `pts`: contacts with the Earth and other single points.
    Points,
}

impl PathWord {
    /// All curves.
    pub const ALL: [Self; 14] = [
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

    /// The word.
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
        }
    }

    /// The family of the curves, for people.
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
        }
    }

    /// Whether it is a line of equal magnitude or obscuration, of which there is none until one is named.
    pub fn is_equal(self) -> bool {
        matches!(self, Self::NorthernEqual | Self::SouthernEqual)
    }
}
