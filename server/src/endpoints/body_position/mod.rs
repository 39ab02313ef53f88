//! `/body-position/{from}[/{to}]`.

pub mod answer;

use super::JSON;
use crate::api::input::{Input, Instant, Site};
use crate::api::openapi::described;
use crate::api::operation::{Access, Context, Endpoint, Prepared, Shape};
use crate::api::parameter::{DELTA_T, Kind, OBS, Parameter};
use crate::endpoints::body_position::answer::{Bodies, Extras, Wanted};
use crate::generation::sky::{BODY_WORDS, Subject, THEORY_WORDS, theory_of, theory_word};
use crate::http::json;
use crate::http::problem::{Code, Problem};
use astro::sky::fixed_direction::FixedDirection;
use astro::sky::horizon::Horizon;
use astro::sky::theory::Theory;
use bytes::Bytes;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

const FROM: Parameter = Parameter::path(
    "date-from",
    Kind::DateTime,
    "2024-04-08T18:00:00Z",
    "The instant, or the first of a range, Universal Time, in the years −1999 … +3000.",
);
const TO: Parameter =
    Parameter::path("date-to", Kind::DateTime, "2024-04-08T19:00:00Z", "End of the range, not included.");
const BODY: Parameter = Parameter::optional(
    "body",
    Kind::Words(&BODY_WORDS),
    "sun,moon",
    "Comma-separated: `sun`, `moon`, `gc` (the Galactic Center). This or `ra-decl` is required; both may be given.",
);
const RA_DECL: Parameter = Parameter::optional(
    "ra-decl",
    Kind::Equatorial,
    "83.82,-5.39",
    "Right ascension and declination of J2000.0 in degrees, comma-separated; answered under `ra-decl`.",
)
.or(&["ra_decl"]);
const ALG: Parameter = Parameter::optional(
    "alg",
    Kind::Word(&THEORY_WORDS),
    "precise",
    "`standard` (the default: Meeus, Sun 0.01°, Moon 10″), `vsop-87a-tr` (the Sun by truncated VSOP87, within 1″; other bodies as `standard`), or `precise` (Sun and Moon within 1″ of JPL DE440, in the range of the ephemeris; the fastest).",
);
const EXTRAS: Parameter = Parameter::optional(
    "extras",
    Kind::Words(&["distance-to-earth:d", "illuminated-fraction:ill", "waxing:w", "all"]),
    "d,ill",
    "Comma-separated: `distance-to-earth` or `d` (km; Sun, Moon), `illuminated-fraction` or `ill` (0 … 1; Moon), `waxing` or `w` (Moon), or `all`.",
);
const INTERVAL: Parameter = Parameter::optional(
    "interval",
    Kind::Number { from: 1.0, to: 1e9 },
    "300",
    "Seconds between positions of a range; 60 if left out.",
);
const MOST_POSITIONS: i64 = 100_000;
/// Instants in one piece of a long answer.
const PIECE: i64 = 32;

/// One instant.
pub const INSTANT: Endpoint = Endpoint {
    name: "body-position",
    paths: &["/body-position/{date-from}"],
    summary: "Positions of Sun, Moon, Galactic Center or a star at an instant",
    description: "Ecliptic and equatorial coordinates of date and, with `obs`, where an observer sees the body: `true` (from the centre of the Earth, airless), `parallax` (topocentric, airless), `apparent` (topocentric with refraction by Saemundsson, thinned with height), azimuths from north through east. `dateTD` is UT + ΔT to the nearest millisecond, and everything is computed for that instant; UTC is taken for UT1 (less than 0.9 s apart). `standard`: the Sun's `obliquityOfEcliptic` is the mean one, the Moon's ecliptic longitude is without nutation and its right ascension from −180° to 180°. `precise`: true equator and equinox of date, right ascension from 0° to 360°, the Moon's ecliptic longitude without nutation too. `gc` and `ra-decl` are directions of J2000.0 precessed to the mean equinox of date (IAU 2006), without nutation and aberration (together up to 40″). Outside the ephemeris `precise` gets 400 `outside-ephemeris`.",
    parameters: &[FROM, BODY, RA_DECL, OBS, ALG, EXTRAS, INTERVAL, DELTA_T],
    access: Access::Free,
    cost: 1.0,
    refusals: &[Code::OutsideEphemeris],
    media_type: JSON,
    describe: || Shape::Envelope {
        query: described::<Query>(),
        response: described::<BTreeMap<String, Bodies>>(),
    },
    prepare,
};

/// A range.
pub const RANGE: Endpoint = Endpoint {
    paths: &["/body-position/{date-from}/{date-to}"],
    summary: "Positions over a range at a fixed interval",
    description: "As for one instant, for every `interval` seconds from `date-from` (included) to `date-to` (not included), at most 100,000 positions, sent while they are computed. The cost is the number of bodies times that of points less one.",
    parameters: &[FROM, TO, BODY, RA_DECL, OBS, ALG, EXTRAS, INTERVAL, DELTA_T],
    refusals: &[Code::OutsideEphemeris, Code::TooLarge],
    ..INSTANT
};

#[derive(Serialize, ToSchema)]
#[schema(as = BodyPositionQuery)]
struct Query {
    /// `body-position`.
    name: &'static str,
    /// The instant, or the first.
    #[serde(rename = "start-date")]
    start: String,
    /// End of the range.
    #[serde(rename = "end-date", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    end: Option<String>,
    /// The observer, or null.
    obs: Option<Site>,
    /// The theory.
    alg: &'static str,
    /// Whether it is not `standard`.
    #[serde(rename = "high-accuracy")]
    high_accuracy: bool,
    /// Bodies.
    body: Vec<&'static str>,
    /// Right ascension and declination, degrees, or null.
    #[serde(rename = "ra-decl")]
    ra_decl: Option<[f64; 2]>,
    /// Extras.
    extras: Vec<&'static str>,
    /// Seconds between positions.
    interval: f64,
    /// ΔT, if given.
    #[serde(rename = "deltaT", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    delta_t: Option<f64>,
    /// Credits.
    cost: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let (from, to, site) = (input.instant(&FROM), input.instant(&TO), input.site(&OBS));
    let (body, ra_decl, extras) = (input.words(&BODY), input.equatorial(&RA_DECL), input.words(&EXTRAS));
    let theory = input.word(&ALG).map_or(Theory::Standard, theory_of);
    let (interval, given) = (input.number(&INTERVAL).unwrap_or(60.0), input.number(&DELTA_T));
    if let (Some(from), Some(to)) = (from, to)
        && to <= from
    {
        input.wrong(TO.name, format!("{} must come after date-from = {}", to.iso(), from.iso()));
    }
    if !input.has(&BODY) && !input.has(&RA_DECL) {
        input.wrong(BODY.name, "this or ra-decl is required; body=sun,moon would be right");
    }
    input.check()?;
    let Some(from) = from else { return Err(Problem::parameter(FROM.name, "required")) };
    let step_ms = (interval * 1000.0).round() as i64;
    let points = to.map_or(1, |to| (to.unix_ms - from.unix_ms + step_ms - 1) / step_ms);
    if points > MOST_POSITIONS {
        return Err(Problem::new(
            Code::TooLarge,
            format!(
                "{points} positions were asked for; one call gives at most {MOST_POSITIONS}: lengthen the interval or shorten the range"
            ),
        ));
    }
    let last = Instant { unix_ms: from.unix_ms + (points - 1) * step_ms };
    for (at, name) in [(from, FROM.name), (last, TO.name)] {
        let tt = at.ut1().to_tt(context.delta_t_s(at.ut1(), given, name)?);
        let (begin, end) = context.data.ephemeris.columns().range();
        if theory == Theory::Precise && !(begin..=end).contains(&tt) {
            let [begin, end] = [begin, end].map(|t| astro::time::iso_text(t.0));
            let detail = format!(
                "{} lies outside the ephemeris, which reaches from {begin} to {end} (TT); alg=standard has no such limit",
                at.iso()
            );
            return Err(Problem::new(Code::OutsideEphemeris, detail));
        }
    }
    let bodies = body.len() + usize::from(ra_decl.is_some());
    let cost = bodies as f64 * (points - 1).max(1) as f64;
    let query = Query {
        name: INSTANT.name,
        start: from.iso(),
        end: to.map(Instant::iso),
        obs: site,
        alg: theory_word(theory),
        high_accuracy: theory != Theory::Standard,
        body: body.clone(),
        ra_decl,
        extras: extras.clone(),
        interval,
        delta_t: given,
        cost,
    };
    let wanted = Wanted {
        theory,
        bodies: body.iter().map(|word| Subject::of(word)).collect(),
        ra_decl: ra_decl.map(|[ra, decl]| FixedDirection::from_degrees(ra, decl)),
        horizon: site.map(|s| Horizon::new(s.observer())),
        extras: Extras::of(&extras),
        delta_t_s: given,
    };
    let data = context.kept();
    let pieces = (0..(points + PIECE - 1) / PIECE).map(move |piece| {
        let mut buffer = Vec::with_capacity(1024 * (PIECE.min(points) as usize));
        for k in piece * PIECE..((piece + 1) * PIECE).min(points) {
            let at = Instant { unix_ms: from.unix_ms + k * step_ms };
            buffer.push(if k == 0 { b'{' } else { b',' });
            json::append(&mut buffer, &at.iso());
            buffer.push(b':');
            json::append(&mut buffer, &wanted.at(&data, at));
            if k + 1 == points {
                buffer.push(b'}');
            }
        }
        Bytes::from(buffer)
    });
    Ok(Prepared::stream(&query, cost, pieces))
}
