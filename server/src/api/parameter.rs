//! Parameters of operations: read by `input.rs` from a request, and described by `openapi.rs`, so that both
//! say the same.

use accounts::access::KEY_PARAMETER;

/// The part of a request that contains a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A part of the path; always required.
    Path,
    /// In the query, after the question mark.
    Query {
        /// Whether the parameter is required.
        required: bool,
    },
}

/// The values that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A date and time, `[DATE_TIME]`.
    DateTime,
    /// A Julian Day that has a date, or the date itself.
    Day,
    /// A number within bounds, both included.
    Number {
        /// The least value.
        from: f64,
        /// The greatest value.
        to: f64,
    },
    /// A whole number within bounds, both included.
    Integer {
        /// The least value.
        from: i64,
        /// The greatest value.
        to: i64,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of these words, separated by commas or repeated; a word after a colon is a short form of the
    /// one before.
    Words(&'static [&'static str]),
    /// A list of numbers within bounds, both included, separated by commas or repeated.
    Numbers {
        /// The least value.
        from: f64,
        /// The greatest value.
        to: f64,
    },
    /// `MIN,MAX`: two numbers within bounds, all included, the lesser first.
    Bounds {
        /// The least value.
        from: f64,
        /// The greatest value.
        to: f64,
    },
    /// A text of this form, a regular expression.
    Form(&'static str),
    /// `LAT,LNG` in degrees and, if there is a third, a height in metres.
    Observer,
    /// `LAT,LNG` in degrees.
    Place,
    /// `LAT,LNG` in degrees, the longitude from −180 to 360.
    Point,
    /// A list of [`Kind::Point`], separated by semicolons or `|`.
    Points {
        /// How many there may be.
        most: usize,
    },
    /// `SOUTH,WEST,NORTH,EAST` in degrees, longitudes from −180 to 360.
    Area,
    /// `RA,DECL` in degrees.
    Equatorial,
    /// Any text.
    Text,
}

impl Kind {
    /// Numbers between bounds, both included.
    pub(crate) const fn between(self, min: f64, max: f64) -> Self {
        match self {
            Self::Number { .. } => Self::Number { from: min, to: max },
            Self::Numbers { .. } => Self::Numbers { from: min, to: max },
            Self::Bounds { .. } => Self::Bounds { from: min, to: max },
            Self::Integer { .. } => Self::Integer { from: min as i64, to: max as i64 },
            _ => panic!("only numbers have bounds"),
        }
    }

    /// A list of at most this length.
    pub(crate) const fn at_most(self, most: usize) -> Self {
        match self {
            Self::Points { .. } => Self::Points { most },
            _ => panic!("only a list of points has a greatest length"),
        }
    }
}

/// A parameter of an operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Parameter {
    /// The documented name.
    pub(crate) name: &'static str,
    /// Other accepted names.
    pub(crate) aliases: &'static [&'static str],
    /// The part of the request that contains the parameter.
    pub(crate) place: Place,
    /// The values that the parameter takes.
    pub(crate) kind: Kind,
    /// What the parameter means, for the description.
    pub(crate) meaning: &'static str,
    /// A value that works, for examples of calls.
    pub(crate) example: &'static str,
    /// Whether examples of calls show the parameter although it may be left out.
    pub(crate) is_in_example: bool,
}

impl Parameter {
    /// Makes a parameter in the path.
    pub(crate) const fn path(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { name, aliases: &[], place: Place::Path, kind, meaning, example, is_in_example: false }
    }

    /// Makes a parameter in the query that may be left out.
    pub(crate) const fn optional(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self {
            name,
            aliases: &[],
            place: Place::Query { required: false },
            kind,
            meaning,
            example,
            is_in_example: false,
        }
    }

    /// Makes a parameter in the query that is required.
    pub(crate) const fn required(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self {
            name,
            aliases: &[],
            place: Place::Query { required: true },
            kind,
            meaning,
            example,
            is_in_example: false,
        }
    }

    /// Shows the parameter in examples of calls although it may be left out.
    pub(crate) const fn in_example(self) -> Self {
        Self { is_in_example: true, ..self }
    }

    /// Gives the parameter another meaning.
    pub(crate) const fn meaning(self, meaning: &'static str) -> Self {
        Self { meaning, ..self }
    }

    /// Gives the parameter other names.
    pub(crate) const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Whether the parameter is a list, and may be repeated.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Words(_) | Kind::Numbers { .. })
    }

    /// Whether a name in a query means this parameter.
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// Items of a list that are read: more than any list has words.
pub(crate) const MAX_ITEMS: usize = 64;

/// Greatest distance of a Julian Day from that of 1970 which an ECMAScript date can express.
const DATE_DAYS: f64 = 100_000_000.0;

/// The first and the last Julian Day that has a date.
pub(crate) const JULIAN_DAYS: [f64; 2] =
    [astro::constants::UNIX_EPOCH_JD - DATE_DAYS, astro::constants::UNIX_EPOCH_JD + DATE_DAYS];

/// Greatest height of an observer, metres: the top of the atmosphere.
pub(crate) const HIGHEST_M: f64 = 100_000.0;
/// Least height of an observer, metres.
pub(crate) const LOWEST_M: f64 = -12_000.0;

/// The meaning of `obs`.
pub(crate) const OBSERVER: &str = "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and \
    metres above mean sea level (0 if left out).";

/// `cost`, which every operation takes.
pub(crate) const COST: Parameter = Parameter::optional(
    "cost",
    Kind::Word(&["1"]),
    "1",
    "`cost=1` answers with the cost of the call alone; nothing is charged, and nothing computed but what the \
        cost depends on.",
);
/// `apiKey`, which every operation takes.
pub(crate) const API_KEY: Parameter = Parameter::optional(
    KEY_PARAMETER,
    Kind::Text,
    "YOUR_KEY",
    "The key of the account, unless an access token is sent.",
);
