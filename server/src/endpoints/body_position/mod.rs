//! The operations `/body-position/{date-from}` and `/body-position/{date-from}/{date-to}`: positions of Sun,
//! Moon, Galactic Center or a star.

pub(crate) mod answer;

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::{Input, Word, words};
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{DELTA_T, Kind, OBS, Parameter};
use crate::api::prepared::{JSON, Prepared};
use crate::api::site::Site;
use crate::endpoints::body_position::answer::{Bodies, Extra, ExtraWord, Extras, Wanted};
use crate::one_of::one_of;
use crate::vocabulary::bodies::{CelestialBody, CelestialBodyWord};
use crate::vocabulary::coverage;
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T_MODEL, DeltaTInForce};
use crate::vocabulary::series::Series;
use accounts::access::Access;
use accounts::plan::Plan;
use astro::sky::fixed_direction::FixedDirection;
use astro::sky::horizon::Horizon;
use astro::sky::theory::Theory;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

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
    Kind::Words(CelestialBody::WORDS),
    "sun,moon",
    "Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center). This or `ra-decl` is required; \
        both may be given.",
)
.in_example();
const RA_DECL: Parameter = Parameter::optional(
    "ra-decl",
    Kind::Equatorial,
    "83.82,-5.39",
    "Right ascension and declination of J2000.0 in degrees, comma-separated; answered under `ra-decl`.",
)
.or(&["ra_decl"]);
const ALG: Parameter = Parameter::optional(
    "alg",
    Kind::Word(<Theory as Word>::WORDS),
    "precise",
    "`standard` (the default: Meeus, Sun 0.01°, Moon 10″), `vsop-87a-tr` (the Sun by truncated VSOP87, \
        within 1″; other bodies as `standard`), `truncated` (Sun and Moon by truncated VSOP87 and ELP/MPP02, \
        within 1.1″ in 0–3000), or `precise` (Sun and Moon within 0.032″ of JPL DE440 in \
        1550–2650, in the range of the ephemeris; the fastest).",
);
const EXTRAS: Parameter = Parameter::optional(
    "extras",
    Kind::Words(Extra::WORDS),
    "d,ill",
    "Comma-separated or repeated: `distance-to-earth` or `d` (km; Sun, Moon), `illuminated-fraction` or \
        `ill` (0 … 1; Moon), `waxing` or `w` (Moon), or `all` (these three); and `accuracy`: how sure the \
        position is, one standard error of each of its causes.",
);
const INTERVAL: Parameter = Parameter::optional(
    "interval",
    Kind::Number { from: 1.0, to: 1e9 },
    "300",
    "Seconds between positions of a range; 60 if left out.",
);
impl Word for Theory {
    const WORDS: &'static [&'static str] = &["standard", "vsop-87a-tr", "truncated", "precise"];
    const VALUES: &'static [Self] = &[Self::Standard, Self::TruncatedSun, Self::Truncated, Self::Precise];
}

one_of! {
    /// Theories of the places of Sun and Moon.
    TheoryWord, String, words::<Theory>()
}

const MOST_POSITIONS: i64 = 100_000;
/// Instants in one piece of a long answer.
const PIECE: i64 = 32;

/// The operation `/body-position/{date-from}`: positions at an instant.
pub(crate) const INSTANT: Operation = Operation {
    name: "body-position",
    id: "body-position",
    group: Group::SunAndMoon,
    paths: &["/body-position/{date-from}"],
    summary: "Positions of Sun, Moon, Galactic Center or a star at an instant",
    description: "Ecliptic and equatorial coordinates of date and, with `obs`, where an observer sees the \
        body: `true` (from the centre of the Earth, airless), `parallax` (topocentric, airless), `apparent` \
        (topocentric with refraction by Saemundsson, thinned with height), azimuths from north through east. \
        `dateTD` is UT + ΔT to the nearest millisecond, and everything is computed for that instant; UTC is \
        taken for UT1 (less than 0.9 s apart). `standard`: the Sun's `obliquityOfEcliptic` is the mean one, \
        the Moon's ecliptic longitude is without nutation and its right ascension from −180° to 180°. \
        `precise` and `truncated`: true equator and equinox of date, right ascension from 0° to 360°, \
        the Moon's ecliptic longitude without nutation too. `gc` and `ra-decl` are directions of J2000.0 \
        precessed to the mean equinox of date (IAU 2006), without nutation and aberration (together up to \
        40″). Outside the ephemeris `precise` gets 400 `outside-ephemeris`.",
    parameters: &[FROM, BODY, RA_DECL, OBS, ALG, EXTRAS, INTERVAL, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Free),
    cost: 1.0,
    refusals: &[Code::OutsideEphemeris],
    form: &JSON,
    describe: || Shape::Envelope {
        query: described::<Query>(),
        response: described::<BTreeMap<String, Bodies>>(),
    },
    prepare,
};

/// The operation `/body-position/{date-from}/{date-to}`: positions over a range.
pub(crate) const RANGE: Operation = Operation {
    id: "body-position-range",
    group: Group::SunAndMoon,
    paths: &["/body-position/{date-from}/{date-to}"],
    summary: "Positions over a range at a fixed interval",
    description: "As for one instant, for every `interval` seconds from `date-from` (included) to `date-to` \
        (not included), at most 100,000 positions, sent while they are computed. The cost is the number of \
        bodies times that of points less one, at least the number of bodies.",
    parameters: &[FROM, TO, BODY, RA_DECL, OBS, ALG, EXTRAS, INTERVAL, DELTA_T, DELTA_T_MODEL],
    refusals: &[Code::OutsideEphemeris, Code::TooLarge],
    ..INSTANT
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = BodyPositionQuery)]
struct Query {
    /// `body-position`.
    name: &'static str,
    /// The instant, or the first.
    #[serde(rename = "start-date")]
    start: String,
    /// End of the range; only of a range.
    #[serde(rename = "end-date", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    end: Option<String>,
    /// The observer, or null.
    obs: Option<Site>,
    /// The theory.
    #[schema(value_type = TheoryWord)]
    alg: &'static str,
    /// Whether it is not `standard`.
    #[serde(rename = "high-accuracy")]
    high_accuracy: bool,
    /// Bodies.
    #[schema(value_type = Vec<CelestialBodyWord>)]
    body: Vec<&'static str>,
    /// Right ascension and declination, degrees, or null.
    #[serde(rename = "ra-decl")]
    ra_decl: Option<[f64; 2]>,
    /// Extras.
    #[schema(value_type = Vec<ExtraWord>)]
    extras: Vec<&'static str>,
    /// Seconds between positions.
    interval: f64,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

/// The parameters of a request, as read.
struct Request {
    from: Instant,
    /// End of the range, not included.
    to: Option<Instant>,
    site: Option<Site>,
    theory: Theory,
    body: Vec<CelestialBody>,
    /// Right ascension and declination, degrees.
    ra_decl: Option<[f64; 2]>,
    extras: Vec<Extra>,
    interval_s: f64,
    /// The ΔT that is asked for.
    delta_t: AskedDeltaT,
}

impl Request {
    fn read(input: &mut Input) -> Result<Self, Problem> {
        let from = input.required(&FROM, Input::instant);
        let to = input.instant(&TO);
        let (site, body) = (input.site(&OBS), input.words(&BODY).unwrap_or_default());
        let (ra_decl, extras) = (input.equatorial(&RA_DECL), input.words(&EXTRAS).unwrap_or_default());
        let theory = input.word(&ALG).unwrap_or(Theory::Standard);
        let (interval_s, delta_t) = (input.number(&INTERVAL).unwrap_or(60.0), input.delta_t());
        if let (Some(from), Some(to)) = (from.as_ref(), to)
            && to <= *from
        {
            input.wrong(TO.name, format!("{} must come after date-from = {}", to.iso(), from.iso()));
        }
        if !input.has(&BODY) && !input.has(&RA_DECL) {
            input.wrong(BODY.name, "this or ra-decl is required; body=sun,moon would be right");
        }
        let from = input.check(from)?;
        Ok(Self { from, to, site, theory, body, ra_decl, extras, interval_s, delta_t })
    }

    /// The instants, not more than one call gives.
    fn instants(&self) -> Result<Instants, Problem> {
        let step_ms = (self.interval_s * 1000.0).round() as i64;
        let count = self.to.map_or(1, |to| (to.unix_ms - self.from.unix_ms + step_ms - 1) / step_ms);
        if count > MOST_POSITIONS {
            return Err(Problem::new(
                Code::TooLarge,
                format!(
                    "{count} positions were asked for; one call gives at most {MOST_POSITIONS}: lengthen the \
                     interval or shorten the range"
                ),
            ));
        }
        Ok(Instants { from: self.from, step_ms, count })
    }

    /// Refuses instants without a ΔT and, with `alg=precise`, outside the ephemeris.
    fn check_range(
        &self,
        instants: Instants,
        delta_t: &DeltaTInForce,
        context: &Context,
    ) -> Result<(), Problem> {
        let ends = [(self.from, FROM.name), (instants.at(instants.count - 1), TO.name)];
        if self.theory == Theory::Precise {
            return coverage::check(context, ends, delta_t, 0.0, "; alg=truncated has no such limit");
        }
        ends.into_iter().try_for_each(|(at, name)| delta_t.checked(at.ut1(), name).map(drop))
    }

    fn echo(&self, cost: f64) -> Query {
        Query {
            name: INSTANT.name,
            start: self.from.iso(),
            end: self.to.map(Instant::iso),
            obs: self.site,
            alg: self.theory.word(),
            high_accuracy: self.theory != Theory::Standard,
            body: self.body.iter().map(|b| b.word()).collect(),
            ra_decl: self.ra_decl,
            extras: self.extras.iter().map(|e| e.word()).collect(),
            interval: self.interval_s,
            delta_t: self.delta_t,
            cost,
        }
    }

    fn wanted(&self, delta_t: DeltaTInForce) -> Wanted {
        Wanted {
            theory: self.theory,
            bodies: self.body.clone(),
            ra_decl: self.ra_decl.map(|[ra, decl]| FixedDirection::from_degrees(ra, decl)),
            site: self.site,
            horizon: self.site.map(|s| Horizon::new(s.observer())),
            extras: Extras::of(&self.extras),
            delta_t,
        }
    }
}

/// Instants at a fixed interval.
#[derive(Clone, Copy)]
struct Instants {
    from: Instant,
    step_ms: i64,
    count: i64,
}

impl Instants {
    fn at(self, index: i64) -> Instant {
        Instant { unix_ms: self.from.unix_ms + index * self.step_ms }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let request = Request::read(input)?;
    let instants = request.instants()?;
    let delta_t = DeltaTInForce::new(request.delta_t, context);
    request.check_range(instants, &delta_t, context)?;
    let bodies = request.body.len() + usize::from(request.ra_decl.is_some());
    let cost = bodies as f64 * (instants.count - 1).max(1) as f64;
    let (data, wanted) = (context.generation(), request.wanted(delta_t));
    let series = Series::map().with_piece_bytes(1024 * PIECE.min(instants.count) as usize);
    let pieces = series.counted(instants.count, PIECE, move |series, index| {
        let at = instants.at(index);
        series.entry(&at.iso(), &wanted.at(&data, at));
    });
    Ok(Prepared::stream(&request.echo(cost), cost, pieces))
}
