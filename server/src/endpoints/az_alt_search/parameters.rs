//! The parameters of `/az-alt-search`.

use crate::api::input::Word;
use crate::api::parameter::{Kind, Parameter, required_obs};
use crate::vocabulary::bodies::CelestialBody;
use astro::sky::passage::view::Reference;

pub(super) const START: Parameter = Parameter::path(
    "start-date",
    Kind::DateTime,
    "2026-07-01",
    "Where the search begins, Universal Time, in the years −1999 … +3000.",
);
pub(super) const END: Parameter = Parameter::path(
    "end-date",
    Kind::DateTime,
    "2026-08-01",
    "The end; days of 24 hours are counted up to it, at least one and at most 3,660.",
);
pub(super) const OBS: Parameter = required_obs("40.7527,-73.9772,20");
pub(super) const BODY: Parameter = Parameter::required(
    "body",
    Kind::Words(CelestialBody::WORDS),
    "sun",
    "Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center).",
);
pub(super) const AZ: Parameter = Parameter::optional(
    "az",
    Kind::Number { from: 0.0, to: 360.0 },
    "299.1",
    "Azimuth to be met, degrees from north through east. This or `alt` is required; both may be given.",
)
.in_example();
pub(super) const ALT: Parameter =
    Parameter::optional("alt", Kind::Number { from: -90.0, to: 90.0 }, "0.6", "Altitude to be met, degrees.")
        .in_example();
pub(super) const AZ_TOL: Parameter = Parameter::optional(
    "azTol",
    Kind::Number { from: 0.01, to: 45.0 },
    "1",
    "How far the azimuth may be off, degrees; only with `az`. 0.5 if left out.",
);
pub(super) const ALT_TOL: Parameter = Parameter::optional(
    "altTol",
    Kind::Number { from: 0.01, to: 45.0 },
    "0.6",
    "How far the altitude may be off, degrees; only with `alt`. 0.5 if left out.",
);
pub(super) const REF: Parameter = Parameter::optional(
    "ref",
    Kind::Word(<Reference as Word>::WORDS),
    "apparent",
    "Which direction is meant by azimuths and altitudes, those of the parameters and `sunAltitude`: \
        `apparent` (what the eye sees, with refraction; the default), `parallax` (topocentric, airless) or \
        `true` (from the centre of the Earth, airless). Twilights are counted airless.",
);
pub(super) const MIN_ALT: Parameter = Parameter::optional(
    "minAlt",
    Kind::Number { from: -90.0, to: 90.0 },
    "5",
    "Least altitude, degrees; only with `az` alone. 0 if left out.",
);
pub(super) const ILL: Parameter = Parameter::optional(
    "ill",
    Kind::Bounds { from: 0.0, to: 1.0 },
    "0.95,1",
    "`MIN,MAX`: least and greatest illuminated fraction of the Moon at `date`, whichever body is looked for.",
);
pub(super) const SUN: Parameter = Parameter::optional(
    "sun",
    Kind::Bounds { from: -90.0, to: 90.0 },
    "-90,90",
    "`MIN,MAX`: least and greatest altitude of the Sun at `date`, degrees.",
);

impl Word for Reference {
    const WORDS: &'static [&'static str] = &["apparent", "parallax", "true"];
    const VALUES: &'static [Self] = &[Self::Apparent, Self::Parallax, Self::True];
}
