//! What a parameter of an operation may be: read by `input.rs` from a request, and by `openapi.rs` into the
//! description, so that both say the same.

/// Where a parameter stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A part of the path; always required.
    Path,
    /// After the question mark.
    Query {
        /// Whether it must be there.
        required: bool,
    },
}

/// What values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// `[DATE_TIME]`.
    DateTime,
    /// A number within bounds, both included.
    Number {
        /// Least.
        from: f64,
        /// Greatest.
        to: f64,
    },
    /// A whole number within bounds, both included.
    Integer {
        /// Least.
        from: i64,
        /// Greatest.
        to: i64,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// A comma-separated list of these words; a word after a colon is a short form of the one before.
    Words(&'static [&'static str]),
    /// `LAT,LNG` in degrees and, if there is a third, a height in metres.
    Observer,
    /// `RA,DECL` in degrees.
    Equatorial,
    /// Free text.
    Text,
}

/// A parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// The documented name.
    pub name: &'static str,
    /// Other names that are taken for it.
    pub aliases: &'static [&'static str],
    /// Where it stands.
    pub place: Place,
    /// What it takes.
    pub kind: Kind,
    /// What it means.
    pub meaning: &'static str,
    /// A value that works.
    pub example: &'static str,
}

impl Parameter {
    /// A part of the path.
    pub const fn path(name: &'static str, kind: Kind, example: &'static str, meaning: &'static str) -> Self {
        Self { name, aliases: &[], place: Place::Path, kind, meaning, example }
    }

    /// One that may be left out.
    pub const fn optional(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { name, aliases: &[], place: Place::Query { required: false }, kind, meaning, example }
    }

    /// One that must be there.
    pub const fn required(
        name: &'static str,
        kind: Kind,
        example: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { name, aliases: &[], place: Place::Query { required: true }, kind, meaning, example }
    }

    /// The same under more names.
    pub const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Whether a name in a query means this parameter.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// Greatest distance of a Julian Day from that of 1970 which an ECMAScript date can express.
const DATE_DAYS: f64 = 100_000_000.0;

/// Julian Days that have a date.
pub const JULIAN_DAY: Kind = Kind::Number {
    from: astro::constants::UNIX_EPOCH_JD - DATE_DAYS,
    to: astro::constants::UNIX_EPOCH_JD + DATE_DAYS,
};

/// Greatest height of an observer, metres: the top of the atmosphere.
pub const HIGHEST_M: f64 = 100_000.0;
/// Least height of an observer, metres.
pub const LOWEST_M: f64 = -12_000.0;

/// `deltaT`, of every operation that depends on it.
pub const DELTA_T: Parameter = Parameter::optional(
    "deltaT",
    Kind::Number { from: -100_000.0, to: 100_000.0 },
    "69.2",
    "ΔT = TT − UT1 in seconds, in place of the service's own value, for “what if” and for comparing with other software on equal terms; echoed in `query.deltaT`.",
);

/// `obs`, where it may be left out.
pub const OBS: Parameter = Parameter::optional(
    "obs",
    Kind::Observer,
    "38.9,-77.04,20",
    "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and metres above mean sea level (0 if left out).",
)
.or(&["observer"]);

/// Always allowed.
pub const COST: Parameter = Parameter::optional(
    "cost",
    Kind::Word(&["1"]),
    "1",
    "`cost=1` answers with the cost of the call alone; nothing is computed and nothing charged.",
);
/// Always allowed.
pub const API_KEY: Parameter = Parameter::optional(
    "apiKey",
    Kind::Text,
    "YOUR_KEY",
    "The key of the account, unless an access token is sent.",
);
