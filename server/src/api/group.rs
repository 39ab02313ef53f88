//! Groups of operations: the tags of the OpenAPI description, and the chapters of `/docs`.

/// A group of related operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Dates, Julian Days and ΔT.
    Time,
    /// Positions, rise and set, and appearance of Sun and Moon.
    SunAndMoon,
    /// Sunlight under a clear sky.
    Sunlight,
    SolarEclipses,
    LunarEclipses,
    /// Events of the sky and meteor showers.
    Events,
    /// Heights of the ground, and lines along and over it.
    Ground,
    /// Pages for frames of other pages.
    Widgets,
    Tiles,
    Service,
}

impl Group {
    /// All groups, in the order of the documentation.
    pub(crate) const ALL: [Self; 10] = [
        Self::Time,
        Self::SunAndMoon,
        Self::Sunlight,
        Self::SolarEclipses,
        Self::LunarEclipses,
        Self::Events,
        Self::Ground,
        Self::Widgets,
        Self::Tiles,
        Self::Service,
    ];

    /// The name of the group, for people and for generators of clients.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Time => "Time",
            Self::SunAndMoon => "Sun and Moon",
            Self::Sunlight => "Sunlight",
            Self::SolarEclipses => "Solar eclipses",
            Self::LunarEclipses => "Lunar eclipses",
            Self::Events => "Events",
            Self::Ground => "Ground",
            Self::Widgets => "Widgets",
            Self::Tiles => "Tiles",
            Self::Service => "Service",
        }
    }

    /// The name of the group in addresses: lower case, with hyphens.
    pub(crate) fn slug(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::SunAndMoon => "sun-and-moon",
            Self::Sunlight => "sunlight",
            Self::SolarEclipses => "solar-eclipses",
            Self::LunarEclipses => "lunar-eclipses",
            Self::Events => "events",
            Self::Ground => "ground",
            Self::Widgets => "widgets",
            Self::Tiles => "tiles",
            Self::Service => "service",
        }
    }

    /// Returns a summary of the operations in the group.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Time => "Dates, Julian Days, and ΔT, the lag of the Earth's rotation behind uniform time.",
            Self::SunAndMoon => {
                "Positions of Sun, Moon, Galactic Center and stars, rise and set, searches by azimuth and \
                    altitude, and the orientation of the Moon."
            }
            Self::Sunlight => "Sunlight on the ground and on tilted surfaces, under a clear sky.",
            Self::SolarEclipses => {
                "The catalog of all solar eclipses −1999 … +3000, their elements and maps, and their \
                    circumstances at a place."
            }
            Self::LunarEclipses => {
                "The catalog of all lunar eclipses −1999 … +3000, and their circumstances at a place."
            }
            Self::Events => "Seasons, phases of the Moon, nodes and extremes, and meteor showers.",
            Self::Ground => "Heights of the ground, shortest paths, and visibility over the ground.",
            Self::Widgets => "The map and the simulator of an eclipse, as pages to embed in other pages.",
            Self::Tiles => "Tiles of maps: the tiles that cover a box, and the tiles of the base map.",
            Self::Service => "Version, tokens, usage, this description, and probes for supervisors.",
        }
    }
}
