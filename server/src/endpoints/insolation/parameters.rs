//! The parameters of `/insolation/…`, and how they are read.

use super::sunlight::Panel;
use crate::api::flag::FLAG;
use crate::api::input::{Input, Required};
use crate::api::instant::Instant;
use crate::api::parameter::{Kind, Parameter, required_obs};
use crate::api::site::Site;
use crate::vocabulary::days::Days;

pub(super) const DATE: Parameter = Parameter::path(
    "date",
    Kind::DateTime,
    "2024-06-21T17:00:00Z",
    "The instant, Universal Time, in the years −1999 … +3000.",
);
pub(super) const START: Parameter =
    Parameter::path("start-date", Kind::DateTime, "2024-06-21", "Where the range begins, Universal Time.");
pub(super) const END: Parameter =
    Parameter::path("end-date", Kind::DateTime, "2024-06-22", "The end, not included.");
pub(super) const OBS: Parameter = required_obs("38.9,-77.04,20");
pub(super) const INTERVAL: Parameter = Parameter::optional(
    "interval",
    Kind::Number { from: 60.0, to: 86_400.0 },
    "1800",
    "Seconds between instants; 3600 if left out.",
);
pub(super) const STEP: Parameter = Parameter::optional(
    "interval",
    Kind::Integer { from: 60, to: 21_600 },
    "1800",
    "Greatest step of the integration in seconds, a divisor of 86400; 3600 if left out. A day without an \
        eclipse is right to 0.1 % with every step.",
);
pub(super) const TILT: Parameter = Parameter::optional(
    "tilt",
    Kind::Number { from: 0.0, to: 90.0 },
    "35",
    "Angle of the surface from level, degrees; 0 if left out.",
);
pub(super) const AZIMUTH: Parameter = Parameter::optional(
    "azimuth",
    Kind::Number { from: 0.0, to: 360.0 },
    "180",
    "Azimuth that the surface faces, degrees from north through east; 180 if left out.",
);
pub(super) const ALBEDO: Parameter = Parameter::optional(
    "albedo",
    Kind::Number { from: 0.0, to: 1.0 },
    "0.2",
    "Part of the light that the ground throws back: 0.2 grass (the default), 0.8 new snow.",
);
pub(super) const TURBIDITY: Parameter = Parameter::optional(
    "turbidity",
    Kind::Number { from: 1.0, to: 10.0 },
    "3",
    "Linke turbidity of the air: 2 clear and cold, 3 (the default), 5 in cities.",
);
pub(super) const ECLIPSE: Parameter = Parameter::optional(
    "eclipse",
    FLAG,
    "1",
    "`1` (or `true`) takes away what an eclipse of the Sun hides from the observer, the darkening of the \
        Sun's limb included, from all light alike; `0` (or `false`, the default) leaves it out of account.",
);

/// Beginning and end, and the observer.
pub(super) type Span = ((Required<Instant>, Required<Instant>), Required<Site>);

/// Beginning, end and observer of a range.
pub(super) fn span(input: &mut Input) -> Span {
    let (start, end) = (input.required(&START, Input::instant), input.required(&END, Input::instant));
    let site = input.required(&OBS, Input::site);
    Days::check_order(input, (&START, &start), (&END, &end));
    ((start, end), site)
}

/// The surface and the air before it.
pub(super) fn panel(input: &mut Input) -> Panel {
    Panel {
        tilt: input.number(&TILT).unwrap_or(0.0),
        azimuth: input.number(&AZIMUTH).unwrap_or(180.0),
        albedo: input.number(&ALBEDO).unwrap_or(0.2),
        turbidity: input.number(&TURBIDITY).unwrap_or(3.0),
    }
}
