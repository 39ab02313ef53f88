//! Groups of operations: the tags of the OpenAPI description, and the chapters of `/docs`.

/// Operations that belong together for a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// Dates, Julian Days and ΔT.
    Time,
    /// Where Sun and Moon stand, when they rise and set, and how they look.
    SunAndMoon,
    /// Sunlight under a clear sky.
    Sunlight,
    /// Solar eclipses.
    SolarEclipses,
    /// Lunar eclipses.
    LunarEclipses,
    /// Events of the sky and meteor showers.
    Events,
    /// Heights of the ground, lines along it and over it.
    Ground,
    /// Pages for frames of other pages.
    Widgets,
    /// Tiles of maps.
    Tiles,
    /// The service itself.
    Service,
}

impl Group {
    /// All groups, in the order in which readers meet them.
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

    /// What the operations of the group answer.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Time => "Dates, Julian Days, and ΔT, by which the turning Earth is behind uniform time.",
            Self::SunAndMoon => {
                "Positions of Sun, Moon, Galactic Center and stars, rise and set, searches by azimuth and \
                    altitude, and how the Moon is turned to us."
            }
            Self::Sunlight => "Sunlight on the ground and on tilted surfaces, under a clear sky.",
            Self::SolarEclipses => {
                "The catalog of all solar eclipses −1999 … +3000, their elements and maps, and what a place \
                    sees of them."
            }
            Self::LunarEclipses => {
                "The catalog of all lunar eclipses −1999 … +3000, and what a place sees of them."
            }
            Self::Events => "Seasons, phases of the Moon, nodes and extremes, and meteor showers.",
            Self::Ground => "Heights of the ground, shortest ways, and what is seen over the ground.",
            Self::Widgets => "The map and the simulator of an eclipse, as pages for frames of other pages.",
            Self::Tiles => "Tiles of maps: which ones cover a box, and those of the base map.",
            Self::Service => "Version, tokens, usage, this description, and probes for supervisors.",
        }
    }
}
