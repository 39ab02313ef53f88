//! The parameters of `/rise-transit-set`.

use super::extra::Extra;
use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter};
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::formats::CalendarFormat;

pub(super) const START: Parameter = Parameter::path(
    "start-date",
    Kind::DateTime,
    "2024-04-08",
    "Where the first day begins, Universal Time.",
);
pub(super) const END: Parameter = Parameter::path(
    "end-date",
    Kind::DateTime,
    "2024-04-10",
    "The end; days are counted up to it, and at least one is given.",
);
pub(super) const OBSERVER: Parameter = Parameter::required(
    "observer",
    Kind::Observer,
    "38.9,-77.04,20",
    "Observer as `LAT,LNG,ELEVATION`: degrees (negative south and west) and metres above mean sea level (0 \
        if left out).",
)
.or(&["obs"]);
pub(super) const BODY: Parameter = Parameter::required(
    "body",
    Kind::Words(CelestialBody::WORDS),
    "sun,moon",
    "Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center).",
);
pub(super) const HAH: Parameter = Parameter::optional(
    "hah",
    Kind::Number { from: 0.0, to: 100_000.0 },
    "100",
    "Height of the observer above the visible horizon in metres; lowers the horizon by 1.76′ √hah. 0 if \
        left out.",
);
pub(super) const EVENTS: Parameter = Parameter::optional(
    "events",
    Kind::Words(Extra::WORDS),
    "civil_dawn,civil_dusk",
    "More events, comma-separated or repeated. Of the Sun: `civil_dawn` and `civil_dusk` (6° below the \
        horizon), `nautical_…` (12°), `astronomical_…` (18°), all six as `twilights`; `golden_hour` (from \
        −4° to 6°), `blue_hour` (from −6° to −4°), `solar_midnight`. `lunar_lower_transit`, \
        `gc_lower_transit`. `all`: all of the bodies in `body`.",
);
pub(super) const TZ: Parameter = Parameter::optional(
    "tz",
    Kind::Form("^(auto|[A-Za-z][A-Za-z0-9_+/-]{1,40})$"),
    "America/New_York",
    "Time zone for local times beside UTC: a name of the IANA database, or `auto` for that of the place.",
);
pub(super) const DAY: Parameter = Parameter::optional(
    "day",
    Kind::Word(Day::WORDS),
    "utc",
    "`utc` (the default): days are 24 hours from `start-date`. `local`, with `tz`: `start-date` and \
        `end-date` are local dates, without a time, and each day lasts from one local midnight to the next, \
        23 or 25 hours where clocks are changed.",
);
pub(super) const FORMAT: Parameter = Parameter::optional(
    "format",
    Kind::Word(CalendarFormat::WORDS),
    "json",
    "`json` or `ics`, a calendar to subscribe to (iCalendar, RFC 5545; years 1 … 9999). If left out, what \
        `Accept` likes best.",
);

/// Where days begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Day {
    /// Every 24 hours.
    Utc,
    /// At local midnight.
    Local,
}

impl Word for Day {
    const WORDS: &'static [&'static str] = &["utc", "local"];
    const VALUES: &'static [Self] = &[Self::Utc, Self::Local];
}
